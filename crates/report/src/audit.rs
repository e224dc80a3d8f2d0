//! What a report is made of. The caller fills it from the database, with texts in the reader's language and without
//! anything that the reader may not see.

use cairn_assess::scoring::Scores;
use cairn_assess::{ComplianceResult, ControlStatus, EvidenceStatus, ExtendedResult, RowStatus, Scale};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// An audit with everything that a report says about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub audit: Audit,
    /// All nodes of the framework in its order. Those out of scope appear only in the statement of applicability.
    pub nodes: Vec<Node>,
    /// The controls that nodes refer to. Each is a line of the action plan.
    #[serde(default)]
    pub controls: Vec<Control>,
    /// The evidence that nodes and controls refer to.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

/// The audit as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audit {
    pub name: String,
    #[serde(default)]
    pub ref_id: String,
    /// Markdown.
    #[serde(default)]
    pub description: String,
    /// The name of the framework with its version.
    pub framework: String,
    /// The name of the domain.
    pub domain: String,
    #[serde(default)]
    pub perimeter: String,
    pub status: AuditStatus,
    #[serde(default)]
    pub authors: Vec<String>,
    #[serde(default)]
    pub reviewers: Vec<String>,
    #[serde(default)]
    pub due_date: Option<NaiveDate>,
    /// The conclusion of the auditors, in Markdown.
    #[serde(default)]
    pub observation: String,
    /// The day of the report.
    pub made_on: NaiveDate,
    /// How much is done, in per cent.
    pub progress: u8,
    pub scale: Scale,
    #[serde(default)]
    pub target: Option<f64>,
    pub scores: Scores,
    /// The sign of the currency that costs are in.
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub shows: Shows,
}

/// The stage that an audit is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuditStatus {
    Planned,
    InProgress,
    InReview,
    Done,
    Deprecated,
}

/// Which fields of requirements the reader sees. What is hidden has no column in any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shows {
    pub status: bool,
    pub result: bool,
    pub extended_result: bool,
    pub score: bool,
    pub documentation_score: bool,
    pub observation: bool,
    pub answers: bool,
    pub controls: bool,
    pub evidence: bool,
}

impl Default for Shows {
    fn default() -> Self {
        Self {
            status: true,
            result: true,
            extended_result: true,
            score: true,
            documentation_score: false,
            observation: true,
            answers: true,
            controls: true,
            evidence: true,
        }
    }
}

/// A section or a requirement of the framework, with its state in the audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The node above, as an index into the same list.
    #[serde(default)]
    pub parent: Option<usize>,
    #[serde(default)]
    pub urn: String,
    #[serde(default)]
    pub ref_id: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub annotation: String,
    #[serde(default)]
    pub typical_evidence: String,
    /// Whether it is a requirement. Sections only hold requirements together.
    pub assessable: bool,
    /// Whether it is in a selected group and not hidden by a rule.
    #[serde(default = "yes")]
    pub in_scope: bool,
    #[serde(default = "to_do")]
    pub status: RowStatus,
    #[serde(default = "not_assessed")]
    pub result: ComplianceResult,
    #[serde(default)]
    pub extended_result: Option<ExtendedResult>,
    /// None if it is not scored.
    #[serde(default)]
    pub score: Option<i64>,
    #[serde(default)]
    pub documentation_score: Option<i64>,
    /// The requirement's own highest score, where it differs from the audit's.
    #[serde(default)]
    pub max_score: Option<i64>,
    /// Of a section: its scores.
    #[serde(default)]
    pub scores: Option<Scores>,
    /// Markdown.
    #[serde(default)]
    pub observation: String,
    #[serde(default)]
    pub answers: Vec<Answer>,
    /// Indexes into the report's controls.
    #[serde(default)]
    pub controls: Vec<usize>,
    /// Indexes into the report's evidence.
    #[serde(default)]
    pub evidence: Vec<usize>,
    /// Why the judgement is no longer supported, in words. Empty if it is.
    #[serde(default)]
    pub stale: Vec<String>,
    /// Why it applies or not, for the statement of applicability. Without it, the observation stands there for
    /// requirements that do not apply.
    #[serde(default)]
    pub justification: String,
    /// The names of the risk scenarios that it treats.
    #[serde(default)]
    pub risks: Vec<String>,
}

/// A question with its answer, both in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub question: String,
    pub answer: String,
}

/// An applied control. Choices are the keys of the API; the report has the words for them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    #[serde(default)]
    pub ref_id: String,
    pub name: String,
    /// Markdown.
    #[serde(default)]
    pub description: String,
    pub status: ControlStatus,
    /// Such as `technical`.
    #[serde(default)]
    pub category: Option<String>,
    /// Such as `protect`.
    #[serde(default)]
    pub csf_function: Option<String>,
    /// 1 to 4.
    #[serde(default)]
    pub priority: Option<i64>,
    #[serde(default)]
    pub eta: Option<NaiveDate>,
    #[serde(default)]
    pub expiry_date: Option<NaiveDate>,
    /// Such as `XS`.
    #[serde(default)]
    pub effort: Option<String>,
    /// 1 to 5.
    #[serde(default)]
    pub impact: Option<i64>,
    /// Per year, in the audit's currency.
    #[serde(default)]
    pub annual_cost: Option<f64>,
    #[serde(default)]
    pub owners: Vec<String>,
    /// Indexes into the report's evidence.
    #[serde(default)]
    pub evidence: Vec<usize>,
}

/// A piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    pub name: String,
    pub status: EvidenceStatus,
    #[serde(default)]
    pub expiry_date: Option<NaiveDate>,
    /// Where it can be found, if it is not a file.
    #[serde(default)]
    pub link: String,
    /// The names of its files.
    #[serde(default)]
    pub files: Vec<String>,
}

const fn yes() -> bool {
    true
}

const fn to_do() -> RowStatus {
    RowStatus::ToDo
}

const fn not_assessed() -> ComplianceResult {
    ComplianceResult::NotAssessed
}
