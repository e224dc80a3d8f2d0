//! One change of a set: its references are found, and it is written as any other request would be.

use std::collections::{BTreeMap, HashSet};

use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, FieldErrors, Result};
use cairn_engine::journal::ChangeKind;
use cairn_engine::query::{self, Label};
use cairn_engine::registry::{FOLDERS, Resource};
use cairn_engine::write::{self, Mode};
use cairn_engine::{cascade, decode};
use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use cairn_model::kind::Kind;
use cairn_model::{FieldDef, FieldType, File, ScopeRule};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::names::Meant;
use super::set::{Item, Set, State, seen, times};
use super::unique::twin;
use super::{ChangeAction, Happened};

/// How many references of one change may lead nowhere before the rest of it is not looked at.
const UNKNOWN: usize = 10;

/// A change with its references found.
pub struct Ready {
    body: Map<String, Json>,
    files: Vec<(usize, cairn_model::Value)>,
    /// What it refers to and cannot do without, and which is not there yet.
    pub needs: Vec<usize>,
    /// The fields that refer to what is not there yet, and that can be set later.
    pub later: Vec<&'static str>,
    /// What these fields refer to.
    pub links: Vec<usize>,
}

/// Finds everything that a change refers to.
pub async fn prepare(cx: &mut Cx, set: &mut Set<'_>, at: usize) -> Result<Ready> {
    let (change, resource) = (set.items[at].change, set.items[at].resource);
    let mut ready =
        Ready { body: Map::new(), files: Vec::new(), needs: Vec::new(), later: Vec::new(), links: Vec::new() };
    let mut errors = FieldErrors::default();
    let mut given: BTreeMap<&str, &Json> = change.fields.iter().map(|(name, value)| (name.as_str(), value)).collect();
    if let (Some(field), Some(folder)) = (place_field(set, at), set.folder)
        && change.action == ChangeAction::Put
    {
        given.entry(field.name).or_insert(folder);
    }
    let mut unknown = 0;
    for (name, value) in given {
        let Some(field) = resource.def.field(name) else {
            // Left to the decoder, which knows what to say.
            ready.body.insert(name.to_owned(), value.clone());
            continue;
        };
        let (many, list) = match (&field.kind, value) {
            (Kind::Many(_), Json::Array(list)) => (true, list.as_slice()),
            (Kind::Reference(_) | Kind::Any(_), one) if !one.is_null() => (false, std::slice::from_ref(one)),
            (Kind::File(_), file) => {
                let text = |part: &str| file[part].as_str().unwrap_or_default().to_owned();
                match (set.terms.files.get(&(text("sha256"), text("name"))), resource.def.position(name)) {
                    (Some(file), Some(position)) => ready.files.push((position, File::clone(file).into_value())),
                    _ => errors.add(name, "The content of this file is missing."),
                }
                continue;
            }
            _ => {
                ready.body.insert(name.to_owned(), value.clone());
                continue;
            }
        };
        let (mut ids, mut waits) = (Vec::with_capacity(list.len()), Vec::new());
        for reference in list {
            let meant = match field.kind.target() {
                Some(target) => set.meant(cx, cx.registry().get(target), reference).await?,
                None => set.meant_by_any(cx, &field.kind, reference).await?,
            };
            match meant {
                Meant::Id(id) => ids.push(Json::from(id.to_string())),
                Meant::Waits(other) => waits.push(other),
                Meant::Unknown(words) => {
                    errors.add(name, words);
                    unknown += 1;
                }
            }
            // Each is looked for in the database, and nobody reads more.
            if unknown >= UNKNOWN {
                break;
            }
        }
        if waits.is_empty() {
            let value = if many { Json::Array(ids) } else { ids.pop().unwrap_or_default() };
            ready.body.insert(name.to_owned(), value);
        } else if can_wait(resource, field) {
            ready.later.push(field.name);
            ready.links.extend(waits);
        } else {
            ready.needs.extend(waits);
        }
    }
    errors.into_result()?;
    Ok(ready)
}

/// The field that says which domain an object is in, where requests may write it. The domain that the set is about
/// does not lie inside itself.
fn place_field(set: &Set<'_>, at: usize) -> Option<&'static FieldDef> {
    let (item, resource) = (&set.items[at], set.items[at].resource);
    let field = match resource.def.scope {
        ScopeRule::Folder | ScopeRule::Within(_) => resource.field(resource.scope_position),
        ScopeRule::OwnId => resource.def.field("parent_folder")?,
    };
    let names_itself = match set.folder {
        Some(Json::Object(folder)) => folder.get("key").and_then(Json::as_str) == Some(&item.change.key),
        Some(Json::String(folder)) => {
            *folder == item.change.key || item.id.is_some_and(|id| Uuid::try_parse(folder) == Ok(id))
        }
        _ => false,
    };
    (field.writable() && !(names_itself && resource.path == FOLDERS)).then_some(field)
}

/// Whether an object can be made without this field, and the field be set afterwards.
fn can_wait(resource: &Resource, field: &FieldDef) -> bool {
    let is_place = resource.def.scope == ScopeRule::OwnId && field.kind.target() == Some(FOLDERS);
    field.kind.is_many() || (field.nullable && !field.immutable && !is_place)
}

/// Writes a change whose references are there. What is in `later` is left out for now.
pub async fn write(cx: &mut Cx, set: &mut Set<'_>, at: usize, ready: Ready) -> Result<()> {
    let (change, resource) = (set.items[at].change, set.items[at].resource);
    let mut present = set.items[at].id.filter(|_| set.items[at].found.is_some());
    if present.is_none() && ready.files.is_empty() && change.action == ChangeAction::Put {
        present = claim(cx, set, at, &ready).await?;
    }
    let (happened, before, after) = match present {
        Some(id) => {
            let old = seen(cx, resource, id).await?;
            let mut body = ready.body;
            if change.action == ChangeAction::Put {
                complete(set, at, &mut body, &ready.later)?;
            }
            let new = write::update(cx, resource, id, &Json::Object(body), Mode::Patch, None).await?;
            let new = query::as_seen(cx, resource, new, false).await?;
            let is_made_here = set.items[at].found.is_none();
            let happened = if is_made_here {
                Happened::Created
            } else if super::report::differing(resource, &old, &new).is_empty() {
                Happened::Unchanged
            } else {
                Happened::Changed
            };
            (happened, Some(old).filter(|_| !is_made_here), new)
        }
        None if change.action == ChangeAction::Patch => return Err(cairn_engine::cx::not_found(resource)),
        None => {
            let new = write::create_with(cx, resource, &Json::Object(ready.body), ready.files).await?;
            (Happened::Created, None, query::as_seen(cx, resource, new, true).await?)
        }
    };
    set.items[at].id = Some(after.id());
    let drift = if happened == Happened::Unchanged { None } else { set.drift(at) };
    let item = &mut set.items[at];
    set.claimed.insert(after.id());
    let after = Some(after);
    item.state = Some(State { happened, before, after, along: Vec::new(), unlinked: Vec::new(), drift });
    Ok(())
}

/// Finds the object that a new one would be the second of. One that a rule made along with another object of the set
/// is taken for it; one that was there before has drifted, and one that the set deletes makes way.
async fn claim(cx: &mut Cx, set: &mut Set<'_>, at: usize, ready: &Ready) -> Result<Option<Uuid>> {
    let resource = set.items[at].resource;
    let input = decode::decode(resource, &Json::Object(ready.body.clone()), None)?;
    let Some(id) = twin(cx, resource, &input).await? else { return Ok(None) };
    let leaves = |item: &super::set::Item<'_>| item.id == Some(id) && item.change.action == ChangeAction::Delete;
    if let Some(leaving) = set.items.iter().position(leaves) {
        if set.items[leaving].state.is_none() {
            delete(cx, set, leaving).await?;
            set.made_way.push(leaving);
        }
        return Ok(None);
    }
    if set.claimed.contains(&id) {
        return Ok(None);
    }
    if cx.has_made(id) {
        set.items[at].found = None;
        return Ok(Some(id));
    }
    if set.terms.all_new {
        return Ok(None);
    }
    let scope = cx.scope(resource);
    set.items[at].found = times(cx, resource, &scope, vec![id]).await?.remove(&id);
    Ok(Some(id))
}

/// Adds the fields that an object has and a change leaves out, with their defaults.
fn complete(set: &Set<'_>, at: usize, body: &mut Map<String, Json>, later: &[&str]) -> Result<()> {
    let resource = set.items[at].resource;
    let place = place_field(set, at).map(|field| field.name);
    let own_place = match resource.def.scope {
        ScopeRule::Folder | ScopeRule::Within(_) => Some(resource.field(resource.scope_position).name),
        ScopeRule::OwnId => Some("parent_folder"),
    };
    let mut errors = FieldErrors::default();
    for (position, field) in resource.def.fields.iter().enumerate() {
        let is_reverse = matches!(&field.kind, Kind::Many(kind) if kind.reverse.is_some());
        let is_fixed = matches!(position, ID | CREATED_AT | UPDATED_AT) || field.immutable || is_reverse;
        let is_part = resource.entry.part.is_some_and(|part| part.field == field.name);
        let is_place = place == Some(field.name) || own_place == Some(field.name);
        if !field.writable() || field.secret || !field.stored || is_fixed || is_part || is_place {
            continue;
        }
        if body.contains_key(field.name) || later.contains(&field.name) {
            continue;
        }
        if field.required() {
            errors.add(field.name, "This field is required.");
        } else {
            body.insert(field.name.to_owned(), field.default.value(&field.kind).to_json());
        }
    }
    errors.into_result()
}

/// Sets the fields of a change that had to wait for others.
pub async fn link(cx: &mut Cx, set: &mut Set<'_>, at: usize, fields: &[&'static str]) -> Result<()> {
    let resource = set.items[at].resource;
    let mut ready = prepare(cx, set, at).await?;
    ready.body.retain(|name, _| fields.contains(&name.as_str()));
    let Some(id) = set.items[at].id else { return Err(Error::internal("an object that was made is not there")) };
    let new = write::update(cx, resource, id, &Json::Object(ready.body), Mode::Patch, None).await?;
    let new = query::as_seen(cx, resource, new, false).await?;
    let drift = set.drift(at);
    if let Some(state) = &mut set.items[at].state {
        if let Some(before) = &state.before {
            let is_same = super::report::differing(resource, before, &new).is_empty();
            state.happened = if is_same { Happened::Unchanged } else { Happened::Changed };
            state.drift = drift.filter(|_| !is_same);
        }
        state.after = Some(new);
    }
    Ok(())
}

/// Deletes the object of a change, which may be gone already along with another.
pub async fn delete(cx: &mut Cx, set: &mut Set<'_>, at: usize) -> Result<()> {
    let (item, resource) = (&set.items[at], set.items[at].resource);
    let Some(id) = item.id else { return Ok(()) };
    let nothing = State {
        happened: Happened::Unchanged,
        before: None,
        after: None,
        along: Vec::new(),
        unlinked: Vec::new(),
        drift: None,
    };
    if item.found.is_none() {
        set.items[at].state = Some(nothing);
        return Ok(());
    }
    let drift = set.drift(at);
    let scope = cx.scope(resource);
    let is_there = query::find(cx, resource, &scope, id).await?.is_some();
    let (mut before, mut along, mut unlinked) = (None, Vec::new(), Vec::new());
    if is_there {
        before = Some(seen(cx, resource, id).await?);
        let info = cascade::info(cx, resource, id).await?;
        let label = |named: cascade::Named| Label { id: named.id, text: named.name };
        along.extend(info.deleted.related_objects.into_iter().map(label));
        unlinked
            .extend(info.affected.related_objects.into_iter().map(label).filter(|label| !set.keys.leaves(label.id)));
        let from = cx.changes.len();
        write::delete(cx, resource, id, None).await?;
        refuse_losses(cx, set, at, from)?;
    }
    set.items[at].state = Some(State { happened: Happened::Deleted, before, along, unlinked, drift, ..nothing });
    Ok(())
}

/// What the set says shall be there must not go along with what it deletes.
fn refuse_losses(cx: &Cx, set: &Set<'_>, at: usize, from: usize) -> Result<()> {
    let gone = cx.changes[from..].iter().filter(|change| change.kind == ChangeKind::Deleted);
    let gone: HashSet<Uuid> = gone.map(|change| change.object.id()).collect();
    // An id that the caller may not see has led to nothing, and tells nothing here either.
    let is_lost = |item: &&Item<'_>| {
        let is_there = item.found.is_some() || item.state.is_some();
        item.change.action != ChangeAction::Delete && is_there && item.id.is_some_and(|id| gone.contains(&id))
    };
    let lost: Vec<&str> = set.items.iter().filter(is_lost).map(|item| &*item.change.key).collect();
    if lost.is_empty() {
        return Ok(());
    }
    let (some, key) = (super::few(&lost), &set.items[at].change.key);
    Err(Error::field("detail", format!("Deleting {key} would also delete {some}. Delete both, or keep both.")))
}
