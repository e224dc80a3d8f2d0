//! Query parameters: those of every list, those that follow from the kinds of a resource's
//! fields, and its special ones. The server refuses all others, so the set here must be exact; a
//! test compares it with the engine's.

use cairn_engine::Resource;
use cairn_engine::query::within::WITHIN;
use cairn_engine::query::{AS_OF, DEFAULT_LIMIT, DRAFT, FIELDS, MAX_LIMIT, known_fields, orderable};
use cairn_model::kind::{Kind, Lookup};
use cairn_model::text::humanize;
use serde_json::{Map, Value as Json, json};

use crate::shape;

/// A query parameter. Lists are written with commas, not by repeating the name.
pub(super) fn query(name: &str, doc: &str, schema: &Json, required: bool) -> Json {
    let mut parameter = json!({ "name": name, "in": "query" });
    if !doc.is_empty() {
        parameter["description"] = doc.into();
    }
    if required {
        parameter["required"] = true.into();
    }
    if schema["type"] == "array" {
        parameter["style"] = "form".into();
        parameter["explode"] = false.into();
    }
    parameter["schema"] = schema.clone();
    parameter
}

/// The parameters that mean the same everywhere, by component name.
pub(super) fn general() -> Map<String, Json> {
    let whole = |minimum: i64, default: i64| json!({ "type": "integer", "minimum": minimum, "default": default });
    let mut limit = whole(1, DEFAULT_LIMIT);
    limit["maximum"] = MAX_LIMIT.into();
    let text = json!({ "type": "string" });
    let words = "Search terms. All must match the beginning of a word, ignoring case and accents.";
    let id = json!({
        "name": "id", "in": "path", "required": true, "description": "The id of the object.",
        "schema": { "type": "string", "format": "uuid" },
    });
    let if_match = json!({
        "name": "If-Match", "in": "header", "schema": text,
        "description": "The `ETag` from your last read. The change fails (412) if the object has changed since.",
    });
    let key = json!({
        "name": "Idempotency-Key", "in": "header", "schema": text,
        "description": "A key chosen by the caller. Repeating a request with the same key within 24 hours returns the first response without running it again.",
    });
    let time = json!({ "type": "string", "format": "date-time" });
    let as_of = "A point in time: the response shows the data as it was then. Current permissions apply.";
    let draft = "A what-if draft: the response shows the data as if it were applied. Current permissions apply.";
    let into = "A what-if draft of yours: the change becomes its next step instead of being made.";
    let uuid = json!({ "type": "string", "format": "uuid" });
    let within = "A domain id. Limits the result to that domain and its subdomains.";
    let since = "Only objects created or changed after this time.";
    Map::from_iter([
        ("AsOf".to_owned(), query(AS_OF, as_of, &time, false)),
        ("Draft".to_owned(), query(DRAFT, draft, &uuid, false)),
        ("IntoDraft".to_owned(), query(DRAFT, into, &uuid, false)),
        ("ChangedSince".to_owned(), query("changed_since", since, &time, false)),
        ("Limit".to_owned(), query("limit", "Number of objects per page.", &limit, false)),
        ("Offset".to_owned(), query("offset", "Number of objects to skip.", &whole(0, 0), false)),
        ("Search".to_owned(), query("search", words, &text, false)),
        ("Within".to_owned(), query(WITHIN, within, &uuid, false)),
        ("Id".to_owned(), id),
        ("IfMatch".to_owned(), if_match),
        ("IdempotencyKey".to_owned(), key),
    ])
}

/// A resource's own parameters, by component name: order, fields, special filters.
pub(super) fn of(resource: &Resource) -> Vec<(String, Json)> {
    let mut all = vec![ordering(resource), fields(resource)];
    for field in shape::shown(resource) {
        // A special filter of the same name comes first in the engine, so it is the one described.
        let lookups = field.lookups().iter().filter(|lookup| {
            let name = format!("{}{}", field.name, lookup.suffix());
            !resource.entry.filters.iter().any(|filter| filter.name == name)
        });
        all.extend(lookups.map(|lookup| filter(field.name, &field.kind, *lookup)));
    }
    for field in resource.entry.computed {
        let Some(expression) = field.expression() else { continue };
        all.extend(expression.lookups().map(|lookup| filter(field.name, &expression.kind, lookup)));
    }
    for filter in resource.entry.filters {
        all.push(query(filter.name, filter.doc, &(filter.schema)(), false));
    }
    let component = shape::type_name(resource);
    all.into_iter()
        .map(|parameter| (format!("{component}.{}", parameter["name"].as_str().unwrap_or_default()), parameter))
        .collect()
}

/// References to everything that selects and orders the rows of a list.
pub(super) fn selection(resource: &Resource) -> impl Iterator<Item = Json> {
    selection_without(resource, None)
}

/// The same, where a parameter of the operation is called like a field, which then cannot narrow it.
pub(super) fn selection_without(resource: &Resource, taken: Option<&str>) -> impl Iterator<Item = Json> {
    let is_free = |parameter: &Json| parameter["name"] != FIELDS && taken.is_none_or(|name| parameter["name"] != name);
    let own: Vec<String> =
        of(resource).into_iter().filter(|(_, parameter)| is_free(parameter)).map(|(name, _)| name).collect();
    ["Search", "Within", "ChangedSince"].map(str::to_owned).into_iter().chain(own).map(|name| reference(&name))
}

/// References to everything that a list takes.
pub(super) fn list(resource: &Resource) -> impl Iterator<Item = Json> {
    page().chain(selection(resource)).chain(shown(resource))
}

/// A reference to what says which fields an answer shows.
pub(super) fn shown(resource: &Resource) -> impl Iterator<Item = Json> {
    [reference(&format!("{}.{FIELDS}", shape::type_name(resource)))].into_iter()
}

/// References to what says which part of a list to show.
pub(super) fn page() -> impl Iterator<Item = Json> {
    ["Limit", "Offset"].into_iter().map(reference)
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/parameters/{name}") })
}

fn ordering(resource: &Resource) -> Json {
    let terms: Vec<String> = orderable(resource).flat_map(|name| [name.to_owned(), format!("-{name}")]).collect();
    let doc = format!(
        "Fields to order by. Prefix a field with a minus for descending order. Default: `{}`.",
        resource.def.order
    );
    query("ordering", &doc, &json!({ "type": "array", "items": { "type": "string", "enum": terms } }), false)
}

fn fields(resource: &Resource) -> Json {
    let names: Vec<&str> = known_fields(resource).collect();
    let mut doc = "The fields to return, separated by commas. Defaults to all.".to_owned();
    let detail: Vec<&str> =
        resource.entry.computed.iter().filter(|field| field.detail_only).map(|field| field.name).collect();
    if !detail.is_empty() {
        doc = format!("{doc} Only on single objects: {}.", detail.join(", "));
    }
    query(FIELDS, &doc, &json!({ "type": "array", "items": { "type": "string", "enum": names } }), false)
}

fn filter(name: &str, kind: &Kind, lookup: Lookup) -> Json {
    let one = compared(kind);
    let list = || json!({ "type": "array", "items": one });
    let is_listed = matches!(kind, Kind::Id(_) | Kind::Reference(_) | Kind::Any(_) | Kind::Many(_) | Kind::Choice(_));
    let (words, schema) = match lookup {
        Lookup::Exact | Lookup::In if kind.is_many() => ("contains any of these values", list()),
        Lookup::Exact if is_listed => ("equals this value, or any of several separated by commas", list()),
        Lookup::Exact => ("equals this value", one),
        Lookup::In => ("equals any of these values", list()),
        Lookup::Gte => ("is greater than or equal to this value", one),
        Lookup::Gt => ("is greater than this value", one),
        Lookup::Lte => ("is less than or equal to this value", one),
        Lookup::Lt => ("is less than this value", one),
        Lookup::IsNull => ("is empty (true) or set (false)", json!({ "type": "boolean" })),
        Lookup::Resource => (
            "belongs to any of these resources, separated by commas",
            json!({ "type": "array", "items": { "type": "string" } }),
        ),
        Lookup::IContains => ("contains this text, ignoring case", json!({ "type": "string" })),
    };
    let doc = format!("{} {words}.", humanize(name));
    query(&format!("{name}{}", lookup.suffix()), &doc, &schema, false)
}

/// The schema of a value to compare with. Limits on what may be stored do not limit questions.
fn compared(kind: &Kind) -> Json {
    let schema = match kind {
        Kind::Many(_) => json!({ "type": "string", "format": "uuid" }),
        Kind::Text(_) | Kind::Markdown(_) => json!({ "type": "string" }),
        _ => kind.behaviour().schema(),
    };
    let kept = ["type", "format", "enum"].into_iter();
    Json::Object(kept.filter_map(|key| Some((key.to_owned(), schema.get(key)?.clone()))).collect())
}
