use std::collections::BTreeMap;

use super::SignMode;
use crate::iam::{Folder, User};
use cairn_model::{Id, Json, Many, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// The format of the entries.
    pub enum BodyFormat {
        /// OCSF API Activity, as security tools read it.
        Ocsf = "ocsf",
        /// The entry as the journal has it.
        Raw = "raw",
    }
}

choice! {
    /// How entries are sent.
    pub enum Transport {
        /// A POST for each entry.
        Http = "http" ("HTTP"),
    }
}

/// A destination, such as a SIEM, that receives every entry of the audit log.
#[derive(Debug, Clone, Record)]
#[resource(path = "webhooks/audit-sinks", event = "auditsink", order = "-is_active,-created_at")]
pub struct AuditSink {
    pub id: Id<AuditSink>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// The URL entries are posted to. Whoever changes it becomes the owner, and the secret and headers are
    /// cleared unless new ones are sent.
    #[field(url, max = 2048)]
    pub url: String,
    #[field(default = "http")]
    pub transport: Transport,
    #[field(default = "ocsf")]
    pub body_format: BodyFormat,
    #[field(default = true)]
    pub is_active: bool,
    /// Why Cairn disabled it, if it did.
    #[field(read_only, max = 200)]
    pub disabled_reason: Option<String>,
    /// Limits entries to objects in these domains and their subdomains. If empty, everything the owner can see.
    pub target_folders: Many<Folder>,
    /// The user whose permissions determine what is sent: whoever created it or last changed its URL.
    #[field(read_only)]
    pub owner: Ref<User>,
    /// The domain and subdomains the owner's token was limited to. Nothing else is sent.
    #[field(read_only, on_delete = "cascade")]
    pub limited_to: Option<Ref<Folder>>,
    /// When the URL was last changed. Messages for the previous URL are not sent again.
    #[field(read_only)]
    pub repointed_at: Option<Timestamp>,
    /// Custom headers sent with every request, such as the collector's token. Stored encrypted.
    #[field(write_only)]
    pub headers: Option<Json<BTreeMap<String, String>>>,
    /// Signs the messages, if the collector verifies signatures. Starts with `whsec_`.
    #[field(write_only, max = 300)]
    pub secret: Option<String>,
    /// Generates a secret and shows it once, in the response.
    #[field(input, default = false)]
    pub generate_secret: bool,
    #[field(default = "text")]
    pub sign_mode: SignMode,
    /// Timeout of one attempt, in seconds.
    #[field(min = 1, max = 30, default = 15)]
    pub timeout: i64,
    /// Maximum number of concurrent requests.
    #[field(min = 1, max = 64, default = 4)]
    pub max_in_flight: i64,
}
