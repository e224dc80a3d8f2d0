//! Rebuilds an instant: the tables of the definitions, filled from the journal.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Conn, DatabaseUrl, Db, Dialect, Options, Sql};
use serde_json::Value as Json;
use uuid::Uuid;

use super::rebuilt::{Files, Present, Rebuilt, fingerprint};
use super::state::object_of;
use super::{LATE, PRESENT_FOLDER, PRESENT_PUBLISHED, commits_overlap, folder};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::journal::last_erasure;
use crate::log::CHANGES;
use crate::object::Object;
use crate::registry::{Registry, Resource};
use crate::rows::Write;
use crate::schema::{self, Table};
use crate::{access, search};

/// Entries are read in chunks of this size.
const PORTION: usize = 500;

/// The word index, as the migrations create it for SQLite.
const DOCUMENTS: &str = "
create table search_documents (
    document integer primary key, resource text not null, object_id blob not null, folder blob, is_published integer,
    title text not null, body text not null, unique (resource, object_id)
);
";
/// Created after the documents, which is faster than word by word. The last ten bits of a row's number identify the
/// resource, see the migration.
const WORDS: &str = "
create table search_numbers (number integer primary key check (number < 1024), resource text not null unique);
insert into search_numbers (resource) select distinct resource from search_documents;
create view search_contents as
    select d.document << 10 | n.number as id, d.title, d.body
    from search_documents d join search_numbers n on n.resource = d.resource;
create virtual table search_words using fts5 (
    title, body, content = 'search_contents', content_rowid = 'id', tokenize = 'unicode61', prefix = '2 3'
);
create trigger search_documents_insert after insert on search_documents begin
    insert or ignore into search_numbers (resource) values (new.resource);
    insert into search_words (rowid, title, body)
        select new.document << 10 | number, new.title, new.body from search_numbers where resource = new.resource;
end;
create trigger search_documents_delete after delete on search_documents begin
    insert into search_words (search_words, rowid, title, body)
        select 'delete', old.document << 10 | number, old.title, old.body from search_numbers where resource = old.resource;
end;
create trigger search_documents_update after update of title, body on search_documents begin
    insert into search_words (search_words, rowid, title, body)
        select 'delete', old.document << 10 | number, old.title, old.body from search_numbers where resource = old.resource;
    insert into search_words (rowid, title, body)
        select new.document << 10 | number, new.title, new.body from search_numbers where resource = new.resource;
end;
insert into search_words (search_words) values ('rebuild');
";

/// A private file of this process, deleted when it is dropped.
pub(crate) async fn new_file(engine: &Engine) -> Result<Files> {
    let parent = engine.past_settings().folder.clone();
    let own = engine.past.folder.get_or_try_init(async || folder::Own::make(&parent)).await?;
    Ok(Files(own.file()))
}

/// Rebuilds an instant, from a copy of the nearest earlier one if there is any.
pub(super) async fn make(engine: &Arc<Engine>, instant: Timestamp) -> Result<Arc<Rebuilt>> {
    let registry = engine.registry;
    let file = new_file(engine).await?;
    let begun = engine.clock.now();
    let mut live = engine.db.read().await?;
    let entries = fingerprint(&mut live, instant).await?;
    let erasure = last_erasure(&mut live).await?;

    let mut before = engine.past.nearest_before(instant).filter(|before| before.erasure == erasure);
    if let Some(earlier) = &before
        && !is_near(&mut live, earlier, instant).await?
    {
        before = None;
    }
    if let Some(before) = &before {
        before.db.copy_to(&file.0).await?;
    }
    let options = Options { scratch: true, readers: 4, ..Options::default() };
    let db = Db::open(&DatabaseUrl::Sqlite(file.0.clone()), &options).await?;
    let mut past = db.write_long().await?;
    let objects;
    match &before {
        Some(before) => {
            let changed = fill(registry, &mut live, &mut past, Some(before.instant), instant).await?;
            objects = before.objects.max(changed);
            engine.past.rolled.fetch_add(1, Ordering::Relaxed);
        }
        None => {
            let tables = tables(registry);
            for table in &tables {
                past.execute_batch(&create(table)).await?;
            }
            past.execute_batch(DOCUMENTS).await?;
            objects = fill(registry, &mut live, &mut past, None, instant).await?;
            past.execute_batch(WORDS).await?;
            for table in &tables {
                past.execute_batch(&indexes(table)).await?;
            }
            // The planner has no statistics here, so it is told how the data is distributed.
            past.execute_batch("analyze").await?;
            engine.past.built.fetch_add(1, Ordering::Relaxed);
        }
    }
    drop(live);
    past.commit().await?;
    let facts = access::load(&mut db.read().await?, registry, 0).await?;
    let bytes = std::fs::metadata(&file.0).map_or(0, |found| found.len());
    // An instant that was old when it was read misses nothing; a recent one is checked again.
    let is_settled = !commits_overlap(engine.db.dialect()) || begun > instant.plus_seconds(LATE);
    tracing::debug!(%instant, bytes, from = ?before.map(|before| before.instant.to_string()), "an instant was rebuilt");
    Ok(Arc::new(Rebuilt {
        instant,
        db,
        registry,
        facts: Arc::new(facts),
        files: file,
        objects,
        bytes,
        erasure,
        entries,
        is_settled: AtomicBool::new(is_settled),
        present: tokio::sync::Mutex::new(Present::default()),
        as_if: None,
    }))
}

/// Whether so little changed between two instants that continuing from the earlier one is worth it: replacing an
/// object takes about twice as long as inserting it into an empty database.
async fn is_near(live: &mut Conn, earlier: &Rebuilt, instant: Timestamp) -> Result<bool> {
    let most = (earlier.objects / 3) as i64 + 1;
    let mut sql = Sql::raw("select count(*) from (select 1 from journal where at > ");
    sql.bind(earlier.instant).push(" and at <= ").bind(instant).push(&format!(" and kind in {CHANGES} limit "));
    sql.bind(most).push(") c");
    let rows = live.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).is_some_and(|changes| changes < most))
}

/// The tables of everything that is journalled.
fn tables(registry: &Registry) -> Vec<Table> {
    let is_log = |name: &str| registry.tables().any(|resource| resource.entry.log && resource.def.table == name);
    schema::tables(registry, Dialect::Sqlite).into_iter().filter(|table| !is_log(&table.name)).collect()
}

/// A table without its constraints: what was allowed then may not be now.
fn create(table: &Table) -> String {
    let mut columns: Vec<String> = table
        .columns
        .iter()
        .map(|column| {
            let key = if column.name == "id" { " primary key" } else { "" };
            format!("\"{}\" {}{key}", column.name, column.sql_type)
        })
        .collect();
    if table.is_link {
        return format!(
            "create table {} ({}, primary key (source, target)) without rowid;\n",
            table.name,
            columns.join(", ")
        );
    }
    columns.push(format!("{PRESENT_FOLDER} blob"));
    columns.push(format!("{PRESENT_PUBLISHED} integer"));
    format!("create table {} ({});\n", table.name, columns.join(", "))
}

/// Created after the rows, which is faster.
fn indexes(table: &Table) -> String {
    let mut all: Vec<String> =
        table.indexes.iter().map(|(_, sql)| sql.replace("create unique index", "create index")).collect();
    if !table.is_link {
        all.push(format!("create index {0}_present_idx on {0} ({PRESENT_FOLDER})", table.name));
    }
    all.join(";\n")
}

/// Inserts the last state of every object that changed after one instant and up to another, and returns how many there
/// were.
async fn fill(
    registry: &'static Registry,
    live: &mut Conn,
    past: &mut Conn,
    after: Option<Timestamp>,
    until: Timestamp,
) -> Result<usize> {
    // By position in the journal and not by time: of two changes to one object, the later one has the higher position,
    // even if its request came first and waited.
    let mut sql = Sql::raw("select max(seq) from journal where at <= ");
    sql.bind(until).push(&format!(" and kind in {CHANGES}"));
    if let Some(after) = after {
        sql.push(" and object_id in (select object_id from journal where at > ").bind(after);
        sql.push(" and at <= ").bind(until).push(&format!(" and kind in {CHANGES})"));
    }
    sql.push(" group by object_id order by 1");
    let rows = live.query(&sql, &[Type::Int]).await?;
    let places: Vec<i64> = rows.iter().filter_map(|row| row[0].as_int()).collect();
    let writers: BTreeMap<&str, Writer> = registry.tables().map(|one| (one.path, Writer::new(one))).collect();
    for some in places.chunks(PORTION) {
        let mut sql = Sql::raw("select resource, object_id, state from journal where seq in (");
        for (at, seq) in some.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(*seq);
        }
        sql.push(") order by seq");
        for row in live.query(&sql, &[Type::Text, Type::Uuid, Type::Json]).await? {
            let (Some(path), Some(id)) = (row[0].as_str(), row[1].as_uuid()) else { continue };
            // A resource that is no longer part of Cairn cannot be queried either.
            let Some(writer) = writers.get(path) else { continue };
            if after.is_some() {
                writer.remove(past, id).await?;
            }
            if let Some(state) = row[2].as_str() {
                let state: Json = serde_json::from_str(state)
                    .map_err(|error| Error::internal(format!("the journal's state of {path} {id}: {error}")))?;
                writer.insert(past, &object_of(writer.resource, &state)).await?;
            }
        }
    }
    Ok(places.len())
}

/// Writes the rows of one resource.
pub(super) struct Writer {
    pub resource: &'static Resource,
    insert: String,
}

impl Writer {
    pub fn new(resource: &'static Resource) -> Self {
        let names: Vec<String> =
            resource.columns.iter().map(|at| format!("\"{}\"", resource.field(*at).name)).collect();
        let table = resource.def.table;
        let insert =
            format!("insert into {table} ({}, {PRESENT_FOLDER}, {PRESENT_PUBLISHED}) values (", names.join(", "));
        Self { resource, insert }
    }

    pub async fn insert(&self, past: &mut Conn, object: &Object) -> Result<()> {
        let resource = self.resource;
        let mut row = Sql::raw(self.insert.as_str());
        for position in &resource.columns {
            row.bind(object.values[*position].clone()).push(", ");
        }
        row.bind(object.folder()).push(", ").bind(object.get("is_published").clone()).push(")");
        let mut statements = vec![row];
        for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_none()) {
            for some in object.values[relation.position].as_uuids().chunks(PORTION) {
                let mut links = Sql::raw(format!("insert or ignore into {} (source, target) values ", relation.table));
                for (at, target) in some.iter().enumerate() {
                    links.push(if at > 0 { ", (" } else { "(" }).bind(object.id()).push(", ").bind(*target).push(")");
                }
                statements.push(links);
            }
        }
        statements.extend(search::index(
            Dialect::Sqlite,
            resource,
            &[Write { old: None, new: object.clone(), changed: Vec::new() }],
        ));
        past.execute_all(&statements).await?;
        Ok(())
    }

    pub async fn remove(&self, past: &mut Conn, id: Uuid) -> Result<()> {
        let resource = self.resource;
        let mut row = Sql::raw(format!("delete from {} where id = ", resource.def.table));
        row.bind(Value::Uuid(id));
        let mut statements = vec![row, search::forget(Dialect::Sqlite, resource, vec![id])];
        for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_none()) {
            let mut links = Sql::raw(format!("delete from {} where source = ", relation.table));
            links.bind(id);
            statements.push(links);
        }
        past.execute_all(&statements).await?;
        Ok(())
    }
}
