//! What is wrong with a file, and where.

use std::fmt;

use serde::Serialize;

/// One thing that is wrong with a file, or odd about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The sheet of a workbook; `line` is then its row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Such as `objects.frameworks[0].requirement_nodes[12].parent_urn`; empty for the file as a whole.
    pub path: String,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.sheet, self.line) {
            (Some(sheet), Some(row)) => write!(formatter, "Sheet {sheet}, row {row}: ")?,
            (Some(sheet), None) => write!(formatter, "Sheet {sheet}: ")?,
            (None, Some(line)) => write!(formatter, "Line {line}: ")?,
            (None, None) => {}
        }
        if !self.path.is_empty() {
            write!(formatter, "{}: ", self.path)?;
        }
        formatter.write_str(&self.message)
    }
}
