//! An audit as a tree: every node with its result, and under it what stands below it.

use std::collections::HashMap;

use cairn_assess::sections::section_scores;
use cairn_assess::tree::Tree;
use cairn_assess::{ExtendedResult, Row};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Record, Type};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::Question;
use cairn_resources::work::{AppliedControl, Comment, Evidence};
use cairn_store::Sql;
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::freshness::causes;
use super::rows::{AuditRows, Node, scale, settings};
use crate::compliance::visibility::sees;

/// What an audit shows of its requirements.
struct Shown {
    status: bool,
    result: bool,
    extended_result: bool,
    score: bool,
    documentation: bool,
}

/// By id of the node, in the order of the framework.
pub async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Json> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let rows = AuditRows::load(cx, &audit).await?;
    let [status, result, extended_result, score, documentation] =
        ["status", "result", "extended_result", "score", "documentation_score"].map(|field| sees(cx, &audit, field));
    let shown = Shown { status, result, extended_result, score, documentation };
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); rows.rows.len()];
    let mut roots = Vec::new();
    for (at, row) in rows.rows.iter().enumerate() {
        row.parent.map_or(&mut roots, |parent| &mut children[parent]).push(at);
    }
    let scale = scale(&audit);
    let tree = Tree::new(rows.rows.iter().map(|row| row.parent));
    let sections = section_scores(&settings(&audit), &tree, &rows.rows);
    let counts = Counts::load(cx, &audit).await?;
    let stale = causes(cx, &audit, &rows).await?;
    let [controls, evidences] = ["applied_controls", "evidences"].map(|field| sees(cx, &audit, field));
    let draw = |at: usize| {
        let mut node = branch(&rows, at, &shown, scale);
        let row = rows.ids[at];
        node.insert("aggregated_score".to_owned(), json!(if score { sections[at].maturity } else { None }));
        node.insert("stale".to_owned(), json!(stale.contains_key(&row)));
        node.insert("has_questions".to_owned(), json!(counts.questions.contains_key(&rows.nodes[at].id)));
        node.insert(
            "controls".to_owned(),
            json!(counts.controls.get(&row).copied().filter(|_| controls).unwrap_or_default()),
        );
        node.insert(
            "evidences".to_owned(),
            json!(counts.evidences.get(&row).copied().filter(|_| evidences).unwrap_or_default()),
        );
        node.insert("comments".to_owned(), json!(counts.comments.get(&row).copied().unwrap_or_default()));
        node
    };
    Ok(Json::Object(grown(&roots, &children, &rows, &draw)))
}

fn grown(
    level: &[usize],
    children: &[Vec<usize>],
    rows: &AuditRows,
    draw: &dyn Fn(usize) -> Map<String, Json>,
) -> Map<String, Json> {
    let mut nodes = Map::with_capacity(level.len());
    for at in level {
        let mut node = draw(*at);
        node.insert("children".to_owned(), Json::Object(grown(&children[*at], children, rows, draw)));
        nodes.insert(rows.nodes[*at].id.to_string(), Json::Object(node));
    }
    nodes
}

fn branch(rows: &AuditRows, at: usize, shown: &Shown, scale: cairn_assess::Scale) -> Map<String, Json> {
    let (node, row): (&Node, &Row) = (&rows.nodes[at], &rows.rows[at]);
    let own = row.scale(scale);
    let when = |is_shown: bool, value: Json| if is_shown { value } else { Json::Null };
    let Json::Object(branch) = json!({
        "urn": node.urn,
        "parent_urn": node.parent_urn,
        "ref_id": node.ref_id,
        "name": node.name,
        "description": node.description,
        "implementation_groups": node.implementation_groups,
        "display_mode": node.display_mode,
        "assessable": row.assessable,
        "selected": row.in_scope,
        "is_retired": node.is_retired,
        "is_hidden": node.is_hidden,
        "ra_id": rows.ids[at],
        "status": when(shown.status, json!(row.status.as_str())),
        "result": when(shown.result, json!(row.result.as_str())),
        "extended_result": when(shown.extended_result, json!(row.extended_result.map(ExtendedResult::as_str))),
        "is_scored": when(shown.score, json!(row.is_scored)),
        "score": when(shown.score, json!(row.score)),
        "documentation_score": when(shown.documentation, json!(row.documentation_score)),
        "min_score": own.min,
        "max_score": own.max,
        "weight": row.weight,
    }) else {
        return Map::new();
    };
    branch
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
