use serde_json::Value;

use crate::iam::{AuthToken, Folder, User};
use cairn_model::{Id, Json, LogKind, Record, Ref, Timestamp, choice};

choice! {
    /// By which way it came in.
    pub enum LogOrigin {
        /// A person in a browser.
        Session = "session",
        /// A program with a personal access token.
        Token = "token",
        /// The operator, with a command on the server.
        CommandLine = "command_line",
        /// The background worker.
        Worker = "worker",
        /// A job that someone asked for, with their rights.
        Job = "job",
        /// Cairn itself: set-up, schedules.
        System = "system",
    }
}

/// Something that happened: who, when, from where, and what exactly. Nobody can change it.
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
    /// The domain that the object was in, then.
    pub folder: Ref<Folder>,
    /// The place in the journal; it only grows.
    pub seq: i64,
    pub at: Timestamp,
    pub kind: LogKind,
    /// The path of the object's resource; empty where there is none.
    #[field(blank, max = 100)]
    pub resource: String,
    pub object_id: Option<Id<LogEntry>>,
    /// What the object was called, then.
    #[field(search)]
    pub object_name: Option<String>,
    pub origin: LogOrigin,
    /// The person, while the account is there.
    pub actor: Option<Ref<User>>,
    /// The e-mail address of the person, or the part of Cairn that acted.
    #[field(search)]
    pub actor_label: String,
    /// The token that was used, while it is there.
    pub token: Option<Ref<AuthToken>>,
    /// The network address that the request came from.
    #[field(search, max = 64)]
    pub address: Option<String>,
    /// The id of the request, as in the answer's `X-Request-Id` and in the server's log.
    #[field(search, max = 64)]
    pub request: Option<String>,
    /// As the journal has it; answers show it cut to what the caller may see.
    #[field(secret, default = "{}")]
    pub data: Json<Value>,
}
