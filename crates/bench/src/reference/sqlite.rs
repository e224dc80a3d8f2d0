//! The reference on SQLite: a few readers that are used inline, and one writer on a blocking thread.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, ToSql, params};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::asset::{Asset, COLUMNS, LINKS, Label, Links, Patch, Trace, link, targets};
use super::{Caller, ListQuery, Origin};

/// Found by id with everything about it, and the objectives of the primary assets above.
type Found = Option<(Asset<Label>, Vec<(String, String)>)>;

pub struct Sqlite {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    writer: Arc<Mutex<Connection>>,
}

fn connect(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
         pragma temp_store = memory; pragma cache_size = -8192; pragma mmap_size = 268435456;",
    )?;
    connection.busy_timeout(std::time::Duration::from_secs(30))?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    rusqlite::vtab::array::load_module(&connection)?;
    Ok(connection)
}

impl Sqlite {
    pub fn open(path: &Path) -> Result<Self> {
        let writer = Arc::new(Mutex::new(connect(path)?));
        Ok(Self { path: path.to_owned(), readers: Mutex::default(), writer })
    }

    /// The callers of all tokens by digest, and the folders: id, parent, name.
    #[expect(clippy::type_complexity, reason = "used once, right where it is made")]
    pub fn facts(&self) -> Result<(HashMap<String, Caller>, Vec<(Uuid, Option<Uuid>, String)>)> {
        self.read(|connection| {
            let mut tokens = connection.prepare(super::TOKENS)?;
            let callers = tokens.query_map([], |row| {
                Ok((row.get(0)?, Caller { user: id(row, 1)?, email: row.get(2)?, token: id(row, 3)? }))
            })?;
            let mut folders = connection.prepare("select id, parent_folder, name from folders")?;
            let folders = folders.query_map([], |row| Ok((id(row, 0)?, id_or_null(row, 1)?, row.get(2)?)))?;
            Ok((callers.collect::<rusqlite::Result<_>>()?, folders.collect::<rusqlite::Result<_>>()?))
        })
    }

    /// Runs on a reader, inside a transaction so that all queries see one state.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let idle = self.readers.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        connection.prepare_cached("begin deferred")?.execute([])?;
        let outcome = work(&connection);
        connection.prepare_cached("commit")?.execute([])?;
        self.readers.lock().push(connection);
        outcome
    }

    pub fn list(&self, query: &ListQuery) -> Result<(Vec<Asset<Label>>, i64)> {
        self.read(|connection| {
            let word = query.search.as_deref().map(|word| format!("\"{}\"*", cairn_engine::search::fold(word)));
            // Words first: the planner knows nothing of how few they leave.
            let condition = match word {
                Some(_) => {
                    "where t.id in (select d.object_id from search_words w \
                     cross join search_documents d on d.document = w.rowid >> 10 \
                     where search_words match ?1 and d.resource = 'assets')"
                }
                None => "",
            };
            let mut params: Vec<&dyn ToSql> = word.iter().map(|word| word as &dyn ToSql).collect();
            let mut page = connection.prepare_cached(&format!(
                "select {COLUMNS}, c.name from assets t left join asset_class c on c.id = t.asset_class {condition} \
                 order by lower(t.name), t.id limit ? offset ?",
            ))?;
            let words = params.len();
            params.extend([&query.limit as &dyn ToSql, &query.offset]);
            let rows = page.query_map(&params[..], labelled)?;
            let mut assets: Vec<Asset<Label>> = rows.collect::<rusqlite::Result<_>>()?;
            let count = if (assets.len() as i64) < query.limit {
                query.offset + assets.len() as i64
            } else {
                let mut count = connection.prepare_cached(&format!("select count(*) from assets t {condition}"))?;
                count.query_row(&params[..words], |row| row.get(0))?
            };
            let ids = assets.iter().map(|asset| asset.id).collect::<Vec<_>>();
            link(&mut assets, links(connection, &ids)?);
            Ok((assets, count))
        })
    }

    pub fn find(&self, wanted: Uuid) -> Result<Found> {
        self.read(|connection| {
            let mut one = connection.prepare_cached(&format!(
                "select {COLUMNS}, c.name from assets t left join asset_class c on c.id = t.asset_class where t.id = ?1",
            ))?;
            let mut found = one.query_map([wanted.as_bytes()], labelled)?.collect::<rusqlite::Result<Vec<_>>>()?;
            link(&mut found, links(connection, &[wanted])?);
            let Some(mut asset) = found.pop() else { return Ok(None) };
            let mut below = connection.prepare_cached(
                "with recursive w(id) as (select source from assets_parent_assets where target = ?1 \
                 union select l.source from w join assets_parent_assets l on l.target = w.id) \
                 select r.id, r.name from w cross join assets r on r.id = w.id order by lower(r.name), r.id",
            )?;
            let children = below.query_map([wanted.as_bytes()], |row| Ok(Label::new(id(row, 0)?, row.get(1)?)))?;
            asset.children_assets = Some(children.collect::<rusqlite::Result<_>>()?);
            let mut up = connection.prepare_cached(
                "with recursive w(id) as (select target from assets_parent_assets where source = ?1 \
                 union select l.target from w join assets_parent_assets l on l.source = w.id) \
                 select r.security_objectives, r.disaster_recovery_objectives \
                 from w cross join assets r on r.id = w.id where r.type = 'PR'",
            )?;
            let above = up.query_map([wanted.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(Some((asset, above.collect::<rusqlite::Result<_>>()?)))
        })
    }

    /// Runs in a durable transaction of its own, where waiting for the disk holds up nobody.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let writer = Arc::clone(&self.writer);
        tokio::task::spawn_blocking(move || {
            let mut connection = writer.lock();
            let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
        .await?
    }

    pub async fn create(&self, asset: Asset<Uuid>, trace: Trace, origin: Origin) -> Result<Vec<u8>> {
        self.write(move |connection| {
            connection
                .prepare_cached(
                    "insert into assets (id, created_at, updated_at, folder, name, description, ref_id, type, \
                     asset_class, reference_link, security_objectives, disaster_recovery_objectives, \
                     security_capabilities, recovery_capabilities, observation, is_business_function, \
                     dora_criticality_assessment, dora_criticality_justification, dora_discontinuing_impact, \
                     is_published) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, \
                     ?17, ?18, ?19, ?20)",
                )?
                .execute(params![
                    asset.id.as_bytes(),
                    asset.created_at.timestamp_micros(),
                    asset.updated_at.timestamp_micros(),
                    asset.folder.as_bytes(),
                    asset.name,
                    asset.description,
                    asset.ref_id,
                    asset.r#type,
                    asset.asset_class.as_ref().map(Uuid::as_bytes),
                    asset.reference_link,
                    asset.security_objectives.get(),
                    asset.disaster_recovery_objectives.get(),
                    asset.security_capabilities.get(),
                    asset.recovery_capabilities.get(),
                    asset.observation,
                    asset.is_business_function,
                    asset.dora_criticality_assessment,
                    asset.dora_criticality_justification,
                    asset.dora_discontinuing_impact,
                    asset.is_published,
                ])?;
            for (table, targets) in [
                ("assets_parent_assets", &asset.parent_assets),
                ("assets_owner", &asset.owner),
                ("assets_filtering_labels", &asset.filtering_labels),
            ] {
                let mut insert =
                    connection.prepare_cached(&format!("insert into {table} (source, target) values (?1, ?2)"))?;
                for target in targets {
                    insert.execute([asset.id.as_bytes(), target.as_bytes()])?;
                }
            }
            connection
                .prepare_cached(
                    "insert into search_documents (resource, object_id, folder, is_published, title, body) \
                     values ('assets', ?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    asset.id.as_bytes(),
                    asset.folder.as_bytes(),
                    asset.is_published,
                    trace.title,
                    trace.body
                ])?;
            journal(connection, "created", &asset, &trace, &origin)?;
            Ok(trace.answer)
        })
        .await
    }

    pub async fn patch(&self, wanted: Uuid, patch: Patch, origin: Origin) -> Result<Vec<u8>> {
        self.write(move |connection| {
            let mut asset = connection
                .prepare_cached(&format!("select {COLUMNS} from assets t where t.id = ?1"))?
                .query_row([wanted.as_bytes()], |row| plain(row, |id| id))?;
            for (which, (table, own, other, ..)) in LINKS.iter().enumerate() {
                let mut found = connection
                    .prepare_cached(&format!("select {other} from {table} where {own} = ?1 order by {other}"))?;
                let found = found.query_map([wanted.as_bytes()], |row| id(row, 0))?;
                *targets(&mut asset, which) = found.collect::<rusqlite::Result<Vec<_>>>()?;
            }
            let changes = asset.patch(patch);
            asset.updated_at = origin.at.max(asset.updated_at + chrono::TimeDelta::microseconds(1));
            let trace = asset.trace(&changes)?;
            connection
                .prepare_cached(
                    "update assets set updated_at = ?2, name = ?3, description = ?4, ref_id = ?5 where id = ?1",
                )?
                .execute(params![
                    wanted.as_bytes(),
                    asset.updated_at.timestamp_micros(),
                    asset.name,
                    asset.description,
                    asset.ref_id
                ])?;
            connection
                .prepare_cached(
                    "update search_documents set title = ?2, body = ?3 where resource = 'assets' and object_id = ?1",
                )?
                .execute(params![wanted.as_bytes(), trace.title, trace.body])?;
            journal(connection, "updated", &asset, &trace, &origin)?;
            Ok(trace.answer)
        })
        .await
    }
}

fn journal(connection: &Connection, kind: &str, asset: &Asset<Uuid>, trace: &Trace, origin: &Origin) -> Result<()> {
    connection
        .prepare_cached(
            "insert into journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, \
             token, address, request, changes, state) \
             values (?1, ?2, 'assets', ?3, ?4, ?5, 'token', ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            origin.at.timestamp_micros(),
            kind,
            asset.id.as_bytes(),
            asset.name,
            asset.folder.as_bytes(),
            origin.caller.user.as_bytes(),
            origin.caller.email,
            origin.caller.token.as_bytes(),
            origin.address,
            origin.request,
            trace.changes,
            trace.state,
        ])?;
    Ok(())
}

/// One query for each link table brings the targets of all assets.
fn links(connection: &Connection, assets: &[Uuid]) -> Result<Links> {
    let ids = Rc::new(assets.iter().map(|id| Value::Blob(id.as_bytes().to_vec())).collect::<Vec<_>>());
    let mut all = Links::default();
    for ((table, own, other, target, words, folder), rows) in LINKS.iter().zip(&mut all) {
        let mut statement = connection.prepare_cached(&format!(
            "select l.{own}, r.id, r.{words}, {folder} from {table} l join {target} r on r.id = l.{other} \
             where l.{own} in rarray(?1)"
        ))?;
        let found =
            statement.query_map([&ids], |row| Ok((id(row, 0)?, id(row, 1)?, row.get(2)?, id_or_null(row, 3)?)))?;
        *rows = found.collect::<rusqlite::Result<_>>().with_context(|| format!("links in {table}"))?;
    }
    Ok(all)
}

fn labelled(row: &Row<'_>) -> rusqlite::Result<Asset<Label>> {
    let mut asset = plain(row, |id| Label::new(id, String::new()))?;
    if let Some(class) = &mut asset.asset_class {
        class.text = row.get(20)?;
        class.name = Some(class.text.clone());
    }
    Ok(asset)
}

fn plain<R>(row: &Row<'_>, refer: fn(Uuid) -> R) -> rusqlite::Result<Asset<R>> {
    Ok(Asset {
        id: id(row, 0)?,
        created_at: time(row, 1)?,
        updated_at: time(row, 2)?,
        folder: refer(id(row, 3)?),
        name: row.get(4)?,
        description: row.get(5)?,
        ref_id: row.get(6)?,
        r#type: row.get(7)?,
        asset_class: id_or_null(row, 19)?.map(refer),
        reference_link: row.get(8)?,
        parent_assets: Vec::new(),
        support_assets: Some(Vec::new()),
        security_objectives: raw(row, 9)?,
        disaster_recovery_objectives: raw(row, 10)?,
        security_capabilities: raw(row, 11)?,
        recovery_capabilities: raw(row, 12)?,
        overridden_children_capabilities: Vec::new(),
        applied_controls: Some(Vec::new()),
        vulnerabilities: Some(Vec::new()),
        incidents: Some(Vec::new()),
        organisation_objectives: Some(Vec::new()),
        security_exceptions: Vec::new(),
        owner: Vec::new(),
        filtering_labels: Vec::new(),
        observation: row.get(13)?,
        is_business_function: row.get(14)?,
        // Nobody sets it in the data of the benchmark.
        dora_licenced_activity: None,
        dora_criticality_assessment: row.get(15)?,
        dora_criticality_justification: row.get(16)?,
        dora_discontinuing_impact: row.get(17)?,
        is_published: row.get(18)?,
        is_primary: None,
        children_assets: None,
        security_objectives_comparison: None,
        recovery_objectives_comparison: None,
        path: None,
    })
}

fn id(row: &Row<'_>, column: usize) -> rusqlite::Result<Uuid> {
    row.get(column).map(Uuid::from_bytes)
}

fn id_or_null(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Uuid>> {
    Ok(row.get::<_, Option<[u8; 16]>>(column)?.map(Uuid::from_bytes))
}

fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<DateTime<Utc>> {
    Ok(DateTime::from_timestamp_micros(row.get(column)?).unwrap_or_default())
}

fn raw(row: &Row<'_>, column: usize) -> rusqlite::Result<Box<RawValue>> {
    let text: String = row.get(column)?;
    RawValue::from_string(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    })
}
