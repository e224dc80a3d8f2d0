//! Query parameters of a list, checked against the definition. Unknown ones are refused by name.

use cairn_model::kind::{FieldKind, Kind, Lookup};
use cairn_model::{FieldDef, Timestamp, Value};
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

use super::any::leads_to_seen;
use super::fields::{FIELDS, Fields};
use super::hits::Hits;
use super::page::field_sql;
use super::select::{Select, among, column, has_id};
use super::within::{self, WITHIN, within_condition};
use crate::computed::{Computed, Expression};
use crate::cx::Cx;
use crate::error::{Error, FieldErrors, Result};
use crate::filter::FilterCx;
use crate::language;
use crate::redaction::hideable;
use crate::registry::{Relation, Resource};
use crate::search;

pub const DEFAULT_LIMIT: i64 = 1000;
pub const MAX_LIMIT: i64 = 5000;

/// The longest text for a partial match; SQLite refuses longer patterns.
const MAX_PATTERN: usize = 1000;

/// The parameters of every list.
const GENERAL: [&str; 7] = ["limit", "offset", "ordering", "search", WITHIN, CHANGED_SINCE, FIELDS];
const CHANGED_SINCE: &str = "changed_since";

/// The parameter for a response as of an instant. It is removed before the others are read; a log, which only grows,
/// does not take it.
pub const AS_OF: &str = "as_of";

/// The what-if draft in which everything is read or written.
pub const DRAFT: &str = "draft";

/// The parameters of a list request.
#[derive(Debug, Clone, Default)]
pub struct ListParams(pub Vec<(String, String)>);

/// What a request views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    Present,
    /// Everything as it was at an instant.
    Past(Timestamp),
    /// Everything as if a what-if draft were applied.
    Draft(Uuid),
}

/// Which part of a list to show.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest {
    pub limit: i64,
    pub offset: i64,
}

impl ListParams {
    /// The query string of a URL. A parameter that is repeated counts as a list.
    pub fn parse(query: &str) -> Self {
        let mut params: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match params.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => {
                    values.push(',');
                    values.push_str(&value);
                }
                None => params.push((name.into_owned(), value.into_owned())),
            }
        }
        Self(params)
    }

    /// Takes out the instant of `as_of`.
    pub fn take_instant(&mut self) -> Result<Option<Timestamp>> {
        let Some(at) = self.0.iter().position(|(name, _)| name == AS_OF) else { return Ok(None) };
        let (_, text) = self.0.remove(at);
        Ok(Some(instant(&text).map_err(|message| Error::field(AS_OF, message))?))
    }

    /// Takes out the id of the what-if draft of `draft`.
    pub fn take_draft(&mut self) -> Result<Option<Uuid>> {
        let Some(at) = self.0.iter().position(|(name, _)| name == DRAFT) else { return Ok(None) };
        let (_, text) = self.0.remove(at);
        let draft =
            text.parse().map_err(|_| Error::field(DRAFT, format!("“{text}” is not the id of a what-if draft.")))?;
        Ok(Some(draft))
    }

    /// Takes out what is to be viewed: the present, an instant or a what-if draft.
    pub fn take_view(&mut self) -> Result<View> {
        match (self.take_instant()?, self.take_draft()?) {
            (None, None) => Ok(View::Present),
            (Some(at), None) => Ok(View::Past(at)),
            (None, Some(draft)) => Ok(View::Draft(draft)),
            (Some(_), Some(_)) => {
                Err(Error::field(DRAFT, "A what-if draft is based on the present. Send either draft or as_of."))
            }
        }
    }

    /// The selection that a list shows. Someone who may see no object of the kind is told so instead of getting an
    /// empty list.
    pub fn select(&self, cx: &Cx, resource: &'static Resource) -> Result<Select> {
        if !cx.authority.may_view(resource) {
            return Err(Error::Forbidden(format!(
                "You do not have permission to view {}.",
                resource.plural().to_lowercase()
            )));
        }
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        self.apply(cx, &mut select)?;
        Ok(select)
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn page(&self) -> Result<PageRequest> {
        let mut errors = FieldErrors::default();
        let mut number = |name: &str, default: i64, least: i64, most: i64| match self.get(name).map(str::parse::<i64>) {
            None => default,
            Some(Ok(value)) if (least..=most).contains(&value) => value,
            Some(_) if most == i64::MAX => {
                errors.add(name, format!("Must be a whole number of at least {least}."));
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

    /// Adds conditions and order to a selection. All invalid and unknown parameters are reported.
    pub fn apply(&self, cx: &Cx, select: &mut Select) -> Result<()> {
        let resource = select.resource;
        let mut errors = FieldErrors::default();
        let mut unknown = Vec::new();
        for (name, text) in &self.0 {
            match name.as_str() {
                _ if !text.trim().is_empty() && uses_hideable(cx, resource, name, text) => {
                    errors.add(name, "Some of this is hidden from you, so you cannot search, filter or sort by it.");
                }
                "limit" | "offset" | "ordering" => {}
                // A form sends all its filters, including empty ones.
                _ if text.trim().is_empty() => {
                    if !is_known(resource, name) {
                        unknown.push(name.clone());
                    }
                }
                "search" => match search::wanted(resource, text, select.dialect) {
                    Some(search::Wanted::Words(words)) => select.hits = Some(Hits::new(cx, resource, words)),
                    Some(search::Wanted::Lines(condition)) => drop(select.condition(condition)),
                    Some(search::Wanted::Nothing) => drop(select.condition(Sql::raw("1 = 0"))),
                    None => {}
                },
                FIELDS => match Fields::read(resource, text, false) {
                    Ok(fields) => select.fields = fields,
                    Err(message) => errors.add(name, message),
                },
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
        let names = |flag: &str| {
            self.0
                .iter()
                .any(|(name, text)| (name == flag || name == "id" || name == "id__in") && !text.trim().is_empty())
        };
        if let Some(flag) = resource.entry.set_aside.filter(|flag| !names(flag)) {
            select.condition(Sql::raw(format!("not {}", column("t", flag))));
        }
        let ordering = self.get("ordering").filter(|text| !text.is_empty()).unwrap_or(resource.def.order);
        // Translated texts are ordered differently in every language.
        select.is_in_own_order = ordering == resource.def.order && resource.translations_position.is_none();
        if let Err(message) = order(cx, select, ordering) {
            errors.add("ordering", message);
        }
        errors.into_result()
    }
}

/// Whether a parameter would tell something about a field that can be hidden from the caller.
fn uses_hideable(cx: &Cx, resource: &Resource, name: &str, text: &str) -> bool {
    let hideable = hideable(cx, resource);
    let is_hideable = |word: &str| {
        let word = word.trim().trim_start_matches('-');
        hideable
            .iter()
            .any(|field| word.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with("__")))
    };
    match name {
        _ if hideable.is_empty() => false,
        "search" => resource.def.fields.iter().any(|field| field.search && hideable.contains(&field.name)),
        "ordering" => text.split(',').any(is_hideable),
        _ => is_hideable(name),
    }
}

/// The names of all parameters that a list accepts.
pub fn known_parameters(resource: &Resource) -> Vec<String> {
    let mut known: Vec<String> = GENERAL.map(str::to_owned).to_vec();
    if !resource.entry.log {
        known.extend([AS_OF.to_owned(), DRAFT.to_owned()]);
    }
    for field in resource.def.fields {
        let lookups = field.lookups().iter();
        known.extend(lookups.map(|lookup| format!("{}{}", field.name, lookup.suffix())));
    }
    for field in resource.entry.computed {
        let lookups = field.expression().into_iter().flat_map(Expression::lookups);
        known.extend(lookups.map(|lookup| format!("{}{}", field.name, lookup.suffix())));
    }
    // A special filter may replace that of a field.
    for filter in
        resource.entry.filters.iter().filter(|filter| known.iter().all(|name| name != filter.name)).collect::<Vec<_>>()
    {
        known.push(filter.name.to_owned());
    }
    known
}

fn is_known(resource: &Resource, name: &str) -> bool {
    known_parameters(resource).iter().any(|known| known == name)
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
        return Some((special.condition)(&FilterCx { cx, authority, registry, dialect, today: cx.today() }, text));
    }
    let (field_name, suffix) = match name.rfind("__") {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    if let Some((field, expression)) = computed(resource, field_name) {
        let lookup = expression.lookups().find(|lookup| lookup.suffix() == suffix)?;
        let sql = field_sql(cx, field, expression);
        return Some(compare(select.dialect, sql, &expression.kind, lookup, text));
    }
    let position = resource.def.position(field_name)?;
    let field = resource.field(position);
    let lookup = *field.lookups().iter().find(|lookup| lookup.suffix() == suffix)?;
    Some(match resource.relations.iter().find(|relation| relation.position == position) {
        Some(relation) => relation_condition(cx, select, relation, lookup, text),
        None => column_condition(cx, select, field, lookup, text),
    })
}

/// The computed field of this name, if it is a SQL expression.
fn computed(resource: &Resource, name: &str) -> Option<(&'static Computed, &'static Expression)> {
    let field = resource.entry.computed.iter().find(|field| field.name == name)?;
    Some((field, field.expression()?))
}

fn column_condition(cx: &Cx, select: &Select, field: &FieldDef, lookup: Lookup, text: &str) -> Result<Sql, String> {
    let own = column("t", field.name);
    match (&field.kind, lookup) {
        (Kind::Reference(reference), Lookup::IsNull) if hides(cx, select, reference.target) => {
            // Hidden references are shown as null, so they count as null.
            let mut sql = Sql::raw(if crate::filter::boolean(text)? { "not exists " } else { "exists " });
            sql.append(visible_target(cx, select, field, reference.target, "1"));
            Ok(sql)
        }
        // Wherever one id is accepted, so is a comma-separated list.
        (Kind::Id(_), Lookup::In | Lookup::Exact) if field.name == "id" => {
            Ok(has_id(select.resource, &ids(field.kind.behaviour(), text)?, select.dialect))
        }
        (Kind::Reference(reference), Lookup::In | Lookup::Exact) => {
            let mut sql = among(&own, &ids(field.kind.behaviour(), text)?, select.dialect);
            // A filter must not reveal whether an object exists that the caller may not see.
            if hides(cx, select, reference.target) {
                sql.push(" and exists ").append(visible_target(cx, select, field, reference.target, "1"));
            }
            Ok(sql)
        }
        // Hidden objects count as missing.
        (Kind::Any(_), Lookup::IsNull) => {
            let mut sql = Sql::raw(if crate::filter::boolean(text)? { "not " } else { "" });
            sql.append(leads_to_seen(cx, "t", field.name, &select.registry.targets(&field.kind), "r"));
            Ok(sql)
        }
        (Kind::Any(_), Lookup::In | Lookup::Exact) => {
            let mut sql = among(&own, &ids(field.kind.behaviour(), text)?, select.dialect);
            sql.push(" and ").append(leads_to_seen(cx, "t", field.name, &select.registry.targets(&field.kind), "r"));
            Ok(sql)
        }
        (Kind::Any(_), Lookup::Resource) => {
            let known = select.registry.targets(&field.kind);
            let find = |word: &str| {
                let path = known.iter().copied().find(|path| *path == word);
                path.ok_or_else(|| format!("“{word}” cannot be referenced here. Choose one of: {}.", known.join(", ")))
            };
            let wanted: Result<Vec<&'static str>, String> = text.split(',').map(|word| find(word.trim())).collect();
            Ok(leads_to_seen(cx, "t", field.name, &wanted?, "r"))
        }
        // Where a choice may be null, two hyphens mean null.
        (_, Lookup::In | Lookup::Exact) if asks_for_null(field, text) => {
            let mut sql = Sql::raw(format!("({own} is null"));
            for part in text.split(',').map(str::trim).filter(|part| *part != NO_CHOICE) {
                sql.push(&format!(" or {own} = ")).bind(field.kind.behaviour().parse_text(part)?);
            }
            sql.push(")");
            Ok(sql)
        }
        _ => compare(select.dialect, Sql::raw(own), &field.kind, lookup, text),
    }
}

/// Whether there may be objects of a resource that the caller does not see.
fn hides(cx: &Cx, select: &Select, target: &str) -> bool {
    cx.sight(select.registry.get(target), "r").is_some()
}

/// The condition that compares an expression with the text of a parameter.
fn compare(dialect: Dialect, mut sql: Sql, kind: &Kind, lookup: Lookup, text: &str) -> Result<Sql, String> {
    let is_id = matches!(kind, Kind::Id(_));
    let kind = kind.behaviour();
    let compare = |sql: &mut Sql, operator: &str| -> Result<(), String> {
        sql.push(operator).bind(kind.parse_text(text)?);
        Ok(())
    };
    match lookup {
        Lookup::IsNull => {
            sql.push(if crate::filter::boolean(text)? { " is null" } else { " is not null" });
        }
        Lookup::Resource => {
            return Err("This is only available for references that accept any type of object.".to_owned());
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
            sql.push(if dialect == Dialect::Postgres { " ilike " } else { " like " });
            sql.bind(pattern).push(" escape '\\'");
        }
        Lookup::In | Lookup::Exact if is_id => {
            sql.any(dialect, Value::Uuids(ids(kind, text)?));
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

/// What interfaces show when no choice was made.
const NO_CHOICE: &str = "--";

/// Whether a filter asks for rows without a choice, alone or with others. Some choices have this key themselves.
fn asks_for_null(field: &FieldDef, text: &str) -> bool {
    matches!(&field.kind, Kind::Choice(choice) if field.nullable && choice.0.find(NO_CHOICE).is_none())
        && text.split(',').any(|part| part.trim() == NO_CHOICE)
}

/// An expression over the target of a reference, as far as the caller may see it.
fn visible_target(cx: &Cx, select: &Select, field: &FieldDef, target: &str, expression: &str) -> Sql {
    let target = select.registry.get(target);
    let own = column("t", field.name);
    let mut sql = Sql::raw(format!("(select {expression} from {} r where r.id = {own}", target.def.table));
    if let Some(condition) = cx.sight(target, "r") {
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
    let visible = cx.sight(target, "r");
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
        let Some((mut expression, may_be_null)) = order_expression(cx, select, name) else {
            let known: Vec<&str> = orderable(resource).collect();
            return Err(format!("You cannot order by “{term}”. Valid fields: {}.", known.join(", ")));
        };
        if at == 0 && !direction.is_empty() {
            by_id = "t.id desc";
        }
        // The databases sort nulls differently unless told where to put them.
        let nulls = if may_be_null { if direction.is_empty() { " nulls last" } else { " nulls first" } } else { "" };
        expression.push(direction).push(nulls);
        select.order_by(expression);
    }
    // Equal rows keep a fixed order, so that no row is repeated or missed between pages.
    select.order_by(by_id);
    Ok(())
}

/// What a field is ordered by, and whether it can be null.
fn order_expression(cx: &Cx, select: &Select, name: &str) -> Option<(Sql, bool)> {
    let lower = |expression: Sql| {
        let mut sql = Sql::raw("lower(");
        sql.append(expression).push(")");
        sql
    };
    if let Some((field, expression)) = computed(select.resource, name) {
        let sql = field_sql(cx, field, expression);
        let sql = if matches!(expression.kind, Kind::Text(_)) { lower(sql) } else { sql };
        return Some((sql, expression.nullable || field.present_only));
    }
    let field = select.resource.def.field(name).filter(|field| field.is_orderable())?;
    let own = Sql::raw(column("t", name));
    Some(match &field.kind {
        Kind::Text(_) => (lower(Sql::raw(language::text(cx, select.resource, "t", name))), field.nullable),
        // Ordering by hidden values would reveal something about them.
        Kind::Reference(reference) => {
            let target = select.registry.get(reference.target);
            let words = format!("lower({})", language::words(cx, target, "r"));
            (visible_target(cx, select, field, reference.target, &words), true)
        }
        _ => (own, field.nullable),
    })
}

/// The names that a list can be ordered by.
pub fn orderable(resource: &Resource) -> impl Iterator<Item = &'static str> {
    let fields = resource.def.fields.iter().filter(|field| field.is_orderable()).map(|field| field.name);
    let computed = resource.entry.computed.iter().filter(|field| field.expression().is_some());
    fields.chain(computed.map(|field| field.name))
}

/// A list that takes no parameters says so.
pub fn refuse_parameters(params: &[(String, String)], known: &[&str]) -> Result<()> {
    let mut errors = FieldErrors::default();
    for (name, _) in params.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        errors.add(name, unknown_parameter(known));
    }
    errors.into_result()
}

/// The message for an unknown parameter.
pub fn unknown_parameter(known: &[impl AsRef<str>]) -> String {
    if known.is_empty() {
        return "Unknown parameter. No parameters are accepted here.".to_owned();
    }
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    format!("Unknown parameter. Valid parameters: {}.", known.join(", "))
}
