//! Deleting: what is deleted along, what loses a link, and what prevents it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use cairn_model::def::OnDelete;
use cairn_model::{Describe, Type, Value};
use cairn_store::{Dialect, Sql};
use serde::Serialize;
use uuid::Uuid;

use crate::contained::{self, Wholes};
use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::given;
use crate::journal::ChangeKind;
use crate::language;
use crate::locks::Locks;
use crate::object::Object;
use crate::query::{self, Lock, Select};
use crate::registry::{FOLDERS, Incoming, Registry, Relation, Resource};
use crate::{rows, write};

/// Ids, by the path of their resource.
type Ids = BTreeMap<&'static str, BTreeSet<Uuid>>;

/// What deleting objects would do.
#[derive(Default)]
pub(crate) struct Plan {
    /// In the order in which they were found.
    deleted: Vec<(&'static str, Uuid)>,
    /// Which field of which object loses which targets.
    detached: BTreeMap<(&'static str, Uuid, usize), BTreeSet<Uuid>>,
    /// Links of the deleted objects that others own: the search for references to them does not find these.
    linked: HashMap<(&'static str, Uuid, usize), Vec<Uuid>>,
    blocking: BTreeSet<(&'static str, Uuid)>,
}

/// Follows the references level by level, with one query per field that refers to the previous level, however many
/// objects it has.
async fn plan(cx: &mut Cx, resource: &'static Resource, ids: &[Uuid]) -> Result<Plan> {
    let (registry, dialect) = (cx.registry(), cx.conn.dialect());
    let mut plan = Plan::default();
    let mut seen: HashSet<(&'static str, Uuid)> = HashSet::new();
    let mut level = Ids::from([(table_of(registry, resource).path, ids.iter().copied().collect())]);
    while !level.is_empty() {
        let mut fields: Vec<(&'static Resource, &Incoming)> = Vec::new();
        let mut queries = Vec::new();
        for (path, ids) in &level {
            let resource = registry.get(path);
            seen.extend(ids.iter().map(|id| (*path, *id)));
            plan.deleted.extend(ids.iter().map(|id| (*path, *id)));
            for incoming in &resource.incoming {
                let other = registry.get(incoming.path);
                fields.push((resource, incoming));
                queries.push((referring(dialect, other, incoming.position, ids), vec![Type::Uuid; 2]));
            }
        }
        let mut next = Ids::new();
        for ((resource, incoming), found) in fields.into_iter().zip(cx.conn.query_all(&queries).await?) {
            let other = registry.get(incoming.path);
            let shown = shown_as(resource, incoming, other);
            for row in found {
                let (Some(referrer), Some(target)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
                if let Some(position) = shown {
                    plan.linked.entry((resource.path, target, position)).or_default().push(referrer);
                }
                match incoming.on_delete {
                    OnDelete::Cascade if !incoming.many => {
                        if !seen.contains(&(other.path, referrer)) {
                            next.entry(other.path).or_default().insert(referrer);
                        }
                    }
                    OnDelete::Protect if !incoming.many => {
                        plan.blocking.insert((other.path, referrer));
                    }
                    _ => {
                        let key = (other.path, referrer, incoming.position);
                        plan.detached.entry(key).or_default().insert(target);
                    }
                }
            }
        }
        level = next;
    }
    plan.detached.retain(|(path, id, _), _| !seen.contains(&(*path, *id)));
    plan.blocking.retain(|found| !seen.contains(found));
    if !cx.is_consequence() {
        let kept = kept(cx, &plan, ids).await?;
        plan.blocking.extend(kept);
    }
    Ok(plan)
}

/// The given rows that would be deleted along with something they do not belong to. They may be deleted with their
/// domain.
async fn kept(cx: &mut Cx, plan: &Plan, asked: &[Uuid]) -> Result<Vec<(&'static str, Uuid)>> {
    let (registry, dialect) = (cx.registry(), cx.conn.dialect());
    let (mut paths, mut queries) = (Vec::new(), Vec::new());
    for (resource, ids) in plan.in_order(registry) {
        let Some(condition) = given::condition(resource, "t") else { continue };
        let ids: Vec<Uuid> = ids.into_iter().filter(|id| !asked.contains(id)).collect();
        if !ids.is_empty() {
            let folder = query::column("t", resource.scope_column());
            let mut sql =
                Sql::raw(format!("select t.id, {folder} from {} t where {condition} and t.id", resource.def.table));
            sql.any(dialect, Value::Uuids(ids));
            paths.push(resource.path);
            queries.push((sql, vec![Type::Uuid; 2]));
        }
    }
    let goes: HashSet<(&str, Uuid)> = plan.deleted.iter().copied().collect();
    let mut kept = Vec::new();
    for (path, rows) in paths.into_iter().zip(cx.conn.query_all(&queries).await?) {
        let stays = rows.iter().filter(|row| row[1].as_uuid().is_none_or(|folder| !goes.contains(&(FOLDERS, folder))));
        kept.extend(stays.filter_map(|row| Some((path, row[0].as_uuid()?))));
    }
    Ok(kept)
}

impl Plan {
    /// What is deleted, resource by resource. Rows go before the rows they refer to; otherwise, what was found last
    /// goes first.
    fn in_order(&self, registry: &'static Registry) -> Vec<(&'static Resource, Vec<Uuid>)> {
        let mut groups: BTreeMap<(Reverse<usize>, &'static str), Vec<Uuid>> = BTreeMap::new();
        for (path, id) in self.deleted.iter().rev() {
            groups.entry((Reverse(registry.get(path).rank), *path)).or_default().push(*id);
        }
        groups.into_iter().map(|((_, path), ids)| (registry.get(path), ids)).collect()
    }

    async fn add_locks(&self, cx: &mut Cx, resource: &'static Resource, ids: &[Uuid], locks: &mut Locks) -> Result<()> {
        for (path, id) in &self.deleted {
            locks.add(cx.registry().get(path), *id, Lock::Delete);
        }
        for (path, id, _) in self.detached.keys() {
            locks.add(cx.registry().get(path), *id, Lock::Change);
        }
        if resource.parents.is_empty() {
            return Ok(());
        }
        // A deletion of a part may be reported to its whole.
        let objects = query::load(cx, resource, ids, None).await?;
        for (above, id) in contained::all_above(cx, resource, &objects).await? {
            locks.add(above, id, Lock::Change);
        }
        Ok(())
    }
}

/// Locks everything that deleting objects would touch, in the global lock order, and returns it. Anything that others
/// add meanwhile is found when it looks again; once all is locked, nothing can be added.
pub(crate) async fn lock_ahead(cx: &mut Cx, resource: &'static Resource, ids: &[Uuid]) -> Result<Plan> {
    let mut first = plan(cx, resource, ids).await?;
    if cx.conn.dialect() == Dialect::Sqlite {
        return Ok(first);
    }
    let mut known = Locks::default();
    first.add_locks(cx, resource, ids, &mut known).await?;
    known.take(cx).await?;
    loop {
        let mut now = known.clone();
        first = plan(cx, resource, ids).await?;
        first.add_locks(cx, resource, ids, &mut now).await?;
        if now == known {
            return Ok(first);
        }
        now.take_more(cx, &known).await?;
        known = now;
    }
}

/// Adds everything that deleting objects would touch to what is locked with it.
pub async fn add_locks(cx: &mut Cx, resource: &'static Resource, ids: &[Uuid], locks: &mut Locks) -> Result<()> {
    plan(cx, resource, ids).await?.add_locks(cx, resource, ids, locks).await
}

/// The position of the field that shows, on this side, what a field elsewhere owns.
fn shown_as(resource: &Resource, incoming: &Incoming, other: &Resource) -> Option<usize> {
    let owner = other.field(incoming.position).name;
    let shows = |relation: &&Relation| relation.target == incoming.path && relation.owner_field == Some(owner);
    resource.relations.iter().find(shows).map(|relation| relation.position)
}

/// A part of a resource shares its table, and so what refers to it.
fn table_of(registry: &Registry, resource: &'static Resource) -> &'static Resource {
    registry.get(resource.def.path)
}

/// Which rows refer to some objects by a field, and to which of them.
fn referring(dialect: Dialect, other: &Resource, position: usize, ids: &BTreeSet<Uuid>) -> Sql {
    let field = other.field(position);
    let mut sql = match other.relation(field.name) {
        Some(relation) => Sql::raw(format!("select source, target from {} where target", relation.table)),
        None => Sql::raw(format!("select id, \"{0}\" from {1} where \"{0}\"", field.name, other.def.table)),
    };
    sql.any(dialect, Value::Uuids(ids.iter().copied().collect())).push(" order by 1, 2");
    sql
}

/// The rows that refer to some objects by a field.
pub(crate) async fn referrers(
    cx: &mut Cx,
    other: &'static Resource,
    position: usize,
    ids: &[Uuid],
) -> Result<BTreeSet<Uuid>> {
    let sql = referring(cx.conn.dialect(), other, position, &ids.iter().copied().collect());
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// Deletes an object with what [`lock_ahead`] has found, and removes the references that remain.
pub(crate) async fn delete(cx: &mut Cx, object: Object, mut plan: Plan) -> Result<()> {
    let asked = object.id();
    refuse_if_blocked(cx, &plan, &object).await?;
    let is_asked = !cx.is_consequence();
    if is_asked {
        let domains = plan.deleted.iter().filter(|(path, _)| *path == FOLDERS);
        cx.going = Some(domains.map(|(_, id)| *id).collect());
    }
    let before = cx.changes.len();
    let mut objects: Vec<(&'static Resource, Vec<Object>)> = Vec::new();
    for (resource, ids) in plan.in_order(cx.registry()) {
        let mut found = query::load(cx, resource, &ids, Some(Lock::Delete)).await?;
        for object in &mut found {
            // Listeners are given its last state, with its links.
            for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_some()) {
                if let Some(targets) = plan.linked.remove(&(resource.path, object.id(), relation.position)) {
                    object.values[relation.position] = Value::Uuids(targets);
                }
            }
        }
        let changes: Vec<_> = found.iter().map(|object| (Some(object), None)).collect();
        let wholes = Wholes::load(cx, resource, &changes).await?;
        for object in &found {
            wholes.refuse_if_locked(cx, resource, (Some(object), None)).await?;
            if let Some(hooks) = &resource.entry.hooks {
                // The caller did not ask for these.
                let follows = u32::from(object.id() != asked);
                cx.depth += follows;
                let outcome = (hooks.before_delete)(cx, object).await;
                cx.depth -= follows;
                outcome?;
            }
        }
        objects.push((resource, found));
    }
    if is_asked {
        cx.going = None;
    }
    // Rules may have deleted some of them already.
    let gone = cx.changes[before..].iter().filter(|change| change.kind == ChangeKind::Deleted);
    let gone: HashSet<Uuid> = gone.map(|change| change.object.id()).collect();
    for (_, found) in &mut objects {
        found.retain(|object| !gone.contains(&object.id()));
    }
    write::detach(cx, plan.detached).await?;
    for (resource, found) in &objects {
        unlink(cx, resource, found.iter().map(Object::id).collect()).await?;
    }
    for (resource, found) in objects.iter().filter(|(_, found)| !found.is_empty()) {
        rows::erase(cx, resource, found).await?;
    }
    if objects.iter().any(|(resource, found)| resource.entry.grants && !found.is_empty()) {
        cx.renew_access().await?;
    }
    for (resource, found) in &objects {
        if let Some(hooks) = &resource.entry.hooks {
            for object in found {
                (hooks.after_delete)(cx, object).await?;
            }
        }
    }
    Ok(())
}

async fn refuse_if_blocked(cx: &mut Cx, plan: &Plan, object: &Object) -> Result<()> {
    if plan.blocking.is_empty() {
        return Ok(());
    }
    let names = visible_names(cx, plan.blocking.iter().copied()).await?;
    let others = plan.blocking.len() - names.len();
    let mut list = names.iter().take(5).map(|named| format!("“{}”", named.name)).collect::<Vec<_>>().join(", ");
    if list.is_empty() || others > 0 || names.len() > 5 {
        list = if list.is_empty() { "other objects".to_owned() } else { format!("{list} and others") };
    }
    Err(Error::Conflict(format!("“{}” cannot be deleted while it is used by {list}.", object.name())))
}

/// Links between two objects that are both deleted are not worth a change to either; nor is a circular reference,
/// which would keep each from being deleted before the other.
async fn unlink(cx: &mut Cx, resource: &Resource, ids: Vec<Uuid>) -> Result<()> {
    let dialect = cx.conn.dialect();
    let mut statements = Vec::new();
    for incoming in resource.incoming.iter().filter(|incoming| incoming.many) {
        let other = cx.registry().get(incoming.path);
        if let Some(relation) = other.relation(other.field(incoming.position).name) {
            let mut sql = Sql::raw(format!("delete from {} where target", relation.table));
            sql.any(dialect, Value::Uuids(ids.clone()));
            statements.push(sql);
        }
    }
    for position in &resource.circular {
        let mut sql = Sql::raw(format!(
            "update {} set \"{}\" = null where id",
            resource.def.table,
            resource.field(*position).name
        ));
        sql.any(dialect, Value::Uuids(ids.clone()));
        statements.push(sql);
    }
    cx.conn.execute_all(&statements).await?;
    Ok(())
}

/// Remaining objects that lose a link owned by something that is deleted.
async fn losing(cx: &mut Cx, plan: &Plan) -> Result<BTreeSet<(&'static str, Uuid)>> {
    let (registry, dialect) = (cx.registry(), cx.conn.dialect());
    let (mut targets, mut queries) = (Vec::new(), Vec::new());
    for (resource, ids) in plan.in_order(registry) {
        for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_none()) {
            let target = registry.get(relation.target);
            let owner = resource.field(relation.position).name;
            let shows = |other: &Relation| other.target == resource.path && other.owner_field == Some(owner);
            if target.relations.iter().any(shows) {
                let mut sql = Sql::raw(format!("select distinct target from {} where source", relation.table));
                sql.any(dialect, Value::Uuids(ids.clone()));
                targets.push(target.path);
                queries.push((sql, vec![Type::Uuid]));
            }
        }
    }
    let goes: HashSet<(&str, Uuid)> = plan.deleted.iter().copied().collect();
    let mut found = BTreeSet::new();
    for (path, rows) in targets.into_iter().zip(cx.conn.query_all(&queries).await?) {
        let ids = rows.iter().filter_map(|row| row[0].as_uuid()).filter(|id| !goes.contains(&(path, *id)));
        found.extend(ids.map(|id| (path, id)));
    }
    Ok(found)
}

/// What deleting an object would take along, for the question before it.
#[derive(Serialize, Describe)]
pub struct CascadeInfo {
    pub deleted: CascadeGroup,
    pub affected: CascadeGroup,
    pub blocked: CascadeGroup,
}

#[derive(Serialize, Describe)]
pub struct CascadeGroup {
    pub count: usize,
    pub message: &'static str,
    pub level: &'static str,
    /// The same objects, by resource.
    pub grouped_objects: Vec<Grouped>,
    pub related_objects: Vec<Named>,
}

/// The objects of one resource.
#[derive(Serialize, Describe)]
pub struct Grouped {
    /// The path of the resource.
    pub model: &'static str,
    pub count: usize,
    /// All of them, or the first 20 where several objects would be deleted.
    pub objects: Vec<Named>,
}

/// An object by name.
#[derive(Serialize, Describe, Clone)]
pub struct Named {
    /// The path of its resource.
    pub model: &'static str,
    pub id: Uuid,
    pub name: String,
}

/// How many objects can be asked about at once.
pub const MOST_ASKED: usize = 5000;
/// How many names are enough to tell what is meant.
const SHOWN: usize = 20;

/// What deleting an object would do. Answers only with what the caller may see, also in the counts.
pub async fn info(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<CascadeInfo> {
    info_of(cx, resource, &[id], usize::MAX).await
}

/// The same for everything that a list shows, with the first names of each kind.
pub async fn info_of_list(cx: &mut Cx, select: &Select) -> Result<CascadeInfo> {
    let rows = cx.conn.query(&select.ids(MOST_ASKED as i64 + 1), &[Type::Uuid]).await?;
    if rows.len() > MOST_ASKED {
        let words = format!(
            "The list shows more than {MOST_ASKED} objects. Filter it further to see what deleting them would do."
        );
        return Err(Error::TooLarge(words));
    }
    let ids: Vec<Uuid> = rows.iter().filter_map(|row| row[0].as_uuid()).collect();
    info_of(cx, select.resource, &ids, SHOWN).await
}

async fn info_of(cx: &mut Cx, resource: &'static Resource, ids: &[Uuid], shown: usize) -> Result<CascadeInfo> {
    let plan = plan(cx, resource, ids).await?;
    let asked: HashSet<Uuid> = ids.iter().copied().collect();
    let mut along = plan.deleted.clone();
    along.retain(|found| !asked.contains(&found.1) && !plan.blocking.contains(found));
    let mut touched = losing(cx, &plan).await?;
    touched.extend(plan.detached.keys().map(|(path, id, _)| (*path, *id)));
    let group = |mut related_objects: Vec<Named>, message, level| CascadeGroup {
        count: related_objects.len(),
        message,
        level,
        grouped_objects: grouped(&related_objects, shown),
        related_objects: {
            related_objects.truncate(shown);
            related_objects
        },
    };
    Ok(CascadeInfo {
        deleted: group(
            visible_names(cx, along).await?,
            "The following objects will be permanently deleted.",
            "warning",
        ),
        affected: group(
            visible_names(cx, touched).await?,
            "These objects will NOT be deleted but will lose one or more relationships.",
            "info",
        ),
        blocked: group(
            visible_names(cx, plan.blocking).await?,
            "Deletion is blocked while these objects still reference this one.",
            "error",
        ),
    })
}

fn grouped(objects: &[Named], shown: usize) -> Vec<Grouped> {
    let groups = objects.chunk_by(|a, b| a.model == b.model);
    groups
        .map(|group| Grouped {
            model: group[0].model,
            count: group.len(),
            objects: group.iter().take(shown).cloned().collect(),
        })
        .collect()
}

/// What the caller may see of objects, resource by resource.
async fn visible_names(cx: &mut Cx, objects: impl IntoIterator<Item = (&'static str, Uuid)>) -> Result<Vec<Named>> {
    let mut by_path: BTreeMap<&'static str, Vec<Uuid>> = BTreeMap::new();
    for (path, id) in objects {
        by_path.entry(path).or_default().push(id);
    }
    let mut names = Vec::new();
    for (path, ids) in by_path {
        let resource = cx.registry().get(path);
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        select.any_of("id", Value::Uuids(ids));
        let sql = select.project(&format!("t.id, {}", language::words(cx, resource, "t")));
        let mut rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
        // In a fixed order, whatever the database does: a plan is compared with what is applied later.
        rows.sort_by_key(|row| row[0].as_uuid());
        names.extend(rows.iter().map(|row| {
            let name = row[1].as_str().unwrap_or_default().to_owned();
            Named { model: path, id: row[0].as_uuid().unwrap_or_default(), name }
        }));
    }
    Ok(names)
}
