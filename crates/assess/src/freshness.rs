//! Whether a judgement is still supported by its controls and evidence.
//!
//! A compliant or partially compliant requirement becomes stale when a control is no longer active, or when no valid evidence
//! is left. Controls that were never active and evidence that was never approved do not count.

use chrono::NaiveDate;

use crate::words::{ComplianceResult, ControlStatus, EvidenceStatus};

/// A control that is linked to a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    pub status: ControlStatus,
    /// Whether it has ever been active.
    pub was_active: bool,
}

/// A piece of evidence that is linked to a requirement, directly or through a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    pub status: EvidenceStatus,
    /// The last day on which it is valid.
    pub expiry_date: Option<NaiveDate>,
    /// Whether it has ever been approved.
    pub was_approved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// A control is no longer active. The index is that of the control.
    ControlInactive { control: usize, status: ControlStatus },
    /// A piece of evidence has expired, and no other is valid. The index is that of the evidence.
    EvidenceExpired { evidence: usize, on: Option<NaiveDate> },
    /// A piece of evidence was approved and no longer is, and no other is valid.
    EvidenceWithdrawn { evidence: usize, status: EvidenceStatus },
}

/// All reasons why a judgement is stale. It is fresh if there are none.
pub fn stale(result: ComplianceResult, controls: &[Control], evidence: &[Evidence], today: NaiveDate) -> Vec<Stale> {
    if !matches!(result, ComplianceResult::Compliant | ComplianceResult::PartiallyCompliant) {
        return Vec::new();
    }
    let inactive = controls
        .iter()
        .enumerate()
        .filter(|(_, control)| control.has_lapsed())
        .map(|(index, control)| Stale::ControlInactive { control: index, status: control.status });
    let lapsed = evidence.iter().enumerate().filter_map(|(index, one)| one.lapse(index, today));
    let is_supported = evidence.iter().any(|one| one.is_valid(today));
    inactive.chain(lapsed.filter(|_| !is_supported)).collect()
}

impl Control {
    /// Degraded and deprecated controls were active once.
    const fn has_lapsed(self) -> bool {
        match self.status {
            ControlStatus::Active => false,
            ControlStatus::Degraded | ControlStatus::Deprecated => true,
            _ => self.was_active,
        }
    }
}

impl Evidence {
    fn is_valid(self, today: NaiveDate) -> bool {
        self.status == EvidenceStatus::Approved && !self.is_past(today)
    }

    fn is_past(self, today: NaiveDate) -> bool {
        self.expiry_date.is_some_and(|date| date < today)
    }

    /// Why it no longer supports the requirement, if it ever did.
    fn lapse(self, index: usize, today: NaiveDate) -> Option<Stale> {
        let expired = Stale::EvidenceExpired { evidence: index, on: self.expiry_date };
        match self.status {
            EvidenceStatus::Expired => Some(expired),
            EvidenceStatus::Approved => self.is_past(today).then_some(expired),
            _ if self.was_approved && self.is_past(today) => Some(expired),
            status if self.was_approved => Some(Stale::EvidenceWithdrawn { evidence: index, status }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).expect("a day of November")
    }

    fn evidence(status: EvidenceStatus, expires: Option<u32>) -> Evidence {
        Evidence { status, expiry_date: expires.map(day), was_approved: false }
    }

    fn reasons(controls: &[(ControlStatus, bool)], evidence: &[Evidence]) -> Vec<Stale> {
        let controls: Vec<Control> =
            controls.iter().map(|(status, was_active)| Control { status: *status, was_active: *was_active }).collect();
        stale(ComplianceResult::Compliant, &controls, evidence, day(16))
    }

    #[test]
    fn without_support_nothing_goes_stale() {
        let drafts = [evidence(EvidenceStatus::Draft, Some(1)), evidence(EvidenceStatus::Missing, None)];
        assert_eq!(reasons(&[(ControlStatus::ToDo, false), (ControlStatus::OnHold, false)], &drafts), []);
        assert_eq!(reasons(&[], &[]), []);
    }

    #[test]
    fn a_control_that_is_not_active_any_more_is_a_reason() {
        assert_eq!(reasons(&[(ControlStatus::Active, true)], &[]), []);
        let controls = [(ControlStatus::Active, true), (ControlStatus::Degraded, false), (ControlStatus::OnHold, true)];
        assert_eq!(
            reasons(&controls, &[]),
            [
                Stale::ControlInactive { control: 1, status: ControlStatus::Degraded },
                Stale::ControlInactive { control: 2, status: ControlStatus::OnHold },
            ]
        );
    }

    #[test]
    fn evidence_is_valid_through_its_last_day() {
        assert_eq!(reasons(&[], &[evidence(EvidenceStatus::Approved, Some(16))]), []);
        assert_eq!(
            reasons(&[], &[evidence(EvidenceStatus::Approved, Some(15))]),
            [Stale::EvidenceExpired { evidence: 0, on: Some(day(15)) }]
        );
    }

    #[test]
    fn one_valid_piece_of_evidence_is_enough() {
        let old = evidence(EvidenceStatus::Expired, None);
        let newer = evidence(EvidenceStatus::InReview, None);
        assert_eq!(reasons(&[], &[old, newer]), [Stale::EvidenceExpired { evidence: 0, on: None }]);
        assert_eq!(reasons(&[], &[old, evidence(EvidenceStatus::Approved, None)]), []);
    }

    #[test]
    fn evidence_that_is_rejected_after_approval_is_withdrawn() {
        let rejected = Evidence { was_approved: true, ..evidence(EvidenceStatus::Rejected, None) };
        let status = EvidenceStatus::Rejected;
        assert_eq!(reasons(&[], &[rejected]), [Stale::EvidenceWithdrawn { evidence: 0, status }]);
    }

    #[test]
    fn only_what_claims_compliance_can_be_stale() {
        let control = [Control { status: ControlStatus::Deprecated, was_active: true }];
        for result in ComplianceResult::ALL {
            let claims = matches!(result, ComplianceResult::Compliant | ComplianceResult::PartiallyCompliant);
            assert_eq!(!stale(*result, &control, &[], day(16)).is_empty(), claims);
        }
    }
}
