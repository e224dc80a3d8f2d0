//! Adapts scores when a new version of a framework changes the scale.
//!
//! Each change includes the previous values, so that an update can be previewed and rolled back.

use crate::rows::Scale;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Keeps scores that fit the new scale, and moves the others to its nearest end.
    Clamp,
    /// Removes scores, so that people score again.
    Reset,
    /// Moves each score to the same position of the new scale.
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

/// The change for one requirement, if any. The scales are the requirement's own, or the audit's.
pub fn rescaled(scored: Scored, from: Scale, to: Scale, strategy: Strategy) -> Option<Change> {
    if from == to {
        return None;
    }
    let score = |score: i64| match strategy {
        Strategy::Clamp => Some(to.clamp(score)),
        Strategy::Reset => None,
        // An empty scale has no positions, so the nearest score is used.
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

/// The target of a requirement or an audit on the new scale.
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
