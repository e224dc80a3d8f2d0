//! The context of a request: a connection or transaction, the caller, the time, and the changes so far. Rules,
//! computed fields and actions work with it.

use std::collections::BTreeSet;
use std::sync::Arc;

use cairn_access::{Permission, Scope, Snapshot, Tree, Verb};
use cairn_model::{Id, Record, Timestamp, Value, Zone};
use cairn_store::{Conn, Sql};
use uuid::Uuid;

use crate::access;
use crate::caller::Authority;
use crate::clock::new_id;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::journal::{Change, ChangeKind};
use crate::language::Language;
use crate::object::Object;
use crate::past::Rebuilt;
use crate::query::{self, Lock, Select};
use crate::registry::{Registry, Resource};
use crate::what_if::Seed;
use crate::{locks, write};

pub struct Cx {
    pub engine: Arc<Engine>,
    pub conn: Conn,
    pub authority: Authority,
    /// The time of the request: everything it writes has the same time.
    pub now: Timestamp,
    /// The changes that were written, in order.
    pub changes: Vec<Change>,
    /// The rebuilt past that the connection reads, if it is not the present.
    pub(crate) past: Option<Arc<Rebuilt>>,
    pub(crate) access_changed: bool,
    /// Set while many objects are created: the access snapshot is updated later, see [`Cx::follow_access`].
    holds_access: bool,
    is_behind: bool,
    /// Whether changes are recorded with their previous values.
    pub(crate) compares_changes: bool,
    /// What the response shows only once, such as a new secret.
    pub revealed: serde_json::Map<String, serde_json::Value>,
    pub(crate) detaching: bool,
    pub(crate) linking: bool,
    /// The domains that are deleted along, while it is decided whether all of it may be deleted.
    pub(crate) going: Option<BTreeSet<Uuid>>,
    /// The links to the changed object that others own, by position, as they were when it was locked.
    pub(crate) links: Option<(Uuid, Vec<(usize, Value)>)>,
    /// Work for listeners once this is committed.
    work: Vec<&'static str>,
    /// Whether rows are written together with the next statement, or with the commit.
    pub(crate) is_swift: bool,
    /// Where the ids of new objects come from while a step of a what-if draft runs.
    pub(crate) seed: Option<Seed>,
    /// The time that objects are stamped with, where it is not the time of the request.
    pub(crate) stamp: Option<Timestamp>,
    /// How many levels deep the current write is a consequence of the caller's own change.
    pub(crate) depth: u32,
    /// The file of the copy that the connection uses. The last field, so that it is dropped after the connection.
    pub(crate) copy: Option<crate::past::Files>,
}

/// Where a savepoint began.
pub struct Mark {
    changes: usize,
    authority: Authority,
    is_behind: bool,
}

impl Cx {
    pub(crate) fn new(engine: Arc<Engine>, conn: Conn, authority: Authority) -> Self {
        let now = engine.clock.now();
        Self {
            engine,
            conn,
            authority,
            now,
            changes: Vec::new(),
            past: None,
            access_changed: false,
            holds_access: false,
            is_behind: false,
            compares_changes: false,
            revealed: serde_json::Map::new(),
            detaching: false,
            linking: false,
            going: None,
            links: None,
            work: Vec::new(),
            is_swift: false,
            seed: None,
            stamp: None,
            depth: 0,
            copy: None,
        }
    }

    /// Whether this transaction has changed access, so that its snapshot differs from everyone else's.
    pub fn access_changed(&self) -> bool {
        self.access_changed
    }

    /// Whether it reads the present. A rebuilt past has only what is in the journal.
    pub fn is_present(&self) -> bool {
        self.past.is_none()
    }

    /// Whether the earlier values of fields can be queried beside the objects: in the present, and in a what-if draft,
    /// which has those that matter ([`crate::Entry::recalls`]).
    pub fn recalls(&self) -> bool {
        self.past.as_ref().is_none_or(|past| past.as_if().is_some())
    }

    /// What a what-if draft changes in what this reads, if it reads one.
    pub fn as_if(&self) -> Option<&crate::past::AsIf> {
        self.past.as_ref().and_then(|past| past.as_if())
    }

    /// Tree, roles and people at the time being viewed. What the caller may do is decided by today's, which are the
    /// authority's.
    pub fn facts(&self) -> &Arc<Snapshot> {
        self.past.as_ref().map_or(&self.authority.snapshot, |past| past.facts())
    }

    /// The parameter by which a request asked for what is viewed, for links to the rest of it; none for the present.
    pub fn view_param(&self) -> Option<(String, String)> {
        self.past.as_ref()?;
        let (name, value) = match self.as_if() {
            Some(as_if) => (query::DRAFT, as_if.draft.to_string()),
            None => (query::AS_OF, self.now.to_string()),
        };
        Some((name.to_owned(), value))
    }

    /// The tree of domains at the time being viewed.
    pub fn tree(&self) -> &Tree {
        self.facts().tree()
    }

    pub fn registry(&self) -> &'static Registry {
        self.engine.registry
    }

    pub fn resource<T: Record>(&self) -> &'static Resource {
        self.engine.registry.get(T::PATH)
    }

    pub fn new_id<T>(&self) -> Id<T> {
        Id::new(self.seed.as_ref().map_or_else(|| new_id(self.engine.clock.now()), Seed::next))
    }

    pub fn root_folder(&self) -> Uuid {
        self.authority.snapshot.tree().root()
    }

    /// The language in which the caller wants to read content, if they have chosen one.
    pub fn language(&self) -> Option<&Language> {
        self.authority.caller.language.as_ref()
    }

    /// Today's date in the time zone of the instance.
    pub fn today(&self) -> cairn_model::Date {
        self.now.date_in(self.time_zone())
    }

    /// The time zone of the instance, a setting.
    pub fn time_zone(&self) -> Zone {
        self.authority.snapshot.time_zone()
    }

    /// A general setting that is text; none if nobody has changed it.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.authority.snapshot.setting(name)
    }

    /// The links to an object that others own, if they were read with it and only the object has changed since.
    pub(crate) fn links_of(&mut self, object: &Object) -> Option<Vec<(usize, Value)>> {
        let is_alone = self.changes.iter().all(|change| change.object.id() == object.id());
        let (_, links) = self.links.take_if(|(id, _)| *id == object.id() && is_alone)?;
        Some(links)
    }

    /// The rows of a resource that the caller may see.
    pub fn scope(&self, resource: &Resource) -> Scope {
        self.authority.sight(resource)
    }

    /// The SQL condition that the caller may see a row of a resource under an alias; none if they may see all.
    pub fn sight(&self, resource: &Resource, alias: &str) -> Option<Sql> {
        query::sight(self, resource, alias, &self.scope(resource))
    }

    pub fn scope_for(&self, permission: Permission) -> Scope {
        self.authority.scope(permission)
    }

    /// Whether the current write only removes references to something that is being deleted. Rules that freeze an
    /// object let it pass: a frozen object must not keep others alive.
    pub fn is_detaching(&self) -> bool {
        self.detaching
    }

    /// Whether the current write only changes links of an object, because the caller edits them from the other side. It is
    /// a consequence, but the links are the caller's own choice.
    pub fn is_linking(&self) -> bool {
        self.linking
    }

    /// Whether this transaction created the object.
    pub fn has_made(&self, id: Uuid) -> bool {
        self.changes.iter().any(|change| change.kind == ChangeKind::Created && change.object.id() == id)
    }

    /// Refuses unless the caller has the permission on the folder.
    pub fn require(&self, resource: &Resource, verb: Verb, folder: Uuid) -> Result<()> {
        if self.authority.allows(resource.permission(verb), folder) {
            return Ok(());
        }
        let name = resource.plural().to_lowercase();
        let place = match self.authority.snapshot.tree().get(folder) {
            Some(folder) if self.sees_folder(folder.id) => format!("in the domain “{}”", folder.name),
            _ => "there".to_owned(),
        };
        Err(Error::Forbidden(format!("You do not have permission to {} {name} {place}.", verb.word())))
    }

    /// Whether the caller may know that a folder exists.
    pub fn sees_folder(&self, folder: Uuid) -> bool {
        let scope = self.scope(self.engine.registry.get(crate::registry::FOLDERS));
        let published = self.authority.snapshot.tree().get(folder).is_some_and(|node| node.is_published);
        scope.allows(folder, published)
    }

    /// Whether the current write was not requested, but follows from one that was. Rules that protect what Cairn
    /// maintains from people let such writes pass.
    pub fn is_consequence(&self) -> bool {
        self.depth > 0 || self.authority.caller.is_trusted()
    }

    /// For rules that protect other people's access from being deleted: the domains that are deleted at the same time,
    /// or none if there is nothing to decide, because the deletion follows from a change that was allowed. What is
    /// deleted along with something is judged like what the caller named.
    pub fn judges_deletion(&self) -> Option<&BTreeSet<Uuid>> {
        static NONE: BTreeSet<Uuid> = BTreeSet::new();
        match &self.going {
            Some(going) => Some(going),
            None if self.is_consequence() => None,
            None => Some(&NONE),
        }
    }

    /// Finds an object regardless of the caller: for rules, which keep the data consistent.
    pub async fn find<T: Record>(&mut self, id: Uuid) -> Result<Option<T>> {
        let resource = self.resource::<T>();
        let found = query::find(self, resource, &Scope::system(), id).await?;
        found.map(|object| object.decode()).transpose()
    }

    /// Reads an object that the caller may see.
    pub async fn get<T: Record>(&mut self, id: Uuid) -> Result<T> {
        let resource = self.resource::<T>();
        let scope = self.scope(resource);
        let found = query::find(self, resource, &scope, id).await?;
        found.ok_or_else(|| not_found(resource))?.decode()
    }

    /// Reads an object that the caller may see and act on.
    pub async fn get_for<T: Record>(&mut self, id: Uuid, verb: Verb) -> Result<T> {
        let resource = self.resource::<T>();
        let scope = self.scope(resource);
        let object = query::find(self, resource, &scope, id).await?.ok_or_else(|| not_found(resource))?;
        self.require(resource, verb, object.folder())?;
        object.decode()
    }

    /// Reads all objects of a selection that the caller may see.
    pub async fn list<T: Record>(&mut self, select: impl FnOnce(&mut Select)) -> Result<Vec<T>> {
        let resource = self.resource::<T>();
        let scope = self.scope(resource);
        self.list_in(resource, &scope, select).await
    }

    /// Reads all objects of a selection regardless of the caller: for rules.
    pub async fn list_all<T: Record>(&mut self, select: impl FnOnce(&mut Select)) -> Result<Vec<T>> {
        let resource = self.resource::<T>();
        self.list_in(resource, &Scope::system(), select).await
    }

    async fn list_in<T: Record>(
        &mut self,
        resource: &'static Resource,
        scope: &Scope,
        select: impl FnOnce(&mut Select),
    ) -> Result<Vec<T>> {
        let mut query = Select::new(self, resource, scope);
        select(&mut query);
        let objects = query::objects(self, resource, query).await?;
        objects.iter().map(Object::decode).collect()
    }

    /// Creates an object as a consequence of another change; the caller needs no permission for it. Its id must be
    /// new: an existing object is changed with [`Cx::modify`].
    pub async fn create<T: Record>(&mut self, record: T) -> Result<()> {
        let resource = self.resource::<T>();
        write::insert(self, resource, Object::encode(record)).await
    }

    /// Locks objects before they are read, for code that decides by what it reads. What they are parts of is locked too,
    /// if writers of the parts take turns.
    pub async fn lock<T: Record>(&mut self, ids: &[Uuid]) -> Result<()> {
        let resource = self.resource::<T>();
        write::serialize(self, resource).await?;
        locks::lock(self, resource, ids).await
    }

    /// Changes an object as a consequence of another change; the caller needs no permission for it. The object is
    /// locked before the closure sees it, and only what the closure changes is written, so nobody else's change can be
    /// lost. Returns the object as it is now.
    pub async fn modify<T: Record>(&mut self, id: Uuid, change: impl FnOnce(&mut T) -> Result<()>) -> Result<T> {
        let resource = self.resource::<T>();
        write::serialize(self, resource).await?;
        let old = query::find_for_update(self, resource, &Scope::system(), id).await?;
        self.modify_locked(resource, old, change).await
    }

    /// Changes an object that the caller may see and act on, in the same way.
    pub async fn modify_for<T: Record>(
        &mut self,
        id: Uuid,
        verb: Verb,
        change: impl FnOnce(&mut T) -> Result<()>,
    ) -> Result<T> {
        let resource = self.resource::<T>();
        write::serialize(self, resource).await?;
        let old = write::visible(self, resource, id, Lock::Change).await?;
        self.require(resource, verb, old.folder())?;
        self.modify_locked(resource, Some(old), change).await
    }

    async fn modify_locked<T: Record>(
        &mut self,
        resource: &'static Resource,
        old: Option<Object>,
        change: impl FnOnce(&mut T) -> Result<()>,
    ) -> Result<T> {
        let old = old.ok_or_else(|| not_found(resource))?;
        let new = changed(&old, change)?;
        write::replace(self, resource, old, new).await?.decode()
    }

    /// Creates many objects of one resource, like [`Cx::create`] does for one, with the same few statements however
    /// many there are. The rules run for each.
    pub async fn create_many<T: Record>(&mut self, records: Vec<T>) -> Result<()> {
        let resource = self.resource::<T>();
        write::serialize(self, resource).await?;
        let objects = records.into_iter().map(|record| (None, Object::encode(record))).collect();
        write::store_many(self, resource, objects).await
    }

    /// Changes many objects of one resource, like [`Cx::modify`] does for one. All are locked before the closure sees
    /// the first; missing ones are skipped.
    pub async fn modify_many<T: Record>(
        &mut self,
        ids: &[Uuid],
        mut change: impl FnMut(&mut T) -> Result<()>,
    ) -> Result<()> {
        let resource = self.resource::<T>();
        write::serialize(self, resource).await?;
        let mut objects = Vec::with_capacity(ids.len());
        for old in query::load(self, resource, ids, Some(Lock::Change)).await? {
            let new = changed(&old, &mut change)?;
            objects.push((Some(old), new));
        }
        write::store_many(self, resource, objects).await
    }

    /// Marks an object as changed, because something that belongs to it has.
    pub async fn touch<T: Record>(&mut self, id: Uuid) -> Result<()> {
        let resource = self.resource::<T>();
        write::touch(self, resource, id).await
    }

    /// Deletes an object, as a consequence of another change.
    pub async fn delete<T: Record>(&mut self, id: Uuid) -> Result<()> {
        let resource = self.resource::<T>();
        write::remove(self, resource, id).await
    }

    /// Begins a part of the work that may fail on its own; [`Cx::keep`] or [`Cx::undo`] ends it.
    pub async fn mark(&mut self) -> Result<Mark> {
        self.conn.savepoint().await?;
        Ok(Mark { changes: self.changes.len(), authority: self.authority.clone(), is_behind: self.is_behind })
    }

    pub async fn keep(&mut self) -> Result<()> {
        Ok(self.conn.release_savepoint().await?)
    }

    pub async fn undo(&mut self, mark: Mark) -> Result<()> {
        self.conn.rollback_to_savepoint().await?;
        self.changes.truncate(mark.changes);
        self.authority = mark.authority;
        self.is_behind = mark.is_behind;
        Ok(())
    }

    /// Updates the access snapshot after a change that affects it. Reloading it for each of thousands of new users
    /// takes too long, so it may lag behind: new people and groups give the caller nothing to use. A new domain cannot
    /// wait, since objects are put into it.
    pub(crate) async fn follow_access(&mut self, resource: &Resource, is_new: bool) -> Result<()> {
        if self.holds_access && is_new && resource.path != crate::registry::FOLDERS {
            self.is_behind = true;
            return Ok(());
        }
        self.renew_access().await
    }

    /// Lets the access snapshot lag behind while many objects are created; [`Cx::catch_up`] ends it.
    pub fn hold_access(&mut self) {
        self.holds_access = true;
    }

    /// Catches up with what was deferred since [`Cx::hold_access`].
    pub async fn catch_up(&mut self) -> Result<()> {
        self.holds_access = false;
        if self.is_behind { self.renew_access().await } else { Ok(()) }
    }

    /// Reloads the access snapshot, including the changes of this transaction.
    pub async fn renew_access(&mut self) -> Result<()> {
        let version = access::bump(&mut self.conn).await?;
        let snapshot = access::load(&mut self.conn, self.engine.registry, version).await?;
        self.authority = Authority::new(self.authority.caller.clone(), Arc::new(snapshot));
        self.access_changed = true;
        self.is_behind = false;
        Ok(())
    }

    /// Waits for its turn to change something that affects access. The facts may have changed meanwhile, so the
    /// caller's permissions are loaded again.
    pub async fn lock_access(&mut self, word: &str) -> Result<()> {
        self.conn.lock(word).await?;
        let version = access::version(&mut self.conn).await?;
        if version != self.authority.snapshot.version() {
            let snapshot = access::load(&mut self.conn, self.engine.registry, version).await?;
            self.authority = Authority::new(self.authority.caller.clone(), Arc::new(snapshot));
        }
        Ok(())
    }

    /// From now on records changes with their previous values, for code that inspects them before they are final.
    pub fn compare_changes(&mut self) {
        self.compares_changes = true;
    }

    /// Registers work to do once this is committed, such as sending: the listener that does such work is notified.
    pub fn leave_work(&mut self, work: &'static str) {
        if !self.work.contains(&work) {
            self.work.push(work);
        }
    }

    /// Commits everything that was written. Listeners run first, in the same transaction, and are notified afterwards.
    pub async fn commit(mut self) -> Result<Vec<Change>> {
        let listeners = self.engine.listeners();
        if !self.changes.is_empty() {
            for listener in listeners.iter() {
                listener.before_commit(&mut self).await?;
            }
        }
        self.conn.commit().await?;
        for listener in listeners.iter().filter(|listener| self.work.contains(&listener.does())) {
            listener.work_waits(&self.engine);
        }
        // Even if another process changed them: someone who signs in right after the operator gave them a role has it.
        if self.authority.snapshot.version() > self.engine.access().version() {
            self.engine.offer_access(&self.authority.snapshot);
        }
        Ok(self.changes)
    }
}

/// An object with the changes that a closure makes to its struct, and no others.
fn changed<T: Record>(old: &Object, change: impl FnOnce(&mut T) -> Result<()>) -> Result<Object> {
    let mut record: T = old.decode()?;
    let before = Object::encode(old.decode::<T>()?);
    change(&mut record)?;
    let after = Object::encode(record);
    let mut new = old.clone();
    let values = before.values.into_iter().zip(after.values).enumerate();
    for (position, (_, value)) in values.filter(|(_, (before, after))| before != after) {
        new.values[position] = value;
    }
    Ok(new)
}

pub fn not_found(resource: &Resource) -> Error {
    Error::NotFound(format!(
        "There is no {} with this id, or you do not have access to it.",
        resource.name().to_lowercase()
    ))
}
