//! Reading: from query parameters to a page of objects with everything they refer to.
//!
//! A page costs one query for its rows, one for the count where it is needed, one for each
//! many-relation and what its computed fields take; nothing for each row.

mod page;
mod params;
mod scope;
mod select;

pub use page::{Label, Page, as_seen, item, load_page};
pub use params::{DEFAULT_LIMIT, ListParams, MAX_LIMIT, PageRequest, known_parameters, refuse_parameters};
pub use scope::scope_condition;
pub use select::{Select, column};

use cairn_access::Scope;
use cairn_model::Value;
use cairn_store::Sql;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::registry::{Relation, Resource};

/// Runs a selection and reads the objects with the relations that they own.
pub async fn objects(cx: &mut Cx, resource: &'static Resource, select: Select) -> Result<Vec<Object>> {
    let rows = cx.conn.query(&select.rows(), &resource.column_types).await?;
    let mut objects: Vec<Object> = rows.into_iter().map(|row| from_row(resource, row)).collect();
    let owned: Vec<&Relation> = resource.relations.iter().filter(|relation| relation.owner_field.is_none()).collect();
    load_targets(cx, &owned, &mut objects).await?;
    Ok(objects)
}

/// Finds one object in a scope, with the relations that it owns.
pub async fn find(cx: &mut Cx, resource: &'static Resource, scope: &Scope, id: Uuid) -> Result<Option<Object>> {
    let mut select = Select::new(cx, resource, scope);
    select.id(id);
    Ok(objects(cx, resource, select).await?.pop())
}

/// Finds one object and keeps others from changing it until the transaction ends.
pub async fn find_for_update(
    cx: &mut Cx,
    resource: &'static Resource,
    scope: &Scope,
    id: Uuid,
) -> Result<Option<Object>> {
    let mut select = Select::new(cx, resource, scope);
    select.id(id).for_update();
    Ok(objects(cx, resource, select).await?.pop())
}

/// Puts a row's columns at the positions of their fields.
pub(crate) fn from_row(resource: &Resource, row: Vec<Value>) -> Object {
    if resource.columns.len() == resource.def.fields.len() {
        return Object { def: resource.def, values: row };
    }
    // What is not stored has its default.
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

/// Reads the ids of many-relations, without regard to who may see their targets.
pub(crate) async fn load_targets(cx: &mut Cx, relations: &[&Relation], objects: &mut [Object]) -> Result<()> {
    if objects.is_empty() || relations.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = objects.iter().map(Object::id).collect();
    let dialect = cx.conn.dialect();
    let queries: Vec<_> = relations
        .iter()
        .map(|relation| {
            let mut sql = Sql::raw(format!(
                "select {own}, {other} from {table} where {own}",
                own = relation.own,
                other = relation.other,
                table = relation.table
            ));
            sql.any(dialect, Value::Uuids(ids.clone()));
            sql.push(" order by 2");
            (sql, vec![cairn_model::Type::Uuid; 2])
        })
        .collect();
    let answers = cx.conn.query_all(&queries).await?;
    let rows_of: std::collections::HashMap<Uuid, usize> =
        ids.into_iter().enumerate().map(|(row, id)| (id, row)).collect();
    for (relation, rows) in relations.iter().zip(answers) {
        for row in rows {
            let (Some(own), Some(other)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
            if let Some(at) = rows_of.get(&own)
                && let Value::Uuids(targets) = &mut objects[*at].values[relation.position]
            {
                targets.push(other);
            }
        }
    }
    Ok(())
}
