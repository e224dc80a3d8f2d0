//! What 18 action plans cost.

use cairn_assess::ControlStatus;
use cairn_assess::budget::{Bucket, Budget, Cost, Line, Part, Sum, annual, budget, rounded};
use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::framework::{assert_same, expected};

fn part(recorded: &Value) -> Part {
    let number = |name: &str| recorded[name].as_f64().unwrap_or_default();
    Part { fixed_cost: number("fixed_cost"), people_days: number("people_days") }
}

fn cost(recorded: &Value) -> Option<Cost> {
    let cost = recorded.as_object()?;
    Some(Cost {
        currency: recorded["currency"].as_str().unwrap().to_owned(),
        years: recorded["amortization_period"].as_u64().unwrap_or(1).try_into().unwrap(),
        build: cost.get("build").map(part).unwrap_or_default(),
        run: cost.get("run").map(part).unwrap_or_default(),
    })
}

fn shown(sum: Sum) -> Value {
    json!({ "count": sum.count, "total": rounded(sum.total) })
}

/// The groups of a plan, without those that nothing is in.
fn groups(found: &Budget, keys: Vec<String>) -> Value {
    let sums = found.by(keys.into_iter().map(|key| [key]));
    sums.into_iter().map(|(key, sum)| (key, shown(sum))).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn plans_cost_what_was_recorded() {
    let recorded: Value = serde_json::from_str(include_str!("recorded/costs.json")).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 18);
    for (number, case) in cases.iter().enumerate() {
        let today: NaiveDate = case["today"].as_str().unwrap().parse().unwrap();
        let (currency, rate) = (case["currency"].as_str().unwrap(), case["daily_rate"].as_f64().unwrap());
        let controls = case["controls"].as_array().unwrap();
        let lines: Vec<Line> = controls
            .iter()
            .map(|control| Line {
                cost: cost(&control["cost"]),
                status: ControlStatus::parse(control["status"].as_str().unwrap()).unwrap(),
                eta: control["eta"].as_str().map(|date| date.parse().unwrap()),
            })
            .collect();
        let found = budget(&lines, currency, rate);
        let by = |name: &'static str| {
            let keys = controls.iter().map(move |control| match &control[name] {
                Value::String(key) => key.clone(),
                Value::Null => "_unset".to_owned(),
                key => key.to_string(),
            });
            groups(&found, keys.collect())
        };
        let buckets = lines.iter().map(|line| Bucket::of(line.status, line.eta, today).as_str().to_owned());
        let annual: Vec<String> = lines
            .iter()
            .map(|line| format!("{:.2}", line.cost.as_ref().map_or(0.0, |cost| rounded(annual(cost, rate)))))
            .collect();
        let others: serde_json::Map<String, Value> =
            found.other_currencies.iter().map(|(currency, sum)| (currency.clone(), shown(*sum))).collect();
        let ours = json!({
            "annual": annual,
            "count": found.all.count,
            "count_with_cost": found.count_with_cost,
            "total": rounded(found.all.total),
            "by_status": by("status"),
            "by_priority": by("priority"),
            "by_category": by("category"),
            "by_csf_function": by("csf_function"),
            "eta_buckets": groups(&found, buckets.collect()),
            "build": [rounded(found.build.fixed_cost), found.build.people_days],
            "run": [rounded(found.run.fixed_cost), found.run.people_days],
            "other_currencies": others,
        });
        for (key, expected) in expected(case) {
            assert_same(number, &key, &ours[&key], &expected);
        }
    }
}

#[test]
fn days_are_counted_from_today() {
    let today: NaiveDate = "2026-03-10".parse().unwrap();
    let bucket = |eta: &str| Bucket::of(ControlStatus::ToDo, eta.parse().ok(), today);
    for (eta, expected) in [
        ("2026-03-09", Bucket::Overdue),
        ("2026-03-10", Bucket::Due30Days),
        ("2026-04-09", Bucket::Due30Days),
        ("2026-04-10", Bucket::Due90Days),
        ("2026-06-08", Bucket::Due90Days),
        ("2026-06-09", Bucket::Later),
        ("", Bucket::NoDate),
    ] {
        assert_eq!(bucket(eta), expected, "{eta}");
    }
    assert_eq!(Bucket::of(ControlStatus::Active, "2020-01-01".parse().ok(), today), Bucket::Done);
    assert_eq!(Bucket::of(ControlStatus::ToDo, "2020-01-01".parse().ok(), NaiveDate::MAX), Bucket::Overdue);
}

#[test]
fn a_control_counts_for_each_of_its_owners() {
    let cost =
        |fixed_cost| Cost { currency: "€".into(), run: Part { fixed_cost, people_days: 0.0 }, ..Cost::default() };
    let line = |amount| Line { cost: Some(cost(amount)), status: ControlStatus::ToDo, eta: None };
    let found = budget(&[line(100.0), line(20.0), line(3.0)], "€", 0.0);
    let sums = found.by([vec!["a", "b"], vec!["b"], vec![]]);
    let sums: Vec<(&str, usize, f64)> = sums.into_iter().map(|(owner, sum)| (owner, sum.count, sum.total)).collect();
    assert_eq!(sums, [("a", 1, 100.0), ("b", 2, 120.0)]);
}
