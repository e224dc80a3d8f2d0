//! The archive of an audit: the report, the evidence files that the reader may see, and a page that leads to all of it.

use std::io::Seek;
use std::sync::Arc;

use cairn_engine::{Engine, Error, Result};
use cairn_report::{Bundle, Contents, Language, Report};

/// A file of a piece of evidence, by its place in the report.
pub struct EvidenceContent {
    pub evidence: usize,
    pub name: String,
    pub sha256: String,
}

/// Packs an audit into a temporary file, on a blocking thread. It is ready to be read from the start.
pub async fn packed(
    engine: Arc<Engine>,
    report: Report,
    files: Vec<EvidenceContent>,
    language: Language,
) -> Result<std::fs::File> {
    let packing = tokio::task::spawn_blocking(move || {
        let failed = |error: std::io::Error| Error::internal(format!("cannot pack an audit: {error}"));
        let refused = |error: cairn_report::Error| match error {
            cairn_report::Error::TooLarge(words) => Error::TooLarge(words),
            other => Error::internal(other.to_string()),
        };
        let out = tempfile::tempfile().map_err(failed)?;
        let mut bundle = Bundle::begin(out, &report, language).map_err(refused)?;
        let document = cairn_report::docx(&report, Contents::Report, language).map_err(refused)?;
        bundle.add_report("report.docx", &document).map_err(refused)?;
        bundle.add_report("requirements.csv", &cairn_report::csv(&report).map_err(refused)?).map_err(refused)?;
        for file in files.iter().filter(|_| report.audit.shows.evidence) {
            let mut content = engine.files.open_blocking(&file.sha256)?;
            bundle.add_evidence(file.evidence, &file.name, &mut content).map_err(refused)?;
        }
        let mut out = bundle.finish().map_err(refused)?;
        out.rewind().map_err(failed)?;
        Ok(out)
    });
    packing.await.map_err(|error| Error::internal(error.to_string()))?
}
