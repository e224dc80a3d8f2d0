//! Proposals as people see them, cut to what they may see.

use cairn_access::Scope;
use cairn_engine::log::{self, FieldChange, RawChanges};
use cairn_engine::{Cx, Result, place, query};
use cairn_model::Describe;
use cairn_model::resource::platform::Proposal;
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

/// Those who see everything see all proposals; others those about what they may see, where they may see proposals.
pub fn sight(cx: &Cx) -> Option<Sql> {
    if cx.authority.sees_everything() {
        return None;
    }
    let mut sql = Sql::raw(
        "exists (select 1 from (select t.resource as resource, t.folder as folder, false as is_published) p where ",
    );
    sql.append(place::visible(cx)).push(" and ").append(place::reached(cx, cx.resource::<Proposal>())).push(")");
    Some(sql)
}

/// What would become of one object.
#[derive(Debug, Serialize, Describe)]
pub struct Proposed {
    /// `created`, `updated` or `deleted`.
    pub kind: String,
    /// The path of its resource.
    pub resource: String,
    /// None for one that would be made.
    pub id: Option<Uuid>,
    pub name: String,
    pub changes: Vec<FieldChange>,
}

/// The computed field `changes`.
pub async fn changes(cx: &mut Cx, proposals: &[Proposal]) -> Result<Vec<Vec<Proposed>>> {
    let mut all = Vec::new();
    for proposal in proposals {
        let kept = proposal.difference.0.as_array().cloned().unwrap_or_default();
        let mut seen: Vec<&Json> = Vec::new();
        for change in &kept {
            if is_visible(cx, change).await? {
                seen.push(change);
            }
        }
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

/// The computed field `body`. A body names objects by id alone, but its texts are for those who see all of what it
/// would change.
pub async fn bodies(cx: &mut Cx, proposals: &[Proposal]) -> Result<Vec<Option<Json>>> {
    let mut all = Vec::new();
    for proposal in proposals {
        let body = &proposal.request.0["body"];
        let mut shown = (!body.is_null()).then(|| body.clone());
        for change in proposal.difference.0.as_array().into_iter().flatten() {
            if !is_visible(cx, change).await? {
                shown = None;
                break;
            }
        }
        all.push(shown);
    }
    Ok(all)
}

/// Whether the caller may see this object, where it is now. One that is not there, because it would be made or is gone,
/// is seen by whoever may see such objects where it would be; in a new domain, by whoever sees the proposal.
async fn is_visible(cx: &mut Cx, change: &Json) -> Result<bool> {
    let Some(resource) = cx.registry().find(text(change, "resource")) else { return Ok(false) };
    let parsed = |name: &str| change[name].as_str().and_then(|id| id.parse::<Uuid>().ok());
    let Some(folder) = parsed("folder") else { return Ok(false) };
    if let Some(id) = parsed("id").filter(|_| text(change, "kind") != "created") {
        let scope = cx.scope(resource);
        if query::find(cx, resource, &scope, id).await?.is_some() {
            return Ok(true);
        }
        if query::find(cx, resource, &Scope::system(), id).await?.is_some() {
            return Ok(false);
        }
    }
    let exists = cx.authority.snapshot.tree().get(folder).is_some();
    Ok(if exists { cx.authority.allows(resource.view, folder) } else { cx.authority.allows_somewhere(resource.view) })
}

fn text<'a>(change: &'a Json, name: &str) -> &'a str {
    change[name].as_str().unwrap_or_default()
}
