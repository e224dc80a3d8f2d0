//! From changes to stored messages, in the transaction of the changes.

use std::sync::Arc;

use cairn_access::Snapshot;
use cairn_domain::platform::webhook_event;
use cairn_engine::clock::new_id;
use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::{Cx, Listener, Result};
use cairn_model::resource::platform::{DeliveryState, PayloadFormat};
use cairn_model::{Published, Type, Value};
use cairn_store::Sql;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;

use crate::endpoints::{Endpoints, Subscriber};
use crate::message;

/// More waiting messages than this are not stored as due: the receiver is far behind, and a
/// business write must never wait for it.
const MOST_PENDING: i64 = 50_000;

/// Hears of every change and stores the messages that it calls for.
#[derive(Default)]
pub struct Sender {
    endpoints: Endpoints,
    wake: Arc<Notify>,
}

impl Sender {
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// What a worker in the same process waits on.
    pub fn wake(&self) -> Arc<Notify> {
        self.wake.clone()
    }
}

impl Listener for Sender {
    fn before_commit<'a>(&'a self, cx: &'a mut Cx) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let endpoints = self.endpoints.current(cx).await?;
            if endpoints.is_empty() {
                return Ok(());
            }
            let changes = std::mem::take(&mut cx.changes);
            let result = emit(cx, &endpoints, &changes).await;
            cx.changes = changes;
            result
        })
    }

    fn after_commit(&self) {
        self.wake.notify_one();
    }
}

async fn emit(cx: &mut Cx, endpoints: &[Subscriber], changes: &[Change]) -> Result<()> {
    let snapshot = cx.authority.snapshot.clone();
    let mut wanted: Vec<(String, &Change, Vec<&Subscriber>)> = Vec::new();
    for change in combined(changes) {
        let event = webhook_event::name(change.resource.def.model, change.kind);
        let told: Vec<&Subscriber> = endpoints
            .iter()
            .filter(|endpoint| endpoint.events.contains(&event) && concerns(&snapshot, endpoint, change))
            .collect();
        if !told.is_empty() {
            wanted.push((event, change, told));
        }
    }
    if wanted.is_empty() {
        return Ok(());
    }
    let needs_people: Vec<&Change> = wanted.iter().map(|(_, change, _)| *change).collect();
    let people = message::people(cx, &needs_people).await?;
    for (event, change, told) in wanted {
        let at = cx.now;
        let id = format!("msg_{}", new_id(cx.engine.clock.now()).simple());
        let needs = |format: PayloadFormat| told.iter().any(|endpoint| endpoint.format == format);
        let full = needs(PayloadFormat::Full).then(|| message::full(&event, at, change, &people));
        let thin = needs(PayloadFormat::Thin).then(|| message::thin(&event, at, change));
        store_message(cx, &id, &event, change, full, thin).await?;
        store_deliveries(cx, &id, &event, &told).await?;
    }
    Ok(())
}

/// One request may change an object several times; outside it happened once.
fn combined(changes: &[Change]) -> Vec<&Change> {
    let mut last: Vec<&Change> = Vec::new();
    for change in changes {
        let same =
            |known: &&Change| known.object.id() == change.object.id() && known.resource.path == change.resource.path;
        match (last.iter().position(same), change.kind) {
            (Some(at), ChangeKind::Updated) if last[at].kind == ChangeKind::Updated => last[at] = change,
            _ => last.push(change),
        }
    }
    last
}

/// Whether the endpoint's owner may see the object now, and its domains include it.
fn concerns(snapshot: &Snapshot, endpoint: &Subscriber, change: &Change) -> bool {
    let folder = change.object.folder();
    let rights = snapshot.rights(endpoint.owner);
    let published = match change.resource.def.published {
        Published::Always => true,
        Published::Never => false,
        Published::Field => change.object.get("is_published") == &Value::Bool(true),
    };
    // A folder that was just deleted is no longer in the tree; its parent decides.
    let place = if snapshot.tree().get(folder).is_some() {
        folder
    } else {
        change.object.get("parent_folder").as_uuid().unwrap_or(folder)
    };
    if rights.is_third_party() || !rights.scope(change.resource.view).allows(place, published) {
        return false;
    }
    endpoint.folders.is_empty()
        || endpoint.folders.contains(&folder)
        || (endpoint.with_subfolders && endpoint.folders.iter().any(|above| snapshot.tree().is_within(place, *above)))
}

async fn store_message(
    cx: &mut Cx,
    id: &str,
    event: &str,
    change: &Change,
    full: Option<Vec<u8>>,
    thin: Option<Vec<u8>>,
) -> Result<()> {
    let mut sql = Sql::raw(
        "insert into webhook_messages (id, event, occurred_at, resource, object_id, folder, body_full, body_thin) values (",
    );
    sql.bind(id).push(", ").bind(event).push(", ").bind(cx.now).push(", ").bind(change.resource.def.path).push(", ");
    sql.bind(change.object.id()).push(", ").bind(change.object.folder()).push(", ").bind(full).push(", ").bind(thin);
    sql.push(")");
    cx.conn.execute(&sql).await?;
    Ok(())
}

async fn store_deliveries(cx: &mut Cx, message: &str, event: &str, told: &[&Subscriber]) -> Result<()> {
    let mut sql = Sql::raw(
        "insert into webhooks_deliveries (id, created_at, updated_at, folder, endpoint, message, event, state, attempts, \
         next_at, ended_at, losses) values ",
    );
    for (at, endpoint) in told.iter().enumerate() {
        let due = endpoint.is_active && !is_overloaded(cx, endpoint).await?;
        let state = if due { DeliveryState::Pending } else { DeliveryState::Skipped };
        let ended = (!due).then_some(cx.now);
        sql.push(if at > 0 { ", (" } else { "(" });
        sql.bind(new_id(cx.engine.clock.now())).push(", ").bind(cx.now).push(", ").bind(cx.now).push(", ");
        sql.bind(endpoint.folder)
            .push(", ")
            .bind(endpoint.id)
            .push(", ")
            .bind(message)
            .push(", ")
            .bind(event)
            .push(", ");
        sql.bind(state.key()).push(", 0, ").bind(cx.now).push(", ").bind(ended).push(", 0)");
    }
    cx.conn.execute(&sql).await?;
    Ok(())
}

async fn is_overloaded(cx: &mut Cx, endpoint: &Subscriber) -> Result<bool> {
    // The look stops at the limit, so that a long queue makes no write slower than a short one.
    let mut sql = Sql::raw("select 1 from webhooks_deliveries where state = 'pending' and endpoint = ");
    sql.bind(endpoint.id).push(" order by next_at, id limit 1 offset ").bind(MOST_PENDING);
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(!rows.is_empty())
}
