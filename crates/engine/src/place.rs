//! Where every object is now, or was when it was deleted.
//!
//! A journal entry says where its object was at the time. Who may read it depends on where the object is now; for
//! that, one small table of all objects is updated with every move.

use cairn_access::{Scope, Tree};
use cairn_model::{Published, Timestamp, Type, Value};
use cairn_store::{Conn, Dialect, Sql};
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::query;
use crate::registry::{FOLDERS, Resource};
use crate::rows::{Write, insert_all};

/// What decides who may see an object: its domain, and whether it is published.
fn of(resource: &Resource, object: &Object) -> (Uuid, Value) {
    let published = match resource.def.published {
        Published::Field => object.get("is_published").clone(),
        Published::Never | Published::Always => Value::Null,
    };
    (object.folder(), published)
}

/// The statements that record moves; none if the objects stay.
pub(crate) fn keep(cx: &Cx, resource: &Resource, writes: &[Write]) -> Vec<Sql> {
    let moves = |one: &&Write| one.old.as_ref().is_none_or(|old| of(resource, old) != of(resource, &one.new));
    let moved: Vec<&Object> = writes.iter().filter(moves).map(|one| &one.new).collect();
    let mark = mark(cx.conn.dialect());
    let values = |sql: &mut Sql, new: &&Object| {
        let (folder, published) = of(resource, new);
        sql.bind(new.id()).push(", ").bind(resource.def.path).push(", ").bind(folder).push(", ").bind(published);
        sql.push(&format!(", false, null, {mark}"));
    };
    // A new object has not moved. One that is restored has, and so has one that existed before.
    let replace = |sql: &mut Sql| {
        sql.push(
            " on conflict (id) do update set folder = excluded.folder, is_published = excluded.is_published, \
             is_deleted = false, mark = excluded.mark, moved_at = ",
        );
        sql.bind(cx.now);
    };
    insert_all("places (id, resource, folder, is_published, is_deleted, moved_at, mark)", &moved, values, replace)
}

/// The statement that marks objects as deleted in their place.
pub(crate) fn forsake(cx: &Cx, ids: Vec<Uuid>) -> Sql {
    let dialect = cx.conn.dialect();
    let mut sql = Sql::raw("update places set is_deleted = true, moved_at = ");
    sql.bind(cx.now).push(&format!(", mark = {} where id", mark(dialect))).any(dialect, Value::Uuids(ids));
    sql
}

/// A number that no later commit can be below: SQLite has one writer, so the journal's own counter works; PostgreSQL
/// numbers transactions, and [`horizon`] knows which are still open.
fn mark(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "(select coalesce(max(seq), 0) from journal)",
        Dialect::Postgres => "txid_current()",
    }
}

/// The mark below which everything is committed and visible.
async fn horizon(conn: &mut Conn) -> Result<i64> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "select coalesce(max(seq), 0) from journal",
        Dialect::Postgres => "select txid_snapshot_xmin(txid_current_snapshot())",
    };
    let rows = conn.query(&Sql::raw(sql), &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default())
}

/// An object that is no longer where it once was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub id: Uuid,
    pub resource: String,
    pub folder: Uuid,
    pub published: Option<bool>,
}

/// The time from which moves are wanted.
#[derive(Debug, Clone, Copy)]
pub enum Since {
    Instant(Timestamp),
    /// The mark at which an earlier result ended.
    Mark(i64),
}

/// The objects that moved, where they are now, and the mark to continue from.
pub async fn moved(conn: &mut Conn, since: Since) -> Result<(Vec<Moved>, i64)> {
    // Before the rows are read: what is committed meanwhile is read again the next time.
    let next = horizon(conn).await?;
    let mut sql = Sql::raw("select id, resource, folder, is_published from places where moved_at is not null and ");
    match since {
        Since::Instant(at) => sql.push("moved_at > ").bind(at),
        Since::Mark(mark) => sql.push("mark >= ").bind(mark),
    };
    let rows = conn.query(&sql, &[Type::Uuid, Type::Text, Type::Uuid, Type::Bool]).await?;
    let moved = rows.iter().filter_map(|row| {
        Some(Moved {
            id: row[0].as_uuid()?,
            resource: row[1].as_str()?.to_owned(),
            folder: row[2].as_uuid()?,
            published: row[3].as_bool(),
        })
    });
    Ok((moved.collect(), next))
}

/// The condition on `places p` for the objects that the caller may see, of any resource. Resources that share a scope
/// share a condition: usually there are only one or two.
pub fn visible(cx: &Cx) -> Sql {
    let mut groups: Vec<(Scope, Published, Vec<String>)> = Vec::new();
    let mut looked_at: Vec<&'static Resource> = Vec::new();
    for resource in cx.registry().tables().filter(|resource| !resource.entry.log) {
        let (scope, published) = (cx.scope(resource), resource.def.published);
        // Nothing refers to resources with their own visibility rule.
        if scope.is_empty() || (resource.entry.sight.is_some() && !cx.authority.sees_everything()) {
            continue;
        }
        let depends = query::depends_on_whole(cx, resource);
        if scope.looks_at_rows() || depends {
            looked_at.push(resource);
        }
        // Objects of external users, and parts of objects that may be hidden, cannot be judged by their place alone.
        if scope.only_actors().is_some() || depends {
            continue;
        }
        let same = |(other, rule, _): &&mut (Scope, Published, Vec<String>)| {
            *rule == published && other.folders() == scope.folders() && other.published() == scope.published()
        };
        match groups.iter_mut().find(same) {
            Some((_, _, paths)) => paths.push(resource.def.path.to_owned()),
            None => groups.push((scope, published, vec![resource.def.path.to_owned()])),
        }
    }
    let mut sql = Sql::raw("(1 = 0");
    for (scope, published, paths) in groups {
        sql.push(" or (p.resource").any(cx.conn.dialect(), Value::Texts(paths));
        if let Some(condition) = within(&scope, published, cx.conn.dialect()) {
            sql.push(" and ").append(condition);
        }
        sql.push(")");
    }
    // It is no longer known whose a row was when it was deleted.
    for resource in looked_at {
        sql.push(" or (p.resource = ").bind(resource.def.path);
        sql.push(&format!(" and exists (select 1 from {} v where v.id = p.id", resource.def.table));
        if let Some(condition) = cx.sight(resource, "v") {
            sql.push(" and ").append(condition);
        }
        sql.push("))");
    }
    sql.push(")");
    sql
}

/// Whether the place of an object is not enough to know who may see it.
fn has_own_sight(cx: &Cx, resource: &Resource) -> bool {
    (resource.entry.sight.is_some() && !cx.authority.sees_everything()) || query::depends_on_whole(cx, resource)
}

/// The condition on `places p` for the objects of one resource, as far as places tell it.
pub fn visible_of(cx: &Cx, resource: &Resource) -> Sql {
    let scope = cx.scope(resource);
    if scope.only_actors().is_some() || has_own_sight(cx, resource) {
        return Sql::raw("1 = 0");
    }
    within(&scope, resource.def.published, cx.conn.dialect()).unwrap_or_else(|| Sql::raw("1 = 1"))
}

/// Whether the caller may know about a deleted object: the rule of [`visible_of`] for its last state.
pub fn saw(cx: &Cx, resource: &Resource, object: &Object) -> bool {
    let scope = cx.scope(resource);
    if scope.only_actors().is_some() || has_own_sight(cx, resource) {
        return false;
    }
    let is_published = match resource.def.published {
        Published::Always => true,
        Published::Never => false,
        Published::Field => object.get("is_published") == &Value::Bool(true),
    };
    scope.allows(last_domain(cx.tree(), object), is_published)
}

/// The domain that decides about an object. A domain that was just deleted is no longer in the tree, so its parent
/// decides.
pub fn last_domain(tree: &Tree, object: &Object) -> Uuid {
    let folder = object.folder();
    if tree.get(folder).is_some() || object.def.path != FOLDERS {
        return folder;
    }
    object.get("parent_folder").as_uuid().unwrap_or(folder)
}

/// The condition on `places p` for the domains that a permission reaches, and those above them.
pub fn reached(cx: &Cx, resource: &Resource) -> Sql {
    within(&cx.scope(resource), Published::Always, cx.conn.dialect()).unwrap_or_else(|| Sql::raw("1 = 1"))
}

fn within(scope: &Scope, published: Published, dialect: Dialect) -> Option<Sql> {
    let folders = scope.folders()?;
    let mut sql = Sql::raw("(p.folder");
    sql.any(dialect, Value::Uuids(folders.to_vec()));
    if !scope.published().is_empty() && published != Published::Never {
        sql.push(if published == Published::Field { " or (p.is_published and p.folder" } else { " or (p.folder" });
        sql.any(dialect, Value::Uuids(scope.published().to_vec())).push(")");
    }
    sql.push(")");
    Some(sql)
}

/// The domain that a deleted object was last in, if the caller may see objects there.
pub async fn last_of_deleted(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<Option<Uuid>> {
    let mut sql = Sql::raw("select p.folder from places p where p.is_deleted and p.id = ");
    sql.bind(id).push(" and p.resource = ").bind(resource.def.path).push(" and ").append(visible_of(cx, resource));
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    let folder = rows.first().and_then(|row| row[0].as_uuid());
    // A domain is its own scope; what was deleted with it is only for people who see everything.
    Ok(folder.filter(|_| resource.def.scope.has_folder() || cx.scope(resource).is_unrestricted()))
}
