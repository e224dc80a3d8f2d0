use crate::iam::{Actor, Folder, Perimeter};
use crate::library::RiskMatrix;
use crate::work::AssessmentStatus;
use cairn_model::{Date, Id, Many, Markdown, Record, Ref};

/// A set of risk scenarios, rated with the same matrix.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "risk-assessments",
    event = "riskassessment",
    unique = "folder,name,version",
    mine = "authors",
    carries = "metrics"
)]
pub struct RiskAssessment {
    pub id: Id<RiskAssessment>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(shows = "folder")]
    pub perimeter: Option<Ref<Perimeter>>,
    /// How risks are rated. If you choose another matrix, ratings that it does not have move to the nearest ones.
    #[field(on_delete = "protect")]
    pub risk_matrix: Ref<RiskMatrix>,
    /// The highest level of risk that is acceptable, counted from 0. -1 if there is none.
    #[field(min = -1, default = -1)]
    pub risk_tolerance: i64,
    #[field(default = "planned")]
    pub status: Option<AssessmentStatus>,
    #[field(max = 100, default = "1.0")]
    pub version: Option<String>,
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    /// When locked, its scenarios cannot be changed.
    #[field(default = false)]
    pub is_locked: bool,
    /// Every night, scenarios whose planned controls are all active take their residual risk as the current risk.
    #[field(default = false)]
    pub auto_sync: bool,
    pub observation: Option<Markdown>,
    pub authors: Many<Actor>,
    pub reviewers: Many<Actor>,
    #[field(default = false)]
    pub is_published: bool,
}
