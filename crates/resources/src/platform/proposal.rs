use serde_json::Value;

use crate::iam::{AuthToken, Folder, User};
use cairn_model::{Id, Json, Record, Ref, Timestamp, choice};

choice! {
    /// The decision on the proposal.
    pub enum ProposalStatus {
        /// Nobody has decided yet.
        Pending = "pending",
        /// It was approved, and the change was made.
        Approved = "approved",
        Rejected = "rejected",
    }
}

choice! {
    /// The type of change.
    pub enum ProposalKind {
        Create = "create",
        Update = "update",
        /// All fields at once; those that were left out go back to their defaults.
        Replace = "replace",
        Delete = "delete",
        /// The same for many objects.
        Batch = "batch",
        /// An earlier state comes back.
        Restore = "restore",
        /// One of the resource's own actions.
        Action = "action",
    }
}

/// A change requested with a propose-only token. It is applied when someone approves it, with the approver's
/// permissions.
#[derive(Debug, Clone, Record)]
#[resource(path = "proposals", order = "-created_at", read_only)]
pub struct Proposal {
    pub id: Id<Proposal>,
    /// The domain of the object to be changed.
    pub folder: Ref<Folder>,
    /// A summary of the proposed change.
    #[field(search, max = 400)]
    pub name: String,
    #[field(default = "pending")]
    pub status: ProposalStatus,
    pub kind: ProposalKind,
    /// The resource to be changed, such as `assets`.
    #[field(max = 100)]
    pub resource: String,
    pub object_id: Option<Id<Proposal>>,
    /// The action to run, if any.
    #[field(max = 100)]
    pub action: Option<String>,
    /// The HTTP method of the request.
    #[field(max = 10)]
    pub method: String,
    /// The path of the request.
    #[field(max = 400)]
    pub request_path: String,
    /// The author's note.
    #[field(search, max = 2000)]
    pub note: Option<String>,
    /// The version of the object it was based on.
    #[field(max = 100)]
    pub etag: Option<String>,
    /// Number of objects it would change.
    #[field(default = 0)]
    pub change_count: i64,
    /// The owner of the token, if the account still exists.
    pub author: Option<Ref<User>>,
    /// The email address of the token's owner at the time.
    #[field(search, max = 254)]
    pub author_label: String,
    /// The access token, if it still exists.
    pub token: Option<Ref<AuthToken>>,
    /// Who decided, if the account still exists.
    pub decided_by: Option<Ref<User>>,
    #[field(max = 254)]
    pub decided_by_label: Option<String>,
    pub decided_at: Option<Timestamp>,
    /// The reason for the decision.
    #[field(search, max = 2000)]
    pub reason: Option<String>,
    /// The request as it is run; answers show it as `body`.
    #[field(secret, default = "{}")]
    pub request: Json<Value>,
    /// What it would change, in the journal's form; answers show it as `changes`.
    #[field(secret, default = "[]")]
    pub difference: Json<Value>,
}
