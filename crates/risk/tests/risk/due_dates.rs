//! Due dates of 40 vulnerabilities.

use cairn_risk::VulnerabilityStatus;
use cairn_risk::sla::{Anchor, MAX_DAYS, Policy, Severity, Vulnerability, days_left, detected};
use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::recorded::{assert_expected, cases, date, day, differences};

fn policy(given: &Value) -> Policy {
    let days = |name: &str| given[name].as_u64().map(|days| days.try_into().unwrap());
    Policy {
        anchor: Anchor::parse(given["sla_anchor"].as_str().unwrap()).unwrap(),
        critical: days("critical"),
        high: days("high"),
        medium: days("medium"),
        low: days("low"),
        info: days("info"),
    }
}

fn shown(vulnerability: &Vulnerability) -> Value {
    json!([vulnerability.detected_at, vulnerability.due_date])
}

#[test]
fn vulnerabilities_are_due_when_recorded() {
    let cases = cases(include_str!("recorded/due_dates.json"), 40);
    assert_eq!(differences(&cases), 0);
    for case in &cases {
        let policy = policy(&case["policy"]);
        let today = date(&case["today"]).unwrap();
        let mut found = Vulnerability {
            severity: Severity::read(case["severity"].as_i64().unwrap()),
            detected_at: Some(detected(date(&case["detected_at"]), today)),
            published_date: date(&case["published_date"]),
            due_date: date(&case["due_date"]),
        };
        found.due_date = policy.filled(&found);
        let created = shown(&found);
        found.due_date = policy.refreshed(&found);
        let refreshed = shown(&found);
        found.severity = Some(Severity::Critical);
        found.due_date = policy.filled(&found);
        assert_expected(case, &json!({ "created": created, "refreshed": refreshed, "made_critical": shown(&found) }));
    }
}

#[test]
fn the_other_day_counts_where_one_is_missing() {
    let vulnerability = Vulnerability {
        severity: Some(Severity::High),
        published_date: Some(day("2026-01-31")),
        ..Vulnerability::default()
    };
    assert_eq!(Policy::default().due(&vulnerability), Some(day("2026-03-02")));
    assert_eq!(Policy::default().due(&Vulnerability { published_date: None, ..vulnerability }), None);
    assert_eq!(Policy::default().due(&Vulnerability { severity: None, ..vulnerability }), None);
}

#[test]
fn impossible_numbers_of_days_are_found_and_never_panic() {
    let policy = Policy { high: Some(u32::MAX), low: Some(MAX_DAYS), ..Policy::default() };
    assert_eq!(policy.problems(), [Severity::High]);
    let vulnerability =
        Vulnerability { severity: Some(Severity::High), detected_at: Some(NaiveDate::MAX), ..Vulnerability::default() };
    assert_eq!(policy.filled(&vulnerability), None);
    assert_eq!([Severity::read(-1), Severity::read(5)], [None, None]);
}

#[test]
fn the_clock_runs_until_it_is_dealt_with() {
    use VulnerabilityStatus::{Fixed, Mitigated, NotExploitable, Unaffected};
    let left = |status, due: &str| days_left(status, Some(day(due)), day("2026-11-16"));
    assert_eq!(left(VulnerabilityStatus::Exploitable, "2026-11-20"), Some(4));
    assert_eq!(left(VulnerabilityStatus::Undefined, "2026-11-16"), Some(0));
    assert_eq!(left(VulnerabilityStatus::Potential, "2026-11-01"), Some(-15));
    for done in [Fixed, Mitigated, NotExploitable, Unaffected] {
        assert_eq!(left(done, "2026-11-01"), None);
    }
    assert_eq!(days_left(VulnerabilityStatus::Potential, None, day("2026-11-16")), None);
}
