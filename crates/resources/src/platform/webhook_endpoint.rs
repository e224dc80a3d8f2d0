use std::collections::BTreeMap;

use crate::iam::{Folder, User};
use cairn_model::{Id, Json, Many, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// How much of the object is included in messages.
    pub enum PayloadFormat {
        /// The whole object.
        Full = "full",
        /// Its id alone; the receiver fetches the rest with its own rights.
        Thin = "thin",
    }
}

choice! {
    /// How the signing key is derived from the secret.
    pub enum SignMode {
        /// The whole secret as text.
        Text = "text",
        /// As stock Standard Webhooks libraries read it: the base64 after the prefix.
        Standard = "standard",
        /// Both signatures.
        Both = "both",
    }
}

/// A URL that is notified of changes as they happen.
#[derive(Debug, Clone, Record)]
#[resource(path = "webhooks/endpoints", event = "webhookendpoint", order = "-is_active,-created_at")]
pub struct WebhookEndpoint {
    pub id: Id<WebhookEndpoint>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// The URL messages are posted to. Whoever changes it becomes the owner, and the secret and headers are
    /// cleared unless new ones are sent.
    #[field(url, max = 2048)]
    pub url: String,
    /// The events it receives; see `/api/webhooks/event-types/`.
    pub event_types: Json<Vec<String>>,
    #[field(default = "full")]
    pub payload_format: PayloadFormat,
    #[field(default = "text")]
    pub sign_mode: SignMode,
    #[field(default = true)]
    pub is_active: bool,
    /// Why Cairn disabled it, if it did.
    #[field(read_only, max = 200)]
    pub disabled_reason: Option<String>,
    /// Limits events to objects in these domains. If empty, everything the owner can see.
    pub target_folders: Many<Folder>,
    /// Whether subdomains are included.
    #[field(default = false)]
    pub include_subfolders: bool,
    /// The user whose permissions determine what is sent: whoever created it or last changed its URL.
    #[field(read_only)]
    pub owner: Ref<User>,
    /// The domain and subdomains the owner's token was limited to. Nothing else is sent.
    #[field(read_only, on_delete = "cascade")]
    pub limited_to: Option<Ref<Folder>>,
    /// When the URL was last changed. Messages for the previous URL are not sent again.
    #[field(read_only)]
    pub repointed_at: Option<Timestamp>,
    /// Timeout of one attempt, in seconds.
    #[field(min = 1, max = 30, default = 15)]
    pub timeout: i64,
    /// Maximum number of concurrent requests.
    #[field(min = 1, max = 64, default = 4)]
    pub max_in_flight: i64,
    /// Signs the messages. Starts with `whsec_`, followed by 24 to 100 characters.
    #[field(write_only, max = 300)]
    pub secret: Option<String>,
    /// Generates a secret and shows it once, in the response.
    #[field(input, default = false)]
    pub generate_secret: bool,
    /// Custom headers sent with every request, such as an API key for a gateway. Stored encrypted.
    #[field(write_only)]
    pub headers: Option<Json<BTreeMap<String, String>>>,
    #[field(secret, max = 300)]
    pub next_secret: Option<String>,
    /// When the new secret takes over.
    #[field(read_only)]
    pub next_secret_at: Option<Timestamp>,
    /// Until when the previous secret also signs messages after a rotation.
    #[field(read_only)]
    pub overlap_until: Option<Timestamp>,
}
