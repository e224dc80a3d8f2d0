//! Scores, sections, progress and counts.

use cairn_assess::counts::Counts;
use cairn_assess::progress::progress;
use cairn_assess::rows::{Audit, Method, QuestionCounts, Row, Scale};
use cairn_assess::scoring::{Scores, scores};
use cairn_assess::sections::section_scores;
use cairn_assess::tree::Tree;
use cairn_assess::words::{ComplianceResult, RowStatus};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::oracle::audit as oracle;

fn scale() -> impl Strategy<Value = Scale> {
    (0_i64..3, 1_i64..9).prop_map(|(min, extent)| Scale { min, max: min + extent })
}

fn audits() -> impl Strategy<Value = Audit> {
    let method = select(vec![Method::Average, Method::Sum, Method::AverageOfAverages]);
    let target = of((0_i64..10).prop_map(|halves| halves as f64 / 2.0));
    (scale(), method, target, any::<[bool; 5]>()).prop_map(|(scale, method, target, flags)| Audit {
        scale,
        method,
        target,
        anchors_not_applicable: flags[0],
        shows_status: flags[1],
        shows_result: flags[2],
        shows_score: flags[3],
        shows_documentation: flags[4],
    })
}

fn row() -> impl Strategy<Value = (Option<Index>, Row)> {
    let state = (select(ComplianceResult::ALL), select(RowStatus::ALL), any::<bool>(), of(0_i64..9), of(0_i64..9));
    let node = (of(any::<Index>()), prop::bool::weighted(0.6), prop::bool::weighted(0.8), of(0_i64..5), of(scale()));
    let more = (of((0_usize..3, 0_usize..3)), of((0_i64..8).prop_map(|halves| halves as f64 / 2.0)));
    (node, state, more).prop_map(
        |(node, (result, status, is_scored, score, documentation_score), (questions, target))| {
            let row = Row {
                assessable: node.1,
                in_scope: node.2,
                weight: node.3,
                min: node.4.map(|scale| scale.min),
                max: node.4.map(|scale| scale.max),
                status,
                result,
                is_scored,
                score,
                documentation_score,
                target,
                questions: questions
                    .map(|(visible, answered)| QuestionCounts { visible, answered: answered.min(visible) }),
                ..Row::new(None)
            };
            (node.0, row)
        },
    )
}

/// Rows whose parents come before them.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec(row(), 1..14).prop_map(|drawn| {
        let place = |(index, (parent, row)): (usize, (Option<Index>, Row))| Row {
            parent: parent.filter(|_| index > 0).map(|parent| parent.index(index)),
            ..row
        };
        drawn.into_iter().enumerate().map(place).collect()
    })
}

fn plain(scores: &Scores) -> [Option<f64>; 3] {
    [scores.implementation.score, scores.documentation.score, scores.maturity]
}

proptest! {
    #[test]
    fn scores_agree(audit in audits(), rows in rows()) {
        let tree = Tree::new(rows.iter().map(|row| row.parent));
        prop_assert_eq!(plain(&scores(&audit, &tree, &rows)), oracle::scores(&audit, &rows, None));
        for (node, section) in section_scores(&audit, &tree, &rows).iter().enumerate() {
            prop_assert_eq!(plain(section), oracle::scores(&audit, &rows, Some(node)), "section {}", node);
        }
    }

    #[test]
    fn progress_agrees(audit in audits(), rows in rows()) {
        prop_assert_eq!(progress(&audit, &rows), oracle::progress(&audit, &rows));
    }

    #[test]
    fn sections_add_up(rows in rows()) {
        let tree = Tree::new(rows.iter().map(|row| row.parent));
        let sections = Counts::by_section(&tree, &rows);
        let roots = rows.iter().zip(&sections).filter(|(row, _)| row.parent.is_none());
        let total: usize = roots.map(|(_, counts)| counts.total()).sum();
        let all = Counts::of(&rows);
        prop_assert_eq!(total, all.total());
        prop_assert_eq!(all.total(), rows.iter().filter(|row| row.counts()).count());
        prop_assert_eq!(all.results.iter().sum::<usize>(), all.total());
    }

    /// The order in which a file has its nodes does not matter.
    #[test]
    fn order_does_not_matter(audit in audits(), rows in rows()) {
        let last = rows.len() - 1;
        let mut reversed: Vec<Row> = rows.clone();
        reversed.reverse();
        for row in &mut reversed {
            row.parent = row.parent.map(|parent| last - parent);
        }
        let tree = |rows: &[Row]| Tree::new(rows.iter().map(|row| row.parent));
        prop_assert_eq!(
            plain(&scores(&audit, &tree(&rows), &rows)),
            plain(&scores(&audit, &tree(&reversed), &reversed))
        );
    }
}
