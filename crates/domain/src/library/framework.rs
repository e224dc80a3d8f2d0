//! Frameworks. They come with their library.

use cairn_engine::query::Select;
use cairn_engine::{Cx, Entry, Module, Nothing, Result, action, computed};
use cairn_model::Type;
use cairn_resources::library::{Framework, RequirementNode};
use uuid::Uuid;

use super::tree::{self, Tree};

pub const ENTRY: Entry = Entry::of::<Framework>()
    .module(Module::Compliance, "book-open-check")
    .rank(30)
    .roles("v v v v v v - v")
    .by_urn()
    .computed(&[
        computed!(requirements_count: i64, "How many requirements can be assessed.", requirements_count),
        computed!(is_dynamic: bool, "Whether answers decide which requirements apply.", is_dynamic).detail_only(),
    ])
    .actions(&[action!(GET "tree", item, View, tree: Nothing => Tree, "Its requirements as a tree, by their ids.")]);

async fn tree(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Tree> {
    cx.get::<Framework>(id).await?;
    tree::of_frameworks(cx, vec![id]).await
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
