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
use crate::redaction::hideable;
use crate::registry::Resource;

/// The parameter that names the field.
pub const BY: &str = "by";
/// The parameter that names numbers to add up, separated by commas.
pub const SUM: &str = "sum";

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
    /// The sums that were asked for, by field.
    pub sums: BTreeMap<String, i64>,
}

/// Counts the objects of a list. Empty groups are left out; the group without a value comes last.
pub async fn groups(cx: &mut Cx, resource: &'static Resource, mut params: ListParams) -> Result<Groups> {
    let wanted = params.0.iter().position(|(name, _)| name == BY).map(|at| params.0.remove(at).1);
    let field = wanted.as_deref().and_then(|name| resource.def.field(name)).filter(|field| can_group(field));
    let Some(field) = field else {
        let known: Vec<&str> =
            resource.def.fields.iter().filter(|field| can_group(field)).map(|field| field.name).collect();
        return Err(Error::field(BY, format!("Choose one of: {}.", known.join(", "))));
    };
    let sums = wanted_sums(resource, &mut params)?;
    let hideable = hideable(cx, resource);
    if hideable.contains(&field.name) || sums.iter().any(|sum| hideable.contains(sum)) {
        return Err(Error::field(BY, "Some of this is hidden from you, so you cannot group or add it up."));
    }
    let select = params.select(cx, resource)?;
    let own = column("t", field.name);
    let mut wanted = format!("{own}, count(*)");
    for sum in &sums {
        wanted.push_str(", cast(coalesce(sum(");
        wanted.push_str(&column("t", sum));
        wanted.push_str("), 0) as bigint)");
    }
    let mut sql = select.project(&wanted);
    sql.push(" group by ").push(&own);
    let mut types = vec![kind_type(field), Type::Int];
    types.resize(2 + sums.len(), Type::Int);
    let rows = cx.conn.query(&sql, &types).await?;
    let counted: Vec<Counted> = rows
        .into_iter()
        .filter_map(|mut row| {
            let added = sums.iter().zip(&row[2..]);
            let sums = added.map(|(name, sum)| ((*name).to_owned(), sum.as_int().unwrap_or_default())).collect();
            Some(Counted { count: row[1].as_int()?, sums, value: std::mem::replace(&mut row[0], Value::Null) })
        })
        .collect();
    let count = counted.iter().map(|one| one.count).sum();
    let groups = match &field.kind {
        Kind::Reference(reference) => by_reference(cx, cx.registry().get(reference.target), counted).await?,
        _ => by_value(field, counted),
    };
    Ok(Groups { field: field.name, count, groups })
}

/// A value and its count in the database.
struct Counted {
    value: Value,
    count: i64,
    sums: BTreeMap<String, i64>,
}

/// Takes out the fields to add up.
fn wanted_sums(resource: &Resource, params: &mut ListParams) -> Result<Vec<&'static str>> {
    let Some(at) = params.0.iter().position(|(name, _)| name == SUM) else { return Ok(Vec::new()) };
    let (_, text) = params.0.remove(at);
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let found = names.map(|name| resource.def.field(name).filter(|field| can_sum(field)).map(|field| field.name));
    found.collect::<Option<Vec<_>>>().ok_or_else(|| {
        let known: Vec<&str> =
            resource.def.fields.iter().filter(|field| can_sum(field)).map(|field| field.name).collect();
        Error::field(SUM, format!("Choose one of: {}.", known.join(", ")))
    })
}

/// Whether a field is a number that can be added up.
pub fn can_sum(field: &FieldDef) -> bool {
    matches!(field.kind, Kind::Integer(_)) && field.stored && !field.secret
}

/// Whether the field has few values that objects share.
pub fn can_group(field: &FieldDef) -> bool {
    let shares = matches!(field.kind, Kind::Choice(_) | Kind::Boolean(_) | Kind::Reference(_));
    shares && field.stored && !field.secret
}

/// Choices in the order of their definition, yes before no.
fn by_value(field: &FieldDef, counted: Vec<Counted>) -> Vec<Group> {
    let order = |key: &Json| match &field.kind {
        Kind::Choice(choice) => choice.0.options.iter().position(|option| is(option, key)),
        _ => Some(usize::from(key != &Json::Bool(true))),
    };
    let mut groups: Vec<Group> = counted
        .into_iter()
        .map(|Counted { value, count, sums }| {
            let key = json(&value);
            Group { label: key.as_ref().map(|key| label(field, key)), key, count, sums }
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

/// By name. A value that the caller may not see counts as not set.
async fn by_reference(cx: &mut Cx, target: &'static Resource, counted: Vec<Counted>) -> Result<Vec<Group>> {
    let ids: Vec<Uuid> = counted.iter().filter_map(|one| one.value.as_uuid()).collect();
    let scope = cx.scope(target);
    let mut select = Select::new(cx, target, &scope);
    select.any_of("id", Value::Uuids(ids));
    let sql = select.project(&format!("t.id, {}", language::words(cx, target, "t")));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    let names: BTreeMap<Uuid, String> = rows
        .iter()
        .filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str().unwrap_or_default().to_owned())))
        .collect();
    let (mut groups, mut without) = (Vec::new(), None::<Group>);
    for Counted { value, count, sums } in counted {
        if let Some((id, name)) = value.as_uuid().and_then(|id| Some((id, names.get(&id)?))) {
            groups.push(Group { key: Some(id.to_string().into()), label: Some(name.clone()), count, sums });
            continue;
        }
        let rest = without.get_or_insert(Group { key: None, label: None, count: 0, sums: BTreeMap::new() });
        rest.count += count;
        for (name, sum) in sums {
            *rest.sums.entry(name).or_default() += sum;
        }
    }
    groups.sort_by_cached_key(|group| {
        let name = group.label.clone().unwrap_or_default();
        (name.to_lowercase(), group.key.as_ref().map(Json::to_string))
    });
    groups.extend(without);
    Ok(groups)
}
