//! The events that an endpoint can subscribe to: three for every resource.

use cairn_engine::journal::ChangeKind;
use cairn_engine::{Registry, Resource};
use cairn_model::Describe;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::shape;

/// The events that the contract names come first.
const FIRST: [&str; 4] = ["appliedcontrol", "asset", "evidence", "finding"];
const KINDS: [ChangeKind; 3] = [ChangeKind::Created, ChangeKind::Updated, ChangeKind::Deleted];

#[derive(Debug, Serialize, Describe)]
pub struct EventType {
    /// The event name, such as `asset.created`.
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
        ChangeKind::Updated => format!("The {words} was edited: its values, its links or its files."),
        ChangeKind::Deleted => format!("The {words} was deleted; the data is its last state."),
    };
    let members = shape::members(resource.def);
    let names: Vec<&str> = members.iter().map(|member| member.name).collect();
    let properties: Map<String, Json> =
        members.iter().map(|member| (member.name.to_owned(), member.schema.clone())).collect();
    let example: Map<String, Json> =
        members.iter().map(|member| (member.name.to_owned(), member.example.clone())).collect();
    EventType {
        schema: json!({
            "type": "object",
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": { "const": name },
                "timestamp": { "type": "string", "format": "date-time" },
                "data": { "type": "object", "required": names, "properties": properties },
            },
        }),
        example: json!({ "type": name, "timestamp": "2026-03-01T09:00:00.000000Z", "data": example }),
        resource: resource.path,
        description,
        name,
    }
}
