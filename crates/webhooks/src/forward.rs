//! The audit log on its way to sinks.
//!
//! Entries are taken in the order in which they were sealed: that order has no gaps and never
//! changes, so a number is all that a sink's place takes, and nothing that commits late is passed
//! over. Each becomes a message in the same queue as events, under an id that follows from the
//! sink and the entry, so that a replay comes under the ids that the collector knows.

use std::collections::HashMap;

use cairn_access::Snapshot;
use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Registry, Result};
use cairn_model::{Timestamp, Type, Value};
use cairn_resources::platform::{AuditSink, BodyFormat};
use cairn_store::{Row, Sql};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::ocsf;

/// Entries taken for one sink in one transaction.
const BITE: i64 = 200;
/// A sink that is so far behind is not given more: its entries are safe in the journal.
const MOST_WAITING: i64 = 5000;

/// What forwarding needs to know of a sink.
#[derive(Debug)]
pub struct Sink {
    pub id: Uuid,
    owner: Uuid,
    folder: Uuid,
    folders: Vec<Uuid>,
    format: BodyFormat,
}

impl Sink {
    /// Those that are switched on.
    pub fn active(sinks: &[AuditSink]) -> Vec<Self> {
        let of = |sink: &AuditSink| Self {
            id: sink.id.uuid(),
            owner: sink.owner.uuid(),
            folder: sink.folder.uuid(),
            folders: sink.target_folders.uuids(),
            format: sink.body_format,
        };
        sinks.iter().filter(|sink| sink.is_active).map(of).collect()
    }
}

/// An entry of the journal, as far as sinks are told of it.
#[derive(Debug)]
pub struct Entry {
    pub leaf: i64,
    pub seq: i64,
    pub at: Timestamp,
    pub kind: String,
    pub resource: String,
    pub object_id: Option<Uuid>,
    pub object_name: Option<String>,
    pub folder: Option<Uuid>,
    pub origin: String,
    pub actor: Option<Uuid>,
    pub actor_label: String,
    pub token: Option<Uuid>,
    pub address: Option<String>,
    pub request: Option<String>,
    pub changes: Json,
}

/// Whether any sink has entries to take. A look without a write.
pub async fn is_behind(cx: &mut Cx, sinks: &[Sink]) -> Result<bool> {
    let mut sql = Sql::raw(
        "select 1 from audit_sink_places p where p.next < (select coalesce(max(leaf) + 1, 0) from journal_leaves) and p.sink",
    );
    sql.any(cx.conn.dialect(), Value::Uuids(sinks.iter().map(|sink| sink.id).collect())).push(" limit 1");
    Ok(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty())
}

/// Takes the next entries for every sink; tells whether there may be more.
pub async fn forward(cx: &mut Cx, sinks: &[Sink]) -> Result<bool> {
    // Two processes must not take the same entries.
    cx.conn.lock("audit sinks").await?;
    let mut places = Sql::raw("select sink, next from audit_sink_places where sink");
    places.any(cx.conn.dialect(), Value::Uuids(sinks.iter().map(|sink| sink.id).collect()));
    let rows = cx.conn.query(&places, &[Type::Uuid, Type::Int]).await?;
    let places: HashMap<Uuid, i64> =
        rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_int()?))).collect();
    let mut more = false;
    for sink in sinks {
        let Some(next) = places.get(&sink.id) else { continue };
        if waiting(cx, sink.id).await? >= MOST_WAITING {
            continue;
        }
        let entries = entries(cx, *next).await?;
        more |= entries.len() as i64 == BITE;
        let Some(last) = entries.last().map(|entry| entry.leaf) else { continue };
        let (snapshot, registry) = (cx.authority.snapshot.clone(), cx.registry());
        for entry in entries.iter().filter(|entry| concerns(&snapshot, registry, sink, entry)) {
            store(cx, sink, entry).await?;
        }
        let mut moved = Sql::raw("update audit_sink_places set next = ");
        moved.bind(last + 1).push(" where sink = ").bind(sink.id);
        cx.conn.execute(&moved).await?;
    }
    Ok(more)
}

async fn waiting(cx: &mut Cx, sink: Uuid) -> Result<i64> {
    let mut sql = Sql::raw("select count(*) from webhooks_deliveries where state = 'pending' and endpoint = ");
    sql.bind(sink);
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default())
}

async fn entries(cx: &mut Cx, next: i64) -> Result<Vec<Entry>> {
    let mut sql = Sql::raw(
        "select l.leaf, j.seq, j.at, j.kind, j.resource, j.object_id, j.object_name, j.folder, j.origin, j.actor, \
         j.actor_label, j.token, j.address, j.request, j.changes from journal_leaves l join journal j on j.seq = l.seq \
         where l.leaf >= ",
    );
    sql.bind(next).push(" order by l.leaf limit ").bind(BITE);
    let types = [
        Type::Int,
        Type::Int,
        Type::Time,
        Type::Text,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Text,
        Type::Json,
    ];
    let rows = cx.conn.query(&sql, &types).await?;
    Ok(rows.iter().filter_map(of_row).collect())
}

fn of_row(row: &Row) -> Option<Entry> {
    let text = |at: usize| row[at].as_str().map(str::to_owned);
    let changes = match &row[14] {
        Value::Json(text) => serde_json::from_str(text).unwrap_or_default(),
        _ => Json::Null,
    };
    Some(Entry {
        leaf: row[0].as_int()?,
        seq: row[1].as_int()?,
        at: row[2].as_time()?,
        kind: text(3)?,
        resource: text(4)?,
        object_id: row[5].as_uuid(),
        object_name: text(6),
        folder: row[7].as_uuid(),
        origin: text(8)?,
        actor: row[9].as_uuid(),
        actor_label: text(10)?,
        token: row[11].as_uuid(),
        address: text(12),
        request: text(13),
        changes,
    })
}

/// Whether the sink's owner may see the entry now, and its domains include it.
fn concerns(snapshot: &Snapshot, registry: &Registry, sink: &Sink, entry: &Entry) -> bool {
    let rights = snapshot.rights(sink.owner);
    let root = snapshot.tree().root();
    // What concerns no object concerns the whole instance.
    let view =
        registry.find(&entry.resource).map_or_else(|| registry.get("log-entries").view, |resource| resource.view);
    // A domain that is gone can only be seen by those who see everything.
    let folder = entry.folder.filter(|folder| snapshot.tree().get(*folder).is_some()).unwrap_or(root);
    if rights.is_third_party() || !rights.scope(view).allows(folder, false) {
        return false;
    }
    sink.folders.is_empty() || sink.folders.iter().any(|above| snapshot.tree().is_within(folder, *above))
}

async fn store(cx: &mut Cx, sink: &Sink, entry: &Entry) -> Result<()> {
    let id = message_id(sink.id, entry.seq);
    let body = match sink.format {
        BodyFormat::Ocsf => ocsf::api_activity(entry),
        BodyFormat::Raw => raw(entry),
    };
    let object = entry.object_id.unwrap_or_default();
    let folder = entry.folder.unwrap_or(sink.folder);
    let mut message = Sql::raw(
        "insert into webhook_messages (id, event, occurred_at, resource, object_id, folder, body_full, body_thin) values (",
    );
    let values: [Value; 7] = [
        id.as_str().into(),
        EVENT.into(),
        entry.at.into(),
        entry.resource.as_str().into(),
        object.into(),
        folder.into(),
        Value::Bytes(body.to_string().into_bytes()),
    ];
    for value in values {
        message.bind(value).push(", ");
    }
    // A replay finds the message that was sent before.
    message.push("null) on conflict (id) do nothing");
    let mut delivery = Sql::raw(
        "insert into webhooks_deliveries (id, created_at, updated_at, folder, endpoint, message, event, state, attempts, \
         next_at, losses) values (",
    );
    let values: [Value; 7] = [
        new_id(cx.engine.clock.now()).into(),
        cx.now.into(),
        cx.now.into(),
        sink.folder.into(),
        sink.id.into(),
        id.as_str().into(),
        EVENT.into(),
    ];
    for value in values {
        delivery.bind(value).push(", ");
    }
    delivery.push("'pending', 0, ").bind(cx.now).push(", 0)");
    cx.conn.execute_all(&[message, delivery]).await?;
    Ok(())
}

const EVENT: &str = "audit.entry";

/// The same entry comes to the same sink under the same id, whenever it is sent.
fn message_id(sink: Uuid, seq: i64) -> String {
    let digest = Sha256::new().chain_update(sink.as_bytes()).chain_update(seq.to_be_bytes()).finalize();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    format!("msg_{:032x}", u128::from_be_bytes(half))
}

/// The entry as the journal has it, in the envelope that all messages have.
fn raw(entry: &Entry) -> Json {
    json!({
        "type": EVENT,
        "timestamp": entry.at,
        "data": {
            "seq": entry.seq,
            "at": entry.at,
            "kind": entry.kind,
            "resource": entry.resource,
            "object_id": entry.object_id,
            "object_name": entry.object_name,
            "folder": entry.folder,
            "origin": entry.origin,
            "actor": entry.actor,
            "actor_label": entry.actor_label,
            "token": entry.token,
            "address": entry.address,
            "request": entry.request,
            "changes": entry.changes,
        },
    })
}
