//! Which questions are asked, and what their answers come to.

use cairn_assess::answers::Answer;
use cairn_assess::questionnaire::{Aggregation, Decided, evaluate};
use cairn_assess::questions::{Choice, Condition, DependsOn, Question, QuestionKind, dependency_problems};
use cairn_assess::rows::Scale;
use cairn_assess::words::ComplianceResult;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::oracle::questionnaire as oracle;

fn choice() -> impl Strategy<Value = Choice> {
    (of(-5_i64..12), of(select(ComplianceResult::ALL)), prop::collection::vec(0_usize..4, 0..3)).prop_map(
        |(add_score, result, groups)| Choice {
            add_score,
            result: result.filter(|result| *result != ComplianceResult::NotAssessed),
            groups,
            ..Choice::default()
        },
    )
}

type Drawn = (Question, Option<(Index, Vec<Index>, bool)>, Option<Vec<Index>>);

fn drawn() -> impl Strategy<Value = Drawn> {
    let choices = prop::collection::vec(choice(), 1..4);
    let depends_on = of((any::<Index>(), prop::collection::vec(any::<Index>(), 0..3), any::<bool>()));
    let answer = of(prop::collection::vec(any::<Index>(), 1..3));
    (choices, of(0_i64..4), depends_on, answer).prop_map(|(choices, weight, depends_on, answer)| {
        (Question { weight, choices, ..Question::new(QuestionKind::MultipleChoice) }, depends_on, answer)
    })
}

/// Questions that may depend on any other, in chains and in circles.
fn questionnaires() -> impl Strategy<Value = (Vec<Question>, Vec<Option<Answer>>)> {
    prop::collection::vec(drawn(), 1..7).prop_map(|drawn| {
        let choice_of = |question: usize, index: &Index| index.index(drawn[question].0.choices.len());
        let mut questions = Vec::new();
        let mut answers = Vec::new();
        for (index, (question, depends_on, answer)) in drawn.iter().enumerate() {
            let depends_on = depends_on.as_ref().map(|(other, wanted, all)| {
                let other = other.index(drawn.len());
                DependsOn {
                    question: Some(other),
                    answers: wanted.iter().map(|choice| Answer::Choices(vec![choice_of(other, choice)])).collect(),
                    condition: if *all { Condition::All } else { Condition::Any },
                }
            });
            questions.push(Question { depends_on, ..question.clone() });
            answers.push(answer.as_ref().map(|chosen| {
                let mut chosen: Vec<usize> = chosen.iter().map(|choice| choice_of(index, choice)).collect();
                chosen.sort_unstable();
                chosen.dedup();
                Answer::Choices(chosen)
            }));
        }
        (questions, answers)
    })
}

fn decided<T>(decided: Decided<T>) -> Option<T> {
    match decided {
        Decided::ByHand => None,
        Decided::ByAnswers(value) => Some(value),
    }
}

proptest! {
    #[test]
    fn answers_agree((questions, answers) in questionnaires(), sum in any::<bool>(), extent in 0_i64..30) {
        let aggregation = if sum { Aggregation::Sum } else { Aggregation::Mean };
        let scale = Scale { min: 0, max: extent };
        let ours = evaluate(&questions, &answers, aggregation, scale).unwrap();
        let visible: Vec<bool> =
            (0..questions.len()).map(|question| oracle::is_visible(&questions, &answers, question, &[])).collect();
        prop_assert_eq!(&ours.visible, &visible);
        prop_assert_eq!(decided(ours.result), oracle::result(&questions, &answers));
        prop_assert_eq!(decided(ours.score), oracle::score(&questions, &answers, aggregation, scale));
        prop_assert_eq!(ours.counts.visible, visible.iter().filter(|visible| **visible).count());
    }

    /// What a check of the library calls unreachable is never asked, whatever people answer.
    #[test]
    fn what_is_reported_is_never_asked((questions, answers) in questionnaires()) {
        let ours = evaluate(&questions, &answers, Aggregation::Mean, Scale { min: 0, max: 10 }).unwrap();
        for problem in dependency_problems(&questions) {
            use cairn_assess::questions::DependencyProblem::{Circle, Unknown};
            let (Circle(question) | Unknown(question)) = problem;
            prop_assert!(!ours.visible[question]);
        }
    }
}
