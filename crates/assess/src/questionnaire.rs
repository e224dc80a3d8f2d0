//! Evaluates a requirement's questionnaire: visible questions, result, score, and the groups that answers switch on.

use crate::answers::Answer;
use crate::questions::{Choice, Question};
use crate::rows::{Method, QuestionCounts, Scale, weight};
use crate::words::ComplianceResult;

/// How the scores of choices become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    Mean,
    Sum,
}

impl Aggregation {
    /// A framework's `scores_definition` may name the aggregation. Otherwise it follows from the audit's method.
    pub fn of(defined: Option<&str>, method: Method) -> Self {
        match (defined, method) {
            (Some("sum"), _) => Self::Sum,
            (Some("mean"), _) => Self::Mean,
            (_, Method::Sum) => Self::Sum,
            (_, Method::Average | Method::AverageOfAverages) => Self::Mean,
        }
    }
}

/// Whether a result or score is set by hand or follows from the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided<T> {
    /// No choice affects it, so the value set by hand stays.
    ByHand,
    ByAnswers(T),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Whether each question is visible.
    pub visible: Vec<bool>,
    pub counts: QuestionCounts,
    pub result: Decided<ComplianceResult>,
    /// None while a visible question is unanswered, or if no selected choice has a score.
    pub score: Decided<Option<i64>>,
    /// The implementation groups that the answers switch on, ascending.
    pub groups: Vec<usize>,
}

/// Evaluates the questions of one requirement. `answers` has one entry per question; missing entries are unanswered.
///
/// None for a requirement without questions.
pub fn evaluate(
    questions: &[Question],
    answers: &[Option<Answer>],
    aggregation: Aggregation,
    scale: Scale,
) -> Option<Evaluation> {
    if questions.is_empty() {
        return None;
    }
    let visible = visible(questions, answers);
    let asked = || (0..questions.len()).filter(|question| visible[*question]);
    let answer = |question: usize| answers.get(question).and_then(Option::as_ref);
    let counts = QuestionCounts {
        visible: asked().count(),
        answered: asked().filter(|question| answer(*question).is_some()).count(),
    };
    let chosen: Vec<(&Question, &Choice)> = asked()
        .filter_map(|index| Some((&questions[index], answer(index)?)))
        .flat_map(|(question, answer)| answer.choices().iter().map(move |choice| (question, *choice)))
        .filter_map(|(question, choice)| Some((question, question.choices.get(choice)?)))
        .collect();
    let mut groups: Vec<usize> = chosen.iter().flat_map(|(_, choice)| choice.groups.iter().copied()).collect();
    groups.sort_unstable();
    groups.dedup();

    let complete = counts.answered == counts.visible;
    let decides = |bears: fn(&Choice) -> bool| questions.iter().any(|question| question.choices.iter().any(bears));
    let result = if counts.visible == 0 {
        Decided::ByAnswers(ComplianceResult::NotApplicable)
    } else if !decides(|choice| choice.result.is_some()) {
        Decided::ByHand
    } else {
        let worst = ComplianceResult::worst(chosen.iter().filter_map(|(_, choice)| choice.result));
        Decided::ByAnswers(worst.filter(|_| complete).unwrap_or(ComplianceResult::NotAssessed))
    };
    let score = if decides(|choice| choice.add_score.is_some()) {
        Decided::ByAnswers(score(&chosen, aggregation, scale).filter(|_| complete))
    } else {
        Decided::ByHand
    };
    Some(Evaluation { visible, counts, result, score, groups })
}

/// Which questions are visible. A question that depends on another is visible if that one is visible and its answer meets the
/// condition. Questions that depend on each other in a cycle are never visible.
pub fn visible(questions: &[Question], answers: &[Option<Answer>]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> =
        questions.iter().map(|question| question.depends_on.is_none().then_some(true)).collect();
    let mut waiting = Vec::new();
    for start in 0..questions.len() {
        let mut question = start;
        // Hidden until proven visible, so that cycles end.
        while known[question].is_none() {
            known[question] = Some(false);
            waiting.push(question);
            match questions[question].depends_on.as_ref().and_then(|on| on.question) {
                Some(next) if next < questions.len() => question = next,
                _ => break,
            }
        }
        while let Some(question) = waiting.pop() {
            let asked = questions[question].depends_on.as_ref().and_then(|on| {
                let other = on.question.filter(|other| *other < questions.len())?;
                let answer = answers.get(other)?.as_ref()?;
                Some(known[other] == Some(true) && on.is_met_by(answer))
            });
            known[question] = Some(asked == Some(true));
        }
    }
    known.into_iter().map(|visible| visible == Some(true)).collect()
}

/// The combined score of the selected choices, as a whole number within the scale.
fn score(chosen: &[(&Question, &Choice)], aggregation: Aggregation, scale: Scale) -> Option<i64> {
    let mut sum = 0_i128;
    let mut weights = 0_i128;
    for (question, choice) in chosen {
        if let Some(score) = choice.add_score {
            let weight = i128::from(weight(question.weight));
            sum = sum.saturating_add(i128::from(score) * weight);
            weights += weight;
        }
    }
    let score = match aggregation {
        Aggregation::Sum => (weights > 0).then_some(sum),
        Aggregation::Mean => sum.checked_div(weights),
    }?;
    let within = score.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
    Some(scale.clamp(within as i64))
}
