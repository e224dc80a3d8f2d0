//! A page of objects with the words for everything they refer to.

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_model::{Type, Value};
use cairn_store::Sql;
use serde_json::Value as Json;
use uuid::Uuid;

use super::params::PageRequest;
use super::scope::scope_condition;
use super::select::{Select, column};
use crate::cx::{Cx, not_found};
use crate::error::Result;
use crate::object::Object;
use crate::registry::Resource;

/// A reference as it is shown: the id and the words for it.
#[derive(Debug, Clone)]
pub struct Label {
    pub id: Uuid,
    pub text: String,
}

pub struct Page {
    pub resource: &'static Resource,
    pub count: i64,
    pub objects: Vec<Object>,
    /// For each row, for each of the resource's references; none where it may not be seen.
    pub references: Vec<Vec<Option<Label>>>,
    /// For each of the resource's relations, for each row: the targets that may be seen.
    pub related: Vec<Vec<Vec<Label>>>,
    /// For each computed field that was worked out: its values, one a row.
    pub computed: Vec<(&'static str, Vec<Json>)>,
}

/// Reads one object that the caller may see, with everything there is to show about it.
pub async fn item(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<Page> {
    let scope = cx.scope(resource);
    let mut select = Select::new(cx, resource, &scope);
    select.id(id);
    let page = load(cx, resource, select, true).await?;
    if page.objects.is_empty() { Err(not_found(resource)) } else { Ok(page) }
}

/// Reads one page of a selection.
pub async fn load_page(
    cx: &mut Cx,
    resource: &'static Resource,
    mut select: Select,
    request: PageRequest,
) -> Result<Page> {
    let count = select.count();
    select.limit(request.limit, request.offset);
    let mut page = load(cx, resource, select, false).await?;
    let shown = page.objects.len() as i64;
    // The first page, if it is not full, already tells the count.
    page.count = if shown < request.limit && (shown > 0 || request.offset == 0) {
        request.offset + shown
    } else {
        let rows = cx.conn.query(&count, &[Type::Int]).await?;
        rows.first().and_then(|row| row[0].as_int()).unwrap_or_default()
    };
    Ok(page)
}

async fn load(cx: &mut Cx, resource: &'static Resource, select: Select, detail: bool) -> Result<Page> {
    let (more, joins, mut types) = reference_joins(cx, resource);
    let mut all_types = resource.column_types.clone();
    all_types.append(&mut types);
    let rows = cx.conn.query(&select.rows_with(&more, joins), &all_types).await?;

    let columns = resource.columns.len();
    let mut objects = Vec::with_capacity(rows.len());
    let mut references = Vec::with_capacity(rows.len());
    for mut row in rows {
        let labels = row.split_off(columns);
        references.push(labels_of(labels));
        objects.push(super::from_row(resource, row));
    }
    let related = load_related(cx, resource, &mut objects).await?;
    let mut computed = Vec::new();
    if !objects.is_empty() {
        for field in resource.entry.computed.iter().filter(|field| detail || !field.detail_only) {
            computed.push((field.name, (field.load)(cx, &objects).await?));
        }
    }
    let count = objects.len() as i64;
    Ok(Page { resource, count, objects, references, related, computed })
}

/// Joins that bring the words for each reference that the caller may see.
fn reference_joins(cx: &Cx, resource: &'static Resource) -> (Vec<String>, Sql, Vec<Type>) {
    let mut more = Vec::new();
    let mut joins = Sql::new();
    let mut types = Vec::new();
    for (at, reference) in resource.references.iter().enumerate() {
        let target = cx.registry().get(reference.target);
        let alias = format!("r{at}");
        joins.push(&format!(
            " left join {} {alias} on {} = {}",
            target.def.table,
            column(&alias, "id"),
            column("t", resource.field(reference.position).name)
        ));
        let scope = cx.scope(target);
        if let Some(condition) = scope_condition(cx.registry(), target, &alias, &scope, cx.conn.dialect()) {
            joins.push(" and ").append(condition);
        }
        more.push(column(&alias, "id"));
        more.push(target.display(&alias));
        types.extend([Type::Uuid, Type::Text]);
    }
    (more, joins, types)
}

fn labels_of(values: Vec<Value>) -> Vec<Option<Label>> {
    let mut labels = Vec::with_capacity(values.len() / 2);
    let mut values = values.into_iter();
    while let (Some(id), Some(text)) = (values.next(), values.next()) {
        labels.push(id.as_uuid().map(|id| Label { id, text: into_text(text) }));
    }
    labels
}

fn into_text(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        _ => String::new(),
    }
}

/// One query for each many-relation brings the targets of all rows.
async fn load_related(
    cx: &mut Cx,
    resource: &'static Resource,
    objects: &mut [Object],
) -> Result<Vec<Vec<Vec<Label>>>> {
    let mut related: Vec<Vec<Vec<Label>>> =
        resource.relations.iter().map(|_| vec![Vec::new(); objects.len()]).collect();
    if objects.is_empty() || resource.relations.is_empty() {
        return Ok(related);
    }
    let ids: Vec<Uuid> = objects.iter().map(Object::id).collect();
    let mut queries = Vec::with_capacity(resource.relations.len());
    for relation in &resource.relations {
        let target = cx.registry().get(relation.target);
        let display = target.display("r");
        let mut sql = Sql::raw(format!(
            "select l.{}, r.id, {display} from {} l join {} r on r.id = l.{}",
            relation.own, relation.table, target.def.table, relation.other
        ));
        let scope: Scope = cx.scope(target);
        if let Some(condition) = scope_condition(cx.registry(), target, "r", &scope, cx.conn.dialect()) {
            sql.push(" and ").append(condition);
        }
        sql.push(&format!(" where l.{}", relation.own)).any(cx.conn.dialect(), Value::Uuids(ids.clone()));
        queries.push((sql, vec![Type::Uuid, Type::Uuid, Type::Text]));
    }
    let answers = cx.conn.query_all(&queries).await?;
    let rows_of: HashMap<Uuid, usize> = ids.into_iter().enumerate().map(|(row, id)| (id, row)).collect();
    for (at, rows) in answers.into_iter().enumerate() {
        for mut row in rows {
            let (Some(own), Some(id)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
            if let Some(position) = rows_of.get(&own) {
                let text = into_text(row.pop().unwrap_or_default());
                related[at][*position].push(Label { id, text });
            }
        }
        let position = resource.relations[at].position;
        for (object, labels) in objects.iter_mut().zip(&mut related[at]) {
            labels.sort_by(|a, b| a.text.cmp(&b.text).then(a.id.cmp(&b.id)));
            let mut targets: Vec<Uuid> = labels.iter().map(|label| label.id).collect();
            targets.sort_unstable();
            object.values[position] = Value::Uuids(targets);
        }
    }
    Ok(related)
}
