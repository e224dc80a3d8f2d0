//! Reports on audits as files. No database, no clock and no browser: a [`Report`] goes in, bytes come out. Everything that
//! could be wrong with the input is refused before a file is begun.
//!
//! | function | file |
//! |---|---|
//! | [`docx`] | a Word document: the whole report, the action plan or the statement of applicability |
//! | [`docx_from_template`] | the same, in a template that people made in Word |
//! | [`xlsx`] | a workbook with a sheet for each list |
//! | [`markdown`], [`workbook`] | any document as Markdown, and lists as a workbook |
//! | [`csv`], [`plan_csv`] | the requirements and the action plan, for programs |
//! | [`Bundle`] | an archive with evidence, an index page and other files |
//!
//! [`document`](document::document) is the report before it is a file: headings, paragraphs, tables, charts.

mod audit;
mod bundle;
mod check;
mod csv;
pub mod document;
mod docx;
mod html;
pub mod language;
mod markdown;
pub mod register_words;
mod stale;
mod text;
mod view;
pub mod words;
mod xlsx;
mod xml;

pub use audit::{Answer, Audit, AuditStatus, Control, Evidence, Node, Report, Shows};
pub use bundle::{Bundle, MAX_EVIDENCE_BYTES, MAX_EVIDENCE_FILES};
pub use check::{Error, MAX_LINKED, MAX_LINKS, MAX_NODES, MAX_TEXT, MAX_TEXTS, Result};
pub use csv::{csv, plan_csv};
pub use document::{Contents, Document, document};
/// What files are sent as.
pub mod media {
    pub const CSV: &str = "text/csv; charset=utf-8";
    pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    pub const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    pub const ZIP: &str = "application/zip";
}

pub use docx::{MAX_TEMPLATE, check_template, docx, docx_from_template, starter_template};
pub use language::Language;
pub use markdown::markdown;
pub use stale::{Lapse, stale};
pub use xlsx::{List, Value, workbook, xlsx};
