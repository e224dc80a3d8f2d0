//! A smallest valid body for each resource, so that the documentation shows a request that works.

use cairn_engine::Resource;
use cairn_model::kind::{Kind, TextFormat};
use serde_json::{Map, Value as Json, json};

use crate::shape;

const ID: &str = "0198c0de-0000-7000-8000-000000000001";

/// The body of a create request with only what must be given.
pub fn create_body(resource: &Resource) -> Json {
    let fields = shape::shown(resource).filter(|field| shape::required(resource, field));
    Json::Object(fields.map(|field| (field.name.to_owned(), value(&field.kind, field.name))).collect())
}

fn value(kind: &Kind, name: &str) -> Json {
    match kind {
        Kind::Id(_) | Kind::Reference(_) | Kind::Any(_) => ID.into(),
        Kind::Many(_) => json!([ID]),
        Kind::Text(text) => match text.format {
            TextFormat::Url | TextFormat::Link => "https://example.com/".into(),
            TextFormat::Email => "someone@example.com".into(),
            // The path of one that there is.
            TextFormat::Plain if name == "resource" => "applied-controls".into(),
            TextFormat::Plain if name == "expression" => "has(object.name)".into(),
            TextFormat::Plain => {
                let words = format!("Some {}", name.replace('_', " "));
                words.chars().take(text.max as usize).collect::<String>().into()
            }
        },
        Kind::Markdown(_) => "Some *text*.".into(),
        Kind::Choice(choice) => choice.0.options.first().map_or(Json::Null, |option| option.key.to_json()),
        Kind::Integer(number) => 1.clamp(number.min, number.max).into(),
        Kind::Decimal(_) => json!(1.5),
        Kind::Boolean(_) => true.into(),
        Kind::Date(_) => "2026-03-01".into(),
        Kind::DateTime(_) => "2026-03-01T09:00:00Z".into(),
        Kind::Json(_) => of_schema(&kind.behaviour().schema()),
        Kind::File(_) => Json::Null,
        Kind::Translations(_) => json!({ "fr": { "name": "Un nom" } }),
    }
}

/// A value that fits the small schemas that `Describe` makes.
fn of_schema(schema: &Json) -> Json {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"].get(0).and_then(Json::as_str));
    match (kind, schema["format"].as_str()) {
        (Some("string"), Some("uuid")) => ID.into(),
        (Some("string"), Some("date")) => "2026-03-01".into(),
        (Some("string"), Some("date-time")) => "2026-03-01T09:00:00Z".into(),
        (Some("string"), _) => "text".into(),
        (Some("integer" | "number"), _) => schema.get("minimum").cloned().unwrap_or_else(|| 1.into()),
        (Some("boolean"), _) => true.into(),
        // One of them shows what they look like; which words are allowed in a list of words, a schema does not tell.
        (Some("array"), _) => match schema["items"]["type"].as_str() {
            Some("object" | "array" | "integer") => json!([of_schema(&schema["items"])]),
            _ => json!([]),
        },
        (Some("object"), _) => {
            let names = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
            let members: Map<String, Json> =
                names.map(|name| (name.to_owned(), of_schema(&schema["properties"][name]))).collect();
            members.into()
        }
        _ => Json::Null,
    }
}
