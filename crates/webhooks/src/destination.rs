//! What the sender needs to know about a destination, be it an endpoint or an audit sink.

use cairn_domain::platform::webhook::headers::Headers;
use cairn_model::Timestamp;
use cairn_resources::platform::{AuditSink, PayloadFormat, SignMode, WebhookEndpoint};
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Destination {
    pub id: Uuid,
    pub url: String,
    pub format: PayloadFormat,
    pub sign_mode: SignMode,
    /// Encrypted.
    pub secret: Option<String>,
    pub next_secret: Option<String>,
    pub next_secret_at: Option<Timestamp>,
    pub overlap_until: Option<Timestamp>,
    pub headers: Option<Headers>,
    /// Seconds.
    pub timeout: i64,
}

impl From<&WebhookEndpoint> for Destination {
    fn from(endpoint: &WebhookEndpoint) -> Self {
        Self {
            id: endpoint.id.uuid(),
            url: endpoint.url.clone(),
            format: endpoint.payload_format,
            sign_mode: endpoint.sign_mode,
            secret: endpoint.secret.clone(),
            next_secret: endpoint.next_secret.clone(),
            next_secret_at: endpoint.next_secret_at,
            overlap_until: endpoint.overlap_until,
            headers: endpoint.headers.clone(),
            timeout: endpoint.timeout,
        }
    }
}

impl From<&AuditSink> for Destination {
    fn from(sink: &AuditSink) -> Self {
        Self {
            id: sink.id.uuid(),
            url: sink.url.clone(),
            format: PayloadFormat::Full,
            sign_mode: sink.sign_mode,
            secret: sink.secret.clone(),
            next_secret: None,
            next_secret_at: None,
            overlap_until: None,
            headers: sink.headers.clone(),
            timeout: sink.timeout,
        }
    }
}
