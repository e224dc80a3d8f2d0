//! What a scenario becomes once its planned controls are active.

use cairn_assess::ControlStatus;

use crate::rating::{Rating, Scenario};

/// A scenario with its controls.
#[derive(Clone, Debug)]
pub struct Plan<K> {
    pub scenario: Scenario,
    pub existing: Vec<K>,
    pub planned: Vec<(K, ControlStatus)>,
}

/// What changes. Nothing is planned any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synced<K> {
    /// The planned controls, which become existing ones.
    pub moved: Vec<K>,
    /// All existing controls from now on.
    pub existing: Vec<K>,
    pub current: Rating,
    pub residual: Rating,
    /// The residual risk was not rated, so that the current risk stays as it is. Rate it again.
    pub needs_rating: bool,
}

/// If all planned controls are active, what was planned is achieved: they become existing controls, and the current risk is
/// now the residual one. None if there is nothing to change.
pub fn synced<K: Copy + PartialEq>(plan: &Plan<K>, resets_residual: bool) -> Option<Synced<K>> {
    let all_active = plan.planned.iter().all(|(_, status)| *status == ControlStatus::Active);
    if plan.planned.is_empty() || !all_active {
        return None;
    }
    let moved: Vec<K> = plan.planned.iter().map(|(control, _)| *control).collect();
    let mut existing = plan.existing.clone();
    for control in &moved {
        if !existing.contains(control) {
            existing.push(*control);
        }
    }
    let Scenario { current, residual, .. } = plan.scenario;
    let needs_rating = residual.place().is_none();
    Some(Synced {
        moved,
        existing,
        current: if needs_rating { current } else { residual },
        residual: if resets_residual { Rating::NONE } else { residual },
        needs_rating,
    })
}
