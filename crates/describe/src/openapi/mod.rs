//! The registry as an OpenAPI 3.1 document.
//!
//! Everything that follows from the definitions is worked out here; the routes that do not, such
//! as signing in, come as [`Operation`]s from the crate that serves them.

mod actions;
mod operation;
mod parameters;
mod problems;
mod resource;
mod schemas;
mod tags;

use cairn_engine::Registry;
use serde_json::{Map, Value as Json, json};

pub use operation::{Content, Method, Operation};

use resource::Maker;
use tags::Tags;

/// What the document says about the service, and what only the serving crate knows.
#[derive(Debug, Clone, Copy)]
pub struct Info<'a> {
    pub title: &'a str,
    pub version: &'a str,
    pub description: &'a str,
    /// The name of the cookie that holds a browser's session.
    pub session_cookie: &'a str,
    /// The closed list of problem identifiers.
    pub problem_types: &'a [&'a str],
}

/// The document, in an order that follows from the registry alone. Where an action has the path
/// of an operation that every resource has, or an extra operation has that of either, the more
/// special one is described, as it is the one that answers.
pub fn openapi(registry: &Registry, extra: &[Operation], info: Info<'_>) -> Json {
    let tags = Tags::new(registry, extra);
    let mut schemas = schemas::general(&info);
    let mut parameters = parameters::general();
    let mut paths = Map::new();
    for resource in registry.routed() {
        for (name, schema) in schemas::of(registry, resource) {
            let clash = schemas.insert(name.clone(), schema);
            assert!(clash.is_none(), "two schemas are called {name}; rename {}", resource.path);
        }
        parameters.extend(parameters::of(resource));
        let maker = Maker::new(resource, tags.of(resource.path));
        let special = resource.actions().map(|action| actions::operation(&maker, action));
        for operation in maker.all().into_iter().chain(special) {
            add(&mut paths, &operation);
        }
    }
    for operation in extra {
        add(&mut paths, operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": info.title, "version": info.version, "description": info.description },
        "servers": [{ "url": "/", "description": "This instance." }],
        "security": [{ "tokenAuth": [] }, { "bearerAuth": [] }, { "cookieAuth": [] }],
        "tags": tags.list(),
        "x-tagGroups": tags.groups(),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "parameters": parameters,
            "headers": {
                "ETag": {
                    "description": "The version of the object, for `If-Match`.",
                    "schema": { "type": "string" },
                },
                "CairnDraft": {
                    "description": "The what-if draft the response reflects, if `draft` was sent.",
                    "schema": { "type": "string", "format": "uuid" },
                },
                "CairnAsOf": {
                    "description": "The time the response reflects, if `as_of` was sent.",
                    "schema": { "type": "string", "format": "date-time" },
                },
            },
            "responses": problems::responses(),
            "securitySchemes": security(&info),
        },
    })
}

fn add(paths: &mut Map<String, Json>, operation: &Operation) {
    let item = paths.entry(operation.path.clone()).or_insert_with(|| json!({}));
    item[operation.method.word()] = operation.render();
}

fn security(info: &Info<'_>) -> Json {
    json!({
        "tokenAuth": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "A personal access token: `Token <ACCESS_TOKEN>`.",
        },
        "bearerAuth": {
            "type": "http",
            "scheme": "bearer",
            "description": "The same token, for clients that only support `Bearer`.",
        },
        "cookieAuth": {
            "type": "apiKey",
            "in": "cookie",
            "name": info.session_cookie,
            "description": "A browser session.",
        },
    })
}
