//! The operations that only one resource has.

use cairn_engine::Action;
use cairn_engine::action::{self, Answers, Form, On};
use cairn_model::text::humanize;
use serde_json::{Value as Json, json};

use super::resource::Maker;
use super::schemas::reference;
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
    let operation = maker.operation(method, &below, &id, action.permission, action.doc).summary(humanize(action.name));
    let operation = match action.answers {
        Answers::Json => operation.response(Content::json((action.output)())),
        Answers::Made => operation.response(Content::json((action.output)())).status(201),
        Answers::File(kinds) => {
            let mut kinds = kinds.iter().map(|kind| Content::of(kind, binary()));
            let first = kinds.next().unwrap_or_else(|| Content::of("application/octet-stream", binary()));
            kinds.fold(operation.response(first), Operation::or_response)
        }
        Answers::Job => {
            operation.response(Content::json(reference("Job"))).status(202).location().proposable(false).draft(false)
        }
    };
    match action.form {
        Some(form) => with_files(operation, action, form),
        None => with_input(operation, &(action.input)()),
    }
}

fn binary() -> Json {
    json!({ "type": "string", "format": "binary" })
}

/// A form with the files and the input as its fields, or a file as the body itself with the input in the query.
fn with_files(operation: Operation, action: &Action, form: &Form) -> Operation {
    let mut schema = (action.input)();
    let mut required = schema["required"].as_array().cloned().unwrap_or_default();
    let mut operation = operation.idempotent().proposable(false).draft(false).problem(413);
    if form.bare {
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        for (name, schema) in &properties {
            let doc = schema["description"].as_str().unwrap_or_default();
            operation = operation.query(name, doc, schema, false);
        }
        operation = operation.header("Content-Disposition", "The file name, if the body is the file itself.", false);
    }
    for (header, name) in form.headers {
        operation = operation.header(header, &format!("The same as `{name}`."), false);
    }
    for part in form.parts {
        let one = json!({ "type": "string", "format": "binary", "description": part.doc });
        let many = json!({ "type": "array", "items": binary(), "maxItems": part.most, "description": part.doc });
        schema["properties"][part.name] = if part.most == 1 { one } else { many };
        required.extend(part.required.then(|| part.name.into()));
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    operation = operation.request(Content::of("multipart/form-data", schema));
    match form.parts.first().filter(|_| form.bare) {
        Some(part) => {
            let kinds = (part.media_types)();
            let kind = if let [one] = kinds[..] { one } else { "application/octet-stream" };
            operation.or_form(Content::of(kind, binary()))
        }
        None => operation,
    }
}

fn has_namesake(maker: &Maker<'_>, action: &Action) -> bool {
    let mut others = maker.resource.actions();
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
