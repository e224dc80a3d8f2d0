//! Questions and answers.

use cairn_assess::answers::Answer;
use cairn_assess::questionnaire::Aggregation;
use cairn_assess::questions::{Condition, Question};
use cairn_assess::rows::Scale;
use cairn_assess::words::ComplianceResult;

use super::ratio::Ratio;

pub fn is_visible(questions: &[Question], answers: &[Option<Answer>], question: usize, seen: &[usize]) -> bool {
    if seen.contains(&question) {
        return false;
    }
    let Some(on) = &questions[question].depends_on else { return true };
    let Some(other) = on.question else { return false };
    if other >= questions.len() {
        return false;
    }
    let path: Vec<usize> = seen.iter().copied().chain([question]).collect();
    if !is_visible(questions, answers, other, &path) {
        return false;
    }
    let Some(given) = &answers[other] else { return false };
    let met: Vec<bool> = on
        .answers
        .iter()
        .map(|wanted| match (wanted, given) {
            (Answer::Choices(wanted), Answer::Choices(given)) => {
                wanted.iter().filter(|w| !given.contains(w)).count() == 0
            }
            (wanted, given) => wanted == given,
        })
        .collect();
    met.is_empty()
        || match on.condition {
            Condition::Any => met.contains(&true),
            Condition::All => !met.contains(&false),
        }
}

/// The result, if answers decide on it.
pub fn result(questions: &[Question], answers: &[Option<Answer>]) -> Option<ComplianceResult> {
    use ComplianceResult::{Compliant, NonCompliant, NotApplicable, NotAssessed, PartiallyCompliant};
    let visible: Vec<usize> = (0..questions.len()).filter(|q| is_visible(questions, answers, *q, &[])).collect();
    if visible.is_empty() {
        return Some(NotApplicable);
    }
    if questions.iter().all(|question| question.choices.iter().all(|choice| choice.result.is_none())) {
        return None;
    }
    if visible.iter().any(|q| answers[*q].is_none()) {
        return Some(NotAssessed);
    }
    let chosen: Vec<ComplianceResult> = visible
        .iter()
        .flat_map(|q| answers[*q].iter().flat_map(Answer::choices).map(move |choice| &questions[*q].choices[*choice]))
        .filter_map(|choice| choice.result)
        .collect();
    let first = [NonCompliant, PartiallyCompliant, Compliant, NotApplicable].into_iter().find(|it| chosen.contains(it));
    Some(first.unwrap_or(NotAssessed))
}

/// The score, if answers decide on it.
#[expect(clippy::option_option, reason = "by hand, none and some are three different answers")]
pub fn score(
    questions: &[Question],
    answers: &[Option<Answer>],
    aggregation: Aggregation,
    scale: Scale,
) -> Option<Option<i64>> {
    if questions.iter().all(|question| question.choices.iter().all(|choice| choice.add_score.is_none())) {
        return None;
    }
    let mut scored: Vec<(Ratio, Ratio)> = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        if !is_visible(questions, answers, index, &[]) {
            continue;
        }
        let Some(answer) = &answers[index] else { return Some(None) };
        for choice in answer.choices() {
            if let Some(points) = question.choices[*choice].add_score {
                let weight = question.weight.filter(|weight| *weight > 0).unwrap_or(1);
                scored.push((Ratio::whole(weight), Ratio::whole(points)));
            }
        }
    }
    if scored.is_empty() {
        return Some(None);
    }
    let sum = Ratio::sum(scored.iter().map(|(weight, points)| *weight * *points));
    let score = match aggregation {
        Aggregation::Sum => sum,
        Aggregation::Mean => sum / Ratio::sum(scored.iter().map(|(weight, _)| *weight)),
    };
    Some(Some(score.integer_part().clamp(scale.min, scale.max)))
}
