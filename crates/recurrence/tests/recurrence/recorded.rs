//! The due dates of 60 recurring tasks.

use cairn_recurrence::Schedule;
use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::day;

/// What we plan for a task, in the form of the recorded answers.
fn answer(case: &Value) -> Value {
    let Ok(schedule) = Schedule::read(&case["schedule"]) else { return json!({ "refused": true }) };
    let date = |name: &str| day(case[name].as_str().unwrap());
    let (start, today) = (date("task_date"), date("today"));
    let planned: Vec<NaiveDate> = schedule.occurrences(start, schedule.horizon(today)).collect();
    let calendar = schedule.occurrences(start, day("2027-06-30")).filter(|one| *one >= day("2026-10-01"));
    json!({
        "due_dates": planned,
        "next_occurrence": planned.iter().find(|one| **one >= today),
        "last_occurrence_status": planned.first().filter(|one| **one < today).map(|_| "pending"),
        "calendar": calendar.collect::<Vec<_>>(),
    })
}

#[test]
fn tasks_are_due_when_recorded() {
    let recorded: Value = serde_json::from_str(include_str!("recorded/schedules.json")).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 60);
    for case in cases {
        let mut expected = case["answer"].as_object().unwrap().clone();
        if let Some(ours) = case.get("ours") {
            assert!(ours["why"].is_string(), "a difference has a reason: {ours}");
            for (key, value) in ours.as_object().unwrap().iter().filter(|(key, _)| *key != "why") {
                let before = expected.insert(key.clone(), value.clone());
                assert_ne!(before.as_ref(), Some(value), "not a difference: {key} of {case}");
            }
        }
        let ours = answer(case);
        for (key, value) in &expected {
            assert_eq!(&ours[key], value, "{key} of {case}");
        }
    }
}

/// Where days differ, and not only the calendar, which had failed over there: by the name of the case.
#[test]
fn we_differ_where_that_product_drifts() {
    let recorded: Value = serde_json::from_str(include_str!("recorded/schedules.json")).unwrap();
    let differs = |case: &&Value| case["ours"].get("due_dates").is_some() || case["ours"].get("refused").is_some();
    let cases = recorded["cases"].as_array().unwrap().iter().filter(differs);
    let names: Vec<String> = cases
        .map(|case| format!("{} {}", case["task_date"].as_str().unwrap(), case["case"].as_str().unwrap()))
        .collect();
    assert_eq!(
        names,
        [
            "2026-11-30 monthly by day",
            "2026-11-30 monthly by day",
            "2026-12-31 monthly by day",
            "2026-12-31 monthly by day",
            "2027-01-29 monthly by day",
            "2026-08-31 monthly by day",
            "2026-08-31 monthly by day",
            "2026-11-10 monthly weeks without days",
            "2026-11-10 monthly weeks 0",
            "2024-02-29 yearly",
            "2026-11-20 yearly months",
            "2026-12-31 yearly months, day 31",
            "2026-11-20 yearly interval 2 months",
        ]
    );
}
