//! What an expression can use, for editors that complete names and for assistants.

use cairn_engine::redaction::hideable;
use cairn_engine::{Cx, Nothing, Resource, Result};
use cairn_model::kind::Kind;
use cairn_model::{Describe, FieldDef};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::condition::{is_watchable, usable, usable_of_target, watched};
use super::words::{Language, choice, label, of_reader, plural};

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The path of the resource, such as `applied-controls`.
    pub resource: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct Offered {
    pub resource: &'static str,
    pub fields: Vec<Field>,
    pub functions: Vec<Function>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Field {
    /// How it is written after `object.`. `[]` stands for the objects of a link to several: use it in
    /// `object.evidences.exists(e, e.status == "approved")`.
    pub path: String,
    pub label: String,
    /// The kind of value, as in the model document.
    pub kind: &'static str,
    /// The values of a choice.
    pub choices: Vec<Choice>,
    /// `one` or `many` for a link, null for a value.
    pub link: Option<&'static str>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Choice {
    /// As it is written in an expression: a text in quotes, or a number.
    pub value: Json,
    pub label: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct Function {
    /// How it is written, with placeholders.
    pub name: &'static str,
    pub doc: &'static str,
}

/// A resource that rules can watch.
#[derive(Debug, Serialize, Describe)]
pub struct Watchable {
    pub path: &'static str,
    pub label: String,
}

pub async fn resources(cx: &mut Cx, _: Nothing) -> Result<Vec<Watchable>> {
    let language = of_reader(cx);
    let routed = cx.registry().routed().filter(|one| is_watchable(one) && cx.authority.may_view(one));
    let mut all: Vec<Watchable> =
        routed.map(|resource| Watchable { path: resource.path, label: plural(language, resource) }).collect();
    all.sort_by(|one, other| one.label.cmp(&other.label));
    Ok(all)
}

pub async fn fields(cx: &mut Cx, wanted: Wanted) -> Result<Offered> {
    let resource = watched(cx, &wanted.resource)?;
    let language = of_reader(cx);
    let mut fields = Vec::new();
    for field in usable(resource).filter(|field| !hideable(cx, resource).contains(&field.name)) {
        let target = field.kind.target().map(|target| cx.registry().get(target));
        if target.is_some_and(|target| !cx.authority.may_view(target)) {
            continue;
        }
        fields.push(one(language, resource, field, field.name.to_owned(), None));
        let Some(target) = target else { continue };
        let step = if field.kind.is_many() { "[]." } else { "." };
        for inner in usable_of_target(target).filter(|inner| !hideable(cx, target).contains(&inner.name)) {
            let path = format!("{}{step}{}", field.name, inner.name);
            fields.push(one(language, target, inner, path, Some(&label(language, resource, field))));
        }
    }
    Ok(Offered { resource: resource.path, fields, functions: functions(language) })
}

fn one(language: Language, resource: &Resource, field: &FieldDef, path: String, of: Option<&str>) -> Field {
    let own = label(language, resource, field);
    let choices = match &field.kind {
        Kind::Choice(choices) => choices.0.options,
        _ => &[],
    };
    Field {
        path,
        label: of.map_or_else(|| own.clone(), |of| format!("{of} › {own}")),
        kind: field.kind.behaviour().name(),
        choices: choices
            .iter()
            .map(|option| Choice { value: option.key.to_json(), label: choice(language, resource, field, option) })
            .collect(),
        link: field.kind.target().map(|_| if field.kind.is_many() { "many" } else { "one" }),
    }
}

fn functions(language: Language) -> Vec<Function> {
    let all: [(&'static str, &'static str, &'static str); 10] = [
        (
            "days_since(date)",
            "Days since a date: days_since(object.updated_at) > 90",
            "Nombre de jours depuis une date : days_since(object.updated_at) > 90",
        ),
        (
            "days_until(date)",
            "Days until a date, negative once it has passed",
            "Nombre de jours jusqu’à une date, négatif une fois passée",
        ),
        ("today", "Today’s date, such as 2026-11-18", "La date du jour, par exemple 2026-11-18"),
        ("size(list)", "How many there are: size(object.owner) == 0", "Combien il y en a : size(object.owner) == 0"),
        ("has(object.field)", "Whether a field is filled in", "Si un champ est renseigné"),
        (
            "list.exists(x, condition)",
            "Whether the condition is true for at least one",
            "Si la condition est vraie pour au moins un",
        ),
        ("list.all(x, condition)", "Whether the condition is true for each", "Si la condition est vraie pour chacun"),
        ("text.contains(text)", "Whether a text contains another", "Si un texte en contient un autre"),
        ("text.startsWith(text)", "Whether a text begins with another", "Si un texte commence par un autre"),
        ("value in [a, b]", "Whether a value is one of several", "Si une valeur fait partie de plusieurs"),
    ];
    all.into_iter().map(|(name, english, french)| Function { name, doc: language.pick(english, french) }).collect()
}
