//! The result of a requirement, derived from its controls.

use crate::words::{ComplianceResult, ControlStatus};

/// Compliant if all controls are active, partially if some are, and non-compliant if none is. None without controls.
pub fn suggested(controls: &[ControlStatus]) -> Option<ComplianceResult> {
    let active = controls.iter().filter(|status| **status == ControlStatus::Active).count();
    match (active, controls.len()) {
        (_, 0) => None,
        (0, _) => Some(ComplianceResult::NonCompliant),
        (active, all) if active == all => Some(ComplianceResult::Compliant),
        _ => Some(ComplianceResult::PartiallyCompliant),
    }
}

/// The new result, if the controls suggest a different one.
pub fn change(current: ComplianceResult, controls: &[ControlStatus]) -> Option<ComplianceResult> {
    suggested(controls).filter(|result| *result != current)
}
