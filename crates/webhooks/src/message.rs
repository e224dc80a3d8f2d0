//! The bytes of a message, fixed when the event happens.

use std::collections::HashMap;

use cairn_domain::platform::webhook::shape::is_people;
use cairn_engine::journal::Change;
use cairn_engine::{Cx, Object, Result};
use cairn_model::value::{write_json_text, write_json_uuid};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

/// The e-mail addresses or names of people and teams, by the id of the actor or user.
pub type People = HashMap<Uuid, String>;

/// Reads the identifiers of everyone that the changed objects refer to, in one query each for actors and users. Which
/// of them a message names depends on its object.
pub async fn people(cx: &mut Cx, objects: &[Object]) -> Result<People> {
    let mut wanted: HashMap<&str, Vec<Uuid>> = HashMap::new();
    for object in objects {
        for (position, field) in object.def.fields.iter().enumerate() {
            if is_people(&field.kind) {
                let ids = wanted.entry(field.kind.target().unwrap_or_default()).or_default();
                ids.extend(object.values[position].as_uuids());
                ids.extend(object.values[position].as_uuid());
            }
        }
    }
    let mut people = People::new();
    let dialect = cx.conn.dialect();
    for (table, ids) in wanted.into_iter().filter(|(_, ids)| !ids.is_empty()) {
        let name = if table == "actors" { "coalesce(email, name)" } else { "email" };
        let mut sql = Sql::raw(format!("select id, {name} from {table} where id"));
        sql.any(dialect, Value::Uuids(ids));
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await? {
            if let (Some(id), Some(name)) = (row[0].as_uuid(), row[1].as_str()) {
                people.insert(id, name.to_owned());
            }
        }
    }
    Ok(people)
}

/// The id alone.
pub fn thin(event: &str, at: Timestamp, change: &Change) -> Vec<u8> {
    let mut out = opening(event, at);
    out.extend_from_slice(b"{\"id\":");
    write_json_uuid(&mut out, change.object.id());
    out.extend_from_slice(b"}}");
    out
}

/// The whole object, as [`crate::links::complete`] makes it and as far as the owner of the endpoint may see it, with
/// people and teams by their identifiers.
pub fn full(event: &str, at: Timestamp, object: &Object, people: &People) -> Vec<u8> {
    let mut out = opening(event, at);
    out.push(b'{');
    for (position, field) in object.def.fields.iter().enumerate() {
        if field.secret {
            continue;
        }
        if position > 0 {
            out.push(b',');
        }
        let value = &object.values[position];
        if !is_people(&field.kind) {
            key(&mut out, field.name);
            value.write_json(&mut out);
            continue;
        }
        let named: Vec<&str> = value.as_uuids().iter().filter_map(|id| people.get(id)).map(String::as_str).collect();
        match (field.kind.is_many(), field.name) {
            (true, "owner") => {
                key(&mut out, "owner");
                optional(&mut out, named.first().copied());
                out.push(b',');
                key(&mut out, "owners");
                list(&mut out, &named);
            }
            (true, name) => {
                key(&mut out, name);
                list(&mut out, &named);
            }
            (false, name) => {
                key(&mut out, name);
                optional(&mut out, value.as_uuid().and_then(|id| people.get(&id)).map(String::as_str));
            }
        }
    }
    out.extend_from_slice(b"}}");
    out
}

fn opening(event: &str, at: Timestamp) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024);
    out.extend_from_slice(b"{\"type\":");
    write_json_text(&mut out, event);
    out.extend_from_slice(b",\"timestamp\":");
    Value::Time(at).write_json(&mut out);
    out.extend_from_slice(b",\"data\":");
    out
}

fn key(out: &mut Vec<u8>, name: &str) {
    write_json_text(out, name);
    out.push(b':');
}

fn optional(out: &mut Vec<u8>, text: Option<&str>) {
    match text {
        Some(text) => write_json_text(out, text),
        None => out.extend_from_slice(b"null"),
    }
}

fn list(out: &mut Vec<u8>, texts: &[&str]) {
    Value::Texts(texts.iter().map(|text| (*text).to_owned()).collect()).write_json(out);
}
