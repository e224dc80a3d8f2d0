//! What is about to be deleted is taken out of what refers to it.

use std::collections::{BTreeMap, BTreeSet};

use cairn_model::Value;
use uuid::Uuid;

use super::store_many;
use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::query::{self, Lock};

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
