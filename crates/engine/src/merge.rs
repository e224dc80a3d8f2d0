//! Merging objects of one resource into one of them: duplicates happen wherever people type.
//!
//! It interprets the definition, so that a relation that is added later is merged as well.

use std::collections::{BTreeMap, BTreeSet};

use cairn_access::Scope;
use cairn_model::Value;
use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use uuid::Uuid;

use crate::cascade::referrers;
use crate::cx::{Cx, not_found};
use crate::error::Result;
use crate::given;
use crate::locks::Locks;
use crate::object::Object;
use crate::query::{self, Lock};
use crate::registry::Resource;
use crate::write;

/// What happens to the objects that were merged into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sources {
    Delete,
    Keep,
}

/// Gives the target every link of the sources and fills its empty fields from them, in the order of the sources.
/// Whether the caller may do this is for the action to decide.
pub async fn merge(
    cx: &mut Cx,
    resource: &'static Resource,
    target: Uuid,
    sources: &[Uuid],
    then: Sources,
) -> Result<Object> {
    lock_ahead(cx, resource, target, sources, then).await?;
    let mut found: BTreeMap<Uuid, Object> = BTreeMap::new();
    for id in sources.iter().copied().chain([target]).collect::<BTreeSet<_>>() {
        let object = query::find_for_update(cx, resource, &Scope::system(), id).await?;
        found.insert(id, object.ok_or_else(|| not_found(resource))?);
    }
    let mut merged = found[&target].clone();
    for source in sources {
        fold(resource, &mut merged, &found[source]);
    }
    let table = cx.registry().get(resource.def.path);
    given::refuse_change(cx, table, &found[&target], &merged)?;
    if then == Sources::Delete {
        sources.iter().try_for_each(|source| given::refuse_deletion(cx, table, &found[source]))?;
    }
    write::replace(cx, table, found[&target].clone(), merged).await?;
    repoint(cx, table, target, sources, then).await?;
    if then == Sources::Delete {
        for source in sources {
            write::remove(cx, table, *source).await?;
        }
    }
    query::find(cx, resource, &Scope::system(), target).await?.ok_or_else(|| not_found(resource))
}

/// Locks what a merge touches, in the global lock order.
async fn lock_ahead(
    cx: &mut Cx,
    resource: &'static Resource,
    target: Uuid,
    sources: &[Uuid],
    then: Sources,
) -> Result<()> {
    let mut locks = Locks::default();
    locks.add(resource, target, Lock::Change);
    let lock = if then == Sources::Delete { Lock::Delete } else { Lock::Change };
    for id in sources {
        locks.add(resource, *id, lock);
    }
    for incoming in &resource.incoming {
        let other = cx.registry().get(incoming.path);
        for id in referrers(cx, other, incoming.position, sources).await? {
            locks.add(other, id, Lock::Change);
        }
    }
    locks.take(cx).await
}

/// Adds a source's own links, and its values where the target has none.
fn fold(resource: &Resource, target: &mut Object, source: &Object) {
    for (position, field) in resource.def.fields.iter().enumerate() {
        if matches!(position, ID | CREATED_AT | UPDATED_AT) || position == resource.scope_position {
            continue;
        }
        let theirs = &source.values[position];
        match &mut target.values[position] {
            Value::Uuids(own) => {
                let mut all: BTreeSet<Uuid> = own.iter().chain(theirs.as_uuids()).copied().collect();
                // A link between the two would become one from the target to itself.
                all.remove(&target.values[ID].as_uuid().unwrap_or_default());
                all.remove(&source.id());
                target.values[position] = Value::Uuids(all.into_iter().collect());
            }
            own if field.writable() && is_empty(own) && !is_empty(theirs) => *own = theirs.clone(),
            _ => {}
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.trim().is_empty(),
        Value::Json(text) => text == "{}" || text == "[]",
        _ => false,
    }
}

/// Redirects everything that refers to a source to the target.
async fn repoint(cx: &mut Cx, table: &'static Resource, target: Uuid, sources: &[Uuid], then: Sources) -> Result<()> {
    for incoming in &table.incoming {
        let other = cx.registry().get(incoming.path);
        for id in referrers(cx, other, incoming.position, sources).await? {
            let among = other.path == table.path && (id == target || sources.contains(&id));
            if among {
                continue;
            }
            let Some(old) = query::find_for_update(cx, other, &Scope::system(), id).await? else { continue };
            let mut object = old.clone();
            let value = &mut object.values[incoming.position];
            *value = match value {
                Value::Uuids(ids) => {
                    let kept = ids.iter().copied().filter(|id| then == Sources::Keep || !sources.contains(id));
                    Value::Uuids(kept.chain([target]).collect::<BTreeSet<_>>().into_iter().collect())
                }
                _ => Value::Uuid(target),
            };
            write::replace(cx, other, old, object).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cairn_model::Record;
    use cairn_resources::work::AppliedControl;

    use super::*;
    use crate::entry::Entry;
    use crate::registry::Registry;

    const ENTRY: Entry = Entry::of::<AppliedControl>();

    fn control(resource: &'static Resource, id: u128) -> Object {
        let mut object = crate::decode::defaults(resource);
        object.set("id", Uuid::from_u128(id));
        object.set("folder", Uuid::from_u128(99));
        object.set("name", format!("Control {id}"));
        object
    }

    #[test]
    fn the_target_keeps_what_it_has_and_takes_what_it_lacks() {
        let resource = Registry::new(&[&ENTRY]).get(AppliedControl::PATH);
        let mut target = control(resource, 1);
        target.set("ref_id", "T");
        target.set("owner", vec![Uuid::from_u128(7)]);
        let mut source = control(resource, 2);
        source.set("ref_id", "S");
        source.set("description", "from the source");
        source.set("priority", 2);
        source.set("status", "active");
        source.set("folder", Uuid::from_u128(98));
        source.set("owner", vec![Uuid::from_u128(6), Uuid::from_u128(7)]);

        fold(resource, &mut target, &source);

        assert_eq!(target.get("name").as_str(), Some("Control 1"));
        assert_eq!(target.get("ref_id").as_str(), Some("T"));
        assert_eq!(target.get("status").as_str(), Some("--"), "a default is a value, not a gap");
        assert_eq!(target.folder(), Uuid::from_u128(99));
        assert_eq!(target.get("description").as_str(), Some("from the source"));
        assert_eq!(target.get("priority").as_int(), Some(2));
        assert_eq!(target.get("owner").as_uuids(), [Uuid::from_u128(6), Uuid::from_u128(7)]);
    }

    #[test]
    fn an_earlier_source_wins_over_a_later_one() {
        let resource = Registry::new(&[&ENTRY]).get(AppliedControl::PATH);
        let mut target = control(resource, 1);
        for (id, text) in [(2, "first"), (3, "second")] {
            let mut source = control(resource, id);
            source.set("description", text);
            fold(resource, &mut target, &source);
        }
        assert_eq!(target.get("description").as_str(), Some("first"));
    }

    #[test]
    fn links_between_the_two_do_not_become_links_to_itself() {
        let resource = Registry::new(&[&ENTRY]).get(AppliedControl::PATH);
        let (mut target, mut source) = (control(resource, 1), control(resource, 2));
        target.set("assets", vec![Uuid::from_u128(2), Uuid::from_u128(5)]);
        source.set("assets", vec![Uuid::from_u128(1)]);
        fold(resource, &mut target, &source);
        assert_eq!(target.get("assets").as_uuids(), [Uuid::from_u128(5)]);
    }
}
