use serde_json::Value;

use crate::iam::{AuthToken, Folder, User};
use cairn_model::{Id, Json, Record, Ref, Timestamp, choice};

choice! {
    /// What was decided about a proposal.
    pub enum ProposalStatus {
        /// Nobody has decided yet.
        Pending = "pending",
        /// It was approved, and the change was made.
        Approved = "approved",
        Rejected = "rejected",
    }
}

choice! {
    /// What is proposed.
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

/// A change that was asked for with a token that may only propose. It is made when a person approves it, by the rights of
/// that person.
#[derive(Debug, Clone, Record)]
#[resource(path = "proposals", order = "-created_at", read_only)]
pub struct Proposal {
    pub id: Id<Proposal>,
    /// The domain of what would be changed.
    pub folder: Ref<Folder>,
    /// What is proposed, in words.
    #[field(search, max = 400)]
    pub name: String,
    #[field(default = "pending")]
    pub status: ProposalStatus,
    pub kind: ProposalKind,
    /// The path of the resource that would be changed, such as `assets`.
    #[field(max = 100)]
    pub resource: String,
    pub object_id: Option<Id<Proposal>>,
    /// The action, where one would be run.
    #[field(max = 100)]
    pub action: Option<String>,
    /// The method of the request.
    #[field(max = 10)]
    pub method: String,
    /// The path of the request.
    #[field(max = 400)]
    pub request_path: String,
    /// What the proposer says about it.
    #[field(search, max = 2000)]
    pub note: Option<String>,
    /// The tag of the object's state that it was based on.
    #[field(max = 100)]
    pub etag: Option<String>,
    /// How many objects it would change.
    #[field(default = 0)]
    pub change_count: i64,
    /// Whose token it was, while the account is there.
    pub author: Option<Ref<User>>,
    /// The e-mail address of the token's owner, then.
    #[field(search, max = 254)]
    pub author_label: String,
    /// The token, while it is there.
    pub token: Option<Ref<AuthToken>>,
    /// Who decided, while the account is there.
    pub decided_by: Option<Ref<User>>,
    #[field(max = 254)]
    pub decided_by_label: Option<String>,
    pub decided_at: Option<Timestamp>,
    /// Why it was decided so.
    #[field(search, max = 2000)]
    pub reason: Option<String>,
    /// The request as it is run; answers show it as `body`.
    #[field(secret, default = "{}")]
    pub request: Json<Value>,
    /// What it would change, in the journal's form; answers show it as `changes`.
    #[field(secret, default = "[]")]
    pub difference: Json<Value>,
}
