//! The journal: who changed what, when, from what to what. Written with every change, in its transaction; there is no
//! other way to write.

use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use cairn_model::{LogKind, Timestamp, Type, Value};
use cairn_store::{Conn, Sql};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::registry::Resource;
use crate::render;
use crate::rows::{Write, bind_all, insert_all};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Created,
    Updated,
    Deleted,
}

impl ChangeKind {
    pub const ALL: [Self; 3] = [Self::Created, Self::Updated, Self::Deleted];

    pub const fn word(self) -> &'static str {
        match self {
            ChangeKind::Created => "created",
            ChangeKind::Updated => "updated",
            ChangeKind::Deleted => "deleted",
        }
    }
}

/// One change to one object, as recorded in the journal.
pub struct Change {
    pub kind: ChangeKind,
    pub resource: &'static Resource,
    /// The state after the change, or the last state of a deleted object.
    pub object: Object,
    pub changed: Vec<&'static str>,
    /// From what to what, for code that compares: field → `[before, after]` or `{added, removed}`.
    pub difference: Option<Json>,
}

/// The fields in which two states of an object differ, ignoring what only the server sets.
pub fn differences(resource: &Resource, old: Option<&Object>, new: Option<&Object>) -> Vec<usize> {
    (0..resource.def.fields.len())
        .filter(|at| !matches!(*at, ID | CREATED_AT | UPDATED_AT) && resource.field(*at).stored)
        .filter(|at| {
            resource.relations.iter().all(|relation| relation.position != *at || relation.owner_field.is_none())
        })
        .filter(|at| match (old, new) {
            (Some(old), Some(new)) => old.values[*at] != new.values[*at],
            (None, Some(one)) | (Some(one), None) => !is_empty(&one.values[*at]),
            (None, None) => false,
        })
        .collect()
}

fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Null) || matches!(value, Value::Uuids(ids) if ids.is_empty())
}

/// Records changes to objects of one resource, and returns the statements that write their entries.
pub(crate) fn record(cx: &mut Cx, resource: &'static Resource, writes: &[Write]) -> Vec<Sql> {
    let mut entries = Vec::with_capacity(writes.len());
    for one in writes {
        let kind = if one.old.is_some() { ChangeKind::Updated } else { ChangeKind::Created };
        entries.push(note_change(cx, resource, kind, one.old.as_ref(), Some(&one.new), &one.changed));
    }
    statements(cx, &entries)
}

/// Records that objects of one resource were deleted.
pub(crate) fn record_deleted(cx: &mut Cx, resource: &'static Resource, objects: &[Object]) -> Vec<Sql> {
    let mut entries = Vec::with_capacity(objects.len());
    for old in objects {
        let changed = differences(resource, Some(old), None);
        entries.push(note_change(cx, resource, ChangeKind::Deleted, Some(old), None, &changed));
    }
    statements(cx, &entries)
}

fn note_change(
    cx: &mut Cx,
    resource: &'static Resource,
    kind: ChangeKind,
    old: Option<&Object>,
    new: Option<&Object>,
    changed: &[usize],
) -> Entry {
    let object = new.or(old).expect("a change has a state before or after it");
    let entry = Entry {
        kind: kind.word(),
        resource: resource.def.path,
        object_id: Some(object.id()),
        object_name: Some(object.name()),
        folder: Some(object.folder()),
        changes: changes(resource, old, new, changed),
        state: new.map(|new| state(resource, new)),
    };
    // Listeners need to know who is named anew and what is no longer linked, and it is known only here.
    let links = || changed.iter().any(|at| resource.field(*at).kind.target().is_some());
    let compares = cx.compares_changes || (kind == ChangeKind::Updated && links());
    let difference = compares.then(|| entry.changes.clone());
    let changed = changed.iter().map(|at| resource.field(*at).name).collect();
    cx.changes.push(Change { kind, resource, object: object.clone(), changed, difference });
    entry
}

/// What a note is about.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    pub(crate) resource: &'static str,
    pub(crate) id: Option<Uuid>,
    pub(crate) name: &'a str,
    pub(crate) folder: Option<Uuid>,
}

impl<'a> About<'a> {
    /// A whole resource.
    pub fn resource(path: &'static str, name: &'a str) -> Self {
        Self { resource: path, id: None, name, folder: None }
    }

    /// One object, which belongs to the root domain unless another is named.
    pub fn object(path: &'static str, id: Uuid, name: &'a str) -> Self {
        Self { resource: path, id: Some(id), name, folder: None }
    }

    #[must_use]
    pub fn within(self, folder: Uuid) -> Self {
        Self { folder: Some(folder), ..self }
    }
}

/// Something worth recording that is not a change to an object, such as a sign-in.
pub async fn note(cx: &mut Cx, kind: LogKind, about: Option<About<'_>>, detail: Json) -> Result<()> {
    let entry = Entry {
        kind: kind.key(),
        resource: about.map_or("", |about| about.resource),
        object_id: about.and_then(|about| about.id),
        object_name: about.map(|about| about.name.to_owned()),
        folder: Some(about.and_then(|about| about.folder).unwrap_or_else(|| cx.root_folder())),
        changes: detail,
        state: None,
    };
    let statements = statements(cx, &[entry]);
    cx.conn.execute_all(&statements).await?;
    Ok(())
}

struct Entry {
    kind: &'static str,
    resource: &'static str,
    object_id: Option<Uuid>,
    object_name: Option<String>,
    folder: Option<Uuid>,
    changes: Json,
    state: Option<String>,
}

/// The statements that write entries, in their order.
fn statements(cx: &Cx, entries: &[Entry]) -> Vec<Sql> {
    let caller = &cx.authority.caller;
    let values = |sql: &mut Sql, entry: &Entry| {
        let values = [
            Value::Time(cx.now),
            entry.kind.into(),
            entry.resource.into(),
            entry.object_id.into(),
            entry.object_name.as_deref().into(),
            entry.folder.into(),
            caller.origin.word().into(),
            caller.user.into(),
            caller.label.as_str().into(),
            caller.token.into(),
            caller.address.as_deref().into(),
            caller.request.as_deref().into(),
            Value::Json(entry.changes.to_string()),
            entry.state.clone().map_or(Value::Null, Value::Json),
        ];
        bind_all(sql, values);
    };
    let columns = "journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, token, \
                   address, request, changes, state)";
    insert_all(columns, entries, values, |_| ())
}

/// The whole state, without secrets and without what other objects own.
pub(crate) fn state(resource: &Resource, object: &Object) -> String {
    let mut own = object.clone();
    for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_some()) {
        own.values[relation.position] = Value::Null;
    }
    String::from_utf8(render::raw(resource, &own)).unwrap_or_default()
}

/// Field by field: `[before, after]`, or what was added and removed for a many-relation.
pub fn changes(resource: &Resource, old: Option<&Object>, new: Option<&Object>, changed: &[usize]) -> Json {
    let mut all = Map::new();
    for at in changed {
        let field = resource.field(*at);
        let before = old.map_or(&Value::Null, |object| &object.values[*at]);
        let after = new.map_or(&Value::Null, |object| &object.values[*at]);
        let difference = if field.secret {
            json!(["…", "…"])
        } else if field.kind.is_many() {
            let (before, after) = (before.as_uuids(), after.as_uuids());
            let added: Vec<&Uuid> = after.iter().filter(|id| !before.contains(id)).collect();
            let removed: Vec<&Uuid> = before.iter().filter(|id| !after.contains(id)).collect();
            json!({ "added": added, "removed": removed })
        } else {
            json!([before.to_json(), after.to_json()])
        };
        all.insert(field.name.to_owned(), difference);
    }
    Json::Object(all)
}

/// The earliest instant that can be viewed; none if everything is there.
pub async fn horizon(cx: &mut Cx) -> Result<Option<Timestamp>> {
    stored_horizon(&mut cx.conn).await
}

/// The last entry.
pub async fn last(conn: &mut Conn) -> Result<i64> {
    let rows = conn.query(&Sql::raw("select max(seq) from journal"), &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default())
}

/// The last entry about an erasure. It changes with every step of one, so it tells whether something derived from the
/// journal is older.
pub async fn last_erasure(conn: &mut Conn) -> Result<i64> {
    let mut sql = Sql::raw("select max(seq) from journal where kind = ");
    sql.bind(LogKind::Erased.key());
    let rows = conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default())
}

pub async fn stored_horizon(conn: &mut Conn) -> Result<Option<Timestamp>> {
    let rows = conn.query(&Sql::raw("select max(horizon) from journal_horizon"), &[Type::Time]).await?;
    Ok(rows.first().and_then(|row| row[0].as_time()))
}
