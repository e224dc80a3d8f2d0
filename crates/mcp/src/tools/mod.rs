//! The tools, one file each. This list is all that clients are told about them.

mod changes;
mod create;
mod delete;
mod describe;
mod due;
mod get;
mod inconsistencies;
mod list;
mod relate;
mod run_action;
mod search;
mod update;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use rmcp::handler::server::tool::schema_for_input;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::desk::Desk;
use crate::failure::{Failure, Result};

pub use describe::{kind as describe_kind, overview};
pub use get::shown as shown_object;

/// The worst that a call can do to the data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Reads,
    Adds,
    /// Changes or removes existing data.
    Overwrites,
}

pub struct Definition {
    pub name: &'static str,
    title: &'static str,
    doc: &'static str,
    effect: Effect,
    /// Whether a second call with the same arguments changes nothing more.
    repeatable: bool,
    input: fn() -> Arc<JsonObject>,
    run: for<'a> fn(&'a Desk, Json) -> BoxFuture<'a, Result<Json>>,
}

macro_rules! tool {
    ($name:ident, $title:literal, $effect:ident, repeatable: $repeatable:literal, $doc:literal) => {
        Definition {
            name: stringify!($name),
            title: $title,
            doc: $doc,
            effect: Effect::$effect,
            repeatable: $repeatable,
            input: input_of::<$name::Arguments>,
            run: |desk, json| {
                Box::pin(async move {
                    let arguments: $name::Arguments = read_arguments(stringify!($name), json)?;
                    $name::run(desk, arguments).await
                })
            },
        }
    };
}

pub const TOOLS: &[Definition] = &[
    tool!(
        search,
        "Search",
        Reads,
        repeatable: true,
        "Searches objects of all types by words in their names, descriptions and ids. Start here when you know the name \
         of something. To filter by status, date or relation, use `list`."
    ),
    tool!(
        describe,
        "Describe",
        Reads,
        repeatable: true,
        "Without arguments: who you act for, and all resources with your permissions on them. With a resource: its \
         fields, choices, filters, actions, and what refers to it. Call it before you create, update or filter."
    ),
    tool!(
        list,
        "List",
        Reads,
        repeatable: true,
        "Lists the objects of one resource, filtered and sorted, with the columns you choose. Returns the total count \
         and the offset of the next page. Use `limit` 1 to count."
    ),
    tool!(
        get,
        "Get",
        Reads,
        repeatable: true,
        "Returns one object with all its fields, links and computed values, now or as of an earlier time. With `history`, \
         also who changed what."
    ),
    tool!(
        create,
        "Create",
        Adds,
        repeatable: false,
        "Creates one object. References accept names or ids, choices accept keys or labels. Use `search` first to check \
         whether it already exists."
    ),
    tool!(
        update,
        "Update",
        Overwrites,
        repeatable: true,
        "Changes fields of one object; omitted fields are left unchanged. A list of links is replaced as a whole: to add \
         or remove single links, use `relate`."
    ),
    tool!(
        delete,
        "Delete",
        Overwrites,
        repeatable: true,
        "Deletes one object. Without `confirm`, it only shows what else would be deleted or changed: show that to the \
         user before you confirm."
    ),
    tool!(
        relate,
        "Relate",
        Overwrites,
        repeatable: true,
        "Adds and removes links between one object and others, such as the evidence of a control, without touching its \
         other links."
    ),
    tool!(
        run_action,
        "Run an action",
        Overwrites,
        repeatable: false,
        "Runs one of a resource's own actions, such as `merge` or `duplicate`. `describe` lists them with their inputs and \
         shows which are read-only."
    ),
    tool!(
        changes,
        "What changed",
        Reads,
        repeatable: true,
        "Shows what was created, changed and deleted since a time, field by field: across everything you have access to, \
         in one domain, or for one object including who made each change."
    ),
    tool!(
        due,
        "What is due",
        Reads,
        repeatable: true,
        "Shows what is overdue or due soon: controls to implement or review, findings to remediate, evidence to renew, and \
         anything else with a due date. With `mine`, only what is assigned to the token's owner."
    ),
    tool!(
        inconsistencies,
        "What is inconsistent",
        Reads,
        repeatable: true,
        "Finds objects with gaps or contradictions: active without evidence, approved but expired, no owner. Returns the \
         count per check, with the first objects of each."
    ),
];

impl Definition {
    pub fn find(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    pub async fn call(&self, desk: &Desk, arguments: Json) -> Result<Json> {
        (self.run)(desk, arguments).await
    }

    pub fn describe(&self) -> Tool {
        let reads = self.effect == Effect::Reads;
        // No tool leaves the instance, so none is open-world.
        let annotations = ToolAnnotations::with_title(self.title).read_only(reads).open_world(false);
        let annotations = if reads {
            annotations
        } else {
            annotations.destructive(self.effect == Effect::Overwrites).idempotent(self.repeatable)
        };
        let mut tool = Tool::new(self.name, self.doc, (self.input)());
        tool.title = Some(self.title.to_owned());
        tool.annotations = Some(annotations);
        tool
    }
}

fn input_of<T: JsonSchema + 'static>() -> Arc<JsonObject> {
    // The types are ours and are objects; a test checks each of them.
    schema_for_input::<T>().unwrap_or_default()
}

/// How many results to show. A number that is too high is refused: a response that is silently shorter looks complete.
fn limit(asked: Option<u64>, usual: u64, most: u64) -> Result<u64> {
    match asked.unwrap_or(usual) {
        fine if (1..=most).contains(&fine) => Ok(fine),
        other => Err(Failure::new(format!(
            "`limit` must be 1 to {most}, not {other}. Use `offset` for more, where available."
        ))),
    }
}

/// Parses the arguments; an error says what would be right.
fn read_arguments<T: DeserializeOwned + JsonSchema + 'static>(tool: &str, json: Json) -> Result<T> {
    serde_path_to_error::deserialize(json).map_err(|error| {
        let place = match error.path().to_string() {
            path if path == "." => String::new(),
            path => format!("{path}: "),
        };
        let schema = input_of::<T>();
        let required = schema.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
        let known = schema.get("properties").and_then(Json::as_object).into_iter().flatten().map(|(name, property)| {
            let must = if required.iter().any(|one| one == name) { " (required)" } else { "" };
            format!("\n  {name}{must}: {}", property["description"].as_str().unwrap_or_default())
        });
        Failure::new(format!("{place}{}. `{tool}` takes:{}", error.into_inner(), known.collect::<String>()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_says_what_it_takes_and_does() {
        for tool in TOOLS {
            let described = serde_json::to_value(tool.describe()).expect("JSON");
            let properties = described["inputSchema"]["properties"].as_object().expect("an object");
            for (name, property) in properties {
                assert!(property["description"].is_string(), "{}.{name} has no description", tool.name);
            }
            let annotations = &described["annotations"];
            assert_eq!(annotations["openWorldHint"], false, "{}", tool.name);
            assert_eq!(annotations["readOnlyHint"].as_bool(), Some(tool.effect == Effect::Reads), "{}", tool.name);
        }
        let delete = serde_json::to_value(Definition::find("delete").expect("delete").describe()).expect("JSON");
        assert_eq!(delete["annotations"]["destructiveHint"], true);
        let create = serde_json::to_value(Definition::find("create").expect("create").describe()).expect("JSON");
        assert_eq!(create["annotations"]["destructiveHint"], false);
    }

    #[test]
    fn nothing_is_cut_silently() {
        assert_eq!((limit(None, 20, 100).expect("a limit"), limit(Some(100), 20, 100).expect("a limit")), (20, 100));
        for wrong in [0, 101, 1_000_000] {
            let message = limit(Some(wrong), 20, 100).expect_err("a failure").message;
            assert!(message.contains("1 to 100"), "{message}");
        }
    }

    #[test]
    fn wrong_arguments_are_answered_with_the_right_ones() {
        let wrong = read_arguments::<get::Arguments>("get", serde_json::json!({ "resource": "assets", "obj": "x" }));
        let message = wrong.err().expect("a failure").message;
        assert!(message.contains("unknown field `obj`") && message.contains("object (required)"), "{message}");
    }
}
