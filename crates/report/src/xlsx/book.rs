//! A workbook of plain lists: a sheet with facts, and one for each list.

use chrono::NaiveDate;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

use super::sheet::{self, Sheet, Value};
use crate::check::{Error, Result};
use crate::document::Document;
use crate::view::one_line;
use crate::words;

/// A list, which becomes a sheet.
pub struct List {
    pub name: String,
    /// Titles, and widths in letters.
    pub columns: Vec<(String, f64)>,
    pub rows: Vec<Vec<Value>>,
}

/// A workbook with the facts of a document and the given lists.
pub fn workbook(document: &Document, lists: Vec<List>, made_on: NaiveDate) -> Result<Vec<u8>> {
    write(document, lists, made_on).map_err(Error::write)
}

fn write(document: &Document, lists: Vec<List>, made_on: NaiveDate) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let short = |text: &str| one_line(text).chars().take(255).collect::<String>();
    let mut properties = DocProperties::new().set_title(short(&document.title)).set_subject(short(&document.kind));
    // The same content gives the same file, whatever the clock says.
    if let Ok(day) = sheet::day(made_on).or_else(|_| ExcelDateTime::from_ymd(2000, 1, 1)) {
        properties = properties.set_creation_datetime(&day);
    }
    book.set_properties(&properties);
    let mut summary = Sheet::begin(
        &mut book,
        document.language.say(words::SUMMARY),
        &[(document.kind.as_str(), 32.0), (short(&document.title).as_str(), 70.0)],
    )?;
    for (label, value) in &document.facts {
        summary.add(vec![Value::Text(label.clone()), Value::Text(value.clone())])?;
    }
    summary.finish()?;
    for list in lists {
        let columns: Vec<(&str, f64)> = list.columns.iter().map(|(title, width)| (title.as_str(), *width)).collect();
        let mut sheet = Sheet::begin(&mut book, &list.name, &columns)?;
        for row in list.rows {
            sheet.add(row)?;
        }
        sheet.finish()?;
    }
    book.save_to_buffer()
}
