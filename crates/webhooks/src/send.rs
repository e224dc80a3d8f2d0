//! One attempt: sign the bytes, post them, report what happened.

use std::time::Duration;

use bytes::Bytes;
use cairn_domain::platform::instance::Instance;
use cairn_domain::platform::webhook::destination::sign_mode;
use cairn_domain::platform::webhook::headers;
use cairn_model::Timestamp;
use cairn_outbound::{Client, Outgoing, Target};
use cairn_webhook::Secret;

use crate::destination::Destination;

/// What was sent and what came back.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub started: Timestamp,
    pub milliseconds: i64,
    pub request_headers: Vec<(String, String)>,
    /// `delivered`, `refused_by_receiver`, or the kind of failure.
    pub outcome: &'static str,
    pub status: Option<u16>,
    pub error: Option<String>,
    pub remote: Option<String>,
    pub response_headers: Vec<(String, String)>,
    pub response_body: String,
    pub retry_after: Option<i64>,
}

impl Exchange {
    pub fn is_delivered(&self) -> bool {
        self.outcome == DELIVERED
    }
}

pub const DELIVERED: &str = "delivered";

/// Which secrets sign now.
pub enum Signing {
    /// The current ones.
    Current,
    /// The one prepared by a rotation, to test it.
    Pending,
}

/// A message on its way to an endpoint.
pub struct Attempt<'a> {
    pub client: &'a Client,
    pub instance: &'a Instance,
    pub to: &'a Destination,
    pub message: &'a str,
    pub body: Bytes,
    pub signing: Signing,
    /// The time limit in seconds, whatever the owner allows.
    pub longest: i64,
}

/// Makes one attempt. It never fails as a whole: errors are in the exchange.
pub async fn attempt(attempt: Attempt<'_>, now: Timestamp) -> Exchange {
    let Attempt { client, instance, to, message, body, signing, longest } = attempt;
    let mut exchange = Exchange {
        started: now,
        milliseconds: 0,
        request_headers: Vec::new(),
        outcome: "not_sent",
        status: None,
        error: None,
        remote: None,
        response_headers: Vec::new(),
        response_body: String::new(),
        retry_after: None,
    };
    let signature = match sign(instance, to, message, now, &body, &signing) {
        Ok(signature) => signature,
        Err(reason) => {
            exchange.error = Some(reason);
            return exchange;
        }
    };
    exchange.request_headers = vec![
        ("content-type".into(), "application/json".into()),
        ("webhook-id".into(), message.to_owned()),
        ("webhook-timestamp".into(), now.seconds().to_string()),
    ];
    exchange.request_headers.extend(signature.map(|signature| ("webhook-signature".to_owned(), signature)));
    let own = match headers::open(&instance.sealer, to.headers.as_ref()) {
        Ok(own) => own,
        Err(reason) => {
            exchange.error = Some(reason);
            return exchange;
        }
    };
    let mut headers = exchange.request_headers.clone();
    // People see that they were sent, but not their values.
    exchange.request_headers.extend(own.iter().map(|(name, _)| (name.clone(), "…".to_owned())));
    headers.extend(own);
    // The address is checked again: what was allowed when it was saved may no longer be.
    let target = match Target::parse(&to.url, &instance.outbound) {
        Ok(target) => target,
        Err(reason) => {
            (exchange.outcome, exchange.error) = ("refused", Some(reason));
            return exchange;
        }
    };
    let timeout = Duration::from_secs(to.timeout.min(longest).clamp(1, 30) as u64);
    let outcome = client.send(Outgoing { target: &target, headers, body, timeout }).await;
    exchange.milliseconds = i64::try_from(outcome.duration.as_millis()).unwrap_or(i64::MAX);
    exchange.remote = outcome.remote.map(|remote| remote.to_string());
    match outcome.result {
        Ok(response) => {
            exchange.status = Some(response.status);
            exchange.retry_after = retry_after(response.status, &response.headers);
            exchange.response_headers = response.headers;
            exchange.response_body = String::from_utf8_lossy(&response.body).into_owned();
            if (200..300).contains(&response.status) {
                exchange.outcome = DELIVERED;
            } else {
                exchange.outcome = "refused_by_receiver";
                exchange.error = Some(format!("The receiver responded with {}.", response.status));
            }
        }
        Err(failure) => (exchange.outcome, exchange.error) = (failure.kind.as_str(), Some(failure.message)),
    }
    exchange
}

fn retry_after(status: u16, headers: &[(String, String)]) -> Option<i64> {
    let found = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("retry-after"))?;
    if matches!(status, 429 | 503) { found.1.trim().parse().ok() } else { None }
}

/// The signature header; none for an endpoint without a secret.
fn sign(
    instance: &Instance,
    to: &Destination,
    message: &str,
    now: Timestamp,
    body: &[u8],
    signing: &Signing,
) -> Result<Option<String>, String> {
    let rotated = to.next_secret_at.is_some_and(|at| at <= now);
    let overlaps = to.overlap_until.is_some_and(|until| now < until);
    let sealed: Vec<&String> = match signing {
        Signing::Pending => to.next_secret.iter().collect(),
        Signing::Current if rotated && overlaps => to.next_secret.iter().chain(&to.secret).collect(),
        Signing::Current if rotated => to.next_secret.iter().collect(),
        Signing::Current => to.secret.iter().collect(),
    };
    let mode = sign_mode(to.sign_mode);
    let mut signatures = Vec::new();
    for sealed in sealed {
        let text = instance.sealer.open(sealed).map_err(|error| error.to_string())?;
        let secret = Secret::parse(&text).map_err(|error| error.to_string())?;
        signatures
            .push(cairn_webhook::sign(&secret, mode, message, now.seconds(), body).map_err(|error| error.to_string())?);
    }
    Ok((!signatures.is_empty()).then(|| signatures.join(" ")))
}
