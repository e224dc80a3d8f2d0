//! Scores and progress of an audit whose parents come before their children.

use cairn_assess::rows::{Audit, Method, Row};
use cairn_assess::words::{ComplianceResult, RowStatus};

use super::ratio::Ratio;

/// Implementation, documentation and maturity, of the whole audit or of the part below a node.
pub fn scores(audit: &Audit, rows: &[Row], section: Option<usize>) -> [Option<f64>; 3] {
    let layer = |documentation: bool| {
        let shown = if documentation { audit.shows_documentation } else { audit.shows_score };
        if !shown {
            return None;
        }
        let subtree = match section {
            Some(node) => below(rows, node),
            None => (0..rows.len()).collect(),
        };
        match audit.method {
            Method::Sum => sum(audit, rows, &subtree, documentation),
            Method::Average => on_scale(
                audit,
                mean(&subtree.iter().filter_map(|n| one(audit, rows, *n, documentation)).collect::<Vec<_>>()),
            ),
            Method::AverageOfAverages => match section {
                Some(node) => on_scale(audit, section_mean(audit, rows, node, documentation)),
                None => {
                    let mut tops = Vec::new();
                    for root in (0..rows.len()).filter(|n| rows[*n].parent.is_none()) {
                        let below = children(rows, root);
                        let only_sections = below.iter().all(|child| !rows[*child].assessable);
                        if rows[root].assessable || below.is_empty() || !only_sections {
                            tops.push(root);
                        } else {
                            tops.extend(below);
                        }
                    }
                    let means: Vec<_> = tops
                        .into_iter()
                        .filter_map(|top| section_mean(audit, rows, top, documentation))
                        .map(|mean| (Ratio::whole(1), mean))
                        .collect();
                    on_scale(audit, mean(&means))
                }
            },
        }
        .map(Ratio::truncated)
    };
    let (implementation, documentation) = (layer(false), layer(true));
    let maturity = match (implementation, documentation) {
        (Some(a), Some(b)) => Some(((Ratio::of(a) + Ratio::of(b)) / Ratio::whole(2)).truncated()),
        (one, other) => one.or(other),
    };
    [implementation, documentation, maturity]
}

fn children(rows: &[Row], node: usize) -> Vec<usize> {
    (0..rows.len()).filter(|child| rows[*child].parent == Some(node)).collect()
}

fn below(rows: &[Row], node: usize) -> Vec<usize> {
    let mut all = vec![node];
    for child in children(rows, node) {
        all.extend(below(rows, child));
    }
    all
}

fn bounds(audit: &Audit, row: &Row) -> (Ratio, Ratio) {
    (Ratio::whole(row.min.unwrap_or(audit.scale.min)), Ratio::whole(row.max.unwrap_or(audit.scale.max)))
}

fn weight_of(row: &Row) -> Ratio {
    Ratio::whole(match row.weight {
        Some(weight) if weight > 0 => weight,
        _ => 1,
    })
}

/// The score of a single requirement on its own scale.
fn value(audit: &Audit, row: &Row, documentation: bool) -> Option<Ratio> {
    if !row.assessable || !row.in_scope {
        return None;
    }
    if row.result == ComplianceResult::NotApplicable {
        if !audit.anchors_not_applicable {
            return None;
        }
        if let Some(own) = row.target {
            return Some(Ratio::of(own));
        }
        let (low, high) = (Ratio::whole(audit.scale.min), Ratio::whole(audit.scale.max));
        let (own_low, own_high) = bounds(audit, row);
        let part = (Ratio::of(audit.target?) - low) / (high - low);
        return Some(own_low + part * (own_high - own_low));
    }
    if !row.is_scored || (audit.shows_score && row.score.is_none()) {
        return None;
    }
    (if documentation { row.documentation_score } else { row.score }).map(Ratio::whole)
}

/// Weight, and how far up its scale.
fn one(audit: &Audit, rows: &[Row], node: usize, documentation: bool) -> Option<(Ratio, Ratio)> {
    let (low, high) = bounds(audit, &rows[node]);
    let value = value(audit, &rows[node], documentation)?;
    (high > low).then(|| (weight_of(&rows[node]), (value - low) / (high - low)))
}

fn mean(members: &[(Ratio, Ratio)]) -> Option<Ratio> {
    if members.is_empty() {
        return None;
    }
    Some(Ratio::sum(members.iter().map(|(w, x)| *w * *x)) / Ratio::sum(members.iter().map(|(w, _)| *w)))
}

fn section_mean(audit: &Audit, rows: &[Row], node: usize, documentation: bool) -> Option<Ratio> {
    let mut members: Vec<(Ratio, Ratio)> = one(audit, rows, node, documentation).into_iter().collect();
    for child in children(rows, node) {
        if let Some(mean) = section_mean(audit, rows, child, documentation) {
            members.push((weight_of(&rows[child]), mean));
        }
    }
    mean(&members)
}

fn on_scale(audit: &Audit, part: Option<Ratio>) -> Option<Ratio> {
    let (low, high) = (Ratio::whole(audit.scale.min), Ratio::whole(audit.scale.max));
    part.map(|part| low + part * (high - low))
}

fn sum(audit: &Audit, rows: &[Row], subtree: &[usize], documentation: bool) -> Option<Ratio> {
    let values: Vec<Ratio> = subtree
        .iter()
        .filter_map(|n| value(audit, &rows[*n], documentation).map(|value| value * weight_of(&rows[*n])))
        .collect();
    (!values.is_empty()).then(|| Ratio::sum(values))
}

pub fn progress(audit: &Audit, rows: &[Row]) -> u8 {
    let relevant: Vec<&Row> = rows.iter().filter(|row| row.assessable && row.in_scope).collect();
    if relevant.is_empty() {
        return 0;
    }
    let mut done = 0;
    for row in &relevant {
        let minimum = row.min.unwrap_or(audit.scale.min);
        if audit.shows_status {
            if row.status == RowStatus::Done {
                done += 1;
            }
        } else if (audit.shows_result && row.result != ComplianceResult::NotAssessed)
            || (audit.shows_score && matches!(row.score, Some(score) if score > minimum))
            || matches!(row.questions, Some(questions) if questions.visible == questions.answered)
        {
            done += 1;
        }
    }
    (f64::from(done) / relevant.len() as f64 * 100.0 + 1e-6).floor() as u8
}
