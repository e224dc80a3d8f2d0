//! A domain into a file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Seek, Write};

use cairn_engine::{Error, Result};
use cairn_extract::Document;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{ATTACHMENTS, DATA};

/// Writes the file. The times of entries are fixed, so that the same content gives the same bytes; attachments are
/// mostly packed already and go in as they are. There may be thousands, so each is opened when its turn comes.
pub fn pack<W: Write + Seek>(
    document: &Document,
    contents: BTreeSet<String>,
    open: impl Fn(&str) -> Result<File>,
    out: W,
) -> Result<W> {
    let failed = |error: &dyn std::fmt::Display| Error::internal(format!("cannot pack a domain: {error}"));
    let mut data = serde_json::to_vec_pretty(document).map_err(|error| failed(&error))?;
    data.push(b'\n');
    let options = SimpleFileOptions::default().unix_permissions(0o644);
    let mut zip = ZipWriter::new(out);
    zip.start_file(DATA, options.compression_method(CompressionMethod::Deflated)).map_err(|error| failed(&error))?;
    zip.write_all(&data).map_err(|error| failed(&error))?;
    for sha256 in contents {
        let mut content = open(&sha256)?;
        let options = options.compression_method(CompressionMethod::Stored).large_file(true);
        zip.start_file(format!("{ATTACHMENTS}{sha256}"), options).map_err(|error| failed(&error))?;
        std::io::copy(&mut content, &mut zip).map_err(|error| failed(&error))?;
    }
    zip.finish().map_err(|error| failed(&error))
}
