//! Rows of the journal as what is hashed.

use cairn_journal::{Content, Frame, Salt};
use cairn_model::{Type, Value};

/// The columns of the journal `j` that an entry consists of.
pub const COLUMNS: &str = "j.seq, j.at, j.kind, j.resource, j.object_id, j.folder, j.origin, j.actor, j.token, \
     j.request, j.actor_label, j.object_name, j.address, j.changes, j.state";

pub const TYPES: [Type; 15] = [
    Type::Int,
    Type::Time,
    Type::Text,
    Type::Text,
    Type::Uuid,
    Type::Uuid,
    Type::Text,
    Type::Uuid,
    Type::Uuid,
    Type::Text,
    Type::Text,
    Type::Text,
    Type::Text,
    Type::Json,
    Type::Json,
];

/// What stands in the columns of [`COLUMNS`]. A column that must not be null reads as empty if it
/// is; someone who managed to put a null there is found by the hash.
pub fn entry(row: impl IntoIterator<Item = Value>, salt: Salt) -> (Frame, Content) {
    let mut row = row.into_iter();
    let mut next = || row.next().unwrap_or_default();
    let frame = Frame {
        seq: next().as_int().unwrap_or_default(),
        at: next().as_time().map(|at| at.to_string()).unwrap_or_default(),
        kind: text(next()).unwrap_or_default(),
        resource: text(next()).unwrap_or_default(),
        object_id: id(&next()),
        folder: id(&next()),
        origin: text(next()).unwrap_or_default(),
        actor: id(&next()),
        token: id(&next()),
        request: text(next()),
    };
    let content = Content {
        salt,
        actor_label: text(next()).unwrap_or_default(),
        object_name: text(next()),
        address: text(next()),
        changes: text(next()).unwrap_or_default(),
        state: text(next()),
    };
    (frame, content)
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::Text(text) | Value::Json(text) => Some(text),
        _ => None,
    }
}

/// Lower case with hyphens.
fn id(value: &Value) -> Option<String> {
    value.as_uuid().map(|id| id.to_string())
}

pub fn bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}
