//! The object in a full message: the stored values, with people and teams by their identifiers.

use cairn_model::describe::nullable;
use cairn_model::kind::{Kind, TextFormat};
use cairn_model::{FieldDef, ResourceDef};
use serde_json::{Map, Value as Json, json};

/// A member of the object: its schema and an example.
pub struct Member {
    pub name: &'static str,
    pub schema: Json,
    pub example: Json,
}

const ID: &str = "01957a3c-5b00-7c3e-9b1a-2f4d6e8a0c11";
const PERSON: &str = "ada@example.com";

/// Every member that a message has, and no other.
pub fn members(def: &ResourceDef) -> Vec<Member> {
    let of_field = |field: &'static FieldDef| {
        if is_people(&field.kind) {
            return people(field);
        }
        let schema = field.kind.behaviour().schema();
        // Even a required reference is null for someone who may not see its target.
        let is_nullable = field.nullable || field.kind.is_reference();
        let schema = if is_nullable { nullable(schema) } else { schema };
        vec![Member { name: field.name, schema, example: example_of(field) }]
    };
    def.fields.iter().filter(|field| !field.secret).flat_map(of_field).collect()
}

/// Whether a field points to a person or a team: in messages they are their e-mail address or name.
pub fn is_people(kind: &Kind) -> bool {
    matches!(kind.target(), Some("actors" | "users"))
}

/// With several owners, the first is also given alone. It is null if nobody is named, or if they were deleted along
/// with the object.
fn people(field: &FieldDef) -> Vec<Member> {
    let one = |name| Member { name, schema: json!({ "type": ["string", "null"] }), example: json!(PERSON) };
    let all = |name| Member {
        name,
        schema: json!({ "type": "array", "items": { "type": "string" } }),
        example: json!([PERSON]),
    };
    match (field.kind.is_many(), field.name) {
        (true, "owner") => vec![one("owner"), all("owners")],
        (true, name) => vec![all(name)],
        (false, name) => vec![one(name)],
    }
}

fn example_of(field: &FieldDef) -> Json {
    match &field.kind {
        Kind::Id(_) | Kind::Reference(_) | Kind::Any(_) => json!(ID),
        Kind::Many(_) => json!([ID]),
        Kind::Choice(kind) => kind.0.options.first().map_or(Json::Null, |option| option.key.to_json()),
        Kind::Boolean(_) => json!(true),
        Kind::Integer(kind) => json!(1.clamp(kind.min, kind.max)),
        Kind::Decimal(_) => json!(1.5),
        Kind::Date(_) => json!("2026-03-01"),
        Kind::DateTime(_) => json!("2026-03-01T09:00:00.000000Z"),
        Kind::File(_) => json!({
            "name": "report.pdf",
            "media_type": "application/pdf",
            "size": 20_480,
            "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        }),
        Kind::Translations(_) => json!({ "fr": { "name": "Coffre" } }),
        Kind::Text(kind) => match kind.format {
            TextFormat::Url | TextFormat::Link => json!("https://example.com/"),
            TextFormat::Email => json!(PERSON),
            TextFormat::Plain if field.name == "name" => json!("Card vault"),
            TextFormat::Plain => json!("…"),
        },
        Kind::Markdown(_) => json!("…"),
        Kind::Json(_) => of_schema(&field.kind.behaviour().schema()),
    }
}

/// A value that fits the small schemas of structured fields.
fn of_schema(schema: &Json) -> Json {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"].get(0).and_then(Json::as_str));
    match (kind, schema["format"].as_str()) {
        (Some("string"), Some("uuid")) => json!(ID),
        (Some("string"), Some("date")) => json!("2026-03-01"),
        (Some("string"), Some("date-time")) => json!("2026-03-01T09:00:00.000000Z"),
        (Some("string"), _) => json!("…"),
        (Some("integer" | "number"), _) => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        (Some("boolean"), _) => json!(true),
        (Some("array"), _) => json!([of_schema(&schema["items"])]),
        _ => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            let members: Map<String, Json> = properties.map(|(name, part)| (name.clone(), of_schema(part))).collect();
            members.into()
        }
    }
}
