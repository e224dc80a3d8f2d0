//! Related rows as SQL expressions: for computed fields that lists can be ordered and filtered by.

use cairn_store::Sql;

use super::select::column;
use crate::cx::Cx;
use crate::registry::Resource;

/// An expression such as `count(*)` over the targets of a many-relation, under the alias `r`: those of the row under
/// the alias `t` that the caller may see.
pub fn linked(cx: &Cx, resource: &Resource, field: &str, expression: &str) -> Sql {
    let relation = resource.relation(field).expect("the field is a many-relation of the resource");
    let target = cx.registry().get(relation.target);
    let mut sql = Sql::raw(format!(
        "(select {expression} from {} l join {} r on r.id = l.{} where l.{} = t.id",
        relation.table, target.def.table, relation.other, relation.own
    ));
    if let Some(seen) = cx.sight(target, "r") {
        sql.push(" and ").append(seen);
    }
    sql.push(")");
    sql
}

/// An expression over the rows of a resource, under the alias `r`, that refer to the row under the alias `t` and that
/// the caller may see.
pub fn referring(cx: &Cx, resource: &Resource, field: &str, expression: &str) -> Sql {
    let mut sql =
        Sql::raw(format!("(select {expression} from {} r where {} = t.id", resource.def.table, column("r", field)));
    if let Some(seen) = cx.sight(resource, "r") {
        sql.push(" and ").append(seen);
    }
    sql.push(")");
    sql
}
