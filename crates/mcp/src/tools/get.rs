//! `get`: one object.

use cairn_client::{Query, Resource};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::answer::{self, ALONE, IN_LIST};
use crate::desk::Desk;
use crate::failure::Result;
use crate::uri;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "assets".
    resource: String,
    /// The object: its id, name, ref id, URN or email address. Use "Domain/Name" if a name is ambiguous.
    object: String,
    /// Only these fields. Defaults to all non-empty fields.
    #[serde(default)]
    fields: Vec<String>,
    /// As of this time, such as "2026-03-01T00:00:00Z".
    as_of: Option<String>,
    /// As if this what-if draft were applied; its id.
    draft: Option<String>,
    /// Include the latest changes: who, when, old and new values.
    #[serde(default)]
    history: bool,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let id = desk.names().as_of(arguments.as_of.clone()).find(&resource.path, &arguments.object).await?;
    let mut query = Query::new();
    if let Some(as_of) = arguments.as_of {
        query.push(("as_of".to_owned(), as_of));
    }
    query.extend(arguments.draft.map(|draft| ("draft".to_owned(), draft)));
    let mut fields = arguments.fields;
    if !fields.is_empty() {
        fields.push("id".to_owned());
    }
    let object = desk.client.get(&resource.item(id), &query).await?;
    let mut answer = shown(resource, &object, Some(fields.as_slice()).filter(|fields| !fields.is_empty()));
    if arguments.history && resource.has_history() {
        answer["history"] = history(desk, resource, &id.to_string(), 20, 0).await?;
    }
    Ok(answer)
}

/// An object as shown in a response.
pub fn shown(resource: &Resource, object: &Json, fields: Option<&[String]>) -> Json {
    json!({
        "resource": resource.path,
        "address": uri::of_object(resource, object["id"].as_str().unwrap_or_default()),
        "untrusted_data": answer::object(object, fields, ALONE),
    })
}

/// The newest changes of an object.
pub async fn history(desk: &Desk, resource: &Resource, id: &str, limit: u64, offset: u64) -> Result<Json> {
    let page = desk.client.page(&format!("{}history/", resource.item(id)), &Query::new(), limit, offset).await?;
    let columns = ["seq", "at", "kind", "actor_label", "origin", "changes", "detail"].map(str::to_owned);
    let rows: Vec<Json> = page.rows.iter().map(|row| answer::object(row, Some(&columns), IN_LIST)).collect();
    let mut out = json!({ "count": page.count, "untrusted_data": rows });
    let end = offset + page.rows.len() as u64;
    if !page.is_last && end < page.count {
        out["next"] = json!({ "offset": end });
    }
    Ok(out)
}
