use crate::iam::{Folder, Perimeter};
use crate::library::Framework;
use cairn_model::{Date, Id, Json, Many, Markdown, Record, Ref, choice};

choice! {
    /// Where a campaign stands.
    pub enum CampaignStatus {
        Draft = "draft",
        InProgress = "in_progress",
        InReview = "in_review",
        Done = "done",
        Deprecated = "deprecated",
    }
}

/// A round of audits: one for each perimeter and framework.
#[derive(Debug, Clone, Record)]
#[resource(path = "campaigns", event = "campaign", unique = "folder,name")]
pub struct Campaign {
    pub id: Id<Campaign>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(default = "draft")]
    pub status: Option<CampaignStatus>,
    pub start_date: Option<Date>,
    /// When its audits should be finished.
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    /// The groups that its audits cover, by reference. Each audit takes those that its framework has. None means all.
    #[field(default = "[]")]
    pub selected_implementation_groups: Json<Vec<String>>,
    #[field(shows = "urn, ref_id")]
    pub frameworks: Many<Framework>,
    #[field(shows = "folder")]
    pub perimeters: Many<Perimeter>,
    #[field(default = false)]
    pub is_published: bool,
}
