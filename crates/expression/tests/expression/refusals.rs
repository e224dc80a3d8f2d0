//! What cannot be an expression, or a condition on records.

use cairn_expression::{Expression, MAX_LENGTH, MAX_STEPS, Record, Variables};
use serde_json::json;

use crate::records::day;

#[test]
fn what_cannot_be_a_condition_is_refused_with_a_reason() {
    let refused = [
        (" ", "The expression is empty."),
        ("object.name ==", "Line 1, column 15: Syntax error"),
        ("true &&\n  object.", "Line 2, column 10: "),
        ("status == 'active'", "“status” is not known. An expression can use “object” and “today”."),
        ("object.x.exists(e, f)", "“f” is not known."),
        ("object.x.exists(e, e) && e", "“e” is not known."),
        ("object.x.exists(object, true)", "“object” cannot be the variable of a loop."),
        ("object.name.matches('a')", "The function “matches” is not available."),
        ("timestamp('2026-01-01T00:00:00Z') == 1", "The function “timestamp” is not available."),
        ("days_since() > 1", "“days_since” takes one date, as in “days_since(object.created_at)”."),
        ("object.name.days_until(today) > 1", "“days_until” takes one date"),
        ("object == null", "“object” can only be used with the name of a field"),
        ("object[object.name] == 1", "“object” can only be used with the name of a field"),
        ("object.exists(key, true)", "“object” can only be used with the name of a field"),
        ("[object].exists(o, o.name == 'a') && [object] == []", "“object” can only be used with the name of a field"),
        ("{'a': object.link}.a.name == ''", "“object” can only be used with the name of a field"),
    ];
    for (source, reason) in refused {
        let error = Expression::parse_over_records(source).unwrap_err();
        assert!(error.starts_with(reason), "{source}: {error}");
    }
    let long = format!("object.name == '{}'", "a".repeat(MAX_LENGTH));
    assert!(Expression::parse_over_records(&long).unwrap_err().contains("The limit is 2000"));
}

#[test]
fn plain_expressions_do_not_have_the_functions_of_records() {
    let error = Expression::parse("days_since('2026-01-01') > 1").unwrap_err();
    assert_eq!(error, "The function “days_since” is not available.");
}

#[test]
fn plain_expressions_are_plain_cel() {
    let mut variables = Variables::default();
    variables.add("x", cairn_expression::value::json(&json!({ "empty": null })));
    let holds = |source: &str| variables.holds(&Expression::parse(source).unwrap());
    assert_eq!(holds("has(x.empty) && x.empty == null"), Ok(true));
    assert!(holds("x.empty < 1").unwrap_err().starts_with("“<” cannot be used with these types: null"));
    assert!(holds("x.empty.more == 1").is_err());
    assert_eq!(holds("x.nothing == 1").unwrap_err(), "There is no “nothing”.");
}

#[test]
fn a_condition_that_would_take_too_long_is_not_tried() {
    let links: Vec<_> = (0..2000).map(|number| json!({ "name": format!("link {number}") })).collect();
    let record = Record::new(json!({ "links": links }), day());
    let twice = Expression::parse_over_records("object.links.all(a, object.links.all(b, a.name != b.name))").unwrap();
    let error = twice.evaluate(&record, MAX_STEPS).unwrap_err();
    assert!(error.contains("steps on this object. The limit is 500000."), "{error}");
    let once = Expression::parse_over_records("object.links.all(a, a.name != 'x' && days_since(today) == 0)").unwrap();
    assert_eq!(once.evaluate(&record, MAX_STEPS), Ok(true));
    assert!(once.evaluate(&record, 10).is_err());
}

#[test]
fn one_long_field_does_not_make_the_others_long() {
    let links: Vec<_> =
        (0..500).map(|number| json!({ "name": format!("link {number}"), "text": "x".repeat(500) })).collect();
    let record = Record::new(json!({ "links": links, "labels": ["a", "b", "c"], "name": "d" }), day());
    for source in [
        "object.labels.all(a, object.labels.exists(b, a == b)) && object.name == 'd'",
        "object.links.all(a, !object.labels.exists(b, a.name == b))",
    ] {
        let expression = Expression::parse_over_records(source).unwrap();
        assert_eq!(expression.evaluate(&record, MAX_STEPS), Ok(true), "{source}");
    }
    let copying = Expression::parse_over_records("object.labels.all(a, object.links.map(b, b) != [])").unwrap();
    assert!(copying.evaluate(&record, 50_000).is_err(), "every round copies all links");
}
