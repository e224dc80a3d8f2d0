//! Forwards the audit log to sinks.
//!
//! Entries are taken in the order in which they were sealed: that order has no gaps and never changes, so a number is
//! enough for a sink's position, and nothing that commits late is missed. Each becomes a message in the same queue as
//! events, with an id derived from the sink and the entry, so that a replay uses ids that the collector knows.

use std::collections::HashMap;

use cairn_access::{Behalf, Tree};
use cairn_domain::platform::webhook::destination::behalf;
use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Result, log};
use cairn_model::{Timestamp, Type, Value};
use cairn_resources::platform::{AuditSink, BodyFormat};
use cairn_store::{Row, Sql};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::ocsf;

/// Entries taken for one sink per transaction.
const BITE: i64 = 200;
/// A sink this far behind is given no more: its entries are safe in the journal.
const MOST_WAITING: i64 = 5000;

/// What forwarding needs to know about a sink.
#[derive(Debug)]
pub struct Sink {
    pub id: Uuid,
    /// On whose behalf it receives entries.
    behalf: Behalf,
    folder: Uuid,
    folders: Vec<Uuid>,
    format: BodyFormat,
}

impl Sink {
    /// The enabled ones.
    pub fn active(sinks: &[AuditSink]) -> Vec<Self> {
        let of = |sink: &AuditSink| Self {
            id: sink.id.uuid(),
            behalf: behalf(sink.owner, sink.limited_to),
            folder: sink.folder.uuid(),
            folders: sink.target_folders.uuids(),
            format: sink.body_format,
        };
        sinks.iter().filter(|sink| sink.is_active).map(of).collect()
    }
}

/// A journal entry, as far as sinks receive it.
#[derive(Debug)]
pub struct Entry {
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

/// Whether any sink has entries to take. A check without a write.
pub async fn is_behind(cx: &mut Cx, sinks: &[Sink]) -> Result<bool> {
    let mut sql = Sql::raw(
        "select 1 from audit_sink_places p where p.next < (select coalesce(max(leaf) + 1, 0) from journal_leaves) and p.sink",
    );
    sql.any(cx.conn.dialect(), Value::Uuids(sinks.iter().map(|sink| sink.id).collect())).push(" limit 1");
    Ok(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty())
}

/// Takes the next entries for every sink; returns whether there may be more.
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
        let end = end(cx, *next).await?;
        more |= end - next == BITE;
        if end == *next {
            continue;
        }
        for entry in entries_for(cx, sink, *next, end).await? {
            store(cx, sink, &entry).await?;
        }
        let mut moved = Sql::raw("update audit_sink_places set next = ");
        moved.bind(end).push(" where sink = ").bind(sink.id);
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

/// Where a batch from a leaf on ends.
async fn end(cx: &mut Cx, next: i64) -> Result<i64> {
    let mut sql = Sql::raw("select max(leaf) + 1 from journal_leaves where leaf >= ");
    sql.bind(next).push(" and leaf < ").bind(next + BITE);
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or(next))
}

/// The entries that a sink receives: those that its owner can read in the audit log now, limited to its domains.
async fn entries_for(cx: &mut Cx, sink: &Sink, next: i64, end: i64) -> Result<Vec<Entry>> {
    let owner = cx.authority.on_behalf(sink.behalf, "audit sink");
    let own = std::mem::replace(&mut cx.authority, owner);
    let entries = visible_entries(cx, next, end).await;
    cx.authority = own;
    let tree = cx.authority.snapshot.tree().clone();
    Ok(entries?.into_iter().filter(|entry| is_of_domains(&tree, sink, entry)).collect())
}

/// The entries that the caller may see, in the journal's form, without what is hidden from them.
async fn visible_entries(cx: &mut Cx, next: i64, end: i64) -> Result<Vec<Entry>> {
    let mut sql = Sql::raw(
        "select t.seq, t.at, t.kind, t.resource, t.object_id, t.object_name, t.folder, t.origin, t.actor, \
         t.actor_label, t.token, t.address, t.request, t.changes from journal_leaves l join journal t on t.seq = l.seq \
         where l.leaf >= ",
    );
    sql.bind(next).push(" and l.leaf < ").bind(end);
    if let Some(sight) = log::sight(cx, "t") {
        sql.push(" and ").append(sight);
    }
    sql.push(" order by l.leaf");
    let types = [
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
    let mut entries: Vec<Entry> = rows.iter().filter_map(of_row).collect();
    if !cx.authority.sees_everything() {
        let changes = entries.iter_mut().filter(|entry| log::is_change(&entry.kind));
        let changes = changes.filter_map(|entry| Some((&*entry.resource, entry.changes.as_object_mut()?)));
        log::cut(cx, changes.collect()).await?;
    }
    Ok(entries)
}

fn of_row(row: &Row) -> Option<Entry> {
    let text = |at: usize| row[at].as_str().map(str::to_owned);
    let changes = match &row[13] {
        Value::Json(text) => serde_json::from_str(text).unwrap_or_default(),
        _ => Json::Null,
    };
    Some(Entry {
        seq: row[0].as_int()?,
        at: row[1].as_time()?,
        kind: text(2)?,
        resource: text(3)?,
        object_id: row[4].as_uuid(),
        object_name: text(5),
        folder: row[6].as_uuid(),
        origin: text(7)?,
        actor: row[8].as_uuid(),
        actor_label: text(9)?,
        token: row[10].as_uuid(),
        address: text(11),
        request: text(12),
        changes,
    })
}

/// Whether a sink's domains include an entry. An entry in no domain, or in a deleted one, belongs to the instance.
fn is_of_domains(tree: &Tree, sink: &Sink, entry: &Entry) -> bool {
    let folder = entry.folder.filter(|folder| tree.get(*folder).is_some()).unwrap_or_else(|| tree.root());
    sink.folders.is_empty() || sink.folders.iter().any(|above| tree.is_within(folder, *above))
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
    // A replay finds the earlier message, and contains no more than the owner may see now.
    message.push("null) on conflict (id) do update set body_full = excluded.body_full");
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

/// The same entry always has the same id for the same sink.
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
