//! The score of each section, for the tree and the radar.

use crate::rows::{Audit, Method, Row};
use crate::scoring::{Measure, Scores, Tally, section_means, share};
use crate::tree::Tree;

/// The score of each node with everything below it, by the audit's method and on the audit's scale.
pub fn section_scores(audit: &Audit, tree: &Tree, rows: &[Row]) -> Vec<Scores> {
    let implementation = tallies(audit, tree, rows, Measure::Implementation);
    let documentation = tallies(audit, tree, rows, Measure::Documentation);
    (0..rows.len())
        .map(|node| {
            Scores::of(audit, |measure| match measure {
                Measure::Implementation => implementation[node].layer(audit),
                Measure::Documentation => documentation[node].layer(audit),
            })
        })
        .collect()
}

fn tallies(audit: &Audit, tree: &Tree, rows: &[Row], measure: Measure) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); rows.len()];
    if audit.method == Method::AverageOfAverages {
        for (tally, mean) in tallies.iter_mut().zip(section_means(audit, tree, rows, measure)) {
            tally.add_mean(mean, 1);
        }
        return tallies;
    }
    for node in tree.upwards() {
        if let Some(share) = share(audit, &rows[node], measure) {
            tallies[node].add(&share);
        }
        if let Some(parent) = tree.parent(node) {
            let below = tallies[node];
            tallies[parent].add_tally(&below);
        }
    }
    tallies
}
