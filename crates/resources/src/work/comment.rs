use super::{AppliedControl, Finding};
use crate::iam::{Folder, User};
use cairn_model::{Id, Markdown, Record, Ref};

/// What someone says about an object, for those who work on it.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "comments",
    order = "created_at",
    mine = "through:applied_control",
    within = "applied_control,finding",
    published_within,
    display = "substr({t}.body, 1, 80)"
)]
pub struct Comment {
    pub id: Id<Comment>,
    /// The domain of what it is about.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search)]
    pub body: Markdown,
    /// Whether it still waits for someone to deal with it.
    #[field(default = true)]
    pub is_active: bool,
    #[field(immutable, on_delete = "cascade")]
    pub applied_control: Option<Ref<AppliedControl>>,
    #[field(immutable, on_delete = "cascade")]
    pub finding: Option<Ref<Finding>>,
    /// Whoever wrote it; the only one who may change its words.
    #[field(read_only, shows = "email, first_name, last_name")]
    pub author: Option<Ref<User>>,
    /// Whether its words were changed later.
    #[field(read_only, default = false)]
    pub is_tainted: bool,
    /// As visible as what it is about, whatever is asked for.
    #[field(default = true)]
    pub is_published: bool,
}
