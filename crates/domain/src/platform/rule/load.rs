//! Reads objects with what an expression looks at: a page takes one query for its rows and one for each link.

use std::collections::{BTreeSet, HashMap};

use cairn_engine::query::{Select, among, column, within};
use cairn_engine::{Cx, Resource, Result, language};
use cairn_model::{FieldDef, Type, Value};
use cairn_store::Sql;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::condition::{Condition, Link};
use super::made::not_made;

/// Objects of one page.
pub const PAGE: i64 = 500;

/// An object as an expression sees it.
pub struct Seen {
    pub id: Uuid,
    /// The domain that decides who sees it.
    pub folder: Uuid,
    pub name: String,
    pub values: Json,
}

/// Which objects are read.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// The next page, in the order of ids.
    After(Option<Uuid>),
    These(&'a [Uuid]),
}

/// The objects of a domain and its subdomains that the caller may see.
pub async fn load(cx: &mut Cx, condition: &Condition, domain: Uuid, which: Which<'_>) -> Result<Vec<Seen>> {
    let resource = condition.resource;
    let scope = cx.scope(resource);
    let mut select = Select::new(cx, resource, &scope);
    let place = column("t", resource.scope_column());
    if domain != cx.root_folder() {
        select.condition(within::within_condition(cx, &place, domain));
    }
    if let Some(not_made) = unseen(condition, resource, "t") {
        select.condition(Sql::raw(not_made));
    }
    match which {
        Which::After(None) => {}
        Which::After(Some(last)) => {
            let mut after = Sql::raw("t.id > ");
            after.bind(last);
            select.condition(after);
        }
        Which::These(ids) => {
            select.any_of("id", Value::Uuids(ids.to_vec()));
        }
    }
    select.order_by("t.id");
    let (columns, types) = columns(cx, condition, &place);
    let most = if let Which::These(ids) = which { ids.len() as i64 } else { PAGE };
    let rows = cx.conn.query(&select.first(&columns, most), &types).await?;
    let mut seen = Vec::with_capacity(rows.len());
    let mut named: Vec<Vec<Option<Uuid>>> = condition.links.iter().map(|_| Vec::new()).collect();
    for row in rows {
        let mut row = row.into_iter();
        let mut next = || row.next().unwrap_or_default();
        let (Some(id), folder, name) = (next().as_uuid(), next(), next()) else { continue };
        let own = condition.own.iter().map(|field| (field.name.to_owned(), next().to_json()));
        let mut values: Map<String, Json> = own.collect();
        values.insert("id".to_owned(), id.to_string().into());
        for (link, named) in condition.links.iter().zip(&mut named) {
            if !link.field.kind.is_many() {
                named.push(next().as_uuid());
            }
        }
        seen.push(Seen {
            id,
            folder: folder.as_uuid().unwrap_or_default(),
            name: name.as_str().unwrap_or_default().to_owned(),
            values: Json::Object(values),
        });
    }
    for (link, named) in condition.links.iter().zip(named) {
        if link.field.kind.is_many() {
            put_many(cx, condition, link, &mut seen).await?;
        } else {
            put_one(cx, condition, link, &named, &mut seen).await?;
        }
    }
    Ok(seen)
}

/// The condition that leaves out what rules have created, if the rule must not see it.
fn unseen(condition: &Condition, resource: &Resource, alias: &str) -> Option<String> {
    not_made(resource, alias).filter(|_| condition.is_blind)
}

/// The columns of a row: id, place and name, the fields that are read, and the ids of links to one object.
fn columns(cx: &Cx, condition: &Condition, place: &str) -> (String, Vec<Type>) {
    let mut columns = format!("t.id, {place}, {}", language::words(cx, condition.resource, "t"));
    let mut types = vec![Type::Uuid, Type::Uuid, Type::Text];
    let single = condition.links.iter().map(|link| link.field).filter(|field| !field.kind.is_many());
    for field in condition.own.iter().copied().chain(single) {
        columns.push_str(", ");
        columns.push_str(&column("t", field.name));
        types.push(type_of(field));
    }
    (columns, types)
}

fn type_of(field: &FieldDef) -> Type {
    field.kind.behaviour().column().unwrap_or(Type::Uuid)
}

/// The columns of objects at the end of a link, after the first one.
fn target_columns(link: &Link) -> (String, Vec<Type>) {
    let mut columns = String::new();
    for field in &link.read {
        columns.push_str(", ");
        columns.push_str(&column("r", field.name));
    }
    (columns, link.read.iter().map(|field| type_of(field)).collect())
}

fn target_values(link: &Link, id: Uuid, values: impl Iterator<Item = Value>) -> Json {
    let read = link.read.iter().zip(values).map(|(field, value)| (field.name.to_owned(), value.to_json()));
    let mut values: Map<String, Json> = read.collect();
    values.insert("id".to_owned(), id.to_string().into());
    Json::Object(values)
}

/// Puts the objects that a reference leads to. One that the caller may not see counts as none.
async fn put_one(
    cx: &mut Cx,
    condition: &Condition,
    link: &Link,
    named: &[Option<Uuid>],
    seen: &mut [Seen],
) -> Result<()> {
    let ids: BTreeSet<Uuid> = named.iter().flatten().copied().collect();
    let mut found: HashMap<Uuid, Json> = HashMap::new();
    if !ids.is_empty() {
        let (columns, mut types) = target_columns(link);
        types.insert(0, Type::Uuid);
        let mut sql = Sql::raw(format!("select r.id{columns} from {} r where r.id", link.target.def.table));
        sql.any(cx.conn.dialect(), Value::Uuids(ids.into_iter().collect()));
        if let Some(sight) = cx.sight(link.target, "r") {
            sql.push(" and ").append(sight);
        }
        if let Some(not_made) = unseen(condition, link.target, "r") {
            sql.push(" and ").push(&not_made);
        }
        for row in cx.conn.query(&sql, &types).await? {
            let mut row = row.into_iter();
            let Some(id) = row.next().unwrap_or_default().as_uuid() else { continue };
            found.insert(id, target_values(link, id, row));
        }
    }
    for (seen, named) in seen.iter_mut().zip(named) {
        let target = named.and_then(|id| found.get(&id)).cloned().unwrap_or_default();
        seen.values[link.field.name] = target;
    }
    Ok(())
}

/// Puts the objects that a many-relation leads to, as far as the caller may see them.
async fn put_many(cx: &mut Cx, condition: &Condition, link: &Link, seen: &mut [Seen]) -> Result<()> {
    let mut found: HashMap<Uuid, Vec<Json>> = HashMap::new();
    let relation = condition.resource.relations.iter().find(|relation| relation.position == link.position);
    if let (Some(relation), false) = (relation, seen.is_empty()) {
        let (columns, mut types) = target_columns(link);
        types.splice(0..0, [Type::Uuid, Type::Uuid]);
        let ids: Vec<Uuid> = seen.iter().map(|one| one.id).collect();
        let own = format!("l.{}", relation.own);
        let mut sql = Sql::raw(format!(
            "select {own}, r.id{columns} from {} l join {} r on r.id = l.{}",
            relation.table, link.target.def.table, relation.other
        ));
        if let Some(sight) = cx.sight(link.target, "r") {
            sql.push(" and ").append(sight);
        }
        if let Some(not_made) = unseen(condition, link.target, "r") {
            sql.push(" and ").push(&not_made);
        }
        sql.push(" where ").append(among(&own, &ids, cx.conn.dialect())).push(&format!(" order by {own}, r.id"));
        for row in cx.conn.query(&sql, &types).await? {
            let mut row = row.into_iter();
            let mut next = || row.next().unwrap_or_default().as_uuid();
            let (Some(own), Some(id)) = (next(), next()) else { continue };
            found.entry(own).or_default().push(target_values(link, id, row));
        }
    }
    for one in seen {
        one.values[link.field.name] = Json::Array(found.remove(&one.id).unwrap_or_default());
    }
    Ok(())
}
