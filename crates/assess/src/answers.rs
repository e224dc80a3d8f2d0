//! Answers to questions, and their validation.

use chrono::NaiveDate;
use serde_json::Value;

use crate::questions::{Question, QuestionKind};

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Text(String),
    Number(f64),
    Boolean(bool),
    Date(NaiveDate),
    /// Indexes of choices, without repetition. One of them for a unique choice.
    Choices(Vec<usize>),
}

/// Why an answer is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    #[error("Enter text.")]
    NotText,
    #[error("Enter a number.")]
    NotANumber,
    #[error("Answer with true or false.")]
    NotABoolean,
    #[error("Enter a date as YYYY-MM-DD.")]
    NotADate,
    #[error("Choose one of the choices.")]
    NotOneChoice,
    #[error("Enter a list of choices.")]
    NotAListOfChoices,
    #[error("“{0}” is not a choice of this question.")]
    UnknownChoice(String),
}

impl Answer {
    /// Reads an answer from the API. Null, empty text and an empty list mean that there is no answer.
    pub fn read(question: &Question, value: &Value) -> Result<Option<Self>, AnswerError> {
        if value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty()) {
            return Ok(None);
        }
        Ok(Some(match question.kind {
            QuestionKind::Text => Self::Text(value.as_str().ok_or(AnswerError::NotText)?.to_owned()),
            QuestionKind::Number => {
                Self::Number(value.as_f64().filter(|number| number.is_finite()).ok_or(AnswerError::NotANumber)?)
            }
            QuestionKind::Boolean => Self::Boolean(value.as_bool().ok_or(AnswerError::NotABoolean)?),
            QuestionKind::Date => Self::Date(value.as_str().and_then(date).ok_or(AnswerError::NotADate)?),
            QuestionKind::UniqueChoice => {
                Self::Choices(vec![choice(question, value.as_str().ok_or(AnswerError::NotOneChoice)?)?])
            }
            QuestionKind::MultipleChoice => {
                let named = value.as_array().ok_or(AnswerError::NotAListOfChoices)?;
                let mut chosen = Vec::with_capacity(named.len().min(question.choices.len()));
                for name in named {
                    let choice = choice(question, name.as_str().ok_or(AnswerError::NotAListOfChoices)?)?;
                    if !chosen.contains(&choice) {
                        chosen.push(choice);
                    }
                }
                if chosen.is_empty() {
                    return Ok(None);
                }
                Self::Choices(chosen)
            }
        }))
    }

    /// Reads one of the expected answers of a condition. For choices it is always a single one.
    pub fn read_expected(question: &Question, value: &Value) -> Result<Self, AnswerError> {
        match question.kind {
            QuestionKind::MultipleChoice => {
                let name = value.as_str().ok_or(AnswerError::NotOneChoice)?;
                Ok(Self::Choices(vec![choice(question, name)?]))
            }
            _ => Self::read(question, value)?.ok_or_else(|| AnswerError::UnknownChoice(String::new())),
        }
    }

    /// The choices made, for questions that have choices.
    pub fn choices(&self) -> &[usize] {
        match self {
            Self::Choices(choices) => choices,
            _ => &[],
        }
    }
}

/// Strict: 2026-1-2 is refused.
fn date(text: &str) -> Option<NaiveDate> {
    (text.len() == 10).then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten()
}

fn choice(question: &Question, name: &str) -> Result<usize, AnswerError> {
    question
        .choices
        .iter()
        .position(|choice| choice.key.eq_ignore_ascii_case(name))
        .ok_or_else(|| AnswerError::UnknownChoice(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::questions::Choice;

    fn question(kind: QuestionKind) -> Question {
        let choice = |key: &str| Choice { key: key.to_owned(), ..Choice::default() };
        Question { choices: vec![choice("urn:a"), choice("urn:b")], ..Question::new(kind) }
    }

    fn read(kind: QuestionKind, value: &Value) -> Result<Option<Answer>, AnswerError> {
        Answer::read(&question(kind), value)
    }

    #[test]
    fn every_kind_takes_its_own() {
        use QuestionKind::{Boolean, Date, MultipleChoice, Number, Text, UniqueChoice};
        assert_eq!(read(Text, &json!("yes")), Ok(Some(Answer::Text("yes".into()))));
        assert_eq!(read(Number, &json!(0)), Ok(Some(Answer::Number(0.0))));
        assert_eq!(read(Boolean, &json!(false)), Ok(Some(Answer::Boolean(false))));
        assert_eq!(read(Date, &json!("2028-02-29")).unwrap(), NaiveDate::from_ymd_opt(2028, 2, 29).map(Answer::Date));
        assert_eq!(read(UniqueChoice, &json!("URN:B")), Ok(Some(Answer::Choices(vec![1]))));
        assert_eq!(read(MultipleChoice, &json!(["urn:b", "urn:a", "urn:b"])), Ok(Some(Answer::Choices(vec![1, 0]))));
    }

    #[test]
    fn nothing_is_no_answer() {
        for kind in [QuestionKind::Text, QuestionKind::Number, QuestionKind::Date, QuestionKind::UniqueChoice] {
            assert_eq!(read(kind, &json!(null)), Ok(None));
            assert_eq!(read(kind, &json!(" ")), Ok(None));
        }
        assert_eq!(read(QuestionKind::MultipleChoice, &json!([])), Ok(None));
    }

    #[test]
    fn anything_else_is_refused_with_a_reason() {
        let refused = [
            (QuestionKind::Text, json!(3), "Enter text."),
            (QuestionKind::Number, json!("3"), "Enter a number."),
            (QuestionKind::Boolean, json!("true"), "Answer with true or false."),
            (QuestionKind::Date, json!("2026-02-29"), "Enter a date as YYYY-MM-DD."),
            (QuestionKind::Date, json!("2026-2-9"), "Enter a date as YYYY-MM-DD."),
            (QuestionKind::UniqueChoice, json!(["urn:a"]), "Choose one of the choices."),
            (QuestionKind::UniqueChoice, json!("urn:c"), "“urn:c” is not a choice of this question."),
            (QuestionKind::MultipleChoice, json!("urn:a"), "Enter a list of choices."),
            (QuestionKind::MultipleChoice, json!([1]), "Enter a list of choices."),
        ];
        for (kind, value, reason) in refused {
            assert_eq!(read(kind, &value).unwrap_err().to_string(), reason);
        }
    }
}
