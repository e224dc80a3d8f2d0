//! A framework: a row for each node, in the order of the tree, with its depth.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::budget::{Budget, size};
use super::build::{Map, list, texts};
use super::library::{Object, Shared};
use super::names::{below, is_marked};
use super::questions::{self, Rows};
use super::sheet::Record;
use crate::log::Log;
use crate::raw::Node;
use crate::read::MAX_DEPTH;

/// The column with the name of another scale than the framework's.
const SCALE: &str = "scores_definition";

/// Columns that are not fields. The counts are for another way of making URNs.
const APART: &[&str] = &[
    "assessable",
    "depth",
    "urn_id",
    "implementation_groups",
    "threats",
    "reference_controls",
    "questions",
    "answer",
    "depends_on",
    "condition",
    SCALE,
    "skip_count",
    "fix_count",
];

pub fn read(object: &Object<'_>, shared: &Shared, log: &Log) -> Option<Rc<Node>> {
    let by_name = ["scores_definition", "implementation_groups_definition", "answers_definition"];
    let pays = |node: &Rc<Node>| shared.budget.pays(size(node), object.at(), log);
    let mut map = object.fields(&[&by_name[..], &["type", "base_urn"]].concat());
    if let Some(groups) = named(object, by_name[1], &shared.groups, log).filter(|groups| pays(groups)) {
        map.put(by_name[1], Rc::clone(groups));
    }
    let answers = named(object, by_name[2], &shared.answers, log);
    let (base, content) = (object.required("base_urn", log), object.content(log));
    let (base, content) = (base?, content?);
    let records = content.records();
    let places = places(&records, base, &shared.budget, log);
    let rows: Rows = records.iter().zip(&places).map(|(record, place)| (record.number(), place.urn.clone())).collect();
    let mut nodes = vec![];
    for (record, place) in records.iter().zip(&places) {
        let mut node = node(record, place, shared, log);
        if let Some(questions) = questions::read(record, &place.urn, answers, &rows, &shared.budget, log) {
            node.put("questions", questions);
        }
        nodes.push(node.build());
    }
    let scale = named(object, by_name[0], &shared.scores, log).filter(|scale| pays(scale));
    if let Some(scores) = scores(scale, &records, shared, log) {
        map.put(by_name[0], scores);
    }
    map.put("requirement_nodes", list(content.at(1), nodes));
    Some(map.build())
}

/// The framework's scale, and those that requirements name instead.
fn scores(scale: Option<&Rc<Node>>, records: &[Record<'_>], shared: &Shared, log: &Log) -> Option<Rc<Node>> {
    let mut alternatives: BTreeMap<&str, Rc<Node>> = BTreeMap::new();
    for record in records {
        let Some(name) = record.get(SCALE).filter(|name| !alternatives.contains_key(name)) else { continue };
        match shared.scores.get(name) {
            Some(scores) if shared.budget.pays(size(scores), record.at(), log) => {
                alternatives.insert(name, Rc::clone(scores));
            }
            Some(_) => break,
            None => log.problem_at(record.at(), format!("There are no scores of the name \"{name}\".")),
        }
    }
    let Some(first) = alternatives.values().next() else { return scale.map(Rc::clone) };
    let mut map = Map::new(scale.unwrap_or(first).at);
    if let Some(scale) = scale {
        map.put("scale", Rc::clone(scale));
    }
    let mut named = Map::new(first.at);
    for (name, scores) in &alternatives {
        named.put(name, Rc::clone(scores));
    }
    map.put("alternatives", named.build());
    Some(map.build())
}

/// What a key of the sheet names.
fn named<'s, T>(object: &Object<'_>, key: &str, known: &'s HashMap<String, T>, log: &Log) -> Option<&'s T> {
    let pair = object.get(key)?;
    let found = known.get(pair.value);
    if found.is_none() {
        log.problem_at(pair.at, format!("There is nothing of the name \"{}\" for {key}.", pair.value));
    }
    found
}

struct Place {
    urn: String,
    parent: Option<String>,
}

/// The URN of each row and of the row above it in the tree.
fn places(records: &[Record<'_>], base: &str, budget: &Budget, log: &Log) -> Vec<Place> {
    // The URNs from the root to the last row, and how many rows without a ref_id each has below it.
    let mut path: Vec<(String, usize)> = vec![];
    let mut unnamed_roots = 0;
    let mut places = vec![];
    for record in records {
        let depth = depth(record, path.len(), log);
        path.truncate(depth - 1);
        let id = record.get("urn_id").or_else(|| record.get("ref_id"));
        let above = path.last().map_or(base.len(), |(urn, _)| urn.len());
        if !budget.pays(base.len() + above + id.map_or(0, str::len), record.at(), log) {
            break;
        }
        let parent = path.last().map(|(urn, _)| urn.clone());
        let urn = match id {
            Some(id) => below(base, id),
            None => match path.last_mut() {
                Some((parent, unnamed)) => {
                    *unnamed += 1;
                    format!("{parent}:{unnamed}")
                }
                None => {
                    unnamed_roots += 1;
                    below(base, &format!("node{unnamed_roots}"))
                }
            },
        };
        path.push((urn.clone(), 0));
        places.push(Place { urn, parent });
    }
    places
}

/// From 1, and at most one more than that of the row before.
fn depth(record: &Record<'_>, before: usize, log: &Log) -> usize {
    match record.get("depth").and_then(|depth| depth.parse::<usize>().ok()) {
        Some(depth) if depth > MAX_DEPTH => {
            log.problem_at(record.at(), format!("The tree of requirements is more than {MAX_DEPTH} levels deep."));
            before.max(1)
        }
        Some(depth) if (1..=before + 1).contains(&depth) => depth,
        Some(depth) => {
            let message = match before {
                0 => format!("The first row has depth 1, not {depth}."),
                _ => format!("Below a row of depth {before} the depth is 1 to {}, not {depth}.", before + 1),
            };
            log.problem_at(record.at(), message);
            before + 1
        }
        None => {
            log.problem_at(record.at(), "\"depth\" should be a whole number from 1.");
            before.max(1)
        }
    }
}

fn node(record: &Record<'_>, place: &Place, shared: &Shared, log: &Log) -> Map {
    let at = record.at();
    let mut map = Map::new(at);
    map.text("urn", &place.urn);
    if let Some(parent) = &place.parent {
        map.text("parent_urn", parent);
    }
    let assessable = is_marked(record.get("assessable"), at, log);
    map.text("assessable", if assessable { "true" } else { "false" });
    map.cells(record, APART);
    if let Some(scale) = record.get(SCALE) {
        map.text("scores_definition_ref", scale);
    }
    if let Some(groups) = record.get("implementation_groups") {
        let groups = groups.split([',', '\n']).map(str::trim).filter(|group| !group.is_empty());
        map.put("implementation_groups", texts(at, groups));
    }
    for key in ["threats", "reference_controls"] {
        if let Some(references) = record.get(key) {
            let urns = shared.prefixes.urns(references, at, &shared.budget, log);
            map.put(key, texts(at, urns.iter().map(String::as_str)));
        }
    }
    map
}
