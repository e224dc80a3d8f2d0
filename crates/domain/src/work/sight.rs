//! What the caller may see, as parts of queries. Responses are built with these and never with the engine's own view.

use cairn_engine::query::{Label, Select};
use cairn_engine::{Cx, Resource, Result};
use cairn_model::{Record, Type};
use cairn_resources::iam::Actor;
use cairn_store::Sql;

/// The rows of a resource that the caller may see.
pub fn visible(cx: &Cx, resource: &'static Resource) -> Select {
    let scope = cx.scope(resource);
    Select::new(cx, resource, &scope)
}

/// The condition that a row under an alias is one of them; none where the caller sees all.
pub fn sight<T: Record>(cx: &Cx, alias: &str) -> Option<Sql> {
    cx.sight(cx.resource::<T>(), alias)
}

/// The same, where a condition is required.
pub fn is_visible<T: Record>(cx: &Cx, alias: &str) -> Sql {
    sight::<T>(cx, alias).unwrap_or_else(|| Sql::raw("1 = 1"))
}

/// The actors that own any of the objects that the caller may see, by name.
pub async fn owners(cx: &mut Cx, resource: &'static Resource) -> Result<Vec<Label>> {
    let relation = resource.relation("owner").expect("only resources with owners have the action");
    let actors = cx.resource::<Actor>();
    let display = actors.display("r");
    let mut sql = Sql::raw(format!("select r.id, {display} from {} r where ", actors.def.table));
    sql.append(is_visible::<Actor>(cx, "r"));
    sql.push(&format!(" and r.id in (select l.target from {} l where l.source in (", relation.table));
    sql.append(visible(cx, resource).project("t.id"));
    sql.push(&format!(")) order by lower({display}), r.id"));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    Ok(rows.iter().filter_map(|row| label(&row[0], &row[1])).collect())
}

/// A label from the two columns that make one.
pub fn label(id: &cairn_model::Value, text: &cairn_model::Value) -> Option<Label> {
    Some(Label { id: id.as_uuid()?, text: text.as_str().unwrap_or_default().to_owned() })
}
