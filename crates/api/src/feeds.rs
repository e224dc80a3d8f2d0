//! `/feeds/{secret}.ics`: a person's calendar for other programs, which cannot sign in and know only a URL.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use cairn_auth::token;
use cairn_domain::calendar::feed;
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};

use crate::app::App;
use crate::authentication;
use crate::body::Call;
use crate::language;
use crate::problem::Problem;
use crate::resources::Result;

const SUFFIX: &str = ".ics";

pub async fn calendar(app: Arc<App>, file: String, request: Call) -> Result {
    let secret = file.strip_suffix(SUFFIX).ok_or_else(Problem::not_found)?;
    let (caller, wanted) = authentication::by_feed(&app, &request.parts, secret).await?;
    let language = caller.language.clone();
    let origin = origin(&app, &request.parts);
    let mut cx = app.engine.read(caller).await?;
    let entries = feed::entries(&mut cx, &wanted).await?;
    let translate = |text: &str| language::in_language(text, language.as_ref());
    let text = feed::text(&entries, &wanted, &origin, cx.time_zone(), &translate);
    Ok(answer(text, &request.parts))
}

/// Calendars ask again every hour; most of the time nothing has changed.
fn answer(text: String, request: &Parts) -> Response {
    let tag = format!("\"{}\"", token::digest(&text));
    let known = request.headers.get(header::IF_NONE_MATCH).is_some_and(|sent| sent.as_bytes() == tag.as_bytes());
    let mut response = Response::new(if known { Body::empty() } else { Body::from(text) });
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Where the pages are, as far as this request knows.
pub fn origin(app: &App, request: &Parts) -> String {
    let host = request.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if app.config.secure_cookies { "https" } else { "http" };
    format!("{scheme}://{host}")
}
