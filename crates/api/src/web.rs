//! The pages outside of `/api/`.

use axum::response::{Html, IntoResponse, Response};

/// What the root shows while no interface is built in.
pub async fn landing() -> Response {
    Html(include_str!("landing.html")).into_response()
}
