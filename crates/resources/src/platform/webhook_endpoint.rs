use std::collections::BTreeMap;

use crate::iam::{Folder, User};
use cairn_model::{Id, Json, Many, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// How much of the object a message carries.
    pub enum PayloadFormat {
        /// The whole object.
        Full = "full",
        /// Its id alone; the receiver fetches the rest with its own rights.
        Thin = "thin",
    }
}

choice! {
    /// How the key of the signature is read from the secret.
    pub enum SignMode {
        /// The whole secret as text.
        Text = "text",
        /// As stock Standard Webhooks libraries read it: the base64 after the prefix.
        Standard = "standard",
        /// Both signatures.
        Both = "both",
    }
}

/// A place that is told of changes as they happen.
#[derive(Debug, Clone, Record)]
#[resource(path = "webhooks/endpoints", event = "webhookendpoint", order = "-is_active,-created_at")]
pub struct WebhookEndpoint {
    pub id: Id<WebhookEndpoint>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Where messages are posted to. Who changes it becomes the owner, and secrets and headers are cleared unless new ones
    /// come with it.
    #[field(url, max = 2048)]
    pub url: String,
    /// The events it is told of; `/api/webhooks/event-types/` lists them.
    pub event_types: Json<Vec<String>>,
    #[field(default = "full")]
    pub payload_format: PayloadFormat,
    #[field(default = "text")]
    pub sign_mode: SignMode,
    #[field(default = true)]
    pub is_active: bool,
    /// Why it was switched off, if Cairn did it.
    #[field(read_only, max = 200)]
    pub disabled_reason: Option<String>,
    /// Only objects of these domains; all that the owner may see when empty.
    pub target_folders: Many<Folder>,
    /// Whether the domains below them count too.
    #[field(default = false)]
    pub include_subfolders: bool,
    /// The person whose rights decide what it is told of: who made it, or pointed it to another address.
    #[field(read_only)]
    pub owner: Ref<User>,
    /// The domain, with what lies under it, that the owner's token was limited to: it is told of nothing else.
    #[field(read_only, on_delete = "cascade")]
    pub limited_to: Option<Ref<Folder>>,
    /// When it was last pointed to another address. What was made for the earlier one is not sent again.
    #[field(read_only)]
    pub repointed_at: Option<Timestamp>,
    /// Seconds that one attempt may take.
    #[field(min = 1, max = 30, default = 15)]
    pub timeout: i64,
    /// Requests that may be under way at once.
    #[field(min = 1, max = 64, default = 4)]
    pub max_in_flight: i64,
    /// Signs the messages. Begins with `whsec_`, with 24 to 100 characters more.
    #[field(write_only, max = 300)]
    pub secret: Option<String>,
    /// Makes a secret and shows it once in the answer.
    #[field(input, default = false)]
    pub generate_secret: bool,
    /// Headers that go with every request, such as what a gateway asks for. Kept sealed.
    #[field(write_only)]
    pub headers: Option<Json<BTreeMap<String, String>>>,
    #[field(secret, max = 300)]
    pub next_secret: Option<String>,
    /// When the secret of a rotation begins to sign.
    #[field(read_only)]
    pub next_secret_at: Option<Timestamp>,
    /// Until when the old secret signs as well, after a rotation that asked for it.
    #[field(read_only)]
    pub overlap_until: Option<Timestamp>,
}
