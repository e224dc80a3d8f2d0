//! The events that an endpoint can be told of: three for every resource.

use cairn_engine::journal::ChangeKind;
use cairn_engine::{Registry, Resource};
use cairn_model::Describe;
use cairn_model::kind::Kind;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// The events that the contract names come first.
const FIRST: [&str; 4] = ["appliedcontrol", "asset", "evidence", "finding"];
const KINDS: [ChangeKind; 3] = [ChangeKind::Created, ChangeKind::Updated, ChangeKind::Deleted];

#[derive(Debug, Serialize, Describe)]
pub struct EventType {
    /// The event's name, such as `asset.created`.
    pub name: String,
    /// The path of the resource.
    pub resource: &'static str,
    pub description: String,
    /// JSON Schema of a full message.
    pub schema: Json,
    pub example: Json,
}

/// The name of the event of a change.
pub fn name(model: &str, kind: ChangeKind) -> String {
    format!("{model}.{}", kind.word())
}

/// The resources that have events.
fn resources(registry: &Registry) -> Vec<&'static Resource> {
    let mut all: Vec<&'static Resource> = registry.tables().filter(|resource| !resource.entry.log).collect();
    all.sort_by_key(|resource| FIRST.iter().position(|first| *first == resource.def.model).unwrap_or(FIRST.len()));
    all
}

/// The names of all events.
pub fn names(registry: &Registry) -> Vec<String> {
    resources(registry).iter().flat_map(|resource| KINDS.map(|kind| name(resource.def.model, kind))).collect()
}

/// All events, described.
pub fn all(registry: &Registry) -> Vec<EventType> {
    let describe = |resource: &&'static Resource| KINDS.map(|kind| event(resource, kind));
    resources(registry).iter().flat_map(describe).collect()
}

fn event(resource: &'static Resource, kind: ChangeKind) -> EventType {
    let name = name(resource.def.model, kind);
    let words = resource.name().to_lowercase();
    let description = match kind {
        ChangeKind::Created => format!("A new {words} was made."),
        ChangeKind::Updated => format!("A value of the {words} changed."),
        ChangeKind::Deleted => format!("The {words} was deleted; the data is its last state."),
    };
    let (mut properties, mut example) = (Map::new(), Map::new());
    for field in resource.def.fields.iter().filter(|field| !field.secret) {
        let schema = if is_people(&field.kind) {
            people_schema(field.name, &field.kind)
        } else {
            field.kind.behaviour().schema()
        };
        if field.name == "owner" && field.kind.is_many() {
            properties.insert("owners".into(), json!({ "type": "array", "items": { "type": "string" } }));
            example.insert("owners".into(), json!(["ada@example.com"]));
        }
        example.insert(field.name.to_owned(), example_of(field.name, &field.kind));
        properties.insert(field.name.to_owned(), schema);
    }
    EventType {
        schema: json!({
            "type": "object",
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": { "const": name },
                "timestamp": { "type": "string", "format": "date-time" },
                "data": { "type": "object", "required": ["id"], "properties": properties },
            },
        }),
        example: json!({ "type": name, "timestamp": "2026-03-01T09:00:00.000000Z", "data": example }),
        resource: resource.path,
        description,
        name,
    }
}

/// Whether a field points to a person or a team: in messages they are their e-mail address or name.
pub fn is_people(kind: &Kind) -> bool {
    matches!(kind.target(), Some("actors" | "users"))
}

fn people_schema(name: &str, kind: &Kind) -> Json {
    if kind.is_many() && name != "owner" {
        return json!({ "type": "array", "items": { "type": "string" } });
    }
    json!({ "type": ["string", "null"] })
}

fn example_of(name: &str, kind: &Kind) -> Json {
    const ID: &str = "01957a3c-5b00-7c3e-9b1a-2f4d6e8a0c11";
    match kind {
        kind if is_people(kind) && kind.is_many() && name != "owner" => json!(["ada@example.com"]),
        kind if is_people(kind) => json!("ada@example.com"),
        Kind::Id(_) | Kind::Reference(_) => json!(ID),
        Kind::Many(_) => json!([ID]),
        Kind::Choice(kind) => kind.0.options.first().map_or(Json::Null, |option| option.key.to_json()),
        Kind::Boolean(_) => json!(true),
        Kind::Integer(_) | Kind::Decimal(_) => json!(0),
        Kind::Date(_) => json!("2026-03-01"),
        Kind::DateTime(_) => json!("2026-03-01T09:00:00.000000Z"),
        Kind::Json(_) | Kind::Translations(_) | Kind::File(_) => json!({}),
        Kind::Text(_) if name == "name" => json!("Card vault"),
        Kind::Text(_) | Kind::Markdown(_) => json!("…"),
    }
}
