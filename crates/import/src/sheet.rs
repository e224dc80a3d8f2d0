//! Reads a table from a file made by somebody else, within limits.
//!
//! The format is recognised by the content, not by the name, which is often wrong.

use cairn_engine::error::{Error, Result};

use cairn_model::text::NUL_REFUSED;

use super::{csv, xlsx};

/// More rows belong in several files: all of them are written in one transaction.
pub const MAX_ROWS: usize = 50_000;
pub(super) const MAX_COLUMNS: usize = 500;
/// Empty rows count too, since each takes memory.
const MAX_CELLS: usize = 2_000_000;
/// All cells together. A small workbook can repeat one long text a million times.
const MAX_TEXT: usize = 128 * 1024 * 1024;

/// How to read a file, if that can't be seen from the file itself.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The delimiter of a text file.
    pub separator: Option<u8>,
    /// The encoding of a text file, such as `windows-1252`.
    pub encoding: Option<String>,
    /// The sheet of a workbook; by default the first visible one.
    pub sheet: Option<String>,
}

/// A heading and its rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub headings: Vec<String>,
    pub rows: Vec<Row>,
    text: usize,
    cells: usize,
}

/// A row with its number as shown in a spreadsheet; in a CSV file, the line on which the row starts.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub number: usize,
    pub cells: Vec<String>,
}

impl Sheet {
    pub fn read(bytes: &[u8], reading: &Reading) -> Result<Self> {
        if bytes.is_empty() {
            return Err(bad("The file is empty."));
        }
        let sheet = match bytes {
            _ if Self::is_workbook(bytes) => xlsx::read(bytes, reading)?,
            [0xd0, 0xcf, 0x11, 0xe0, ..] => {
                return Err(bad(
                    "This Excel file is in an old format or password-protected. Save it as .xlsx without a password.",
                ));
            }
            [b'%', b'P', b'D', b'F', ..] => return Err(bad("This is a PDF. Send CSV or XLSX.")),
            _ => csv::read(bytes, reading)?,
        };
        if sheet.headings.is_empty() {
            return Err(bad("The file has no header row. The first row must contain the field names."));
        }
        if sheet.rows.is_empty() {
            return Err(bad("The file has a header row but no data."));
        }
        Ok(sheet)
    }

    /// Whether a file is a workbook, that is, a ZIP file.
    pub(super) fn is_workbook(bytes: &[u8]) -> bool {
        matches!(bytes, [b'P', b'K', 3 | 5, 4 | 6, ..])
    }

    /// Adds a row: the first one that isn't empty is the heading.
    pub(super) fn push(&mut self, number: usize, mut cells: Vec<String>) -> Result<()> {
        while cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            cells.pop();
        }
        if cells.is_empty() {
            return Ok(());
        }
        if cells.len() > MAX_COLUMNS {
            return Err(too_wide());
        }
        self.cells += cells.len();
        if self.cells > MAX_CELLS {
            return Err(Error::TooLarge("The file has too many cells. Split it into several.".to_owned()));
        }
        if cells.iter().any(|cell| cell.contains('\0')) {
            return Err(bad(format!("Row {number}: {NUL_REFUSED}")));
        }
        self.text += cells.iter().map(String::len).sum::<usize>();
        if self.text > MAX_TEXT {
            return Err(Error::TooLarge("The file contains too much text. Split it into several.".to_owned()));
        }
        if self.headings.is_empty() {
            self.headings = cells.iter().map(|cell| cell.trim().to_owned()).collect();
            return Ok(());
        }
        if self.rows.len() == MAX_ROWS {
            return Err(Error::TooLarge(format!("A file may have at most {MAX_ROWS} rows. Split it into several.")));
        }
        self.rows.push(Row { number, cells });
        Ok(())
    }
}

pub(super) fn too_wide() -> Error {
    Error::TooLarge(format!("A file may have at most {MAX_COLUMNS} columns."))
}

pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::field("file", message)
}
