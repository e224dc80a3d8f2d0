//! Files that nothing refers to any more.
//!
//! A file is in use while a row or a state in the journal names it: a deleted object can be restored with its files,
//! and the past shows them. Once retention removes those states, the files are no longer needed. A file that was
//! stored recently may belong to an upload that is not committed yet, so files get a few days of grace.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use cairn_model::kind::Kind;
use cairn_model::{Timestamp, Type, Value};
use cairn_store::{Conn, Sql};
use serde_json::Value as Json;

use crate::engine::Engine;
use crate::error::Result;
use crate::query::column;
use crate::registry::Resource;

/// How many journal states are read at once.
const PORTION: i64 = 1000;

/// Removes files that nothing refers to and that were stored more than this many days ago; returns how many.
pub async fn remove(engine: &Engine, days_of_grace: u32) -> Result<usize> {
    // Listed first: files stored from here on are not considered.
    let stored = engine.files.list().await?;
    let mut conn = engine.db.read().await?;
    let used = used(engine, &mut conn).await?;
    drop(conn);
    let unused: Vec<String> = stored.into_iter().filter(|sha256| !used.contains(sha256)).collect();
    let before = instant(engine.clock.now().plus_days(-i64::from(days_of_grace)));
    let removed = engine.files.remove_older(unused, before).await?;
    if removed > 0 {
        tracing::info!(removed, "unused files were removed");
    }
    Ok(removed)
}

fn instant(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_micros(at.micros().try_into().unwrap_or_default())
}

/// The hashes of all files named by a row or a kept state.
async fn used(engine: &Engine, conn: &mut Conn) -> Result<HashSet<String>> {
    let mut used = HashSet::new();
    let mut paths = Vec::new();
    for resource in engine.registry.tables().filter(|resource| !resource.entry.view) {
        let fields = file_fields(resource);
        for field in &fields {
            let own = column("t", field);
            let sql = Sql::raw(format!("select {own} from {} t where {own} is not null", resource.def.table));
            for row in conn.query(&sql, &[Type::Json]).await? {
                note(&row[0].to_json(), &mut used);
            }
        }
        if !fields.is_empty() {
            paths.push(resource.def.path.to_owned());
        }
    }
    let mut seen = 0;
    loop {
        let mut sql = Sql::raw("select j.seq, j.state from journal j where j.state is not null and j.resource");
        sql.any(conn.dialect(), Value::Texts(paths.clone())).push(" and j.seq > ").bind(seen);
        sql.push(" order by j.seq limit ").bind(PORTION);
        let rows = conn.query(&sql, &[Type::Int, Type::Json]).await?;
        for row in &rows {
            seen = row[0].as_int().unwrap_or(seen);
            note(&row[1].to_json(), &mut used);
        }
        if (rows.len() as i64) < PORTION {
            return Ok(used);
        }
    }
}

fn file_fields(resource: &Resource) -> Vec<&'static str> {
    let fields = resource.def.fields.iter().filter(|field| matches!(field.kind, Kind::File(_)) && field.is_column());
    fields.map(|field| field.name).collect()
}

/// Collects every hash in a value, at any depth.
fn note(value: &Json, used: &mut HashSet<String>) {
    match value {
        Json::Object(members) => {
            used.extend(members.get("sha256").and_then(Json::as_str).map(str::to_owned));
            members.values().for_each(|member| note(member, used));
        }
        Json::Array(items) => items.iter().for_each(|item| note(item, used)),
        _ => {}
    }
}
