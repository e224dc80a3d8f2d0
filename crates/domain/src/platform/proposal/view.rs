//! Proposals as people see them, cut to what they may see.

use std::collections::BTreeSet;

use cairn_engine::log::{self, FieldChange, RawChanges};
use cairn_engine::{Cx, Result, place};
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
        let seen: Vec<&Json> = kept.iter().filter(|change| is_visible(cx, change)).collect();
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
    let body = |proposal: &Proposal| {
        let changes = proposal.difference.0.as_array().into_iter().flatten();
        let body = &proposal.request.0["body"];
        let all_seen = changes.map(|change| is_visible(cx, change)).collect::<BTreeSet<bool>>();
        (!all_seen.contains(&false) && !body.is_null()).then(|| body.clone())
    };
    Ok(proposals.iter().map(body).collect())
}

/// Whether the caller may see objects of this kind where this one is. What would be made in a new domain is seen by
/// whoever sees the proposal.
fn is_visible(cx: &Cx, change: &Json) -> bool {
    let Some(resource) = cx.registry().find(text(change, "resource")) else { return false };
    let Some(folder) = change["folder"].as_str().and_then(|id| id.parse::<Uuid>().ok()) else { return false };
    let exists = cx.authority.snapshot.tree().get(folder).is_some();
    if !exists {
        return cx.authority.allows_somewhere(resource.view);
    }
    cx.authority.allows(resource.view, folder)
}

fn text<'a>(change: &'a Json, name: &str) -> &'a str {
    change[name].as_str().unwrap_or_default()
}
