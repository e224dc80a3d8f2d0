//! An archive with everything: the files of the report, the evidence, and a page that leads to all of it.
//!
//! Evidence can be large, so it is copied through and never held as a whole.

use std::collections::HashMap;
use std::io::{Read, Seek, Write};

use sha2::{Digest, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::audit::Report;
use crate::check::{Error, Result};
use crate::document::{Contents, of_view};
use crate::html::html;
use crate::language::Language;
use crate::text::clean;
use crate::view::View;

/// The most bytes of evidence in an archive.
pub const MAX_EVIDENCE_BYTES: u64 = 4 * 1024 * 1024 * 1024;
/// The most files of evidence in an archive.
pub const MAX_EVIDENCE_FILES: usize = 20_000;
/// So much is copied at a time.
const PIECE: usize = 64 * 1024;
/// Folders and files with longer names cannot be unpacked everywhere.
const LONGEST_NAME: usize = 80;
const INDEX: &str = "index.html";
const CHECKSUMS: &str = "SHA256SUMS";

/// An archive that is being written: first the files, then [`finish`](Self::finish).
pub struct Bundle<'a, W: Write + Seek> {
    view: View<'a>,
    archive: ZipWriter<W>,
    /// By piece of evidence: the places of its files.
    places: HashMap<usize, Vec<String>>,
    checksums: String,
    files: usize,
    left: u64,
}

impl<'a, W: Write + Seek> Bundle<'a, W> {
    pub fn begin(writer: W, report: &'a Report, language: Language) -> Result<Self> {
        Ok(Self {
            view: View::new(report, language)?,
            archive: ZipWriter::new(writer),
            places: HashMap::new(),
            checksums: String::new(),
            files: 0,
            left: MAX_EVIDENCE_BYTES,
        })
    }

    /// Adds a file of the report itself, such as `report.pdf`.
    pub fn add_report(&mut self, name: &str, content: &[u8]) -> Result<()> {
        let name = safe(name, "report");
        if [INDEX, CHECKSUMS].contains(&&*name) {
            return Err(Error::Write(format!("{name} is written by the archive itself")));
        }
        self.copy(&name, &mut &*content).map(drop)
    }

    /// Adds a file of a piece of evidence, by its index in the report. The index page links to it.
    pub fn add_evidence(&mut self, evidence: usize, name: &str, content: &mut impl Read) -> Result<()> {
        let Some(one) = self.view.report.evidence.get(evidence) else {
            return Err(Error::Dangling(format!("piece of evidence {evidence}")));
        };
        if self.files >= MAX_EVIDENCE_FILES {
            return Err(Error::TooLarge(format!(
                "An archive can contain at most {MAX_EVIDENCE_FILES} files of evidence."
            )));
        }
        self.files += 1;
        // The number keeps names apart that are alike.
        let folder = format!("evidence/{:03} {}", evidence + 1, safe(&one.name, "evidence"));
        let mut path = format!("{folder}/{}", safe(name, "file"));
        let places = self.places.entry(evidence).or_default();
        if places.iter().any(|known| known.eq_ignore_ascii_case(&path)) {
            path = format!("{folder}/{} {}", places.len() + 1, safe(name, "file"));
        }
        places.push(path.clone());
        self.left = self.copy(&path, content)?;
        Ok(())
    }

    /// Copies a file into the archive, and says how many more bytes there may be.
    fn copy(&mut self, path: &str, content: &mut impl Read) -> Result<u64> {
        let options = SimpleFileOptions::default().large_file(true);
        self.archive.start_file(path, options).map_err(Error::write)?;
        let (mut hash, mut piece, mut left) = (Sha256::new(), vec![0; PIECE], self.left);
        loop {
            let read = content.read(&mut piece).map_err(Error::write)?;
            if read == 0 {
                break;
            }
            left = left.checked_sub(read as u64).ok_or_else(|| {
                let most = MAX_EVIDENCE_BYTES / 1024 / 1024 / 1024;
                Error::TooLarge(format!("The evidence is larger than {most} GiB. Export fewer requirements."))
            })?;
            hash.update(&piece[..read]);
            self.archive.write_all(&piece[..read]).map_err(Error::write)?;
        }
        for byte in hash.finalize() {
            crate::xml::put!(self.checksums, "{byte:02x}");
        }
        crate::xml::put!(self.checksums, "  {path}\n");
        Ok(left)
    }

    /// Writes the index page and the checksums, and hands the writer back.
    pub fn finish(mut self) -> Result<W> {
        let index = html(&of_view(&self.view, Contents::Report, &self.places));
        self.copy(INDEX, &mut index.as_bytes())?;
        let checksums = std::mem::take(&mut self.checksums);
        self.archive.start_file(CHECKSUMS, SimpleFileOptions::default()).map_err(Error::write)?;
        self.archive.write_all(checksums.as_bytes()).map_err(Error::write)?;
        self.archive.finish().map_err(Error::write)
    }
}

/// A name that is one on every system, and leads nowhere else.
fn safe(name: &str, otherwise: &str) -> String {
    let is_bad =
        |letter: char| letter.is_control() || matches!(letter, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let name: String = clean(name).chars().map(|letter| if is_bad(letter) { '_' } else { letter }).collect();
    let name = name.trim_matches([' ', '.']);
    // The ending stays, since it tells what opens the file.
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if ending.len() <= 10 && !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    let mut used = ending.len();
    let fits = |letter: &char| {
        used += letter.len_utf8();
        used <= LONGEST_NAME
    };
    let stem: String = stem.chars().take_while(fits).collect();
    let stem = stem.trim_end_matches([' ', '.']);
    let is_device = ["con", "prn", "aux", "nul"].contains(&&*stem.to_ascii_lowercase());
    match (stem.is_empty(), is_device) {
        (true, _) => format!("{otherwise}{ending}"),
        (false, true) => format!("_{stem}{ending}"),
        (false, false) => format!("{stem}{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn names_lead_nowhere_else() {
        for (name, safe_name) in [
            ("plan é.pdf", "plan é.pdf"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("C:\\x\\y.txt", "C__x_y.txt"),
            ("", "file"),
            ("...", "file"),
            ("con.txt", "_con.txt"),
            ("a\u{0}b\u{202e}gpj.exe", "abgpj.exe"),
        ] {
            assert_eq!(safe(name, "file"), safe_name);
        }
        let long = safe(&format!("{}.pdf", "é".repeat(300)), "file");
        assert!(long.len() <= 80 && long.ends_with("é.pdf"), "{long}");
    }
}
