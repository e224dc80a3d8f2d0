//! Deadlines of vulnerabilities, and until when acceptances and exceptions hold.

use cairn_risk::acceptance::Acceptance;
use cairn_risk::exception::Exception;
use cairn_risk::sla::{Anchor, Policy, Severity, Vulnerability, days_left};
use cairn_risk::{AcceptanceState, ExceptionStatus, VulnerabilityStatus};
use chrono::NaiveDate;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracle::dates as oracle;

/// Days around a leap day.
fn day() -> impl Strategy<Value = NaiveDate> {
    (0_u64..900).prop_map(|days| NaiveDate::from_ymd_opt(2027, 1, 1).unwrap() + chrono::Days::new(days))
}

fn policies() -> impl Strategy<Value = Policy> {
    (select(Anchor::ALL), prop::array::uniform5(of(0_u32..500))).prop_map(|(anchor, days)| Policy {
        anchor,
        info: days[0],
        low: days[1],
        medium: days[2],
        high: days[3],
        critical: days[4],
    })
}

proptest! {
    #[test]
    fn vulnerabilities_are_due_so_many_days_later(
        policy in policies(), severity in -1_i64..5, detected_at in of(day()), published_date in of(day()),
        due_date in of(day()), status in select(VulnerabilityStatus::ALL), today in day(),
    ) {
        let vulnerability = Vulnerability { severity: Severity::read(severity), detected_at, published_date, due_date };
        let days = match severity {
            4 => policy.critical,
            3 => policy.high,
            2 => policy.medium,
            1 => policy.low,
            0 => policy.info,
            _ => None,
        };
        let mut known = vec![detected_at, published_date];
        if policy.anchor == Anchor::PublishedDate {
            known.reverse();
        }
        let from = known.into_iter().flatten().next();
        let expected = days.zip(from).map(|(days, from)| oracle::days_after(from, days));
        prop_assert_eq!(policy.due(&vulnerability), expected);
        prop_assert_eq!(policy.filled(&vulnerability), if due_date.is_some() { due_date } else { expected });
        prop_assert_eq!(policy.refreshed(&vulnerability), if expected.is_some() { expected } else { due_date });
        let open = ["--", "potential", "exploitable"].contains(&status.as_str());
        let left = due_date.map(|due| oracle::days_between(today, due));
        prop_assert_eq!(days_left(status, due_date, today), if open { left } else { None });
    }

    #[test]
    fn what_expires_holds_on_its_last_day(
        state in select(AcceptanceState::ALL), status in select(ExceptionStatus::ALL), last in of(day()), today in day(),
    ) {
        let left = last.map(|last| oracle::days_between(today, last));
        let has_passed = left.is_some_and(|left| left < 0);
        let acceptance = Acceptance { state, expiry_date: last, has_approver: true };
        let is_accepted = state.as_str() == "accepted";
        prop_assert_eq!(acceptance.holds(today), is_accepted && !has_passed);
        prop_assert_eq!(acceptance.is_expired(today), is_accepted && has_passed);
        prop_assert_eq!(acceptance.needs_review(today), is_accepted && left.is_some_and(|left| left <= 30));
        let exception = Exception { status, expiration_date: last, has_approver: true };
        let expires = status.as_str() == "approved" && has_passed;
        prop_assert_eq!(exception.status_on(today).as_str(), if expires { "expired" } else { status.as_str() });
    }
}
