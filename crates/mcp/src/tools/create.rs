//! `create`: creates an object.

use http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::Result;
use crate::{uri, values};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "findings".
    resource: String,
    /// Field to value, such as `{"name": "Card vault", "folder": "Payments", "owner": ["ada@example.com"]}`.
    values: Map<String, Json>,
    /// The reason for the change, shown to the approver if the token is propose-only.
    note: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let body = values::fields(desk, resource, &arguments.values).await?;
    let outcome =
        desk.noted(arguments.note.as_deref())?.change(Method::POST, &resource.collection(), Some(&body), None).await?;
    Ok(outcome.answer(|made| {
        json!({
            "outcome": "created",
            "address": uri::of_object(resource, made["id"].as_str().unwrap_or_default()),
            "untrusted_data": answer::object(&made, None, IN_LIST),
        })
    }))
}
