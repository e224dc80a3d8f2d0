//! A working example of `create`, with everything the resource requires.

use cairn_client::{Field, Kind, Model, Resource};

use super::create::article;
use crate::flags;

/// Fields that rules require although they may be empty. The model document doesn't describe rules, so these few
/// resources are listed by path.
const ASKED_BY_RULES: [(&str, &[&str]); 8] = [
    ("roles", &["permissions"]),
    ("role-assignments", &["user", "perimeter_folders"]),
    ("iam/service-accounts", &["permissions", "folders"]),
    ("comments", &["applied_control"]),
    ("requirement-assignments", &["actor"]),
    ("campaigns", &["frameworks", "perimeters"]),
    ("risk-acceptances", &["risk_scenarios"]),
    ("metrology/dashboard-widgets", &["chart_type", "text_content"]),
];

/// The command as someone would type it.
pub fn create(resource: &Resource, model: &Model) -> String {
    let mut words = format!("cairn {} create", resource.word());
    let naming = resource.naming().filter(|field| field.is_writable());
    if let Some(field) = naming {
        words = format!("{words} {}", if field.name == "email" { PERSON } else { "\"A good name\"" });
    }
    let by_rules = ASKED_BY_RULES.iter().find(|(path, _)| *path == resource.path).map_or(&[][..], |(_, names)| names);
    let is_needed = |field: &&Field| {
        let asked = field.required || by_rules.contains(&field.name.as_str()) || field.name == "folder";
        asked && field.is_writable() && naming.is_none_or(|naming| naming.name != field.name)
    };
    for field in resource.fields.iter().filter(is_needed) {
        words = format!("{words} --{} {}", flags::flag_name(&field.name), value(field, model));
    }
    words
}

const PERSON: &str = "ada@example.com";

fn value(field: &Field, model: &Model) -> String {
    match field.kind {
        Kind::Reference | Kind::Many => match field.target.as_deref().unwrap_or_default() {
            "folders" => "Global".to_owned(),
            "roles" => "Reader".to_owned(),
            "users" => PERSON.to_owned(),
            "permissions" => "view_folder".to_owned(),
            path => format!("\"{}\"", capital(&model.find(path).map_or_else(|| "an object".to_owned(), one_of))),
        },
        Kind::Any => format!("\"{}:A few words\"", field.targets.first().map_or("assets", String::as_str)),
        // A text widget needs nothing else.
        Kind::Choice if field.name == "chart_type" => "text".to_owned(),
        Kind::Choice => field.choices.first().map(cairn_client::Choice::word).unwrap_or_default(),
        Kind::Integer | Kind::Decimal => field.min.unwrap_or(1).to_string(),
        Kind::Boolean => "true".to_owned(),
        Kind::Date | Kind::Datetime => "2026-03-31".to_owned(),
        Kind::Url => "https://example.com/".to_owned(),
        Kind::Email => PERSON.to_owned(),
        Kind::Json if field.name == "event_types" => "asset.created".to_owned(),
        Kind::Json | Kind::Translations if !flags::is_list_of_texts(field) => format!("@{}.json", field.name),
        // The path of an existing resource.
        Kind::Text if field.name == "resource" => "applied-controls".to_owned(),
        Kind::Text if field.name == "expression" => "\"has(object.name)\"".to_owned(),
        _ => "\"A few words\"".to_owned(),
    }
}

fn one_of(resource: &Resource) -> String {
    article(&resource.one())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_have_what_is_required() {
        let model = Model::parse(include_bytes!("../../../../docs/golden/model.json")).expect("a model document");
        let example = |word: &str| create(model.by_word(word).expect(word), &model);
        assert_eq!(example("asset"), "cairn asset create \"A good name\" --folder Global");
        assert_eq!(
            example("finding"),
            "cairn finding create \"A good name\" --findings-assessment \"A findings assessment\""
        );
        for resource in model.resources().iter().filter(|resource| resource.permissions.add) {
            let text = create(resource, &model);
            let naming = resource.naming().map(|field| field.name.as_str());
            for field in resource.fields.iter().filter(|field| field.required && field.is_writable()) {
                let flag = format!("--{} ", flags::flag_name(&field.name));
                assert!(naming == Some(field.name.as_str()) || text.contains(&flag), "{text}");
            }
        }
    }
}
