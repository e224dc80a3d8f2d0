//! The result that the controls of a requirement suggest.

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

/// The result to set where controls suggest another one than the requirement has.
pub fn change(current: ComplianceResult, controls: &[ControlStatus]) -> Option<ComplianceResult> {
    suggested(controls).filter(|result| *result != current)
}
