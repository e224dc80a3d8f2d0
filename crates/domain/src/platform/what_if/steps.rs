//! The steps of drafts as people see them, limited to what they may see.

use std::collections::{BTreeMap, HashSet};

use cairn_engine::log::{self, RawChanges};
use cairn_engine::what_if::Step;
use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Timestamp};
use cairn_resources::platform::WhatIfDraft;
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::add::draft_of;
use super::is_author;
use crate::platform::proposal::view::{Proposed, are_visible, id, text};

/// A step of a draft.
#[derive(Debug, Serialize, Describe)]
pub struct ShownStep {
    /// Its place, from 1.
    pub number: usize,
    /// What it does, in words. Empty if you do not have access to the object.
    pub name: String,
    /// `create`, `update`, `replace`, `delete`, `batch` or `action`.
    pub kind: String,
    /// The path of the resource. Empty if you do not have access to the object.
    pub resource: String,
    pub object_id: Option<Uuid>,
    /// The action it runs, if any.
    pub action: Option<String>,
    /// When it was added.
    pub at: Timestamp,
    /// What it changed when it was added.
    pub changes: Vec<Proposed>,
}

/// The computed field `is_mine`.
pub async fn is_mine(cx: &mut Cx, drafts: &[WhatIfDraft]) -> Result<Vec<bool>> {
    Ok(drafts.iter().map(|draft| is_author(cx, draft)).collect())
}

/// The computed field `fingerprint`.
pub async fn fingerprints(_: &mut Cx, drafts: &[WhatIfDraft]) -> Result<Vec<String>> {
    drafts.iter().map(|draft| Ok(draft_of(draft)?.fingerprint())).collect()
}

/// The computed field `steps`.
pub async fn steps(cx: &mut Cx, drafts: &[WhatIfDraft]) -> Result<Vec<Vec<ShownStep>>> {
    let mut all = Vec::new();
    for draft in drafts {
        all.push(shown(cx, &draft_of(draft)?.steps).await?);
    }
    Ok(all)
}

async fn shown(cx: &mut Cx, steps: &[Step]) -> Result<Vec<ShownStep>> {
    // What earlier steps create is not in the database, so its names come from the steps.
    let mut made: BTreeMap<Uuid, String> = BTreeMap::new();
    let mut all = Vec::with_capacity(steps.len());
    let sights = Sight::of_all(cx, steps).await?;
    for (at, (step, sight)) in steps.iter().zip(sights).enumerate() {
        for change in sight.seen.iter().filter(|change| text(change, "kind") == "created") {
            made.extend(id(change, "id").map(|id| (id, text(change, "name").to_owned())));
        }
        let nothing = RawChanges::new();
        let raw: Vec<(&str, &RawChanges)> = sight
            .seen
            .iter()
            .map(|change| (text(change, "resource"), change["changes"].as_object().unwrap_or(&nothing)))
            .collect();
        let readable = log::readable_with(cx, &raw, &made).await?;
        let changes = sight.seen.iter().zip(readable).map(|(change, changes)| Proposed {
            kind: text(change, "kind").to_owned(),
            resource: text(change, "resource").to_owned(),
            id: id(change, "id"),
            name: text(change, "name").to_owned(),
            changes,
        });
        let shows = sight.shows_object;
        all.push(ShownStep {
            number: at + 1,
            name: if shows { step.name.clone() } else { String::new() },
            kind: text(&step.order, "deed").to_owned(),
            resource: if shows { text(&step.order, "resource").to_owned() } else { String::new() },
            object_id: id(&step.order, "id").filter(|_| shows),
            action: step.order["action"].as_str().filter(|_| shows).map(str::to_owned),
            at: step.at,
            changes: changes.collect(),
        });
    }
    Ok(all)
}

/// What a caller sees of a step.
pub struct Sight<'a> {
    pub seen: Vec<&'a Json>,
    /// Whether they see the object that the step is about, whose name is in that of the step.
    pub shows_object: bool,
}

impl<'a> Sight<'a> {
    /// What a caller sees of each step. They are judged together: whoever does not see a whole sees none of the parts
    /// that steps add to it, nor the parts of those.
    pub async fn of_all(cx: &mut Cx, steps: &'a [Step]) -> Result<Vec<Self>> {
        let mut hidden: HashSet<Uuid> = HashSet::new();
        let mut all = Vec::with_capacity(steps.len());
        for step in steps {
            let kept = step.difference.as_array().map(Vec::as_slice).unwrap_or_default();
            let mut visible = are_visible(cx, kept).await?;
            for (change, seen) in kept.iter().zip(&mut visible).filter(|(change, _)| text(change, "kind") == "created")
            {
                let wholes = wholes(cx, change);
                let is_hidden = wholes.iter().filter_map(|whole| id(whole, "id")).any(|whole| hidden.contains(&whole));
                *seen = *seen && !is_hidden && are_visible(cx, &wholes).await?.into_iter().all(|seen| seen);
            }
            let unseen = kept.iter().zip(&visible).filter(|(_, seen)| !**seen);
            hidden.extend(unseen.filter_map(|(change, _)| id(change, "id")));
            all.push(Self::of(step, kept, &visible, &hidden));
        }
        Ok(all)
    }

    fn of(step: &Step, kept: &'a [Json], visible: &[bool], hidden: &HashSet<Uuid>) -> Self {
        let object = id(&step.order, "id");
        let is_main = |change: &Json| match object {
            Some(object) => id(change, "id") == Some(object),
            None => change["resource"] == step.order["resource"],
        };
        let main = kept.iter().position(is_main);
        let seen: Vec<&Json> = kept.iter().zip(visible).filter_map(|(change, seen)| seen.then_some(change)).collect();
        // A step about an object that it does not change itself is judged by all that it changes.
        let shows = main.map_or(seen.len() == kept.len(), |at| visible[at]);
        Self { seen, shows_object: shows && object.is_none_or(|object| !hidden.contains(&object)) }
    }
}

/// What a new object is part of, in the form of changes.
fn wholes(cx: &Cx, change: &Json) -> Vec<Json> {
    let Some(resource) = cx.registry().find(text(change, "resource")) else { return Vec::new() };
    let mut all = Vec::new();
    for field in resource.parents.iter().map(|position| resource.field(*position)) {
        let whole = &change["changes"][field.name][1];
        if whole.is_string() {
            let of = |path| json!({ "kind": "updated", "resource": path, "id": whole, "folder": change["folder"] });
            all.extend(cx.registry().targets(&field.kind).into_iter().map(of));
        }
    }
    all
}
