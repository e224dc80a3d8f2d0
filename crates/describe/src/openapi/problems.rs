//! Which errors an operation may answer with. They follow from what it takes and who may call it,
//! so that no operation lists them by hand.

use serde_json::{Map, Value as Json, json};

use super::{Info, Method, Operation};

/// Status, component and meaning of every problem that a working server answers with.
const PROBLEMS: [(u16, &str, &str); 9] = [
    (400, "BadRequest", "The input is wrong; `errors` names each field."),
    (401, "Unauthorized", "No credentials, or none that are valid."),
    (403, "Forbidden", "The caller may not do this."),
    (404, "NotFound", "There is no such object, or the caller may not know of it."),
    (409, "Conflict", "What was asked for contradicts what is there."),
    (412, "LostUpdate", "The object has changed since it was read: `If-Match` does not fit."),
    (413, "TooLarge", "The body, or what was asked for, is too large."),
    (415, "UnsupportedMediaType", "The body is not of a media type that this operation takes."),
    (429, "TooManyRequests", "Too many requests; try again later."),
];

pub(super) fn success(status: u16) -> &'static str {
    match status {
        201 => "Created.",
        202 => "Accepted.",
        204 => "Done; there is nothing to say.",
        300..=399 => "Elsewhere: see `Location`.",
        _ => "Success.",
    }
}

/// The problem responses of an operation, in the order of their status.
pub(super) fn of(operation: &Operation) -> Vec<(String, Json)> {
    let takes_body = operation.request.is_some();
    let applies = |status: u16| match status {
        401 | 403 => !operation.public,
        404 => operation.path_parameters().next().is_some(),
        409 => !operation.public && operation.method != Method::Get,
        412 => operation.if_match,
        413 | 415 => takes_body,
        _ => true,
    };
    let known = PROBLEMS.iter().filter(|(status, ..)| applies(*status) || operation.problems.contains(status));
    let mut responses: Vec<(String, Json)> =
        known.map(|(status, name, _)| (status.to_string(), reference(name))).collect();
    responses.push(("default".to_owned(), reference("Unexpected")));
    responses
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/responses/{name}") })
}

/// The response components.
pub(super) fn responses() -> Map<String, Json> {
    let mut all = Map::new();
    for (status, name, description) in PROBLEMS {
        let mut response = response(description);
        match status {
            401 => response["headers"] = header("WWW-Authenticate", "The scheme to use: `Token`.", "string"),
            429 => response["headers"] = header("Retry-After", "Seconds to wait.", "integer"),
            _ => {}
        }
        all.insert(name.to_owned(), response);
    }
    all.insert("Proposed".to_owned(), proposed());
    let unexpected = "Anything else, such as a fault of the server. The body says nothing of its inside.";
    all.insert("Unexpected".to_owned(), response(unexpected));
    all
}

/// What a token that may only propose gets in place of the answer.
fn proposed() -> Json {
    json!({
        "description": "Kept as a proposal, since the token may only propose: a person decides. `Location` leads to it.",
        "headers": header("Location", "The proposal.", "string"),
        "content": { "application/json": { "schema": {
            "type": "object",
            "description": "The proposal, as `/api/proposals/{id}/` shows it.",
            "properties": { "id": { "type": "string", "format": "uuid" }, "status": { "type": "string" } },
            "required": ["id", "status"],
        } } },
    })
}

fn header(name: &str, description: &str, kind: &str) -> Json {
    json!({ name: { "description": description, "schema": { "type": kind } } })
}

fn response(description: &str) -> Json {
    json!({
        "description": description,
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    })
}

/// The body of every error, after RFC 9457.
pub(super) fn schema(info: &Info<'_>) -> Json {
    let mut kind = json!({
        "type": "string",
        "format": "uri-reference",
        "description": "A stable identifier of the kind of problem, for programs.",
    });
    if !info.problem_types.is_empty() {
        kind["enum"] = json!(info.problem_types);
    }
    let example = info.problem_types.first().copied().unwrap_or("about:blank");
    json!({
        "type": "object",
        "description": "What went wrong (RFC 9457).",
        "properties": {
            "type": kind,
            "title": { "type": "string", "description": "The kind of problem in words." },
            "status": { "type": "integer", "description": "The HTTP status, repeated." },
            "detail": { "type": "string", "description": "What went wrong this time, for people." },
            "errors": {
                "type": "object",
                "description": "For bad input: the messages about each field.",
                "additionalProperties": { "type": "array", "items": { "type": "string" } },
            },
        },
        "required": ["type", "title", "status"],
        "examples": [{
            "type": example,
            "title": "Bad input",
            "status": 400,
            "detail": "name: This field is required.",
            "errors": { "name": ["This field is required."] },
        }],
    })
}
