//! Component schemas: what is read, what is written, and the pages of a list.

use cairn_engine::batch::{Batch, BatchResult};
use cairn_engine::cascade::CascadeInfo;
use cairn_engine::log::FieldChange;
use cairn_engine::query::Groups;
use cairn_engine::restore::{Restore, Restored};
use cairn_engine::{Registry, Resource};
use cairn_model::{Describe, FieldDef, Kind};
use serde_json::{Map, Value as Json, json};

use super::{Info, problems};
use crate::shape;

pub(super) fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The schemas that all resources share.
pub(super) fn general(info: &Info<'_>) -> Map<String, Json> {
    let uuid = json!({ "type": "string", "format": "uuid" });
    Map::from_iter([
        ("Problem".to_owned(), problems::schema(info)),
        (
            "Reference".to_owned(),
            json!({
                "type": "object",
                "description": "A reference to an object: its id and display name.",
                "properties": { "id": uuid, "str": { "type": "string" } },
                "required": ["id", "str"],
                "examples": [{ "id": "0198c0de-0000-7000-8000-000000000001", "str": "Global" }],
            }),
        ),
        (
            "AnyReference".to_owned(),
            json!({
                "type": "object",
                "description": "A reference to an object of any type: its id, display name and the path of its resource.",
                "properties": { "id": uuid, "str": { "type": "string" }, "resource": { "type": "string" } },
                "required": ["id", "str", "resource"],
                "examples": [
                    { "id": "0198c0de-0000-7000-8000-000000000001", "str": "Open port", "resource": "findings" },
                ],
            }),
        ),
        (
            "Suggestion".to_owned(),
            json!({
                "type": "object",
                "description": "An autocomplete suggestion.",
                "properties": {
                    "id": uuid,
                    "str": { "type": "string" },
                    "name": { "type": "string" },
                    "ref_id": { "type": ["string", "null"] },
                    "folder": { "anyOf": [reference("Reference"), { "type": "null" }] },
                },
                "required": ["id", "str"],
            }),
        ),
        ("SuggestionList".to_owned(), page("Suggestion")),
        ("Batch".to_owned(), Batch::schema()),
        ("BatchResult".to_owned(), BatchResult::schema()),
        ("CascadeInfo".to_owned(), CascadeInfo::schema()),
        ("Groups".to_owned(), Groups::schema()),
        ("HistoryEntry".to_owned(), history_entry()),
        ("History".to_owned(), page("HistoryEntry")),
        ("Restore".to_owned(), Restore::schema()),
        ("Restored".to_owned(), Restored::schema()),
    ])
}

/// What a history shows of an entry of the audit log.
fn history_entry() -> Json {
    let mut object = Properties::default();
    let label = json!({ "anyOf": [reference("Reference"), { "type": "null" }] });
    let text = json!({ "type": ["string", "null"] });
    for (name, doc, schema) in [
        ("id", "", json!({ "type": "string", "format": "uuid" })),
        ("seq", "The position in the journal, used to restore this version.", json!({ "type": "integer" })),
        ("at", "When it happened.", json!({ "type": "string", "format": "date-time" })),
        ("kind", "What happened, such as `updated`.", json!({ "type": "string" })),
        ("object_name", "The name of the object at the time.", text.clone()),
        ("folder", "The domain it was in at the time.", label.clone()),
        ("actor", "The user, if the account still exists.", label),
        ("actor_label", "The user's email address, or the part of Cairn that acted.", text),
        ("origin", "How the change was made, such as `session` or `token`.", json!({ "type": "string" })),
        ("changes", "What changed, field by field, limited to what you have access to.", Vec::<FieldChange>::schema()),
    ] {
        object.add(name, doc, schema, true);
    }
    object.finish("A history entry, in the same form as the audit log.")
}

/// The schemas of one resource, by component name.
pub(super) fn of(registry: &Registry, resource: &Resource) -> Vec<(String, Json)> {
    let name = shape::type_name(resource);
    let mut all = vec![
        (name.clone(), read(registry, resource)),
        (format!("{name}List"), page(&name)),
        (format!("{name}Raw"), raw(resource)),
    ];
    if resource.is_writable() {
        all.push((format!("{name}Write"), write(resource)));
        all.push((format!("{name}Patch"), patch(resource)));
    }
    all
}

fn page(of: &str) -> Json {
    let link = json!({ "type": ["string", "null"], "description": "Path and query of the next or previous page." });
    json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 0, "description": "Total number, across all pages." },
            "next": link,
            "previous": link,
            "results": { "type": "array", "items": reference(of) },
        },
        "required": ["count", "next", "previous", "results"],
    })
}

/// As reading shows it: references with their words, computed fields, and the domains above.
fn read(registry: &Registry, resource: &Resource) -> Json {
    let mut object = Properties::default();
    for field in shape::shown(resource) {
        let schema = match &field.kind {
            // A reference to what the caller may not see is null, whatever the field itself allows.
            Kind::Reference(kind) => json!({ "anyOf": [expanded(registry, field, kind.target), { "type": "null" }] }),
            Kind::Any(_) => json!({ "anyOf": [reference("AnyReference"), { "type": "null" }] }),
            Kind::Many(kind) => json!({ "type": "array", "items": expanded(registry, field, kind.target) }),
            _ => stored(field),
        };
        object.add(field.name, shape::doc(field), schema, true);
    }
    for computed in resource.entry.computed {
        let lists = if computed.detail_only { " Not in lists." } else { "" };
        let past = if computed.present_only { " Null in `as_of` and `draft` responses." } else { "" };
        let schema = (computed.schema)();
        let schema = if computed.present_only { shape::nullable(schema) } else { schema };
        let doc = format!("{}{lists}{past}", computed.doc);
        object.add(computed.name, doc.trim(), schema, !computed.detail_only);
    }
    let path = json!({ "type": "array", "items": reference("Reference") });
    object.add("path", "The object's parent domains, topmost first.", path, true);
    object.finish(resource.doc())
}

/// A reference with what its field shows of the target beside the label.
fn expanded(registry: &Registry, field: &FieldDef, target: &str) -> Json {
    if field.shows.is_empty() {
        return reference("Reference");
    }
    let mut more = Properties::default();
    for shown in field.shows.iter().filter_map(|name| registry.get(target).def.field(name)) {
        let schema = match shown.kind.target() {
            Some(_) => json!({ "anyOf": [reference("Reference"), { "type": "null" }] }),
            None => stored(shown),
        };
        more.add(shown.name, shape::doc(shown), schema, true);
    }
    json!({ "allOf": [reference("Reference"), more.finish("")] })
}

/// The values as they are written: the answer to a write, and what a form edits.
fn raw(resource: &Resource) -> Json {
    let mut object = Properties::default();
    for field in shape::shown(resource) {
        // What the caller may not see is null here, too.
        let is_reference = field.kind.is_reference();
        let schema = if is_reference { shape::nullable(stored(field)) } else { stored(field) };
        object.add(field.name, shape::doc(field), schema, true);
    }
    object.finish(&format!("{} Raw values: references are ids.", resource.doc()))
}

fn write(resource: &Resource) -> Json {
    let mut object = Properties::default();
    for (field, mut schema) in accepted(resource) {
        if let Some(default) = shape::default(resource, field) {
            schema["default"] = default;
        }
        object.add(field.name, &write_doc(field), schema, shape::required(resource, field));
    }
    object.finish_closed(resource.doc())
}

/// Without defaults: what a patch leaves out stays as it is.
fn patch(resource: &Resource) -> Json {
    let mut object = Properties::default();
    for (field, schema) in accepted(resource) {
        object.add(field.name, &write_doc(field), schema, false);
    }
    object.finish_closed(&format!("Partial update. {}", resource.doc()))
}

/// The fields that a request may carry, with the values that it may give.
fn accepted(resource: &Resource) -> impl Iterator<Item = (&'static FieldDef, Json)> {
    resource.def.fields.iter().filter(|field| field.writable()).filter_map(move |field| {
        let schema = match (shape::fixed(resource, field), &field.kind) {
            (Some(value), _) => json!({ "type": "string", "const": value }),
            // Content comes by an upload; a request can only take the file away.
            (None, Kind::File(_)) if field.nullable => json!({ "type": "null" }),
            (None, Kind::File(_)) => return None,
            (None, _) => stored(field),
        };
        Some((field, schema))
    })
}

fn stored(field: &FieldDef) -> Json {
    let schema = field.kind.behaviour().schema();
    if field.nullable { shape::nullable(schema) } else { schema }
}

fn write_doc(field: &FieldDef) -> String {
    let doc = shape::doc(field);
    if field.immutable { format!("{doc} Cannot be changed after creation.").trim().to_owned() } else { doc.to_owned() }
}

/// An object schema being put together.
#[derive(Default)]
struct Properties {
    properties: Map<String, Json>,
    required: Vec<Json>,
}

impl Properties {
    fn add(&mut self, name: &str, doc: &str, mut schema: Json, required: bool) {
        if !doc.is_empty() {
            schema["description"] = doc.into();
        }
        if required {
            self.required.push(name.into());
        }
        self.properties.insert(name.to_owned(), schema);
    }

    /// An object that may get more members in later versions.
    fn finish(self, doc: &str) -> Json {
        let mut schema = json!({ "type": "object" });
        if !doc.is_empty() {
            schema["description"] = doc.into();
        }
        schema["properties"] = self.properties.into();
        if !self.required.is_empty() {
            schema["required"] = self.required.into();
        }
        schema
    }

    /// An object of which anything more is refused.
    fn finish_closed(self, doc: &str) -> Json {
        let mut schema = self.finish(doc);
        schema["additionalProperties"] = false.into();
        schema
    }
}
