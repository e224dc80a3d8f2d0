//! Writes a domain to a file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Seek, Write};
use std::sync::Arc;

use cairn_engine::{Engine, Error, Result};
use cairn_extract::Document;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{ATTACHMENTS, DATA};

/// Writes the file. The times of entries are fixed, so that the same content gives the same bytes; attachments are
/// mostly compressed already and are stored as they are. There may be thousands, so each is opened when its turn
/// comes.
fn pack<W: Write + Seek>(
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

/// Packs a domain into a temporary file, on a blocking thread. It is ready to be read from the start.
pub async fn packed(engine: &Arc<Engine>, document: Document) -> Result<File> {
    let contents: BTreeSet<String> = document.files(engine.registry).map(|(_, file)| file.sha256).collect();
    let document = document.timeless();
    let engine = engine.clone();
    let packing = tokio::task::spawn_blocking(move || {
        let failed = |error: std::io::Error| Error::internal(format!("cannot pack a domain: {error}"));
        let open = |sha256: &str| Ok(engine.files.open_blocking(sha256)?);
        let mut content = pack(&document, contents, open, tempfile::tempfile().map_err(failed)?)?;
        content.rewind().map_err(failed)?;
        Ok::<_, Error>(content)
    });
    packing.await.map_err(|error| Error::internal(error.to_string()))?
}
