//! Definitions: what the engine, the API and the interface know about a resource.
//!
//! `#[derive(Record)]` writes them. They are plain static data, so that the code that interprets them
//! is written only once.

use crate::kind::{Kind, Lookup};
use crate::text::humanize;
use crate::value::Value;

/// A resource: one documented struct, and the definition that follows from it.
pub trait Record: Sized + Send + Sync + 'static {
    /// The collection below `/api/`, such as `applied-controls`.
    const PATH: &'static str;

    fn def() -> &'static ResourceDef;

    /// Builds the struct from values in the order of the definition's fields.
    fn decode(values: Vec<Value>) -> Result<Self, String>;

    /// The reverse of [`Record::decode`]. The two timestamps are left null: the engine sets them.
    fn encode(self) -> Vec<Value>;
}

#[derive(Debug)]
pub struct ResourceDef {
    pub path: &'static str,
    pub table: &'static str,
    /// The singular name in events and permissions: `appliedcontrol` in `view_appliedcontrol`.
    pub model: &'static str,
    /// The struct's name, from which the display names are made.
    pub type_name: &'static str,
    pub doc: &'static str,
    /// Id first, then `created_at` and `updated_at`, then the struct's fields in their order.
    pub fields: &'static [FieldDef],
    /// SQL for the display name of a row in a reference; `{t}` is the table's alias.
    pub display: &'static str,
    /// The default order, as an `ordering` parameter would give it.
    pub order: &'static str,
    /// Groups of fields whose combined values are unique, such as `folder,name`.
    pub unique: &'static [&'static str],
    pub scope: ScopeRule,
    pub published: Published,
    /// How a third-party user's own rows are recognised.
    pub mine: Mine,
    /// What its objects can have, such as `attachments`: references from such resources can point to them.
    pub carries: &'static [&'static str],
    /// Only the engine writes it: there is no create, update or delete in the API.
    pub read_only: bool,
}

/// Which folder decides who can see a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScopeRule {
    /// The row's `folder`.
    Folder,
    /// The row is itself a folder.
    OwnId,
    /// The folder of the row that this one is a part of. The row has its own `folder` too, which the engine maintains:
    /// it is moved, locked and deleted with the other.
    Within(Within),
}

/// What a row is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within {
    /// The references to possible parents; each row has exactly one of them.
    pub fields: &'static [&'static str],
    /// Whether it is published along with its parent, instead of by its own choice.
    pub published: bool,
}

impl ScopeRule {
    pub const fn within(self) -> Option<Within> {
        match self {
            ScopeRule::Within(within) => Some(within),
            ScopeRule::Folder | ScopeRule::OwnId => None,
        }
    }

    /// Whether rows have a `folder` field that decides who can see them.
    pub const fn has_folder(self) -> bool {
        !matches!(self, ScopeRule::OwnId)
    }
}

/// Whether rows of a folder can be read from its subfolders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    Never,
    /// If the row's `is_published` says so.
    Field,
    Always,
}

/// What belongs to a third-party user, who sees nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mine {
    Nothing,
    /// Rows whose many-relation to actors (this field) contains one of the user's actors.
    Actors(&'static str),
    /// Rows whose reference (this field) points to something that is theirs.
    Through(&'static str),
    /// Rows that one of their objects of this resource refers to with this field.
    NamedBy(&'static str, &'static str),
    /// The user's own row.
    User,
    /// Rows in a folder where the user has a role; these are already filtered by folder.
    Folder,
}

#[derive(Debug)]
pub struct FieldDef {
    pub name: &'static str,
    pub doc: &'static str,
    pub kind: Kind,
    pub nullable: bool,
    pub default: DefaultValue,
    /// Included in `search`.
    pub search: bool,
    /// Set by the server; a request may repeat its value but not change it.
    pub read_only: bool,
    /// Never leaves the server, neither in responses nor in the journal.
    pub secret: bool,
    /// Requests may set it, although it is secret.
    pub accepted: bool,
    /// Whether it is stored; otherwise only the rules see it.
    pub stored: bool,
    /// May be set when the object is created, and never afterwards.
    pub immutable: bool,
    pub on_delete: OnDelete,
    /// Fields of the target that are shown next to its display name.
    pub shows: &'static [&'static str],
}

/// What happens to a row when the row it refers to is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDelete {
    /// It is deleted too.
    Cascade,
    /// It loses the reference.
    SetNull,
    /// It prevents the other from being deleted.
    Protect,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DefaultValue {
    /// The field is required, or null if it may be.
    None,
    Text(&'static str),
    Int(i64),
    Bool(bool),
    Json(&'static str),
}

impl DefaultValue {
    pub fn value(&self, kind: &Kind) -> Value {
        match *self {
            DefaultValue::None if kind.is_many() => Value::Uuids(Vec::new()),
            DefaultValue::None => Value::Null,
            DefaultValue::Text(text) => Value::Text(text.to_owned()),
            DefaultValue::Int(number) => Value::Int(number),
            DefaultValue::Bool(flag) => Value::Bool(flag),
            DefaultValue::Json(text) => Value::Json(text.to_owned()),
        }
    }
}

impl FieldDef {
    /// Whether a create request must include it.
    pub fn required(&self) -> bool {
        !self.nullable && !self.read_only && self.default == DefaultValue::None && !self.kind.is_many()
    }

    /// Whether requests may include it.
    pub fn writable(&self) -> bool {
        !self.read_only && (!self.secret || self.accepted)
    }

    pub fn label(&self) -> String {
        humanize(self.name)
    }

    /// Whether the field has a column in the resource's own table.
    pub fn is_column(&self) -> bool {
        !self.kind.is_many() && self.stored
    }

    /// The ways in which a list can be filtered by the field; none for what never leaves the server.
    pub fn lookups(&self) -> &'static [Lookup] {
        if self.secret { &[] } else { self.kind.behaviour().lookups() }
    }

    /// Whether a list can be sorted by the field.
    pub fn is_orderable(&self) -> bool {
        let has_order = !matches!(self.kind, Kind::Json(_) | Kind::File(_) | Kind::Translations(_) | Kind::Any(_));
        has_order && self.is_column() && !self.secret
    }
}

/// The position of the id among the fields of every resource.
pub const ID: usize = 0;
pub const CREATED_AT: usize = 1;
pub const UPDATED_AT: usize = 2;

impl ResourceDef {
    /// The display name: "Applied control".
    pub fn name(&self) -> String {
        humanize(self.type_name)
    }

    /// The display name of the collection: "Applied controls".
    pub fn plural(&self) -> String {
        humanize(self.path.rsplit('/').next().unwrap_or(self.path))
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    pub fn field(&self, name: &str) -> Option<&'static FieldDef> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The position of the field that decides who can see a row.
    pub fn scope_position(&self) -> usize {
        match self.scope {
            ScopeRule::OwnId => ID,
            ScopeRule::Folder | ScopeRule::Within(_) => {
                self.position("folder").expect("a resource scoped by folder has the field")
            }
        }
    }

    /// The index that keeps a group of fields unique; database errors are recognised by it.
    pub fn unique_index(&self, group: &str) -> String {
        format!("{}_{}_key", self.table, group.replace(',', "_"))
    }
}
