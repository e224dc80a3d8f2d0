//! Proposals as people see them, limited to what they may see.

use std::collections::{BTreeMap, HashSet};

use cairn_access::Scope;
use cairn_engine::log::{self, FieldChange, RawChanges};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Result, place};
use cairn_model::{Describe, Type, Value};
use cairn_resources::platform::Proposal;
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

/// People who see everything see all proposals; others see those about objects they may see, in domains where they may
/// see proposals.
pub fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    if cx.authority.sees_everything() {
        return None;
    }
    let mut sql = Sql::raw(format!(
        "exists (select 1 from (select {alias}.object_id as id, {alias}.resource as resource, \
         {alias}.folder as folder, false as is_published) p where "
    ));
    sql.append(place::visible(cx)).push(" and ").append(place::reached(cx, cx.resource::<Proposal>())).push(")");
    Some(sql)
}

/// The change to one object.
#[derive(Debug, Serialize, Describe)]
pub struct Proposed {
    /// `created`, `updated` or `deleted`.
    pub kind: String,
    /// The path of its resource.
    pub resource: String,
    /// None for objects that would be created.
    pub id: Option<Uuid>,
    pub name: String,
    pub changes: Vec<FieldChange>,
}

/// The computed field `changes`.
pub async fn changes(cx: &mut Cx, proposals: &[Proposal]) -> Result<Vec<Vec<Proposed>>> {
    let mut all = Vec::new();
    for proposal in proposals {
        let kept = proposal.difference.0.as_array().cloned().unwrap_or_default();
        let visible = are_visible(cx, &kept).await?;
        let seen: Vec<&Json> = kept.iter().zip(visible).filter_map(|(change, seen)| seen.then_some(change)).collect();
        let nothing = RawChanges::new();
        let raw: Vec<(&str, &RawChanges)> = seen
            .iter()
            .map(|change| (text(change, "resource"), change["changes"].as_object().unwrap_or(&nothing)))
            .collect();
        let readable = log::readable(cx, &raw).await?;
        let shown = seen.iter().zip(readable).map(|(change, changes)| Proposed {
            kind: text(change, "kind").to_owned(),
            resource: text(change, "resource").to_owned(),
            id: change["id"].as_str().and_then(|id| id.parse().ok()).filter(|_| text(change, "kind") != "created"),
            name: text(change, "name").to_owned(),
            changes,
        });
        all.push(shown.collect());
    }
    Ok(all)
}

/// The computed field `body`. A body names objects only by id, but its texts are for people who see everything that it
/// would change.
pub async fn bodies(cx: &mut Cx, proposals: &[Proposal]) -> Result<Vec<Option<Json>>> {
    let mut all = Vec::new();
    for proposal in proposals {
        let body = &proposal.request.0["body"];
        let changes = proposal.difference.0.as_array().map(Vec::as_slice).unwrap_or_default();
        let shown = !body.is_null() && are_visible(cx, changes).await?.into_iter().all(|seen| seen);
        all.push(shown.then(|| body.clone()));
    }
    Ok(all)
}

/// How many objects one query looks for.
const PORTION: usize = 1000;

/// Which of these objects the caller may see, where they are now. An object that does not exist, because it would be
/// created or is gone, is visible to anyone who may see such objects where it would be; in a new domain, to anyone who
/// sees the proposal.
pub async fn are_visible(cx: &mut Cx, changes: &[Json]) -> Result<Vec<bool>> {
    let mut wanted: BTreeMap<&str, Vec<Uuid>> = BTreeMap::new();
    for change in changes.iter().filter(|change| text(change, "kind") != "created") {
        wanted.entry(text(change, "resource")).or_default().extend(id(change, "id"));
    }
    let (mut seen, mut there) = (HashSet::new(), HashSet::new());
    for (path, ids) in wanted {
        let Some(resource) = cx.registry().find(path) else { continue };
        for some in ids.chunks(PORTION) {
            for (scope, found) in [(cx.scope(resource), &mut seen), (Scope::system(), &mut there)] {
                let mut select = Select::new(cx, resource, &scope);
                select.any_of("id", Value::Uuids(some.to_vec()));
                let rows = cx.conn.query(&select.project("t.id"), &[Type::Uuid]).await?;
                found.extend(rows.iter().filter_map(|row| row[0].as_uuid()));
            }
        }
    }
    let is_visible = |change: &Json| {
        let object = id(change, "id").filter(|_| text(change, "kind") != "created");
        if let Some(object) = object.filter(|object| there.contains(object)) {
            return seen.contains(&object);
        }
        let (Some(resource), Some(folder)) = (cx.registry().find(text(change, "resource")), id(change, "folder"))
        else {
            return false;
        };
        match cx.authority.snapshot.tree().get(folder) {
            Some(_) => cx.authority.allows(resource.view, folder),
            None => cx.authority.allows_somewhere(resource.view),
        }
    };
    Ok(changes.iter().map(is_visible).collect())
}

pub fn id(change: &Json, name: &str) -> Option<Uuid> {
    change[name].as_str().and_then(|id| id.parse().ok())
}

pub fn text<'a>(change: &'a Json, name: &str) -> &'a str {
    change[name].as_str().unwrap_or_default()
}
