//! Excel workbooks.

use std::io::{Cursor, Read, sink};

use cairn_engine::error::{Error, Result};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx};

use super::sheet::{MAX_COLUMNS, Reading, Sheet, bad, too_wide};

/// A workbook is a ZIP file, and may unpack to far more than its own size.
const MAX_UNPACKED: u64 = 128 * 1024 * 1024;
const MAX_PARTS: usize = 2000;
pub(super) fn read(bytes: &[u8], reading: &Reading) -> Result<Sheet> {
    check_size(bytes)?;
    let damaged = |error: &dyn std::fmt::Display| bad(format!("The workbook cannot be read: {error}."));
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let name = sheet_name(&book, reading.sheet.as_deref())?;
    // Cell by cell, because a range is as large as its two farthest cells claim.
    let mut cells = book.worksheet_cells_reader(&name).map_err(|error| damaged(&error))?;
    let mut sheet = Sheet::default();
    let (mut number, mut row) = (0, Vec::new());
    while let Some(cell) = cells.next_cell().map_err(|error| damaged(&error))? {
        let (at, column) = cell.get_position();
        if at != number {
            sheet.push(number as usize + 1, std::mem::take(&mut row))?;
            number = at;
        }
        let text = text(cell.get_value());
        if text.is_empty() {
            continue;
        }
        let column = column as usize;
        if column >= MAX_COLUMNS {
            return Err(too_wide());
        }
        if row.len() <= column {
            row.resize(column + 1, String::new());
        }
        row[column] = text;
    }
    sheet.push(number as usize + 1, row)?;
    Ok(sheet)
}

/// The visible sheets of a workbook that [`read`] accepted, and the one that was read.
pub(super) fn sheets(bytes: &[u8], reading: &Reading) -> Result<(Vec<String>, String)> {
    let damaged = |error: &dyn std::fmt::Display| bad(format!("The workbook cannot be read: {error}."));
    let book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let visible = book
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet)
        .map(|sheet| sheet.name.clone());
    Ok((visible.collect(), sheet_name(&book, reading.sheet.as_deref())?))
}

/// Unpacks everything once and discards it: the sizes stated in the file needn't be true.
fn check_size(bytes: &[u8]) -> Result<()> {
    let mut archive =
        zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| bad("The file is not a workbook, or it is damaged."))?;
    let too_large =
        || Error::TooLarge("The workbook is too large. Save only the sheet you need, or save it as CSV.".to_owned());
    if archive.len() > MAX_PARTS {
        return Err(too_large());
    }
    let mut left = MAX_UNPACKED;
    for at in 0..archive.len() {
        let part = archive.by_index(at).map_err(|_| bad("The workbook is damaged."))?;
        let unpacked =
            std::io::copy(&mut part.take(left + 1), &mut sink()).map_err(|_| bad("The workbook is damaged."))?;
        left = left.checked_sub(unpacked).ok_or_else(too_large)?;
    }
    Ok(())
}

fn sheet_name<R: Read + std::io::Seek>(book: &Xlsx<R>, wanted: Option<&str>) -> Result<String> {
    let sheets = book.sheets_metadata();
    let found = match wanted {
        Some(name) => sheets.iter().find(|sheet| sheet.name.to_lowercase() == name.to_lowercase()),
        None => sheets.iter().find(|sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet),
    };
    found.map(|sheet| sheet.name.clone()).ok_or_else(|| {
        let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        bad(format!("The workbook has no such sheet. Available sheets: {}.", names.join(", ")))
    })
}

fn text(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::Empty => String::new(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        // Spreadsheets have no integers: 3 arrives as 3.0.
        DataRef::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(flag) => flag.to_string(),
        DataRef::DateTime(time) => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) == (0, 0, 0) {
                date
            } else {
                format!("{date}T{hour:02}:{minute:02}:{second:02}Z")
            }
        }
        DataRef::Error(error) => error.to_string(),
    }
}
