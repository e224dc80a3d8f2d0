//! The API's own description: OpenAPI, the pages that show it, and the model document.

use std::sync::{Arc, LazyLock};

use axum::response::{Html, IntoResponse};
use cairn_describe::{Info, Part, model_document, model_part, openapi};
use cairn_domain::platform::settings::{self, FeatureFlags};
use cairn_engine::{Error, Registry, filter};
use http::{HeaderValue, StatusCode, header};
use serde_json::Value as Json;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::models::Key;
use crate::operations::fixed_operations;
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, begin_read, json_bytes, unless_known};

/// The whole OpenAPI document of a registry.
pub fn document(registry: &'static Registry) -> Json {
    let types: Vec<&str> = ProblemType::ALL.iter().map(|kind| kind.describe().0).collect();
    let info = Info {
        title: "Cairn",
        version: env!("CARGO_PKG_VERSION"),
        description: "Governance, risk and compliance. Everything the interface can do is available here.",
        session_cookie: cairn_auth::cookie::SESSION,
        problem_types: &types,
    };
    openapi(registry, &fixed_operations(), info)
}

/// Files generated from the definitions and kept in the repository, so that changes show up in review: path and
/// content.
pub fn golden_files() -> Vec<(&'static str, String)> {
    let registry = cairn_domain::registry();
    let pretty = |json: &Json| serde_json::to_string_pretty(json).unwrap_or_default() + "\n";
    vec![
        ("docs/golden/openapi.json", lines(&document(registry), 3) + "\n"),
        ("docs/golden/model.json", pretty(&model_document(registry, &|_, _| true, "community", true))),
        ("docs/golden/roles.txt", cairn_describe::role_table(registry)),
    ]
}

/// JSON with one member per line down to a depth, and the rest on that line: a change to an operation or a schema is a
/// change to one line.
fn lines(json: &Json, depth: usize) -> String {
    match json {
        Json::Object(members) if depth > 0 && !members.is_empty() => {
            let member =
                |(name, value): (&String, &Json)| format!("{}: {}", Json::from(name.as_str()), lines(value, depth - 1));
            format!("{{\n{}\n}}", members.iter().map(member).collect::<Vec<_>>().join(",\n"))
        }
        other => other.to_string(),
    }
}

/// The document depends only on the program, so it is built once.
static SCHEMA: LazyLock<Vec<u8>> = LazyLock::new(|| document(cairn_domain::registry()).to_string().into_bytes());

pub async fn schema(app: Arc<App>, request: Call) -> Result {
    authentication::caller(&app, &request.parts).await?;
    Ok(json_bytes(StatusCode::OK, SCHEMA.clone()))
}

/// What the caller may see of the model, for interfaces that are generated from it.
pub async fn model(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let flags: FeatureFlags = settings::get(&mut cx).await?;
    let may =
        |resource: &cairn_engine::Resource, verb| flags.is_on(resource.entry.flag) && cx.authority.may(resource, verb);
    let params = body::query(&request.parts);
    let outline = params.get("outline").map(filter::boolean).transpose();
    let outline = outline.map_err(|message| Error::field("outline", message))?.unwrap_or_default();
    let part = match params.get("module") {
        Some(_) if outline => {
            return Err(Error::field("module", "Ask for the outline or for a module, not for both.").into());
        }
        Some(module) => Part::Module(module),
        None if outline => Part::Outline,
        None => Part::Whole,
    };
    let edition = app.config.edition.word();
    let registry = app.engine.registry;
    let key = Key::new(registry, &may, flags.xrays, part);
    let document = app.models.get(key, || model_part(registry, &may, edition, flags.xrays, part));
    let mut response = unless_known(&request.parts.headers, document.bytes.clone(), &document.etag);
    // A browser caches it and asks each time whether it is still the same, for the same person.
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("authorization, cookie"));
    Ok(response)
}

fn only_in_debug(app: &App) -> Result<()> {
    if app.config.debug { Ok(()) } else { Err(Problem::not_found()) }
}

pub async fn swagger(app: Arc<App>, _: Call) -> Result {
    only_in_debug(&app)?;
    Ok(Html(include_str!("swagger.html")).into_response())
}

pub async fn redoc(app: Arc<App>, _: Call) -> Result {
    only_in_debug(&app)?;
    Ok(Html(include_str!("redoc.html")).into_response())
}

/// The files of the two pages, compressed, all from inside the binary.
const ASSETS: [(&str, &str, &[u8]); 3] = [
    ("redoc.standalone.js", "text/javascript", include_bytes!("../vendor/redoc.standalone.js.gz")),
    ("swagger-ui-bundle.js", "text/javascript", include_bytes!("../vendor/swagger-ui-bundle.js.gz")),
    ("swagger-ui.css", "text/css", include_bytes!("../vendor/swagger-ui.css.gz")),
];

pub async fn asset(app: Arc<App>, file: String, _: Call) -> Result {
    only_in_debug(&app)?;
    let found = ASSETS.iter().find(|(name, ..)| *name == file);
    let (_, kind, bytes) = found.ok_or_else(Problem::not_found)?;
    let headers = [(header::CONTENT_TYPE, *kind), (header::CONTENT_ENCODING, "gzip")];
    Ok((StatusCode::OK, headers, *bytes).into_response())
}
