use super::Rule;
use crate::iam::Folder;
use crate::work::{Finding, Severity, TaskTemplate};
use cairn_model::{AnyRef, Id, Markdown, Record, Ref, Timestamp, Translations, choice};

choice! {
    /// Whether the rule applies to the object.
    pub enum MatchState { Open = "open", Closed = "closed" }
}

/// An object that a rule has found. It is open while the rule applies to the object.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "rule-matches",
    event = "rulematch",
    order = "-opened_at",
    unique = "rule,object",
    display = "(select w.name from rules w where w.id = {t}.rule)"
)]
pub struct RuleMatch {
    pub id: Id<RuleMatch>,
    /// The domain of the object.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(read_only)]
    pub rule: Ref<Rule>,
    /// The object it is about.
    #[field(read_only)]
    pub object: AnyRef,
    #[field(read_only)]
    pub severity: Severity,
    #[field(read_only)]
    pub state: MatchState,
    /// Why the rule applies, or did until it was closed.
    #[field(read_only, max = 4000)]
    pub reason: String,
    /// When it was opened the last time.
    #[field(read_only)]
    pub opened_at: Timestamp,
    #[field(read_only)]
    pub closed_at: Option<Timestamp>,
    /// How often it was opened.
    #[field(read_only)]
    pub times_opened: i64,
    /// The task that was created for it.
    #[field(read_only)]
    pub task: Option<Ref<TaskTemplate>>,
    /// The finding that was created for it.
    #[field(read_only)]
    pub finding: Option<Ref<Finding>>,
    /// What people have to say about it.
    #[field(search)]
    pub observation: Option<Markdown>,
    #[field(read_only)]
    pub translations: Option<Translations>,
}
