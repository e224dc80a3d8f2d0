//! `run_action`: what a resource can do beside being read and written.

use cairn_client::Query;
use http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::answer::{self, ALONE};
use crate::desk::Desk;
use crate::failure::{Failure, Result};
use crate::values;

/// More than this of an answer does not help a model.
const ROOM: usize = 40_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "applied-controls".
    resource: String,
    /// The action, such as "duplicate".
    action: String,
    /// The object, for an action on one object: id, name, ref id, URN, or "Domain/Name".
    object: Option<String>,
    /// What the action takes, such as {"name": "Copy", "folder": "Sales"}.
    #[serde(default)]
    input: Map<String, Json>,
    /// Why, for whoever decides about it where this token may only propose.
    note: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let wanted = cairn_client::kebab(&arguments.action);
    let action = resource.actions.iter().find(|action| cairn_client::kebab(&action.name) == wanted);
    let action = action.ok_or_else(|| {
        let known: Vec<&str> = resource.actions.iter().map(|action| action.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Failure::new(format!("{} have no action “{}”. Actions: {known}", resource.several(), arguments.action))
    })?;
    let place = match (action.is_on_item(), &arguments.object) {
        (true, Some(object)) => resource.item(desk.object(resource, object).await?),
        (false, None) => resource.collection(),
        (true, None) => {
            return Err(Failure::new(format!("“{}” works on one object: name it in `object`", action.name)));
        }
        (false, Some(_)) => {
            return Err(Failure::new(format!("“{}” works on the whole resource: leave `object` out", action.name)));
        }
    };
    let path = format!("{place}{}/", action.name);
    let input = values::action_input(desk, resource, action, &arguments.input).await?;
    if action.reads() {
        let flat = |value: &Json| match value {
            Json::Array(list) => list.iter().map(values::text).collect::<Vec<_>>().join(","),
            one => values::text(one),
        };
        let query: Query = input.iter().map(|(name, value)| (name.clone(), flat(value))).collect();
        return Ok(json!({ "untrusted_data": fitting(&desk.client.get(&path, &query).await?) }));
    }
    let outcome =
        desk.noted(arguments.note.as_deref())?.change(Method::POST, &path, Some(&Json::Object(input)), None).await?;
    Ok(outcome.answer(|answer| json!({ "outcome": "done", "untrusted_data": fitting(&answer) })))
}

/// The answer of an action has any shape; what is too much is cut at the outermost list that can be cut.
fn fitting(answer: &Json) -> Json {
    let whole = answer::value(answer, ALONE);
    let text = whole.to_string();
    if text.len() <= ROOM {
        return whole;
    }
    let begin: String = text.chars().take(ROOM).collect();
    json!({ "cut": format!("The answer has {} characters; this is its beginning, as text.", text.len()), "text": begin })
}
