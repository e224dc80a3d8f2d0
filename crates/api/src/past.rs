//! `?as_of=`: the response to a read request as it was at an instant.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_engine::query::{AS_OF, ListParams};
use cairn_engine::{Cx, Error, Resource};
use cairn_model::Timestamp;
use http::request::Parts;
use http::{HeaderValue, Method};

use crate::app::App;
use crate::authentication;
use crate::body;
use crate::problem::Problem;
use crate::resources::Result;

/// The response header with the instant.
const HEADER: &str = "cairn-as-of";

/// Begins reading for the sender of the request, now or as of the instant that it names, and returns the other
/// parameters.
pub async fn begin(app: &Arc<App>, request: &Parts) -> Result<(Cx, ListParams)> {
    let caller = authentication::caller(app, request).await?;
    let mut params = body::query(request);
    let cx = match params.take_instant()? {
        None => app.engine.read(caller).await?,
        Some(at) => app.engine.read_as_of(caller, at).await?,
    };
    Ok((cx, params))
}

/// The same for one resource. A log has no past: it only grows.
pub async fn begin_on(app: &Arc<App>, resource: &Resource, request: &Parts) -> Result<(Cx, ListParams)> {
    if resource.entry.log && body::query(request).get(AS_OF).is_some() {
        authentication::caller(app, request).await?;
        let words = "Logs have no past versions. Filter them by time instead.";
        return Err(Error::field(AS_OF, words).into());
    }
    begin(app, request).await
}

/// The instant in the query of a request, whether it is valid or not.
pub fn asked(query: Option<&str>) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    pairs.find(|(name, _)| name == AS_OF).map(|(_, text)| text.into_owned())
}

/// Nothing can be changed in the past.
pub fn refuse_change(method: &Method, asked: Option<&str>) -> Option<Response> {
    let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let words = "The past is read-only. Use GET.";
    (asked.is_some() && !reads).then(|| Problem::from(Error::field(AS_OF, words)).into_response())
}

/// Adds the header with the instant to a response.
pub fn mark(response: &mut Response, asked: Option<&str>) {
    let at = asked.filter(|_| response.status().is_success()).and_then(Timestamp::parse);
    if let Some(value) = at.and_then(|at| HeaderValue::from_str(&at.to_string()).ok()) {
        response.headers_mut().insert(HEADER, value);
    }
}
