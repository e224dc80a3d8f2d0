//! What a workbook may grow to. Short cells can say much: a base of URNs, a prefix or a set of answers is repeated
//! wherever it is used.

use std::cell::Cell;

use crate::log::Log;
use crate::raw::{At, Kind, Node};
use crate::read::MAX_BYTES;

/// What an object takes besides its texts.
const OBJECT: usize = 200;

pub struct Budget {
    left: Cell<usize>,
    is_told: Cell<bool>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: Cell::new(2 * MAX_BYTES), is_told: Cell::new(false) }
    }
}

impl Budget {
    /// Pays for an object with so much text before it is made. Whoever cannot pay must not make it.
    pub fn pays(&self, text: usize, at: At, log: &Log) -> bool {
        let left = self.left.get().checked_sub(text.saturating_add(OBJECT));
        self.left.set(left.unwrap_or(0));
        if left.is_none() && !self.is_told.replace(true) {
            log.problem_at(
                at,
                "The workbook grows too large here: what it repeats is too long, or repeated too often.",
            );
        }
        left.is_some()
    }
}

/// How much text a node has, with all its parts.
pub fn size(node: &Node) -> usize {
    match &node.kind {
        Kind::Scalar(scalar) => scalar.text.len(),
        Kind::List(items) => items.iter().map(|item| OBJECT + size(item)).sum(),
        Kind::Map(entries) => entries.iter().map(|entry| OBJECT + size(&entry.value)).sum(),
    }
}
