//! Rows that are parts of others: a finding of its findings review, a file of its revision.
//!
//! A part is always where its whole is. Creating a part locks the whole until the end of the transaction, so that it
//! cannot move meanwhile. When the whole moves, all its parts move with it, level by level, in a few statements
//! however many there are. Nobody asked for that and nobody may refuse it, so no rules run; each part gets a journal
//! entry, so that the past can be rebuilt. A locked object freezes its parts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_access::Scope;
use cairn_model::Value;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::journal;
use crate::object::Object;
use crate::query::{self, Lock, Select};
use crate::registry::{Child, Resource};
use crate::rows::{self, Write};

/// Ids, by the path of their resource.
type Ids = BTreeMap<&'static str, BTreeSet<Uuid>>;

/// What objects are parts of, read for all of them together.
#[derive(Default)]
pub(crate) struct Wholes(HashMap<(&'static str, Uuid), Object>);

/// An object before and after; one of them is missing where it is made or deleted.
type Change<'a> = (Option<&'a Object>, Option<&'a Object>);

impl Wholes {
    /// Reads what some objects of a resource are parts of, as far as it matters, and locks what they become parts of.
    /// Runs after the rules, which may have taken a stronger lock.
    pub async fn load(cx: &mut Cx, resource: &'static Resource, changes: &[Change<'_>]) -> Result<Self> {
        let mut known = Self::default();
        if resource.parents.is_empty() {
            return Ok(known);
        }
        let (mut held, mut seen) = (Ids::new(), Ids::new());
        for (old, new) in changes {
            let before = old.map_or_else(Vec::new, |old| wholes(cx, resource, old));
            let after = new.map_or_else(Vec::new, |new| wholes(cx, resource, new));
            if before != after {
                for (path, id) in after {
                    held.entry(path).or_default().insert(id);
                }
            }
            if resource.is_lockable {
                for (path, id) in before {
                    seen.entry(path).or_default().insert(id);
                }
            }
        }
        let mut asked: BTreeSet<(&'static str, Uuid)> = BTreeSet::new();
        let note = |asked: &mut BTreeSet<(&'static str, Uuid)>, ids: &Ids| {
            asked.extend(ids.iter().flat_map(|(path, ids)| ids.iter().map(|id| (*path, *id))));
        };
        note(&mut asked, &held);
        known.read(cx, held, Some(Lock::Hold)).await?;
        while !seen.is_empty() || resource.is_lockable {
            let above = known.0.iter().flat_map(|((path, _), object)| wholes(cx, cx.registry().get(path), object));
            for (path, id) in above.collect::<Vec<_>>() {
                seen.entry(path).or_default().insert(id);
            }
            for (path, ids) in &mut seen {
                ids.retain(|id| !asked.contains(&(*path, *id)));
            }
            seen.retain(|_, ids| !ids.is_empty());
            if seen.is_empty() {
                break;
            }
            note(&mut asked, &seen);
            known.read(cx, std::mem::take(&mut seen), None).await?;
        }
        Ok(known)
    }

    async fn read(&mut self, cx: &mut Cx, wanted: Ids, lock: Option<Lock>) -> Result<()> {
        for (path, ids) in wanted {
            let ids: Vec<Uuid> = ids.into_iter().collect();
            let found = query::load(cx, cx.registry().get(path), &ids, lock).await?;
            self.0.extend(found.into_iter().map(|object| ((path, object.id()), object)));
        }
        Ok(())
    }

    /// All that an object is a part of, from the nearest on.
    fn above(&self, cx: &Cx, resource: &'static Resource, object: &Object) -> Vec<(&'static Resource, &Object)> {
        let mut all = Vec::new();
        let mut next = self.whole(cx, resource, object);
        while let Some((above, found)) = next {
            all.push((above, found));
            next = self.whole(cx, above, found);
        }
        all
    }

    /// What an object is a part of.
    fn whole(&self, cx: &Cx, resource: &Resource, object: &Object) -> Option<(&'static Resource, &Object)> {
        let found = |key: (&'static str, Uuid)| Some((cx.registry().get(key.0), self.0.get(&key)?));
        wholes(cx, resource, object).into_iter().find_map(found)
    }

    /// Puts a part where the whole is.
    pub fn settle(&self, cx: &Cx, resource: &'static Resource, old: Option<&Object>, new: &mut Object) -> Result<()> {
        let Some(within) = resource.def.scope.within() else { return Ok(()) };
        let wanted = wholes(cx, resource, new);
        let Some((path, id)) = wanted.first().copied() else {
            let name = resource.field(resource.parents[0]).name;
            return Err(Error::field(name, "Choose what it belongs to."));
        };
        let published_at = resource.published_position.filter(|_| within.published);
        if let Some(old) = old.filter(|old| wholes(cx, resource, old) == wanted) {
            for at in published_at.into_iter().chain([resource.scope_position]) {
                new.values[at] = old.values[at].clone();
            }
            return Ok(());
        }
        let (above, found) = self.whole(cx, resource, new).ok_or_else(|| {
            let field = resource.parents.iter().find(|at| new.values[**at].as_uuid() == Some(id));
            let name = field.map_or("detail", |at| resource.field(*at).name);
            let only = (wanted.len() == 1).then(|| cx.registry().get(path).name().to_lowercase());
            Error::field(name, format!("There is no {} with this id.", only.as_deref().unwrap_or("object")))
        })?;
        let (folder, published) = (found.folder(), above.published_position.map(|at| found.values[at].clone()));
        new.values[resource.scope_position] = Value::Uuid(folder);
        if let (Some(at), Some(published)) = (published_at, published) {
            new.values[at] = published;
        }
        Ok(())
    }

    /// Refuses changes to locked objects and their parts. An object that only loses a reference to something that is
    /// deleted may change: a frozen object must not keep others alive.
    pub async fn refuse_if_locked(
        &self,
        cx: &mut Cx,
        resource: &'static Resource,
        (old, new): Change<'_>,
    ) -> Result<()> {
        if cx.is_detaching() {
            return Ok(());
        }
        if let Some(old) = old.filter(|old| is_locked(resource, old)) {
            let stays = new.is_none_or(|new| is_locked(resource, new));
            if stays && (new.is_none() || !journal::differences(resource, Some(old), new).is_empty()) {
                return Err(refusal(&old.name()));
            }
        }
        if !resource.is_lockable {
            return Ok(());
        }
        // A part that leaves a locked whole is refused like one that is added to it.
        for object in [old, new].into_iter().flatten() {
            let above = self.above(cx, resource, object);
            // An object that is imported together with its parts is not locked against them.
            let locked = above.into_iter().find(|(above, found)| is_locked(above, found) && !cx.has_made(found.id()));
            if let Some((above, found)) = locked {
                return Err(refusal_for(cx, above, found).await?);
            }
        }
        Ok(())
    }
}

/// What an object may be a part of: one, or several of which one is there, where it refers to any object.
fn wholes(cx: &Cx, resource: &Resource, object: &Object) -> Vec<(&'static str, Uuid)> {
    let found = resource.parents.iter().find_map(|at| object.values[*at].as_uuid().map(|id| (*at, id)));
    let Some((position, id)) = found else { return Vec::new() };
    cx.registry().targets(&resource.field(position).kind).into_iter().map(|path| (path, id)).collect()
}

/// What some objects are parts of, all the way up.
pub(crate) async fn all_above(
    cx: &mut Cx,
    resource: &'static Resource,
    objects: &[Object],
) -> Result<Vec<(&'static Resource, Uuid)>> {
    let mut all: BTreeSet<(&'static str, Uuid)> = BTreeSet::new();
    let mut level: BTreeSet<_> = objects.iter().flat_map(|object| wholes(cx, resource, object)).collect();
    while !level.is_empty() {
        let mut known = Wholes::default();
        let mut wanted = Ids::new();
        for (path, id) in std::mem::take(&mut level) {
            wanted.entry(path).or_default().insert(id);
        }
        known.read(cx, wanted, None).await?;
        all.extend(known.0.keys());
        level.extend(known.0.iter().flat_map(|((path, _), object)| wholes(cx, cx.registry().get(path), object)));
    }
    Ok(all.into_iter().map(|(path, id)| (cx.registry().get(path), id)).collect())
}

fn is_locked(resource: &Resource, object: &Object) -> bool {
    resource.locked_position.is_some_and(|at| object.values[at] == Value::Bool(true))
}

fn refusal(name: &str) -> Error {
    Error::Conflict(format!("“{name}” is locked. Unlock it to make changes."))
}

/// The change may come from elsewhere, by someone who may not know about the locked object.
async fn refusal_for(cx: &mut Cx, resource: &'static Resource, locked: &Object) -> Result<Error> {
    let scope = cx.scope(resource);
    let is_seen = query::find(cx, resource, &scope, locked.id()).await?.is_some();
    let name = resource.name().to_lowercase();
    let hidden = || Error::Conflict(format!("This would change something in a locked {name}."));
    Ok(if is_seen { refusal(&locked.name()) } else { hidden() })
}

/// Moves the parts of objects that have moved or changed their visibility.
pub(crate) async fn follow(cx: &mut Cx, resource: &'static Resource, writes: &[Write]) -> Result<()> {
    if resource.children.is_empty() {
        return Ok(());
    }
    let place = |object: &Object| (object.folder(), published(resource, object));
    let moves = |one: &&Write| one.old.as_ref().is_some_and(|old| place(old) != place(&one.new));
    let moved: Vec<&Object> = writes.iter().filter(moves).map(|one| &one.new).collect();
    for some in moved.chunk_by(|a, b| place(a) == place(b)) {
        let ids: Vec<Uuid> = some.iter().map(|object| object.id()).collect();
        for child in &resource.children {
            let parts = cx.registry().get(child.path);
            let mut written = take_along(cx, parts, child, &ids, place(some[0])).await?;
            if !written.is_empty() {
                rows::write(cx, parts, &mut written).await?;
                Box::pin(follow(cx, parts, &written)).await?;
            }
        }
    }
    Ok(())
}

fn published(resource: &Resource, object: &Object) -> Option<Value> {
    resource.published_position.map(|at| object.values[at].clone())
}

/// The parts of some objects in their new state, where it differs.
async fn take_along(
    cx: &mut Cx,
    parts: &'static Resource,
    child: &Child,
    wholes: &[Uuid],
    (folder, published): (Uuid, Option<Value>),
) -> Result<Vec<Write>> {
    let mut select = Select::new(cx, parts, &Scope::system());
    select
        .any_of(parts.field(child.position).name, Value::Uuids(wholes.to_vec()))
        .order_by("t.id")
        .locked(Lock::Change);
    let objects = query::objects(cx, parts, select).await?;
    let follow = |old: Object| {
        let mut new = old.clone();
        new.values[parts.scope_position] = Value::Uuid(folder);
        if let (true, Some(at), Some(value)) = (child.published, parts.published_position, &published) {
            new.values[at] = value.clone();
        }
        Write::between(parts, Some(old), new)
    };
    Ok(objects.into_iter().map(follow).filter(Write::is_change).collect())
}
