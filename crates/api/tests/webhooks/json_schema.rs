//! A strict reader of the JSON Schemas that Cairn publishes: it knows the words that they use, fails on
//! any other, and takes a member that the schema does not name for a mistake.

use cairn_model::{Date, Timestamp};
use serde_json::Value as Json;
use uuid::Uuid;

/// Everything in which the value does not fit, each with its place.
pub fn mistakes(schema: &Json, value: &Json) -> Vec<String> {
    let mut found = Vec::new();
    check("", schema, value, &mut found);
    found
}

fn check(place: &str, schema: &Json, value: &Json, found: &mut Vec<String>) {
    for (word, wanted) in schema.as_object().expect("a schema is an object") {
        if let Some(mistake) = word_fails(word, wanted, value) {
            found.push(format!("{place}: {mistake}, but it is {value}"));
        }
    }
    match value {
        Json::Object(members) => {
            let rest = &schema["additionalProperties"];
            for (name, member) in members {
                let place = format!("{place}/{name}");
                match (schema["properties"].get(name), rest.is_object()) {
                    (Some(part), _) => check(&place, part, member, found),
                    (None, true) => check(&place, rest, member, found),
                    // A schema that names no member at all leaves them open.
                    (None, false) if schema["properties"].is_null() && rest.is_null() => {}
                    (None, false) => found.push(format!("{place} is not in the schema")),
                }
            }
        }
        Json::Array(items) if schema["items"].is_object() => {
            items.iter().enumerate().for_each(|(at, item)| {
                check(&format!("{place}/{at}"), &schema["items"], item, found);
            });
        }
        _ => {}
    }
}

/// What one word of a schema has against the value.
fn word_fails(word: &str, wanted: &Json, value: &Json) -> Option<String> {
    let text = value.as_str();
    let length = text.map(|text| text.chars().count() as u64);
    let holds = match word {
        "type" => types(wanted).any(|kind| is_of(kind, value)),
        "const" => value == wanted,
        "enum" => wanted.as_array().expect("a list").contains(value),
        "format" => text.is_none_or(|text| has_format(wanted.as_str().expect("a format"), text)),
        "minLength" => length.is_none_or(|length| Some(length) >= wanted.as_u64()),
        "maxLength" => length.is_none_or(|length| Some(length) <= wanted.as_u64()),
        "minimum" => value.as_f64().is_none_or(|number| Some(number) >= wanted.as_f64()),
        "maximum" => value.as_f64().is_none_or(|number| Some(number) <= wanted.as_f64()),
        "multipleOf" => value.as_f64().zip(wanted.as_f64()).is_none_or(|(number, step)| {
            let times = number / step;
            (times - times.round()).abs() < 1e-6
        }),
        "required" => {
            let has = |name: &Json| value.get(name.as_str().expect("a name")).is_some();
            !value.is_object() || wanted.as_array().expect("a list").iter().all(has)
        }
        // Members and items are looked at one by one; descriptions are for people.
        "properties" | "additionalProperties" | "items" | "description" => true,
        other => panic!("the test does not know the word “{other}” of JSON Schema"),
    };
    (!holds).then(|| format!("{word} must be {wanted}"))
}

fn types(wanted: &Json) -> impl Iterator<Item = &str> {
    wanted.as_str().into_iter().chain(wanted.as_array().into_iter().flatten().filter_map(Json::as_str))
}

fn is_of(kind: &str, value: &Json) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type of JSON"),
    }
}

fn has_format(format: &str, text: &str) -> bool {
    match format {
        "uuid" => text.parse::<Uuid>().is_ok(),
        "date" => text.len() == 10 && text.parse::<Date>().is_ok(),
        "date-time" => text.contains('T') && text.ends_with('Z') && Timestamp::parse(text).is_some(),
        "uri" => text.starts_with("http://") || text.starts_with("https://"),
        "email" => text.contains('@'),
        other => panic!("the test does not know the format {other}"),
    }
}
