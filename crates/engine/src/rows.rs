//! The rows of objects, with everything that is stored about them: links, search words, places and journal entries.
//!
//! Many objects of one resource are written together. The number of statements does not grow with the number of
//! objects, except for values that differ: those come in lists of a few fixed lengths, so that the statement caches of
//! both drivers know the texts.

use cairn_model::def::{CREATED_AT, UPDATED_AT};
use cairn_model::{Timestamp, Value};
use cairn_store::{Dialect, Sql, StoreError};
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::journal;
use crate::object::Object;
use crate::registry::{Relation, Resource};
use crate::{place, search};

/// An object before and after, and the fields in which the two differ.
pub(crate) struct Write {
    pub old: Option<Object>,
    pub new: Object,
    pub changed: Vec<usize>,
}

impl Write {
    /// The change from one state to another.
    pub fn between(resource: &Resource, old: Option<Object>, new: Object) -> Self {
        let changed = journal::differences(resource, old.as_ref(), Some(&new));
        Self { old, new, changed }
    }

    /// Whether there is anything to write.
    pub fn is_change(&self) -> bool {
        self.old.is_none() || !self.changed.is_empty()
    }
}

/// Writes objects of one resource and their entries in the journal.
pub(crate) async fn write(cx: &mut Cx, resource: &'static Resource, writes: &mut [Write]) -> Result<()> {
    for one in writes.iter_mut() {
        stamp(cx, one.old.as_ref(), &mut one.new);
    }
    let mut statements = row_statements(cx.conn.dialect(), resource, writes);
    for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_none()) {
        statements.extend(link_statements(cx.conn.dialect(), relation, writes));
    }
    statements.extend(search::index(cx.conn.dialect(), resource, writes));
    statements.extend(place::keep(cx, resource, writes));
    statements.extend(journal::record(cx, resource, writes));
    if writes.len() == 1 && cx.conn.dialect() == Dialect::Postgres {
        // The driver and the server spend more on each statement than on what one of these does.
        statements = Sql::together(statements).into_iter().collect();
    }
    if cx.is_swift {
        return Ok(cx.conn.execute_with_next(statements).await?);
    }
    cx.conn.execute_all(&statements).await.map_err(|error| explain(resource, writes, error))?;
    Ok(())
}

/// Deletes the rows of objects of one resource that nothing refers to any more, and journals it.
pub(crate) async fn erase(cx: &mut Cx, resource: &'static Resource, objects: &[Object]) -> Result<()> {
    let dialect = cx.conn.dialect();
    let ids: Vec<Uuid> = objects.iter().map(Object::id).collect();
    let mut statements = Vec::new();
    let mut delete = |table: &str, column: &str| {
        let mut sql = Sql::raw(format!("delete from {table} where {column}"));
        sql.any(dialect, Value::Uuids(ids.clone()));
        statements.push(sql);
    };
    for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_none()) {
        delete(&relation.table, "source");
    }
    delete(resource.def.table, "id");
    statements.push(search::forget(dialect, resource, ids.clone()));
    statements.push(place::forsake(cx, ids));
    statements.extend(journal::record_deleted(cx, resource, objects));
    cx.conn.execute_all(&statements).await?;
    Ok(())
}

/// Statements that insert rows into a table, each with as many rows as its text has room for.
pub(crate) fn insert_all<T>(
    into: &str,
    rows: &[T],
    mut values: impl FnMut(&mut Sql, &T),
    after: impl Fn(&mut Sql),
) -> Vec<Sql> {
    let mut statements = Vec::new();
    let mut rest = rows;
    for length in [100, 10, 1] {
        while rest.len() >= length {
            let (some, more) = rest.split_at(length);
            rest = more;
            let mut sql = Sql::raw(format!("insert into {into} values "));
            for (at, row) in some.iter().enumerate() {
                sql.push(if at > 0 { ", (" } else { "(" });
                values(&mut sql, row);
                sql.push(")");
            }
            after(&mut sql);
            statements.push(sql);
        }
    }
    statements
}

/// Appends values, separated by commas.
pub(crate) fn bind_all(sql: &mut Sql, values: impl IntoIterator<Item = Value>) {
    for (at, value) in values.into_iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(value);
    }
}

/// Sets the times. They increase with every change, so that `changed_since` never misses one.
fn stamp(cx: &Cx, old: Option<&Object>, new: &mut Object) {
    let now = cx.stamp.unwrap_or(cx.now);
    // Only a restored object keeps the time at which it was created.
    let created = old.unwrap_or(new).values[CREATED_AT].as_time().unwrap_or(now);
    let after = old.map_or(i64::MIN, |old| old.updated_at().micros() + 1);
    new.values[CREATED_AT] = Value::Time(created);
    new.values[UPDATED_AT] = Value::Time(Timestamp::from_micros(now.micros().max(after)));
}

fn row_statements(dialect: Dialect, resource: &Resource, writes: &[Write]) -> Vec<Sql> {
    let columns: Vec<String> =
        resource.columns.iter().map(|position| format!("\"{}\"", resource.field(*position).name)).collect();
    let fresh: Vec<&Object> = writes.iter().filter(|one| one.old.is_none()).map(|one| &one.new).collect();
    let values = |sql: &mut Sql, new: &&Object| {
        bind_all(sql, resource.columns.iter().map(|position| new.values[*position].clone()));
    };
    let mut statements =
        insert_all(&format!("{} ({})", resource.def.table, columns.join(", ")), &fresh, values, |_| ());
    // Rows that get the same values share a statement, such as those that move with something else.
    let is_set = |position: &usize| resource.field(*position).is_column();
    let same = |a: &&Write, b: &&Write| {
        let is_same = |position: &usize| a.new.values[*position] == b.new.values[*position];
        a.changed == b.changed && is_same(&UPDATED_AT) && a.changed.iter().filter(|at| is_set(at)).all(is_same)
    };
    let updated: Vec<&Write> = writes.iter().filter(|one| one.old.is_some()).collect();
    for some in updated.chunk_by(same) {
        let (first, ids) = (some[0], some.iter().map(|one| one.new.id()).collect::<Vec<_>>());
        let mut sql = Sql::raw(format!("update {} set \"updated_at\" = ", resource.def.table));
        sql.bind(first.new.values[UPDATED_AT].clone());
        for position in first.changed.iter().filter(|at| is_set(at)) {
            sql.push(", \"").push(resource.field(*position).name).push("\" = ");
            sql.bind(first.new.values[*position].clone());
        }
        sql.push(" where ").append(crate::query::among("id", &ids, dialect));
        statements.push(sql);
    }
    statements
}

fn link_statements(dialect: Dialect, relation: &Relation, writes: &[Write]) -> Vec<Sql> {
    let mut gone: Vec<(Uuid, Vec<Uuid>)> = Vec::new();
    let mut fresh: Vec<(Uuid, Uuid)> = Vec::new();
    for one in writes.iter().filter(|one| one.changed.contains(&relation.position)) {
        let before = one.old.as_ref().map_or(&[][..], |old| old.values[relation.position].as_uuids());
        let after = one.new.values[relation.position].as_uuids();
        let lost: Vec<Uuid> = before.iter().filter(|id| !after.contains(id)).copied().collect();
        if !lost.is_empty() {
            gone.push((one.new.id(), lost));
        }
        fresh.extend(after.iter().filter(|id| !before.contains(id)).map(|target| (one.new.id(), *target)));
    }
    let mut statements = Vec::new();
    for some in gone.chunk_by(|a, b| a.1 == b.1) {
        let sources: Vec<Uuid> = some.iter().map(|(source, _)| *source).collect();
        let mut sql = Sql::raw(format!("delete from {} where source", relation.table));
        sql.any(dialect, Value::Uuids(sources)).push(" and target").any(dialect, Value::Uuids(some[0].1.clone()));
        statements.push(sql);
    }
    statements.extend(new_links(dialect, relation, &fresh));
    statements
}

/// The statements that add links, as source and target.
fn new_links(dialect: Dialect, relation: &Relation, links: &[(Uuid, Uuid)]) -> Vec<Sql> {
    let into = format!("{} (source, target)", relation.table);
    match dialect {
        Dialect::Postgres if links.is_empty() => Vec::new(),
        // Two lists, so that the text is the same for any number of links.
        Dialect::Postgres => {
            let (sources, targets) = links.iter().copied().unzip();
            let mut sql = Sql::raw(format!("insert into {into} select * from unnest("));
            sql.bind(Value::Uuids(sources)).push("::uuid[], ").bind(Value::Uuids(targets)).push("::uuid[])");
            vec![sql]
        }
        Dialect::Sqlite => {
            let values = |sql: &mut Sql, (source, target): &(Uuid, Uuid)| {
                bind_all(sql, [Value::Uuid(*source), Value::Uuid(*target)]);
            };
            insert_all(&into, links, values, |_| ())
        }
    }
}

/// Finds the field that a violated database constraint is about.
fn explain(resource: &Resource, writes: &[Write], error: StoreError) -> Error {
    let StoreError::Unique { constraint } = &error else { return error.into() };
    if *constraint == format!("{}_pkey", resource.def.table) {
        let name = resource.name().to_lowercase();
        return Error::Conflict(format!("A {name} with this id already exists. Change it, or choose another id."));
    }
    let group = resource.def.unique.iter().find(|group| resource.def.unique_index(group) == *constraint);
    let Some(group) = group else { return error.into() };
    let fields: Vec<&str> = group.split(',').collect();
    let field = fields.last().copied().unwrap_or("detail");
    let place = if fields.len() > 1 { " in this scope" } else { "" };
    let [one] = writes else {
        return Error::field(field, format!("One of these values is already in use{place}. Choose different ones."));
    };
    let value = one.new.get(field).to_json();
    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Error::field(field, format!("“{value}” is already in use{place}. Choose a different value."))
}
