//! What another version of a library changes, to be seen before it is applied.

mod difference;
mod items;
mod order;

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

pub use difference::{Change, Difference, Entry, FieldChange, Move};

use crate::types::{Framework, Library, MappingSet, Urn};
use difference::{Item, difference, field_changes};

/// What is different between two libraries. Objects are the same if their URNs are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    pub old_version: i64,
    pub new_version: i64,
    /// What the libraries say of themselves.
    pub fields: Vec<FieldChange>,
    pub ttp_catalogs: Difference,
    pub tactics: Difference,
    pub techniques: Difference,
    pub threats: Difference,
    pub reference_controls: Difference,
    pub metric_definitions: Difference,
    pub risk_matrices: Difference,
    pub frameworks: Compared<FrameworkChanges>,
    pub requirement_mapping_sets: Compared<MappingSetChanges>,
    /// Whether the preset is another one.
    pub preset: bool,
    /// Whether the workflows are others.
    pub workflows: bool,
}

/// Objects that have objects of their own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared<T> {
    pub added: Vec<Entry>,
    pub removed: Vec<Entry>,
    /// Those that are in both and differ.
    pub changed: Vec<T>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameworkChanges {
    pub urn: Urn,
    pub name: String,
    pub fields: Vec<FieldChange>,
    /// Scores given on the old range may not fit the new one.
    pub score_range: Option<ScoreRangeChange>,
    pub implementation_groups: Difference,
    pub requirement_nodes: Difference,
    pub questions: Difference,
    pub choices: Difference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreRangeChange {
    pub old: ScoreRange,
    pub new: ScoreRange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreRange {
    pub min: Option<i64>,
    pub max: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MappingSetChanges {
    pub urn: Urn,
    pub name: Option<String>,
    pub fields: Vec<FieldChange>,
    pub requirement_mappings: Difference,
}

pub fn compare(old: &Library, new: &Library) -> Changes {
    let (from, to) = (&old.objects, &new.objects);
    let of = |old: Vec<Item>, new: Vec<Item>| difference(&old, &new);
    Changes {
        old_version: old.version,
        new_version: new.version,
        fields: field_changes(&items::fields_of_library(old), &items::fields_of_library(new)),
        ttp_catalogs: of(items::listed(&from.ttp_catalogs), items::listed(&to.ttp_catalogs)),
        tactics: of(items::listed(&from.tactics), items::listed(&to.tactics)),
        techniques: of(items::listed(&from.techniques), items::listed(&to.techniques)),
        threats: of(items::listed(&from.threats), items::listed(&to.threats)),
        reference_controls: of(items::listed(&from.reference_controls), items::listed(&to.reference_controls)),
        metric_definitions: of(items::listed(&from.metric_definitions), items::listed(&to.metric_definitions)),
        risk_matrices: of(items::listed(&from.risk_matrices), items::listed(&to.risk_matrices)),
        frameworks: objects(&from.frameworks, &to.frameworks, |one| &one.urn, items::about_framework, frameworks),
        requirement_mapping_sets: objects(
            &from.requirement_mapping_sets,
            &to.requirement_mapping_sets,
            |one| &one.urn,
            items::about_mapping_set,
            mapping_sets,
        ),
        preset: from.preset != to.preset,
        workflows: from.workflows != to.workflows,
    }
}

impl Changes {
    /// Whether the two say the same, whatever their versions.
    pub fn is_empty(&self) -> bool {
        let lists = [
            &self.ttp_catalogs,
            &self.tactics,
            &self.techniques,
            &self.threats,
            &self.reference_controls,
            &self.metric_definitions,
            &self.risk_matrices,
        ];
        self.fields.is_empty()
            && lists.into_iter().all(Difference::is_empty)
            && self.frameworks.is_empty()
            && self.requirement_mapping_sets.is_empty()
            && !self.preset
            && !self.workflows
    }
}

impl<T> Compared<T> {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

fn objects<T, C>(
    old: &[T],
    new: &[T],
    urn: impl Fn(&T) -> &Urn,
    about: impl Fn(&T) -> Entry,
    changes: impl Fn(&T, &T) -> Option<C>,
) -> Compared<C> {
    let by_urn = |all: &'_ [T]| -> HashMap<String, usize> {
        all.iter().enumerate().rev().map(|(at, one)| (urn(one).to_string(), at)).collect()
    };
    let (in_old, in_new) = (by_urn(old), by_urn(new));
    Compared {
        added: new.iter().filter(|one| !in_old.contains_key(urn(one).as_str())).map(&about).collect(),
        removed: old.iter().filter(|one| !in_new.contains_key(urn(one).as_str())).map(&about).collect(),
        changed: new.iter().filter_map(|one| changes(&old[*in_old.get(urn(one).as_str())?], one)).collect(),
    }
}

fn frameworks(old: &Framework, new: &Framework) -> Option<FrameworkChanges> {
    let range = |framework: &Framework| ScoreRange { min: framework.min_score, max: framework.max_score };
    let (old_range, new_range) = (range(old), range(new));
    let changes = FrameworkChanges {
        urn: new.urn.clone(),
        name: new.name.clone(),
        fields: field_changes(&items::fields_of_framework(old), &items::fields_of_framework(new)),
        score_range: (old_range != new_range).then_some(ScoreRangeChange { old: old_range, new: new_range }),
        implementation_groups: difference(&items::groups(old), &items::groups(new)),
        requirement_nodes: difference(&items::nodes(old), &items::nodes(new)),
        questions: difference(&items::questions(old), &items::questions(new)),
        choices: difference(&items::choices(old), &items::choices(new)),
    };
    let lists = [&changes.implementation_groups, &changes.requirement_nodes, &changes.questions, &changes.choices];
    let same =
        changes.fields.is_empty() && changes.score_range.is_none() && lists.into_iter().all(Difference::is_empty);
    (!same).then_some(changes)
}

fn mapping_sets(old: &MappingSet, new: &MappingSet) -> Option<MappingSetChanges> {
    let changes = MappingSetChanges {
        urn: new.urn.clone(),
        name: new.name.clone(),
        fields: field_changes(&items::fields_of_mapping_set(old), &items::fields_of_mapping_set(new)),
        requirement_mappings: difference(&items::mappings(old), &items::mappings(new)),
    };
    (!changes.fields.is_empty() || !changes.requirement_mappings.is_empty()).then_some(changes)
}

/// The text of a field, or nothing.
fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
