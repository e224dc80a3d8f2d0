use super::{Evidence, TaskNode};
use crate::iam::{Folder, User};
use cairn_model::{Date, Id, Markdown, Record, Ref, Timestamp};

/// One version of a piece of evidence: its files or a link.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "evidence-revisions",
    event = "evidencerevision",
    order = "-version",
    unique = "evidence,version",
    mine = "through:evidence",
    within = "evidence",
    published_within,
    display = "(select e.name from evidences e where e.id = {t}.evidence) || ' v' || cast({t}.version as text)"
)]
pub struct EvidenceRevision {
    pub id: Id<EvidenceRevision>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable)]
    pub evidence: Ref<Evidence>,
    /// Counted from 1 for each piece of evidence. Defaults to the next number.
    #[field(min = 0, max = 1_000_000, default = 0)]
    pub version: i64,
    #[field(url, max = 2048)]
    pub link: Option<String>,
    #[field(search)]
    pub observation: Option<Markdown>,
    /// The occurrence of a task that produced it.
    #[field(on_delete = "set_null")]
    pub task_node: Option<Ref<TaskNode>>,
    /// The date the content refers to, which may differ from the upload date.
    pub effective_date: Option<Date>,
    /// Who approved this version.
    #[field(read_only, shows = "email, first_name, last_name")]
    pub approved_by: Option<Ref<User>>,
    #[field(read_only)]
    pub approved_at: Option<Timestamp>,
    #[field(read_only, default = true)]
    pub is_published: bool,
}
