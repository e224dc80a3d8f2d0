//! What the owners of endpoints may see, now, of the objects that messages are about and of those that they name.
//!
//! A message is a response to the owner of its endpoint: it does not contain what the API would hide from them, and
//! they are not told of an object that they could not open. What an owner sees is queried as if they were the caller,
//! with the same condition as every response ([`cairn_engine::query::seen`]): one query per owner who does not see
//! everything, for all messages of a transaction. An object deleted in the same transaction has no row any more; its
//! last place decides, as in the log.

use std::collections::{BTreeSet, HashMap};

use cairn_access::Behalf;
use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::query::{self, Named};
use cairn_engine::{Cx, Object, Registry, Result, place};
use cairn_model::Value;
use uuid::Uuid;

/// What replaces values that name something hidden, by position.
pub type Veil = Vec<(usize, Value)>;

/// What each owner sees of everything that the messages of a transaction are about or name; none where it is all.
pub struct Sight {
    registry: &'static Registry,
    seen: HashMap<Behalf, Option<Named>>,
}

impl Sight {
    /// Checks the objects of these changes, and what the complete ones name, for each owner.
    pub async fn over(
        cx: &mut Cx,
        about: &[&Change],
        complete: &[Object],
        changes: &[Change],
        owners: &BTreeSet<Behalf>,
    ) -> Result<Self> {
        let mut named = named_by(cx.registry(), complete);
        for change in about {
            named.entry(change.resource.path).or_default().insert(change.object.id());
        }
        let gone: Vec<&Change> = changes.iter().filter(|change| change.kind == ChangeKind::Deleted).collect();
        let mut seen = HashMap::new();
        for owner in owners {
            let theirs = cx.authority.on_behalf(*owner, "webhook");
            let own = std::mem::replace(&mut cx.authority, theirs);
            let found = seen_by_caller(cx, &named, &gone).await;
            cx.authority = own;
            seen.insert(*owner, found?);
        }
        Ok(Self { registry: cx.registry(), seen })
    }

    /// Whether someone sees what changed.
    pub fn includes(&self, owner: Behalf, change: &Change) -> bool {
        self.sees(owner, change.resource.path, change.object.id())
    }

    /// What must be hidden from someone in an object, and what they see instead.
    pub fn veil(&self, owner: Behalf, object: &Object) -> Veil {
        let hidden = |(position, paths): (usize, Vec<&'static str>)| {
            let sees = |id: &Uuid| paths.iter().any(|path| self.sees(owner, path, *id));
            match &object.values[position] {
                Value::Uuid(id) if !sees(id) => Some((position, Value::Null)),
                Value::Uuids(ids) if !ids.iter().all(sees) => {
                    Some((position, Value::Uuids(ids.iter().copied().filter(|id| sees(id)).collect())))
                }
                _ => None,
            }
        };
        targets(self.registry, object).filter_map(hidden).collect()
    }

    fn sees(&self, owner: Behalf, path: &str, id: Uuid) -> bool {
        match self.seen.get(&owner) {
            Some(Some(seen)) => seen.get(path).is_some_and(|ids| ids.contains(&id)),
            Some(None) => true,
            None => false,
        }
    }
}

async fn seen_by_caller(cx: &mut Cx, named: &Named, gone: &[&Change]) -> Result<Option<Named>> {
    if cx.authority.sees_everything() {
        return Ok(None);
    }
    let mut seen = query::seen(cx, named.clone()).await?;
    for change in gone.iter().filter(|change| place::saw(cx, change.resource, &change.object)) {
        // A part of a resource is referred to as the resource itself.
        for path in [change.resource.path, change.resource.def.path] {
            seen.entry(path).or_default().insert(change.object.id());
        }
    }
    Ok(Some(seen))
}

/// The fields of an object that name others, with the resources that those may be of.
fn targets(registry: &'static Registry, object: &Object) -> impl Iterator<Item = (usize, Vec<&'static str>)> {
    let fields = object.def.fields.iter().enumerate().filter(|(_, field)| field.kind.refers());
    fields.map(|(position, field)| (position, registry.targets(&field.kind)))
}

fn named_by(registry: &'static Registry, objects: &[Object]) -> Named {
    let mut named = Named::new();
    for object in objects {
        let named_here = targets(registry, object);
        for (position, path) in named_here.flat_map(|(at, paths)| paths.into_iter().map(move |path| (at, path))) {
            let ids = named.entry(path).or_default();
            ids.extend(object.values[position].as_uuids());
            ids.extend(object.values[position].as_uuid());
        }
    }
    named
}
