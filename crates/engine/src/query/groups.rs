//! A list counted by the value of a field, for pages that show it in groups.

use std::collections::BTreeMap;

use cairn_model::choice::ChoiceOption;
use cairn_model::kind::Kind;
use cairn_model::{Describe, FieldDef, Type, Value};
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::params::ListParams;
use super::select::{Select, column};
use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::language;
use crate::registry::Resource;

/// The parameter that names the field.
pub const BY: &str = "by";

/// The groups of a list.
#[derive(Debug, Serialize, Describe)]
pub struct Groups {
    /// The field the list is grouped by.
    pub field: &'static str,
    /// How many objects there are in all groups.
    pub count: i64,
    pub groups: Vec<Group>,
}

/// The objects that have the same value.
#[derive(Debug, Serialize, Describe)]
pub struct Group {
    /// The value, as the filter of the field takes it; null for objects without one.
    pub key: Option<Json>,
    /// What the value is called.
    pub label: Option<String>,
    pub count: i64,
}

/// Counts what a list shows. Groups without objects are left out; those without a value come last.
pub async fn groups(cx: &mut Cx, resource: &'static Resource, mut params: ListParams) -> Result<Groups> {
    let wanted = params.0.iter().position(|(name, _)| name == BY).map(|at| params.0.remove(at).1);
    let field = wanted.as_deref().and_then(|name| resource.def.field(name)).filter(|field| can_group(field));
    let Some(field) = field else {
        let known: Vec<&str> =
            resource.def.fields.iter().filter(|field| can_group(field)).map(|field| field.name).collect();
        return Err(Error::field(BY, format!("Choose one of: {}.", known.join(", "))));
    };
    let select = params.select(cx, resource)?;
    let own = column("t", field.name);
    let mut sql = select.project(&format!("{own}, count(*)"));
    sql.push(" group by ").push(&own);
    let rows = cx.conn.query(&sql, &[kind_type(field), Type::Int]).await?;
    let counted: Vec<(Value, i64)> = rows
        .into_iter()
        .filter_map(|mut row| Some((std::mem::replace(&mut row[0], Value::Null), row[1].as_int()?)))
        .collect();
    let count = counted.iter().map(|(_, count)| count).sum();
    let groups = match &field.kind {
        Kind::Reference(reference) => by_reference(cx, cx.registry().get(reference.target), counted).await?,
        _ => by_value(field, counted),
    };
    Ok(Groups { field: field.name, count, groups })
}

/// Whether there are few values that objects share.
pub fn can_group(field: &FieldDef) -> bool {
    let shares = matches!(field.kind, Kind::Choice(_) | Kind::Boolean(_) | Kind::Reference(_));
    shares && field.stored && !field.secret
}

/// Choices in the order of their definition, yes before no.
fn by_value(field: &FieldDef, counted: Vec<(Value, i64)>) -> Vec<Group> {
    let order = |key: &Json| match &field.kind {
        Kind::Choice(choice) => choice.0.options.iter().position(|option| is(option, key)),
        _ => Some(usize::from(key != &Json::Bool(true))),
    };
    let mut groups: Vec<Group> = counted
        .into_iter()
        .map(|(value, count)| {
            let key = json(&value);
            Group { label: key.as_ref().map(|key| label(field, key)), key, count }
        })
        .collect();
    groups.sort_by_key(|group| group.key.as_ref().map_or(usize::MAX, |key| order(key).unwrap_or(usize::MAX - 1)));
    groups
}

fn kind_type(field: &FieldDef) -> Type {
    field.kind.behaviour().column().unwrap_or(Type::Text)
}

fn json(value: &Value) -> Option<Json> {
    match value {
        Value::Bool(yes) => Some(Json::Bool(*yes)),
        Value::Int(number) => Some((*number).into()),
        value => value.as_str().map(Json::from),
    }
}

fn is(option: &ChoiceOption, key: &Json) -> bool {
    option.key.to_json() == *key
}

fn label(field: &FieldDef, key: &Json) -> String {
    match (&field.kind, key) {
        (Kind::Choice(choice), key) => {
            let option = choice.0.options.iter().find(|option| is(option, key));
            option.map_or_else(|| key.to_string(), ChoiceOption::label)
        }
        (_, Json::Bool(true)) => "Yes".to_owned(),
        _ => "No".to_owned(),
    }
}

/// By name. What the caller may not see is as if nothing were set.
async fn by_reference(cx: &mut Cx, target: &'static Resource, counted: Vec<(Value, i64)>) -> Result<Vec<Group>> {
    let ids: Vec<Uuid> = counted.iter().filter_map(|(value, _)| value.as_uuid()).collect();
    let scope = cx.scope(target);
    let mut select = Select::new(cx, target, &scope);
    select.any_of("id", Value::Uuids(ids));
    let sql = select.project(&format!("t.id, {}", language::words(cx, target, "t")));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    let names: BTreeMap<Uuid, String> = rows
        .iter()
        .filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str().unwrap_or_default().to_owned())))
        .collect();
    let (mut groups, mut without) = (Vec::new(), 0);
    for (value, count) in counted {
        match value.as_uuid().and_then(|id| Some((id, names.get(&id)?))) {
            Some((id, name)) => {
                groups.push(Group { key: Some(id.to_string().into()), label: Some(name.clone()), count });
            }
            None => without += count,
        }
    }
    groups.sort_by_cached_key(|group| {
        let name = group.label.clone().unwrap_or_default();
        (name.to_lowercase(), group.key.as_ref().map(Json::to_string))
    });
    if without > 0 {
        groups.push(Group { key: None, label: None, count: without });
    }
    Ok(groups)
}
