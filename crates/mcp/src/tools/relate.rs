//! `relate`: changes the links of an object, without touching its other links.

use cairn_client::{Kind, Resource};
use http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::desk::Desk;
use crate::failure::{Failure, Result};
use crate::uri;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "applied-controls".
    resource: String,
    /// The object: its id, name, ref id, URN or email address. Use "Domain/Name" if a name is ambiguous.
    object: String,
    /// The field with the links, such as "evidences".
    relation: String,
    /// The objects to link, by id or name.
    #[serde(default)]
    add: Vec<String>,
    /// The objects to unlink, by id or name.
    #[serde(default)]
    remove: Vec<String>,
    /// The reason for the change, shown to the approver if the token is propose-only.
    note: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let target = relation(resource, &arguments.relation)?;
    if arguments.add.is_empty() && arguments.remove.is_empty() {
        return Err(Failure::new("set the objects to link in `add`, or to unlink in `remove`"));
    }
    let id = desk.object(resource, &arguments.object).await?;
    let ids = |words: &[String]| words.iter().cloned().map(Json::from).collect::<Vec<_>>();
    let add = desk.names().references(target, ids(&arguments.add)).await?;
    let remove = desk.names().references(target, ids(&arguments.remove)).await?;
    let (add, remove) = (list(&add), list(&remove));
    // Someone may change the object between reading and writing; then it is read again, once.
    let mut last_try = false;
    loop {
        let item = desk.client.item(&format!("{}object/", resource.item(id)), &Vec::new()).await?;
        let before = list(&item.body[&arguments.relation]);
        let mut after: Vec<Json> = before.iter().filter(|one| !remove.contains(one)).cloned().collect();
        after.extend(add.iter().filter(|one| !before.contains(one)).cloned());
        if after == before {
            return Ok(json!({ "outcome": "unchanged", "links": before.len() }));
        }
        let body = json!({ (&arguments.relation): after });
        let outcome = desk
            .noted(arguments.note.as_deref())?
            .change(Method::PATCH, &resource.item(id), Some(&body), item.etag.as_deref())
            .await;
        match outcome {
            Err(failure) if failure.status == Some(412) && !last_try => last_try = true,
            other => {
                let added = after.iter().filter(|one| !before.contains(one)).count();
                return Ok(other?.answer(|_| {
                    json!({
                        "outcome": "related",
                        "address": uri::of_object(resource, &id.to_string()),
                        "relation": arguments.relation,
                        "added": added,
                        "removed": before.len() + added - after.len(),
                        "links": after.len(),
                    })
                }));
            }
        }
    }
}

/// What a relation links to.
fn relation<'a>(resource: &'a Resource, name: &str) -> Result<&'a str> {
    let is_relation = |field: &&cairn_client::Field| field.kind == Kind::Many && field.is_writable();
    let found = resource.field(name).filter(is_relation).and_then(|field| field.target.as_deref());
    found.ok_or_else(|| {
        let known: Vec<&str> = resource.fields.iter().filter(is_relation).map(|field| field.name.as_str()).collect();
        let hint = match resource.field(name).map(|field| field.kind) {
            Some(Kind::Reference) => " It refers to one object: set it with `update`.",
            _ => "",
        };
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Failure::new(format!("{} have no links “{name}”.{hint} Relations: {known}", resource.several()))
    })
}

fn list(json: &Json) -> Vec<Json> {
    json.as_array().cloned().unwrap_or_default()
}
