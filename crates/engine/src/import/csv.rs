//! Separated values in any separator and encoding.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::sheet::{MAX_COLUMNS, Reading, Sheet, bad, too_wide};
use crate::error::{Error, Result};

/// What may stand between two cells, the likeliest first.
const SEPARATORS: [u8; 4] = *b",;\t|";
/// A line that is longer is no row of a table, and would be cut into millions of cells before anybody could count them.
const LONGEST_LINE: usize = 4 * 1024 * 1024;
/// So many rows tell which of them it is.
const SAMPLE: usize = 20;

pub(super) fn read(bytes: &[u8], reading: &Reading) -> Result<Sheet> {
    let text = decode(bytes, reading.encoding.as_deref())?;
    // Excel's own way to name the separator, in a line that it does not show.
    let (named, text) = match text.strip_prefix("sep=") {
        Some(rest) => {
            let (line, rest) = rest.split_once('\n').unwrap_or((rest, ""));
            (line.bytes().next().filter(u8::is_ascii), rest)
        }
        None => (None, &*text),
    };
    if text.split(['\n', '\r']).any(|line| line.len() > LONGEST_LINE) {
        let most = LONGEST_LINE / 1024 / 1024;
        return Err(Error::TooLarge(format!("A line may have at most {most} MiB. Is it a CSV file?")));
    }
    let separator = reading.separator.or(named).unwrap_or_else(|| likely(text));
    let mut sheet = Sheet::default();
    for (at, record) in reader(text, separator).records().enumerate() {
        let record = record.map_err(|error| bad(format!("Row {} cannot be read: {error}.", at + 1)))?;
        if record.len() > MAX_COLUMNS && record.iter().skip(MAX_COLUMNS).any(|cell| !cell.trim().is_empty()) {
            return Err(too_wide());
        }
        sheet.push(at + 1, record.iter().take(MAX_COLUMNS).map(unmarked).collect())?;
    }
    Ok(sheet)
}

fn reader(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes())
}

/// An export marks texts that a spreadsheet would run as formulas; what comes back loses the mark.
fn unmarked(cell: &str) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest.to_owned(),
        _ => cell.to_owned(),
    }
}

/// A byte order mark tells the encoding. Without one, what is valid UTF-8 is UTF-8: texts in other
/// encodings practically never are. The rest is what Western spreadsheets write.
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

/// The separator that cuts the first rows into the most columns, all of the same number.
fn likely(text: &str) -> u8 {
    let columns = |separator: u8| -> usize {
        let mut widths = reader(text, separator)
            .into_records()
            .take(SAMPLE)
            .filter_map(Result::ok)
            .filter(|record| record.iter().any(|cell| !cell.trim().is_empty()))
            .map(|record| record.len());
        let Some(first) = widths.next() else { return 0 };
        // Rows may end early, but not go beyond the heading.
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
        // Commas inside of texts do not make columns.
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

    #[test]
    fn empty_rows_count_and_are_left_out() {
        let sheet = Sheet::read(b"\n name ,x\n\nA\n,,\nB,'=1\n", &Reading::default()).expect("a sheet");
        assert_eq!(sheet.headings, ["name", "x"]);
        // The reader passes over lines with nothing at all, as a row of empty cells it is counted.
        let found: Vec<&[String]> = sheet.rows.iter().map(|row| row.cells.as_slice()).collect();
        assert_eq!(found, [&["A".to_owned()][..], &["B".to_owned(), "=1".to_owned()]]);
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
