//! Webhooks from the change to the receiver, on both databases.

mod delivery;
mod emission;
mod endpoints;
mod json_schema;
mod limits;
mod receiver;
mod schemas;
mod sight;
mod sinks;
#[path = "../access/world.rs"]
#[expect(dead_code, reason = "the tests of access need more of it")]
mod world;

use cairn_testkit::{Client, TestApp};
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// Switches webhooks on.
async fn switch_on(app: &TestApp) {
    app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
}

/// Makes an endpoint with a secret; answers its id and the secret.
async fn endpoint(client: &Client, url: &str, events: &[&str]) -> (Uuid, String) {
    endpoint_with(client, url, events, json!({})).await
}

async fn endpoint_with(client: &Client, url: &str, events: &[&str], more: Json) -> (Uuid, String) {
    let mut body = json!({ "name": "Receiver", "url": url, "event_types": events, "generate_secret": true });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    let made = client.post("/api/webhooks/endpoints/", body).await.is(201);
    (made.id(), made.body()["secret"].as_str().expect("a secret").to_owned())
}
