//! What a page needs to show an audit requirement by requirement: texts, guidance, questions with their choices, answers, and
//! what was said so far. The number of queries does not depend on how many requirements there are.

use std::collections::{HashMap, HashSet};

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Value};
use cairn_resources::compliance::{Answer, ComplianceAssessment, RequirementAssessment, RequirementAssignment};
use cairn_resources::library::{Question, QuestionChoice, RequirementNode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::audit::{AuditRows, causes, scale};
use super::visibility::{FIELDS, sees};
use crate::shown::shown;

/// More than any framework has.
const ALL: i64 = 100_000;

/// What of a node is only for those who maintain frameworks, or is the same for all.
const LEFT_OUT: [&str; 5] = ["translations", "folder", "path", "framework", "retired_at"];

/// Which requirements to list.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// Only rows that can be assessed, without headings; with false, only headings.
    #[serde(default)]
    pub assessable: Option<bool>,
}

/// Requirements in the order of the framework.
#[derive(Debug, Serialize, Describe)]
pub struct RequirementsList {
    /// The nodes of the framework, headings included.
    pub requirements: Vec<Json>,
    /// The rows of the audit, each with its requirement, questions (by URN), answers (by URN of the question), scale, and why it
    /// is stale. Fields that the audit hides are left out.
    pub requirement_assessments: Vec<Json>,
}

/// All requirements of an audit that the caller sees.
pub async fn of_audit(cx: &mut Cx, id: Uuid, which: Which) -> Result<RequirementsList> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    list(cx, &audit, None, &which).await
}

/// The requirements of an assignment, with the headings over them.
pub async fn of_assignment(cx: &mut Cx, id: Uuid, which: Which) -> Result<RequirementsList> {
    let assignment: RequirementAssignment = cx.get(id).await?;
    let audit: ComplianceAssessment = cx.get(assignment.compliance_assessment.uuid()).await?;
    let rows = assignment.requirement_assessments.0.iter().map(|row| row.uuid()).collect();
    list(cx, &audit, Some(rows), &which).await
}

async fn list(
    cx: &mut Cx,
    audit: &ComplianceAssessment,
    only: Option<HashSet<Uuid>>,
    which: &Which,
) -> Result<RequirementsList> {
    let all = AuditRows::load(cx, audit).await?;
    let stale = causes(cx, audit, &all).await?;
    let wanted: Vec<usize> =
        (0..all.ids.len()).filter(|at| only.as_ref().is_none_or(|only| only.contains(&all.ids[*at]))).collect();
    let near = with_parents(&all, &wanted);
    let mut nodes = nodes(cx, near.iter().map(|at| all.nodes[*at].id).collect()).await?;
    let ids = wanted.iter().map(|at| all.ids[*at]).collect();
    let mut rows = by_id(said(cx, ids).await?);
    let mut questions = questions(cx, wanted.iter().map(|at| all.nodes[*at].id).collect()).await?;
    let mut answers = answers(cx, wanted.iter().map(|at| all.ids[*at]).collect()).await?;
    let hidden = hidden(cx, audit);
    let mut listed = Vec::with_capacity(wanted.len());
    for at in wanted {
        let (id, node, row) = (all.ids[at], &all.nodes[at], &all.rows[at]);
        let Some(mut shown) = rows.remove(&id) else { continue };
        if which.assessable.is_some_and(|assessable| assessable != row.assessable) {
            continue;
        }
        let own = row.scale(scale(audit));
        let mut requirement = nodes.get(&node.id).cloned().unwrap_or_default();
        requirement.insert("parent_requirement".to_owned(), parent(&all, at, &nodes));
        requirement.insert("questions".to_owned(), Json::Object(questions.remove(&node.id).unwrap_or_default()));
        let Answers { given, ids } = answers.remove(&id).unwrap_or_default();
        for (name, value) in [
            ("requirement", Json::Object(requirement)),
            ("assessable", json!(row.assessable)),
            ("is_hidden", json!(node.is_hidden)),
            ("answers", Json::Object(given)),
            ("answer_ids", Json::Object(ids)),
            ("effective_min_score", json!(own.min)),
            ("effective_max_score", json!(own.max)),
            ("stale", json!(stale.get(&id).cloned().unwrap_or_default())),
        ] {
            shown.insert(name.to_owned(), value);
        }
        shown.retain(|name, _| !hidden.contains(&name.as_str()));
        listed.push(Json::Object(shown));
    }
    let requirements = near.iter().filter_map(|at| nodes.remove(&all.nodes[*at].id)).map(Json::Object).collect();
    Ok(RequirementsList { requirements, requirement_assessments: listed })
}

/// The rows, and those of the headings over them, in order.
fn with_parents(all: &AuditRows, wanted: &[usize]) -> Vec<usize> {
    let mut near: HashSet<usize> = wanted.iter().copied().collect();
    for at in wanted {
        let mut next = all.rows[*at].parent;
        while let Some(parent) = next.filter(|parent| near.insert(*parent)) {
            next = all.rows[parent].parent;
        }
    }
    let mut near: Vec<usize> = near.into_iter().collect();
    near.sort_unstable();
    near
}

fn parent(all: &AuditRows, at: usize, nodes: &HashMap<Uuid, Map<String, Json>>) -> Json {
    let Some(parent) = all.rows[at].parent.and_then(|parent| nodes.get(&all.nodes[parent].id)) else {
        return Json::Null;
    };
    let shown = ["id", "str", "urn", "ref_id", "name", "description"];
    shown.iter().filter_map(|name| Some(((*name).to_owned(), parent.get(*name)?.clone()))).collect::<Map<_, _>>().into()
}

/// The fields that the audit does not show to the caller.
fn hidden(cx: &Cx, audit: &ComplianceAssessment) -> Vec<&'static str> {
    let mut hidden: Vec<&str> = FIELDS.iter().copied().filter(|field| !sees(cx, audit, field)).collect();
    if !sees(cx, audit, "answers") {
        hidden.extend(["answers", "answer_ids"]);
    }
    hidden
}

async fn said(cx: &mut Cx, ids: Vec<Uuid>) -> Result<Vec<Json>> {
    let resource = cx.resource::<RequirementAssessment>();
    shown(cx, resource, ALL, |select| {
        select.any_of("id", Value::Uuids(ids));
    })
    .await
}

async fn nodes(cx: &mut Cx, ids: Vec<Uuid>) -> Result<HashMap<Uuid, Map<String, Json>>> {
    let resource = cx.resource::<RequirementNode>();
    let rows = shown(cx, resource, ALL, |select| {
        select.any_of("id", Value::Uuids(ids));
    })
    .await?;
    let mut nodes = by_id(rows);
    for node in nodes.values_mut() {
        node.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
    }
    Ok(nodes)
}

/// The questions of nodes, by node and URN, each with its choices.
async fn questions(cx: &mut Cx, nodes: Vec<Uuid>) -> Result<HashMap<Uuid, Map<String, Json>>> {
    let resource = cx.resource::<Question>();
    let questions = shown(cx, resource, ALL, |select| {
        select.any_of("requirement_node", Value::Uuids(nodes)).order_by("t.\"order\"").order_by("t.id");
    })
    .await?;
    let ids = questions.iter().filter_map(id_of).collect();
    let mut choices = choices(cx, ids).await?;
    let mut all: HashMap<Uuid, Map<String, Json>> = HashMap::new();
    for question in questions {
        let (Some(id), Some(node)) = (id_of(&question), id_of(&question["requirement_node"])) else { continue };
        let Json::Object(mut question) = question else { continue };
        question.retain(|name, _| !LEFT_OUT.contains(&name.as_str()) && name != "requirement_node");
        question.insert("choices".to_owned(), choices.remove(&id).unwrap_or_default().into());
        let urn = question.get("urn").and_then(Json::as_str).unwrap_or_default().to_owned();
        all.entry(node).or_default().insert(urn, Json::Object(question));
    }
    Ok(all)
}

async fn choices(cx: &mut Cx, questions: Vec<Uuid>) -> Result<HashMap<Uuid, Vec<Json>>> {
    let resource = cx.resource::<QuestionChoice>();
    let choices = shown(cx, resource, ALL, |select| {
        select.any_of("question", Value::Uuids(questions)).order_by("t.\"order\"").order_by("t.id");
    })
    .await?;
    let mut all: HashMap<Uuid, Vec<Json>> = HashMap::new();
    for choice in choices {
        let Some(question) = id_of(&choice["question"]) else { continue };
        let Json::Object(mut choice) = choice else { continue };
        choice.retain(|name, _| !LEFT_OUT.contains(&name.as_str()) && name != "question");
        all.entry(question).or_default().push(Json::Object(choice));
    }
    Ok(all)
}

/// The answers about one row, and their ids, by URN of the question.
#[derive(Default)]
struct Answers {
    given: Map<String, Json>,
    ids: Map<String, Json>,
}

/// The answers that the caller sees, by row: the value, or the URNs of what was chosen; one URN where one can be chosen.
async fn answers(cx: &mut Cx, rows: Vec<Uuid>) -> Result<HashMap<Uuid, Answers>> {
    let resource = cx.resource::<Answer>();
    let found = shown(cx, resource, ALL, |select| {
        select.any_of("requirement_assessment", Value::Uuids(rows));
    })
    .await?;
    let mut all: HashMap<Uuid, Answers> = HashMap::new();
    for answer in found {
        let Some(row) = id_of(&answer["requirement_assessment"]) else { continue };
        let question = &answer["question"];
        let urn = question["urn"].as_str().unwrap_or_default().to_owned();
        let mut chosen: Vec<Json> =
            answer["selected_choices"].as_array().into_iter().flatten().map(|choice| choice["urn"].clone()).collect();
        let value = match question["type"].as_str() {
            Some("unique_choice") => chosen.pop().unwrap_or_default(),
            Some("multiple_choice") => Json::Array(chosen),
            _ => answer["value"].clone(),
        };
        let known = all.entry(row).or_default();
        known.ids.insert(urn.clone(), answer["id"].clone());
        known.given.insert(urn, value);
    }
    Ok(all)
}

fn id_of(object: &Json) -> Option<Uuid> {
    object["id"].as_str()?.parse().ok()
}

fn by_id(objects: Vec<Json>) -> HashMap<Uuid, Map<String, Json>> {
    let pairs = objects.into_iter().filter_map(|object| {
        let id = id_of(&object)?;
        let Json::Object(object) = object else { return None };
        Some((id, object))
    });
    pairs.collect()
}
