//! A risk matrix: rows for the levels of each axis, and the grid beside those of probability.

use std::rc::Rc;

use super::build::{Map, list, texts};
use super::library::Object;
use super::sheet::Record;
use crate::log::Log;
use crate::raw::Node;

const AXES: [&str; 3] = ["probability", "impact", "risk"];

pub fn read(object: &Object<'_>, log: &Log) -> Option<Rc<Node>> {
    let content = object.content(log)?;
    let mut map = object.fields(&["type"]);
    let records = content.records();
    for record in &records {
        let axis = record.get("type").map(str::to_lowercase);
        if !axis.is_some_and(|axis| AXES.contains(&axis.as_str())) {
            log.problem_at(record.at(), format!("\"type\" should be one of {}.", AXES.join(", ")));
        }
    }
    for axis in AXES {
        let rows = sorted(&records, axis, log);
        map.put(axis, list(content.at(1), rows.iter().map(|record| level(record)).collect()));
        if axis == "probability" {
            let row = |record: &&Record<'_>| texts(record.at(), record.beside("grid"));
            map.put("grid", list(content.at(1), rows.iter().map(row).collect()));
        }
    }
    Some(map.build())
}

/// The rows of an axis by their ids: sheets often show the highest level first.
fn sorted<'r, 'a>(records: &'r [Record<'a>], axis: &str, log: &Log) -> Vec<&'r Record<'a>> {
    let is_axis = |record: &&Record<'_>| record.get("type").is_some_and(|kind| kind.eq_ignore_ascii_case(axis));
    let mut rows: Vec<&Record<'a>> = records.iter().filter(is_axis).collect();
    for record in &rows {
        if id(record).is_none() {
            log.problem_at(record.at(), "\"id\" should be a whole number.");
        }
    }
    rows.sort_by_key(|record| id(record));
    rows
}

fn id(record: &Record<'_>) -> Option<u32> {
    record.get("id")?.parse().ok()
}

/// Colours are read where they are written. The fill of a cell is not.
fn level(record: &Record<'_>) -> Rc<Node> {
    let mut map = Map::new(record.at());
    for (name, value) in record.cells() {
        match name {
            "color" | "hexcolor" => map.text("hexcolor", value),
            "type" => {}
            name if name.starts_with("grid") => {}
            name => map.text(name, value),
        }
    }
    map.build()
}
