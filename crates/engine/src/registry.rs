//! All resources, with everything that can be worked out once: columns, link tables, JSON keys, permissions, and what
//! refers to what.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_access::{Permission, Permissions, Verb};
use cairn_model::def::{ID, Mine, OnDelete};
use cairn_model::kind::{AnyKind, Kind};
use cairn_model::text::humanize;
use cairn_model::value::write_json_text;
use cairn_model::{FieldDef, ResourceDef, Type};

use crate::action::Action;
use crate::circles::Circles;
use crate::entry::{Entry, ROLES};

/// A resource, ready to be interpreted.
pub struct Resource {
    pub entry: &'static Entry,
    /// The actions that every resource has.
    general: &'static [Action],
    pub def: &'static ResourceDef,
    pub path: &'static str,
    /// The name in permissions; the name in events is the definition's.
    pub model: &'static str,
    pub view: Permission,
    /// To view what is assigned to the caller, if the resource has that.
    pub view_assigned: Option<Permission>,
    pub add: Permission,
    pub change: Permission,
    pub delete: Permission,
    /// Positions of the fields that are columns, in order.
    pub columns: Vec<usize>,
    pub column_types: Vec<Type>,
    /// The references, except those to folders, which the snapshot resolves.
    pub references: Vec<Reference>,
    pub relations: Vec<Relation>,
    /// Positions of the references to objects of any resource.
    pub any: Vec<usize>,
    /// For each field, `"name":` as bytes, ready to be copied into a response.
    pub json_keys: Vec<Vec<u8>>,
    pub incoming: Vec<Incoming>,
    /// Its distance from the resources that refer to nothing. Rows are created and locked in this order, and deleted
    /// in reverse.
    pub rank: usize,
    /// Nullable references that form a circle of resources: they are cleared before rows are deleted.
    pub circular: Vec<usize>,
    /// The references to what a row is a part of.
    pub parents: Vec<usize>,
    /// The resources whose rows are parts of this one's.
    pub children: Vec<Child>,
    /// Whether something that a row is a part of can be locked.
    pub is_lockable: bool,
    pub locked_position: Option<usize>,
    /// Position of the field that decides who may see a row.
    pub scope_position: usize,
    pub published_position: Option<usize>,
    pub builtin_position: Option<usize>,
    pub translations_position: Option<usize>,
}

pub struct Reference {
    pub position: usize,
    pub target: &'static str,
}

/// A many-relation, from the side of one of its fields.
pub struct Relation {
    pub position: usize,
    pub target: &'static str,
    pub table: String,
    /// The columns of the link table that hold this side and the other.
    pub own: &'static str,
    pub other: &'static str,
    /// The field of the target that owns the relation, if this side only shows it.
    pub owner_field: Option<&'static str>,
}

/// A field elsewhere that says what a row is a part of.
#[derive(Clone, Copy)]
pub struct Child {
    pub path: &'static str,
    pub position: usize,
    /// Whether its rows are published together with this resource's.
    pub published: bool,
}

/// A field elsewhere that refers to this resource.
#[derive(Clone, Copy)]
pub struct Incoming {
    pub path: &'static str,
    pub position: usize,
    pub on_delete: OnDelete,
    pub many: bool,
}

pub struct Registry {
    resources: Vec<&'static Resource>,
    by_path: HashMap<&'static str, &'static Resource>,
    permissions: Arc<Permissions>,
}

/// The path of the resource that scopes all others.
pub const FOLDERS: &str = "folders";

impl Registry {
    /// Works everything out. A registry lives as long as the program, so it is never freed.
    pub fn new(entries: &[&'static Entry]) -> &'static Self {
        Self::with_general(entries, &[])
    }

    /// The same with actions that every resource has.
    pub fn with_general(entries: &[&'static Entry], general: &'static [Action]) -> &'static Self {
        let mut codenames: Vec<String> = Vec::new();
        for entry in entries {
            let model = entry.part.map_or((entry.def)().model, |part| part.model);
            codenames.extend(Verb::ALL.map(|verb| verb.codename(model)));
            codenames.extend(entry.assignees.map(|_| view_assigned(model)));
            codenames.extend(entry.extra_permissions.iter().map(|(name, _)| (*name).to_owned()));
        }
        let permissions = Arc::new(Permissions::new(codenames));
        let incoming = incoming(entries);
        let circles = Circles::of(entries);
        let resources: Vec<&'static Resource> = entries
            .iter()
            .map(|entry| {
                let to_here = incoming.get((entry.def)().path).cloned().unwrap_or_default();
                &*Box::leak(Box::new(Resource {
                    general,
                    ..Resource::new(entry, &permissions, to_here, entries, &circles)
                }))
            })
            .collect();
        let by_path = resources.iter().map(|resource| (resource.path, *resource)).collect();
        Box::leak(Box::new(Self { resources, by_path, permissions }))
    }

    pub fn resources(&self) -> &[&'static Resource] {
        &self.resources
    }

    /// The resources with the usual endpoints.
    pub fn routed(&self) -> impl Iterator<Item = &'static Resource> {
        self.resources.iter().copied().filter(|resource| resource.entry.routed)
    }

    /// The resources that have tables of their own.
    pub fn tables(&self) -> impl Iterator<Item = &'static Resource> {
        self.resources.iter().copied().filter(|resource| resource.entry.part.is_none())
    }

    pub fn find(&self, path: &str) -> Option<&'static Resource> {
        self.by_path.get(path).copied()
    }

    /// A resource that must exist because a definition names it.
    pub fn get(&self, path: &str) -> &'static Resource {
        self.find(path).unwrap_or_else(|| panic!("the registry has no resource {path}"))
    }

    /// The resources that a field may point to: one, or many for a reference to any object.
    pub fn targets(&self, kind: &Kind) -> Vec<&'static str> {
        match kind {
            Kind::Any(any) => {
                let defs = self.resources.iter().filter(|resource| may_be_any(resource.entry)).map(|one| one.def);
                defs.filter(|def| leads_to(any, def)).map(|def| def.path).collect()
            }
            other => other.target().into_iter().collect(),
        }
    }

    pub fn permissions(&self) -> &Arc<Permissions> {
        &self.permissions
    }

    /// The permissions of a built-in role, by its column in [`ROLES`].
    pub fn role_permissions(&self, column: usize) -> Vec<String> {
        let mut names = Vec::new();
        for resource in &self.resources {
            let letters = resource.entry.roles.split_whitespace().nth(column).unwrap_or("-");
            for verb in Verb::ALL {
                if letters.contains(&verb.word()[..1]) {
                    names.push(verb.codename(resource.model));
                }
            }
            // Someone who sees all rows also sees those assigned to them, and may grant that permission to others.
            if letters.contains('v') && resource.entry.assignees.is_some() {
                names.push(view_assigned(resource.model));
            }
            let assigned = resource.entry.assignees.map(|roles| (view_assigned(resource.model), roles));
            let extra = resource.entry.extra_permissions.iter().map(|(name, roles)| ((*name).to_owned(), *roles));
            let is_held = |(_, roles): &(String, &str)| roles.split_whitespace().any(|role| role == ROLES[column].0);
            names.extend(assigned.into_iter().chain(extra).filter(is_held).map(|(name, _)| name));
        }
        names
    }
}

/// Whether objects of a resource exist independently in a table, so that anything may refer to them.
pub(crate) fn may_be_any(entry: &Entry) -> bool {
    entry.part.is_none() && !entry.log && !entry.view && entry.routed
}

/// Whether a reference to any object may lead to a resource.
pub(crate) fn leads_to(any: &AnyKind, def: &ResourceDef) -> bool {
    any.carrying.is_none_or(|what| def.carries.contains(&what))
}

/// The paths of the resources that a field may lead to.
fn targets(entries: &[&'static Entry], kind: &Kind) -> Vec<&'static str> {
    match kind {
        Kind::Any(any) => {
            let defs = entries.iter().filter(|entry| may_be_any(entry)).map(|entry| (entry.def)());
            defs.filter(|def| leads_to(any, def)).map(|def| def.path).collect()
        }
        other => other.target().into_iter().collect(),
    }
}

/// Which fields refer to each resource.
fn incoming(entries: &[&'static Entry]) -> HashMap<&'static str, Vec<Incoming>> {
    let mut all: HashMap<&'static str, Vec<Incoming>> = HashMap::new();
    for entry in entries.iter().filter(|entry| entry.part.is_none() && !entry.log) {
        let def = (entry.def)();
        for (position, field) in def.fields.iter().enumerate() {
            let many = match &field.kind {
                Kind::Reference(_) | Kind::Any(_) => false,
                Kind::Many(kind) if kind.reverse.is_none() => true,
                _ => continue,
            };
            for target in targets(entries, &field.kind) {
                let found = Incoming { path: def.path, position, on_delete: field.on_delete, many };
                all.entry(target).or_default().push(found);
            }
        }
    }
    all
}

/// The references that say what a row is a part of, with the resources that they lead to.
fn parents(entries: &[&'static Entry], def: &'static ResourceDef) -> Vec<(usize, &'static str)> {
    let fields = def.scope.within().map_or(&[][..], |within| within.fields);
    let positions = fields.iter().filter_map(|field| def.position(field));
    let of = |at: usize| targets(entries, &def.fields[at].kind).into_iter().map(move |target| (at, target));
    positions.flat_map(of).collect()
}

fn children(entries: &[&'static Entry], path: &str) -> Vec<Child> {
    let mut all = Vec::new();
    for entry in entries.iter().filter(|entry| entry.part.is_none()) {
        let def = (entry.def)();
        let published =
            def.scope.within().is_some_and(|within| within.published) && def.position("is_published").is_some();
        let here = parents(entries, def).into_iter().filter(|(_, target)| *target == path);
        all.extend(here.map(|(position, _)| Child { path: def.path, position, published }));
    }
    all
}

fn is_lockable(entries: &[&'static Entry], def: &'static ResourceDef) -> bool {
    parents(entries, def).into_iter().any(|(_, target)| {
        let found = entries.iter().map(|entry| (entry.def)()).find(|def| def.path == target);
        found.is_some_and(|parent| parent.position("is_locked").is_some() || is_lockable(entries, parent))
    })
}

impl Resource {
    fn new(
        entry: &'static Entry,
        permissions: &Permissions,
        incoming: Vec<Incoming>,
        entries: &[&'static Entry],
        circles: &Circles,
    ) -> Self {
        let def = (entry.def)();
        let model = entry.part.map_or(def.model, |part| part.model);
        let is_assignable = !matches!(def.mine, Mine::Nothing);
        assert!(entry.assignees.is_none() || is_assignable, "{} does not say whose its rows are", def.path);
        let permission = |verb: Verb| permissions.find(&verb.codename(model)).expect("made from the same list");
        let columns: Vec<usize> = (0..def.fields.len()).filter(|at| def.fields[*at].is_column()).collect();
        let column_types = columns.iter().filter_map(|at| def.fields[*at].kind.behaviour().column()).collect();
        let mut references = Vec::new();
        let mut relations = Vec::new();
        for (position, field) in def.fields.iter().enumerate() {
            match &field.kind {
                Kind::Reference(kind) if kind.target != FOLDERS => {
                    references.push(Reference { position, target: kind.target });
                }
                Kind::Many(kind) => {
                    let table = match kind.reverse {
                        None => link_table(def.table, field.name),
                        Some(owner) => link_table(&kind.target.replace(['-', '/'], "_"), owner),
                    };
                    let (own, other) = if kind.reverse.is_none() { ("source", "target") } else { ("target", "source") };
                    let target = kind.target;
                    relations.push(Relation { position, target, table, own, other, owner_field: kind.reverse });
                }
                _ => {}
            }
        }
        Self {
            entry,
            general: &[],
            def,
            path: entry.part.map_or(def.path, |part| part.path),
            model,
            view: permission(Verb::View),
            view_assigned: entry.assignees.and_then(|_| permissions.find(&view_assigned(model))),
            add: permission(Verb::Add),
            change: permission(Verb::Change),
            delete: permission(Verb::Delete),
            columns,
            column_types,
            references,
            relations,
            any: (0..def.fields.len()).filter(|at| matches!(def.fields[*at].kind, Kind::Any(_))).collect(),
            json_keys: def.fields.iter().map(|field| json_key(field.name)).collect(),
            incoming,
            rank: circles.rank(def.path),
            circular: circles.closing(def),
            parents: {
                let mut all: Vec<usize> = parents(entries, def).into_iter().map(|(position, _)| position).collect();
                all.dedup();
                all
            },
            children: children(entries, def.path),
            is_lockable: !entry.conversation && is_lockable(entries, def),
            locked_position: def.position("is_locked"),
            scope_position: def.scope_position(),
            published_position: def.position("is_published"),
            builtin_position: def.position("builtin"),
            translations_position: def.fields.iter().position(|field| matches!(field.kind, Kind::Translations(_))),
        }
    }

    pub fn field(&self, position: usize) -> &'static FieldDef {
        &self.def.fields[position]
    }

    pub fn permission(&self, verb: Verb) -> Permission {
        match verb {
            Verb::View => self.view,
            Verb::Add => self.add,
            Verb::Change => self.change,
            Verb::Delete => self.delete,
        }
    }

    /// What can be done with it besides reading and writing.
    pub fn actions(&self) -> impl Iterator<Item = &'static Action> + Clone {
        self.entry.actions.iter().chain(self.general)
    }

    /// Those of its actions that every resource has.
    pub fn general(&self) -> &'static [Action] {
        self.general
    }

    /// The name for people: "Applied control".
    pub fn name(&self) -> String {
        self.entry.part.map_or_else(|| self.def.name(), |part| part.name.to_owned())
    }

    /// What it is, in a sentence or two.
    pub fn doc(&self) -> &'static str {
        self.entry.part.map_or(self.def.doc, |part| part.doc)
    }

    pub fn plural(&self) -> String {
        humanize(self.path.rsplit('/').next().unwrap_or(self.path))
    }

    /// SQL for the label of a row of the table under this alias.
    pub fn display(&self, alias: &str) -> String {
        self.def.display.replace("{t}", alias)
    }

    /// The column that decides who may see a row.
    pub fn scope_column(&self) -> &'static str {
        self.def.fields[self.scope_position].name
    }

    pub fn relation(&self, name: &str) -> Option<&Relation> {
        self.relations.iter().find(|relation| self.field(relation.position).name == name)
    }

    /// Whether requests may write it at all.
    pub fn is_writable(&self) -> bool {
        !self.def.read_only
    }

    /// Whether requests may create its objects.
    pub fn is_creatable(&self) -> bool {
        self.is_writable() && !self.entry.made_with_parent
    }

    /// Whether requests may delete its objects.
    pub fn is_deletable(&self) -> bool {
        self.is_creatable() || self.entry.deletable
    }

    pub fn id_position(&self) -> usize {
        ID
    }
}

/// The permission to view the objects of a model that are assigned to oneself.
pub fn view_assigned(model: &str) -> String {
    format!("{}_assigned_{model}", Verb::View.word())
}

pub fn link_table(table: &str, field: &str) -> String {
    format!("{table}_{field}")
}

pub fn json_key(name: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(name.len() + 3);
    write_json_text(&mut key, name);
    key.push(b':');
    key
}
