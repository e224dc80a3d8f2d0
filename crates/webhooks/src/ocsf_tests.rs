//! Events held against the definitions that the schema publishes for class 6003, restated here as far as they are used.

use cairn_model::LogKind;
use cairn_model::Timestamp;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::api_activity;
use crate::forward::Entry;

/// An object of the schema: its attributes with their types, those that must be there, and those of which one must.
struct Object {
    name: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    required: &'static [&'static str],
    at_least_one: &'static [&'static str],
}

const API_ACTIVITY: &str = "api_activity";

const SCHEMA: &[Object] = &[
    Object {
        name: API_ACTIVITY,
        attributes: &[
            ("activity_id", "integer"),
            ("activity_name", "string"),
            ("actor", "actor"),
            ("api", "api"),
            ("category_name", "string"),
            ("category_uid", "integer"),
            ("class_name", "string"),
            ("class_uid", "integer"),
            ("message", "string"),
            ("metadata", "metadata"),
            ("resources", "[resource_details]"),
            ("severity", "string"),
            ("severity_id", "integer"),
            ("src_endpoint", "network_endpoint"),
            ("status", "string"),
            ("status_id", "integer"),
            ("time", "integer"),
            ("type_name", "string"),
            ("type_uid", "integer"),
            ("unmapped", "anything"),
        ],
        required: &[
            "activity_id",
            "actor",
            "api",
            "category_uid",
            "class_uid",
            "metadata",
            "severity_id",
            "src_endpoint",
            "time",
            "type_uid",
        ],
        at_least_one: &[],
    },
    Object {
        name: "actor",
        attributes: &[("user", "user"), ("session", "session"), ("app_name", "string")],
        required: &[],
        at_least_one: &["user", "session", "app_name"],
    },
    Object {
        name: "user",
        attributes: &[("uid", "string"), ("name", "string"), ("type_id", "integer")],
        required: &[],
        at_least_one: &["uid", "name"],
    },
    Object {
        name: "session",
        attributes: &[("uid", "string"), ("issuer", "string")],
        required: &[],
        at_least_one: &[],
    },
    Object {
        name: "api",
        attributes: &[("operation", "string"), ("service", "service"), ("request", "request")],
        required: &["operation"],
        at_least_one: &[],
    },
    Object { name: "service", attributes: &[("name", "string")], required: &[], at_least_one: &["name"] },
    Object { name: "request", attributes: &[("uid", "string")], required: &["uid"], at_least_one: &[] },
    Object {
        name: "metadata",
        attributes: &[
            ("version", "string"),
            ("uid", "string"),
            ("log_name", "string"),
            ("sequence", "integer"),
            ("correlation_uid", "string"),
            ("product", "product"),
        ],
        required: &["version", "product"],
        at_least_one: &[],
    },
    Object {
        name: "product",
        attributes: &[("name", "string"), ("vendor_name", "string"), ("version", "string")],
        required: &["name", "vendor_name"],
        at_least_one: &[],
    },
    Object {
        name: "network_endpoint",
        attributes: &[("ip", "ip"), ("svc_name", "string")],
        required: &[],
        at_least_one: &["ip", "svc_name"],
    },
    Object {
        name: "resource_details",
        attributes: &[("uid", "string"), ("name", "string"), ("type", "string"), ("group", "group")],
        required: &[],
        at_least_one: &["uid", "name"],
    },
    Object {
        name: "group",
        attributes: &[("uid", "string"), ("type", "string")],
        required: &[],
        at_least_one: &["uid"],
    },
];

fn check(kind: &str, value: &Json, at: &str) {
    match kind {
        "anything" => {}
        "integer" => assert!(value.is_i64() || value.is_u64(), "{at}: {value}"),
        "string" => assert!(value.as_str().is_some_and(|text| !text.is_empty()), "{at}: {value}"),
        "ip" => assert!(value.as_str().is_some_and(|text| text.parse::<std::net::IpAddr>().is_ok()), "{at}: {value}"),
        "[resource_details]" => {
            let elements = value.as_array().unwrap_or_else(|| panic!("{at}: {value}"));
            assert!(!elements.is_empty(), "{at}");
            for element in elements {
                check("resource_details", element, at);
            }
        }
        name => check_object(name, value, at),
    }
}

fn check_object(name: &str, value: &Json, at: &str) {
    let object = SCHEMA.iter().find(|object| object.name == name).unwrap_or_else(|| panic!("{name} is not restated"));
    let members = value.as_object().unwrap_or_else(|| panic!("{at}: {value}"));
    for (member, value) in members {
        let kind = object.attributes.iter().find(|(attribute, _)| attribute == member);
        let (_, kind) = kind.unwrap_or_else(|| panic!("{at}.{member} is not in the schema"));
        check(kind, value, &format!("{at}.{member}"));
    }
    for attribute in object.required {
        assert!(members.contains_key(*attribute), "{at}.{attribute} is missing from {value}");
    }
    let has_one = object.at_least_one.iter().any(|attribute| members.contains_key(*attribute));
    assert!(has_one || object.at_least_one.is_empty(), "{at}: {value}");
}

fn entry(kind: &str) -> Entry {
    Entry {
        seq: 7,
        at: Timestamp::from_micros(1_772_359_200_000_000),
        kind: kind.to_owned(),
        resource: "assets".to_owned(),
        object_id: Some(Uuid::from_u128(1)),
        object_name: Some("Card vault".to_owned()),
        folder: Some(Uuid::from_u128(2)),
        origin: "session".to_owned(),
        actor: Some(Uuid::from_u128(3)),
        actor_label: "ann@example.com".to_owned(),
        token: Some(Uuid::from_u128(4)),
        address: Some("2001:db8::1".to_owned()),
        request: Some("c4aaeb1f2a063921".to_owned()),
        changes: json!({ "name": [null, "Card vault"] }),
    }
}

#[test]
fn every_entry_is_an_event_of_the_schema() {
    for kind in LogKind::ALL.iter().map(|kind| kind.key()) {
        // With each part that an entry may lack there and not there, in every combination.
        for lacking in 0..128_u8 {
            let lacks = |bit: u8| lacking & (1 << bit) != 0;
            let mut entry = entry(kind);
            if lacks(0) {
                (entry.resource, entry.object_id, entry.object_name) = (String::new(), None, None);
            }
            entry.folder = entry.folder.filter(|_| !lacks(1));
            entry.actor = entry.actor.filter(|_| !lacks(2));
            entry.token = entry.token.filter(|_| !lacks(3));
            entry.address = entry.address.filter(|_| !lacks(4));
            entry.request = entry.request.filter(|_| !lacks(5));
            if lacks(6) {
                entry.actor_label = String::new();
                entry.object_name = entry.object_name.map(|_| String::new());
            }
            check(API_ACTIVITY, &api_activity(&entry), kind);
        }
    }
}

#[test]
fn a_failure_is_told_as_one() {
    let event = api_activity(&entry("sign_in_failed"));
    assert_eq!((&event["status_id"], &event["severity_id"]), (&json!(2), &json!(2)));
    assert_eq!(event["type_uid"], json!(600_399));
    let event = api_activity(&entry("created"));
    assert_eq!(
        (&event["status_id"], &event["severity_id"], &event["type_uid"]),
        (&json!(1), &json!(1), &json!(600_301))
    );
}

#[test]
#[should_panic(expected = "is not in the schema")]
fn the_check_can_fail() {
    let mut event = api_activity(&entry("created"));
    event["actor"]["nickname"] = json!("Ann");
    check(API_ACTIVITY, &event, "event");
}
