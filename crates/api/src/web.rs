//! Everything outside `/api/`: the web interface, or how to get it.

use axum::body::Body;
use axum::extract::Request;
use axum::response::{Html, IntoResponse, Response};
use http::{HeaderValue, Method, header};

use crate::problem::Problem;

/// Responds to any path outside the API. The interface has a URL for everything it shows, and resolves it itself.
pub async fn site(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::not_found().into_response();
    }
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    match cairn_web::find(request.uri().path(), accepted.unwrap_or_default()) {
        Some(file) => send(file),
        None if request.uri().path() == "/" => with_policy(Html(include_str!("landing.html")).into_response(), LANDING),
        None => Problem::not_found().into_response(),
    }
}

/// The placeholder page is a single file, so its style is inline.
const LANDING: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

fn send(file: cairn_web::File) -> Response {
    // The page names the newest scripts, so browsers request it each time; the scripts can be cached.
    let keep = if file.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Response::new(Body::from(file.bytes.into_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = file.encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    with_policy(response, cairn_web::SECURITY_POLICY)
}

fn with_policy(mut response: Response, policy: &'static str) -> Response {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}
