//! Journal rows in the form that is hashed.

use cairn_journal::{Body, Content, Frame, Salt, Sealed};
use cairn_model::text::NUL_SYMBOL;
use cairn_model::{Type, Value};

/// The columns of the journal `j` that make up an entry.
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

/// The values in [`COLUMNS`]. A column that must not be null reads as empty if it is; the hash
/// exposes anyone who managed to put a null there.
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

/// An entry as it was sealed. A journal that came from SQLite into PostgreSQL, which cannot keep NUL characters, has a
/// symbol for each (`cairn_store::transfer`); the hash tells whether the symbol or the character was sealed.
pub fn as_sealed(sealed: Sealed) -> Sealed {
    let Body::Whole(content) = &sealed.body else { return sealed };
    let texts = [Some(&content.actor_label), content.object_name.as_ref(), content.address.as_ref()];
    if !texts.into_iter().flatten().any(|text| text.contains(NUL_SYMBOL)) || sealed.is_intact() {
        return sealed;
    }
    let original = |text: &String| text.replace(NUL_SYMBOL, "\0");
    let original = Content {
        actor_label: original(&content.actor_label),
        object_name: content.object_name.as_ref().map(original),
        address: content.address.as_ref().map(original),
        ..content.clone()
    };
    let original = Sealed { body: Body::Whole(original), frame: sealed.frame.clone(), ..sealed };
    // If it is neither, whoever checks it shall see what is stored.
    if original.is_intact() { original } else { sealed }
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

#[cfg(test)]
mod tests {
    use cairn_journal::Hash;

    use super::*;

    fn entry_of(name: &str) -> (Frame, Content) {
        let mut row = vec![Value::Null; TYPES.len()];
        (row[0], row[10], row[11]) = (Value::Int(7), Value::Text("Ann".into()), Value::Text(name.into()));
        entry(row, Salt([1; 16]))
    }

    fn sealed(name: &str, hash: Hash) -> Sealed {
        let (frame, content) = entry_of(name);
        Sealed { index: 0, hash, frame, body: Body::Whole(content) }
    }

    #[test]
    fn the_hash_tells_a_nul_character_from_its_symbol() {
        let hash = |name: &str| {
            let (frame, content) = entry_of(name);
            frame.leaf(content.hash())
        };
        // Sealed on SQLite with a NUL character, then restored into PostgreSQL.
        let restored = as_sealed(sealed("a\u{2400}b", hash("a\0b")));
        assert!(restored.is_intact());
        assert!(as_sealed(sealed("a\u{2400}b", hash("a\u{2400}b"))).is_intact(), "the symbol itself is a letter");
        let forged = as_sealed(sealed("a\u{2400}c", hash("a\0b")));
        assert!(!forged.is_intact());
        let Body::Whole(content) = forged.body else { panic!("it is whole") };
        assert_eq!(content.object_name.as_deref(), Some("a\u{2400}c"), "it is shown as it is stored");
    }
}
