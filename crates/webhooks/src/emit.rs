//! Turns changes into stored messages, in the transaction of the changes.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use cairn_access::{Behalf, Tree};
use cairn_domain::platform::webhook::{WORK, event as webhook_event};
use cairn_engine::clock::new_id;
use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::{Cx, Engine, Listener, Object, Result, place};
use cairn_model::{Timestamp, Type, Value};
use cairn_outbound::Client;
use cairn_resources::platform::{DeliveryState, PayloadFormat};
use cairn_store::{Dialect, Sql};
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::endpoints::{Endpoints, Subscriber};
use crate::links;
use crate::message;
use crate::metrics::Metrics;
use crate::sight::{Sight, Veil};

/// Beyond this many queued messages, new ones are not stored as due: the receiver is far behind, and a business write
/// must never wait for it.
const MOST_PENDING: i64 = 50_000;
/// How long that result is reused: counting a long queue takes time.
const COUNT_EVERY: i64 = 1_000_000;

/// The channel on which workers of other processes are notified.
pub(crate) const CHANNEL: &str = "cairn_webhooks";
/// Other processes are notified at most this often: a notification per change would cost the database more than the
/// changes do.
const TELL_EVERY: Duration = Duration::from_millis(25);

/// Is told of every change and stores the messages for it.
pub struct Sender {
    pub client: Client,
    pub metrics: Metrics,
    pub(crate) endpoints: Endpoints,
    pub(crate) wake: Notify,
    overloaded: Mutex<HashMap<Uuid, (Timestamp, bool)>>,
    telling: Arc<AtomicU8>,
}

impl Sender {
    pub fn new(client: Client) -> Arc<Self> {
        Arc::new(Self {
            client,
            metrics: Metrics::default(),
            endpoints: Endpoints::default(),
            wake: Notify::new(),
            overloaded: Mutex::default(),
            telling: Arc::default(),
        })
    }

    /// Notifies the workers of other processes, once now and once more for everything that follows soon.
    fn tell_others(&self, engine: &Arc<Engine>) {
        const IDLE: u8 = 0;
        const TOLD: u8 = 1;
        const AGAIN: u8 = 2;
        let next = |state: u8| Some((state + 1).min(AGAIN));
        if self.telling.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) != Ok(IDLE) {
            return;
        }
        let (telling, engine) = (self.telling.clone(), engine.clone());
        tokio::spawn(async move {
            loop {
                if let Err(error) = engine.db.notify(CHANNEL).await {
                    tracing::debug!(%error, "other workers could not be notified and will notice later");
                }
                tokio::time::sleep(TELL_EVERY).await;
                if telling.compare_exchange(TOLD, IDLE, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                    return;
                }
                telling.store(TOLD, Ordering::Release);
            }
        });
    }
}

impl Listener for Sender {
    fn does(&self) -> &'static str {
        WORK
    }

    fn before_commit<'a>(&'a self, cx: &'a mut Cx) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let endpoints = self.endpoints.current(cx).await?;
            if endpoints.is_empty() {
                return Ok(());
            }
            let changes = std::mem::take(&mut cx.changes);
            let result = self.emit(cx, &endpoints, &changes).await;
            cx.changes = changes;
            result
        })
    }

    fn work_waits(&self, engine: &Arc<Engine>) {
        self.wake.notify_one();
        if engine.db.dialect() == Dialect::Postgres {
            self.tell_others(engine);
        }
    }
}

impl Sender {
    async fn emit(&self, cx: &mut Cx, endpoints: &[Subscriber], changes: &[Change]) -> Result<()> {
        let tree = cx.authority.snapshot.tree().clone();
        let mut wanted: Vec<(String, &Change, Vec<&Subscriber>)> = Vec::new();
        for change in combined(changes) {
            let event = webhook_event::name(change.resource.def.model, change.kind);
            let wants = |one: &&Subscriber| one.events.contains(&event) && is_of_domains(&tree, one, change);
            let told: Vec<&Subscriber> = endpoints.iter().filter(wants).collect();
            if !told.is_empty() {
                wanted.push((event, change, told));
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let about: Vec<&Change> = wanted.iter().map(|(_, change, _)| *change).collect();
        let whole = wanted.iter().filter(|(.., told)| told.iter().any(|one| is_full(one)));
        let whole: Vec<&Change> = whole.map(|(_, change, _)| *change).collect();
        let owners: BTreeSet<Behalf> =
            wanted.iter().flat_map(|(.., told)| told).map(|endpoint| endpoint.behalf).collect();
        let objects = links::complete(cx, &whole).await?;
        let sight = Sight::over(cx, &about, &objects, changes, &owners).await?;
        let people = message::people(cx, &objects).await?;
        let mut objects = objects.into_iter();
        let mut statements = Vec::new();
        for (event, change, told) in wanted {
            let object = if told.iter().any(|one| is_full(one)) { objects.next() } else { None };
            let told = told.into_iter().filter(|one| sight.includes(one.behalf, change));
            let (full, thin): (Vec<&Subscriber>, Vec<&Subscriber>) = told.partition(|one| is_full(one));
            let mut messages: Vec<(PayloadFormat, Vec<u8>, Vec<&Subscriber>)> = Vec::new();
            if let Some(object) = object {
                for (veil, told) in by_sight(&sight, &object, full) {
                    let body = message::full(&event, cx.now, &veiled(&object, veil), &people);
                    messages.push((PayloadFormat::Full, body, told));
                }
            }
            // A separate message: an endpoint switched from thin to full gets no body that was made for others.
            if !thin.is_empty() {
                messages.push((PayloadFormat::Thin, message::thin(&event, cx.now, change), thin));
            }
            for (format, body, told) in messages {
                let id = format!("msg_{}", new_id(cx.engine.clock.now()).simple());
                statements.push(message_statement(cx.now, &id, &event, change, format, body));
                statements.push(self.delivery_statement(cx, &id, &event, &told).await?);
            }
        }
        if statements.is_empty() {
            return Ok(());
        }
        // Sent at once: on PostgreSQL each on its own would be a round trip.
        cx.conn.execute_all(&statements).await?;
        cx.leave_work(WORK);
        Ok(())
    }

    async fn delivery_statement(&self, cx: &mut Cx, message: &str, event: &str, told: &[&Subscriber]) -> Result<Sql> {
        let mut sql = Sql::raw(
            "insert into webhooks_deliveries (id, created_at, updated_at, folder, endpoint, message, event, state, attempts, \
         next_at, ended_at, losses) values ",
        );
        for (at, endpoint) in told.iter().enumerate() {
            let due = endpoint.is_active && !self.is_overloaded(cx, endpoint).await?;
            let state = if due { DeliveryState::Pending } else { DeliveryState::Skipped };
            let ended = (!due).then_some(cx.now);
            sql.push(if at > 0 { ", (" } else { "(" }).bind(new_id(cx.engine.clock.now()));
            let values: [Value; 5] =
                [cx.now.into(), cx.now.into(), endpoint.folder.into(), endpoint.id.into(), message.into()];
            for value in values {
                sql.push(", ").bind(value);
            }
            sql.push(", ").bind(event).push(", ").bind(state.key()).push(", 0, ").bind(cx.now).push(", ").bind(ended);
            sql.push(", 0)");
        }
        Ok(sql)
    }

    async fn is_overloaded(&self, cx: &mut Cx, endpoint: &Subscriber) -> Result<bool> {
        if let Some((at, known)) = self.overloaded.lock().get(&endpoint.id)
            && (0..COUNT_EVERY).contains(&(cx.now.micros() - at.micros()))
        {
            return Ok(*known);
        }
        // Counting stops at the limit, so that a long queue makes no write slower than a short one.
        let mut sql = Sql::raw("select 1 from webhooks_deliveries where state = 'pending' and endpoint = ");
        sql.bind(endpoint.id).push(" order by next_at, id limit 1 offset ").bind(MOST_PENDING);
        let overloaded = !cx.conn.query(&sql, &[Type::Int]).await?.is_empty();
        self.overloaded.lock().insert(endpoint.id, (cx.now, overloaded));
        Ok(overloaded)
    }
}

/// A request may change an object several times; to the outside it happened once.
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

fn is_full(endpoint: &Subscriber) -> bool {
    endpoint.format == PayloadFormat::Full
}

/// Endpoints whose owners see the same of an object, together: their message is created and stored once.
fn by_sight<'a>(sight: &Sight, object: &Object, told: Vec<&'a Subscriber>) -> Vec<(Veil, Vec<&'a Subscriber>)> {
    let mut groups: Vec<(Veil, Vec<&Subscriber>)> = Vec::new();
    for endpoint in told {
        let veil = sight.veil(endpoint.behalf, object);
        match groups.iter_mut().find(|(known, _)| *known == veil) {
            Some((_, together)) => together.push(endpoint),
            None => groups.push((veil, vec![endpoint])),
        }
    }
    groups
}

fn veiled(object: &Object, veil: Veil) -> Cow<'_, Object> {
    let mut object = Cow::Borrowed(object);
    for (position, value) in veil {
        object.to_mut().values[position] = value;
    }
    object
}

/// Whether the domains of an endpoint include what changed.
fn is_of_domains(tree: &Tree, endpoint: &Subscriber, change: &Change) -> bool {
    let domain = place::last_domain(tree, &change.object);
    endpoint.folders.is_empty()
        || endpoint.folders.contains(&change.object.folder())
        || (endpoint.with_subfolders && endpoint.folders.iter().any(|above| tree.is_within(domain, *above)))
}

/// The event, with the bytes of one format.
fn message_statement(
    now: Timestamp,
    id: &str,
    event: &str,
    change: &Change,
    format: PayloadFormat,
    body: Vec<u8>,
) -> Sql {
    let mut sql = Sql::raw("insert into webhook_messages (id, event, occurred_at, resource, object_id, folder, ");
    sql.push(match format {
        PayloadFormat::Full => "body_full",
        PayloadFormat::Thin => "body_thin",
    });
    sql.push(") values (").bind(id).push(", ").bind(event).push(", ").bind(now).push(", ");
    sql.bind(change.resource.def.path).push(", ").bind(change.object.id()).push(", ");
    sql.bind(change.object.folder()).push(", ").bind(body).push(")");
    sql
}
