//! Frameworks with their requirements, questions and choices.

use std::collections::HashMap;

use cairn_engine::{Cx, Error, Result};
use cairn_library::types as file;
use cairn_model::{Decimal, Json, Many, Markdown, Ref};
use cairn_resources::library::{
    DependsOn, DisplayMode, FieldVisibility, Framework, GroupDefinition, Importance, Question, QuestionChoice,
    QuestionType, ReferenceControl, RequirementNode, ScoreStep, ScoresDefinition, Threat,
};
use uuid::Uuid;

use super::{Source, by_urn, refuse_known, translations};

pub async fn frameworks(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let frameworks = &source.library.objects.frameworks;
    refuse_known::<Framework>(cx, frameworks.iter().map(|framework| &framework.urn)).await?;
    for framework in frameworks {
        let row = framework_row(cx, source, framework)?;
        let id = row.id.uuid();
        cx.create(row).await?;
        nodes(cx, source, framework, id).await?;
    }
    Ok(())
}

pub fn framework_row(cx: &Cx, source: &Source<'_>, framework: &file::Framework) -> Result<Framework> {
    let visibility = serde_json::Value::Object(framework.field_visibility.clone());
    let field_visibility: FieldVisibility = serde_json::from_value(visibility)
        .map_err(|error| Error::field("file", format!("field_visibility of {}: {error}.", framework.urn)))?;
    Ok(Framework {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        library: Ref::new(source.id.uuid()),
        name: framework.name.clone(),
        description: framework.description.clone().map(Markdown),
        annotation: framework.annotation.clone().map(Markdown),
        urn: framework.urn.to_string(),
        ref_id: framework.ref_id.clone(),
        provider: source.library.provider.clone(),
        locale: source.library.locale.clone(),
        min_score: framework.min_score.unwrap_or(0),
        max_score: framework.max_score.unwrap_or(100),
        scores_definition: framework.scores_definition.as_ref().map(|scores| Json(scores_definition(scores))),
        implementation_groups_definition: Json(framework.implementation_groups_definition.iter().map(group).collect()),
        outcomes_definition: Json(framework.outcomes_definition.clone()),
        field_visibility: Json(field_visibility),
        translations: translations(&framework.translations),
    })
}

fn group(group: &file::ImplementationGroup) -> GroupDefinition {
    GroupDefinition {
        ref_id: group.ref_id.clone(),
        name: group.name.clone(),
        description: group.description.clone(),
        default_selected: group.default_selected.unwrap_or_default(),
        translations: group.translations.clone(),
    }
}

fn scores_definition(scores: &file::ScoresDefinition) -> ScoresDefinition {
    match scores {
        file::ScoresDefinition::Scale(steps) => {
            ScoresDefinition { scale: steps.iter().map(step).collect(), ..ScoresDefinition::default() }
        }
        file::ScoresDefinition::Scales(scales) => ScoresDefinition {
            scale: scales.scale.iter().map(step).collect(),
            alternatives: scales
                .alternatives
                .iter()
                .map(|(name, steps)| (name.clone(), steps.iter().map(step).collect()))
                .collect(),
            aggregation: scales.aggregation.map(|way| way.word().to_owned()),
        },
    }
}

fn step(step: &file::Score) -> ScoreStep {
    ScoreStep {
        score: step.score,
        name: step.name.clone(),
        description: step.description.clone(),
        description_doc: step.description_doc.clone(),
        translations: step.translations.clone(),
    }
}

async fn nodes(cx: &mut Cx, source: &Source<'_>, framework: &file::Framework, id: Uuid) -> Result<()> {
    let all = &framework.requirement_nodes;
    refuse_known::<RequirementNode>(cx, all.iter().map(|node| &node.urn)).await?;
    let threats = by_urn::<Threat>(cx, all.iter().flat_map(|node| &node.threats)).await?;
    let controls = by_urn::<ReferenceControl>(cx, all.iter().flat_map(|node| &node.reference_controls)).await?;
    let mut rows = Vec::with_capacity(all.len());
    let (mut questions, mut choices) = (Vec::new(), Vec::new());
    for (order, node) in all.iter().enumerate() {
        let row = node_row(cx, source, node, id, (order as i64, &threats, &controls));
        for (order, question) in node.questions.iter().enumerate() {
            let asked = question_row(cx, source, question, row.id.uuid(), order as i64);
            for (order, choice) in question.choices.iter().enumerate() {
                choices.push(choice_row(cx, source, choice, asked.id.uuid(), order as i64));
            }
            questions.push(asked);
        }
        rows.push(row);
    }
    refuse_known::<Question>(cx, all.iter().flat_map(|node| &node.questions).map(|question| &question.urn)).await?;
    cx.create_many(rows).await?;
    cx.create_many(questions).await?;
    cx.create_many(choices).await
}

pub type Known<'a> = (i64, &'a HashMap<String, Uuid>, &'a HashMap<String, Uuid>);

/// Links to what no loaded library has are left out: many files name controls of catalogues that nobody publishes.
pub fn node_row(
    cx: &Cx,
    source: &Source<'_>,
    node: &file::RequirementNode,
    framework: Uuid,
    (order_id, threats, controls): Known<'_>,
) -> RequirementNode {
    let linked = |known: &HashMap<String, Uuid>, urns: &[file::Urn]| -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = urns.iter().filter_map(|urn| known.get(&**urn).copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    RequirementNode {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        framework: Ref::new(framework),
        urn: node.urn.to_string(),
        parent_urn: node.parent_urn.as_ref().map(ToString::to_string),
        order_id,
        ref_id: node.ref_id.clone(),
        name: node.name.clone(),
        description: node.description.clone().map(Markdown),
        annotation: node.annotation.clone().map(Markdown),
        typical_evidence: node.typical_evidence.clone().map(Markdown),
        assessable: node.assessable,
        implementation_groups: Json(node.implementation_groups.clone()),
        weight: node.weight.unwrap_or(1),
        importance: match node.importance {
            Some(file::Importance::Mandatory) => Importance::Mandatory,
            Some(file::Importance::Recommended) => Importance::Recommended,
            Some(file::Importance::NiceToHave) => Importance::NiceToHave,
            Some(file::Importance::Undefined) | None => Importance::Undefined,
        },
        display_mode: match node.display_mode {
            Some(file::DisplayMode::Splash) => DisplayMode::Splash,
            Some(file::DisplayMode::Default) | None => DisplayMode::Default,
        },
        visibility_expression: node.visibility_expression.clone().map(Markdown),
        min_score: node.min_score,
        max_score: node.max_score,
        scores_definition_ref: node.scores_definition_ref.clone(),
        target_score: node.target_score.and_then(|target| Decimal::parse(&format!("{target:.4}"))),
        retired_at: None,
        threats: Many::of(linked(threats, &node.threats)),
        reference_controls: Many::of(linked(controls, &node.reference_controls)),
        translations: translations(&node.translations),
    }
}

pub fn question_row(cx: &Cx, source: &Source<'_>, question: &file::Question, node: Uuid, order: i64) -> Question {
    Question {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        requirement_node: Ref::new(node),
        urn: question.urn.to_string(),
        ref_id: question.ref_id.clone(),
        text: question.text.clone().map(Markdown),
        annotation: question.annotation.clone().map(Markdown),
        r#type: match question.kind {
            file::QuestionType::Text => QuestionType::Text,
            file::QuestionType::Number => QuestionType::Number,
            file::QuestionType::Boolean => QuestionType::Boolean,
            file::QuestionType::UniqueChoice => QuestionType::UniqueChoice,
            file::QuestionType::MultipleChoice => QuestionType::MultipleChoice,
            file::QuestionType::Date => QuestionType::Date,
        },
        config: question.config.clone().map(Json),
        depends_on: question.depends_on.as_ref().map(|depends| {
            Json(DependsOn {
                question: depends.question.to_string(),
                answers: depends.answers.clone(),
                condition: depends.condition.word().to_owned(),
            })
        }),
        order,
        weight: question.weight.unwrap_or(1),
        retired_at: None,
        translations: translations(&question.translations),
    }
}

pub fn choice_row(cx: &Cx, source: &Source<'_>, choice: &file::Choice, question: Uuid, order: i64) -> QuestionChoice {
    QuestionChoice {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        question: Ref::new(question),
        urn: choice.urn.to_string(),
        ref_id: choice.ref_id.clone(),
        value: choice.value.clone().map(Markdown),
        description: choice.description.clone().map(Markdown),
        annotation: choice.annotation.clone().map(Markdown),
        add_score: choice.add_score,
        compute_result: choice.compute_result.map(|result| result.word().to_owned()),
        color: choice.color.clone(),
        select_implementation_groups: Json(choice.select_implementation_groups.clone()),
        order,
        retired_at: None,
        translations: translations(&choice.translations),
    }
}
