//! What becomes of scores when a new version of a framework changes the scale.
//!
//! Every change comes with the values from before, so that an update can be previewed, and rolled back to exactly what people
//! wrote.

use crate::rows::Scale;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Keeps scores that the new scale has, and moves others to its nearest end.
    Clamp,
    /// Removes scores, for people to score again.
    Reset,
    /// Puts each score at the same place of the new scale.
    RuleOfThree,
}

impl Strategy {
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "clamp" => Self::Clamp,
            "reset" => Self::Reset,
            "rule_of_three" => Self::RuleOfThree,
            _ => return None,
        })
    }
}

/// The scores of a requirement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scored {
    pub is_scored: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
    pub target: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub before: Scored,
    pub after: Scored,
}

/// The change that a new scale brings for a requirement, if any. The scales are the requirement's own, or else the audit's.
pub fn rescaled(scored: Scored, from: Scale, to: Scale, strategy: Strategy) -> Option<Change> {
    if from == to {
        return None;
    }
    let score = |score: i64| match strategy {
        Strategy::Clamp => Some(to.clamp(score)),
        Strategy::Reset => None,
        // A scale without extent has no places; then the nearest score is the best there is.
        Strategy::RuleOfThree => Some(from.project(score, to).unwrap_or_else(|| to.clamp(score))),
    };
    let after = Scored {
        is_scored: scored.is_scored && strategy != Strategy::Reset,
        score: scored.score.and_then(score),
        documentation_score: scored.documentation_score.and_then(score),
        target: scored.target.and_then(|target| rescaled_target(target, from, to, strategy)),
    };
    (after != scored).then_some(Change { before: scored, after })
}

/// A target on a new scale, of a requirement or of a whole audit. What is not a number is no target.
pub fn rescaled_target(target: f64, from: Scale, to: Scale, strategy: Strategy) -> Option<f64> {
    if !target.is_finite() {
        return None;
    }
    let clamped = target.max(to.min as f64).min(to.max as f64);
    match strategy {
        Strategy::Clamp => Some(clamped),
        Strategy::Reset => None,
        Strategy::RuleOfThree => {
            Some(from.fraction(target).map_or(clamped, |fraction| to.at(fraction.clamp(0.0, 1.0))))
        }
    }
}
