//! The present as if a what-if draft were applied.
//!
//! The steps run on a copy that is thrown away. What they changed is laid over the rebuilt present, in a copy of its own:
//! a small SQLite database, like that of any instant, read through the same pipelines.
//!
//! **Permissions are those of today, on where objects are today.** A draft that moves an object shows it to nobody who
//! does not see it now; only what the draft creates is judged by where the draft puts it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_model::{ScopeRule, Type, Value};
use cairn_store::{Conn, DatabaseUrl, Db, Options, Sql};
use uuid::Uuid;

use super::build::{Writer, new_file};
use super::rebuilt::{self, Present, Rebuilt};
use super::state::object_of;
use super::{Key, PRESENT_FOLDER, PRESENT_PUBLISHED, last_change};
use crate::caller::Caller;
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::journal::{Change, ChangeKind, state};
use crate::log::CHANGES;
use crate::object::Object;
use crate::place::Moved;
use crate::query::DRAFT;
use crate::registry::Resource;
use crate::what_if::{self, Draft, Problem};

/// How often a present that changes meanwhile is tried again.
const TRIES: usize = 3;

/// What a draft changes.
pub struct AsIf {
    pub draft: Uuid,
    pub fingerprint: String,
    /// The steps that cannot be carried out in the present, and are left out.
    pub problems: Vec<Problem>,
    /// The objects that differ from the present, or may.
    pub touched: Vec<Touched>,
}

/// An object that a draft changes.
#[derive(Clone, Copy)]
pub struct Touched {
    pub resource: &'static Resource,
    pub id: Uuid,
}

impl Engine {
    /// Begins a reading context in which everything is as if a what-if draft were applied.
    pub async fn read_as_if(self: &Arc<Self>, caller: Arc<Caller>, draft: Uuid) -> Result<Cx> {
        let authority = self.authority(caller.clone());
        if authority.rights.is_third_party() {
            // As for the past: their access depends on links.
            return Err(Error::Forbidden("External users cannot view what-if drafts.".into()));
        }
        let mut cx = self.read(caller).await?;
        let draft = Draft::open(&mut cx, DRAFT, draft).await?;
        drop(cx);
        let rebuilt = self.as_if(draft).await?;
        rebuilt.renew(&self.db).await?;
        let conn = rebuilt.read().await?;
        let mut cx = Cx::new(self.clone(), conn, authority.over_the_past());
        cx.past = Some(rebuilt);
        Ok(cx)
    }

    async fn as_if(self: &Arc<Self>, draft: Draft) -> Result<Arc<Rebuilt>> {
        let draft = Arc::new(draft);
        let mut tries = 0;
        loop {
            let now = self.clock.now();
            let base = self.rebuilt(now).await?;
            let key = Key::Draft(draft.id, fingerprint(self, &draft, &base));
            let cell = self.past.enter(key);
            tries += 1;
            let made = cell.get_or_try_init(|| self.lay(draft.clone(), base.clone(), tries == TRIES)).await;
            self.past.shrink(self.past_settings().bytes, key);
            match made {
                Ok(made) => return Ok(made.clone()),
                Err(error) => {
                    self.past.forget(key, &cell);
                    // The present changed while the steps ran.
                    if !matches!(error, Error::Collision(_)) || tries == TRIES {
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Runs the steps and lays their result over the present. The last attempt takes the present as it is: where much
    /// is written, the next request sees what this one missed.
    async fn lay(self: &Arc<Self>, draft: Arc<Draft>, base: Arc<Rebuilt>, is_last: bool) -> Result<Arc<Rebuilt>> {
        let engine = self.clone();
        // It takes time, which must not come from the threads that serve requests.
        let work = move || tokio::runtime::Handle::current().block_on(make(&engine, &draft, &base, is_last));
        let _turn = self.past.turns.acquire().await;
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| Error::internal(format!("running a what-if draft stopped: {error}")))?
    }
}

/// Everything that the result of a draft depends on: its steps, the present, and the day, which rules write into dates.
fn fingerprint(engine: &Engine, draft: &Draft, base: &Rebuilt) -> u64 {
    let mut hasher = DefaultHasher::new();
    let today = engine.clock.now().date_in(engine.access().time_zone());
    (draft.fingerprint(), base.instant.micros(), base.entries, base.erasure, today.to_string()).hash(&mut hasher);
    hasher.finish()
}

async fn make(engine: &Arc<Engine>, draft: &Draft, base: &Rebuilt, is_last: bool) -> Result<Arc<Rebuilt>> {
    let mut copy = engine.rehearse(Arc::new(Caller::system())).await?;
    copy.compare_changes();
    let problems = what_if::run_present(&mut copy, draft).await?;
    let changes = std::mem::take(&mut copy.changes);
    // One connection at a time: whoever waits for this may hold one, too.
    drop(copy);
    // The copy is of the same present, or the two would not fit together.
    let mut live = engine.db.read().await?;
    let is_same = last_change(&mut live, DRAFT, engine.clock.now()).await? == base.instant
        && rebuilt::fingerprint(&mut live, base.instant).await? == base.entries;
    drop(live);
    if !is_same && !is_last {
        return Err(Error::Collision("the present changed while a what-if draft was run".to_owned()));
    }

    base.renew(&engine.db).await?;
    let file = new_file(engine).await?;
    base.db.copy_to(&file.0).await?;
    let options = Options { scratch: true, readers: 4, ..Options::default() };
    let db = Db::open(&DatabaseUrl::Sqlite(file.0.clone()), &options).await?;
    let mut rebuilt = Rebuilt {
        instant: base.instant,
        db,
        registry: engine.registry,
        // Nothing that decides about access can be part of a draft.
        facts: base.facts.clone(),
        files: file,
        objects: base.objects,
        bytes: 0,
        erasure: base.erasure,
        entries: base.entries,
        is_settled: AtomicBool::new(base.is_settled.load(Ordering::Relaxed)),
        present: tokio::sync::Mutex::new(Present::default()),
        as_if: None,
    };
    let mut conn = rebuilt.db.write_long().await?;
    let touched = put_all(&rebuilt, &mut conn, &changes).await?;
    remember(engine, &mut conn, &changes).await?;
    conn.commit().await?;
    rebuilt.bytes = std::fs::metadata(&rebuilt.files.0).map_or(0, |found| found.len());
    rebuilt.as_if = Some(AsIf { draft: draft.id, fingerprint: draft.fingerprint(), problems, touched });
    Ok(Arc::new(rebuilt))
}

/// Where objects are today, for those of the draft.
type Places = HashMap<Uuid, (Uuid, Option<bool>)>;

/// Writes the last state of each object that the steps changed.
async fn put_all(rebuilt: &Rebuilt, conn: &mut Conn, changes: &[Change]) -> Result<Vec<Touched>> {
    let mut last: BTreeMap<Uuid, usize> = BTreeMap::new();
    for (at, change) in changes.iter().enumerate() {
        last.insert(change.object.id(), at);
    }
    let mut places = Places::new();
    let mut touched = Vec::with_capacity(last.len());
    // In the order in which they were first changed, so that a whole comes before its new parts.
    let mut seen = HashSet::new();
    for change in changes.iter().filter(|change| seen.insert(change.object.id())) {
        let resource = rebuilt.registry.get(change.resource.def.path);
        let id = change.object.id();
        let last = &changes[last[&id]];
        let today = place(conn, resource, id).await?;
        let writer = Writer::new(resource);
        writer.remove(conn, id).await?;
        touched.push(Touched { resource, id });
        if let Some(today) = today {
            places.insert(id, today);
        }
        if last.kind == ChangeKind::Deleted {
            continue;
        }
        // As the journal would have it: without secrets, and without what other objects own.
        let text = state(resource, &last.object);
        let json =
            serde_json::from_str(&text).map_err(|error| Error::internal(format!("the state of {id}: {error}")))?;
        writer.insert(conn, &object_of(resource, &json)).await?;
        if let Some((folder, published)) = today.or_else(|| place_of_whole(resource, &last.object, &places)) {
            places.insert(id, (folder, published));
            let moved = Moved { id, resource: resource.def.path.to_owned(), folder, published };
            conn.execute_all(&rebuilt.put(&moved)).await?;
        }
    }
    Ok(touched)
}

/// Where an object is today; none if it does not exist.
async fn place(conn: &mut Conn, resource: &Resource, id: Uuid) -> Result<Option<(Uuid, Option<bool>)>> {
    let table = resource.def.table;
    let mut sql = Sql::raw(format!("select {PRESENT_FOLDER}, {PRESENT_PUBLISHED} from {table} where id = "));
    sql.bind(id);
    let rows = conn.query(&sql, &[Type::Uuid, Type::Bool]).await?;
    Ok(rows.first().and_then(|row| Some((row[0].as_uuid()?, row[1].as_bool()))))
}

/// Where the whole of a new part is today: whoever does not see the whole does not see what a draft adds to it.
fn place_of_whole(resource: &Resource, object: &Object, places: &Places) -> Option<(Uuid, Option<bool>)> {
    if !matches!(resource.def.scope, ScopeRule::Within(_)) {
        return None;
    }
    let mut wholes = resource.parents.iter().filter_map(|position| object.values[*position].as_uuid());
    wholes.find_map(|whole| places.get(&whole)).copied()
}

/// Adds the earlier values of fields that lists look back at, from the journal and from the steps.
async fn remember(engine: &Engine, conn: &mut Conn, changes: &[Change]) -> Result<()> {
    conn.execute_batch(
        "create table journal (object_id blob not null, resource text not null, changes text not null, at integer);
         create index journal_object_idx on journal (object_id);",
    )
    .await?;
    let mut live = engine.db.read().await?;
    let recalled: BTreeSet<_> = engine.registry.tables().flat_map(|resource| resource.entry.recalls).collect();
    for (path, field) in recalled {
        let resource = engine.registry.get(path);
        let mut sql = Sql::raw("select object_id, cast(changes as text), at from journal where resource = ");
        sql.bind(resource.def.path).push(&format!(" and kind in {CHANGES} and cast(changes as text) like "));
        sql.bind(format!("%\"{field}\"%"));
        for row in live.query(&sql, &[Type::Uuid, Type::Text, Type::Time]).await? {
            insert(conn, resource, row[0].clone(), row[1].clone(), row[2].clone()).await?;
        }
        for change in changes.iter().filter(|change| change.resource.def.path == resource.def.path) {
            if let Some(difference) = change.difference.as_ref().filter(|fields| fields.get(*field).is_some()) {
                let (id, at) = (Value::Uuid(change.object.id()), Value::Time(change.object.updated_at()));
                insert(conn, resource, id, Value::Text(difference.to_string()), at).await?;
            }
        }
    }
    Ok(())
}

async fn insert(conn: &mut Conn, resource: &Resource, id: Value, changes: Value, at: Value) -> Result<()> {
    let mut sql = Sql::raw("insert into journal (object_id, resource, changes, at) values (");
    sql.bind(id).push(", ").bind(resource.def.path).push(", ").bind(changes).push(", ").bind(at).push(")");
    conn.execute(&sql).await?;
    Ok(())
}
