use super::Evidence;
use crate::catalogue::FilteringLabel;
use crate::iam::{Actor, Folder, Perimeter};
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// Progress status.
    pub enum AssessmentStatus {
        Planned = "planned",
        InProgress = "in_progress",
        InReview = "in_review",
        Done = "done",
        Deprecated = "deprecated",
    }
}

choice! {
    /// Where the findings come from.
    pub enum FindingsCategory {
        Undefined = "--",
        Pentest = "pentest",
        ThreatHunting = "threat_hunting",
        RedTeaming = "red_teaming",
        Audit = "audit",
        SelfIdentified = "self_identified" ("Self-identified"),
        Posture = "posture" ("Posture follow-up"),
        ResponsibleDisclosure = "responsible_disclosure",
    }
}

/// A pentest, an audit or another source of findings, and their follow-up.
#[derive(Debug, Clone, Record)]
#[resource(path = "findings-assessments", unique = "folder,name,version", mine = "authors", carries = "metrics")]
pub struct FindingsAssessment {
    pub id: Id<FindingsAssessment>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(shows = "folder")]
    pub perimeter: Option<Ref<Perimeter>>,
    #[field(default = "--")]
    pub category: FindingsCategory,
    #[field(default = "planned")]
    pub status: Option<AssessmentStatus>,
    #[field(max = 100, default = "1.0")]
    pub version: Option<String>,
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    /// When the findings were reported.
    pub reported_at: Option<Date>,
    /// When locked, its findings cannot be changed.
    #[field(default = false)]
    pub is_locked: bool,
    pub observation: Option<Markdown>,
    pub authors: Many<Actor>,
    pub reviewers: Many<Actor>,
    pub evidences: Many<Evidence>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    #[field(default = false)]
    pub is_published: bool,
}
