//! Query parameters of a list, read against the definition. What is not known is refused by name.

use cairn_model::kind::{FieldKind, Kind, Lookup};
use cairn_model::{FieldDef, Timestamp, Value};
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

use super::scope::scope_condition;
use super::select::{Select, among, column, has_id};
use super::within::{self, WITHIN, within_condition};
use crate::cx::Cx;
use crate::error::{FieldErrors, Result};
use crate::filter::FilterCx;
use crate::registry::{Relation, Resource};
use crate::search;

pub const DEFAULT_LIMIT: i64 = 1000;
pub const MAX_LIMIT: i64 = 5000;

/// What a part of a text may have at most; SQLite refuses longer patterns.
const MAX_PATTERN: usize = 1000;

/// The parameters of every list.
const GENERAL: [&str; 6] = ["limit", "offset", "ordering", "search", WITHIN, CHANGED_SINCE];
const CHANGED_SINCE: &str = "changed_since";

/// The parameter that asks for an answer as it was at an instant. It is taken out before the
/// others are read; a log, which only grows, does without.
pub const AS_OF: &str = "as_of";

/// A list as it was asked for.
#[derive(Debug, Clone, Default)]
pub struct ListParams(pub Vec<(String, String)>);

/// Which part of a list to show.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest {
    pub limit: i64,
    pub offset: i64,
}

impl ListParams {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn page(&self) -> Result<PageRequest> {
        let mut errors = FieldErrors::default();
        let mut number = |name: &str, default: i64, least: i64, most: i64| match self.get(name).map(str::parse::<i64>) {
            None => default,
            Some(Ok(value)) if (least..=most).contains(&value) => value,
            Some(_) if most == i64::MAX => {
                errors.add(name, format!("Must be a whole number from {least}."));
                default
            }
            Some(_) => {
                errors.add(name, format!("Must be a whole number from {least} to {most}."));
                default
            }
        };
        let limit = number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        let offset = number("offset", 0, 0, i64::MAX);
        errors.into_result()?;
        Ok(PageRequest { limit, offset })
    }

    /// Adds conditions and order to a selection. Wrong and unknown parameters are all named.
    pub fn apply(&self, cx: &Cx, select: &mut Select) -> Result<()> {
        let resource = select.resource;
        let mut errors = FieldErrors::default();
        let mut unknown = Vec::new();
        for (name, text) in &self.0 {
            match name.as_str() {
                "limit" | "offset" | "ordering" => {}
                "search" => {
                    if let Some(condition) = search::list_condition(resource, text, select.dialect) {
                        select.condition(condition);
                    }
                }
                WITHIN => match within::domain(text) {
                    Ok(domain) => {
                        let place = column("t", resource.scope_column());
                        select.condition(within_condition(cx, &place, domain));
                    }
                    Err(message) => errors.add(name, message),
                },
                CHANGED_SINCE => match instant(text) {
                    Ok(since) => {
                        let mut sql = Sql::raw("t.updated_at > ");
                        sql.bind(since);
                        select.condition(sql);
                    }
                    Err(message) => errors.add(name, message),
                },
                _ => match filter(cx, select, name, text) {
                    Some(Ok(condition)) => {
                        select.condition(condition);
                    }
                    Some(Err(message)) => errors.add(name, message),
                    None => unknown.push(name.clone()),
                },
            }
        }
        for name in unknown {
            errors.add(&name, unknown_parameter(&known_parameters(resource)));
        }
        let ordering = self.get("ordering").filter(|text| !text.is_empty()).unwrap_or(resource.def.order);
        if let Err(message) = order(cx, select, ordering) {
            errors.add("ordering", message);
        }
        errors.into_result()
    }
}

/// The names of all parameters that a list takes.
pub fn known_parameters(resource: &Resource) -> Vec<String> {
    let mut known: Vec<String> = GENERAL.map(str::to_owned).to_vec();
    if !resource.entry.log {
        known.push(AS_OF.to_owned());
    }
    for field in resource.def.fields {
        let lookups = field.lookups().iter();
        known.extend(lookups.map(|lookup| format!("{}{}", field.name, lookup.suffix())));
    }
    // A special filter may stand in for that of a field.
    for filter in
        resource.entry.filters.iter().filter(|filter| known.iter().all(|name| name != filter.name)).collect::<Vec<_>>()
    {
        known.push(filter.name.to_owned());
    }
    known
}

/// Reads an instant.
pub fn instant(text: &str) -> Result<Timestamp, String> {
    Timestamp::parse(text).ok_or_else(|| format!("“{text}” is not a time such as 2026-03-01T00:00:00Z."))
}

/// The condition of one parameter; `None` when there is no such parameter.
fn filter(cx: &Cx, select: &Select, name: &str, text: &str) -> Option<Result<Sql, String>> {
    let resource = select.resource;
    if let Some(special) = resource.entry.filters.iter().find(|filter| filter.name == name) {
        let (authority, registry, dialect) = (&cx.authority, select.registry, select.dialect);
        return Some((special.condition)(&FilterCx { authority, registry, dialect, today: cx.today() }, text));
    }
    let (field_name, suffix) = match name.rfind("__") {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    let position = resource.def.position(field_name)?;
    let field = resource.field(position);
    let lookup = *field.lookups().iter().find(|lookup| lookup.suffix() == suffix)?;
    if text.contains('\0') {
        return Some(Err("Null characters are not allowed.".to_owned()));
    }
    Some(match resource.relations.iter().find(|relation| relation.position == position) {
        Some(relation) => relation_condition(cx, select, relation, lookup, text),
        None => column_condition(cx, select, field, lookup, text),
    })
}

fn column_condition(cx: &Cx, select: &Select, field: &FieldDef, lookup: Lookup, text: &str) -> Result<Sql, String> {
    let kind = field.kind.behaviour();
    let mut sql = Sql::raw(column("t", field.name));
    let compare = |sql: &mut Sql, operator: &str| -> Result<(), String> {
        sql.push(operator).bind(kind.parse_text(text)?);
        Ok(())
    };
    match lookup {
        Lookup::IsNull => {
            let wanted = crate::filter::boolean(text)?;
            if let Kind::Reference(reference) = &field.kind
                && !cx.scope(select.registry.get(reference.target)).is_unrestricted()
            {
                // What may not be seen is shown as null, so it counts as null.
                let seen = visible_target(cx, select, field, reference.target, "1");
                sql = Sql::raw(if wanted { "not exists " } else { "exists " });
                sql.append(seen);
            } else {
                sql.push(if wanted { " is null" } else { " is not null" });
            }
        }
        Lookup::Gte => compare(&mut sql, " >= ")?,
        Lookup::Gt => compare(&mut sql, " > ")?,
        Lookup::Lte => compare(&mut sql, " <= ")?,
        Lookup::Lt => compare(&mut sql, " < ")?,
        Lookup::IContains if text.chars().count() > MAX_PATTERN => {
            return Err(format!("Ensure this has no more than {MAX_PATTERN} characters."));
        }
        Lookup::IContains => {
            let pattern = format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
            sql.push(if select.dialect == Dialect::Postgres { " ilike " } else { " like " });
            sql.bind(pattern).push(" escape '\\'");
        }
        // An id, or a comma list of ids, may stand wherever one id may.
        Lookup::In | Lookup::Exact if matches!(field.kind, Kind::Reference(_) | Kind::Id(_)) => {
            let ids = ids(kind, text)?;
            sql = if field.name == "id" {
                has_id(select.resource, &ids, select.dialect)
            } else {
                among(&column("t", field.name), &ids, select.dialect)
            };
            if let Kind::Reference(reference) = &field.kind {
                // A filter must not tell whether an object exists that the caller may not see.
                if !cx.scope(select.registry.get(reference.target)).is_unrestricted() {
                    sql.push(" and exists ").append(visible_target(cx, select, field, reference.target, "1"));
                }
            }
        }
        Lookup::In => {
            sql.push(" in (");
            for (at, part) in text.split(',').enumerate() {
                if at > 0 {
                    sql.push(", ");
                }
                sql.bind(kind.parse_text(part.trim())?);
            }
            sql.push(")");
        }
        Lookup::Exact => match kind.parse_text(text) {
            Ok(value) => {
                sql.push(" = ").bind(value);
            }
            // A choice takes a list too: a board shows several states at once.
            Err(message) => {
                let values: Result<Vec<Value>, String> =
                    text.split(',').map(|part| kind.parse_text(part.trim())).collect();
                let values = values.ok().filter(|_| text.contains(',')).ok_or(message)?;
                sql.push(" in (");
                for (at, value) in values.into_iter().enumerate() {
                    sql.push(if at > 0 { ", " } else { "" }).bind(value);
                }
                sql.push(")");
            }
        },
    }
    Ok(sql)
}

/// An expression over what a reference points to, as far as the caller may see it.
fn visible_target(cx: &Cx, select: &Select, field: &FieldDef, target: &str, expression: &str) -> Sql {
    let target = select.registry.get(target);
    let own = column("t", field.name);
    let mut sql = Sql::raw(format!("(select {expression} from {} r where r.id = {own}", target.def.table));
    let scope = cx.scope(target);
    if let Some(condition) = scope_condition(select.registry, target, "r", &scope, select.dialect) {
        sql.push(" and ").append(condition);
    }
    sql.push(")");
    sql
}

fn relation_condition(
    cx: &Cx,
    select: &Select,
    relation: &Relation,
    lookup: Lookup,
    text: &str,
) -> Result<Sql, String> {
    let target = select.registry.get(relation.target);
    let scope = cx.scope(target);
    let visible = scope_condition(select.registry, target, "r", &scope, select.dialect);
    let mut sql = Sql::new();
    let wanted = if lookup == Lookup::IsNull {
        sql.push(if crate::filter::boolean(text)? { "not exists" } else { "exists" });
        None
    } else {
        sql.push("exists");
        let kind = &select.resource.field(relation.position).kind;
        Some(ids(kind.behaviour(), text)?)
    };
    sql.push(&format!(" (select 1 from {} l", relation.table));
    if visible.is_some() {
        sql.push(&format!(" join {} r on r.id = l.{}", target.def.table, relation.other));
    }
    sql.push(&format!(" where l.{} = t.id", relation.own));
    if let Some(ids) = wanted {
        sql.push(&format!(" and l.{}", relation.other)).any(select.dialect, Value::Uuids(ids));
    }
    if let Some(condition) = visible {
        sql.push(" and ").append(condition);
    }
    sql.push(")");
    Ok(sql)
}

fn ids(kind: &dyn FieldKind, text: &str) -> Result<Vec<Uuid>, String> {
    text.split(',').map(|part| kind.parse_text(part.trim()).map(|value| value.as_uuid().unwrap_or_default())).collect()
}

fn order(cx: &Cx, select: &mut Select, ordering: &str) -> Result<(), String> {
    let resource = select.resource;
    let mut by_id = "t.id";
    for (at, term) in ordering.split(',').map(str::trim).enumerate() {
        let (name, direction) = match term.strip_prefix('-') {
            Some(name) => (name, " desc"),
            None => (term, ""),
        };
        let Some(field) = resource.def.field(name).filter(|field| field.is_orderable()) else {
            let known: Vec<&str> = resource.def.fields.iter().filter(|f| f.is_orderable()).map(|f| f.name).collect();
            return Err(format!("“{term}” is not a field to order by. Known ones: {}.", known.join(", ")));
        };
        let own = column("t", name);
        let mut expression = match &field.kind {
            Kind::Text(_) => Sql::raw(format!("lower({own})")),
            // Ordering by what cannot be seen would tell something about it.
            Kind::Reference(reference) => {
                let words = format!("lower({})", select.registry.get(reference.target).display("r"));
                visible_target(cx, select, field, reference.target, &words)
            }
            _ => Sql::raw(own),
        };
        if at == 0 && !direction.is_empty() {
            by_id = "t.id desc";
        }
        // The databases disagree on where nulls go unless they are told.
        let may_be_null = field.nullable || matches!(field.kind, Kind::Reference(_));
        let nulls = if may_be_null { if direction.is_empty() { " nulls last" } else { " nulls first" } } else { "" };
        expression.push(direction).push(nulls);
        select.order_by(expression);
    }
    // Equal rows keep one order, so that no row is shown twice or missed between pages.
    select.order_by(by_id);
    Ok(())
}

/// A list that takes no parameters says so.
pub fn refuse_parameters(params: &[(String, String)], known: &[&str]) -> Result<()> {
    let mut errors = FieldErrors::default();
    for (name, _) in params.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        errors.add(name, unknown_parameter(known));
    }
    errors.into_result()
}

/// What to say of a parameter that is not among the known ones.
pub fn unknown_parameter(known: &[impl AsRef<str>]) -> String {
    if known.is_empty() {
        return "Unknown parameter. This takes no parameters.".to_owned();
    }
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    format!("Unknown parameter. Known ones: {}.", known.join(", "))
}
