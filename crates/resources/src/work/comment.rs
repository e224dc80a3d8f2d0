use super::{AppliedControl, Finding};
use crate::compliance::RequirementAssessment;
use crate::iam::{Folder, User};
use cairn_model::{Id, Markdown, Record, Ref};

/// A comment on an object, for the people working on it.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "comments",
    order = "created_at",
    mine = "through:applied_control",
    within = "applied_control,finding,requirement_assessment",
    published_within,
    display = "substr({t}.body, 1, 80)"
)]
pub struct Comment {
    pub id: Id<Comment>,
    /// The domain of the object it is on.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search)]
    pub body: Markdown,
    /// Whether it is unresolved.
    #[field(default = true)]
    pub is_active: bool,
    #[field(immutable, on_delete = "cascade")]
    pub applied_control: Option<Ref<AppliedControl>>,
    #[field(immutable, on_delete = "cascade")]
    pub finding: Option<Ref<Finding>>,
    #[field(immutable, on_delete = "cascade")]
    pub requirement_assessment: Option<Ref<RequirementAssessment>>,
    /// Who wrote it. Only the author can edit it.
    #[field(read_only, shows = "email, first_name, last_name")]
    pub author: Option<Ref<User>>,
    /// Whether it was edited.
    #[field(read_only, default = false)]
    pub is_tainted: bool,
    /// Always follows the object it is on.
    #[field(default = true)]
    pub is_published: bool,
}
