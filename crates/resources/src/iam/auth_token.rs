use super::{Folder, User};
use cairn_model::{Describe, Id, Json, Record, Ref, Timestamp};
use serde::{Deserialize, Serialize};

/// What a calendar feed contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct CalendarFeed {
    /// Whether it contains only what is assigned to its owner or their teams. Defaults to true.
    #[serde(default = "only_mine")]
    pub mine: bool,
    /// The time of day at which entries begin, such as `09:00`, in the time zone of the instance. Without one, they last
    /// all day.
    #[serde(default)]
    pub at: Option<String>,
}

fn only_mine() -> bool {
    true
}

/// A personal access token: a program's key to the API with its owner's rights, or fewer.
#[derive(Debug, Clone, Record)]
#[resource(path = "iam/auth-tokens", event = "authtoken", order = "-created_at", read_only, mine = "through:user")]
pub struct AuthToken {
    pub id: Id<AuthToken>,
    pub folder: Ref<Folder>,
    pub user: Ref<User>,
    #[field(search)]
    pub name: String,
    /// When it stops working; never where it is null.
    pub expiry: Option<Timestamp>,
    /// Whether it is read-only.
    #[field(default = false)]
    pub read_only: bool,
    /// Whether it can only propose changes, for someone to approve or reject.
    #[field(default = false)]
    pub propose_only: bool,
    /// The domain, with what lies under it, that it is limited to.
    #[field(on_delete = "cascade")]
    pub domain: Option<Ref<Folder>>,
    /// What its calendar contains, if it is the key to a calendar feed. Such a token is good for nothing else.
    pub calendar: Option<Json<CalendarFeed>>,
    /// The SHA-256 of the token; the token itself is not kept.
    #[field(secret, max = 64)]
    pub digest: String,
}
