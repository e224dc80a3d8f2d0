//! Turns what an assistant writes into API values: names become ids, labels of choices become their keys.

use cairn_client::{Action, Field, Kind, Query, Resource};
use serde_json::{Map, Value as Json};

use crate::desk::Desk;
use crate::failure::{Failure, Result};

const LOOKUPS: [&str; 9] = ["exact", "in", "gte", "gt", "lte", "lt", "isnull", "icontains", "resource"];

/// Field values for creating or changing an object.
pub async fn fields(desk: &Desk, resource: &Resource, values: &Map<String, Json>) -> Result<Json> {
    let mut sent = Map::new();
    for (name, given) in values {
        let Some(field) = resource.field(name).filter(|field| field.is_writable()) else {
            let known: Vec<&str> =
                resource.fields.iter().filter(|f| f.is_writable()).map(|f| f.name.as_str()).collect();
            let what = if resource.field(name).is_some() { "is set by the server" } else { "is not a field" };
            return Err(Failure::new(format!(
                "“{name}” {what} of {}. Nothing was changed. Fields that can be set: {}",
                resource.several(),
                known.join(", ")
            )));
        };
        sent.insert(name.clone(), field_value(desk, field, given).await?);
    }
    Ok(Json::Object(sent))
}

async fn field_value(desk: &Desk, field: &Field, given: &Json) -> Result<Json> {
    match (field.kind, given) {
        // An assistant that is given the choices needn't ask.
        (Kind::Choice, Json::String(word)) => choice(field, word),
        _ => Ok(desk.names().value(field, given.clone()).await?),
    }
}

fn choice(field: &Field, word: &str) -> Result<Json> {
    if let Some(choice) = field.choice(word) {
        return Ok(choice.key.clone());
    }
    let known: Vec<String> = field.choices.iter().map(|choice| format!("{} ({})", choice.key, choice.label)).collect();
    Err(Failure::new(format!("“{word}” is not a valid {}. Choose one of: {}", field.name, known.join(", "))))
}

/// The filters of a list: `status`, `owner__isnull`, `eta__lte`, and the resource's own filters.
pub async fn filters(desk: &Desk, resource: &Resource, given: &Map<String, Json>) -> Result<Query> {
    let mut query = Query::new();
    for (name, value) in given {
        let values: Vec<&Json> = match value {
            Json::Array(list) => list.iter().collect(),
            one => vec![one],
        };
        if let Some(filter) = resource.filters.iter().find(|filter| filter.name == *name) {
            let is_id = filter.schema["format"] == "uuid" || filter.schema["items"]["format"] == "uuid";
            let target = desk.model.target_of(resource, name);
            let mut texts = Vec::new();
            for one in values {
                texts.push(if is_id { text(&desk.names().reference(target, one.clone()).await?) } else { text(one) });
            }
            query.push((name.clone(), texts.join(",")));
            continue;
        }
        let (field_name, lookup) = name.rsplit_once("__").unwrap_or((name, "exact"));
        let field = resource.field(field_name).filter(|field| field.filters_by(lookup));
        let field = field.ok_or_else(|| unknown_filter(resource, name))?;
        let mut texts = Vec::new();
        for one in values {
            texts.push(filter_value(desk, field, lookup, one).await?);
        }
        let several = texts.len() > 1 && lookup == "exact" && field.filters_by("in");
        let parameter = if several { format!("{field_name}__in") } else { name.clone() };
        query.push((parameter, texts.join(",")));
    }
    Ok(query)
}

async fn filter_value(desk: &Desk, field: &Field, lookup: &str, given: &Json) -> Result<String> {
    if lookup == "isnull" {
        return Ok(text(given));
    }
    Ok(match (field.kind, given) {
        (Kind::Reference | Kind::Many, one) => {
            text(&desk.names().reference(field.target.as_deref().unwrap_or_default(), one.clone()).await?)
        }
        (Kind::Any, Json::String(words)) if lookup != "resource" => desk.names().find_any(words).await?,
        (Kind::Choice, Json::String(words)) if words.contains(',') => {
            let keys: Result<Vec<String>> =
                words.split(',').map(|word| Ok(text(&choice(field, word.trim())?))).collect();
            keys?.join(",")
        }
        (Kind::Choice, Json::String(word)) => text(&choice(field, word)?),
        (_, one) => text(one),
    })
}

fn unknown_filter(resource: &Resource, name: &str) -> Failure {
    let (field_name, lookup) = name.rsplit_once("__").unwrap_or((name, "exact"));
    if let Some(field) = resource.field(field_name).filter(|_| LOOKUPS.contains(&lookup)) {
        return Failure::new(format!(
            "“{field_name}” of {} cannot be filtered with “{lookup}”, only with: {}",
            resource.several(),
            field.lookups.join(", ")
        ));
    }
    let fields = resource.fields.iter().filter(|field| !field.lookups.is_empty() && !field.write_only);
    let fields: Vec<&str> = fields.map(|field| field.name.as_str()).collect();
    let special: Vec<&str> = resource.filters.iter().map(|filter| filter.name.as_str()).collect();
    Failure::new(format!(
        "“{name}” is not a filter of {}. Fields: {}; each also with __in, __isnull, __gte, __lte, __gt, __lt or \
         __icontains where its kind has it. Others: {}",
        resource.several(),
        fields.join(", "),
        if special.is_empty() { "none".to_owned() } else { special.join(", ") }
    ))
}

/// The input of an action. Where its schema has a UUID, a name is accepted too.
pub async fn action_input(
    desk: &Desk,
    resource: &Resource,
    action: &Action,
    given: &Map<String, Json>,
) -> Result<Map<String, Json>> {
    let mut sent = Map::new();
    for (name, value) in given {
        let Some((_, schema)) = action.inputs().find(|(known, _)| *known == name) else {
            let known: Vec<&str> = action.inputs().map(|(name, _)| name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Failure::new(format!("the action “{}” has no input “{name}”. Inputs: {known}", action.name)));
        };
        let target = desk.model.target_of(resource, name);
        let value = match value {
            Json::Array(list) if schema["items"]["format"] == "uuid" => {
                desk.names().references(target, list.clone()).await?
            }
            Json::String(_) if schema["format"] == "uuid" => desk.names().reference(target, value.clone()).await?,
            other => other.clone(),
        };
        sent.insert(name.clone(), value);
    }
    Ok(sent)
}

/// A value as a query parameter.
pub fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
