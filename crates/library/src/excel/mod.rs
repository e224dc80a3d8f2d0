//! Libraries as workbooks, which is how people write them.
//!
//! Sheets come in pairs: `<name>_meta` has keys and values without a header, and says with `type` what it is about;
//! `<name>_content` has a header and a row for each object. `library_meta` is about the library. Any text may have
//! translations: `name[fr]`. What comes out is the same document that a YAML file has, and is checked in the same way.

mod answers;
mod book;
mod budget;
mod build;
mod content;
mod framework;
mod library;
mod matrix;
mod names;
mod questions;
mod sheet;

use crate::Problem;
use crate::log::Log;
use crate::read::read_document;
use crate::types::Library;

/// Reads the bytes of an Excel workbook. Problems have a sheet, and a row as their line.
pub fn read(bytes: &[u8]) -> Result<Library, Vec<Problem>> {
    let log = Log::default();
    let document = book::sheets(bytes, &log).and_then(|sheets| library::document(&sheets, &log));
    match document {
        // Rows that could not be understood are missing from the document, so its other problems may follow from them.
        Some(document) if log.is_sound() => read_document(&document, log),
        _ => Err(log.into_problems()),
    }
}
