//! Turns a state in the journal into an object. States can be as old as the journal, so they are read leniently:
//! missing fields get their default, and fields that no longer exist are skipped.

use cairn_model::kind::Kind;
use cairn_model::value::Decimal;
use cairn_model::{Timestamp, Type, Value};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::decode;
use crate::object::Object;
use crate::registry::Resource;

/// The object that a state describes. Secrets are not in the state, so they are empty.
pub(crate) fn object_of(resource: &Resource, state: &Json) -> Object {
    let mut object = decode::defaults(resource);
    for (position, field) in resource.def.fields.iter().enumerate() {
        let value = state.get(field.name).map_or(Value::Null, |json| from_state(&field.kind, json));
        // A many-relation that the other side owns is not part of the state.
        let is_elsewhere = matches!(&field.kind, Kind::Many(kind) if kind.reverse.is_some());
        if is_elsewhere {
            object.values[position] = Value::Null;
        } else if state.get(field.name).is_some() && (field.nullable || !value.is_null()) {
            object.values[position] = value;
        } else if object.values[position].is_null() && !field.nullable {
            object.values[position] = nothing(&field.kind);
        }
    }
    object
}

/// A value where there must be one.
fn nothing(kind: &Kind) -> Value {
    match kind.behaviour().column() {
        Some(Type::Bool) => Value::Bool(false),
        Some(Type::Int) => Value::Int(0),
        Some(Type::Decimal) => Value::Decimal(Decimal::default()),
        Some(Type::Text) => Value::Text(String::new()),
        Some(Type::Json) => Value::Json("{}".to_owned()),
        Some(Type::Uuid) => Value::Uuid(Uuid::nil()),
        _ => Value::Null,
    }
}

/// Reads a value as written in the journal; null if it is not valid.
pub(crate) fn from_state(kind: &Kind, json: &Json) -> Value {
    let Some(column) = kind.behaviour().column() else {
        let ids = json.as_array().into_iter().flatten().filter_map(|id| id.as_str()?.parse().ok());
        return Value::Uuids(ids.collect());
    };
    if json.is_null() {
        return Value::Null;
    }
    let text = json.as_str();
    let value = match column {
        Type::Bool => json.as_bool().map(Value::Bool),
        Type::Int => json.as_i64().map(Value::Int),
        // A number in JSON; its digits are read exactly.
        Type::Decimal => Decimal::parse(text.unwrap_or(&json.to_string())).map(Value::Decimal),
        Type::Text => text.map(|text| Value::Text(text.to_owned())),
        Type::Uuid => text.and_then(|text| text.parse().ok()).map(Value::Uuid),
        Type::Date => text.and_then(|text| text.parse().ok()).map(Value::Date),
        Type::Time => text.and_then(Timestamp::parse).map(Value::Time),
        Type::Json => Some(Value::Json(json.to_string())),
        Type::Bytes => None,
    };
    value.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use cairn_model::Record;
    use cairn_resources::iam::User;
    use cairn_resources::work::{AppliedControl, Asset, Evidence};

    use super::*;
    use crate::entry::Entry;
    use crate::registry::Registry;
    use crate::render;

    const ENTRIES: &[&Entry] =
        &[&Entry::of::<Asset>(), &Entry::of::<AppliedControl>(), &Entry::of::<Evidence>(), &Entry::of::<User>()];

    #[test]
    fn what_is_written_into_the_journal_can_be_read_from_it() {
        let registry = Registry::new(ENTRIES);
        for path in [Asset::PATH, AppliedControl::PATH, Evidence::PATH, User::PATH] {
            let resource = registry.get(path);
            let mut object = decode::defaults(resource);
            for (position, field) in resource.def.fields.iter().enumerate().filter(|(_, field)| !field.secret) {
                let value = match field.kind.behaviour().column() {
                    None if matches!(&field.kind, Kind::Many(kind) if kind.reverse.is_some()) => Value::Null,
                    None => Value::Uuids(vec![Uuid::from_u128(1), Uuid::from_u128(2)]),
                    Some(Type::Bool) => Value::Bool(true),
                    Some(Type::Int) => Value::Int(-3),
                    Some(Type::Decimal) => Value::Decimal(Decimal::parse("12.5").unwrap()),
                    Some(Type::Text) => Value::Text("é\"\\\n".into()),
                    Some(Type::Uuid) => Value::Uuid(Uuid::from_u128(7)),
                    Some(Type::Date) => Value::Date("2026-02-28".parse().unwrap()),
                    Some(Type::Time) => Value::Time(Timestamp::from_micros(1_700_000_000_123_456)),
                    Some(Type::Json) => Value::Json(r#"{"a":[1,null]}"#.into()),
                    Some(Type::Bytes) => Value::Null,
                };
                object.values[position] = value;
            }
            let state: Json = serde_json::from_slice(&render::raw(resource, &object)).unwrap();
            assert_eq!(object_of(resource, &state).values, object.values, "{path}");
        }
    }

    #[test]
    fn an_old_state_gets_the_defaults_of_new_fields() {
        let resource = Registry::new(ENTRIES).get(Asset::PATH);
        let object = object_of(resource, &serde_json::json!({ "name": "Old", "vanished": 1, "owner": null }));
        assert_eq!(object.get("name").as_str(), Some("Old"));
        assert_eq!(object.get("type").as_str(), Some("SP"));
        assert_eq!(object.get("owner").as_uuids(), [] as [Uuid; 0]);
        assert_eq!(object.get("security_objectives").as_str(), Some("{}"));
    }
}
