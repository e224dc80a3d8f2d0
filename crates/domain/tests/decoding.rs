//! Bodies of every kind for every resource: nothing breaks, every mistake is named at once, and what is taken is what
//! was meant.

use std::collections::BTreeSet;

use cairn_engine::decode::{decode, require};
use cairn_engine::{Error, Resource};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

fn leaves() -> impl Strategy<Value = Json> {
    let numbers = prop_oneof![
        (-20..20_i64).prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
    ];
    let texts = prop_oneof![
        ".{0,12}",
        "[0-9]{4}-[0-9]{2}-[0-9]{2}",
        "[0-9]{4}-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](Z|\\+02:00|)",
        "-?[0-9]{1,20}(\\.[0-9]{1,6})?",
        "https?://[a-z.:@/]{0,12}",
        prop::sample::select(vec!["", " ", "\u{0}", "active", "to_do", "PR", "SP", "en", "fr", "--", "true", "null"])
            .prop_map(str::to_owned),
        any::<u128>().prop_map(|id| uuid::Uuid::from_u128(id).to_string()),
    ];
    prop_oneof![Just(Json::Null), any::<bool>().prop_map(Json::from), numbers, texts.prop_map(Json::from)]
}

fn values() -> impl Strategy<Value = Json> {
    leaves().prop_recursive(2, 8, 3, |inner| {
        let objects = btree_map("[a-z_]{1,8}", inner.clone(), 0..3)
            .prop_map(|members| Json::Object(members.into_iter().collect()));
        prop_oneof![vec(inner, 0..3).prop_map(Json::from), objects]
    })
}

fn found(path: &str) -> &'static Resource {
    cairn_domain::registry().get(path)
}

/// The path of a resource, and a body with some of its fields, names that it does not know, and any values.
fn bodies() -> impl Strategy<Value = (&'static str, Map<String, Json>)> {
    let paths: Vec<&'static str> = cairn_domain::registry().resources().iter().map(|resource| resource.path).collect();
    prop::sample::select(paths).prop_flat_map(|path| {
        let resource = found(path);
        let fields = resource.def.fields.iter().map(|field| field.name.to_owned());
        let names: Vec<String> = fields.chain(["path".to_owned(), "nonsense".to_owned(), String::new()]).collect();
        let members = vec((prop::sample::select(names), values()), 0..6);
        members.prop_map(move |members| (path, members.into_iter().collect()))
    })
}

fn named(result: &Result<impl Sized, Error>) -> BTreeSet<String> {
    match result {
        Ok(_) => BTreeSet::new(),
        Err(Error::Invalid(errors)) => errors.0.keys().cloned().collect(),
        Err(other) => panic!("a body can only be invalid: {other}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_mistake_is_named_at_once_and_nothing_else((path, members) in bodies()) {
        let resource = found(path);
        let wrong_alone = members.iter().filter(|(name, value)| {
            let alone = Json::Object([((*name).clone(), (*value).clone())].into_iter().collect());
            decode(resource, &alone, None).is_err()
        });
        let wrong_alone: BTreeSet<String> = wrong_alone.map(|(name, _)| name.clone()).collect();
        let decoded = decode(resource, &Json::Object(members), None);
        prop_assert_eq!(named(&decoded), wrong_alone, "{}", resource.path);
    }

    #[test]
    fn what_is_taken_may_be_written_and_means_the_same_when_it_is_sent_back((path, members) in bodies()) {
        let resource = found(path);
        let body = Json::Object(members.clone());
        let Ok(input) = decode(resource, &body, None) else { return Ok(()) };
        for (position, value) in &input.0 {
            let field = resource.field(*position);
            prop_assert!(field.writable(), "{} of {} was taken", field.name, resource.path);
            prop_assert!(members.contains_key(field.name));
            let sent_back = value.to_json();
            if sent_back.is_null() {
                prop_assert!(field.nullable, "{} of {} became null", field.name, resource.path);
                continue;
            }
            let again = field.kind.behaviour().parse(&sent_back);
            prop_assert_eq!(
                again.as_ref().map(cairn_model::value::Value::to_json), Ok(sent_back.clone()),
                "{} of {} was {} and became {}", field.name, resource.path, members[field.name], sent_back
            );
        }
    }

    /// Asking for what is missing names fields that a request can give.
    #[test]
    fn what_is_asked_for_can_be_given((path, members) in bodies()) {
        let resource = found(path);
        let Ok(input) = decode(resource, &Json::Object(members.clone()), None) else { return Ok(()) };
        for name in named(&require(resource, &input)) {
            prop_assert!(!members.contains_key(&name), "{name} was given");
            let position = resource.def.position(&name).expect("a field");
            prop_assert!(resource.field(position).writable(), "{name} of {} cannot be given", resource.path);
        }
    }
}

#[test]
fn a_body_is_an_object() {
    for resource in cairn_domain::registry().resources() {
        for body in [json!(null), json!([]), json!("x"), json!(1), json!([{ "name": "x" }])] {
            assert_eq!(named(&decode(resource, &body, None)), BTreeSet::from(["detail".to_owned()]), "{body}");
        }
    }
}
