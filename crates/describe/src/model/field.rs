//! A field in the model document: enough to show it in a table and to edit it in a form.

use cairn_engine::Resource;
use cairn_model::FieldDef;
use cairn_model::kind::{Kind, Lookup};
use serde_json::{Value as Json, json};

use crate::shape;

/// `targets` are the resources that the field may lead to and the caller may view: without any the field stays, and
/// offers nothing to choose from.
pub fn describe(resource: &Resource, field: &FieldDef, targets: &[&str]) -> Json {
    let kind = field.kind.behaviour();
    let lookups: Vec<&str> = field.lookups().iter().map(|lookup| lookup_name(*lookup)).collect();
    let mut out = json!({
        "name": field.name,
        "label": field.label(),
        "help": shape::doc(field),
        "kind": kind.name(),
        "widget": kind.widget(),
        "required": shape::required(resource, field),
        "nullable": field.nullable,
        "write_only": field.secret,
        "read_only": !field.writable() || shape::fixed(resource, field).is_some(),
        "immutable": field.immutable,
        "search": field.search,
        "lookups": lookups,
        "orderable": field.is_orderable(),
    });
    if let Some(default) = shape::default(resource, field) {
        out["default"] = default;
    }
    let schema = kind.schema();
    for (limit, key) in [("maxLength", "max_length"), ("minimum", "min"), ("maximum", "max")] {
        if let Some(value) = schema.get(limit) {
            out[key] = value.clone();
        }
    }
    match &field.kind {
        Kind::Choice(choice) => {
            let choices = choice.0.options.iter();
            let choices = choices.map(|option| json!({ "key": option.key.to_json(), "label": option.label() }));
            out["choices"] = choices.collect();
        }
        Kind::Json(_) => out["schema"] = schema,
        Kind::Many(many) => out["reverse"] = many.reverse.map_or(Json::Null, Json::from),
        _ => {}
    }
    if let Some(target) = field.kind.target() {
        out["target"] = target.into();
    }
    if matches!(field.kind, Kind::Any(_)) {
        out["targets"] = targets.into();
    }
    if field.kind.refers() {
        out["options"] = (!targets.is_empty()).into();
    }
    out
}

pub const fn lookup_name(lookup: Lookup) -> &'static str {
    match lookup {
        Lookup::Exact => "exact",
        Lookup::In => "in",
        Lookup::Gte => "gte",
        Lookup::Gt => "gt",
        Lookup::Lte => "lte",
        Lookup::Lt => "lt",
        Lookup::IsNull => "isnull",
        Lookup::IContains => "icontains",
        Lookup::Resource => "resource",
    }
}
