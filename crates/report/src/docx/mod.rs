//! Word documents: our own, or a template that people uploaded, filled in.
//!
//! The XML is written by hand. What a report needs of the format is small (headings, tables, fields, charts), and native
//! charts, which stay sharp and can be edited in Word, are in no crate.

mod body;
mod chart;
mod package;
mod styles;
mod table;
mod template;

pub use template::{MAX_TEMPLATE, check_template, docx_from_template, starter_template};

use crate::audit::Report;
use crate::check::Result;
use crate::document::{Contents, document};
use crate::language::Language;

/// A Word document.
pub fn docx(report: &Report, contents: Contents, language: Language) -> Result<Vec<u8>> {
    let document = document(report, contents, language)?;
    package::write(&document, report.audit.made_on)
}
