//! `delete`: first shows what would be deleted, then deletes it.

use http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::Result;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "assets".
    resource: String,
    /// The object: its id, name, ref id, URN or email address. Use "Domain/Name" if a name is ambiguous.
    object: String,
    /// true deletes the object; otherwise the call only shows what would be deleted.
    #[serde(default)]
    confirm: bool,
    /// The reason for the change, shown to the approver if the token is propose-only.
    note: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let id = desk.object(resource, &arguments.object).await?;
    let item = desk.client.item(&resource.item(id), &Vec::new()).await?;
    let identity = ["id", "str", "ref_id", "name", "email", "label", "folder"].map(str::to_owned);
    let object = answer::object(&item.body, Some(&identity), IN_LIST);
    if !arguments.confirm {
        let info = desk.client.get(&format!("{}cascade-info/", resource.item(id)), &Vec::new()).await?;
        return Ok(json!({
            "outcome": "nothing deleted yet",
            "what_now": "Call again with `confirm`: true to delete it along with everything listed.",
            "untrusted_data": { "object": object, "goes_along": answer::value(&info, IN_LIST) },
        }));
    }
    // Deletes only the version that was just looked at: if someone changed it meanwhile, they had a reason.
    let outcome = desk
        .noted(arguments.note.as_deref())?
        .change(Method::DELETE, &resource.item(id), None, item.etag.as_deref())
        .await?;
    Ok(outcome.answer(|_| json!({ "outcome": "deleted", "resource": resource.path, "untrusted_data": object })))
}
