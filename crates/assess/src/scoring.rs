//! The score of an audit, in three layers: how well requirements are implemented, how well that is documented, and
//! maturity, the mean of the layers that the audit shows.
//!
//! A score is truncated to one decimal: 3.96 of 4 is not 4. None means that nothing is scored.

use serde::{Deserialize, Serialize};

use crate::rows::{Audit, Method, Row, Scale, weight};
use crate::tree::Tree;
use crate::words::ComplianceResult;

/// The score of an audit or of one of its sections.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    pub implementation: Layer,
    pub documentation: Layer,
    pub maturity: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub score: Option<f64>,
    /// The best possible score: the maximum of the audit's scale, or the sum of all maximums.
    pub maximum: f64,
}

/// The score of a whole audit.
pub fn scores(audit: &Audit, tree: &Tree, rows: &[Row]) -> Scores {
    Scores::of(audit, |measure| match audit.method {
        Method::Average | Method::Sum => {
            let mut tally = Tally::default();
            rows.iter().filter_map(|row| share(audit, row, measure)).for_each(|share| tally.add(&share));
            tally.layer(audit)
        }
        Method::AverageOfAverages => {
            let means = section_means(audit, tree, rows, measure);
            let mut tally = Tally::default();
            for top in top_sections(tree, rows) {
                tally.add_mean(means[top], 1);
            }
            tally.layer(audit)
        }
    })
}

impl Scores {
    pub(crate) fn of(audit: &Audit, layer: impl Fn(Measure) -> Layer) -> Self {
        let of = |measure: Measure| {
            let hidden = Layer { score: None, maximum: audit.scale.max as f64 };
            if measure.is_shown(audit) { layer(measure) } else { hidden }
        };
        let (implementation, documentation) = (of(Measure::Implementation), of(Measure::Documentation));
        let known: Vec<f64> = [implementation.score, documentation.score].into_iter().flatten().collect();
        let mean = (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64);
        let maturity = mean.map(truncate).filter(|maturity| maturity.is_finite());
        Self { implementation, documentation, maturity }
    }
}

/// Which of the two scores of a requirement is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Implementation,
    Documentation,
}

impl Measure {
    const fn is_shown(self, audit: &Audit) -> bool {
        match self {
            Self::Implementation => audit.shows_score,
            Self::Documentation => audit.shows_documentation,
        }
    }

    const fn of(self, row: &Row) -> Option<i64> {
        match self {
            Self::Implementation => row.score,
            Self::Documentation => row.documentation_score,
        }
    }
}

/// What one requirement contributes.
pub(crate) struct Share {
    weight: i64,
    score: f64,
    scale: Scale,
}

/// What a requirement contributes, if it is in scope and scored.
pub(crate) fn share(audit: &Audit, row: &Row, measure: Measure) -> Option<Share> {
    if !row.counts() {
        return None;
    }
    let scale = row.scale(audit.scale);
    let score = if row.result == ComplianceResult::NotApplicable {
        anchor(audit, row, scale)?
    } else {
        // Without an implementation score, the requirement does not count in either layer.
        let scored = row.is_scored && !(audit.shows_score && row.score.is_none());
        measure.of(row).filter(|_| scored)? as f64
    };
    Some(Share { weight: weight(row.weight), score, scale })
}

/// The target on the requirement's scale, which stands in for the score of a requirement that does not apply.
fn anchor(audit: &Audit, row: &Row, scale: Scale) -> Option<f64> {
    if !audit.anchors_not_applicable {
        return None;
    }
    let target = row.target.or_else(|| Some(scale.at(audit.scale.fraction(audit.target?)?)))?;
    target.is_finite().then_some(target)
}

/// Sums of weighted scores, both as fractions of their scales and as raw values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    fractions: f64,
    weights: f64,
    sum: f64,
    maximum: f64,
    any: bool,
}

impl Tally {
    pub(crate) fn add(&mut self, share: &Share) {
        let weight = share.weight as f64;
        self.any = true;
        self.sum += share.score * weight;
        self.maximum += share.scale.max as f64 * weight;
        self.add_mean(share.scale.fraction(share.score), share.weight);
    }

    pub(crate) fn add_mean(&mut self, fraction: Option<f64>, weight: i64) {
        if let Some(fraction) = fraction {
            self.fractions += fraction * weight as f64;
            self.weights += weight as f64;
        }
    }

    pub(crate) fn add_tally(&mut self, other: &Self) {
        self.fractions += other.fractions;
        self.weights += other.weights;
        self.sum += other.sum;
        self.maximum += other.maximum;
        self.any |= other.any;
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        (self.weights > 0.0).then(|| self.fractions / self.weights)
    }

    pub(crate) fn layer(&self, audit: &Audit) -> Layer {
        let (score, maximum) = match audit.method {
            Method::Sum => (self.any.then_some(self.sum), self.maximum),
            Method::Average | Method::AverageOfAverages => {
                (self.mean().map(|mean| audit.scale.at(mean)), audit.scale.max as f64)
            }
        };
        Layer { score: score.map(truncate).filter(|score| score.is_finite()), maximum }
    }
}

/// The mean of each section as a fraction. A section that is itself assessed counts as one of its members.
pub(crate) fn section_means(audit: &Audit, tree: &Tree, rows: &[Row], measure: Measure) -> Vec<Option<f64>> {
    let mut members = vec![Tally::default(); rows.len()];
    let mut means = vec![None; rows.len()];
    for node in tree.upwards() {
        if let Some(share) = share(audit, &rows[node], measure) {
            members[node].add(&share);
        }
        means[node] = members[node].mean();
        if let Some(parent) = tree.parent(node) {
            members[parent].add_mean(means[node], weight(rows[node].weight));
        }
    }
    means
}

/// The categories that the overall mean is taken of: the roots. A root that contains only sections, such as a function above
/// its categories, is replaced by those sections.
pub fn top_sections(tree: &Tree, rows: &[Row]) -> Vec<usize> {
    let mut holds_requirements: Vec<bool> = rows.iter().map(|row| row.assessable).collect();
    let mut has_sections = vec![false; rows.len()];
    for (node, row) in rows.iter().enumerate() {
        if let Some(parent) = tree.parent(node) {
            holds_requirements[parent] |= row.assessable;
            has_sections[parent] = true;
        }
    }
    let descends = |root: usize| has_sections[root] && !holds_requirements[root];
    let is_top = |node: &usize| match tree.parent(*node) {
        None => !descends(*node),
        Some(parent) => tree.parent(parent).is_none() && descends(parent),
    };
    (0..rows.len()).filter(is_top).collect()
}

/// To one decimal, towards zero. The small tolerance keeps 0.29999… from becoming 0.2 where 0.3 is meant.
pub(crate) fn truncate(score: f64) -> f64 {
    let tenths = (score.abs() * 10.0 + 1e-9).floor();
    if tenths == 0.0 { 0.0 } else { (tenths / 10.0).copysign(score) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two functions with their categories, one of which has a subcategory, and a chapter with requirements of its own.
    #[test]
    fn categories_count_alike_whatever_holds_them_together() {
        let section = |parent| Row { assessable: false, ..Row::new(parent) };
        let scored = |parent, score| Row { is_scored: true, score: Some(score), ..Row::new(Some(parent)) };
        let rows = [
            section(None),
            section(Some(0)),
            scored(1, 4),
            scored(1, 2),
            section(Some(0)),
            scored(12, 0),
            section(None),
            section(Some(6)),
            Row { weight: Some(3), ..scored(7, 4) },
            scored(7, 0),
            section(None),
            scored(10, 1),
            section(Some(4)),
        ];
        let audit = Audit {
            scale: Scale { min: 0, max: 4 },
            method: Method::AverageOfAverages,
            target: None,
            anchors_not_applicable: false,
            shows_status: true,
            shows_result: true,
            shows_score: true,
            shows_documentation: false,
        };
        let tree = Tree::new(rows.iter().map(|row| row.parent));
        assert_eq!(top_sections(&tree, &rows), [1, 4, 7, 10]);
        // The categories score 3, 0, 3 and 1.
        assert_eq!(scores(&audit, &tree, &rows).implementation.score, Some(1.7));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "truncated scores are exactly what people read")]
    fn scores_are_cut_off_not_rounded() {
        assert_eq!([3.96, 0.3, -0.25, -0.01, 12.0].map(truncate), [3.9, 0.3, -0.2, 0.0, 12.0]);
        // Binary fractions may be slightly below what is meant.
        assert_eq!(truncate(0.1 + 0.2 - 1e-12), 0.3);
    }
}
