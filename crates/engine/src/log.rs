//! The journal as people read it: the audit log and the history of an object.
//!
//! Both are lists of one resource, whose rows are a view of the journal. The changes in an entry are shown with names,
//! limited to what the reader may see now.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_model::LogKind;
use cairn_model::kind::Kind;
use cairn_model::text::humanize;
use cairn_model::{Describe, Timestamp, Type, Value};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::{Cx, not_found};
use crate::error::Result;
use crate::journal::ChangeKind;
use crate::language;
use crate::place;
use crate::query::{self, Label, Page, PageRequest, Select, column};
use crate::redaction::hideable;
use crate::registry::Resource;

/// The kinds that are changes to an object; the others are notes.
pub const CHANGES: &str = "('created', 'updated', 'deleted')";

/// What people do with their own accounts: visible to themselves and to administrators.
const PRIVATE: [LogKind; 6] = [
    LogKind::SignedIn,
    LogKind::SignInFailed,
    LogKind::SignedOut,
    LogKind::TokenRefused,
    LogKind::PasswordResetRequested,
    LogKind::AddressRefused,
];

/// Administrators see the whole log, others the entries about objects that they may see now.
pub fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    if cx.authority.sees_everything() {
        return None;
    }
    let log = cx.registry().get(PATH);
    let mut sql = discreet(cx, alias);
    sql.push(&format!(" and exists (select 1 from places p where p.id = {} and ", column(alias, "object_id")));
    sql.append(place::visible(cx));
    // And only in, or above, domains where they may read the log.
    sql.push(" and ").append(place::reached(cx, log)).push(")");
    Some(sql)
}

/// The condition that an entry is not another person's private one.
fn discreet(cx: &Cx, alias: &str) -> Sql {
    let kinds: Vec<String> = PRIVATE.iter().map(|kind| format!("'{}'", kind.key())).collect();
    let (kind, actor) = (column(alias, "kind"), column(alias, "actor"));
    let mut sql = Sql::raw(format!("({kind} not in ({}) or {actor} = ", kinds.join(", ")));
    sql.bind(cx.authority.rights.user()).push(")");
    sql
}

/// The position in the journal of the entry with an id, which the view derives from it.
pub fn place_of(id: Uuid) -> Option<i64> {
    let (mark, place) = id.as_bytes().split_at(10);
    let place = place.iter().fold(0, |place, byte| place << 8 | i64::from(*byte));
    (mark == [0, 0, 0, 0, 0, 0, 0x80, 0, 0x80, 0]).then_some(place)
}

/// The entries about one object that the caller may see, newest first; also for a deleted object.
pub async fn history(
    cx: &mut Cx,
    resource: &'static Resource,
    id: Uuid,
    until: Option<Timestamp>,
    request: PageRequest,
) -> Result<Page> {
    if !sees_object(cx, resource, id).await? {
        return Err(not_found(resource));
    }
    let log = cx.registry().get(PATH);
    // Whoever sees the object sees its history, with or without access to the whole log.
    let mut select = Select::new(cx, log, &cairn_access::Scope::system());
    select.equals("object_id", id).order_by("t.at desc").order_by("t.seq desc");
    if !cx.authority.sees_everything() {
        select.condition(discreet(cx, "t"));
    }
    if let Some(until) = until {
        let mut sql = Sql::raw("t.at <= ");
        sql.bind(until);
        select.condition(sql);
    }
    let mut page = query::load_page(cx, log, select, request).await?;
    if !cx.authority.allows_somewhere(log.view) {
        // Network addresses are only for people who may read the log.
        for entry in &mut page.objects {
            entry.set("address", Value::Null);
            entry.set("request", Value::Null);
        }
    }
    Ok(page)
}

/// Whether the caller may see an object, or could until it was deleted.
async fn sees_object(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<bool> {
    let scope = cx.scope(resource);
    let lives = query::find(cx, resource, &scope, id).await?.is_some();
    Ok(lives || place::last_of_deleted(cx, resource, id).await?.is_some())
}

/// Whether the caller may see an entry, by the rule for the history of its object.
pub async fn sees_entry(cx: &mut Cx, seq: i64) -> Result<bool> {
    if cx.authority.sees_everything() {
        return Ok(true);
    }
    let mut sql = Sql::raw("select t.resource, t.object_id from journal t where t.seq = ");
    sql.bind(seq).push(" and ").append(discreet(cx, "t"));
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Uuid]).await?;
    let about = rows.first().and_then(|row| Some((cx.registry().find(row[0].as_str()?)?, row[1].as_uuid()?)));
    match about {
        Some((resource, id)) => sees_object(cx, resource, id).await,
        None => Ok(false),
    }
}

/// One field of a change, before and after. A many-relation has `added` and `removed` instead.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct FieldChange {
    pub field: String,
    /// The field label.
    pub label: String,
    /// The value before; a reference has its `id` and `str`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<Vec<Label>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<Vec<Label>>,
}

/// The differences in the journal's own form: field → `[before, after]` or `{added, removed}`.
pub type RawChanges = serde_json::Map<String, Json>;

/// Whether a kind of entry is a change to an object; the others are notes.
pub fn is_change(kind: &str) -> bool {
    ChangeKind::ALL.iter().any(|known| known.word() == kind)
}

/// Removes from changes whatever names something that the caller may not see.
pub async fn cut(cx: &mut Cx, mut changes: Vec<(&str, &mut RawChanges)>) -> Result<()> {
    let read: Vec<(&str, &RawChanges)> = changes.iter().map(|(path, fields)| (*path, &**fields)).collect();
    let names = names_of(cx, &read).await?;
    let is_known =
        |id: &Json| id.as_str().and_then(|id| id.parse().ok()).is_some_and(|id: Uuid| names.contains_key(&id));
    for (path, fields) in &mut changes {
        fields.retain(|name, change| match change {
            _ if is_hideable(cx, path, name) => false,
            _ if targets(cx, path, name).is_empty() => true,
            Json::Object(sides) => {
                let sides = sides.values_mut().filter_map(Json::as_array_mut);
                sides.map(|ids| ids.retain(is_known)).count();
                !["added", "removed"].iter().all(|side| change[side].as_array().is_none_or(Vec::is_empty))
            }
            Json::Array(sides) => {
                sides.iter_mut().filter(|id| !is_known(id)).for_each(|id| *id = Json::Null);
                sides.iter().any(|id| !id.is_null())
            }
            _ => true,
        });
    }
    Ok(())
}

/// Adds names to changes, for many objects at once, and leaves out what the caller may not see.
pub async fn readable(cx: &mut Cx, changes: &[(&str, &RawChanges)]) -> Result<Vec<Vec<FieldChange>>> {
    readable_with(cx, changes, &BTreeMap::new()).await
}

/// The same, with the names of objects that the caller may see and that do not exist here.
pub async fn readable_with(
    cx: &mut Cx,
    changes: &[(&str, &RawChanges)],
    known: &BTreeMap<Uuid, String>,
) -> Result<Vec<Vec<FieldChange>>> {
    let mut names = names_of(cx, changes).await?;
    names.extend(known.iter().map(|(id, name)| (*id, name.clone())));
    let one = |(path, fields): &(&str, &RawChanges)| {
        let shown = fields.iter().filter(|(name, _)| !is_hideable(cx, path, name));
        shown.filter_map(|(name, change)| field_change(cx, path, name, change, &names)).collect()
    };
    Ok(changes.iter().map(one).collect())
}

/// The labels of everything that the changes name, as far as the caller may see it.
async fn names_of(cx: &mut Cx, changes: &[(&str, &RawChanges)]) -> Result<HashMap<Uuid, String>> {
    let mut wanted: BTreeMap<&'static str, BTreeSet<Uuid>> = BTreeMap::new();
    for (path, fields) in changes {
        for (name, change) in *fields {
            for target in targets(cx, path, name) {
                wanted.entry(target).or_default().extend(ids(change));
            }
        }
    }
    let mut names = HashMap::new();
    for (path, ids) in wanted {
        labels(cx, cx.registry().get(path), ids, &mut names).await?;
    }
    Ok(names)
}

fn is_hideable(cx: &Cx, path: &str, field: &str) -> bool {
    cx.registry().find(path).is_some_and(|resource| hideable(cx, resource).contains(&field))
}

fn targets(cx: &Cx, path: &str, field: &str) -> Vec<&'static str> {
    let field = cx.registry().find(path).and_then(|resource| resource.def.field(field));
    field.map_or_else(Vec::new, |field| cx.registry().targets(&field.kind))
}

/// All ids in a change of a reference or relation.
fn ids(change: &Json) -> impl Iterator<Item = Uuid> {
    let lists = [change, &change["added"], &change["removed"]];
    lists.into_iter().filter_map(Json::as_array).flatten().filter_map(|id| id.as_str()?.parse().ok())
}

fn field_change(cx: &Cx, path: &str, name: &str, change: &Json, names: &HashMap<Uuid, String>) -> Option<FieldChange> {
    let known = cx.registry().find(path).and_then(|resource| resource.def.field(name));
    let label = known.map_or_else(|| humanize(name), cairn_model::FieldDef::label);
    let named = |id: &Json| -> Option<Label> {
        let id: Uuid = id.as_str()?.parse().ok()?;
        Some(Label { id, text: names.get(&id)?.clone() })
    };
    let mut shown =
        FieldChange { field: name.to_owned(), label, before: None, after: None, added: None, removed: None };
    match known.map(|field| &field.kind) {
        Some(Kind::Many(_)) => {
            let side = |side: &str| -> Vec<Label> {
                change[side].as_array().into_iter().flatten().filter_map(named).collect()
            };
            (shown.added, shown.removed) = (Some(side("added")), Some(side("removed")));
        }
        Some(Kind::Reference(_) | Kind::Any(_)) => {
            let side = |at: usize| named(&change[at]).and_then(|label| serde_json::to_value(label).ok());
            (shown.before, shown.after) = (Some(side(0).unwrap_or_default()), Some(side(1).unwrap_or_default()));
        }
        _ => (shown.before, shown.after) = (Some(change[0].clone()), Some(change[1].clone())),
    }
    // A change between two hidden things says nothing and is dropped.
    let is_empty = |list: &Option<Vec<Label>>| list.as_ref().is_some_and(Vec::is_empty);
    let says_nothing = match known.map(|field| &field.kind) {
        Some(Kind::Many(_)) => is_empty(&shown.added) && is_empty(&shown.removed),
        Some(Kind::Reference(_) | Kind::Any(_)) => shown.before == shown.after,
        _ => false,
    };
    (!says_nothing).then_some(shown)
}

/// The labels of objects of one resource that the caller may see, or could see when they were deleted.
async fn labels(
    cx: &mut Cx,
    target: &'static Resource,
    ids: BTreeSet<Uuid>,
    names: &mut HashMap<Uuid, String>,
) -> Result<()> {
    let dialect = cx.conn.dialect();
    let mut sql =
        Sql::raw(format!("select r.id, {} from {} r where r.id", language::words(cx, target, "r"), target.def.table));
    sql.any(dialect, Value::Uuids(ids.iter().copied().collect()));
    if let Some(condition) = cx.sight(target, "r") {
        sql.push(" and ").append(condition);
    }
    let mut gone = Sql::raw(
        "select p.id, (select j.object_name from journal j where j.object_id = p.id order by j.at desc, j.seq desc \
         limit 1) from places p where p.is_deleted and p.id",
    );
    gone.any(dialect, Value::Uuids(ids.into_iter().collect())).push(" and p.resource = ").bind(target.def.path);
    gone.push(" and ").append(place::visible_of(cx, target));
    for sql in [sql, gone] {
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await? {
            names.extend(row[0].as_uuid().map(|id| (id, row[1].as_str().unwrap_or_default().to_owned())));
        }
    }
    Ok(())
}

/// An object as the log names it.
#[derive(Debug, Serialize, Describe)]
pub struct Subject {
    /// The path of its resource.
    pub resource: String,
    pub id: Uuid,
    /// Its name at the time.
    pub str: String,
}

/// The path of the log.
pub const PATH: &str = "log-entries";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_leads_to_its_place() {
        let id = |text: &str| place_of(text.parse().unwrap());
        assert_eq!(id("00000000-0000-8000-8000-0000000004d2"), Some(1234));
        assert_eq!(id("00000000-0000-8000-8000-ffffffffffff"), Some(0xffff_ffff_ffff));
        assert_eq!(id("00000000-0000-8000-8001-0000000004d2"), None);
        assert_eq!(id("019ca8a0-3e80-7004-a027-e671eff33649"), None);
    }

    #[test]
    fn changes_are_those_that_the_journal_writes() {
        for kind in ChangeKind::ALL {
            assert!(CHANGES.contains(&format!("'{}'", kind.word())));
            assert!(LogKind::ALL.iter().any(|known| known.key() == kind.word()));
        }
    }
}
