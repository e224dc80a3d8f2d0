//! Spreadsheet files: which of the two formats a file name means.

use std::path::Path;

use crate::failure::{Failure, Result};

pub const CSV: &str = "csv";
pub const XLSX: &str = "xlsx";

/// The format for a file extension, if there is one. Other extensions are refused: the content wouldn't match.
pub fn by_name(file: &Path) -> Result<Option<&'static str>> {
    let Some(ending) = file.extension() else { return Ok(None) };
    let known = [CSV, XLSX].into_iter().find(|known| ending.eq_ignore_ascii_case(known));
    let unknown = || {
        let (name, ending) = (file.display(), ending.display());
        Failure::usage(format!("cannot write {name}: use a name that ends in .csv or .xlsx, not .{ending}"))
    };
    known.map(Some).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_it_is_called() {
        assert_eq!(by_name(Path::new("a.b/x.CSV")).expect("a kind"), Some(CSV));
        assert_eq!(by_name(Path::new("x.xlsx")).expect("a kind"), Some(XLSX));
        assert_eq!(by_name(Path::new("a.b/x")).expect("no ending"), None);
        let refused = by_name(Path::new("x.pdf")).expect_err("it is refused").message;
        assert!(refused.contains(".csv or .xlsx") && refused.contains(".pdf"), "{refused}");
    }
}
