use std::collections::BTreeMap;

use super::Campaign;
use crate::iam::{Actor, Folder, Perimeter};
use crate::library::{FieldVisibility, Framework, ScoresDefinition};
use crate::work::{AssessmentStatus, Asset, Evidence};
use cairn_model::{Date, Decimal, Id, Json, Many, Markdown, Record, Ref, choice};

choice! {
    /// How requirement scores add up to the audit's score.
    pub enum ScoreMethod {
        Average = "average",
        Sum = "sum",
        AverageOfAverages = "average_of_averages" ("Average of averages"),
    }
}

/// An audit: a framework, assessed requirement by requirement.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "compliance-assessments",
    event = "complianceassessment",
    unique = "folder,name,version",
    mine = "named_by:requirement-assignments.compliance_assessment",
    carries = "metrics"
)]
pub struct ComplianceAssessment {
    pub id: Id<ComplianceAssessment>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(
        immutable,
        on_delete = "protect",
        shows = "urn, name, ref_id, min_score, max_score, implementation_groups_definition"
    )]
    pub framework: Ref<Framework>,
    /// The audit it starts from. If that audit uses another framework, answers are carried over through mappings.
    #[field(immutable)]
    pub baseline: Option<Ref<ComplianceAssessment>>,
    /// The campaign that it belongs to.
    #[field(read_only)]
    pub campaign: Option<Ref<Campaign>>,
    #[field(shows = "folder")]
    pub perimeter: Option<Ref<Perimeter>>,
    #[field(default = "planned")]
    pub status: Option<AssessmentStatus>,
    #[field(max = 100, default = "1.0")]
    pub version: Option<String>,
    /// When it should be finished.
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    /// When locked, its requirements cannot be changed.
    #[field(default = false)]
    pub is_locked: bool,
    pub observation: Option<Markdown>,
    /// The groups it covers, by reference. None means the whole framework.
    #[field(default = "[]")]
    pub selected_implementation_groups: Json<Vec<String>>,
    /// Defaults to the framework's scale.
    pub min_score: Option<i64>,
    pub max_score: Option<i64>,
    pub scores_definition: Option<Json<ScoresDefinition>>,
    #[field(default = "average")]
    pub score_calculation_method: ScoreMethod,
    /// The score to reach.
    pub target_score: Option<Decimal>,
    /// Counts requirements that do not apply as meeting the target.
    #[field(default = false)]
    pub anchor_na_to_target: bool,
    /// What auditors and respondents may do with each field of a requirement.
    #[field(default = "{}")]
    pub field_visibility: Json<FieldVisibility>,
    /// The outcomes that apply, by reference, as the rules of the framework decide.
    #[field(read_only, default = "{}")]
    pub computed_outcome: Json<BTreeMap<String, serde_json::Value>>,
    /// Updates results from the status of controls every night.
    #[field(default = false)]
    pub auto_sync: bool,
    /// On creation, adds the controls that its requirements suggest, reusing those of the domain, and links them.
    #[field(input, immutable, default = false)]
    pub create_applied_controls_from_suggestions: bool,
    pub authors: Many<Actor>,
    pub reviewers: Many<Actor>,
    pub assets: Many<Asset>,
    pub evidences: Many<Evidence>,
    #[field(default = false)]
    pub is_published: bool,
}
