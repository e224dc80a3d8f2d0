use serde_json::Value;

use crate::iam::{AuthToken, Folder, User};
use cairn_model::{Id, Json, LogKind, Record, Ref, Timestamp, choice};

choice! {
    /// How the change was made.
    pub enum LogOrigin {
        /// A person in a browser.
        Session = "session",
        /// A program with a token of a person or of a service account.
        Token = "token",
        /// The operator, with a command on the server.
        CommandLine = "command_line",
        /// The background worker.
        Worker = "worker",
        /// A job that someone asked for, with their rights.
        Job = "job",
        /// Cairn itself: set-up, schedules.
        System = "system",
        /// The identity provider, by SCIM.
        Provisioning = "provisioning",
    }
}

/// A record of what happened: who, when, from where, and what exactly. Entries cannot be changed.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "log-entries",
    event = "logentry",
    order = "-at,-seq",
    display = "coalesce({t}.object_name, {t}.kind)",
    read_only
)]
pub struct LogEntry {
    pub id: Id<LogEntry>,
    /// The domain the object was in at the time.
    pub folder: Ref<Folder>,
    /// The position in the journal.
    pub seq: i64,
    pub at: Timestamp,
    pub kind: LogKind,
    /// The resource of the object, if any.
    #[field(blank, max = 100)]
    pub resource: String,
    pub object_id: Option<Id<LogEntry>>,
    /// The name of the object at the time.
    #[field(search)]
    pub object_name: Option<String>,
    pub origin: LogOrigin,
    /// The user, if the account still exists.
    pub actor: Option<Ref<User>>,
    /// The user's email address, or the part of Cairn that acted.
    #[field(search)]
    pub actor_label: String,
    /// The access token that was used, if it still exists.
    pub token: Option<Ref<AuthToken>>,
    /// The IP address the request came from.
    #[field(search, max = 64)]
    pub address: Option<String>,
    /// The request id, as in the `X-Request-Id` response header and the server log.
    #[field(search, max = 64)]
    pub request: Option<String>,
    /// As the journal has it; answers show it cut to what the caller may see.
    #[field(secret, default = "{}")]
    pub data: Json<Value>,
}
