//! The cells of a workbook, within limits.

use std::io::{Cursor, Read as _, sink};

use calamine::{DataRef, Reader as _, SheetType, Xlsx};

use super::sheet::{Row, Sheet};
use crate::log::Log;
use crate::raw::At;
use crate::read::{MAX_BYTES, too_large};

/// A workbook is a ZIP file, and may unpack to far more than it is.
const MAX_UNPACKED: u64 = 128 * 1024 * 1024;
const MAX_PARTS: usize = 2000;
const MAX_SHEETS: usize = 200;
const MAX_COLUMNS: usize = 200;
/// Cells may share one long text.
const MAX_TEXT: usize = 2 * MAX_BYTES;

/// Every sheet with cells. What stops it is in the log.
pub fn sheets(bytes: &[u8], log: &Log) -> Option<Vec<Sheet>> {
    match read(bytes, log) {
        Ok(sheets) => Some(sheets),
        Err(message) => {
            log.problem_at(At::default(), message);
            None
        }
    }
}

fn read(bytes: &[u8], log: &Log) -> Result<Vec<Sheet>, String> {
    if bytes.len() > MAX_BYTES {
        return Err(too_large(bytes.len()));
    }
    check_size(bytes)?;
    let damaged = |error: calamine::XlsxError| format!("The workbook cannot be read: {error}.");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = sheets.map(|sheet| sheet.name.clone()).collect();
    if names.len() > MAX_SHEETS {
        return Err(format!("The workbook has {} sheets. The limit is {MAX_SHEETS}.", names.len()));
    }
    let mut left = MAX_TEXT;
    names.iter().map(|name| sheet(&mut book, name, log, &mut left)).collect()
}

/// Cell by cell: a whole range is as large as its two farthest cells say.
fn sheet(book: &mut Xlsx<Cursor<&[u8]>>, name: &str, log: &Log, left: &mut usize) -> Result<Sheet, String> {
    let damaged = |error: calamine::XlsxError| format!("The sheet {name} cannot be read: {error}.");
    let mut cells = book.worksheet_cells_reader(name).map_err(damaged)?;
    let mut sheet = Sheet { name: name.to_owned(), number: log.add_sheet(name), rows: vec![] };
    while let Some(cell) = cells.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let (number, column) = (row + 1, column as usize);
        let text = text(cell.get_value());
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        if column >= MAX_COLUMNS {
            return Err(format!("The sheet {name} has more than {MAX_COLUMNS} columns."));
        }
        if text.contains('\0') {
            return Err(format!("The sheet {name} has a NUL character in row {number}, which cannot be stored."));
        }
        // What a cell takes besides its text.
        *left = left.checked_sub(text.len() + 32).ok_or("The workbook has too much text.")?;
        match sheet.rows.last_mut() {
            Some(last) if last.number == number => last.put(column, text),
            Some(last) if last.number > number => return Err(format!("The rows of sheet {name} are in no order.")),
            _ => {
                sheet.rows.push(Row { number, cells: vec![] });
                if let Some(last) = sheet.rows.last_mut() {
                    last.put(column, text);
                }
            }
        }
    }
    Ok(sheet)
}

/// Unpacks everything once, to nowhere: what the parts say about their size need not be true.
fn check_size(bytes: &[u8]) -> Result<(), String> {
    const DAMAGED: &str = "The file is not an Excel workbook, or it is damaged.";
    const TOO_LARGE: &str = "The workbook is too large once it is unpacked.";
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| DAMAGED)?;
    if archive.len() > MAX_PARTS {
        return Err(TOO_LARGE.to_owned());
    }
    let mut left = MAX_UNPACKED;
    for at in 0..archive.len() {
        let part = archive.by_index(at).map_err(|_| DAMAGED)?;
        let unpacked = std::io::copy(&mut part.take(left + 1), &mut sink()).map_err(|_| DAMAGED)?;
        left = left.checked_sub(unpacked).ok_or(TOO_LARGE)?;
    }
    Ok(())
}

fn text(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::Empty => String::new(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.replace("\r\n", "\n"),
        DataRef::SharedString(text) => text.replace("\r\n", "\n"),
        DataRef::Int(number) => number.to_string(),
        // Spreadsheets have no whole numbers: 3 comes as 3.0.
        DataRef::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(flag) => flag.to_string(),
        DataRef::DateTime(time) => {
            let (year, month, day, ..) = time.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::Error(error) => error.to_string(),
    }
}
