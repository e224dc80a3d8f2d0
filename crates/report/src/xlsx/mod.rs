//! An Excel workbook: a summary with charts, then a sheet for each list, to sort and filter.

mod book;
mod lists;
mod sheet;
mod summary;

pub use book::{List, workbook};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

use crate::audit::Report;
use crate::check::{Error, Result};
use crate::language::Language;
use crate::view::{View, one_line};
use crate::words;
pub use sheet::Value;

/// The requirements, the action plan, the statement of applicability and the evidence.
pub fn xlsx(report: &Report, language: Language) -> Result<Vec<u8>> {
    write(&View::new(report, language)?).map_err(Error::write)
}

fn write(view: &View) -> Result<Vec<u8>, XlsxError> {
    let audit = &view.report.audit;
    let mut book = Workbook::new();
    let mut properties = DocProperties::new()
        .set_title(one_line(&audit.name).chars().take(255).collect::<String>())
        .set_subject(view.say(words::AUDIT_REPORT))
        .set_company(one_line(&audit.domain).chars().take(255).collect::<String>());
    // The same audit gives the same file, whatever the clock says.
    if let Ok(day) = sheet::day(audit.made_on).or_else(|_| ExcelDateTime::from_ymd(2000, 1, 1)) {
        properties = properties.set_creation_datetime(&day);
    }
    book.set_properties(&properties);
    summary::write(view, &mut book)?;
    lists::requirements(view, &mut book)?;
    if audit.shows.controls {
        lists::plan(view, &mut book)?;
    }
    lists::applicability(view, &mut book)?;
    if audit.shows.evidence {
        lists::evidence(view, &mut book)?;
    }
    book.save_to_buffer()
}
