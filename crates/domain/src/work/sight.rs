//! What the caller may see, as parts of queries. Responses are built with these and never with the engine's own view.

use cairn_engine::filter::FilterCx;
use cairn_engine::query::{Label, Select, column};
use cairn_engine::{Cx, Resource};
use cairn_model::kind::{FieldKind, IdKind};
use cairn_model::{Record, Type, Value};
use cairn_resources::iam::Actor;
use cairn_resources::risk::RiskScenario;
use cairn_store::Sql;
use uuid::Uuid;

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
pub async fn owners(cx: &mut Cx, resource: &'static Resource) -> cairn_engine::Result<Vec<Label>> {
    named_in(cx, resource, "owner").await
}

/// The actors in a many-relation of any of the objects that the caller may see, by name.
pub async fn named_in(cx: &mut Cx, resource: &'static Resource, field: &str) -> cairn_engine::Result<Vec<Label>> {
    let relation = resource.relation(field).expect("only resources with the relation have the action");
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

/// The ids in the text of a parameter, separated by commas.
pub fn ids(text: &str) -> Result<Vec<Uuid>, String> {
    let id = |part: &str| IdKind.parse_text(part.trim()).map(|id| id.as_uuid().unwrap_or_default());
    text.split(',').map(id).collect()
}

/// The condition that a choice field of a row under an alias has any of the values in the text of a parameter.
pub fn has_choice(cx: &FilterCx<'_>, path: &str, alias: &str, field: &str, text: &str) -> Result<Sql, String> {
    let kind = cx.registry.get(path).def.field(field).expect("the resource has the field").kind.behaviour();
    let mut sql = Sql::raw(column(alias, field));
    for (at, part) in text.split(',').enumerate() {
        sql.push(if at > 0 { ", " } else { " in (" }).bind(kind.parse_text(part.trim())?);
    }
    sql.push(")");
    Ok(sql)
}

/// The condition that something refers to the row under the alias `t` in a many-relation, as far as the caller may see
/// it, and that another condition holds for it, under the alias `r`.
pub fn is_linked_from(cx: &FilterCx<'_>, path: &str, field: &str, holds: Sql) -> Sql {
    let source = cx.registry.get(path);
    let relation = source.relation(field).expect("the field is a many-relation of the resource");
    let mut sql = Sql::raw(format!(
        "exists (select 1 from {} l join {} r on r.id = l.{} where l.{} = t.id and ",
        relation.table, source.def.table, relation.own, relation.other
    ));
    sql.append(holds).push(" and ").append(cx.visible(path, "r")).push(")");
    sql
}

/// Filters by the scenarios that have the row in a many-relation.
pub fn in_scenarios(cx: &FilterCx<'_>, field: &str, text: &str) -> Result<Sql, String> {
    let mut wanted = Sql::raw("r.id");
    wanted.any(cx.dialect, Value::Uuids(ids(text)?));
    Ok(is_linked_from(cx, RiskScenario::PATH, field, wanted))
}

/// A label from the two columns that make one.
pub fn label(id: &cairn_model::Value, text: &cairn_model::Value) -> Option<Label> {
    Some(Label { id: id.as_uuid()?, text: text.as_str().unwrap_or_default().to_owned() })
}
