//! Reading: from query parameters to a page of objects with everything they refer to.
//!
//! A page takes one query for its rows, one for the count where it is needed, one for each many-relation and those of
//! its computed fields; none per row.

mod any;
mod fields;
mod groups;
mod hits;
mod links;
mod page;
mod params;
mod related;
mod scope;
mod seen;
mod select;
mod union;
pub mod within;

pub use any::{AnyTarget, AnyTargets, any_targets, find_any, seen_any};
pub use fields::{FIELDS, Fields, known as known_fields};
pub use groups::{BY, Groups, SUM, can_group, can_sum, groups};
pub use links::neighbours;
pub use page::{Label, Page, Target, as_seen, item, item_with, load_page};
pub use params::{
    AS_OF, DEFAULT_LIMIT, DRAFT, ListParams, MAX_LIMIT, PageRequest, View, instant, known_parameters, orderable,
    refuse_parameters, unknown_parameter,
};
pub use related::{linked, referring};
pub use scope::is_assigned;
pub(crate) use scope::{depends_on_whole, is_by_row, sight};
pub use seen::{Named, seen};
pub use select::{LOG_COUNT, Lock, Select, among, column};

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_model::{Type, Value};
use cairn_store::{Dialect, Row, Sql};
use uuid::Uuid;

use crate::computed::Query;
use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::registry::{Relation, Resource};

/// Runs a selection and reads the objects with the relations that they own.
pub async fn objects(cx: &mut Cx, resource: &'static Resource, select: Select) -> Result<Vec<Object>> {
    let rows = cx.conn.query(&select.rows(), &resource.column_types).await?;
    let mut objects: Vec<Object> = rows.into_iter().map(|row| from_row(resource, row)).collect();
    load_targets(cx, &owned(resource), &mut objects).await?;
    Ok(objects)
}

fn owned(resource: &'static Resource) -> Vec<&'static Relation> {
    resource.relations.iter().filter(|relation| relation.owner_field.is_none()).collect()
}

/// Finds one object in a scope, with the relations that it owns.
pub async fn find(cx: &mut Cx, resource: &'static Resource, scope: &Scope, id: Uuid) -> Result<Option<Object>> {
    one(cx, resource, Select::new(cx, resource, scope), id).await
}

/// Finds one object and locks it against changes until the transaction ends.
pub async fn find_for_update(
    cx: &mut Cx,
    resource: &'static Resource,
    scope: &Scope,
    id: Uuid,
) -> Result<Option<Object>> {
    find_locked(cx, resource, scope, id, Lock::Change).await
}

pub(crate) async fn find_locked(
    cx: &mut Cx,
    resource: &'static Resource,
    scope: &Scope,
    id: Uuid,
    lock: Lock,
) -> Result<Option<Object>> {
    let mut select = Select::new(cx, resource, scope);
    select.locked(lock);
    one(cx, resource, select, id).await
}

/// Finds one object to change, with the links to it that others own: the response shows them.
pub(crate) async fn find_to_change(
    cx: &mut Cx,
    resource: &'static Resource,
    scope: &Scope,
    id: Uuid,
) -> Result<Option<Object>> {
    let mut select = Select::new(cx, resource, scope);
    select.locked(Lock::Change);
    let relations: Vec<&Relation> = resource.relations.iter().collect();
    let mut found = read_one(cx, resource, select, id, &relations).await?;
    if let Some(object) = &mut found {
        let reverse = reverse(resource).map(|relation| relation.position);
        let links = reverse.map(|at| (at, std::mem::replace(&mut object.values[at], Value::Uuids(Vec::new()))));
        cx.links = Some((id, links.collect()));
    }
    Ok(found)
}

/// The relations that others own.
pub(crate) fn reverse(resource: &'static Resource) -> impl Iterator<Item = &'static Relation> {
    resource.relations.iter().filter(|relation| relation.owner_field.is_some())
}

/// Reads many objects of one resource regardless of the caller, in the order of the ids. Missing ones are left out.
pub(crate) async fn load(
    cx: &mut Cx,
    resource: &'static Resource,
    ids: &[Uuid],
    lock: Option<Lock>,
) -> Result<Vec<Object>> {
    let mut select = Select::new(cx, resource, &Scope::system());
    select.any_of("id", Value::Uuids(ids.to_vec())).order_by("t.id");
    if let Some(lock) = lock {
        select.locked(lock);
    }
    let mut found = objects(cx, resource, select).await?;
    let order: HashMap<Uuid, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    found.sort_by_key(|object| order.get(&object.id()).copied());
    Ok(found)
}

async fn one(cx: &mut Cx, resource: &'static Resource, select: Select, id: Uuid) -> Result<Option<Object>> {
    read_one(cx, resource, select, id, &owned(resource)).await
}

/// Reads one object of a selection. Its id is known, so its relations are read in the same round trip.
async fn read_one(
    cx: &mut Cx,
    resource: &'static Resource,
    mut select: Select,
    id: Uuid,
    relations: &[&Relation],
) -> Result<Option<Object>> {
    let mut queries = vec![(select.id(id).rows(), resource.column_types.clone())];
    queries.extend(target_queries(cx.conn.dialect(), relations, &[id]));
    let mut answers = cx.conn.query_all(&queries).await?.into_iter();
    let row = answers.next().and_then(|mut rows| rows.pop());
    let mut found = row.map(|row| from_row(resource, row));
    if let Some(object) = &mut found {
        put_targets(relations, answers, std::slice::from_mut(object));
    }
    Ok(found)
}

/// Puts a row's columns at the positions of their fields.
pub(crate) fn from_row(resource: &Resource, row: Vec<Value>) -> Object {
    if resource.columns.len() == resource.def.fields.len() {
        return Object { def: resource.def, values: row };
    }
    // Fields that are not stored get their default.
    let mut values: Vec<Value> = resource
        .def
        .fields
        .iter()
        .map(|field| if field.stored { Value::Null } else { field.default.value(&field.kind) })
        .collect();
    for (position, value) in resource.columns.iter().zip(row) {
        values[*position] = value;
    }
    for relation in &resource.relations {
        values[relation.position] = Value::Uuids(Vec::new());
    }
    Object { def: resource.def, values }
}

/// Reads the ids of many-relations, regardless of who may see their targets.
pub(crate) async fn load_targets(cx: &mut Cx, relations: &[&Relation], objects: &mut [Object]) -> Result<()> {
    if objects.is_empty() || relations.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = objects.iter().map(Object::id).collect();
    let answers = cx.conn.query_all(&target_queries(cx.conn.dialect(), relations, &ids)).await?;
    put_targets(relations, answers, objects);
    Ok(())
}

/// The query for some relations, by their positions among them: own side and other.
fn target_queries(dialect: Dialect, relations: &[&Relation], ids: &[Uuid]) -> Vec<Query> {
    let query = |(at, relation): (usize, &&Relation)| {
        let (own, other, table) = (relation.own, relation.other, &relation.table);
        let mut sql = Sql::raw(format!("select {at}, {own}, {other} from {table} where "));
        sql.append(among(own, ids, dialect));
        (sql, vec![Type::Int, Type::Uuid, Type::Uuid])
    };
    union::together(relations.iter().enumerate().map(query))
}

fn put_targets(relations: &[&Relation], answers: impl IntoIterator<Item = Vec<Row>>, objects: &mut [Object]) {
    let rows_of: HashMap<Uuid, usize> = objects.iter().enumerate().map(|(row, object)| (object.id(), row)).collect();
    for (relation, rows) in relations.iter().zip(union::apart(relations.len(), answers)) {
        for row in rows {
            let (Some(own), Some(other)) = (row[1].as_uuid(), row[2].as_uuid()) else { continue };
            if let Some(at) = rows_of.get(&own)
                && let Value::Uuids(targets) = &mut objects[*at].values[relation.position]
            {
                targets.push(other);
            }
        }
    }
    for relation in relations {
        for object in objects.iter_mut() {
            if let Value::Uuids(targets) = &mut object.values[relation.position] {
                targets.sort_unstable();
            }
        }
    }
}
