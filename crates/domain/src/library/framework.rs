//! Frameworks. They come with their library.

use cairn_engine::query::Select;
use cairn_engine::{Cx, Entry, Module, Nothing, Result, action, computed, language};
use cairn_model::{Describe, Type};
use cairn_resources::library::{Framework, RequirementNode};
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<Framework>()
    .module(Module::Compliance, "book-open-check")
    .rank(30)
    .roles("v v v v v v - v")
    .by_urn()
    .computed(&[
        computed!(requirements_count: i64, "How many requirements can be assessed.", requirements_count),
        computed!(is_dynamic: bool, "Whether answers decide which requirements apply.", is_dynamic).detail_only(),
    ])
    .actions(&[action!(GET "tree", item, View, tree: Nothing => Vec<Branch>, "Its requirements as a tree.")]);

/// A requirement, or a heading with what stands under it.
#[derive(Debug, Serialize)]
pub struct Branch {
    pub id: Uuid,
    pub urn: String,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub assessable: bool,
    pub is_retired: bool,
    pub children: Vec<Branch>,
}

impl Describe for Branch {
    /// Written by hand, since a branch contains branches.
    fn schema() -> Json {
        json!({
            "type": "object",
            "properties": {
                "id": { "type": "string", "format": "uuid" },
                "urn": { "type": "string" },
                "ref_id": { "type": ["string", "null"] },
                "name": { "type": ["string", "null"] },
                "description": { "type": ["string", "null"] },
                "assessable": { "type": "boolean" },
                "is_retired": { "type": "boolean" },
                "children": { "type": "array", "items": { "type": "object" } },
            },
            "required": ["id", "urn", "ref_id", "name", "description", "assessable", "is_retired", "children"],
            "additionalProperties": false,
        })
    }
}

async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Vec<Branch>> {
    cx.get::<Framework>(id).await?;
    let nodes = cx.resource::<RequirementNode>();
    let [name, description] = ["name", "description"].map(|field| language::text(cx, nodes, "t", field));
    let scope = cx.scope(nodes);
    let mut select = Select::new(cx, nodes, &scope);
    select.equals("framework", id);
    let columns =
        format!("t.id, t.urn, t.parent_urn, t.ref_id, {name}, {description}, t.assessable, t.retired_at, t.order_id");
    let text = Type::Text;
    let types = [Type::Uuid, text, text, text, text, text, Type::Bool, Type::Time, Type::Int];
    let mut rows = cx.conn.query(&select.project(&columns), &types).await?;
    rows.sort_by_key(|row| row[8].as_int());
    let text = |value: &cairn_model::Value| value.as_str().map(str::to_owned);
    let nodes = rows.iter().filter_map(|row| {
        let branch = Branch {
            id: row[0].as_uuid()?,
            urn: text(&row[1])?,
            ref_id: text(&row[3]),
            name: text(&row[4]),
            description: text(&row[5]),
            assessable: row[6].as_bool().unwrap_or_default(),
            is_retired: row[7] != cairn_model::Value::Null,
            children: Vec::new(),
        };
        Some((branch, text(&row[2])))
    });
    Ok(grown(nodes.collect()))
}

/// Makes a tree of nodes with the URNs of their parents. What names a parent that is not there stands at the top.
fn grown(nodes: Vec<(Branch, Option<String>)>) -> Vec<Branch> {
    let place: std::collections::HashMap<String, usize> =
        nodes.iter().enumerate().map(|(at, (node, _))| (node.urn.clone(), at)).collect();
    let mut roots = Vec::new();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, (_, parent)) in nodes.iter().enumerate() {
        match parent.as_ref().and_then(|urn| place.get(urn)) {
            Some(parent) if *parent != at => children[*parent].push(at),
            _ => roots.push(at),
        }
    }
    let mut nodes: Vec<Option<Branch>> = nodes.into_iter().map(|(node, _)| Some(node)).collect();
    roots.into_iter().filter_map(|at| branch(&mut nodes, &children, at)).collect()
}

fn branch(nodes: &mut [Option<Branch>], children: &[Vec<usize>], at: usize) -> Option<Branch> {
    let mut node = nodes[at].take()?;
    node.children = children[at].iter().filter_map(|child| branch(nodes, children, *child)).collect();
    Some(node)
}

async fn requirements_count(cx: &mut Cx, rows: &[Framework]) -> Result<Vec<i64>> {
    let nodes = cx.resource::<RequirementNode>();
    let scope = cx.scope(nodes);
    let mut select = Select::new(cx, nodes, &scope);
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id.uuid()).collect();
    select.any_of("framework", cairn_model::Value::Uuids(ids)).equals("assessable", true);
    let sql = select.project("t.framework");
    let found = cx.conn.query(&sql, &[Type::Uuid]).await?;
    let mut counts = std::collections::HashMap::new();
    for framework in found.iter().filter_map(|row| row[0].as_uuid()) {
        *counts.entry(framework).or_insert(0) += 1;
    }
    Ok(rows.iter().map(|row| counts.get(&row.id.uuid()).copied().unwrap_or(0)).collect())
}

/// An answer that selects implementation groups, or a condition on a requirement.
async fn is_dynamic(cx: &mut Cx, rows: &[Framework]) -> Result<Vec<bool>> {
    let mut all = Vec::with_capacity(rows.len());
    for framework in rows {
        let mut sql = cairn_store::Sql::raw(
            "select 1 from requirement_nodes n left join questions q on q.requirement_node = n.id \
             left join question_choices c on c.question = q.id \
             where (n.visibility_expression is not null or cast(c.select_implementation_groups as text) <> '[]') and n.framework = ",
        );
        sql.bind(framework.id.uuid()).push(" limit 1");
        all.push(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty());
    }
    Ok(all)
}
