//! What other objects own about the changed ones, for full messages.
//!
//! The journal has such a relation with its owner alone, so that each link is there once. A receiver
//! has no journal to put together: it gets the whole object. All links are read here, and [`crate::sight`] leaves out
//! what the owner of an endpoint may not see.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::registry::Relation;
use cairn_engine::{Cx, Object, Resource, Result};
use cairn_model::{Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

/// The changed objects, with the relations that others own as of the transaction. One query, however many there are.
/// Deleted objects already have their last links.
pub async fn complete(cx: &mut Cx, changes: &[&Change]) -> Result<Vec<Object>> {
    let mut objects: Vec<Object> = changes.iter().map(|change| change.object.clone()).collect();
    let is_there = |change: &&Change| change.kind != ChangeKind::Deleted;
    let mut wanted: BTreeMap<&str, (&'static Resource, Vec<Uuid>)> = BTreeMap::new();
    for change in changes.iter().copied().filter(is_there) {
        let (_, ids) = wanted.entry(change.resource.def.path).or_insert((change.resource, Vec::new()));
        ids.push(change.object.id());
    }
    let linked = linked(cx, wanted.into_values().collect()).await?;
    for (change, object) in changes.iter().zip(&mut objects).filter(|(change, _)| is_there(change)) {
        for relation in shown(change.resource) {
            let key = (change.resource.def.path, relation.position, object.id());
            object.values[relation.position] = Value::Uuids(linked.get(&key).cloned().unwrap_or_default());
        }
    }
    Ok(objects)
}

fn shown(resource: &'static Resource) -> impl Iterator<Item = &'static Relation> {
    resource.relations.iter().filter(|relation| relation.owner_field.is_some())
}

/// The other sides, by resource, position and object.
type Linked = HashMap<(&'static str, usize, Uuid), Vec<Uuid>>;

async fn linked(cx: &mut Cx, wanted: Vec<(&'static Resource, Vec<Uuid>)>) -> Result<Linked> {
    let dialect = cx.conn.dialect();
    let (mut sql, mut relations) = (Sql::new(), Vec::new());
    for (resource, ids) in wanted {
        for relation in shown(resource) {
            let Relation { own, other, table, .. } = relation;
            sql.push(if relations.is_empty() { "" } else { " union all " });
            sql.push(&format!("select {}, {own}, {other} from {table} where {own}", relations.len()));
            sql.any(dialect, Value::Uuids(ids.clone()));
            relations.push((resource.def.path, relation.position));
        }
    }
    let mut linked = Linked::new();
    if relations.is_empty() {
        return Ok(linked);
    }
    sql.push(" order by 3");
    for row in cx.conn.query(&sql, &[Type::Int, Type::Uuid, Type::Uuid]).await? {
        let at = row[0].as_int().and_then(|at| relations.get(at as usize));
        if let (Some((path, position)), Some(own), Some(other)) = (at, row[1].as_uuid(), row[2].as_uuid()) {
            linked.entry((path, *position, own)).or_default().push(other);
        }
    }
    Ok(linked)
}
