//! A page of objects with the labels of everything they refer to.

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_model::{Describe, FieldDef, Type, Value};
use cairn_store::{Row, Sql};
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::any::{AnyTargets, any_targets, hide_any};
use super::fields::Fields;
use super::params::PageRequest;
use super::select::{Select, among, column};
use super::union;
use crate::computed::{Ahead, Computed, Expression, Query, Rows, Source};
use crate::cx::{Cx, not_found};
use crate::error::Result;
use crate::language;
use crate::object::Object;
use crate::redaction::{hideable, redact};
use crate::registry::{FOLDERS, Reference, Relation, Resource};

/// A reference: the id and display name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Describe)]
pub struct Label {
    pub id: Uuid,
    #[serde(rename = "str")]
    pub text: String,
}

/// An object that a page refers to: its label, and the other fields shown with it.
#[derive(Debug, Clone)]
pub struct Target {
    pub label: Label,
    pub shown: Vec<Value>,
}

pub struct Page {
    pub resource: &'static Resource,
    pub count: i64,
    pub objects: Vec<Object>,
    /// For each row, for each of the resource's references; none if it may not be seen.
    pub references: Vec<Vec<Option<Target>>>,
    /// What references to any object point to, as far as it may be seen.
    pub any: AnyTargets,
    /// For each of the resource's relations, for each row: the targets that may be seen.
    pub related: Vec<Vec<Vec<Target>>>,
    /// For each computed field that was computed: its values, one per row.
    pub computed: Vec<(&'static str, Vec<Json>)>,
    /// Which fields the response shows.
    pub fields: Fields,
}

/// Reads one object that the caller may see, with everything to show about it.
pub async fn item(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<Page> {
    item_with(cx, resource, id, Fields::default()).await
}

/// Reads one object that the caller may see, limited to some fields.
pub async fn item_with(cx: &mut Cx, resource: &'static Resource, id: Uuid, fields: Fields) -> Result<Page> {
    let scope = cx.scope(resource);
    let mut select = Select::new(cx, resource, &scope);
    select.id(id);
    select.fields = fields;
    let page = load(cx, resource, select, Wanted::Item(id)).await?;
    if page.objects.is_empty() { Err(not_found(resource)) } else { Ok(page) }
}

/// Reads one page of a selection.
pub async fn load_page(
    cx: &mut Cx,
    resource: &'static Resource,
    mut select: Select,
    request: PageRequest,
) -> Result<Page> {
    select.limit(request.limit, request.offset);
    load(cx, resource, select, Wanted::Page(request)).await
}

#[derive(Clone, Copy)]
enum Wanted {
    /// One object with all its fields.
    Item(Uuid),
    Page(PageRequest),
}

/// What has to be read for the fields that are shown.
struct Needs {
    computed: Vec<&'static Computed>,
    /// For each of the resource's references and relations, whether it is needed.
    references: Vec<bool>,
    relations: Vec<bool>,
}

impl Needs {
    fn of(resource: &'static Resource, fields: &Fields, wanted: Wanted) -> Self {
        let is_item = matches!(wanted, Wanted::Item(_));
        let is_shown = |field: &&Computed| fields.has(field.name) && (is_item || !field.detail_only);
        let computed: Vec<&Computed> = resource.entry.computed.iter().filter(is_shown).collect();
        // Code that computes fields works on whole objects, and so does the ETag of an object.
        let all = is_item || fields.is_all() || computed.iter().any(|field| field.expression().is_none());
        let needed = |position: usize| all || fields.has(resource.field(position).name);
        Self {
            computed,
            references: resource.references.iter().map(|reference| needed(reference.position)).collect(),
            relations: resource.relations.iter().map(|relation| needed(relation.position)).collect(),
        }
    }

    fn all(resource: &Resource) -> Self {
        let (references, relations) = (vec![true; resource.references.len()], vec![true; resource.relations.len()]);
        Self { computed: Vec::new(), references, relations }
    }

    /// What the computed fields of one object need and can be queried before the object is there.
    fn ahead(&self) -> Vec<Ahead> {
        let mut all: Vec<Ahead> = Vec::new();
        for ahead in self.computed.iter().filter_map(|field| field.ahead) {
            if !all.iter().any(|known| known.is_same(ahead)) {
                all.push(ahead);
            }
        }
        all
    }

    /// The computed fields that are read along with the rows.
    fn expressions(&self) -> impl Iterator<Item = (&'static Computed, &'static Expression)> {
        self.computed.iter().filter_map(|field| Some((*field, field.expression()?)))
    }
}

async fn load(cx: &mut Cx, resource: &'static Resource, mut select: Select, wanted: Wanted) -> Result<Page> {
    let counted = match wanted {
        Wanted::Page(page) => count_hits(cx, &mut select, page).await?,
        Wanted::Item(_) => None,
    };
    let needs = Needs::of(resource, &select.fields, wanted);
    let (mut more, joins, mut types) = reference_joins(cx, resource, &needs);
    for (field, expression) in needs.expressions() {
        more.push(field_sql(cx, field, expression));
        types.extend(expression.kind.behaviour().column());
    }
    let mut all_types = resource.column_types.clone();
    all_types.append(&mut types);
    let mut queries = vec![(select.rows_with(more, joins), all_types)];
    // What is linked to one object or surrounds it can be queried before the object is there.
    let mut ahead = Vec::new();
    if let Wanted::Item(id) = wanted {
        for one in needs.ahead() {
            let own = (one.queries)(cx, &[id]);
            ahead.push((one, own.len()));
            queries.extend(own);
        }
        queries.extend(related_queries(cx, resource, &needs, &[id]));
    }
    let mut answers = cx.conn.query_all(&queries).await?.into_iter();
    let rows = answers.next().unwrap_or_default();
    let mut take = |(one, queries): (Ahead, usize)| (one, answers.by_ref().take(queries).collect::<Vec<_>>());
    let ahead: Vec<(Ahead, Vec<Vec<Row>>)> = ahead.into_iter().map(&mut take).collect();

    let columns = resource.columns.len();
    let mut objects = Vec::with_capacity(rows.len());
    let mut references = Vec::with_capacity(rows.len());
    let mut read = Vec::with_capacity(rows.len());
    for mut row in rows {
        let mut beside = row.split_off(columns).into_iter();
        references.push(targets_of(resource, &needs, &mut beside));
        read.push(beside.map(|value| value.to_json()).collect::<Vec<Json>>());
        objects.push(super::from_row(resource, row));
    }
    hide_references(cx, resource, &mut objects, &references);
    let any = any_targets(cx, resource, &objects).await?;
    hide_any(resource, &mut objects, &any);
    let mut count = objects.len() as i64;
    if let Wanted::Page(PageRequest { limit, offset }) = wanted {
        let ids: Vec<Uuid> = objects.iter().map(Object::id).collect();
        let mut queries = if ids.is_empty() { Vec::new() } else { related_queries(cx, resource, &needs, &ids) };
        // A page that is not full gives the count.
        let is_short = count < limit && (count > 0 || offset == 0);
        let known = counted.or(is_short.then_some(offset + count));
        if known.is_none() {
            queries.push((select.count(PageRequest { limit, offset }), vec![Type::Int]));
        }
        let mut found = cx.conn.query_all(&queries).await?;
        count = known.unwrap_or_else(|| number(found.pop()));
        answers = found.into_iter();
    }
    let mut related = put_related(resource, &needs, &mut objects, answers);
    let rows = Rows::new(&objects);
    for (one, found) in ahead {
        rows.put(one, found);
    }
    let computed = compute(cx, &needs, &rows, read).await?;
    drop(rows);
    redact(cx, resource, &mut objects).await?;
    if !hideable(cx, resource).is_empty() {
        for (relation, lists) in resource.relations.iter().zip(&mut related) {
            for (object, targets) in objects.iter().zip(lists) {
                targets.retain(|target| object.values[relation.position].as_uuids().contains(&target.label.id));
            }
        }
    }
    Ok(Page { resource, count, objects, references, any, related, computed, fields: select.fields })
}

/// Counts the hits before reading them, if that is cheap and decides how they are read.
async fn count_hits(cx: &mut Cx, select: &mut Select, page: PageRequest) -> Result<Option<i64>> {
    if !select.is_plain_search() {
        return Ok(None);
    }
    match &mut select.hits {
        Some(hits) => hits.count(cx, page).await,
        None => Ok(None),
    }
}

/// Computes the fields, in order. `read` is what was read with each row.
async fn compute(
    cx: &mut Cx,
    needs: &Needs,
    rows: &Rows<'_>,
    mut read: Vec<Vec<Json>>,
) -> Result<Vec<(&'static str, Vec<Json>)>> {
    let count = read.len();
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut computed = Vec::with_capacity(needs.computed.len());
    let mut at = 0;
    for field in &needs.computed {
        let values = match field.source {
            Source::Load(_) if field.present_only && cx.past.is_some() => vec![Json::Null; count],
            Source::Load(load) => load(cx, rows).await?,
            Source::Sql(_) => {
                at += 1;
                read.iter_mut().map(|row| std::mem::take(&mut row[at - 1])).collect()
            }
        };
        computed.push((field.name, values));
    }
    Ok(computed)
}

/// The expression of a computed field over the row under the alias `t`.
pub(super) fn field_sql(cx: &Cx, field: &Computed, expression: &Expression) -> Sql {
    if field.present_only && cx.past.is_some() { Sql::raw("null") } else { (expression.sql)(cx) }
}

/// The object as its writer may see it, for the response to a write.
pub async fn as_seen(cx: &mut Cx, resource: &'static Resource, mut object: Object, is_new: bool) -> Result<Object> {
    let registry = cx.registry();
    let targets = resource.def.fields.iter().flat_map(|field| registry.targets(&field.kind));
    let hides = targets.into_iter().any(|target| cx.sight(cx.registry().get(target), "r").is_some());
    if hides {
        // Someone who moved an object to where they cannot see it still sees what they sent.
        let mut select = Select::new(cx, resource, &Scope::system());
        select.id(object.id());
        let needs = Needs::all(resource);
        let (more, joins, mut types) = reference_joins(cx, resource, &needs);
        let mut all_types = resource.column_types.clone();
        all_types.append(&mut types);
        let rows = cx.conn.query(&select.rows_with(more, joins), &all_types).await?;
        if let Some(mut row) = rows.into_iter().next() {
            let mut beside = row.split_off(resource.columns.len()).into_iter();
            let references = vec![targets_of(resource, &needs, &mut beside)];
            object = super::from_row(resource, row);
            hide_references(cx, resource, std::slice::from_mut(&mut object), &references);
            let any = any_targets(cx, resource, std::slice::from_ref(&object)).await?;
            hide_any(resource, std::slice::from_mut(&mut object), &any);
        }
        let found = cx.conn.query_all(&related_queries(cx, resource, &needs, &[object.id()])).await?;
        put_related(resource, &needs, std::slice::from_mut(&mut object), found);
    } else if let Some(links) = cx.links_of(&object) {
        for (position, targets) in links {
            object.values[position] = targets;
        }
    } else if !is_new {
        let reverse: Vec<_> = super::reverse(resource).collect();
        for relation in &reverse {
            object.values[relation.position] = Value::Uuids(Vec::new());
        }
        super::load_targets(cx, &reverse, std::slice::from_mut(&mut object)).await?;
    }
    redact(cx, resource, std::slice::from_mut(&mut object)).await?;
    Ok(object)
}

/// Removes the ids of references that the caller may not see.
fn hide_references(cx: &Cx, resource: &Resource, objects: &mut [Object], references: &[Vec<Option<Target>>]) {
    let folders: Vec<usize> = (0..resource.def.fields.len())
        .filter(|at| !resource.field(*at).kind.is_many() && resource.field(*at).kind.target() == Some(FOLDERS))
        .collect();
    for (object, labels) in objects.iter_mut().zip(references) {
        for (reference, label) in resource.references.iter().zip(labels) {
            if label.is_none() {
                object.values[reference.position] = Value::Null;
            }
        }
        for position in &folders {
            // The folder that scopes the row stays: rules and paths need it, and responses show it only if it may be
            // seen.
            let hidden = object.values[*position].as_uuid().is_some_and(|folder| !cx.sees_folder(folder));
            if hidden && *position != resource.scope_position {
                object.values[*position] = Value::Null;
            }
        }
    }
}

/// Joins that fetch the label of each reference that the caller may see.
fn reference_joins(cx: &Cx, resource: &'static Resource, needs: &Needs) -> (Vec<Sql>, Sql, Vec<Type>) {
    let mut more = Vec::new();
    let mut joins = Sql::new();
    let mut types = Vec::new();
    for (at, reference) in resource.references.iter().enumerate().filter(|(at, _)| needs.references[*at]) {
        let target = cx.registry().get(reference.target);
        let alias = format!("r{at}");
        joins.push(&format!(
            " left join {} {alias} on {} = {}",
            target.def.table,
            column(&alias, "id"),
            column("t", resource.field(reference.position).name)
        ));
        if let Some(condition) = cx.sight(target, &alias) {
            joins.push(" and ").append(condition);
        }
        more.push(Sql::raw(column(&alias, "id")));
        more.push(Sql::raw(language::words(cx, target, &alias)));
        types.extend([Type::Uuid, Type::Text]);
        for (name, kind) in shown_columns(resource.field(reference.position), target) {
            more.push(Sql::raw(column(&alias, name)));
            types.push(kind);
        }
    }
    (more, joins, types)
}

/// The columns of a target that a field shows besides the label.
fn shown_columns(field: &FieldDef, target: &Resource) -> impl Iterator<Item = (&'static str, Type)> {
    field.shows.iter().filter_map(|name| Some((*name, target.def.field(name)?.kind.behaviour().column()?)))
}

fn targets_of(resource: &Resource, needs: &Needs, values: &mut impl Iterator<Item = Value>) -> Vec<Option<Target>> {
    let target = |(reference, needed): (&Reference, &bool)| {
        if !needed {
            return None;
        }
        let shows = resource.field(reference.position).shows.len();
        let (id, text) = (values.next()?, values.next()?);
        let shown = values.by_ref().take(shows).collect();
        Some(Target { label: Label { id: id.as_uuid()?, text: into_text(text) }, shown })
    };
    resource.references.iter().zip(&needs.references).map(target).collect()
}

fn into_text(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        _ => String::new(),
    }
}

/// The queries for the targets of all rows that the caller may see, for all many-relations: one for those that show the
/// same columns.
fn related_queries(cx: &Cx, resource: &'static Resource, needs: &Needs, ids: &[Uuid]) -> Vec<Query> {
    let query = |(at, relation): (usize, &Relation)| {
        let target = cx.registry().get(relation.target);
        let mut columns = format!("select {at}, l.{}, r.id, {}", relation.own, language::words(cx, target, "r"));
        let mut types = vec![Type::Int, Type::Uuid, Type::Uuid, Type::Text];
        for (name, kind) in shown_columns(resource.field(relation.position), target) {
            columns.push_str(", ");
            columns.push_str(&column("r", name));
            types.push(kind);
        }
        let Relation { table, other, .. } = relation;
        let mut sql = Sql::raw(columns);
        sql.push(&format!(" from {table} l join {} r on r.id = l.{other}", target.def.table));
        if let Some(condition) = cx.sight(target, "r") {
            sql.push(" and ").append(condition);
        }
        sql.push(" where ").append(among(&format!("l.{}", relation.own), ids, cx.conn.dialect()));
        (sql, types)
    };
    let needed = resource.relations.iter().enumerate().filter(|(at, _)| needs.relations[*at]);
    union::together(needed.map(query))
}

/// Puts the targets of all relations into the objects, and returns what is shown of them.
fn put_related(
    resource: &Resource,
    needs: &Needs,
    objects: &mut [Object],
    answers: impl IntoIterator<Item = Vec<Row>>,
) -> Vec<Vec<Vec<Target>>> {
    let mut related: Vec<Vec<Vec<Target>>> =
        resource.relations.iter().map(|_| vec![Vec::new(); objects.len()]).collect();
    let rows_of: HashMap<Uuid, usize> = objects.iter().enumerate().map(|(row, object)| (object.id(), row)).collect();
    let relations = resource.relations.iter().zip(&mut related).zip(&needs.relations);
    let all = relations.zip(union::apart(resource.relations.len(), answers));
    for (((relation, related), _), rows) in all.filter(|((_, needed), _)| **needed) {
        for mut row in rows {
            let (Some(own), Some(id)) = (row[1].as_uuid(), row[2].as_uuid()) else { continue };
            if let Some(position) = rows_of.get(&own) {
                let shown = row.split_off(4);
                let text = into_text(row.pop().unwrap_or_default());
                related[*position].push(Target { label: Label { id, text }, shown });
            }
        }
        for (object, targets) in objects.iter_mut().zip(related) {
            targets.sort_by(|a, b| a.label.text.cmp(&b.label.text).then(a.label.id.cmp(&b.label.id)));
            let mut ids: Vec<Uuid> = targets.iter().map(|target| target.label.id).collect();
            ids.sort_unstable();
            object.values[relation.position] = Value::Uuids(ids);
        }
    }
    related
}

fn number(rows: Option<Vec<Row>>) -> i64 {
    rows.and_then(|rows| rows.first().and_then(|row| row[0].as_int())).unwrap_or_default()
}
