//! Delimited text in any delimiter and encoding.

use cairn_engine::error::{Error, Result};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::sheet::{MAX_COLUMNS, Reading, Sheet, bad, too_wide};

/// Possible delimiters, the likeliest first.
const SEPARATORS: [u8; 4] = *b",;\t|";
/// A longer line is no row of a table, and would be split into millions of cells before anybody could count them.
const LONGEST_LINE: usize = 4 * 1024 * 1024;
/// How many rows decide which delimiter it is.
const SAMPLE: usize = 20;

pub(super) fn read(bytes: &[u8], reading: &Reading) -> Result<Sheet> {
    let text = decode(bytes, reading.encoding.as_deref())?;
    // Excel's own way to name the delimiter, in a line that it doesn't show.
    let (named, first, text) = match text.strip_prefix("sep=") {
        Some(rest) => {
            let (line, rest) = rest.split_once('\n').unwrap_or((rest, ""));
            (line.bytes().next().filter(u8::is_ascii), 2, rest)
        }
        None => (None, 1, &*text),
    };
    if text.split(['\n', '\r']).any(|line| line.len() > LONGEST_LINE) {
        let most = LONGEST_LINE / 1024 / 1024;
        return Err(Error::TooLarge(format!("A line is longer than {most} MiB. Is this a CSV file?")));
    }
    let separator = reading.separator.or(named).unwrap_or_else(|| likely(text));
    if let Some(line) = open_quote(text, separator, first) {
        return Err(bad(format!(
            "The quote opened on line {line} is never closed, so everything after it would be one cell. Close it. If the quote is part of the text, double it and put the whole cell in quotes."
        )));
    }
    let mut lines = Lines { text: text.as_bytes(), at: 0, line: first };
    let mut sheet = Sheet::default();
    let mut reader = reader(text, separator);
    for record in reader.records() {
        let record = record.map_err(|_| bad(format!("The file cannot be read after line {}.", lines.line)))?;
        let number = lines.begin_of(record.position().map_or(0, |position| position.byte() as usize));
        if record.len() > MAX_COLUMNS && record.iter().skip(MAX_COLUMNS).any(|cell| !cell.trim().is_empty()) {
            return Err(too_wide());
        }
        sheet.push(number, record.iter().take(MAX_COLUMNS).map(unmarked).collect())?;
    }
    Ok(sheet)
}

/// Whether a line ends at a byte: with a line feed, or with a carriage return that no line feed follows.
fn ends_line(text: &[u8], at: usize) -> bool {
    text[at] == b'\n' || (text[at] == b'\r' && text.get(at + 1) != Some(&b'\n'))
}

/// Counts lines along with the reader. Cells can contain line breaks, so rows are numbered by the line they start on,
/// which is what an editor shows.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line on which a record starts, given the byte where the reader began to look for it: it skips empty lines.
    fn begin_of(&mut self, byte: usize) -> usize {
        while self.at < byte || matches!(self.text.get(self.at), Some(b'\r' | b'\n')) {
            self.line += usize::from(ends_line(self.text, self.at));
            self.at += 1;
        }
        self.line
    }
}

/// The line with a quote that is never closed. The reader silently takes the rest of the file for that cell, so the
/// quote is found by the reader's own rules: it counts at the start of a cell, and two quotes are one.
fn open_quote(text: &str, separator: u8, first: usize) -> Option<usize> {
    enum Cell {
        Begins,
        Plain,
        Quoted,
        /// After a quote that ends the cell, unless another quote follows.
        Closed,
    }
    let text = text.as_bytes();
    let (mut cell, mut line, mut quote) = (Cell::Begins, first, first);
    for (at, byte) in text.iter().copied().enumerate() {
        cell = match (cell, byte) {
            (Cell::Begins, b'"') => {
                quote = line;
                Cell::Quoted
            }
            (Cell::Quoted, b'"') => Cell::Closed,
            (Cell::Quoted, _) | (Cell::Closed, b'"') => Cell::Quoted,
            (_, b'\r' | b'\n') => Cell::Begins,
            (_, byte) if byte == separator => Cell::Begins,
            _ => Cell::Plain,
        };
        line += usize::from(ends_line(text, at));
    }
    matches!(cell, Cell::Quoted).then_some(quote)
}

fn reader(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes())
}

/// An export marks texts that a spreadsheet would run as formulas; the mark is removed on the way back.
fn unmarked(cell: &str) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest.to_owned(),
        _ => cell.to_owned(),
    }
}

/// A byte order mark names the encoding. Without one, valid UTF-8 is UTF-8: texts in other encodings practically never
/// are valid UTF-8. The rest is what Western spreadsheets write.
fn decode<'a>(bytes: &'a [u8], encoding: Option<&str>) -> Result<std::borrow::Cow<'a, str>> {
    let named = match encoding {
        Some(label) => Some(Encoding::for_label(label.as_bytes()).ok_or_else(|| {
            bad(format!("“{label}” is not the name of an encoding. Try utf-8, utf-16le or windows-1252."))
        })?),
        None => None,
    };
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding =
        named.or(marked).unwrap_or_else(|| if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 });
    let (text, _, broken) = encoding.decode(bytes);
    if broken {
        return Err(bad(format!("The file is not valid {}. Name its encoding.", encoding.name())));
    }
    if text.contains('\0') {
        return Err(bad("This is neither CSV nor XLSX."));
    }
    Ok(text)
}

/// The delimiter that splits the first rows into the most columns, and into the same number each.
fn likely(text: &str) -> u8 {
    let columns = |separator: u8| -> usize {
        let mut widths = reader(text, separator)
            .into_records()
            .take(SAMPLE)
            .filter_map(Result::ok)
            .filter(|record| record.iter().any(|cell| !cell.trim().is_empty()))
            .map(|record| record.len());
        let Some(first) = widths.next() else { return 0 };
        // Rows may be shorter than the heading, but not longer.
        if widths.all(|width| width <= first) { first } else { 1 }
    };
    let best = SEPARATORS.iter().rev().max_by_key(|separator| columns(**separator));
    *best.unwrap_or(&b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
        let sheet = Sheet::read(bytes, &Reading::default()).expect("a sheet");
        (sheet.headings, sheet.rows.into_iter().map(|row| row.cells).collect())
    }

    #[test]
    fn separators_are_found() {
        for text in [
            "name,type\nA,PR\n",
            "name;type\nA;PR\n",
            "name\ttype\r\nA\tPR",
            "name|type\nA|PR\n",
            "sep=;\nname;type\nA;PR",
        ] {
            assert_eq!(
                rows(text.as_bytes()),
                (vec!["name".into(), "type".into()], vec![vec!["A".into(), "PR".into()]]),
                "{text}"
            );
        }
        // Commas inside texts don't make columns.
        let text = "name;description\nA;one, two, three\nB;\"x; y\"\n";
        assert_eq!(rows(text.as_bytes()).1, [["A", "one, two, three"], ["B", "x; y"]]);
        assert_eq!(rows(b"name\nA\nB\n").1, [["A"], ["B"]]);
    }

    #[test]
    fn encodings_are_found() {
        let utf16: Vec<u8> = "\u{feff}name;type\nÉtude;PR\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [
            &b"name;type\n\xc9tude;PR\n"[..],
            "name;type\nÉtude;PR\n".as_bytes(),
            b"\xef\xbb\xbfname;type\n\xc3\x89tude;PR\n",
            &utf16,
        ] {
            assert_eq!(rows(bytes), (vec!["name".into(), "type".into()], vec![vec!["Étude".into(), "PR".into()]]));
        }
    }

    fn numbers(text: &str) -> Vec<(usize, String)> {
        let sheet = Sheet::read(text.as_bytes(), &Reading::default()).expect("a sheet");
        sheet.rows.into_iter().map(|row| (row.number, row.cells[0].clone())).collect()
    }

    #[test]
    fn rows_are_numbered_by_the_line_they_begin_on() {
        let wanted = |[a, b]: [usize; 2]| vec![(a, "A".to_owned()), (b, "B".to_owned())];
        assert_eq!(numbers("name,x\nA,1\nB,2\n"), wanted([2, 3]));
        assert_eq!(numbers("\n name ,x\n\n\nA\n,,\nB,'=1"), wanted([5, 7]), "empty lines and empty rows count");
        assert_eq!(
            numbers("name,x\r\n\r\nA,\"one\r\ntwo\r\n\r\nthree\"\r\nB,2\r\n"),
            wanted([3, 7]),
            "cells of many lines"
        );
        assert_eq!(numbers("name,x\rA,1\r\rB,2\r"), wanted([2, 4]), "as old Macs write");
        assert_eq!(numbers("sep=;\nname;x\nA;1\nB;2\n"), wanted([3, 4]), "the line that names the separator counts");
        assert_eq!(
            rows(b"\n name ,x\n\nB,'=1\n"),
            (vec!["name".into(), "x".into()], vec![vec!["B".into(), "=1".into()]])
        );
    }

    #[test]
    fn a_quote_has_to_be_closed() {
        let utf16: Vec<u8> = "\u{feff}name\tx\n\nÉ\t\"y\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, line) in [
            (&b"name,description\nQA,\"oops\nQB,two\nQC,three\n"[..], 2),
            (b"name;description\r\nQA;\"one\r\ntwo\"\r\nQB;\"three", 4),
            (b"name,description\nQA,\"say \"\"hi\"\"\nQB,two\n", 2),
            (b"name\n\"", 2),
            (b"sep=|\nname|x\nQA|\"", 3),
            (b"name;x\n\xc9;\"y\n", 2),
            (&utf16, 3),
        ] {
            let refused = Sheet::read(bytes, &Reading::default()).expect_err("an open quote").to_string();
            assert!(refused.contains(&format!("opened on line {line} is never closed")), "{refused}");
        }
        // Inside a text, and after the end of a cell, a quote is an ordinary character.
        let fine = b"name,x\nA,5\" disk\nB,\"a \"\"b\"\"\"\nC,\"d\" e\"\nD,\"\"\n";
        assert_eq!(rows(fine).1, [&["A", "5\" disk"][..], &["B", "a \"b\""], &["C", "d e\""], &["D"]]);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for bytes in
            [&b""[..], b"name\n", b"\n\n", b"%PDF-1.7", b"\xd0\xcf\x11\xe0\xa1\xb1", b"GIF89a\0\0", b"PK\x03\x04nope"]
        {
            assert!(Sheet::read(bytes, &Reading::default()).is_err(), "{bytes:?}");
        }
    }
}
