//! The one way to change anything.
//!
//! decode → validate → authorize → rules → write rows → journal entry → (commit by the caller)
//!
//! Every change to every object goes through [`store`] or [`erase`], whoever makes it: requests, batches, actions,
//! rules, setup. So nothing is written without its journal entry, and listeners are told of every change.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_access::{Scope, Verb};
use cairn_model::def::ID;
use cairn_model::kind::Kind;
use cairn_model::{ScopeRule, Type, Value};
use cairn_store::Sql;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::contained::{self, Wholes};
use crate::cx::{Cx, not_found};
use crate::decode::{self, Input};
use crate::error::{Error, FieldErrors, Result};
use crate::given;
use crate::locks::lock_mentioned;
use crate::object::Object;
use crate::query::{self, Lock, Named};
use crate::registry::{Registry, Relation, Resource};
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

/// The new targets of a relation that is owned elsewhere.
pub(crate) type Reverse = Vec<(usize, Vec<Uuid>)>;

/// Applies a request's values to the new state and checks everything that they refer to.
pub(crate) async fn apply(
    cx: &mut Cx,
    resource: &'static Resource,
    new: &mut Object,
    old: Option<&Object>,
    input: Input,
) -> Result<Reverse> {
    let mut errors = FieldErrors::default();
    let mut reverse = Vec::new();
    let current = current_targets(cx, resource, old, &input).await?;
    let seen = query::seen(cx, mentioned(cx.registry(), resource, old, &input, &current)).await?;
    let registry = cx.registry();
    let sees = |kind: &Kind, id: Uuid| {
        registry.targets(kind).iter().any(|target| seen.get(target).is_some_and(|ids| ids.contains(&id)))
    };
    for (position, value) in input.0 {
        let field = resource.field(position);
        if field.immutable
            && let Some(old) = old
        {
            // What the caller may not see looks empty to them, and stays.
            let before = old.values[position].as_uuid().filter(|_| field.kind.is_reference());
            let hidden = before.filter(|id| !sees(&field.kind, *id));
            let before = if hidden.is_some() { &Value::Null } else { &old.values[position] };
            if *before != value {
                errors.add(field.name, "This field cannot be changed after creation.");
            }
            if hidden.is_some() || *before != value {
                continue;
            }
        }
        let mut check = |id: Uuid| {
            if !sees(&field.kind, id) {
                errors.add(field.name, unknown_target(registry, &field.kind, id));
            }
        };
        match &field.kind {
            Kind::Many(kind) => {
                value.as_uuids().iter().for_each(|id| check(*id));
                // Links to objects that the caller may not see are kept: they were not in what the caller read, so
                // leaving them out does not remove them.
                let hidden = current[&position].iter().copied().filter(|id| !sees(&field.kind, *id));
                let targets: BTreeSet<Uuid> = value.as_uuids().iter().copied().chain(hidden).collect();
                let targets = targets.into_iter().collect();
                if kind.reverse.is_some() {
                    reverse.push((position, targets));
                } else {
                    new.values[position] = Value::Uuids(targets);
                }
            }
            Kind::Reference(_) | Kind::Any(_) => {
                let before = old.and_then(|old| old.values[position].as_uuid());
                match value.as_uuid() {
                    // Also for existing links: guessing a hidden id gets no different response.
                    Some(id) => check(id),
                    // Clearing what looks empty to the caller keeps what they may not see.
                    None if before.is_some_and(|hidden| !sees(&field.kind, hidden)) => continue,
                    None => {}
                }
                new.values[position] = value;
            }
            _ => new.values[position] = value,
        }
    }
    errors.into_result()?;
    Ok(reverse)
}

/// The current targets of a request's relations, by position, regardless of who may see them.
async fn current_targets(
    cx: &mut Cx,
    resource: &'static Resource,
    old: Option<&Object>,
    input: &Input,
) -> Result<HashMap<usize, Vec<Uuid>>> {
    let mut current = HashMap::new();
    for relation in resource.relations.iter().filter(|relation| input.get(relation.position).is_some()) {
        let targets = match old {
            Some(old) if relation.owner_field.is_some() => linked(cx, relation, old.id()).await?,
            Some(old) => old.values[relation.position].as_uuids().to_vec(),
            None => Vec::new(),
        };
        current.insert(relation.position, targets);
    }
    Ok(current)
}

/// Everything that a request refers to, or would no longer refer to, by resource.
fn mentioned(
    registry: &Registry,
    resource: &Resource,
    old: Option<&Object>,
    input: &Input,
    current: &HashMap<usize, Vec<Uuid>>,
) -> Named {
    let mut all = Named::new();
    for (position, value) in &input.0 {
        let before = old.and_then(|old| old.values[*position].as_uuid());
        for target in registry.targets(&resource.field(*position).kind) {
            let ids = all.entry(target).or_default();
            ids.extend(value.as_uuids().iter().chain(current.get(position).into_iter().flatten()));
            ids.extend(value.as_uuid().or(before));
        }
    }
    all
}

/// The refusal of a reference to an object that does not exist or may not be seen.
pub fn unknown_reference(registry: &Registry, field: &str, kind: &Kind, id: Uuid) -> Error {
    Error::field(field, unknown_target(registry, kind, id))
}

/// The same message whether the id is unknown, of another resource or hidden from the caller.
fn unknown_target(registry: &Registry, kind: &Kind, id: Uuid) -> String {
    let name = kind.target().map_or_else(|| "object".to_owned(), |path| registry.get(path).name().to_lowercase());
    format!("There is no {name} with the id {id}, or you do not have access to it.")
}

pub(crate) async fn linked(cx: &mut Cx, relation: &Relation, id: Uuid) -> Result<Vec<Uuid>> {
    let mut sql = Sql::raw(format!("select {} from {} where {} = ", relation.other, relation.table, relation.own));
    sql.bind(id);
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// The targets of the links of any of some objects.
pub(crate) async fn linked_to_any(cx: &mut Cx, relation: &Relation, ids: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    let Relation { other, table, own, .. } = relation;
    let mut sql = Sql::raw(format!("select distinct {other} from {table} where {own}"));
    sql.any(cx.conn.dialect(), Value::Uuids(ids.to_vec()));
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
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

/// Which field of which object loses which targets.
pub(crate) type Detached = BTreeMap<(&'static str, Uuid, usize), BTreeSet<Uuid>>;

/// What one object loses: which targets, by the position of the field.
type Losses = Vec<(usize, BTreeSet<Uuid>)>;

/// Removes references and links to targets that are about to be deleted.
pub(crate) async fn detach(cx: &mut Cx, detached: Detached) -> Result<()> {
    let mut by_path: BTreeMap<&'static str, BTreeMap<Uuid, Losses>> = BTreeMap::new();
    for ((path, id, position), targets) in detached {
        by_path.entry(path).or_default().entry(id).or_default().push((position, targets));
    }
    let before = std::mem::replace(&mut cx.detaching, true);
    let mut outcome = Ok(());
    for (path, losses) in by_path {
        if outcome.is_ok() {
            outcome = detach_from(cx, path, &losses).await;
        }
    }
    cx.detaching = before;
    outcome
}

async fn detach_from(
    cx: &mut Cx,
    path: &'static str,
    losses: &BTreeMap<Uuid, Vec<(usize, BTreeSet<Uuid>)>>,
) -> Result<()> {
    let resource = cx.registry().get(path);
    let ids: Vec<Uuid> = losses.keys().copied().collect();
    let objects = query::load(cx, resource, &ids, Some(Lock::Change)).await?;
    let without = |old: Object| {
        let mut new = old.clone();
        for (position, targets) in &losses[&old.id()] {
            new.values[*position] = match &old.values[*position] {
                Value::Uuids(ids) => Value::Uuids(ids.iter().filter(|id| !targets.contains(id)).copied().collect()),
                _ => Value::Null,
            };
        }
        (Some(old), new)
    };
    store_many(cx, resource, objects.into_iter().map(without).collect()).await
}
