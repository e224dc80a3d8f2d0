//! Results from the statuses of controls, in 21 cases.

use cairn_assess::controls::change;
use cairn_assess::words::{ComplianceResult, ControlStatus};
use serde_json::{Value, json};

use crate::framework::{assert_same, expected};

#[test]
fn controls_suggest_the_recorded_result() {
    let recorded: Value = serde_json::from_str(include_str!("recorded/controls.json")).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 21);
    for (number, case) in cases.iter().enumerate() {
        let statuses = case["controls"].as_array().unwrap().iter().map(|status| status.as_str().unwrap());
        let controls: Vec<ControlStatus> = statuses.map(|status| ControlStatus::parse(status).unwrap()).collect();
        let before = ComplianceResult::parse(case["before"].as_str().unwrap()).unwrap();
        let change = change(before, &controls);
        let ours = json!({
            "change": change.map(ComplianceResult::as_str),
            "after": change.unwrap_or(before).as_str(),
        });
        for (key, expected) in expected(case) {
            assert_same(number, &key, &ours[&key], &expected);
        }
    }
}
