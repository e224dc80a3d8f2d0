use serde_json::Value;

use crate::iam::{Folder, User};
use cairn_model::{File, Id, Json, Record, Ref, Timestamp, choice};

choice! {
    /// How far a job is.
    pub enum JobState {
        /// It waits for its time, or for a free place.
        Queued = "queued",
        Running = "running",
        Done = "done",
        /// It did not work out, and is not tried again by itself.
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

/// Something that Cairn does later, or regularly: a long export, a clean-up. You see the jobs that you asked for;
/// administrators see all.
#[derive(Debug, Clone, Record)]
#[resource(path = "jobs", event = "job", order = "-created_at", read_only, mine = "through:requested_by")]
pub struct Job {
    pub id: Id<Job>,
    pub folder: Ref<Folder>,
    /// What it does, in words.
    #[field(search, max = 400)]
    pub name: String,
    /// Which kind of job it is, such as `domain-export`.
    #[field(search, max = 100)]
    pub kind: String,
    #[field(default = "queued")]
    pub state: JobState,
    /// How much of it is done, in percent.
    #[field(default = 0, min = 0, max = 100)]
    pub progress: i64,
    /// What it is doing right now.
    #[field(max = 400)]
    pub step: Option<String>,
    /// Who asked for it; nobody where Cairn does it by itself.
    pub requested_by: Option<Ref<User>>,
    /// When it is due, for the first time or again.
    pub due_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// How often it was begun.
    #[field(default = 0)]
    pub attempts: i64,
    /// What went wrong the last time.
    #[field(max = 2000)]
    pub error: Option<String>,
    /// What came of it.
    pub result: Option<Json<Value>>,
    /// The file that it made; `download` gives it.
    pub file: Option<File>,
    /// What it was asked to do.
    #[field(secret, default = "{}")]
    pub input: Json<Value>,
    /// Where it goes on when it is begun again.
    #[field(secret)]
    pub checkpoint: Option<Json<Value>>,
    /// The e-mail address of who asked for it, then.
    #[field(secret, max = 254)]
    pub requested_by_label: Option<String>,
    /// Whether the token that it was asked for with may only read.
    #[field(secret, default = false)]
    pub limit_read_only: bool,
    /// The domain that the token is limited to.
    #[field(secret)]
    pub limit_folder: Option<Ref<Folder>>,
    #[field(secret, max = 40)]
    pub lease: Option<String>,
    #[field(secret)]
    pub lease_until: Option<Timestamp>,
    /// How often a worker was lost in the middle of it.
    #[field(secret, default = 0)]
    pub losses: i64,
}
