//! An audit as a tree: every node with its result, and under it what stands below it.

use std::collections::HashMap;

use cairn_assess::ExtendedResult;
use cairn_assess::sections::section_scores;
use cairn_assess::tree::Tree;
use cairn_engine::query::Select;
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Record, Type};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::Question;
use cairn_resources::work::{AppliedControl, Comment, Evidence};
use cairn_store::Sql;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::freshness::causes;
use super::rows::{AuditRows, scale, settings};
use crate::compliance::visibility::sees;

/// An audit as a tree: by id of the node, in the order of the framework.
pub struct AuditTree(Vec<(Uuid, Branch)>);

impl Serialize for AuditTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(node, branch)| (node, branch)))
    }
}

impl Describe for AuditTree {
    /// Written by hand, since a branch contains branches.
    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": Branch::schema() })
    }
}

/// What stands under a heading, described as any object: a schema cannot contain itself.
pub struct Below(AuditTree);

impl Serialize for Below {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Describe for Below {
    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": { "type": "object" } })
    }
}

/// A requirement, or a heading with what stands under it. What the audit hides is null.
#[derive(Serialize, Describe)]
pub struct Branch {
    urn: String,
    parent_urn: Option<String>,
    ref_id: Option<String>,
    name: Option<String>,
    description: Option<String>,
    implementation_groups: Vec<String>,
    display_mode: String,
    assessable: bool,
    /// Whether it counts in this audit.
    selected: bool,
    /// Whether a newer version of the library has left it out.
    is_retired: bool,
    /// Whether a rule of the framework leaves it out of this audit.
    is_hidden: bool,
    /// The id of the row in the audit.
    ra_id: Uuid,
    status: Option<&'static str>,
    result: Option<&'static str>,
    extended_result: Option<&'static str>,
    is_scored: Option<bool>,
    score: Option<i64>,
    documentation_score: Option<i64>,
    min_score: i64,
    max_score: i64,
    weight: Option<i64>,
    /// The score of it with everything below it.
    aggregated_score: Option<f64>,
    /// Whether what supports its result has expired or ended.
    stale: bool,
    has_questions: bool,
    controls: i64,
    evidences: i64,
    comments: i64,
    children: Below,
}

pub async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<AuditTree> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let all = AuditRows::load(cx, &audit).await?;
    let counts = Counts::load(cx, &audit).await?;
    let stale = causes(cx, &audit, &all).await?;
    let tree = Tree::new(all.rows.iter().map(|row| row.parent));
    let sections = section_scores(&settings(&audit), &tree, &all.rows);
    let shows = Shown::of(cx, &audit);
    let scale = scale(&audit);
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); all.rows.len()];
    let mut top = Vec::new();
    for (at, row) in all.rows.iter().enumerate() {
        row.parent.map_or(&mut top, |parent| &mut below[parent]).push(at);
    }
    let branches = all.nodes.into_iter().zip(all.ids).zip(&all.rows).zip(sections);
    let branches = branches.map(|(((node, row_id), row), section)| {
        let count = |counts: &HashMap<Uuid, i64>, of: &Uuid| counts.get(of).copied().unwrap_or_default();
        let own = row.scale(scale);
        let branch = Branch {
            has_questions: counts.questions.contains_key(&node.id),
            urn: node.urn,
            parent_urn: node.parent_urn,
            ref_id: node.ref_id,
            name: node.name,
            description: node.description,
            implementation_groups: node.implementation_groups,
            display_mode: node.display_mode,
            assessable: row.assessable,
            selected: row.in_scope,
            is_retired: node.is_retired,
            is_hidden: node.is_hidden,
            ra_id: row_id,
            status: shows.status.then(|| row.status.as_str()),
            result: shows.result.then(|| row.result.as_str()),
            extended_result: row.extended_result.filter(|_| shows.extended_result).map(ExtendedResult::as_str),
            is_scored: shows.score.then_some(row.is_scored),
            score: row.score.filter(|_| shows.score),
            documentation_score: row.documentation_score.filter(|_| shows.documentation),
            min_score: own.min,
            max_score: own.max,
            weight: row.weight,
            aggregated_score: section.maturity.filter(|_| shows.score),
            stale: stale.contains_key(&row_id),
            controls: if shows.controls { count(&counts.controls, &row_id) } else { 0 },
            evidences: if shows.evidences { count(&counts.evidences, &row_id) } else { 0 },
            comments: count(&counts.comments, &row_id),
            children: Below(AuditTree(Vec::new())),
        };
        Some((node.id, branch))
    });
    let mut branches: Vec<Option<(Uuid, Branch)>> = branches.collect();
    Ok(grown(&top, &below, &mut branches))
}

fn grown(level: &[usize], below: &[Vec<usize>], branches: &mut [Option<(Uuid, Branch)>]) -> AuditTree {
    let mut nodes = Vec::with_capacity(level.len());
    for at in level {
        if let Some((node, mut branch)) = branches[*at].take() {
            branch.children = Below(grown(&below[*at], below, branches));
            nodes.push((node, branch));
        }
    }
    AuditTree(nodes)
}

/// What an audit shows of its requirements.
struct Shown {
    status: bool,
    result: bool,
    extended_result: bool,
    score: bool,
    documentation: bool,
    controls: bool,
    evidences: bool,
}

impl Shown {
    fn of(cx: &Cx, audit: &ComplianceAssessment) -> Self {
        let [status, result, extended_result, score, documentation, controls, evidences] =
            ["status", "result", "extended_result", "score", "documentation_score", "applied_controls", "evidences"]
                .map(|field| sees(cx, audit, field));
        Self { status, result, extended_result, score, documentation, controls, evidences }
    }
}

/// How much there is to each row that the caller sees, and how many questions each node has.
struct Counts {
    questions: HashMap<Uuid, i64>,
    controls: HashMap<Uuid, i64>,
    evidences: HashMap<Uuid, i64>,
    comments: HashMap<Uuid, i64>,
}

impl Counts {
    async fn load(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Self> {
        let (rows, id) = ("requirement_assessments", audit.id.uuid());
        let of_audit =
            format!("t.requirement_assessment in (select r.id from {rows} r where r.compliance_assessment = ");
        let of_framework = "t.requirement_node in (select n.id from requirement_nodes n where n.framework = ";
        Ok(Self {
            questions: counted::<Question>(cx, "t.requirement_node", of_framework, audit.framework.uuid()).await?,
            controls: linked::<AppliedControl>(cx, "applied_controls", id).await?,
            evidences: linked::<Evidence>(cx, "evidences", id).await?,
            comments: counted::<Comment>(cx, "t.requirement_assessment", &of_audit, id).await?,
        })
    }
}

/// How many objects that the caller sees refer to each of some others. The condition ends before an id and a parenthesis.
async fn counted<T: Record>(cx: &mut Cx, by: &str, condition: &str, id: Uuid) -> Result<HashMap<Uuid, i64>> {
    let resource = cx.resource::<T>();
    let scope = cx.scope(resource);
    let mut select = Select::new(cx, resource, &scope);
    let mut only = Sql::raw(condition);
    only.bind(id).push(")");
    select.condition(only);
    let mut sql = select.project(&format!("{by}, count(*)"));
    sql.push(&format!(" group by {by}"));
    pairs(cx, &sql).await
}

/// How many objects that the caller sees are linked to each row of an audit.
async fn linked<T: Record>(cx: &mut Cx, field: &str, audit: Uuid) -> Result<HashMap<Uuid, i64>> {
    let resource = cx.resource::<T>();
    let sight = cx.scope(resource);
    let select = Select::new(cx, resource, &sight);
    let visible = select.project("t.id");
    let links = format!("{}_{field}", RequirementAssessment::def().table);
    let mut sql = Sql::raw(format!(
        "select l.source, count(*) from {links} l where l.source in \
         (select r.id from requirement_assessments r where r.compliance_assessment = "
    ));
    sql.bind(audit).push(") and l.target in (").append(visible).push(") group by l.source");
    pairs(cx, &sql).await
}

async fn pairs(cx: &mut Cx, sql: &Sql) -> Result<HashMap<Uuid, i64>> {
    let found = cx.conn.query(sql, &[Type::Uuid, Type::Int]).await?;
    Ok(found.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_int()?))).collect())
}
