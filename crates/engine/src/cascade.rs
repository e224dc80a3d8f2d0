//! Deleting: what goes along, what loses a link, and what stands in the way.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use cairn_access::Scope;
use cairn_model::def::OnDelete;
use cairn_model::{Describe, Type, Value};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::object::Object;
use crate::query::{self, Lock, Select};
use crate::registry::{FOLDERS, Incoming, Registry, Relation, Resource};
use crate::write;

/// Targets of relations, by position.
type Links = Vec<(usize, Vec<Uuid>)>;

/// What deleting an object would do.
#[derive(Default)]
struct Plan {
    deleted: Vec<(&'static Resource, Uuid)>,
    /// Which field of which object loses which targets.
    detached: BTreeMap<(&'static str, Uuid, usize), BTreeSet<Uuid>>,
    /// The links of the deleted objects that others own: the search for what refers to them passes by.
    linked: HashMap<(&'static str, Uuid), Links>,
    blocking: Vec<(&'static Resource, Uuid)>,
}

async fn plan(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<Plan> {
    let mut plan = Plan::default();
    let mut seen: HashSet<(&'static str, Uuid)> = HashSet::new();
    let mut open = VecDeque::from([(table_of(cx.registry(), resource), id)]);
    while let Some((resource, id)) = open.pop_front() {
        if !seen.insert((resource.path, id)) {
            continue;
        }
        plan.deleted.push((resource, id));
        for incoming in &resource.incoming {
            let other = cx.registry().get(incoming.path);
            let found = referrers(cx, other, incoming.position, id).await?;
            if let Some(shown) = shown_as(resource, incoming, other) {
                plan.linked.entry((resource.path, id)).or_default().push((shown, found.clone()));
            }
            for referrer in found {
                match incoming.on_delete {
                    OnDelete::Cascade if !incoming.many => open.push_back((other, referrer)),
                    OnDelete::Protect if !incoming.many => plan.blocking.push((other, referrer)),
                    _ => {
                        let key = (other.path, referrer, incoming.position);
                        plan.detached.entry(key).or_default().insert(id);
                    }
                }
            }
        }
    }
    plan.detached.retain(|(path, id, _), _| !seen.contains(&(*path, *id)));
    plan.blocking.retain(|(resource, id)| !seen.contains(&(resource.path, *id)));
    // Rows go before the rows that they refer to; below that, what was found last goes first.
    plan.deleted.reverse();
    plan.deleted.sort_by_key(|(resource, _)| std::cmp::Reverse(rank(cx.registry(), resource, 0)));
    Ok(plan)
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

/// How far a resource is from those that refer to nothing.
pub fn rank(registry: &Registry, resource: &Resource, depth: usize) -> usize {
    assert!(depth < 64, "references between resources form a cycle at {}", resource.path);
    let targets =
        resource.def.fields.iter().filter(|field| !field.kind.is_many()).filter_map(|field| field.kind.target());
    targets
        .filter(|target| *target != resource.def.path)
        .map(|target| 1 + rank(registry, registry.get(target), depth + 1))
        .max()
        .unwrap_or(0)
}

pub(crate) async fn referrers(cx: &mut Cx, other: &'static Resource, position: usize, id: Uuid) -> Result<Vec<Uuid>> {
    let field = other.field(position);
    let mut sql = match other.relation(field.name) {
        Some(relation) => Sql::raw(format!("select source from {} where target = ", relation.table)),
        None => Sql::raw(format!("select id from {} where \"{}\" = ", other.def.table, field.name)),
    };
    sql.bind(id).push(" order by 1");
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// Deletes an object with what goes along, and takes it out of what remains.
pub(crate) async fn delete(cx: &mut Cx, resource: &'static Resource, object: Object) -> Result<()> {
    let asked = object.id();
    let mut plan = plan(cx, resource, asked).await?;
    if !plan.blocking.is_empty() {
        let names = visible_names(cx, &plan.blocking).await?;
        let others = plan.blocking.len() - names.len();
        let mut list = names.iter().take(5).map(|named| format!("“{}”", named.name)).collect::<Vec<_>>().join(", ");
        if list.is_empty() || others > 0 || names.len() > 5 {
            list = if list.is_empty() { "other objects".to_owned() } else { format!("{list} and others") };
        }
        return Err(Error::Conflict(format!("“{}” cannot be deleted while it is used by {list}.", object.name())));
    }
    let is_asked = !cx.is_consequence();
    if is_asked {
        let domains = plan.deleted.iter().filter(|(resource, _)| resource.path == FOLDERS);
        cx.going = Some(domains.map(|(_, id)| *id).collect());
    }
    let mut objects = Vec::with_capacity(plan.deleted.len());
    for (resource, id) in plan.deleted {
        if let Some(mut object) = query::find_locked(cx, resource, &Scope::system(), id, Lock::Delete).await? {
            // Whoever is told of the deletion is told its last state, with its links.
            for (position, targets) in plan.linked.remove(&(resource.path, id)).unwrap_or_default() {
                object.values[position] = Value::Uuids(targets);
            }
            if let Some(hooks) = &resource.entry.hooks {
                // What goes along was not asked for.
                let follows = u32::from(id != asked);
                cx.depth += follows;
                let outcome = (hooks.before_delete)(cx, &object).await;
                cx.depth -= follows;
                outcome?;
            }
            objects.push((resource, object));
        }
    }
    if is_asked {
        cx.going = None;
    }
    for ((path, id, position), targets) in plan.detached {
        let other = cx.registry().get(path);
        write::detach(cx, other, id, position, &targets).await?;
    }
    for (resource, object) in &objects {
        unlink(cx, resource, object.id()).await?;
    }
    for (resource, object) in &objects {
        write::erase(cx, resource, object).await?;
    }
    for (resource, object) in &objects {
        if let Some(hooks) = &resource.entry.hooks {
            (hooks.after_delete)(cx, object).await?;
        }
    }
    Ok(())
}

/// Links between two objects that both go are not worth a change of either.
async fn unlink(cx: &mut Cx, resource: &Resource, id: Uuid) -> Result<()> {
    for incoming in resource.incoming.iter().filter(|incoming| incoming.many) {
        let other = cx.registry().get(incoming.path);
        let field = other.field(incoming.position);
        if let Some(relation) = other.relation(field.name) {
            let mut sql = Sql::raw(format!("delete from {} where target = ", relation.table));
            sql.bind(id);
            cx.conn.execute(&sql).await?;
        }
    }
    Ok(())
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

/// Answers only with what the caller may see, also in the counts.
pub async fn info(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<CascadeInfo> {
    let plan = plan(cx, resource, id).await?;
    let along: Vec<_> = plan.deleted.into_iter().filter(|(_, other)| *other != id).collect();
    let mut touched: Vec<_> = plan.detached.into_keys().map(|(path, id, _)| (cx.registry().get(path), id)).collect();
    touched.dedup_by_key(|(resource, id)| (resource.path, *id));
    let group = |related_objects: Vec<Named>, message, level| CascadeGroup {
        count: related_objects.len(),
        message,
        level,
        grouped_objects: grouped(&related_objects),
        related_objects,
    };
    Ok(CascadeInfo {
        deleted: group(
            visible_names(cx, &along).await?,
            "The following objects will be permanently deleted.",
            "warning",
        ),
        affected: group(
            visible_names(cx, &touched).await?,
            "These objects will NOT be deleted but will lose one or more relationships.",
            "info",
        ),
        blocked: group(
            visible_names(cx, &plan.blocking).await?,
            "Deletion is blocked while these objects still reference this one.",
            "error",
        ),
    })
}

fn grouped(objects: &[Named]) -> Vec<Grouped> {
    let groups = objects.chunk_by(|a, b| a.model == b.model);
    groups.map(|group| Grouped { model: group[0].model, objects: group.to_vec() }).collect()
}

/// What the caller may see of objects, resource by resource.
async fn visible_names(cx: &mut Cx, objects: &[(&'static Resource, Uuid)]) -> Result<Vec<Named>> {
    let mut by_path: BTreeMap<&'static str, Vec<Uuid>> = BTreeMap::new();
    for (resource, id) in objects {
        by_path.entry(resource.path).or_default().push(*id);
    }
    let mut names = Vec::new();
    for (path, ids) in by_path {
        let resource = cx.registry().get(path);
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        select.any_of("id", Value::Uuids(ids));
        let sql = select.project(&format!("t.id, {}", resource.display("t")));
        let mut rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
        // In one order, whatever the database does: a plan and what is applied later are compared.
        rows.sort_by_key(|row| row[0].as_uuid());
        names.extend(rows.iter().map(|row| {
            let name = row[1].as_str().unwrap_or_default().to_owned();
            Named { model: path, id: row[0].as_uuid().unwrap_or_default(), name }
        }));
    }
    Ok(names)
}
