//! The whole workbook as one document.

use std::collections::HashMap;
use std::rc::Rc;

use super::answers::{self, Answers};
use super::budget::Budget;
use super::build::{Map, list, texts};
use super::names::Prefixes;
use super::sheet::{Pair, Sheet};
use super::{content, framework, matrix};
use crate::log::{Log, shortened};
use crate::raw::{At, Node};

const LIBRARY: &str = "library_meta";

/// One object: its `_meta` sheet, and the `_content` sheet of the same name.
pub struct Object<'a> {
    pub meta: &'a Sheet,
    pub pairs: Vec<Pair<'a>>,
    pub content: Option<&'a Sheet>,
}

impl<'a> Object<'a> {
    pub fn get(&self, key: &str) -> Option<&Pair<'a>> {
        self.pairs.iter().find(|pair| pair.key == key && !pair.value.is_empty())
    }

    /// What the names of both sheets begin with.
    fn prefix(&self) -> &'a str {
        self.meta.name.trim_end_matches("_meta")
    }

    pub fn at(&self) -> At {
        self.meta.at(1)
    }

    /// The value of a key that the object cannot do without.
    pub fn required(&self, key: &str, log: &Log) -> Option<&'a str> {
        let pair = self.get(key);
        if pair.is_none() {
            log.problem_at(self.at(), format!("\"{key}\" is missing."));
        }
        pair.map(|pair| pair.value)
    }

    /// The content sheet, which must be there.
    pub fn content(&self, log: &Log) -> Option<&'a Sheet> {
        if self.content.is_none() {
            log.problem_at(self.at(), format!("There is no sheet {}_content.", self.prefix()));
        }
        self.content
    }

    /// The keys of the sheet as fields.
    pub fn fields(&self, without: &[&str]) -> Map {
        let mut map = Map::new(self.at());
        for pair in self.pairs.iter().filter(|pair| !pair.value.is_empty() && !without.contains(&pair.key.as_str())) {
            map.text_at(pair.at, &pair.key, pair.value);
        }
        map
    }
}

/// What frameworks refer to by name.
#[derive(Default)]
pub struct Shared {
    pub scores: HashMap<String, Rc<Node>>,
    pub groups: HashMap<String, Rc<Node>>,
    pub answers: HashMap<String, Answers>,
    pub prefixes: Prefixes,
    pub budget: Budget,
}

pub fn document(sheets: &[Sheet], log: &Log) -> Option<Rc<Node>> {
    let Some(meta) = sheets.iter().find(|sheet| sheet.name == LIBRARY) else {
        log.problem_at(At::default(), "The workbook has no sheet library_meta, so it is not a library.");
        return None;
    };
    let library = object(meta, sheets);
    if !library.get("type").is_some_and(|pair| pair.value.eq_ignore_ascii_case("library")) {
        log.problem_at(library.at(), "The sheet library_meta must have the type library.");
    }
    let mut document = library.fields(&["type", "dependencies", "labels"]);
    for key in ["dependencies", "labels"] {
        if let Some(pair) = library.get(key) {
            let parts = pair.value.split([',', '\n', ' ']).map(str::trim).filter(|part| !part.is_empty());
            document.put(key, texts(pair.at, parts));
        }
    }
    let others: Vec<Object<'_>> = sheets
        .iter()
        .filter(|sheet| sheet.name.ends_with("_meta") && sheet.name != LIBRARY)
        .map(|sheet| object(sheet, sheets))
        .collect();
    note_strays(sheets, log);
    document.put("objects", objects(&library, &others, log));
    Some(document.build())
}

fn object<'a>(meta: &'a Sheet, sheets: &'a [Sheet]) -> Object<'a> {
    let name = meta.name.trim_end_matches("_meta");
    let content = sheets.iter().find(|sheet| sheet.name.strip_suffix("_content") == Some(name));
    Object { meta, pairs: meta.pairs(), content }
}

fn note_strays(sheets: &[Sheet], log: &Log) {
    for sheet in sheets {
        let known = match sheet.name.strip_suffix("_content") {
            Some(name) => sheets.iter().any(|other| other.name.strip_suffix("_meta") == Some(name)),
            None => sheet.name.ends_with("_meta"),
        };
        if !known {
            log.note_at(sheet.at(1), "This sheet belongs to no object. It is left out.");
        }
    }
}

fn objects(library: &Object<'_>, others: &[Object<'_>], log: &Log) -> Rc<Node> {
    let mut shared = Shared::default();
    let kind = |object: &Object<'_>| object.get("type").map(|pair| pair.value.to_lowercase()).unwrap_or_default();
    // What others refer to comes first, wherever its sheets are.
    for object in others {
        share(object, &kind(object), &mut shared, log);
    }
    let mut found: Vec<(&str, Vec<Rc<Node>>)> = vec![];
    let mut add = |key: &'static str, nodes: Vec<Rc<Node>>| match found.iter_mut().find(|(name, _)| *name == key) {
        Some((_, list)) => list.extend(nodes),
        None => found.push((key, nodes)),
    };
    for object in others {
        match kind(object).as_str() {
            "framework" => add("frameworks", framework::read(object, &shared, log).into_iter().collect()),
            "threats" => add("threats", content::listed(object, &shared.budget, log)),
            "reference_controls" => add("reference_controls", content::listed(object, &shared.budget, log)),
            "metric_definitions" => add("metric_definitions", content::listed(object, &shared.budget, log)),
            "risk_matrix" => add("risk_matrices", matrix::read(object, log).into_iter().collect()),
            "requirement_mapping_set" => {
                let urn = library.get("urn").map(|pair| pair.value);
                add(
                    "requirement_mapping_sets",
                    content::mapping_set(object, urn, &shared.budget, log).into_iter().collect(),
                );
            }
            "implementation_groups" | "scores" | "answers" | "urn_prefix" => {}
            "" => log.problem_at(object.at(), "\"type\" is missing."),
            other => {
                let at = object.get("type").map_or(object.at(), |pair| pair.at);
                log.problem_at(at, format!("The type \"{}\" is not supported in workbooks.", shortened(other)));
            }
        }
    }
    let mut map = Map::new(library.at());
    for (key, nodes) in found {
        map.put(key, list(library.at(), nodes));
    }
    map.build()
}

fn share(object: &Object<'_>, kind: &str, shared: &mut Shared, log: &Log) {
    if kind == "urn_prefix" {
        if let Some(content) = object.content(log) {
            shared.prefixes.add(content, log);
        }
        return;
    }
    if !matches!(kind, "scores" | "implementation_groups" | "answers") {
        return;
    }
    let Some(content) = object.content(log) else { return };
    let name = object.get("name").map_or(object.prefix(), |pair| pair.value);
    match kind {
        "scores" => drop(shared.scores.insert(name.to_owned(), content::rows(content))),
        "answers" => drop(shared.answers.insert(name.to_owned(), answers::read(content, log))),
        _ => drop(shared.groups.insert(name.to_owned(), content::groups(content, log))),
    }
}
