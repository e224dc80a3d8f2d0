use serde_json::Value;

use crate::iam::{Folder, User};
use cairn_model::{File, Id, Json, Record, Ref, Timestamp, choice};

choice! {
    /// The state of the job.
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

/// Background work, such as a long export or a clean-up. You see the jobs you started; administrators see all of
/// them.
#[derive(Debug, Clone, Record)]
#[resource(path = "jobs", event = "job", order = "-created_at", read_only, mine = "through:requested_by")]
pub struct Job {
    pub id: Id<Job>,
    pub folder: Ref<Folder>,
    /// What the job does.
    #[field(search, max = 400)]
    pub name: String,
    /// The type of job, such as `domain-export`.
    #[field(search, max = 100)]
    pub kind: String,
    #[field(default = "queued")]
    pub state: JobState,
    /// Completion in percent.
    #[field(default = 0, min = 0, max = 100)]
    pub progress: i64,
    /// The current step.
    #[field(max = 400)]
    pub step: Option<String>,
    /// Who started it. Empty for Cairn's own jobs.
    pub requested_by: Option<Ref<User>>,
    /// When it will run, or run again.
    pub due_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// How many times it has been started.
    #[field(default = 0)]
    pub attempts: i64,
    /// The last error.
    #[field(max = 2000)]
    pub error: Option<String>,
    /// The result.
    pub result: Option<Json<Value>>,
    /// The file it created; get it with `download`.
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
