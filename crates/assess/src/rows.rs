//! What is known of an audit and of each node of its framework.

use serde::{Deserialize, Serialize};

use crate::words::{ComplianceResult, ExtendedResult, RowStatus};

/// The settings of an audit that affect its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    pub scale: Scale,
    pub method: Method,
    /// The target score, on the audit's scale.
    pub target: Option<f64>,
    /// Whether requirements that do not apply count as if they had reached the target.
    pub anchors_not_applicable: bool,
    pub shows_status: bool,
    pub shows_result: bool,
    pub shows_score: bool,
    pub shows_documentation: bool,
}

/// How the scores of requirements are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The weighted mean of all requirements, each on its own scale.
    Average,
    /// Score times weight, added up.
    Sum,
    /// The weighted mean of each section, up the tree, and then the unweighted mean of the top categories.
    AverageOfAverages,
}

/// The lowest and the highest score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    pub min: i64,
    pub max: i64,
}

impl Scale {
    /// The position of a score between the lowest (0) and the highest (1). None if the scale is empty.
    pub fn fraction(self, score: f64) -> Option<f64> {
        let extent = self.max as f64 - self.min as f64;
        let fraction = (score - self.min as f64) / extent;
        (extent > 0.0 && fraction.is_finite()).then_some(fraction)
    }

    /// The score at a fraction of the scale.
    pub fn at(self, fraction: f64) -> f64 {
        self.min as f64 + fraction * (self.max as f64 - self.min as f64)
    }

    /// The score at the same position of another scale, rounded. None if one of the scales is empty.
    pub fn project(self, score: i64, other: Self) -> Option<i64> {
        if self == other {
            return Some(score);
        }
        let (extent, other_extent) = (self.extent(), other.extent());
        if extent <= 0 || other_extent <= 0 {
            return None;
        }
        if extent.max(other_extent) > 1 << 60 {
            // Far beyond any scale that people use, where whole numbers would overflow.
            return self.fraction(score as f64).map(|fraction| other.clamp(other.at(fraction).round() as i64));
        }
        let offset = i128::from(self.clamp(score)) - i128::from(self.min);
        let nearest = (2 * offset * other_extent + extent) / (2 * extent);
        Some((i128::from(other.min) + nearest) as i64)
    }

    fn extent(self) -> i128 {
        i128::from(self.max) - i128::from(self.min)
    }

    /// The nearest score within the scale.
    pub fn clamp(self, score: i64) -> i64 {
        score.max(self.min).min(self.max)
    }
}

/// How many questions of a requirement are visible, and how many of those are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionCounts {
    pub visible: usize,
    pub answered: usize,
}

/// A node of the framework with its state in the audit.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The node above, as an index into the same slice.
    pub parent: Option<usize>,
    pub assessable: bool,
    /// Whether it is in a selected group and not hidden by a rule.
    pub in_scope: bool,
    pub weight: Option<i64>,
    /// The requirement's own scale, where it differs from the audit's.
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub status: RowStatus,
    pub result: ComplianceResult,
    pub extended_result: Option<ExtendedResult>,
    pub is_scored: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
    /// The requirement's own target, on its own scale.
    pub target: Option<f64>,
    /// None if the requirement has no questions.
    pub questions: Option<QuestionCounts>,
}

impl Row {
    /// A requirement without answers.
    pub const fn new(parent: Option<usize>) -> Self {
        Self {
            parent,
            assessable: true,
            in_scope: true,
            weight: None,
            min: None,
            max: None,
            status: RowStatus::ToDo,
            result: ComplianceResult::NotAssessed,
            extended_result: None,
            is_scored: false,
            score: None,
            documentation_score: None,
            target: None,
            questions: None,
        }
    }

    /// Whether the row counts in scores, progress and charts.
    pub const fn counts(&self) -> bool {
        self.assessable && self.in_scope
    }

    /// The requirement's own scale, completed from the audit's.
    pub fn scale(&self, audit: Scale) -> Scale {
        Scale { min: self.min.unwrap_or(audit.min), max: self.max.unwrap_or(audit.max) }
    }
}

/// The effective weight. Missing, zero and negative weights count as 1.
pub fn weight(given: Option<i64>) -> i64 {
    given.filter(|weight| *weight > 0).unwrap_or(1)
}
