//! "Send test event": one attempt, at once, with the whole exchange in the answer.

use bytes::Bytes;
use cairn_domain::platform::instance::Instance;
use cairn_engine::clock::new_id;
use cairn_model::Timestamp;
use cairn_outbound::Client;
use serde_json::{Value as Json, json};

use crate::destination::Destination;
use crate::send::{Attempt, Exchange, Signing, attempt};

/// Posts a test event that looks like a real one, signed as asked, and tells what happened.
pub async fn send_test(
    client: &Client,
    instance: &Instance,
    to: &Destination,
    event: &str,
    data: Json,
    now: Timestamp,
    with_pending_secret: bool,
) -> (String, Bytes, Exchange) {
    let id = format!("msg_{}", new_id(now).simple());
    let body = Bytes::from(json!({ "type": event, "timestamp": now, "data": data }).to_string());
    let signing = if with_pending_secret { Signing::Pending } else { Signing::Current };
    let sent = body.clone();
    let posted = Attempt { client, instance, to, message: &id, body: sent, signing, longest: to.timeout };
    let exchange = attempt(posted, now).await;
    (id, body, exchange)
}
