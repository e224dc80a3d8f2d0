//! An entry of the audit log in the words of the Open Cybersecurity Schema Framework: API Activity
//! (class 6003) of the category Application Activity.

use serde_json::{Value as Json, json};

use crate::forward::Entry;

const VERSION: &str = "1.3.0";
const INFORMATIONAL: u8 = 1;
const LOW: u8 = 2;
const USER: u8 = 1;
const SYSTEM: u8 = 3;

pub fn api_activity(entry: &Entry) -> Json {
    let (activity, name) = match entry.kind.as_str() {
        "created" => (1, "Create"),
        "exported" | "downloaded" | "read" => (2, "Read"),
        "updated" | "restored" => (3, "Update"),
        "deleted" => (4, "Delete"),
        _ => (99, "Other"),
    };
    let failed = entry.kind.contains("failed") || entry.kind.contains("refused");
    let mut event = json!({
        "class_uid": 6003,
        "class_name": "API Activity",
        "category_uid": 6,
        "category_name": "Application Activity",
        "activity_id": activity,
        "activity_name": name,
        "type_uid": 600_300 + activity,
        "type_name": format!("API Activity: {name}"),
        "time": entry.at.micros() / 1000,
        "severity_id": if failed { LOW } else { INFORMATIONAL },
        "severity": if failed { "Low" } else { "Informational" },
        "status_id": if failed { 2 } else { 1 },
        "status": if failed { "Failure" } else { "Success" },
        "message": message(entry),
        "metadata": {
            "version": VERSION,
            "uid": entry.seq.to_string(),
            "log_name": "journal",
            "sequence": entry.seq,
            "correlation_uid": entry.request,
            "product": { "name": "Cairn", "vendor_name": "Cairn", "version": env!("CARGO_PKG_VERSION") },
        },
        "actor": {
            "user": {
                "uid": entry.actor,
                "name": who(entry),
                "type_id": if entry.actor.is_some() { USER } else { SYSTEM },
            },
            "session": entry.token.map(|token| json!({ "uid": token, "issuer": "Cairn" })),
            "app_name": entry.origin,
        },
        "api": {
            "operation": operation(entry),
            "service": { "name": "Cairn" },
            "request": entry.request.as_ref().map(|request| json!({ "uid": request })),
        },
        "src_endpoint": { "ip": entry.address, "svc_name": entry.address.is_none().then_some(&entry.origin) },
        "resources": resource(entry).map(|resource| [resource]),
        "unmapped": { "kind": entry.kind, "changes": entry.changes },
    });
    without_nulls(&mut event);
    event
}

fn operation(entry: &Entry) -> String {
    if entry.resource.is_empty() { entry.kind.clone() } else { format!("{}:{}", entry.resource, entry.kind) }
}

/// What was acted on, unless the entry is about no object: a failed sign-in of nobody, for example.
fn resource(entry: &Entry) -> Option<Json> {
    let id = entry.object_id?;
    Some(json!({
        "uid": id,
        "name": entry.object_name.as_ref().filter(|name| !name.is_empty()),
        "type": entry.resource,
        "group": entry.folder.map(|folder| json!({ "uid": folder, "type": "domain" })),
    }))
}

fn who(entry: &Entry) -> &str {
    if entry.actor_label.is_empty() { &entry.origin } else { &entry.actor_label }
}

fn message(entry: &Entry) -> String {
    let who = who(entry);
    match &entry.object_name {
        Some(name) if !name.is_empty() => format!("{who}: {} {} “{name}”", entry.kind, entry.resource),
        _ => format!("{who}: {} {}", entry.kind, entry.resource).trim_end().to_owned(),
    }
}

/// The schema knows optional attributes, and no attributes without a value.
fn without_nulls(json: &mut Json) {
    match json {
        Json::Object(members) => {
            // What the entry itself says stays as it is, nulls included.
            for (_, value) in members.iter_mut().filter(|(name, _)| *name != "changes") {
                without_nulls(value);
            }
            let is_empty = |value: &Json| value.as_object().is_some_and(serde_json::Map::is_empty);
            members.retain(|name, value| name == "changes" || !(value.is_null() || is_empty(value)));
        }
        Json::Array(elements) => elements.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

#[cfg(test)]
#[path = "ocsf_tests.rs"]
mod tests;
