//! What happened to each row.

use std::collections::HashSet;

use cairn_engine::error::Error;
use cairn_model::{Describe, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

/// The result of an import. If anything failed, nothing was written: the counts are zero, and `rows` shows what would
/// have happened to each row.
#[derive(Debug, Default, Serialize, Describe)]
pub struct Report {
    pub dry_run: bool,
    /// When the rows were written. Send it as `before` with the batch action `restore` to undo the import.
    pub at: Option<Timestamp>,
    /// Rows that were accepted: created, updated and unchanged.
    pub successful: usize,
    pub created: usize,
    pub updated: usize,
    /// Rows that are identical to existing objects.
    pub unchanged: usize,
    /// Rows that already exist and were skipped.
    pub skipped: usize,
    pub failed: usize,
    /// Whether the import stopped at an existing row or after too many errors.
    pub stopped: bool,
    /// Whether rows were left unchecked after too many errors.
    pub cut_short: bool,
    pub errors: Vec<RowError>,
    pub rows: Vec<RowReport>,
    /// Columns that were ignored: unknown, read-only, or skipped on purpose.
    pub ignored_columns: Vec<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct RowError {
    /// The row number as shown in a spreadsheet, or the line the row starts on in a CSV file.
    pub row: usize,
    /// The cells of the row by heading.
    pub record: Map<String, Json>,
    pub error: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct RowReport {
    pub row: usize,
    pub outcome: Outcome,
    pub name: String,
    /// The object, if there is one.
    pub id: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Create,
    Update,
    Unchanged,
    Skip,
    Fail,
}

impl Report {
    pub(super) fn add(&mut self, row: RowReport) {
        match row.outcome {
            Outcome::Create => self.created += 1,
            Outcome::Update => self.updated += 1,
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Skip => self.skipped += 1,
            Outcome::Fail => self.failed += 1,
        }
        self.rows.push(row);
    }

    pub(super) fn fail(&mut self, row: usize, name: String, record: Map<String, Json>, error: &Error) {
        self.stopped |= matches!(error, Error::Conflict(_));
        self.add(RowReport { row, outcome: Outcome::Fail, name, id: None });
        self.errors.push(RowError { row, record, error: error.to_string() });
    }

    pub(super) fn finish(&mut self) {
        self.rows.sort_by_key(|row| row.row);
        self.errors.sort_by_key(|error| error.row);
        self.successful = self.created + self.updated + self.unchanged;
        if !self.is_whole() {
            (self.successful, self.created, self.updated, self.unchanged) = (0, 0, 0, 0);
            self.forget_new();
        }
    }

    /// Marks everything as not written: objects that were rolled back have no id.
    pub fn dry(&mut self) {
        self.dry_run = true;
        self.forget_new();
    }

    /// Removes the ids of new objects, also where a later row matched one of them.
    fn forget_new(&mut self) {
        let made = self.rows.iter().filter(|row| row.outcome == Outcome::Create);
        let made: HashSet<Uuid> = made.filter_map(|row| row.id).collect();
        for row in self.rows.iter_mut().filter(|row| row.id.is_some_and(|id| made.contains(&id))) {
            row.id = None;
        }
    }

    /// Whether every row was accepted.
    pub fn is_whole(&self) -> bool {
        self.failed == 0 && !self.stopped
    }
}
