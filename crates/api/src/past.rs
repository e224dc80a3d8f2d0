//! `?as_of=` and `?draft=`: the response to a read request as it was at an instant, or as it would be if a what-if draft
//! were applied.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_engine::query::{AS_OF, DRAFT, ListParams};
use cairn_engine::{Cx, Error, Resource};
use cairn_model::Timestamp;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method};

use crate::app::App;
use crate::authentication;
use crate::body;
use crate::incoming::is_form;
use crate::problem::Problem;
use crate::resources::Result;

/// The response headers with the instant and the draft.
const HEADER: &str = "cairn-as-of";
const DRAFT_HEADER: &str = "cairn-draft";

/// Why a form is refused in a draft.
pub const NO_FILES: &str = "Files cannot be sent to a what-if draft.";

/// Begins reading for the sender of the request, now, as of the instant or in the draft that it names, and returns the
/// other parameters.
pub async fn begin(app: &Arc<App>, request: &Parts) -> Result<(Cx, ListParams)> {
    let caller = authentication::caller(app, request).await?;
    let mut params = body::query(request);
    let view = params.take_view()?;
    Ok((app.engine.view(caller, view).await?, params))
}

/// The same for one resource. A log has no past: it only grows.
pub async fn begin_on(app: &Arc<App>, resource: &Resource, request: &Parts) -> Result<(Cx, ListParams)> {
    if resource.entry.log && body::query(request).get(AS_OF).is_some() {
        authentication::caller(app, request).await?;
        let words = "Logs have no past versions. Filter them by time instead.";
        return Err(Error::field(AS_OF, words).into());
    }
    if resource.entry.log && body::query(request).get(DRAFT).is_some() {
        authentication::caller(app, request).await?;
        return Err(Error::field(DRAFT, "A what-if draft changes no logs.").into());
    }
    begin(app, request).await
}

/// What the query of a request asks to view, whether it is valid or not.
pub struct Asked {
    as_of: Option<String>,
    draft: Option<String>,
}

pub fn asked(query: Option<&str>) -> Asked {
    let value = |wanted: &str| {
        let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        pairs.find(|(name, _)| name == wanted).map(|(_, text)| text.into_owned())
    };
    Asked { as_of: value(AS_OF), draft: value(DRAFT) }
}

/// Nothing can be changed in the past, and no files can be sent to a draft.
pub fn refuse_change(method: &Method, headers: &HeaderMap, asked: &Asked) -> Option<Response> {
    let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if asked.draft.is_some() && !reads && is_form(headers) {
        return Some(Problem::from(Error::field(DRAFT, NO_FILES)).into_response());
    }
    let words = "The past is read-only. Use GET.";
    (asked.as_of.is_some() && !reads).then(|| Problem::from(Error::field(AS_OF, words)).into_response())
}

/// Adds the header with the instant or the draft to a response.
pub fn mark(response: &mut Response, asked: &Asked) {
    if !response.status().is_success() {
        return;
    }
    let draft = asked.draft.as_deref().and_then(|text| text.parse::<uuid::Uuid>().ok());
    if let Some(value) = draft.and_then(|id| HeaderValue::from_str(&id.to_string()).ok()) {
        response.headers_mut().insert(DRAFT_HEADER, value);
    }
    let at = asked.as_of.as_deref().and_then(Timestamp::parse);
    if let Some(value) = at.and_then(|at| HeaderValue::from_str(&at.to_string()).ok()) {
        response.headers_mut().insert(HEADER, value);
    }
}
