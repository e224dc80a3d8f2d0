use super::ComplianceAssessment;
use crate::iam::Folder;
use crate::library::RequirementNode;
use crate::work::{AppliedControl, Evidence, SecurityException};
use cairn_model::{Date, Decimal, Id, Json, Many, Markdown, Record, Ref, choice};

choice! {
    /// Where the assessment of a requirement stands.
    pub enum RequirementStatus {
        ToDo = "to_do",
        InProgress = "in_progress",
        InReview = "in_review",
        Done = "done",
    }
}

choice! {
    /// Whether a requirement is met.
    pub enum ComplianceResult {
        NotAssessed = "not_assessed",
        PartiallyCompliant = "partially_compliant",
        NonCompliant = "non_compliant" ("Non-compliant"),
        Compliant = "compliant",
        NotApplicable = "not_applicable",
    }
}

choice! {
    /// What an auditor found beyond the result.
    pub enum ExtendedResult {
        MajorNonconformity = "major_nonconformity",
        MinorNonconformity = "minor_nonconformity",
        Observation = "observation_sensitive_point" ("Observation / sensitive point"),
        Opportunity = "opportunity_for_improvement",
        GoodPractice = "good_practice",
    }
}

impl ExtendedResult {
    /// Whether it says that something is missing.
    pub const fn is_nonconformity(self) -> bool {
        matches!(self, Self::MajorNonconformity | Self::MinorNonconformity)
    }
}

choice! {
    /// Whether the respondent agrees.
    pub enum RespondentAlignment {
        Yes = "yes",
        No = "no",
        InProgress = "in_progress",
        NotApplicable = "not_applicable",
    }
}

/// A requirement in an audit.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "requirement-assessments",
    event = "requirementassessment",
    order = "order_id",
    unique = "compliance_assessment,requirement",
    within = "compliance_assessment",
    published_within,
    mine = "named_by:requirement-assignments.requirement_assessments",
    display = "(select trim(coalesce(n.ref_id, '') || ' ' || coalesce(n.name, '')) from requirement_nodes n where n.id = {t}.requirement)"
)]
pub struct RequirementAssessment {
    pub id: Id<RequirementAssessment>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable, shows = "name, is_locked, min_score, max_score, score_calculation_method")]
    pub compliance_assessment: Ref<ComplianceAssessment>,
    #[field(immutable, on_delete = "protect", shows = "urn, ref_id, name, assessable, parent_urn")]
    pub requirement: Ref<RequirementNode>,
    /// Its place in the framework.
    #[field(read_only, default = 0)]
    pub order_id: i64,
    #[field(default = "to_do")]
    pub status: RequirementStatus,
    #[field(default = "not_assessed")]
    pub result: ComplianceResult,
    pub extended_result: Option<ExtendedResult>,
    #[field(default = false)]
    pub is_scored: bool,
    /// How well it is implemented.
    pub score: Option<i64>,
    /// How well it is documented.
    pub documentation_score: Option<i64>,
    pub target_score: Option<Decimal>,
    #[field(search)]
    pub observation: Option<Markdown>,
    pub eta: Option<Date>,
    pub due_date: Option<Date>,
    pub respondent_alignment: Option<RespondentAlignment>,
    /// Whether it belongs to the scope of the audit.
    #[field(default = true)]
    pub selected: bool,
    /// Where the answer came from, for one that was carried over from another framework.
    #[field(read_only, default = "{}")]
    pub mapping_inference: Json<serde_json::Value>,
    pub applied_controls: Many<AppliedControl>,
    pub evidences: Many<Evidence>,
    /// Exceptions to it.
    pub security_exceptions: Many<SecurityException>,
    #[field(read_only, default = true)]
    pub is_published: bool,
}
