//! References to objects of any resource: what they point to, as far as the caller may see it.
//!
//! Ids are unique across resources, so only the id is stored. The resource follows from where the object is found.

use std::collections::{BTreeSet, HashMap};

use cairn_model::kind::Kind;
use cairn_model::{Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

use super::select::column;
use crate::cx::Cx;
use crate::error::Result;
use crate::language;
use crate::object::Object;
use crate::registry::Resource;

/// An object of any resource, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyTarget {
    /// The path of its resource.
    pub resource: &'static str,
    pub text: String,
}

/// The objects that were found, by id.
pub type AnyTargets = HashMap<Uuid, AnyTarget>;

/// Finds what the references of some objects point to, with one query whatever their resources. Objects that the
/// caller may not see are not found.
pub async fn any_targets(cx: &mut Cx, resource: &Resource, objects: &[Object]) -> Result<AnyTargets> {
    let mut found = AnyTargets::new();
    for position in &resource.any {
        let ids: BTreeSet<Uuid> = objects.iter().filter_map(|object| object.values[*position].as_uuid()).collect();
        found.extend(find_any(cx, &resource.field(*position).kind, ids).await?);
    }
    Ok(found)
}

/// Finds those of some objects that a field may point to and the caller may see.
pub async fn find_any(cx: &mut Cx, kind: &Kind, ids: BTreeSet<Uuid>) -> Result<AnyTargets> {
    let mut found = AnyTargets::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let (dialect, ids) = (cx.conn.dialect(), Value::Uuids(ids.into_iter().collect()));
    let paths = cx.registry().targets(kind);
    let mut sql = Sql::new();
    for (at, path) in paths.iter().enumerate() {
        let target = cx.registry().get(path);
        sql.push(if at > 0 { " union all " } else { "" });
        sql.push(&format!(
            "select {at}, r.id, {} from {} r where r.id",
            language::words(cx, target, "r"),
            target.def.table
        ));
        sql.any(dialect, ids.clone());
        if let Some(condition) = cx.sight(target, "r") {
            sql.push(" and ").append(condition);
        }
    }
    if paths.is_empty() {
        return Ok(found);
    }
    for row in cx.conn.query(&sql, &[Type::Int, Type::Uuid, Type::Text]).await? {
        let path = row[0].as_int().and_then(|at| paths.get(usize::try_from(at).ok()?));
        if let (Some(path), Some(id)) = (path, row[1].as_uuid()) {
            found.insert(id, AnyTarget { resource: path, text: row[2].as_str().unwrap_or_default().to_owned() });
        }
    }
    Ok(found)
}

/// The condition that a reference of the row under an alias points to an object that the caller may see: for resources
/// whose rows are as visible as what they are about.
pub fn seen_any(cx: &Cx, resource: &Resource, alias: &str, field: &str) -> Sql {
    let kind = resource.def.position(field).map(|position| &resource.field(position).kind);
    let paths = kind.map(|kind| cx.registry().targets(kind)).unwrap_or_default();
    leads_to_seen(cx, alias, field, &paths, &format!("{alias}_{field}"))
}

/// Removes the ids of objects that were not found.
pub(super) fn hide_any(resource: &Resource, objects: &mut [Object], found: &AnyTargets) {
    for object in objects {
        for position in &resource.any {
            if object.values[*position].as_uuid().is_some_and(|id| !found.contains_key(&id)) {
                object.values[*position] = Value::Null;
            }
        }
    }
}

/// The condition that a reference of the row under an alias points to an object of these resources that the caller may
/// see. `inner` is the alias of the subquery.
pub(super) fn leads_to_seen(cx: &Cx, alias: &str, field: &str, paths: &[&'static str], inner: &str) -> Sql {
    let own = column(alias, field);
    let mut sql = Sql::raw("(1 = 0");
    for path in paths {
        let target = cx.registry().get(path);
        sql.push(&format!(" or exists (select 1 from {} {inner} where {inner}.id = {own}", target.def.table));
        if let Some(condition) = cx.sight(target, inner) {
            sql.push(" and ").append(condition);
        }
        sql.push(")");
    }
    sql.push(")");
    sql
}
