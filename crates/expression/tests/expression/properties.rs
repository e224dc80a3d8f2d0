//! Random conditions on random records.

use cairn_expression::{Expression, Language, MAX_STEPS, Record};
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use crate::oracle::{Condition, Term};
use crate::reasons::Labels;
use crate::records::day;

const FIELDS: [&str; 4] = ["score", "cost", "name", "eta"];
const TEXTS: [&str; 3] = ["", "a", "ab"];
const DATES: [&str; 6] =
    ["2026-03-01", "2026-02-28", "2024-02-29", "2027-01-01", "2026-02-28T23:59:59Z", "2026-03-01T00:00:00Z"];

fn record(depth: u32) -> BoxedStrategy<Json> {
    let number = || prop::option::of(-2..3_i64);
    let text = prop::option::of(prop::sample::select(TEXTS.to_vec()));
    let date = || prop::option::of(prop::sample::select(DATES.to_vec()));
    let fields = (number(), number(), text.clone(), date())
        .prop_map(|(score, cost, name, eta)| json!({ "score": score, "cost": cost, "name": name, "eta": eta }));
    let link = prop::option::of(fields.clone());
    if depth == 0 {
        return (fields, link).prop_map(|(fields, link)| with(fields, link, Vec::new())).boxed();
    }
    let parts = prop::collection::vec(record(depth - 1), 0..3);
    (fields, link, parts).prop_map(|(fields, link, parts)| with(fields, link, parts)).boxed()
}

fn with(mut fields: Json, link: Option<Json>, parts: Vec<Json>) -> Json {
    fields["link"] = Json::from(link);
    fields["parts"] = Json::from(parts);
    fields
}

/// Terms inside `depth` loops: numbers, texts and dates, which may be compared with each other.
fn term(depth: usize) -> impl Strategy<Value = Term> {
    let of = || 0..=depth;
    let field = || prop::sample::select(FIELDS.to_vec());
    let any = prop_oneof![
        (-2..3_i64).prop_map(Term::Int),
        prop::sample::select(TEXTS.to_vec()).prop_map(|text| Term::Text(text.to_owned())),
        prop::sample::select(DATES.to_vec()).prop_map(|text| Term::Text(text.to_owned())),
        Just(Term::Today),
        of().prop_map(Term::Size),
        (of(), field()).prop_map(|(of, name)| Term::Field(of, name)),
        (of(), field()).prop_map(|(of, name)| Term::Linked(of, name)),
    ];
    let date = prop_oneof![
        Just(Term::Today),
        of().prop_map(|of| Term::Field(of, "eta")),
        of().prop_map(|of| Term::Linked(of, "eta")),
        of().prop_map(|of| Term::Field(of, "name")),
    ];
    prop_oneof![
        4 => any,
        1 => date.clone().prop_map(|date| Term::Since(Box::new(date))),
        1 => date.prop_map(|date| Term::Until(Box::new(date))),
    ]
}

fn condition(depth: usize) -> BoxedStrategy<Condition> {
    let operator = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let filled = (0..=depth, prop::sample::select(FIELDS.to_vec()), any::<bool>());
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Condition::Truth),
        6 => (term(depth), operator, term(depth)).prop_map(|(one, operator, other)| Condition::Compare(one, operator, other)),
        1 => (term(depth), prop::collection::vec(term(depth), 0..3)).prop_map(|(one, others)| Condition::In(one, others)),
        1 => (term(depth), prop::sample::select(TEXTS.to_vec()))
            .prop_filter("a number and a point are read as one number", |(term, _)| !matches!(term, Term::Int(_)))
            .prop_map(|(term, text)| Condition::Contains(term, text.to_owned())),
        1 => filled.prop_map(|(of, name, is_linked)| {
            Condition::Has(if is_linked { Term::Linked(of, name) } else { Term::Field(of, name) })
        }),
    ];
    let loops = if depth < 2 {
        let kind = prop::sample::select(vec!["all", "exists", "exists_one"]);
        (kind, 0..=depth, condition(depth + 1))
            .prop_map(|(kind, of, body)| Condition::Each(kind, of, Box::new(body)))
            .boxed()
    } else {
        any::<bool>().prop_map(Condition::Truth).boxed()
    };
    let leaf = prop_oneof![3 => leaf, 1 => loops];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Condition::Not(Box::new(inner))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Condition::And(Box::new(a), Box::new(b))),
            (inner.clone(), inner).prop_map(|(a, b)| Condition::Or(Box::new(a), Box::new(b))),
        ]
    })
    .boxed()
}

/// The record with nothing but the paths.
fn loaded(record: &Json, paths: &[&[String]]) -> Json {
    match record {
        _ if paths.contains(&&[][..]) => record.clone(),
        Json::Array(items) => items.iter().map(|item| loaded(item, paths)).collect(),
        Json::Object(fields) => {
            let mut kept = Map::new();
            for (name, value) in fields {
                let inside: Vec<&[String]> =
                    paths.iter().filter(|path| path[0] == *name).map(|path| &path[1..]).collect();
                if !inside.is_empty() {
                    kept.insert(name.clone(), loaded(value, &inside));
                }
            }
            Json::Object(kept)
        }
        plain => plain.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Both evaluators agree, also on what has no answer, and the fields that are named are enough.
    #[test]
    fn two_evaluators_agree(condition in condition(0), object in record(2)) {
        let source = condition.source(0);
        // Long ones are refused, which other tests show.
        if let Ok(expression) = Expression::parse_over_records(&source) {
            let expected = condition.holds(&[&object], &day().to_string());
            let ours = expression.evaluate(&Record::new(object.clone(), day()), MAX_STEPS);
            prop_assert_eq!(ours.clone().ok(), expected, "{} on {}: {:?}", source, object, ours);

            let paths = expression.fields("object");
            let paths: Vec<&[String]> = paths.iter().map(Vec::as_slice).collect();
            let few = expression.evaluate(&Record::new(loaded(&object, &paths), day()), MAX_STEPS);
            prop_assert_eq!(few, ours, "{} on {} with {:?}", source, object, paths);

            let again = Expression::parse_over_records(&expression.source()).unwrap();
            let again = again.evaluate(&Record::new(object.clone(), day()), MAX_STEPS);
            prop_assert_eq!(again.ok(), expected, "{} as {}", source, expression.source());
        }
    }

    /// Whatever is true has a reason in both languages.
    #[test]
    fn what_is_true_has_a_reason(condition in condition(0), object in record(2)) {
        if let Ok(expression) = Expression::parse_over_records(&condition.source(0)) {
            let record = Record::new(object, day());
            if expression.evaluate(&record, MAX_STEPS) == Ok(true) {
                for language in [Language::English, Language::French] {
                    let reason = expression.reason(&record, &Labels(language));
                    prop_assert!(reason.len() > 5 && reason.ends_with('.'), "{}", reason);
                }
            }
        }
    }
}
