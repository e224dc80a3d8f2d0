use std::collections::BTreeMap;

use super::SignMode;
use crate::iam::{Folder, User};
use cairn_model::{Id, Json, Many, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// The shape in which entries of the audit log are posted.
    pub enum BodyFormat {
        /// OCSF API Activity, as security tools read it.
        Ocsf = "ocsf",
        /// The entry as the journal has it.
        Raw = "raw",
    }
}

choice! {
    /// How entries travel.
    pub enum Transport {
        /// A POST for each entry.
        Http = "http" ("HTTP"),
    }
}

/// A place that every entry of the audit log is posted to, such as a SIEM.
#[derive(Debug, Clone, Record)]
#[resource(path = "webhooks/audit-sinks", event = "auditsink", order = "-is_active,-created_at")]
pub struct AuditSink {
    pub id: Id<AuditSink>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Where entries are posted to. Who changes it becomes the owner, and secret and headers are cleared unless new ones
    /// come with it.
    #[field(url, max = 2048)]
    pub url: String,
    #[field(default = "http")]
    pub transport: Transport,
    #[field(default = "ocsf")]
    pub body_format: BodyFormat,
    #[field(default = true)]
    pub is_active: bool,
    /// Why it was switched off, if Cairn did it.
    #[field(read_only, max = 200)]
    pub disabled_reason: Option<String>,
    /// Only entries of objects in these domains and below; all that the owner may see when empty.
    pub target_folders: Many<Folder>,
    /// The person whose rights decide what it is told of: who made it, or pointed it to another address.
    #[field(read_only)]
    pub owner: Ref<User>,
    /// The domain, with what lies under it, that the owner's token was limited to: it is told of nothing else.
    #[field(read_only, on_delete = "cascade")]
    pub limited_to: Option<Ref<Folder>>,
    /// When it was last pointed to another address. What was made for the earlier one is not sent again.
    #[field(read_only)]
    pub repointed_at: Option<Timestamp>,
    /// Headers that go with every request, such as the token of the collector. Kept sealed.
    #[field(write_only)]
    pub headers: Option<Json<BTreeMap<String, String>>>,
    /// Signs the messages, if the collector checks signatures. Begins with `whsec_`.
    #[field(write_only, max = 300)]
    pub secret: Option<String>,
    /// Makes a secret and shows it once in the answer.
    #[field(input, default = false)]
    pub generate_secret: bool,
    #[field(default = "text")]
    pub sign_mode: SignMode,
    /// Seconds that one attempt may take.
    #[field(min = 1, max = 30, default = 15)]
    pub timeout: i64,
    /// Requests that may be under way at once.
    #[field(min = 1, max = 64, default = 4)]
    pub max_in_flight: i64,
}
