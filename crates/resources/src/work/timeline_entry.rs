use super::{Evidence, Incident};
use crate::iam::{Actor, Folder};
use cairn_model::{Id, Many, Markdown, Record, Ref, Timestamp, Translations, choice};

choice! {
    /// What kind of event it is.
    pub enum EntryType {
        Detection = "detection",
        Mitigation = "mitigation",
        Observation = "observation",
        SeverityChanged = "severity_changed",
        StatusChanged = "status_changed",
    }
}

/// An event in the course of an incident.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "timeline-entries",
    event = "timelineentry",
    order = "-timestamp,-created_at",
    within = "incident",
    published_within,
    display = "{t}.entry"
)]
pub struct TimelineEntry {
    pub id: Id<TimelineEntry>,
    /// The domain of the incident.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable)]
    pub incident: Ref<Incident>,
    #[field(search, max = 200)]
    pub entry: String,
    #[field(default = "observation")]
    pub entry_type: EntryType,
    /// When it happened. Defaults to now.
    pub timestamp: Option<Timestamp>,
    /// Who reports it. Defaults to you.
    pub author: Option<Ref<Actor>>,
    #[field(search)]
    pub observation: Option<Markdown>,
    pub evidences: Many<Evidence>,
    /// Always follows the incident.
    #[field(read_only, default = true)]
    pub is_published: bool,
    /// What Cairn has recorded, in other languages. What people write is in theirs.
    #[field(read_only)]
    pub translations: Option<Translations>,
}
