//! Answers to the questions of a requirement. They can decide its result and its score.

use cairn_assess::answers::Answer as Given;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_model::Value;
use cairn_resources::compliance::{Answer, ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::{Question, QuestionChoice, QuestionType};
use serde_json::json;
use uuid::Uuid;

use super::assignment::check_respondent;
use super::questionnaire;
use super::visibility::ANSWERS;

pub const ENTRY: Entry = Entry::of::<Answer>()
    .module(Module::Compliance, "message-circle-question-mark")
    .unlisted()
    .roles("vacd vacd vacd v v ac ac -")
    .visible_by_assignment("ADE TPR")
    .redaction(ANSWERS)
    // The result follows from all answers, also from those given at the same time.
    .takes_turns()
    .rules::<AnswerRules>();

pub struct AnswerRules;

impl Rules for AnswerRules {
    type Record = Answer;

    async fn before_write(cx: &mut Cx, old: Option<&Answer>, new: &mut Answer) -> Result<()> {
        if cx.is_consequence() {
            return Ok(());
        }
        if old.is_none() {
            check_question(cx, new).await?;
        }
        check_access(cx, new.requirement_assessment.uuid()).await?;
        check_answer(cx, new).await
    }

    async fn after_write(cx: &mut Cx, _: Option<&Answer>, new: &Answer) -> Result<()> {
        if cx.is_consequence() {
            return Ok(());
        }
        questionnaire::apply(cx, new.requirement_assessment.uuid()).await
    }

    async fn before_delete(cx: &mut Cx, old: &Answer) -> Result<()> {
        if cx.is_consequence() {
            return Ok(());
        }
        check_access(cx, old.requirement_assessment.uuid()).await
    }

    async fn after_delete(cx: &mut Cx, old: &Answer) -> Result<()> {
        if cx.is_consequence() {
            return Ok(());
        }
        questionnaire::apply(cx, old.requirement_assessment.uuid()).await
    }
}

async fn check_access(cx: &mut Cx, row: Uuid) -> Result<()> {
    let Some(found) = cx.find::<RequirementAssessment>(row).await? else { return Ok(()) };
    match cx.find::<ComplianceAssessment>(found.compliance_assessment.uuid()).await? {
        Some(audit) => check_respondent(cx, &audit, row, &["answers"]).await,
        None => Ok(()),
    }
}

/// The question must be one of the requirement.
async fn check_question(cx: &mut Cx, new: &Answer) -> Result<()> {
    let row: Option<RequirementAssessment> = cx.find(new.requirement_assessment.uuid()).await?;
    let question: Option<Question> = cx.find(new.question.uuid()).await?;
    match (row, question) {
        (Some(row), Some(question)) if row.requirement == question.requirement_node => Ok(()),
        _ => Err(Error::field("question", "This requirement has no such question.")),
    }
}

async fn check_answer(cx: &mut Cx, new: &Answer) -> Result<()> {
    let Some(question) = cx.find::<Question>(new.question.uuid()).await? else {
        return Err(Error::field("question", "This requirement has no such question."));
    };
    let has_choices = matches!(question.r#type, QuestionType::UniqueChoice | QuestionType::MultipleChoice);
    let chosen: Vec<Uuid> = new.selected_choices.0.iter().map(|choice| choice.uuid()).collect();
    if !has_choices {
        if !chosen.is_empty() {
            return Err(Error::field("selected_choices", "This question has no choices. Set the value."));
        }
        let value = new.value.as_ref().map_or(serde_json::Value::Null, |value| value.0.clone());
        let plain = questionnaire::plain(&question);
        return Given::read(&plain, &value).map(drop).map_err(|error| Error::field("value", error.to_string()));
    }
    if new.value.as_ref().is_some_and(|value| value.0 != json!(null)) {
        return Err(Error::field("value", "This question has choices. Set selected_choices."));
    }
    if question.r#type == QuestionType::UniqueChoice && chosen.len() > 1 {
        return Err(Error::field("selected_choices", "Choose one of the choices."));
    }
    let count = chosen.len();
    let id = question.id.uuid();
    let known: Vec<QuestionChoice> = cx
        .list_all(|select| {
            select.equals("question", id).any_of("id", Value::Uuids(chosen));
        })
        .await?;
    if known.len() < count {
        return Err(Error::field("selected_choices", "This is not a choice of this question."));
    }
    Ok(())
}
