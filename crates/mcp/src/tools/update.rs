//! `update`: changes some fields of an object.

use http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::{Failure, Result};
use crate::{uri, values};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "applied-controls".
    resource: String,
    /// The object: its id, name, ref id, URN or email address. Use "Domain/Name" if a name is ambiguous.
    object: String,
    /// Field to new value, such as {"status": "active", "eta": null}.
    values: Map<String, Json>,
    /// The reason for the change, shown to the approver if the token is propose-only.
    note: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    if arguments.values.is_empty() {
        return Err(Failure::new("`values` is empty: set at least one field"));
    }
    let id = desk.object(resource, &arguments.object).await?;
    let body = values::fields(desk, resource, &arguments.values).await?;
    let outcome =
        desk.noted(arguments.note.as_deref())?.change(Method::PATCH, &resource.item(id), Some(&body), None).await?;
    // The changed fields with their new values; for the rest there is `get`.
    let changed: Vec<String> =
        ["id", "name"].into_iter().map(str::to_owned).chain(arguments.values.keys().cloned()).collect();
    Ok(outcome.answer(|object| {
        json!({
            "outcome": "updated",
            "address": uri::of_object(resource, &id.to_string()),
            "untrusted_data": answer::object(&object, Some(&changed), IN_LIST),
        })
    }))
}
