use super::WebhookEndpoint;
use crate::iam::Folder;
use cairn_model::{Id, Record, Ref, Timestamp, choice};

choice! {
    /// Delivery status.
    pub enum DeliveryState {
        Pending = "pending",
        /// An attempt is under way.
        Leased = "leased",
        Delivered = "delivered",
        /// Every attempt failed.
        Discarded = "discarded",
        /// The endpoint was deleted or switched off by its owner.
        Cancelled = "cancelled",
        /// Stored while the endpoint was switched off or overloaded; a replay can send it.
        Skipped = "skipped",
    }
}

/// A message to an endpoint and the outcome of its attempts.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "webhooks/deliveries",
    event = "webhookdelivery",
    order = "-created_at",
    display = "{t}.message",
    read_only
)]
pub struct WebhookDelivery {
    pub id: Id<WebhookDelivery>,
    pub folder: Ref<Folder>,
    pub endpoint: Ref<WebhookEndpoint>,
    /// The `webhook-id`, the same for every attempt.
    #[field(search, max = 40)]
    pub message: String,
    /// The event name, such as `asset.created`.
    #[field(search, max = 100)]
    pub event: String,
    pub state: DeliveryState,
    /// Attempts in the current round.
    #[field(default = 0)]
    pub attempts: i64,
    /// When the next attempt is due.
    pub next_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// The HTTP status of the last response.
    pub last_status: Option<i64>,
    /// The last error.
    #[field(max = 500)]
    pub last_error: Option<String>,
    #[field(secret, max = 40)]
    pub lease: Option<String>,
    #[field(secret)]
    pub lease_until: Option<Timestamp>,
    /// When the first attempt of the present round began.
    #[field(secret)]
    pub first_at: Option<Timestamp>,
    /// How often a worker was lost in the middle of an attempt.
    #[field(secret, default = 0)]
    pub losses: i64,
}

/// An attempt to deliver a message.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "webhooks/attempts",
    event = "webhookattempt",
    order = "-created_at",
    display = "{t}.outcome",
    read_only
)]
pub struct WebhookAttempt {
    pub id: Id<WebhookAttempt>,
    pub folder: Ref<Folder>,
    pub delivery: Ref<WebhookDelivery>,
    /// Counted from 1.
    pub number: i64,
    pub started_at: Timestamp,
    pub milliseconds: i64,
    /// `delivered`, or the type of failure.
    #[field(max = 40)]
    pub outcome: String,
    pub status: Option<i64>,
    #[field(max = 500)]
    pub error: Option<String>,
    /// The IP address the request was sent to.
    #[field(max = 64)]
    pub remote: Option<String>,
    /// The first response headers.
    #[field(max = 8192)]
    pub response_headers: Option<String>,
    /// The beginning of the response body.
    #[field(max = 20_000)]
    pub response_body: Option<String>,
}
