//! What several modules need.

use cairn_engine::clock::Clock;
use cairn_testkit::{Answer, Client, TestApp};
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// This instant. What happens next is after it, by a second and more.
pub fn now(app: &TestApp) -> String {
    let now = app.clock.now().to_string();
    app.clock.advance_seconds(1);
    now
}

pub async fn make(app: &TestApp, path: &str, body: Json) -> Uuid {
    app.admin.post(&format!("/api/{path}/"), body).await.is(201).id()
}

pub async fn asset(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "assets", json!({ "name": name, "folder": domain })).await
}

/// Reads something as it was.
pub async fn as_of(client: &Client, path: &str, at: &str) -> Answer {
    let mark = if path.contains('?') { '&' } else { '?' };
    client.get(&format!("{path}{mark}as_of={at}")).await
}

pub async fn patch(app: &TestApp, path: &str, id: Uuid, body: Json) {
    app.admin.patch(&format!("/api/{path}/{id}/"), body).await.is(200);
}

pub async fn delete(app: &TestApp, path: &str, id: Uuid) {
    app.admin.delete(&format!("/api/{path}/{id}/")).await.is(204);
}
