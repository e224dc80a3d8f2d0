//! Health, version and metrics.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_engine::{Caller, Error};
use cairn_webhooks::Sender;
use http::{HeaderValue, StatusCode, header};
use serde_json::json;

use crate::app::App;
use crate::authentication;
use crate::body::Call;
use crate::problem::Problem;
use crate::resources::{Result, json_value};

/// Needs no sign-in, and says only whether the database responds.
pub async fn health(app: Arc<App>) -> Result {
    match app.engine.db.ping().await {
        Ok(()) => json_value(StatusCode::OK, &json!({ "status": "ok" })),
        Err(error) => {
            tracing::error!(%error, "the database is not responding");
            json_value(StatusCode::SERVICE_UNAVAILABLE, &json!({ "status": "unavailable" }))
        }
    }
}

pub async fn build(app: Arc<App>, request: Call) -> Result {
    authentication::caller(&app, &request.parts).await?;
    let database = match app.engine.db.dialect() {
        cairn_store::Dialect::Sqlite => "sqlite",
        cairn_store::Dialect::Postgres => "postgresql",
    };
    let body = json!({
        "name": "cairn",
        "version": env!("CARGO_PKG_VERSION"),
        "edition": app.config.edition.word(),
        "deployment": app.config.deployment.word(),
        "database": database,
        "debug": app.config.debug,
    });
    json_value(StatusCode::OK, &body)
}

pub async fn metrics(app: Arc<App>) -> Response {
    if !app.config.metrics {
        return Problem::not_found().into_response();
    }
    render_metrics(app).await
}

/// The metrics of this process.
pub async fn render_metrics(app: Arc<App>) -> Response {
    let mut text = match app.metrics.render() {
        Ok(text) => text,
        Err(error) => return Problem::from(Error::internal(format!("metrics: {error}"))).into_response(),
    };
    if let Some(sender) = &app.webhooks {
        match sender_metrics(&app, sender).await {
            Ok(more) => text.push_str(&more),
            // Without the database, the counters of this process are still useful.
            Err(error) => tracing::warn!(%error, "the webhook queue could not be read"),
        }
    }
    let mut response = (StatusCode::OK, text).into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

async fn sender_metrics(app: &App, sender: &Sender) -> cairn_engine::Result<String> {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    sender.metrics.render(&mut cx).await
}
