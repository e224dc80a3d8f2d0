use serde_json::Value;

use crate::iam::{Folder, User};
use cairn_model::{Id, Json, Markdown, Record, Ref, Timestamp, choice};

choice! {
    /// What became of the draft.
    pub enum DraftStatus {
        /// It can still be changed.
        Open = "open",
        /// Its changes were made.
        Applied = "applied",
        Discarded = "discarded",
    }
}

/// A named set of changes on top of the present. Everything can be viewed as if they had been made; then they are applied
/// together or discarded.
#[derive(Debug, Clone, Record)]
#[resource(path = "what-if-drafts", event = "whatifdraft", order = "-created_at")]
pub struct WhatIfDraft {
    pub id: Id<WhatIfDraft>,
    /// The domain it belongs to. It determines who can see it once it is shared.
    pub folder: Ref<Folder>,
    #[field(search, max = 200)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Whether everyone who can view what-if drafts in its domain sees it. Otherwise only its author does.
    #[field(default = false)]
    pub is_shared: bool,
    #[field(read_only, default = "open")]
    pub status: DraftStatus,
    /// Number of changes it makes.
    #[field(read_only, default = 0)]
    pub step_count: i64,
    /// Who made it, if the account still exists. Only they can add steps.
    #[field(read_only)]
    pub author: Option<Ref<User>>,
    /// The author's email address at the time.
    #[field(read_only, search, blank, max = 254, default = "")]
    pub author_label: String,
    /// Who applied or discarded it, if the account still exists.
    #[field(read_only)]
    pub closed_by: Option<Ref<User>>,
    #[field(read_only, max = 254)]
    pub closed_by_label: Option<String>,
    #[field(read_only)]
    pub closed_at: Option<Timestamp>,
    /// Its changes, as they are run; answers show them as `steps`.
    #[field(secret, default = "[]")]
    pub stored_steps: Json<Value>,
}
