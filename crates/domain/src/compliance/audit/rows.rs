//! What the numbers of an audit are made from: its rows, as far as the caller sees them, with their nodes.

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_assess::{Audit, ComplianceResult, ExtendedResult, Method, Row, RowStatus, Scale};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Result, language};
use cairn_model::{Decimal, Type, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment, ScoreMethod};
use cairn_resources::library::{FieldAccess, RequirementNode};
use uuid::Uuid;

use super::{rules, shows};
use crate::compliance::visibility;

/// A node of the framework, in the reader's language.
pub struct Node {
    pub id: Uuid,
    pub urn: String,
    pub parent_urn: Option<String>,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub implementation_groups: Vec<String>,
    pub display_mode: String,
    pub is_retired: bool,
    /// Whether a rule of the framework leaves it out of this audit, with everything below it.
    pub is_hidden: bool,
    /// The rule that decides it, in CEL.
    pub visibility: Option<String>,
    /// The name that rules use for it.
    pub key: String,
}

/// The rows of an audit, in the order of the framework; the three lists go together.
pub struct AuditRows {
    pub ids: Vec<Uuid>,
    pub nodes: Vec<Node>,
    pub rows: Vec<Row>,
}

/// The scale of an audit.
pub fn scale(audit: &ComplianceAssessment) -> Scale {
    Scale { min: audit.min_score.unwrap_or(0), max: audit.max_score.unwrap_or(100) }
}

/// An audit as its numbers need it.
pub fn settings(audit: &ComplianceAssessment) -> Audit {
    Audit {
        scale: scale(audit),
        method: match audit.score_calculation_method {
            ScoreMethod::Average => Method::Average,
            ScoreMethod::Sum => Method::Sum,
            ScoreMethod::AverageOfAverages => Method::AverageOfAverages,
        },
        target: audit.target_score.map(number),
        anchors_not_applicable: audit.anchor_na_to_target,
        shows_status: shows(audit, "status"),
        shows_result: shows(audit, "result"),
        shows_score: shows(audit, "score"),
        shows_documentation: shows(audit, "documentation_score"),
    }
}

/// Targets have a few decimal places, which a float holds well enough to compare.
pub fn number(decimal: Decimal) -> f64 {
    decimal.scaled() as f64 / 10_000.0
}

fn decimal(value: &Value) -> Option<f64> {
    match value {
        Value::Decimal(decimal) => Some(number(*decimal)),
        _ => None,
    }
}

/// A node with what the arithmetic needs of it.
pub struct Found {
    pub node: Node,
    pub assessable: bool,
    pub weight: Option<i64>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    order: i64,
}

/// The nodes of a framework that are not retired, in order.
pub async fn framework_nodes(cx: &mut Cx, framework: Uuid) -> Result<Vec<Found>> {
    let mut all: Vec<Found> =
        nodes(cx, framework, Sight::Caller).await?.into_values().filter(|found| !found.node.is_retired).collect();
    all.sort_by_key(|found| found.order);
    Ok(all)
}

impl AuditRows {
    /// The rows that the caller sees. What a rule hides is there, but out of scope.
    pub async fn load(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Self> {
        let scope = cx.scope(cx.resource::<RequirementAssessment>());
        let mut all = Self::in_scope(cx, audit, &scope).await?;
        if all.nodes.iter().any(|node| node.visibility.is_some()) {
            let hidden = rules::hidden(cx, audit).await?;
            for (node, row) in all.nodes.iter_mut().zip(&mut all.rows) {
                node.is_hidden = hidden.contains(&node.id);
                row.in_scope &= !node.is_hidden;
            }
        }
        if visibility::is_respondent(cx, audit.folder.uuid()) {
            all.rows.iter_mut().for_each(|row| redact(audit, row));
        }
        Ok(all)
    }

    /// All rows, whoever asks: for rules.
    pub async fn whole(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Self> {
        Self::in_scope(cx, audit, &Scope::system()).await
    }

    async fn in_scope(cx: &mut Cx, audit: &ComplianceAssessment, scope: &Scope) -> Result<Self> {
        let mut nodes = nodes(cx, audit.framework.uuid(), Sight::All).await?;
        let resource = cx.resource::<RequirementAssessment>();
        let mut select = Select::new(cx, resource, scope);
        select.equals("compliance_assessment", audit.id.uuid());
        let columns = "t.id, t.requirement, t.order_id, t.status, t.result, t.extended_result, t.is_scored, t.score, \
                       t.documentation_score, t.target_score, t.selected";
        let types = [
            Type::Uuid,
            Type::Uuid,
            Type::Int,
            Type::Text,
            Type::Text,
            Type::Text,
            Type::Bool,
            Type::Int,
            Type::Int,
            Type::Decimal,
            Type::Bool,
        ];
        let mut found = cx.conn.query(&select.project(columns), &types).await?;
        found.sort_by_key(|row| row[2].as_int());
        let mut all = Self { ids: Vec::new(), nodes: Vec::new(), rows: Vec::new() };
        let mut place: HashMap<String, usize> = HashMap::new();
        for row in &found {
            let (Some(id), Some(node)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
            let Some(Found { node, assessable, weight, min, max, .. }) = nodes.remove(&node) else { continue };
            place.insert(node.urn.clone(), all.ids.len());
            all.rows.push(Row {
                assessable,
                in_scope: row[10].as_bool().unwrap_or(true),
                weight,
                min,
                max,
                status: row[3].as_str().and_then(RowStatus::parse).unwrap_or(RowStatus::ToDo),
                result: row[4].as_str().and_then(ComplianceResult::parse).unwrap_or(ComplianceResult::NotAssessed),
                extended_result: row[5].as_str().and_then(ExtendedResult::parse),
                is_scored: row[6].as_bool().unwrap_or_default(),
                score: row[7].as_int(),
                documentation_score: row[8].as_int(),
                target: decimal(&row[9]),
                ..Row::new(None)
            });
            all.ids.push(id);
            all.nodes.push(node);
        }
        for (row, node) in all.rows.iter_mut().zip(&all.nodes) {
            row.parent = node.parent_urn.as_ref().and_then(|urn| place.get(urn).copied());
        }
        Ok(all)
    }
}

/// Leaves nothing in the fields that respondents do not see.
fn redact(audit: &ComplianceAssessment, row: &mut Row) {
    let hides = |field: &str| visibility::respondent(&audit.field_visibility.0, field) == FieldAccess::Hidden;
    if hides("status") {
        row.status = RowStatus::ToDo;
    }
    if hides("result") {
        row.result = ComplianceResult::NotAssessed;
    }
    if hides("extended_result") {
        row.extended_result = None;
    }
    if hides("score") || hides("is_scored") {
        (row.is_scored, row.score) = (false, None);
    }
    if hides("documentation_score") {
        row.documentation_score = None;
    }
    if hides("target_score") {
        row.target = None;
    }
}

/// Which nodes to read: those that the caller sees, or all, where the rows decide what is shown.
#[derive(PartialEq)]
enum Sight {
    Caller,
    All,
}

async fn nodes(cx: &mut Cx, framework: Uuid, sight: Sight) -> Result<HashMap<Uuid, Found>> {
    let resource = cx.resource::<RequirementNode>();
    let [name, description] = ["name", "description"].map(|field| language::text(cx, resource, "t", field));
    let scope = if sight == Sight::All { Scope::system() } else { cx.scope(resource) };
    let mut select = Select::new(cx, resource, &scope);
    select.equals("framework", framework);
    let columns = format!(
        "t.id, t.urn, t.parent_urn, t.ref_id, {name}, {description}, t.implementation_groups, t.display_mode, \
         t.retired_at, t.assessable, t.weight, t.min_score, t.max_score, t.order_id, t.visibility_expression"
    );
    let text = Type::Text;
    let types = [
        Type::Uuid,
        text,
        text,
        text,
        text,
        text,
        Type::Json,
        text,
        Type::Time,
        Type::Bool,
        Type::Int,
        Type::Int,
        Type::Int,
        Type::Int,
        text,
    ];
    let rows = cx.conn.query(&select.project(&columns), &types).await?;
    let found = rows.into_iter().filter_map(|mut row| {
        let mut text = |at: usize| match std::mem::take(&mut row[at]) {
            Value::Text(text) => Some(text),
            _ => None,
        };
        let (urn, ref_id) = (text(1)?, text(3));
        let [parent_urn, name, description, display_mode, visibility] = [2, 4, 5, 7, 14].map(&mut text);
        let node = Node {
            id: row[0].as_uuid()?,
            key: rules::key(ref_id.as_deref(), &urn),
            visibility: visibility.filter(|rule| !rule.trim().is_empty()),
            is_hidden: false,
            urn,
            parent_urn,
            ref_id,
            name,
            description,
            implementation_groups: words(&row[6]),
            display_mode: display_mode.unwrap_or_default(),
            is_retired: !row[8].is_null(),
        };
        let assessable = row[9].as_bool().unwrap_or_default();
        let found = Found {
            order: row[13].as_int().unwrap_or_default(),
            weight: row[10].as_int(),
            min: row[11].as_int(),
            max: row[12].as_int(),
            assessable,
            node,
        };
        Some((found.node.id, found))
    });
    Ok(found.collect())
}

fn words(list: &Value) -> Vec<String> {
    let Value::Json(list) = list else { return Vec::new() };
    serde_json::from_str(list).unwrap_or_default()
}
