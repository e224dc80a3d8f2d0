//! Reads the body of a request into values and reports every mistake at once.

use cairn_model::def::{CREATED_AT, DefaultValue, ID, UPDATED_AT};
use cairn_model::kind::Kind;
use cairn_model::{FieldDef, Value};
use serde_json::Value as Json;

use crate::error::{Error, FieldErrors, Result};
use crate::object::Object;
use crate::registry::{FOLDERS, Resource};

/// The fields that a request sets, by position.
#[derive(Debug, Default)]
pub struct Input(pub Vec<(usize, Value)>, pub Claims);

/// Values that a request sends for fields it cannot set: allowed if they are right. That is known once the rules have
/// computed the fields, such as the domain of a finding from its findings review.
#[derive(Debug, Default)]
pub struct Claims(Vec<(usize, Json)>);

impl Claims {
    /// Refuses an object that differs from what the request said.
    pub fn check(&self, resource: &Resource, object: &Object) -> Result<()> {
        let mut errors = FieldErrors::default();
        for (position, claimed) in self.0.iter().filter(|(at, claimed)| object.values[*at].to_json() != *claimed) {
            let name = resource.field(*position).name;
            errors.add(name, format!("This field is read-only and its value is not {claimed}. Leave it out."));
        }
        errors.into_result()
    }
}

impl Input {
    pub fn get(&self, position: usize) -> Option<&Value> {
        self.0.iter().find(|(at, _)| *at == position).map(|(_, value)| value)
    }
}

/// Reads a body. `old` is the object being changed, if any: a request may repeat a read-only value unchanged, so that
/// a client can send back what it read.
pub fn decode(resource: &Resource, body: &Json, old: Option<&Object>) -> Result<Input> {
    let Json::Object(members) = body else {
        return Err(Error::field("detail", "Expected a JSON object with the fields of the object."));
    };
    let mut input = Input::default();
    let mut errors = FieldErrors::default();
    for (name, json) in members {
        let Some(position) = resource.def.position(name).filter(|at| is_known(resource.field(*at))) else {
            errors.add(name, unknown(resource, name));
            continue;
        };
        let field = resource.field(position);
        if field.read_only {
            match (repeats(field, position, json, old), is_derived(field, position)) {
                (true, _) => {}
                (false, true) => input.1.0.push((position, plain(field, json).clone())),
                (false, false) => errors.add(name, "This field is read-only. Leave it out."),
            }
            continue;
        }
        if let Some(part) = resource.entry.part.filter(|part| part.field == name) {
            if json.as_str() != Some(part.value) {
                errors.add(name, format!("This must be “{}”.", part.value));
            }
            continue;
        }
        match read(field, json) {
            Ok(value) => input.0.push((position, value)),
            Err(message) => errors.add(name, message),
        }
    }
    errors.into_result()?;
    Ok(input)
}

/// Whether a request may name the field at all.
fn is_known(field: &FieldDef) -> bool {
    !field.secret || field.accepted
}

fn read(field: &FieldDef, json: &Json) -> Result<Value, String> {
    if json.is_null() || (field.nullable && is_blank(field, json)) {
        return if field.nullable { Ok(Value::Null) } else { Err("This field may not be null.".to_owned()) };
    }
    field.kind.behaviour().parse(json)
}

/// Whether an empty text in a request means null, as in forms.
fn is_blank(field: &FieldDef, json: &Json) -> bool {
    matches!(field.kind, Kind::Text(_) | Kind::Markdown(_) | Kind::Choice(_))
        && json.as_str().is_some_and(|text| text.trim().is_empty())
}

fn repeats(field: &FieldDef, position: usize, json: &Json, old: Option<&Object>) -> bool {
    old.is_some_and(|old| old.values[position].to_json() == *plain(field, json))
}

/// Responses to writes have plain ids and reads have labels: both mean the same.
fn plain<'a>(field: &FieldDef, json: &'a Json) -> &'a Json {
    match json {
        Json::Object(label) if field.kind.refers() => label.get("id").unwrap_or(json),
        other => other,
    }
}

/// Whether the rules compute the field from others, so that a client can know its value in advance.
fn is_derived(field: &FieldDef, position: usize) -> bool {
    !matches!(position, ID | CREATED_AT | UPDATED_AT) && !field.secret && !field.kind.is_many()
}

fn unknown(resource: &Resource, name: &str) -> String {
    if name == "path" || resource.entry.computed.iter().any(|field| field.name == name) {
        return "This field is calculated by the server. Leave it out.".to_owned();
    }
    let known: Vec<&str> =
        resource.def.fields.iter().filter(|field| field.writable()).map(|field| field.name).collect();
    format!("Unknown field. Valid fields: {}.", known.join(", "))
}

/// The values of a new object before the request's own: the defaults of the definition.
pub fn defaults(resource: &Resource) -> Object {
    let values = resource.def.fields.iter().map(|field| field.default.value(&field.kind)).collect();
    let mut object = Object { def: resource.def, values };
    if let Some(part) = &resource.entry.part {
        object.set(part.field, part.value);
    }
    object
}

/// Refuses an object that lacks a required field. The folder is not required: without one, the object belongs to the
/// root.
pub fn require(resource: &Resource, input: &Input) -> Result<()> {
    let mut errors = FieldErrors::default();
    for (position, field) in resource.def.fields.iter().enumerate() {
        let is_folder = field.name == "folder" && field.kind.target() == Some(FOLDERS);
        if field.required() && is_known(field) && position != ID && !is_folder && input.get(position).is_none() {
            errors.add(field.name, "This field is required.");
        }
    }
    errors.into_result()
}

/// A field that PUT leaves out is reset to its default; required fields must be sent again.
pub fn replacement(resource: &Resource, input: Input) -> Result<Input> {
    require(resource, &input)?;
    let mut full = input;
    let defaults = defaults(resource);
    for (position, field) in resource.def.fields.iter().enumerate() {
        // A secret cannot be read and sent back, so it only changes if the request names it.
        let resettable = field.writable() && !field.kind.is_many() && !field.immutable && !field.secret;
        let has_default = field.nullable || field.default != DefaultValue::None;
        if resettable && has_default && full.get(position).is_none() {
            full.0.push((position, defaults.values[position].clone()));
        }
    }
    Ok(full)
}
