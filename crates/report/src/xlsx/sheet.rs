//! A sheet with headings, filters and rows.

use chrono::{Datelike, NaiveDate};
use rust_xlsxwriter::{Color, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};

use crate::document::{Tone, ink};
use crate::text::clean;

/// Excel ends a cell after so many UTF-16 units.
const LONGEST_CELL: usize = 32_767;
/// What Excel takes for the name of a sheet.
const LONGEST_NAME: usize = 31;

/// What stands in a cell.
pub enum Value {
    Empty,
    /// Written as text, a formula stays a text.
    Text(String),
    Toned(String, Tone),
    Number(f64),
    Date(Option<NaiveDate>),
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

pub(super) struct Sheet<'a> {
    inner: &'a mut Worksheet,
    rows: u32,
    columns: u16,
}

impl<'a> Sheet<'a> {
    pub(super) fn begin(book: &'a mut Workbook, name: &str, columns: &[(&str, f64)]) -> Result<Self, XlsxError> {
        let sheet = book.add_worksheet();
        sheet.set_name(name.chars().take(LONGEST_NAME).collect::<String>())?;
        sheet.set_freeze_panes(1, 0)?;
        sheet.set_landscape().set_print_fit_to_pages(1, 0).set_repeat_rows(0, 0)?;
        let head = head();
        for (at, (title, width)) in (0u16..).zip(columns) {
            sheet.set_column_width(at, *width)?;
            sheet.write_string_with_format(0, at, *title, &head)?;
        }
        Ok(Self { inner: sheet, rows: 0, columns: columns.len() as u16 })
    }

    pub(super) fn add(&mut self, values: Vec<Value>) -> Result<(), XlsxError> {
        self.rows += 1;
        for (at, value) in (0u16..).zip(values) {
            write(self.inner, self.rows, at, &value)?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), XlsxError> {
        self.inner.autofilter(0, 0, self.rows, self.columns.saturating_sub(1))?;
        Ok(())
    }
}

pub(super) fn write(sheet: &mut Worksheet, row: u32, column: u16, value: &Value) -> Result<(), XlsxError> {
    match value {
        Value::Empty => return Ok(()),
        Value::Text(text) if text.is_empty() => return Ok(()),
        Value::Text(text) => sheet.write_string_with_format(row, column, fitting(text), &body())?,
        Value::Toned(text, tone) => {
            let colours = tone.colours();
            let format = body().set_background_color(colour(colours.soft)).set_font_color(colour(colours.ink));
            sheet.write_string_with_format(row, column, fitting(text), &format)?
        }
        Value::Number(number) => sheet.write_number_with_format(row, column, *number, &body())?,
        Value::Date(None) => return Ok(()),
        Value::Date(Some(date)) => match day(*date) {
            Ok(day) => {
                let format = body().set_num_format("yyyy-mm-dd").set_align(FormatAlign::Left);
                sheet.write_datetime_with_format(row, column, &day, &format)?
            }
            // Before 1900, Excel has no days.
            Err(_) => sheet.write_string_with_format(row, column, date.to_string(), &body())?,
        },
    };
    Ok(())
}

pub(super) fn day(date: NaiveDate) -> Result<ExcelDateTime, XlsxError> {
    let year = u16::try_from(date.year()).unwrap_or(0);
    ExcelDateTime::from_ymd(year, date.month() as u8, date.day() as u8)
}

/// As much of a text as a cell takes.
fn fitting(text: &str) -> String {
    let mut units = 0;
    let fits = |letter: &char| {
        units += letter.len_utf16();
        units <= LONGEST_CELL
    };
    clean(text).chars().take_while(fits).collect()
}

pub(super) fn head() -> Format {
    Format::new()
        .set_bold()
        .set_text_wrap()
        .set_align(FormatAlign::Top)
        .set_background_color(colour(ink::HEAD))
        .set_font_color(colour(ink::TEXT))
        .set_border_bottom(FormatBorder::Thin)
        .set_border_color(colour(ink::LINE))
}

fn body() -> Format {
    Format::new().set_text_wrap().set_align(FormatAlign::Top)
}

/// From six hexadecimal digits.
pub(super) fn colour(digits: &str) -> Color {
    Color::RGB(u32::from_str_radix(digits, 16).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_ends_where_excel_ends_it() {
        assert_eq!(fitting(&"x".repeat(40_000)).len(), LONGEST_CELL);
        // Two units each.
        assert_eq!(fitting(&"🪨".repeat(40_000)).chars().count(), LONGEST_CELL / 2);
    }
}
