use crate::iam::{Actor, Folder, User};
use crate::work::{FindingsAssessment, Severity};
use cairn_model::{Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// What happens when a rule finds something.
    pub enum RuleAction {
        /// It is listed among the matches.
        Note = "note",
        /// The owners get a task.
        Task = "task" ("Create a task"),
        /// It becomes a finding.
        Finding = "finding" ("Create a finding"),
        /// The owners are notified.
        Notification = "notification" ("Notify the owners"),
    }
}

/// A condition that is watched: an expression over the fields and links of objects. Each object for which it is true is a
/// match, which opens and closes by itself.
#[derive(Debug, Clone, Record)]
#[resource(path = "rules", unique = "folder,name", mine = "owner")]
pub struct Rule {
    pub id: Id<Rule>,
    /// The rule watches objects in this domain and its subdomains.
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    /// Why it matters, and what to do about a match.
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    /// While it is off, it has no open matches.
    #[field(default = true)]
    pub is_active: bool,
    /// What is watched: the path of a resource, such as `applied-controls`.
    #[field(immutable, max = 100)]
    pub resource: String,
    /// In CEL, true for the objects to find: `object.status == "active" && object.owner.size() == 0`. See
    /// `/api/rules/fields/` for what it can use.
    #[field(max = 2000)]
    pub expression: String,
    #[field(default = 2)]
    pub severity: Severity,
    /// Who deals with matches.
    pub owner: Many<Actor>,
    #[field(default = "note")]
    pub action: RuleAction,
    /// Where findings are added, for the action `finding`.
    pub findings_assessment: Option<Ref<FindingsAssessment>>,
    /// In how many days a task or finding is due. It has no due date if this is empty.
    #[field(min = 0, max = 3650)]
    pub due_in_days: Option<i64>,
    /// The user whose permissions determine what the rule sees and does: whoever created it, or last changed what it
    /// watches or does.
    #[field(read_only)]
    pub created_by: Option<Ref<User>>,
    /// The domain and subdomains that this user's token was limited to.
    #[field(read_only, on_delete = "cascade")]
    pub limited_to: Option<Ref<Folder>>,
    /// Whether people in subdomains can see it.
    #[field(default = true)]
    pub is_published: bool,
}
