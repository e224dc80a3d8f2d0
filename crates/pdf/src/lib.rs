//! Reports as PDF files. The report is laid out on pages here ([`layout`]) and drawn by krilla ([`draw`]), in a crate of its
//! own because krilla takes long to build. Files are tagged, so that screen readers find headings, tables and what charts say;
//! their fonts are embedded, and their text can be searched and copied.
//!
//! The fonts are of Latin, Greek and Cyrillic letters. Others are shown as boxes; copied, they are what they were.

mod chart;
mod draw;
mod font;
mod layout;
mod page;
mod table;
mod wrap;

use cairn_report::{Contents, Document, Error, Language, Report, Result};
use chrono::NaiveDate;

/// What the files are sent as.
pub const MEDIA_TYPE: &str = "application/pdf";
/// The most pages of a file.
pub const MAX_PAGES: usize = 5000;

/// A PDF file: the whole report, the action plan or the statement of applicability.
pub fn pdf(report: &Report, contents: Contents, language: Language) -> Result<Vec<u8>> {
    document(&cairn_report::document(report, contents, language)?, report.audit.made_on)
}

/// A PDF file of any document.
pub fn document(document: &Document, made_on: NaiveDate) -> Result<Vec<u8>> {
    let fonts = font::Fonts::load().ok_or_else(|| Error::Write("the fonts cannot be read".to_owned()))?;
    let pages = layout::lay_out(document, &fonts)?;
    draw::draw(document, pages, &fonts, made_on)
}
