use std::collections::BTreeMap;

use super::Campaign;
use crate::iam::{Actor, Folder, Perimeter};
use crate::library::{FieldVisibility, Framework, ScoresDefinition};
use crate::work::{AssessmentStatus, Asset, Evidence};
use cairn_model::{Date, Decimal, Id, Json, Many, Markdown, Record, Ref, choice};

choice! {
    /// How the scores of requirements make the score of the audit.
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
    mine = "named_by:requirement-assignments.compliance_assessment"
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
    /// The audit that it started from. If that is one of another framework, mappings between the two lead to the answers.
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
    /// Its scale. Defaults to that of the framework.
    pub min_score: Option<i64>,
    pub max_score: Option<i64>,
    pub scores_definition: Option<Json<ScoresDefinition>>,
    #[field(default = "average")]
    pub score_calculation_method: ScoreMethod,
    /// The score it aims for.
    pub target_score: Option<Decimal>,
    /// Counts requirements that do not apply as if they met the target.
    #[field(default = false)]
    pub anchor_na_to_target: bool,
    /// What auditors and respondents may do with each field of a requirement.
    #[field(default = "{}")]
    pub field_visibility: Json<FieldVisibility>,
    /// The outcomes that apply, by reference, as the rules of the framework decide.
    #[field(read_only, default = "{}")]
    pub computed_outcome: Json<BTreeMap<String, serde_json::Value>>,
    /// Sets results every night from the state of the controls.
    #[field(default = false)]
    pub auto_sync: bool,
    /// When it is created: creates the controls that its requirements suggest, or takes those of the domain, and links them.
    #[field(input, immutable, default = false)]
    pub create_applied_controls_from_suggestions: bool,
    pub authors: Many<Actor>,
    pub reviewers: Many<Actor>,
    pub assets: Many<Asset>,
    pub evidences: Many<Evidence>,
    #[field(default = false)]
    pub is_published: bool,
}
