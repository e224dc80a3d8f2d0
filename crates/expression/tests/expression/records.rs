//! What conditions mean on records.

use cairn_expression::{Expression, MAX_STEPS, Record};
use chrono::NaiveDate;
use serde_json::{Value as Json, json};

pub fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 1).unwrap()
}

fn evaluate(source: &str, object: &Json) -> Result<bool, String> {
    let expression = Expression::parse_over_records(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    expression.evaluate(&Record::new(object.clone(), day()), MAX_STEPS)
}

fn control() -> Json {
    json!({
        "name": "Backups",
        "description": "",
        "status": "active",
        "priority": 1,
        "cost": 2.5,
        "eta": "2026-03-11",
        "expiry": null,
        "updated_at": "2026-02-01T23:30:00-02:00",
        "owner": [],
        "provider": null,
        "folder": { "name": "Paris" },
        "labels": ["a", "b"],
        "evidences": [
            { "status": "approved", "updated_at": "2025-06-01T08:00:00Z", "owner": null },
            { "status": "draft", "updated_at": "2026-02-27T08:00:00Z", "owner": { "name": "Ada" } },
        ],
    })
}

#[test]
fn conditions_that_are_true() {
    for source in [
        "object.status == 'active' && object.priority == 1 && object.cost > 2",
        "object.folder.name == 'Paris' && object['name'] == 'Backups'",
        "!object.evidences.exists(e, e.status == 'approved' && days_since(e.updated_at) < 90)",
        "object.evidences.exists_one(e, days_since(e.updated_at) < 90)",
        "today == '2026-03-01' && object.eta > today && object.eta <= '2026-03-11'",
        "days_until(object.eta) == 10 && days_since(object.eta) == -10",
        // 23:30 at UTC-2 is the next day in UTC.
        "days_since(object.updated_at) == 27",
        "days_since(today) == 0 && days_until('2027-03-01') == 365",
        "'a' in object.labels && !('c' in object.labels) && object.labels[1] == 'b'",
        "object.name.startsWith('Back') && object.name.contains('up') && !object.name.endsWith('x')",
        "size(object.evidences) == 2 && object.evidences.filter(e, e.status == 'draft').size() == 1",
        "{'active': 3, 'draft': 1}[object.status] == 3",
    ] {
        assert_eq!(evaluate(source, &control()), Ok(true), "{source}");
    }
}

#[test]
fn what_is_empty_is_no_mistake() {
    for source in [
        "!(object.expiry < today) && !(object.expiry >= today) && !(today > object.expiry)",
        "object.expiry == null && object.expiry != today",
        "days_since(object.expiry) == null && !(days_since(object.expiry) < 90) && !(days_until(object.expiry) > 0)",
        "days_since(object.description) == null",
        "object.provider.name == null && object.provider.folder.name == null && !(object.provider.score > 1)",
        "!object.provider.contracts.exists(c, true) && object.provider.contracts.all(c, false)",
        "!('a' in object.provider.labels) && size(object.provider.labels) == 0 && object.provider.labels.size() == 0",
        "object.evidences.filter(e, e.owner.name == 'Ada').size() == 1",
        "!object.expiry.contains('x') && !object.expiry.startsWith('x') && !object.name.endsWith(object.expiry)",
    ] {
        assert_eq!(evaluate(source, &control()), Ok(true), "{source}");
    }
}

#[test]
fn has_asks_whether_a_field_is_filled_in() {
    for source in [
        "has(object.name) && has(object.priority) && has(object.labels) && has(object.folder) && has(object.folder.name)",
        "!has(object.expiry) && !has(object.description) && !has(object.owner) && !has(object.provider)",
        "!has(object.provider.name) && !has(object.nothing) && !has(object.folder.nothing)",
        "object.evidences.exists(e, has(e.owner.name)) && !object.evidences.all(e, has(e.owner))",
    ] {
        assert_eq!(evaluate(source, &control()), Ok(true), "{source}");
    }
}

#[test]
fn what_fails_says_why() {
    let failing = [
        ("object.nothing == 1", "There is no “nothing”."),
        ("object.name < 3", "“<” cannot be used with these types: string, int."),
        ("object.priority >= object.labels", "“>=” cannot be used with these types: int, list"),
        ("object.name", "The expression does not return true or false."),
        ("object.name && true", "“&&” cannot be used with these types: string, bool."),
        ("object.priority / 0 == 1", "The expression divides by zero."),
        ("object.labels[7] == 'a'", "A list has no item at that position."),
        ("object.name + 1 == 'a'", "“+” cannot be used with these types: string, int."),
        ("days_since(object.name) > 1", "“Backups” is not a date."),
        ("days_since(object.priority) > 1", "“int” is not a date."),
        ("object.priority.name == 1", "“.” cannot be used with these types: int."),
        ("9223372036854775807 + object.priority > 0", "A number is too large."),
    ];
    for (source, reason) in failing {
        let error = evaluate(source, &control()).unwrap_err();
        assert!(error.starts_with(reason), "{source}: {error}");
    }
}
