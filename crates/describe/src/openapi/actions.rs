//! The operations that only one resource has.

use cairn_engine::Action;
use cairn_engine::action::{self, On};
use cairn_model::text::humanize;
use serde_json::Value as Json;

use super::resource::Maker;
use super::{Content, Method, Operation, parameters};
use crate::shape;

pub(super) fn operation(maker: &Maker<'_>, action: &Action) -> Operation {
    let (method, suffix) = match action.method {
        action::Method::Get => (Method::Get, "retrieve"),
        action::Method::Post => (Method::Post, "create"),
    };
    let (below, on) = match action.on {
        On::Collection => (format!("{}/", action.name), ""),
        // The word is only there where the collection has an operation of the same name.
        On::Item if has_namesake(maker, action) => (format!("{{id}}/{}/", action.name), "item_"),
        On::Item => (format!("{{id}}/{}/", action.name), ""),
    };
    let id = format!("{on}{}_{suffix}", shape::identifier(action.name));
    let operation = maker
        .operation(method, &below, &id, action.permission, action.doc)
        .summary(humanize(action.name))
        .response(Content::json((action.output)()));
    with_input(operation, &(action.input)())
}

fn has_namesake(maker: &Maker<'_>, action: &Action) -> bool {
    let mut others = maker.resource.entry.actions.iter();
    let is_general = ["ids", "export_csv", "export_xlsx", "export_jsonl"].contains(&action.name);
    let is_choice = maker.resource.def.field(action.name).is_some();
    is_general || is_choice || others.any(|other| other.on == On::Collection && other.name == action.name)
}

/// Reading takes its input from the query, changing from the body.
fn with_input(operation: Operation, input: &Json) -> Operation {
    let properties = input["properties"].as_object().into_iter().flatten();
    let required: Vec<&str> = input["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if operation.method == Method::Get {
        let parameters: Vec<Json> = properties
            .map(|(name, schema)| {
                let mut schema = schema.clone();
                let doc = schema.as_object_mut().and_then(|schema| schema.remove("description"));
                let doc = doc.as_ref().and_then(Json::as_str).unwrap_or_default();
                parameters::query(name, doc, &schema, required.contains(&name.as_str()))
            })
            .collect();
        return operation.with_parameters(parameters);
    }
    let operation = operation.idempotent();
    let takes_nothing = input["additionalProperties"] == false && properties.count() == 0;
    match (takes_nothing, required.is_empty()) {
        (true, _) => operation,
        (false, true) => operation.request(Content::json(input.clone())).optional_request(),
        (false, false) => operation.request(Content::json(input.clone())),
    }
}
