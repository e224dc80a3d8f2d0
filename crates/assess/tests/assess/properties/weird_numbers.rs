//! Numbers at the edges of their types, scales upside down and parents in circles: an answer, and no panic.

use cairn_assess::answers::Answer;
use cairn_assess::counts::Counts;
use cairn_assess::progress::{answers_progress, progress};
use cairn_assess::questionnaire::{Aggregation, evaluate};
use cairn_assess::questions::{Choice, Condition, DependsOn, Question, QuestionKind};
use cairn_assess::rows::{Audit, Method, QuestionCounts, Row, Scale};
use cairn_assess::scoring::scores;
use cairn_assess::sections::section_scores;
use cairn_assess::tree::Tree;
use cairn_assess::words::{ComplianceResult, RowStatus};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

pub fn number() -> impl Strategy<Value = i64> {
    prop_oneof![select(vec![i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX]), any::<i64>()]
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.0]), any::<f64>()]
}

prop_compose! {
    fn row()(
        parent in of(0_usize..12), flags in any::<[bool; 3]>(), weight in of(number()), min in of(number()),
        max in of(number()), score in of(number()), documentation_score in of(number()), target in of(float()),
        result in select(ComplianceResult::ALL), counts in of(any::<(u32, u32)>()),
    ) -> Row {
        Row {
            parent, assessable: flags[0], in_scope: flags[1], weight, min, max, status: RowStatus::Done, result,
            extended_result: None, is_scored: flags[2], score, documentation_score, target,
            questions: counts.map(|(visible, answered)| QuestionCounts {
                visible: visible as usize,
                answered: answered as usize,
            }),
        }
    }
}

prop_compose! {
    fn audit()(
        min in number(), max in number(), target in of(float()), flags in any::<[bool; 5]>(),
        method in select(vec![Method::Average, Method::Sum, Method::AverageOfAverages]),
    ) -> Audit {
        Audit {
            scale: Scale { min, max }, method, target, anchors_not_applicable: flags[0], shows_status: flags[1],
            shows_result: flags[2], shows_score: flags[3], shows_documentation: flags[4],
        }
    }
}

proptest! {
    #[test]
    fn audits_have_a_finite_score_or_none(audit in audit(), rows in prop::collection::vec(row(), 0..10)) {
        let tree = Tree::new(rows.iter().map(|row| row.parent));
        let total = scores(&audit, &tree, &rows);
        for one in section_scores(&audit, &tree, &rows).iter().chain([&total]) {
            for score in [one.implementation.score, one.documentation.score, one.maturity].into_iter().flatten() {
                prop_assert!(score.is_finite());
            }
        }
        prop_assert!(progress(&audit, &rows) <= 100);
        prop_assert!(answers_progress(&rows).unwrap_or(0) <= 100);
        prop_assert_eq!(Counts::by_section(&tree, &rows).len(), rows.len());
    }

    #[test]
    fn questionnaires_have_a_score_on_the_scale(
        points in prop::collection::vec((of(number()), of(number()), of(0_usize..6), 0_usize..4), 0..6),
        min in number(), max in number(), sum in any::<bool>(),
    ) {
        let questions: Vec<Question> = points.iter().map(|(weight, add_score, on, choice)| Question {
            weight: *weight,
            choices: vec![Choice { add_score: *add_score, ..Choice::default() }; 2],
            depends_on: on.map(|question| DependsOn {
                question: Some(question),
                answers: vec![Answer::Choices(vec![*choice])],
                condition: Condition::Any,
            }),
            ..Question::new(QuestionKind::UniqueChoice)
        }).collect();
        let answers: Vec<_> = points.iter().map(|(.., choice)| Some(Answer::Choices(vec![*choice]))).collect();
        let aggregation = if sum { Aggregation::Sum } else { Aggregation::Mean };
        evaluate(&questions, &answers, aggregation, Scale { min, max });
        evaluate(&questions, &[], aggregation, Scale { min, max });
    }
}
