//! Receives Cairn's webhooks: verifies every delivery, processes each id once.

use std::sync::{Arc, Mutex};
use std::time::UNIX_EPOCH;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use cairn_webhook::{Headers, Secret, SeenIds, Verifier};
use serde_json::Value;

struct Receiver {
    verifier: Verifier,
    /// Keep the ids in your database instead, in the transaction that does the work, if work must not be done twice
    /// after a restart either.
    seen: Mutex<SeenIds>,
}

/// Your work goes here. Answer within 15 seconds: put long work in a queue.
fn process(id: &str, event: &Value) {
    println!("processed {id} {}", event["type"].as_str().unwrap_or_default());
}

/// The raw bytes of the body are what was signed, so they are taken before anything parses them.
async fn receive(State(receiver): State<Arc<Receiver>>, headers: HeaderMap, body: Bytes) -> (StatusCode, String) {
    let now = UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs() as i64);
    let headers = Headers::from_fn(|name| headers.get(name)?.to_str().ok());
    if let Err(rejection) = receiver.verifier.verify(&headers, &body, now) {
        return (StatusCode::BAD_REQUEST, rejection.to_string());
    }
    let Ok(event) = serde_json::from_slice(&body) else {
        return (StatusCode::BAD_REQUEST, "the body is not JSON".to_owned());
    };
    let id = headers.id.unwrap_or_default();
    let mut seen = receiver.seen.lock().unwrap();
    if seen.insert(id, now) {
        process(id, &event); // If this can fail: answer 500 and call seen.forget(id); Cairn will try again.
    }
    (StatusCode::NO_CONTENT, String::new())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let secret = Secret::parse(&std::env::var("WEBHOOK_SECRET")?)?;
    let receiver = Receiver { verifier: Verifier::new(&secret), seen: Mutex::new(SeenIds::default()) };
    let app = Router::new()
        .route("/", post(receive))
        .layer(DefaultBodyLimit::max(8 * 1024 * 1024))
        .with_state(Arc::new(receiver));
    let port = std::env::var("PORT")?.parse()?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    axum::serve(listener, app).await?;
    Ok(())
}
