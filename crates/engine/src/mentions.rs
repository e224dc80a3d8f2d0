//! Texts that mention something which has to be removed, in any object.
//!
//! What is found is rewritten through the ordinary write path, so that the journal records it. Tables that only Cairn
//! itself writes, and that are not in the journal, are rewritten directly. A locked object is rewritten nevertheless:
//! it must not keep what has to be removed.

use cairn_access::Scope;
use cairn_model::Value;
use cairn_model::kind::Kind;
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::query::{self, Lock, Select};
use crate::registry::{Registry, Resource};
use crate::write;

/// The resources with tables of their own, in a fixed order.
pub fn resources(registry: &'static Registry) -> Vec<&'static Resource> {
    let own = |resource: &&Resource| resource.entry.part.is_none() && !resource.entry.view;
    let mut all: Vec<&'static Resource> = registry.resources().iter().copied().filter(own).collect();
    all.sort_by_key(|resource| resource.path);
    all
}

/// The condition that a text or document mentions one of these words, ignoring the case of ASCII letters.
pub fn condition(dialect: Dialect, expressions: &[String], words: &[String]) -> Sql {
    let function = match dialect {
        Dialect::Sqlite => "instr",
        Dialect::Postgres => "strpos",
    };
    let mut sql = Sql::raw("(1 = 0");
    for expression in expressions {
        for word in words {
            sql.push(&format!(" or {function}(lower(cast({expression} as text)), lower(")).bind(word.as_str());
            sql.push(")) > 0");
        }
    }
    sql.push(")");
    sql
}

/// The next objects after an id that mention one of these words.
pub async fn find(
    cx: &mut Cx,
    resource: &'static Resource,
    words: &[String],
    after: Uuid,
    most: i64,
) -> Result<Vec<Uuid>> {
    let columns: Vec<String> = texts(resource).map(|at| query::column("t", resource.field(at).name)).collect();
    if columns.is_empty() || words.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = Select::new(cx, resource, &Scope::system());
    let mut next = Sql::raw("t.id > ");
    next.bind(after);
    select.condition(next).condition(condition(cx.conn.dialect(), &columns, words));
    select.order_by("t.id").limit(most, 0);
    Ok(query::objects(cx, resource, select).await?.iter().map(Object::id).collect())
}

/// Rewrites the texts of objects and returns how many changed.
pub async fn rewrite(
    cx: &mut Cx,
    resource: &'static Resource,
    ids: &[Uuid],
    change: impl Fn(&Object, &Value) -> Option<Value>,
) -> Result<usize> {
    write::serialize(cx, resource).await?;
    let mut changed = Vec::new();
    for old in query::load(cx, resource, ids, Some(Lock::Change)).await? {
        let mut new = old.clone();
        for at in texts(resource) {
            if let Some(value) = change(&old, &old.values[at]) {
                new.values[at] = value;
            }
        }
        if new.values != old.values {
            changed.push((Some(old), new));
        }
    }
    let count = changed.len();
    if resource.entry.log {
        let statements: Vec<Sql> =
            changed.iter().filter_map(|(old, new)| in_row(resource, old.as_ref()?, new)).collect();
        cx.conn.execute_all(&statements).await?;
        return Ok(count);
    }
    let before = std::mem::replace(&mut cx.detaching, true);
    let written = write::store_many(cx, resource, changed).await;
    cx.detaching = before;
    written.map(|()| count)
}

/// Which fields of a resource are texts and documents.
fn texts(resource: &Resource) -> impl Iterator<Item = usize> {
    resource.columns.iter().copied().filter(|at| {
        let kind = &resource.field(*at).kind;
        matches!(kind, Kind::Text(_) | Kind::Markdown(_) | Kind::Json(_) | Kind::File(_) | Kind::Translations(_))
    })
}

fn in_row(resource: &Resource, old: &Object, new: &Object) -> Option<Sql> {
    let mut changed = texts(resource).filter(|at| old.values[*at] != new.values[*at]).peekable();
    changed.peek()?;
    let mut sql = Sql::raw(format!("update {} set ", resource.def.table));
    for (number, at) in changed.enumerate() {
        sql.push(if number > 0 { ", \"" } else { "\"" }).push(resource.field(at).name).push("\" = ");
        sql.bind(new.values[at].clone());
    }
    sql.push(" where id = ").bind(old.id());
    Some(sql)
}
