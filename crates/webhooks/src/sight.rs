//! What the owner of an endpoint may see, now, of the objects that a full message names.
//!
//! A message is an answer to the owner of its endpoint: a reference, a link or a person that the API would hide from
//! them is not in it. Where the named objects are is read once for all messages of a transaction, and only if some
//! owner does not see everything; who sees them is then decided without the database.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use cairn_access::{Behalf, Rights, Scope, Snapshot, Tree};
use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::query::column;
use cairn_engine::registry::FOLDERS;
use cairn_engine::{Cx, Object, Registry, Result};
use cairn_model::{Published, Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

/// What decides who may see an object: its folder, and whether it is published.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    folder: Uuid,
    is_published: bool,
}

impl Place {
    pub fn of(tree: &Tree, object: &Object) -> Self {
        let folder = object.folder();
        // A folder that was just deleted is no longer in the tree; its parent decides.
        let parent = || object.get("parent_folder").as_uuid().unwrap_or(folder);
        let is_published = match object.def.published {
            Published::Always => true,
            Published::Never => false,
            Published::Field => object.get("is_published") == &Value::Bool(true),
        };
        Self { folder: if tree.get(folder).is_some() { folder } else { parent() }, is_published }
    }

    pub fn folder(self) -> Uuid {
        self.folder
    }

    pub fn is_in(self, scope: &Scope) -> bool {
        scope.allows(self.folder, self.is_published)
    }
}

/// What takes the place of values that name something hidden, by position.
pub type Veil = Vec<(usize, Value)>;

/// The places of everything that the messages of a transaction name.
pub struct Sight {
    registry: &'static Registry,
    snapshot: Arc<Snapshot>,
    places: HashMap<(&'static str, Uuid), Place>,
}

impl Sight {
    /// Looks up what the objects name, as far as one of the owners may not see all of it: one query, or none.
    pub async fn over(cx: &mut Cx, objects: &[Object], owners: &BTreeSet<Behalf>, changes: &[Change]) -> Result<Self> {
        let snapshot = cx.authority.snapshot.clone();
        let mut sight = Self { registry: cx.registry(), snapshot, places: HashMap::new() };
        let rights: Vec<Arc<Rights>> = owners.iter().map(|owner| sight.snapshot.rights_of(*owner)).collect();
        let is_restricted = |path: &str| rights.iter().any(|rights| !sight.scope_of(rights, path).is_unrestricted());
        let named = named_by(objects, is_restricted);
        sight.places = places(cx, &named).await?;
        // What went in the same transaction has no row any more; its last state tells where it was.
        for change in changes.iter().filter(|change| change.kind == ChangeKind::Deleted) {
            let (path, id) = (change.resource.def.path, change.object.id());
            if named.get(path).is_some_and(|ids| ids.contains(&id)) {
                sight.places.insert((path, id), Place::of(sight.snapshot.tree(), &change.object));
            }
        }
        Ok(sight)
    }

    /// What of an object has to be hidden from someone, and what they see there instead.
    pub fn veil(&self, owner: Behalf, object: &Object) -> Veil {
        let rights = self.snapshot.rights_of(owner);
        let hidden = |(position, path): (usize, &'static str)| {
            let scope = self.scope_of(&rights, path);
            if scope.is_unrestricted() {
                return None;
            }
            let sees = |id: &Uuid| self.places.get(&(path, *id)).is_some_and(|place| place.is_in(&scope));
            match &object.values[position] {
                Value::Uuid(id) if !sees(id) => Some((position, Value::Null)),
                Value::Uuids(ids) if !ids.iter().all(sees) => {
                    Some((position, Value::Uuids(ids.iter().copied().filter(|id| sees(id)).collect())))
                }
                _ => None,
            }
        };
        targets(object).filter_map(hidden).collect()
    }

    fn scope_of(&self, rights: &Rights, path: &str) -> Scope {
        rights.scope(self.registry.get(path).view)
    }
}

/// The fields of an object that name others, with the resource of those.
fn targets(object: &Object) -> impl Iterator<Item = (usize, &'static str)> {
    let fields = object.def.fields.iter().enumerate();
    fields.filter_map(|(position, field)| Some((position, field.kind.target()?)))
}

type Named = BTreeMap<&'static str, BTreeSet<Uuid>>;

fn named_by(objects: &[Object], is_restricted: impl Fn(&str) -> bool) -> Named {
    let mut named = Named::new();
    let mut restricted: HashMap<&str, bool> = HashMap::new();
    for object in objects {
        for (position, path) in targets(object) {
            if *restricted.entry(path).or_insert_with(|| is_restricted(path)) {
                let ids = named.entry(path).or_default();
                ids.extend(object.values[position].as_uuids());
                ids.extend(object.values[position].as_uuid());
            }
        }
    }
    named.retain(|_, ids| !ids.is_empty());
    named
}

/// Where objects are. Folders are in the tree; the rest is one query.
async fn places(cx: &mut Cx, named: &Named) -> Result<HashMap<(&'static str, Uuid), Place>> {
    let mut places = HashMap::new();
    let (dialect, tree) = (cx.conn.dialect(), cx.authority.snapshot.tree().clone());
    let (mut sql, mut paths) = (Sql::new(), Vec::new());
    for (path, ids) in named {
        if *path == FOLDERS {
            let nodes = ids.iter().filter_map(|id| tree.get(*id));
            places.extend(
                nodes.map(|node| ((*path, node.id), Place { folder: node.id, is_published: node.is_published })),
            );
            continue;
        }
        let target = cx.registry().get(path);
        let published = match target.def.published {
            Published::Always => "true".to_owned(),
            Published::Never => "false".to_owned(),
            Published::Field => column("t", "is_published"),
        };
        let (folder, table) = (column("t", target.scope_column()), target.def.table);
        sql.push(if paths.is_empty() { "" } else { " union all " });
        sql.push(&format!("select {}, t.id, {folder}, {published} from {table} t where t.id", paths.len()));
        sql.any(dialect, Value::Uuids(ids.iter().copied().collect()));
        paths.push(*path);
    }
    if paths.is_empty() {
        return Ok(places);
    }
    for row in cx.conn.query(&sql, &[Type::Int, Type::Uuid, Type::Uuid, Type::Bool]).await? {
        let path = row[0].as_int().and_then(|at| paths.get(at as usize));
        if let (Some(path), Some(id), Some(folder)) = (path, row[1].as_uuid(), row[2].as_uuid()) {
            places.insert((*path, id), Place { folder, is_published: row[3] == Value::Bool(true) });
        }
    }
    Ok(places)
}
