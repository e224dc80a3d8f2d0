//! Which errors an operation may answer with. They follow from what it takes and who may call it,
//! so that no operation lists them by hand.

use serde_json::{Map, Value as Json, json};

use super::{Info, Method, Operation};

/// Status, component and meaning of every problem that a working server answers with.
const PROBLEMS: [(u16, &str, &str); 9] = [
    (400, "BadRequest", "Invalid input. See `errors` for each field."),
    (401, "Unauthorized", "Missing or invalid credentials."),
    (403, "Forbidden", "The caller does not have permission."),
    (404, "NotFound", "The object does not exist, or the caller does not have access to it."),
    (409, "Conflict", "The request conflicts with existing data."),
    (412, "LostUpdate", "The object has changed since it was read: `If-Match` does not match."),
    (413, "TooLarge", "The request or its result is too large."),
    (415, "UnsupportedMediaType", "Unsupported media type."),
    (429, "TooManyRequests", "Too many requests. Try again later."),
];

pub(super) fn success(status: u16) -> &'static str {
    match status {
        201 => "Created.",
        202 => "Accepted.",
        204 => "Success, no content.",
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
    let unexpected = "Any other error, such as an internal server error.";
    all.insert("Unexpected".to_owned(), response(unexpected));
    all
}

/// What a token that may only propose gets in place of the answer.
fn proposed() -> Json {
    json!({
        "description": "Saved as a proposal, because the token is propose-only. `Location` points to it.",
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
        "description": "A stable identifier of the problem type, for programs.",
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
            "title": { "type": "string", "description": "A short summary of the problem type." },
            "status": { "type": "integer", "description": "The HTTP status, repeated." },
            "detail": { "type": "string", "description": "What went wrong this time, in plain language." },
            "errors": {
                "type": "object",
                "description": "For invalid input: the messages for each field.",
                "additionalProperties": { "type": "array", "items": { "type": "string" } },
            },
        },
        "required": ["type", "title", "status"],
        "examples": [{
            "type": example,
            "title": "Invalid request",
            "status": 400,
            "detail": "name: This field is required.",
            "errors": { "name": ["This field is required."] },
        }],
    })
}
