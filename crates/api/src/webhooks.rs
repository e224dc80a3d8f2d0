//! The parts of webhooks that are not plain resources: the list of events, and the test event.

use std::sync::Arc;

use cairn_access::Verb;
use cairn_domain::platform::instance::Instance;
use cairn_domain::platform::webhook::endpoint::require_switched_on;
use cairn_domain::platform::webhook::event::{self as webhook_event, EventType};
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Error, action};
use cairn_model::LogKind;
use cairn_model::{Describe, Record};
use cairn_resources::platform::WebhookEndpoint;
use cairn_webhooks::Destination;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::resources::{Result, begin_read, finish, json_value};

/// Every event with its description, schema and an example.
#[derive(Serialize, Describe)]
pub struct EventTypes {
    pub count: usize,
    pub results: Vec<EventType>,
}

pub async fn event_types(app: Arc<App>, request: Call) -> Result {
    let cx = begin_read(&app, &request.parts).await?;
    let view = cx.resource::<WebhookEndpoint>().permission(Verb::View);
    if !cx.authority.allows_somewhere(view) {
        return Err(Error::Forbidden("You do not have permission to view webhooks.".into()).into());
    }
    let results = webhook_event::all(app.engine.registry);
    json_value(StatusCode::OK, &action::output(EventTypes { count: results.len(), results })?)
}

/// The test event to send.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct TestEvent {
    /// The event to simulate. Defaults to the first subscribed event.
    #[serde(default)]
    pub event: Option<String>,
    /// Sign with the new secret of a rotation in progress.
    #[serde(default)]
    pub with_pending_secret: bool,
}

/// The full exchange of a test.
#[derive(Serialize, Describe)]
pub struct TestResult {
    pub delivered: bool,
    pub outcome: &'static str,
    pub error: Option<String>,
    pub milliseconds: i64,
    pub remote: Option<String>,
    pub request: Sent,
    pub response: Option<Received>,
}

#[derive(Serialize, Describe)]
pub struct Sent {
    pub url: String,
    pub headers: Vec<Header>,
    pub body: Json,
}

#[derive(Serialize, Describe)]
pub struct Received {
    pub status: u16,
    pub headers: Vec<Header>,
    pub body: String,
}

#[derive(Serialize, Describe)]
pub struct Header {
    pub name: String,
    pub value: String,
}

/// Sends one test event and waits for the result. No transaction is open meanwhile.
pub async fn test(app: Arc<App>, id: String, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let id = body::id(&id)?;
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (json, bytes) = body::json(request, app.config.limits.json).await?;
    let wanted: TestEvent = action::input(json)?;
    let key = key.map(|key| Key::new(key, &path, &bytes));
    // A client that disconnects must not leave a delivery that the journal does not know about.
    finish(async move { send_test(&app, caller, id, wanted, key.as_ref()).await }).await
}

async fn send_test(app: &App, caller: Arc<Caller>, id: Uuid, wanted: TestEvent, key: Option<&Key>) -> Result {
    let mut cx = app.engine.read(caller.clone()).await?;
    let endpoint: WebhookEndpoint = cx.get_for(id, Verb::Change).await?;
    require_switched_on(&mut cx).await?;
    let (instance, now) = (Instance::of(&cx)?, cx.now);
    drop(cx);
    if key.is_some() {
        let mut cx = app.engine.write(caller.clone()).await?;
        if let Some(answer) = earlier(&mut cx, key).await? {
            return Ok(answer.into_response());
        }
    }
    let sender = app.webhooks.as_ref().ok_or_else(|| Error::internal("the server sends no webhooks"))?;
    let known = webhook_event::all(app.engine.registry);
    let name =
        wanted.event.or_else(|| endpoint.event_types.0.first().cloned()).unwrap_or_else(|| "asset.created".into());
    let event = known.iter().find(|event| event.name == name);
    let event = event.ok_or_else(|| Error::field("event", format!("There is no event “{name}”.")))?;
    if wanted.with_pending_secret && endpoint.next_secret.is_none() {
        return Err(Error::field("with_pending_secret", "No secret rotation is in progress.").into());
    }
    let data = if endpoint.payload_format.key() == "thin" {
        json!({ "id": event.example["data"]["id"] })
    } else {
        event.example["data"].clone()
    };
    let pending = wanted.with_pending_secret;
    let (message, sent, exchange) =
        cairn_webhooks::send_test(&sender.client, &instance, &Destination::from(&endpoint), &name, data, now, pending)
            .await;
    let mut cx = app.engine.write(caller).await?;
    // Whatever the response, this was sent.
    let detail = json!({ "message": message, "outcome": exchange.outcome, "status": exchange.status });
    let about = About::object(WebhookEndpoint::PATH, id, &endpoint.name).within(endpoint.folder.uuid());
    journal::note(&mut cx, LogKind::Tested, Some(about), detail).await?;
    // The same request may have been sent twice at once: the response is that of the first to finish.
    match earlier(&mut cx, key).await {
        Ok(None) => {}
        known => {
            cx.commit().await?;
            return known.map(|answer| answer.map(Answer::into_response).unwrap_or_default());
        }
    }
    let headers =
        |pairs: Vec<(String, String)>| pairs.into_iter().map(|(name, value)| Header { name, value }).collect();
    let result = TestResult {
        delivered: exchange.is_delivered(),
        outcome: exchange.outcome,
        error: exchange.error,
        milliseconds: exchange.milliseconds,
        remote: exchange.remote,
        request: Sent {
            url: endpoint.url,
            headers: headers(exchange.request_headers),
            body: serde_json::from_slice(&sent).unwrap_or_default(),
        },
        response: exchange.status.map(|status| Received {
            status,
            headers: headers(exchange.response_headers),
            body: exchange.response_body,
        }),
    };
    let answer = Answer::new(StatusCode::OK, action::output(result)?.to_string().into_bytes());
    Ok(commit(cx, key, answer).await?.into_response())
}
