//! What the answers to the questions of a requirement decide: its result, its score, and the groups of its audit.

use std::collections::{HashMap, HashSet};

use cairn_assess::answers::Answer as Given;
use cairn_assess::questionnaire::{Aggregation, Decided, evaluate};
use cairn_assess::questions::{Choice, Condition, DependsOn, Question as Asked, QuestionKind};
use cairn_assess::{ComplianceResult as Computed, groups};
use cairn_engine::{Cx, Result};
use cairn_model::Value;
use cairn_resources::compliance::{Answer, ComplianceAssessment, ComplianceResult, RequirementAssessment};
use cairn_resources::library::{Framework, Question, QuestionChoice, QuestionType, RequirementNode};
use serde_json::json;
use uuid::Uuid;

use super::audit::{follow_outcomes, rule_key, scale, settings};

/// The questions of one requirement, as the arithmetic wants them.
struct Questions {
    asked: Vec<Asked>,
    /// The requirement of each, and the name that rules use for it.
    of: Vec<(Uuid, String)>,
    /// By question, and by choice.
    place: HashMap<Uuid, usize>,
    choices: HashMap<Uuid, usize>,
}

/// A question without its choices.
pub fn plain(question: &Question) -> Asked {
    let kind = match question.r#type {
        QuestionType::Text => QuestionKind::Text,
        QuestionType::Number => QuestionKind::Number,
        QuestionType::Boolean => QuestionKind::Boolean,
        QuestionType::Date => QuestionKind::Date,
        QuestionType::UniqueChoice => QuestionKind::UniqueChoice,
        QuestionType::MultipleChoice => QuestionKind::MultipleChoice,
    };
    Asked { weight: Some(question.weight), ..Asked::new(kind) }
}

/// Puts what the answers decide into the requirement, which the caller has locked, and into its audit.
pub async fn apply(cx: &mut Cx, row: Uuid) -> Result<()> {
    let Some(found) = cx.find::<RequirementAssessment>(row).await? else { return Ok(()) };
    let Some(audit) = cx.find::<ComplianceAssessment>(found.compliance_assessment.uuid()).await? else {
        return Ok(());
    };
    let Some(node) = cx.find::<RequirementNode>(found.requirement.uuid()).await? else { return Ok(()) };
    let Some(framework) = cx.find::<Framework>(audit.framework.uuid()).await? else { return Ok(()) };
    let names: Vec<&str> =
        framework.implementation_groups_definition.0.iter().map(|group| group.ref_id.as_str()).collect();
    let questions = Questions::load(cx, &[node.id.uuid()], &names).await?;
    let answers = questions.answers(cx, row).await?;
    let audits = scale(&audit);
    let own =
        cairn_assess::Scale { min: node.min_score.unwrap_or(audits.min), max: node.max_score.unwrap_or(audits.max) };
    let defined = framework.scores_definition.as_ref().and_then(|scores| scores.0.aggregation.as_deref());
    let aggregation = Aggregation::of(defined, settings(&audit).method);
    let Some(evaluation) = evaluate(&questions.asked, &answers, aggregation, own) else { return Ok(()) };
    cx.modify::<RequirementAssessment>(row, |row| {
        if let Decided::ByAnswers(result) = evaluation.result {
            row.result = result_of(result);
            if !matches!(row.result, ComplianceResult::NonCompliant | ComplianceResult::PartiallyCompliant) {
                row.extended_result = row.extended_result.filter(|found| !found.is_nonconformity());
            }
        }
        if let Decided::ByAnswers(score) = evaluation.score {
            row.score = score;
            row.is_scored = true;
        }
        Ok(())
    })
    .await?;
    switch_groups(cx, &audit, &framework).await?;
    follow_outcomes(cx, audit.id.uuid()).await
}

/// Which of some requirements have questions, and an answer in an audit to each that is asked.
pub async fn complete(cx: &mut Cx, audit: Uuid, nodes: &[RequirementNode]) -> Result<HashSet<Uuid>> {
    let ids: Vec<Uuid> = nodes.iter().map(|node| node.id.uuid()).collect();
    let all = Questions::load(cx, &ids, &[]).await?;
    let answers = all.answers_of_audit(cx, audit).await?;
    let visible = cairn_assess::questionnaire::visible(&all.asked, &answers);
    let asked = || (0..all.asked.len()).filter(|at| visible[*at]);
    let open: HashSet<Uuid> = asked().filter(|at| answers[*at].is_none()).map(|at| all.of[at].0).collect();
    Ok(asked().map(|at| all.of[at].0).filter(|node| !open.contains(node)).collect())
}

/// An answer as the rules of a framework see it.
pub struct Said {
    pub node: Uuid,
    pub key: String,
    pub score: Option<i64>,
    pub value: serde_json::Value,
}

/// The answers of an audit to questions that are asked, whoever may see them.
pub async fn said(cx: &mut Cx, audit: Uuid, nodes: &[Uuid]) -> Result<Vec<Said>> {
    let all = Questions::load(cx, nodes, &[]).await?;
    if all.asked.is_empty() {
        return Ok(Vec::new());
    }
    let answers = all.answers_of_audit(cx, audit).await?;
    let visible = cairn_assess::questionnaire::visible(&all.asked, &answers);
    let mut said = Vec::new();
    for (at, answer) in answers.iter().enumerate().filter(|(at, _)| visible[*at]) {
        let Some(answer) = answer else { continue };
        let asked = &all.asked[at];
        let chosen: Vec<&Choice> = answer.choices().iter().filter_map(|choice| asked.choices.get(*choice)).collect();
        let score = chosen.iter().filter_map(|choice| choice.add_score).reduce(i64::saturating_add);
        let keys: Vec<String> = chosen.iter().map(|choice| rule_key(None, &choice.key)).collect();
        let value = match (answer, keys.as_slice()) {
            (Given::Text(text), _) => json!(text),
            (Given::Number(number), _) => json!(number),
            (Given::Boolean(is_so), _) => json!(is_so),
            (Given::Date(day), _) => json!(day),
            (Given::Choices(_), [one]) if asked.kind == QuestionKind::UniqueChoice => json!(one),
            (Given::Choices(_), all) => json!(all),
        };
        let (node, key) = all.of[at].clone();
        said.push(Said { node, key, score, value });
    }
    Ok(said)
}

/// The result as the model has it.
pub fn result_of(result: Computed) -> ComplianceResult {
    match result {
        Computed::NotAssessed => ComplianceResult::NotAssessed,
        Computed::PartiallyCompliant => ComplianceResult::PartiallyCompliant,
        Computed::NonCompliant => ComplianceResult::NonCompliant,
        Computed::Compliant => ComplianceResult::Compliant,
        Computed::NotApplicable => ComplianceResult::NotApplicable,
    }
}

/// Choices can select groups of the framework. Groups that were selected by hand stay.
async fn switch_groups(cx: &mut Cx, audit: &ComplianceAssessment, framework: &Framework) -> Result<()> {
    let defined = &framework.implementation_groups_definition.0;
    if defined.is_empty() {
        return Ok(());
    }
    let id = framework.id.uuid();
    let nodes: Vec<RequirementNode> = cx
        .list_all(|select| {
            select.equals("framework", id);
        })
        .await?;
    let names: Vec<&str> = defined.iter().map(|group| group.ref_id.as_str()).collect();
    let nodes: Vec<Uuid> = nodes.iter().map(|node| node.id.uuid()).collect();
    let all = Questions::load(cx, &nodes, &names).await?;
    let switches = |group: usize| {
        all.asked.iter().flat_map(|question| &question.choices).any(|choice| choice.groups.contains(&group))
    };
    let known: Vec<groups::Group> = defined
        .iter()
        .enumerate()
        .map(|(at, group)| groups::Group {
            selected_by_default: group.default_selected,
            switched_by_answers: switches(at),
        })
        .collect();
    if !known.iter().any(|group| group.switched_by_answers) {
        return Ok(());
    }
    let answers = all.answers_of_audit(cx, audit.id.uuid()).await?;
    let visible = cairn_assess::questionnaire::visible(&all.asked, &answers);
    let chosen = (0..all.asked.len()).filter(|at| visible[*at]).flat_map(|at| {
        let choices = answers[at].as_ref().map(Given::choices).unwrap_or_default();
        let known = &all.asked[at].choices;
        choices.iter().filter_map(move |choice| known.get(*choice))
    });
    let switched: Vec<usize> = chosen.flat_map(|choice| choice.groups.iter().copied()).collect();
    let place = |name: &String| names.iter().position(|known| known == name);
    let selected: Vec<usize> = audit.selected_implementation_groups.0.iter().filter_map(place).collect();
    let now = groups::after_answers(&known, &selected, &switched);
    let now: Vec<String> = now.into_iter().map(|at| names[at].to_owned()).collect();
    if now == audit.selected_implementation_groups.0 {
        return Ok(());
    }
    cx.modify::<ComplianceAssessment>(audit.id.uuid(), |audit| {
        audit.selected_implementation_groups.0 = now;
        Ok(())
    })
    .await
    .map(drop)
}

impl Questions {
    /// The questions of some requirements, in order. Groups are numbered as `groups` lists them.
    async fn load(cx: &mut Cx, nodes: &[Uuid], groups: &[&str]) -> Result<Self> {
        let mut questions: Vec<Question> = cx
            .list_all(|select| {
                select.any_of("requirement_node", Value::Uuids(nodes.to_vec()));
            })
            .await?;
        // What a newer version of the library left out is no longer asked.
        questions.retain(|question| question.retired_at.is_none());
        questions.sort_by_key(|question| (question.requirement_node.uuid(), question.order));
        let ids = questions.iter().map(|question| question.id.uuid()).collect();
        let mut choices: Vec<QuestionChoice> = cx
            .list_all(|select| {
                select.any_of("question", Value::Uuids(ids));
            })
            .await?;
        choices.retain(|choice| choice.retired_at.is_none());
        choices.sort_by_key(|choice| choice.order);
        let mut all = Self { asked: Vec::new(), of: Vec::new(), place: HashMap::new(), choices: HashMap::new() };
        let mut by_urn: HashMap<String, usize> = HashMap::new();
        for (at, question) in questions.iter().enumerate() {
            all.asked.push(plain(question));
            all.of.push((question.requirement_node.uuid(), rule_key(question.ref_id.as_deref(), &question.urn)));
            all.place.insert(question.id.uuid(), at);
            by_urn.insert(question.urn.to_lowercase(), at);
        }
        for choice in choices {
            let Some(at) = all.place.get(&choice.question.uuid()) else { continue };
            let known = &mut all.asked[*at].choices;
            all.choices.insert(choice.id.uuid(), known.len());
            let named = &choice.select_implementation_groups.0;
            known.push(Choice {
                key: choice.urn.clone(),
                add_score: choice.add_score,
                result: choice
                    .compute_result
                    .as_deref()
                    .and_then(|word| Computed::of_choice(&json!(word)).ok().flatten()),
                groups: named.iter().filter_map(|name| groups.iter().position(|known| known == name)).collect(),
            });
        }
        for (at, question) in questions.iter().enumerate() {
            let Some(on) = &question.depends_on else { continue };
            let other = by_urn.get(&on.0.question.to_lowercase()).copied();
            let expected = |other: usize| {
                let read = |word: &String| {
                    let as_json = serde_json::from_str(word).unwrap_or_else(|_| json!(word));
                    let asked = &all.asked[other];
                    Given::read_expected(asked, &json!(word)).or_else(|_| Given::read_expected(asked, &as_json)).ok()
                };
                on.0.answers.iter().filter_map(read).collect::<Vec<Given>>()
            };
            let answers = other.map(expected).unwrap_or_default();
            let condition = if on.0.condition == "all" { Condition::All } else { Condition::Any };
            // A condition whose answers are all unknown can never be met.
            let question = other.filter(|_| answers.is_empty() == on.0.answers.is_empty());
            all.asked[at].depends_on = Some(DependsOn { question, answers, condition });
        }
        Ok(all)
    }

    async fn answers(&self, cx: &mut Cx, row: Uuid) -> Result<Vec<Option<Given>>> {
        let given: Vec<Answer> = cx
            .list_all(|select| {
                select.equals("requirement_assessment", row);
            })
            .await?;
        Ok(self.read(&given))
    }

    async fn answers_of_audit(&self, cx: &mut Cx, audit: Uuid) -> Result<Vec<Option<Given>>> {
        let rows: Vec<RequirementAssessment> = cx
            .list_all(|select| {
                select.equals("compliance_assessment", audit);
            })
            .await?;
        let rows = rows.iter().map(|row| row.id.uuid()).collect();
        let given: Vec<Answer> = cx
            .list_all(|select| {
                select.any_of("requirement_assessment", Value::Uuids(rows));
            })
            .await?;
        Ok(self.read(&given))
    }

    /// The answers, by question.
    fn read(&self, given: &[Answer]) -> Vec<Option<Given>> {
        let mut answers: Vec<Option<Given>> = vec![None; self.asked.len()];
        for answer in given {
            let Some(at) = self.place.get(&answer.question.uuid()) else { continue };
            let chosen: Vec<usize> = answer
                .selected_choices
                .0
                .iter()
                .filter_map(|choice| self.choices.get(&choice.uuid()).copied())
                .collect();
            answers[*at] = if chosen.is_empty() {
                let value = answer.value.as_ref().map_or(json!(null), |value| value.0.clone());
                Given::read(&self.asked[*at], &value).ok().flatten()
            } else {
                Some(Given::Choices(chosen))
            };
        }
        answers
    }
}
