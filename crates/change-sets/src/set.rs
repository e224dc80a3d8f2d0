//! A set while it is written: what each change is about, and how far it is.

use std::collections::{HashMap, HashSet};

use cairn_access::{Scope, Verb};
use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, FieldErrors, Result};
use cairn_engine::object::Object;
use cairn_engine::query::{self, Label, Lock, Select};
use cairn_engine::registry::Resource;
use cairn_model::{ScopeRule, Timestamp, Value};
use serde_json::Value as Json;
use uuid::Uuid;

use super::names::NaturalKeys;
use super::{Change, ChangeAction, ChangeSet, Drift, DriftReason, Happened, Terms};

/// Whether files may bring objects of a resource in, one by one or with their domain. Those that give rights, have
/// secrets or are the words of people are made by people.
pub fn comes_in_files(resource: &Resource) -> bool {
    let has_secret = resource.def.fields.iter().any(|field| field.secret && field.stored);
    let is_folder = resource.def.scope == ScopeRule::OwnId;
    is_folder || !(resource.entry.grants || resource.entry.conversation || has_secret)
}

/// One change of a set.
pub struct Item<'a> {
    pub change: &'a Change,
    pub resource: &'static Resource,
    /// The object, as soon as it is known.
    pub id: Option<Uuid>,
    /// When the object was last changed before the set was begun; none where it was not there.
    pub found: Option<Timestamp>,
    pub state: Option<State>,
}

/// What became of a change.
pub struct State {
    pub happened: Happened,
    pub before: Option<Object>,
    pub after: Option<Object>,
    pub along: Vec<Label>,
    pub unlinked: Vec<Label>,
    pub drift: Option<Drift>,
}

pub struct Set<'a> {
    pub items: Vec<Item<'a>>,
    pub keys: NaturalKeys,
    pub folder: Option<&'a Json>,
    pub terms: &'a Terms,
    /// Objects of the set that were taken by a change, so that no other takes them.
    pub claimed: HashSet<Uuid>,
    /// Changes that deleted their object to make way for the one that is being tried.
    pub made_way: Vec<usize>,
}

impl<'a> Set<'a> {
    /// Reads a set, and what is there of its objects.
    pub async fn read(cx: &mut Cx, wanted: &'a ChangeSet, terms: &'a Terms) -> Result<Self> {
        let mut errors = FieldErrors::default();
        let mut items = Vec::with_capacity(wanted.changes.len());
        let (mut keys, mut ids) = (HashSet::new(), HashSet::new());
        for change in &wanted.changes {
            let key = change.key.as_str();
            if key.is_empty() || !keys.insert(key) {
                errors.add("changes", format!("“{key}”: each change needs its own key."));
            }
            if change.id.is_some_and(|id| !ids.insert(id)) {
                errors.add("changes", format!("“{key}”: another change in the set is for the same object."));
            }
            match known(cx, change, terms) {
                Ok(resource) => items.push(Item { change, resource, id: change.id, found: None, state: None }),
                Err(message) => errors.add(&format!("{key}: resource"), message),
            }
            if change.id.is_none() && change.action != ChangeAction::Put {
                errors.add(&format!("{key}: id"), "Choose the object it belongs to.");
            }
        }
        errors.into_result()?;
        for item in &items {
            may_anywhere(cx, item)?;
        }
        find_present(cx, &mut items).await?;
        let keys = NaturalKeys::of_set(&items);
        Ok(Self { items, keys, folder: wanted.folder.as_ref(), terms, claimed: ids, made_way: Vec::new() })
    }

    /// Notes how an object differs from what the caller saw. What would not change has not drifted.
    pub fn drift(&self, at: usize) -> Option<Drift> {
        let item = &self.items[at];
        let reason = match (item.change.id, item.found) {
            (Some(_), None) => DriftReason::Deleted,
            // Nothing has this id any more, but something has its name.
            (Some(id), Some(_)) if item.id != Some(id) => DriftReason::Exists,
            (Some(_), Some(found)) if item.change.seen.is_some_and(|seen| seen != found) => DriftReason::Changed,
            (None, Some(_)) => DriftReason::Exists,
            _ => return None,
        };
        Some(Drift { reason, updated_at: item.found })
    }
}

/// The resource of a change, if requests may write it at all.
fn known(cx: &Cx, change: &Change, terms: &Terms) -> Result<&'static Resource, String> {
    let found = cx.registry().find(&change.resource).filter(|resource| resource.entry.routed && !resource.entry.log);
    let resource = found.ok_or_else(|| format!("There is no resource “{}”.", change.resource))?;
    if !comes_in_files(resource) {
        let words = "cannot be written by a change set, which must not contain permissions, secrets or comments.";
        return Err(format!("{} {words}", resource.plural()));
    }
    let has_file = resource.def.fields.iter().any(|field| matches!(field.kind, cairn_model::kind::Kind::File(_)));
    if resource.is_writable() || (has_file && !terms.files.is_empty()) {
        return Ok(resource);
    }
    Err(format!("{} cannot be set.", resource.plural()))
}

/// Nobody has work done for a change that they may make nowhere.
fn may_anywhere(cx: &Cx, item: &Item<'_>) -> Result<()> {
    let verbs: &[Verb] = match item.change.action {
        ChangeAction::Put => &[Verb::Add, Verb::Change],
        ChangeAction::Patch => &[Verb::Change],
        ChangeAction::Delete => &[Verb::Delete],
    };
    if verbs.iter().any(|verb| cx.authority.allows_somewhere(item.resource.permission(*verb))) {
        return Ok(());
    }
    let words = format!("You do not have permission to {} {}.", verbs[0].word(), item.resource.plural().to_lowercase());
    Err(item.blame(Error::Forbidden(words)))
}

/// Looks up the objects that the set names by id, as far as the caller may see them.
async fn find_present(cx: &mut Cx, items: &mut [Item<'_>]) -> Result<()> {
    let mut wanted: HashMap<&'static str, Vec<Uuid>> = HashMap::new();
    for item in items.iter() {
        wanted.entry(item.resource.path).or_default().extend(item.id);
    }
    let mut found: HashMap<(&'static str, Uuid), Timestamp> = HashMap::new();
    for (path, ids) in wanted {
        let resource = cx.registry().get(path);
        let scope = cx.scope(resource);
        found.extend(times(cx, resource, &scope, ids).await?.into_iter().map(|(id, time)| ((path, id), time)));
    }
    for item in items {
        item.found = item.id.and_then(|id| found.get(&(item.resource.path, id)).copied());
    }
    Ok(())
}

/// When objects were last changed.
pub async fn times(
    cx: &mut Cx,
    resource: &'static Resource,
    scope: &Scope,
    ids: Vec<Uuid>,
) -> Result<HashMap<Uuid, Timestamp>> {
    use cairn_model::Type;
    let mut all = HashMap::new();
    for some in ids.chunks(1000) {
        let mut select = Select::new(cx, resource, scope);
        select.any_of("id", Value::Uuids(some.to_vec()));
        let rows = cx.conn.query(&select.project("t.id, t.updated_at"), &[Type::Uuid, Type::Time]).await?;
        all.extend(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_time()?))));
    }
    Ok(all)
}

/// An object that the caller may see, as they see it.
pub async fn seen(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<Object> {
    let object = cairn_engine::write::visible(cx, resource, id, Lock::Change).await?;
    query::as_seen(cx, resource, object, false).await
}

impl Item<'_> {
    /// An error with the name of the change in front of each field.
    pub fn blame(&self, error: Error) -> Error {
        error.about(&self.change.key)
    }
}
