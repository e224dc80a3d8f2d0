//! Turns flags, files and standard input into API values.

use std::io::Read;

use cairn_client::{Field, Kind, Names, Resource};
use serde_json::{Map, Value as Json};

use crate::failure::{Failure, Result};
use crate::flags::{flag_name, is_list_of_texts};
use crate::times;

/// The value of a field, from the values of its flag.
pub async fn field_value(names: &Names<'_>, field: &Field, texts: &[String]) -> Result<Json> {
    let last = texts.last().map(String::as_str).unwrap_or_default();
    if field.kind == Kind::Many {
        let target = field.target.as_deref().unwrap_or_default();
        let mut ids = Vec::new();
        for text in texts.iter().filter(|text| !text.is_empty()) {
            ids.push(Json::from(names.find(target, text).await?.to_string()));
        }
        return Ok(Json::Array(ids));
    }
    if is_list_of_texts(field) && !last.starts_with(['[', '@']) {
        return Ok(texts.iter().filter(|text| !text.is_empty()).cloned().collect());
    }
    if last.is_empty() && field.nullable {
        return Ok(Json::Null);
    }
    Ok(match field.kind {
        Kind::Reference => {
            let target = field.target.as_deref().unwrap_or_default();
            names.find(target, last).await?.to_string().into()
        }
        Kind::Any => names.find_any(last).await?.into(),
        Kind::Choice => field.choice_key(last),
        Kind::Boolean => boolean(last).ok_or_else(|| wrong(field, "true or false", last))?.into(),
        Kind::Integer => last.parse::<i64>().map_err(|_| wrong(field, "a whole number", last))?.into(),
        Kind::Decimal => {
            let number = last.parse::<f64>().ok().and_then(serde_json::Number::from_f64);
            Json::Number(number.ok_or_else(|| wrong(field, "a number", last))?)
        }
        Kind::Datetime => times::instant(last).map_err(|failure| failure.about(flag(field)))?.into(),
        Kind::Markdown => text_or_file(last)?.into(),
        Kind::Json | Kind::Translations => {
            let text = text_or_file(last)?;
            serde_json::from_str(&text)
                .map_err(|error| Failure::usage(format!("{} takes JSON: {error}", flag(field))))?
        }
        _ => last.into(),
    })
}

/// The value of a filter, from the values of a flag.
pub async fn filter_value(names: &Names<'_>, field: &Field, lookup: &str, texts: &[String]) -> Result<String> {
    let mut values = Vec::new();
    for text in texts {
        let value = match field.kind {
            _ if lookup == "isnull" => text.clone(),
            Kind::Reference | Kind::Many => {
                let target = field.target.as_deref().unwrap_or_default();
                names.find(target, text).await?.to_string()
            }
            Kind::Any if lookup != "resource" => names.find_any(text).await?,
            Kind::Choice => cell(&field.choice_key(text)),
            Kind::Datetime => {
                let ending = if lookup == "exact" { String::new() } else { format!("-{lookup}") };
                times::instant(text).map_err(|failure| failure.about(flag(field) + &ending))?
            }
            _ => text.clone(),
        };
        values.push(value);
    }
    Ok(values.join(","))
}

pub fn boolean(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "true" | "yes" | "1" | "on" => Some(true),
        "false" | "no" | "0" | "off" => Some(false),
        _ => None,
    }
}

/// `@FILE` stands for the content of a file; `@@` for a text that starts with an at sign.
fn text_or_file(text: &str) -> Result<String> {
    match text.strip_prefix('@') {
        Some(rest) if rest.starts_with('@') => Ok(rest.to_owned()),
        Some(path) => {
            std::fs::read_to_string(path).map_err(|error| Failure::other(format!("cannot read {path}: {error}")))
        }
        None => Ok(text.to_owned()),
    }
}

fn cell(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The flag as it is typed.
fn flag(field: &Field) -> String {
    format!("--{}", flag_name(&field.name))
}

fn wrong(field: &Field, expected: &str, given: &str) -> Failure {
    Failure::usage(format!("{} takes {expected}, not “{given}”", flag(field)))
}

/// Reads the objects on standard input: a single one, an array, or one per line.
pub fn objects_on_stdin() -> Result<Vec<Map<String, Json>>> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::other(format!("cannot read standard input: {error}")))?;
    objects(&text)
}

fn objects(text: &str) -> Result<Vec<Map<String, Json>>> {
    let mut found = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Json>() {
        match value.map_err(|error| Failure::usage(format!("standard input is not JSON: {error}")))? {
            Json::Array(list) => found.extend(list),
            one => found.push(one),
        }
    }
    if found.is_empty() {
        return Err(Failure::usage("standard input is empty; a JSON object was expected"));
    }
    let object = |value| match value {
        Json::Object(object) => Ok(object),
        other => Err(Failure::usage(format!("standard input must contain JSON objects, not {other}"))),
    };
    found.into_iter().map(object).collect()
}

/// Prepares an object that was read or written by hand: names become ids, and read-only fields are left out. Unknown
/// fields are kept, so that the server can refuse them by name.
pub async fn writable(names: &Names<'_>, resource: &Resource, object: Map<String, Json>) -> Result<Map<String, Json>> {
    let mut out = Map::new();
    for (name, value) in object {
        let computed = resource.computed.iter().any(|computed| computed.name == name);
        let Some(field) = resource.field(&name) else {
            if !computed && name != "path" {
                out.insert(name, value);
            }
            continue;
        };
        if !field.is_writable() {
            continue;
        }
        let value = names.value(field, value).await.map_err(|error| Failure::from(error).about(&name))?;
        out.insert(name, value);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_input_has_one_object_or_several() {
        let count = |text: &str| objects(text).map(|objects| objects.len());
        assert_eq!(count("{\"a\": 1}").expect("objects"), 1);
        assert_eq!(count("[{}, {}]").expect("objects"), 2);
        assert_eq!(count("{}\n{}\n{}\n").expect("objects"), 3);
        for wrong in ["", "  \n", "name: x", "[1]", "\"x\""] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
