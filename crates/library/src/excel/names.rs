//! URNs that are made from what people write in cells.

use std::collections::HashMap;

use super::budget::Budget;
use super::sheet::Sheet;
use crate::log::Log;
use crate::raw::At;

/// A URN below another: blanks and what URNs cannot have become hyphens.
pub fn below(base: &str, id: &str) -> String {
    let allowed = |char: char| char.is_alphanumeric() || "[]()-._:".contains(char);
    let id: String = id.trim().to_lowercase().chars().map(|char| if allowed(char) { char } else { '-' }).collect();
    format!("{}:{id}", base.trim().trim_end_matches(':'))
}

/// Short names for the beginnings of URNs, so that a cell can say `acme:A.1`.
#[derive(Default)]
pub struct Prefixes {
    values: HashMap<String, String>,
}

impl Prefixes {
    pub fn add(&mut self, content: &Sheet, log: &Log) {
        for record in content.records() {
            let (Some(id), Some(value)) = (record.get("prefix_id"), record.get("prefix_value")) else {
                log.problem_at(record.at(), "A prefix needs a prefix_id and a prefix_value.");
                continue;
            };
            let known = self.values.insert(id.to_lowercase(), value.to_owned());
            if known.is_some_and(|known| known != value) {
                log.problem_at(record.at(), format!("The prefix \"{id}\" already stands for something else."));
            }
        }
    }

    /// The URNs of a list of references, up to the first that cannot be told.
    pub fn urns(&self, list: &str, at: At, budget: &Budget, log: &Log) -> Vec<String> {
        let parts = list.split([' ', ',', ';', '\n', '\t']).map(str::trim).filter(|part| !part.is_empty());
        parts.map_while(|reference| self.urn(reference, at, budget, log)).collect()
    }

    fn urn(&self, reference: &str, at: At, budget: &Budget, log: &Log) -> Option<String> {
        if reference.to_lowercase().starts_with("urn:") {
            return Some(reference.to_owned());
        }
        let found =
            reference.split_once(':').and_then(|(prefix, id)| Some((self.values.get(&prefix.to_lowercase())?, id)));
        if found.is_none() {
            let message =
                format!("\"{reference}\" is neither a URN nor a ref_id behind one of the workbook's prefixes.");
            log.problem_at(at, message);
        }
        let (base, id) = found?;
        budget.pays(base.len() + id.len(), at, log).then(|| below(base, id))
    }
}

/// Whether a cell is marked, with an x or a word for yes.
pub fn is_marked(cell: Option<&str>, at: At, log: &Log) -> bool {
    match cell.map(str::to_lowercase).as_deref() {
        Some("x" | "true" | "yes" | "1") => true,
        None | Some("false" | "no" | "0") => false,
        Some(other) => {
            log.problem_at(at, format!("Mark the cell with an x, or leave it empty. It says \"{other}\"."));
            false
        }
    }
}
