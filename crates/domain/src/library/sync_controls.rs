//! Applied controls that follow the reference control they implement.

use std::collections::{BTreeMap, BTreeSet};

use cairn_access::Verb;
use cairn_engine::cx::not_found;
use cairn_engine::{Cx, Error, Result};
use cairn_model::Describe;
use cairn_resources::library::ReferenceControl;
use cairn_resources::work::{AppliedControl, Category, CsfFunction};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// The longest reference of a control.
const REFERENCE: usize = 100;

/// The controls that differ from the reference control.
#[derive(Debug, Serialize, Describe)]
pub struct Syncable {
    pub results: Vec<Difference>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Difference {
    pub id: Uuid,
    pub name: String,
    /// By field.
    pub changes: BTreeMap<String, Replaced>,
}

/// The value of a field, and the one that takes its place.
#[derive(Debug, Serialize, Describe)]
pub struct Replaced {
    pub before: Json,
    pub after: Json,
}

/// The controls to update.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SyncControls {
    /// Ids of controls that implement it. Defaults to all that you may change.
    #[serde(default)]
    pub applied_controls: Option<Vec<Uuid>>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Synced {
    /// The controls that were changed.
    pub results: Vec<Difference>,
}

/// What a control takes over. Its name stays: people know it by that.
fn follow(control: &mut AppliedControl, reference: &ReferenceControl) {
    if let Some(description) = &reference.description {
        control.description = Some(description.clone());
    }
    if let Some(ref_id) = &reference.ref_id {
        control.ref_id = Some(ref_id.chars().take(REFERENCE).collect());
    }
    control.category = reference.category.or(control.category);
    control.csf_function = reference.csf_function.or(control.csf_function);
}

fn difference(control: &AppliedControl, reference: &ReferenceControl) -> Option<Difference> {
    let mut after = control.clone();
    follow(&mut after, reference);
    let text = |markdown: &Option<cairn_model::Markdown>| json!(markdown.as_ref().map(|text| &text.0));
    let fields = [
        ("description", text(&control.description), text(&after.description)),
        ("ref_id", json!(control.ref_id), json!(after.ref_id)),
        ("category", json!(control.category.map(Category::key)), json!(after.category.map(Category::key))),
        (
            "csf_function",
            json!(control.csf_function.map(CsfFunction::key)),
            json!(after.csf_function.map(CsfFunction::key)),
        ),
    ];
    let changed = fields.into_iter().filter(|(_, before, after)| before != after);
    let changes: BTreeMap<String, Replaced> =
        changed.map(|(field, before, after)| (field.to_owned(), Replaced { before, after })).collect();
    (!changes.is_empty()).then(|| Difference { id: control.id.uuid(), name: control.name.clone(), changes })
}

/// The controls that implement it and that the caller may change.
async fn implementing(cx: &mut Cx, id: Uuid) -> Result<Vec<AppliedControl>> {
    let all: Vec<AppliedControl> = cx
        .list(|select| {
            select.equals("reference_control", id).order_by("t.name").order_by("t.id");
        })
        .await?;
    let change = cx.resource::<AppliedControl>().permission(Verb::Change);
    Ok(all.into_iter().filter(|one| cx.authority.allows(change, one.folder.uuid())).collect())
}

pub async fn syncable(cx: &mut Cx, id: Uuid, _: cairn_engine::Nothing) -> Result<Syncable> {
    let reference: ReferenceControl = cx.get(id).await?;
    let controls = implementing(cx, id).await?;
    Ok(Syncable { results: controls.iter().filter_map(|one| difference(one, &reference)).collect() })
}

pub async fn sync(cx: &mut Cx, id: Uuid, wanted: SyncControls) -> Result<Synced> {
    let change = cx.resource::<AppliedControl>().permission(Verb::Change);
    if !cx.authority.allows_somewhere(change) {
        return Err(Error::Forbidden("You do not have permission to change applied controls.".to_owned()));
    }
    // Locked, so that a change of the reference control is either followed as a whole or not yet there.
    cx.lock::<ReferenceControl>(&[id]).await?;
    let reference: ReferenceControl = cx.get(id).await?;
    let mut ids: BTreeSet<Uuid> = implementing(cx, id).await?.iter().map(|one| one.id.uuid()).collect();
    if let Some(named) = wanted.applied_controls {
        let named: BTreeSet<Uuid> = named.into_iter().collect();
        if let Some(other) = named.iter().find(|one| !ids.contains(one)) {
            let words = not_found(cx.resource::<AppliedControl>());
            return Err(Error::field("applied_controls", format!("{other}: {words}")));
        }
        ids = named;
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let mut results = Vec::new();
    cx.modify_many::<AppliedControl>(&ids, |control| {
        results.extend(difference(control, &reference));
        follow(control, &reference);
        Ok(())
    })
    .await?;
    results.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Synced { results })
}
