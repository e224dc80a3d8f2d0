//! The one way to change anything.
//!
//! decode → validate → authorize → rules → write rows → journal entry → (commit by the caller)
//!
//! Every change to every object goes through [`store`] or [`erase`], whoever makes it: requests, batches, actions,
//! rules, setup. So nothing is written without its journal entry, and listeners are told of every change.

mod apply;
mod detach;

pub use self::apply::unknown_reference;
pub(crate) use self::apply::{Reverse, apply, linked, linked_to_any};
pub(crate) use self::detach::detach;

use std::collections::BTreeSet;

use cairn_access::{Scope, Verb};
use cairn_model::def::ID;
use cairn_model::{ScopeRule, Value};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::contained::{self, Wholes};
use crate::cx::{Cx, not_found};
use crate::decode;
use crate::error::{Error, Result};
use crate::given;
use crate::locks::lock_mentioned;
use crate::object::Object;
use crate::query::{self, Lock};
use crate::registry::Resource;
use crate::rows::{self, Write};
use crate::{cascade, render};

/// How a request treats the fields that it leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// PATCH: they stay.
    Patch,
    /// PUT: they are reset to their defaults.
    Put,
}

/// On what authority a change is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// The caller asked for it and must be allowed to.
    Caller,
    /// It follows from something that was allowed.
    Consequence,
}

/// Creates an object from a request.
pub async fn create(cx: &mut Cx, resource: &'static Resource, body: &Json) -> Result<Object> {
    create_with(cx, resource, body, Vec::new()).await
}

/// Creates an object from a request and its files, by the positions of their fields.
pub async fn create_with(
    cx: &mut Cx,
    resource: &'static Resource,
    body: &Json,
    files: Vec<(usize, Value)>,
) -> Result<Object> {
    require_somewhere(cx, resource, Verb::Add)?;
    let mut input = decode::decode(resource, body, None)?;
    input.0.extend(files);
    decode::require(resource, &input)?;
    let mut new = decode::defaults(resource);
    new.values[ID] = Value::Uuid(cx.new_id::<()>().uuid());
    // Without a domain, an object belongs to the root.
    new.values[resource.scope_position] = match resource.def.scope {
        ScopeRule::OwnId => new.values[ID].clone(),
        ScopeRule::Folder | ScopeRule::Within(_) => Value::Uuid(cx.root_folder()),
    };
    serialize(cx, resource).await?;
    lock_mentioned(cx, resource, &[], body).await?;
    let claims = std::mem::take(&mut input.1);
    let reverse = apply(cx, resource, &mut new, None, input).await?;
    let made = store(cx, resource, None, new, reverse, By::Caller).await?;
    claims.check(resource, &made)?;
    Ok(made)
}

/// Changes an object as requested.
pub async fn update(
    cx: &mut Cx,
    resource: &'static Resource,
    id: Uuid,
    body: &Json,
    mode: Mode,
    if_match: Option<&str>,
) -> Result<Object> {
    serialize(cx, resource).await?;
    cx.catch_up().await?;
    lock_mentioned(cx, resource, &[id], body).await?;
    let scope = cx.scope(resource);
    let old = query::find_to_change(cx, resource, &scope, id).await?.ok_or_else(|| not_found(resource))?;
    cx.require(resource, Verb::Change, old.folder())?;
    check_if_match(cx, resource, &old, if_match).await?;
    let mut input = decode::decode(resource, body, Some(&old))?;
    let claims = std::mem::take(&mut input.1);
    let input = if mode == Mode::Put { decode::replacement(resource, input)? } else { input };
    let mut new = old.clone();
    let reverse = apply(cx, resource, &mut new, Some(&old), input).await?;
    let changed = store(cx, resource, Some(old), new, reverse, By::Caller).await?;
    claims.check(resource, &changed)?;
    Ok(changed)
}

/// Deletes an object, and what is deleted with it, as requested.
pub async fn delete(cx: &mut Cx, resource: &'static Resource, id: Uuid, if_match: Option<&str>) -> Result<()> {
    serialize(cx, resource).await?;
    let plan = cascade::lock_ahead(cx, resource, &[id]).await?;
    let old = visible(cx, resource, id, Lock::Delete).await?;
    cx.require(resource, Verb::Delete, old.folder())?;
    check_if_match(cx, resource, &old, if_match).await?;
    given::refuse_deletion(cx, resource, &old)?;
    cascade::delete(cx, old, plan).await
}

/// Creates an object as a consequence of another change, or during setup.
pub(crate) async fn insert(cx: &mut Cx, resource: &'static Resource, mut new: Object) -> Result<()> {
    own_links_only(resource, &mut new);
    consequence(cx, resource, None, new).await.map(drop)
}

/// Writes an object that this transaction has locked, as a consequence of another change.
pub(crate) async fn replace(cx: &mut Cx, resource: &'static Resource, old: Object, mut new: Object) -> Result<Object> {
    own_links_only(resource, &mut new);
    consequence(cx, resource, Some(old), new).await
}

/// Sorts the links of an object, and leaves out those that others own.
fn own_links_only(resource: &Resource, object: &mut Object) {
    for relation in &resource.relations {
        let value = &mut object.values[relation.position];
        match value {
            Value::Uuids(ids) if relation.owner_field.is_none() => {
                ids.sort_unstable();
                ids.dedup();
            }
            _ => *value = Value::Null,
        }
    }
}

/// Stores a consequence of another change.
async fn consequence(cx: &mut Cx, resource: &'static Resource, old: Option<Object>, new: Object) -> Result<Object> {
    cx.depth += 1;
    let result = Box::pin(store(cx, resource, old, new, Vec::new(), By::Consequence)).await;
    cx.depth -= 1;
    result
}

/// Deletes an object as a consequence of another change.
pub async fn remove(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<()> {
    // What goes along follows from the change as well, so the plan is made as a consequence too.
    cx.depth += 1;
    let result = remove_planned(cx, resource, id).await;
    cx.depth -= 1;
    result
}

async fn remove_planned(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<()> {
    let plan = cascade::lock_ahead(cx, resource, &[id]).await?;
    match query::find_locked(cx, resource, &Scope::system(), id, Lock::Delete).await? {
        Some(old) => cascade::delete(cx, old, plan).await,
        None => Ok(()),
    }
}

/// Changes to some resources must not run concurrently: each would be fine, but not both together.
pub async fn serialize(cx: &mut Cx, resource: &Resource) -> Result<()> {
    match resource.entry.serialized {
        Some(word) if resource.entry.grants => cx.lock_access(word).await,
        Some(word) => {
            cx.conn.lock_with_next(word);
            Ok(())
        }
        None => Ok(()),
    }
}

fn require_somewhere(cx: &Cx, resource: &Resource, verb: Verb) -> Result<()> {
    if cx.authority.allows_somewhere(resource.permission(verb)) {
        return Ok(());
    }
    Err(Error::Forbidden(format!(
        "You do not have permission to {} {}.",
        verb.word(),
        resource.plural().to_lowercase()
    )))
}

pub async fn visible(cx: &mut Cx, resource: &'static Resource, id: Uuid, lock: Lock) -> Result<Object> {
    let scope = cx.scope(resource);
    query::find_locked(cx, resource, &scope, id, lock).await?.ok_or_else(|| not_found(resource))
}

async fn check_if_match(cx: &mut Cx, resource: &'static Resource, old: &Object, if_match: Option<&str>) -> Result<()> {
    let Some(wanted) = if_match else { return Ok(()) };
    let page = query::item(cx, resource, old.id()).await?;
    let current = render::etag(&render::raw_for(cx, resource, &page.objects[0]));
    if render::may_replace(wanted, &current) { Ok(()) } else { Err(Error::LostUpdate) }
}

/// The write itself: authorize, rules, rows, search, journal, and what follows.
pub(crate) async fn store(
    cx: &mut Cx,
    resource: &'static Resource,
    old: Option<Object>,
    mut new: Object,
    reverse: Reverse,
    by: By,
) -> Result<Object> {
    if by == By::Caller {
        // A domain that no request can set is set by the rules, and only known after them.
        let is_named = resource.field(resource.scope_position).writable() && resource.parents.is_empty();
        if resource.def.scope == ScopeRule::OwnId || is_named {
            authorize(cx, resource, old.as_ref(), &new)?;
        }
        own_by_creator(cx, resource, old.as_ref(), &mut new);
    }
    if let Some(old) = &old {
        given::refuse_change(cx, resource, old, &new)?;
    }
    if let Some(hooks) = &resource.entry.hooks {
        (hooks.before_write)(cx, old.as_ref(), &mut new).await?;
    }
    let wholes = Wholes::load(cx, resource, &[(old.as_ref(), Some(&new))]).await?;
    wholes.settle(cx, resource, old.as_ref(), &mut new)?;
    wholes.refuse_if_locked(cx, resource, (old.as_ref(), Some(&new))).await?;
    // Rules may have moved it to a domain other than the one in the request.
    if by == By::Caller {
        authorize(cx, resource, old.as_ref(), &new)?;
    }
    let mut writes = [Write::between(resource, old, new)];
    let is_written = writes[0].is_change();
    if is_written {
        write_rows(cx, resource, &mut writes).await?;
    }
    let is_linked = write_reverse(cx, resource, &mut writes[0].new, reverse, by).await?;
    if is_linked && !is_written {
        // Editing links from this side counts as a change to this object, though others own them.
        rows::write(cx, resource, &mut writes).await?;
    }
    let [Write { old, new, .. }] = writes;
    if let Some(hooks) = &resource.entry.hooks
        && is_written
    {
        (hooks.after_write)(cx, old.as_ref(), &new).await?;
    }
    Ok(new)
}

/// Writes objects of one resource as consequences of another change: the rules run for each, and all are written with
/// the same few statements. Unchanged ones are not written.
pub(crate) async fn store_many(
    cx: &mut Cx,
    resource: &'static Resource,
    objects: Vec<(Option<Object>, Object)>,
) -> Result<()> {
    cx.depth += 1;
    let result = Box::pin(store_all(cx, resource, objects)).await;
    cx.depth -= 1;
    result
}

async fn store_all(cx: &mut Cx, resource: &'static Resource, mut objects: Vec<(Option<Object>, Object)>) -> Result<()> {
    for (old, new) in &mut objects {
        own_links_only(resource, new);
        if let Some(hooks) = &resource.entry.hooks {
            (hooks.before_write)(cx, old.as_ref(), new).await?;
        }
    }
    let changes: Vec<_> = objects.iter().map(|(old, new)| (old.as_ref(), Some(new))).collect();
    let wholes = Wholes::load(cx, resource, &changes).await?;
    let mut writes = Vec::with_capacity(objects.len());
    for (old, mut new) in objects {
        wholes.settle(cx, resource, old.as_ref(), &mut new)?;
        wholes.refuse_if_locked(cx, resource, (old.as_ref(), Some(&new))).await?;
        writes.push(Write::between(resource, old, new));
    }
    writes.retain(Write::is_change);
    if writes.is_empty() {
        return Ok(());
    }
    write_rows(cx, resource, &mut writes).await?;
    if let Some(hooks) = &resource.entry.hooks {
        for one in &writes {
            (hooks.after_write)(cx, one.old.as_ref(), &one.new).await?;
        }
    }
    Ok(())
}

/// Writes objects and the engine's own consequences: access, and where their parts are.
async fn write_rows(cx: &mut Cx, resource: &'static Resource, writes: &mut [Write]) -> Result<()> {
    rows::write(cx, resource, writes).await?;
    if resource.entry.grants {
        cx.follow_access(resource, writes.iter().all(|one| one.old.is_none())).await?;
    }
    contained::follow(cx, resource, writes).await
}

/// Marks an object as changed because something that belongs to it has, such as its files. Once per transaction is
/// enough.
pub(crate) async fn touch(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<()> {
    if cx.changes.iter().any(|change| change.object.id() == id) {
        return Ok(());
    }
    let Some(old) = query::find_for_update(cx, resource, &Scope::system(), id).await? else { return Ok(()) };
    let new = old.clone();
    rows::write(cx, resource, &mut [Write { old: Some(old), new, changed: Vec::new() }]).await
}

fn authorize(cx: &Cx, resource: &Resource, old: Option<&Object>, new: &Object) -> Result<()> {
    match (resource.def.scope, old) {
        (ScopeRule::Folder | ScopeRule::Within(_), None) => cx.require(resource, Verb::Add, new.folder()),
        (ScopeRule::Folder | ScopeRule::Within(_), Some(old)) => {
            if old.folder() == new.folder() {
                return Ok(());
            }
            cx.require(resource, Verb::Add, new.folder())
        }
        // A folder is created in, or moved into, its parent.
        (ScopeRule::OwnId, old) => {
            let parent = |object: &Object| object.get("parent_folder").as_uuid();
            if old.is_some_and(|old| parent(old) == parent(new)) {
                return Ok(());
            }
            cx.require(resource, Verb::Add, parent(new).unwrap_or_else(|| cx.root_folder()))
        }
    }
}

/// What an external user creates is assigned to them; otherwise they could not see it again.
fn own_by_creator(cx: &Cx, resource: &Resource, old: Option<&Object>, new: &mut Object) {
    if let cairn_model::def::Mine::Actors(field) = resource.def.mine
        && old.is_none()
        && cx.authority.rights.is_third_party()
        && new.get(field).as_uuids().is_empty()
        && let Some(actor) = cx.authority.rights.actors().first()
    {
        new.set(field, vec![*actor]);
    }
}

/// A relation that the other side owns is changed there: each owner that gains or loses this object changes, under the
/// same rules and with its own journal entry. Returns whether any did.
async fn write_reverse(
    cx: &mut Cx,
    resource: &'static Resource,
    new: &mut Object,
    reverse: Reverse,
    by: By,
) -> Result<bool> {
    let mut is_linked = false;
    for (position, wanted) in reverse {
        let relation = resource.relations.iter().find(|relation| relation.position == position);
        let relation = relation.expect("the position comes from a relation");
        let owners = cx.registry().get(relation.target);
        let owned = owners.def.position(relation.owner_field.unwrap_or_default());
        let owned = owned.expect("the registry test checks that the owning field exists");
        let current = linked(cx, relation, new.id()).await?;
        let gone = current.iter().filter(|id| !wanted.contains(id)).map(|id| (*id, false));
        let fresh = wanted.iter().filter(|id| !current.contains(id)).map(|id| (*id, true));
        let mut owners_to_change: Vec<(Uuid, bool)> = gone.chain(fresh).collect();
        owners_to_change.sort_unstable();
        for (owner, add) in owners_to_change {
            let Some(old) = query::find_for_update(cx, owners, &Scope::system(), owner).await? else { continue };
            if by == By::Caller {
                cx.require(owners, Verb::Change, old.folder())?;
            }
            let mut targets: BTreeSet<Uuid> = old.values[owned].as_uuids().iter().copied().collect();
            if add {
                targets.insert(new.id())
            } else {
                targets.remove(&new.id())
            };
            let mut changed = old.clone();
            changed.values[owned] = Value::Uuids(targets.into_iter().collect());
            if by == By::Caller {
                given::refuse_change(cx, owners, &old, &changed)?;
            }
            let before = std::mem::replace(&mut cx.linking, by == By::Caller);
            let outcome = consequence(cx, owners, Some(old), changed).await;
            cx.linking = before;
            outcome?;
            is_linked = true;
        }
        new.values[position] = Value::Uuids(wanted);
    }
    Ok(is_linked)
}
