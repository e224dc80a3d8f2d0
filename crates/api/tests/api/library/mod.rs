//! Libraries: kept, loaded, used, and taken out again.

mod drafts;
mod framework_changes;
mod loading;
mod metrics;
mod public_files;
mod random_updates;
mod recorded_updates;
mod stocking;
mod storing;
pub mod updating;

use axum::body::Body;
pub use cairn_testkit::BASELINE;
use cairn_testkit::{Answer, Client, TestApp};
use http::Method;
use uuid::Uuid;

/// Sends a library file.
pub async fn send(client: &Client, name: &str, text: impl Into<Vec<u8>>) -> Answer {
    let client = client.with("Content-Disposition", &format!("attachment; filename=\"{name}\""));
    client.send(Method::POST, "/api/stored-libraries/upload/", Body::from(text.into()), Some("application/yaml")).await
}

/// Keeps a library and loads it. Answers the ids of both.
pub async fn load(app: &TestApp, text: &str) -> (Uuid, Uuid) {
    let stored = send(&app.admin, "library.yaml", text).await.is(201).id();
    let loaded =
        app.admin.post(&format!("/api/stored-libraries/{stored}/import/"), serde_json::json!({})).await.is(200);
    (stored, loaded.id())
}
