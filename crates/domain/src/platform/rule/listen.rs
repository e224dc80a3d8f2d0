//! Notices changes that rules look at, in their transaction.
//!
//! Which resources and fields matter is kept in memory. Changes to rules count as changes to access (`Entry::grants`), so
//! that every process notices by the version of the access facts, which each transaction compares anyway.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::{Cx, Engine, Listener, Registry, Result};
use cairn_resources::platform::Rule;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use uuid::Uuid;

use super::changed::{Changed, remember};
use super::condition::{Condition, is_watchable};
use super::standing::is_by_rules;

/// Is told of every change.
#[derive(Default)]
pub struct RuleWatcher {
    /// What matters, and the version of the access facts at which it was read.
    known: Mutex<Option<(i64, Arc<Watched>)>>,
}

impl Listener for RuleWatcher {
    fn does(&self) -> &'static str {
        "rules"
    }

    fn before_commit<'a>(&'a self, cx: &'a mut Cx) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            if is_by_rules(cx) {
                return Ok(());
            }
            let watched = self.watched(cx).await?;
            let changes = watched.matter(&cx.changes);
            remember(cx, &changes).await
        })
    }

    fn work_waits(&self, _: &Arc<Engine>) {}
}

impl RuleWatcher {
    async fn watched(&self, cx: &mut Cx) -> Result<Arc<Watched>> {
        let version = cx.authority.snapshot.version();
        if let Some((_, known)) = self.known.lock().as_ref().filter(|(at, _)| *at == version) {
            return Ok(known.clone());
        }
        let rules: Vec<Rule> = cx
            .list_all(|select| {
                select.equals("is_active", true);
            })
            .await?;
        let watched = Arc::new(Watched::by(cx.registry(), &rules));
        // What this transaction has changed may still be undone.
        if !cx.access_changed() {
            *self.known.lock() = Some((version, watched.clone()));
        }
        Ok(watched)
    }
}

/// What rules look at, by resource.
#[derive(Default)]
struct Watched {
    fields: BTreeMap<&'static str, Fields>,
    /// Links that another resource owns: its path, its field, and the resource that rules watch.
    reverse: BTreeSet<(&'static str, &'static str, &'static str)>,
}

#[derive(Default)]
struct Fields {
    names: BTreeSet<&'static str>,
    /// Whether any change matters, because it changes the time of the last one.
    all: bool,
}

const UPDATED_AT: &str = "updated_at";

impl Watched {
    fn by(registry: &'static Registry, rules: &[Rule]) -> Self {
        let mut watched = Self::default();
        for rule in rules {
            let resource = registry.find(&rule.resource).filter(|resource| is_watchable(resource));
            let condition = resource.and_then(|one| Condition::read(registry, one, &rule.expression).ok());
            if let Some(condition) = condition {
                watched.add(&condition);
            }
        }
        watched
    }

    fn add(&mut self, condition: &Condition) {
        let resource = condition.resource;
        let own = condition.own.iter().map(|field| field.name);
        let links = condition.links.iter().map(|link| link.field.name);
        // Where it is decides whether the rule sees it. What it is may decide whether it is watched at all.
        let place =
            ["folder", "parent_folder", "is_published"].into_iter().chain(resource.entry.part.map(|part| part.field));
        self.look_at(resource.def.path, own.chain(links).chain(place));
        for link in &condition.links {
            let target = link.target.def.path;
            self.look_at(target, link.read.iter().map(|field| field.name).chain(["folder", "is_published"]));
            let relation = resource.relations.iter().find(|relation| relation.position == link.position);
            if let Some(owner_field) = relation.and_then(|relation| relation.owner_field) {
                self.look_at(target, [owner_field].into_iter());
                self.reverse.insert((target, owner_field, resource.def.path));
            }
        }
    }

    fn look_at(&mut self, path: &'static str, names: impl Iterator<Item = &'static str>) {
        let fields = self.fields.entry(path).or_default();
        for name in names {
            fields.all |= name == UPDATED_AT;
            fields.names.insert(name);
        }
    }

    /// The changes that matter, and the objects that were linked to something before.
    fn matter(&self, changes: &[Change]) -> BTreeSet<Changed> {
        let mut matter = BTreeSet::new();
        if self.fields.is_empty() {
            return matter;
        }
        for change in changes {
            let path = change.resource.def.path;
            let Some(fields) = self.fields.get(path) else { continue };
            let is_seen = fields.all || change.changed.iter().any(|name| fields.names.contains(name));
            match change.kind {
                ChangeKind::Created => drop(matter.insert((path, change.object.id()))),
                ChangeKind::Updated if is_seen => drop(matter.insert((path, change.object.id()))),
                ChangeKind::Updated | ChangeKind::Deleted => {}
            }
            for (_, field, watched) in self.reverse.iter().filter(|(target, ..)| *target == path) {
                matter.extend(unlinked(change, field).into_iter().map(|id| (*watched, id)));
            }
        }
        matter
    }
}

/// What a field linked to before and does not any more.
fn unlinked(change: &Change, field: &str) -> Vec<Uuid> {
    match change.kind {
        ChangeKind::Deleted => change.object.get(field).as_uuids().to_vec(),
        ChangeKind::Updated => {
            let removed = change.difference.as_ref().and_then(|all| all.get(field)?.get("removed")?.as_array());
            removed.into_iter().flatten().filter_map(|id| id.as_str()?.parse().ok()).collect()
        }
        ChangeKind::Created => Vec::new(),
    }
}
