//! Library files: from bytes to content, beside the server's own threads.

use cairn_engine::{Cx, Error, Result};
use cairn_library::{Library, Problem};
use cairn_model::File;
use cairn_store::FileStore;

pub const MEDIA_TYPE: &str = "application/yaml";

/// How every workbook begins: it is a ZIP file.
const ZIP: &[u8] = b"PK\x03\x04";

/// Reads a file that someone sent, YAML or a workbook. What is kept of it is YAML in any case.
pub async fn read_sent(bytes: Vec<u8>) -> Result<(Library, Vec<u8>)> {
    let reading = tokio::task::spawn_blocking(move || {
        if bytes.starts_with(ZIP) {
            let library = cairn_library::excel::read(&bytes)?;
            let text = cairn_library::write(&library);
            return Ok((library, text.into_bytes()));
        }
        Ok((cairn_library::read(&bytes)?, bytes))
    });
    let read = reading.await.map_err(|error| Error::internal(error.to_string()))?;
    read.map_err(|problems: Vec<Problem>| problems_with("file", &problems))
}

/// Reads a file that is kept. It was sound when it came.
pub async fn read_kept(cx: &mut Cx, file: &File) -> Result<Library> {
    let store = cx.engine.files.clone();
    let bytes = bytes_of(&store, file).await?;
    let reading = tokio::task::spawn_blocking(move || cairn_library::read(&bytes));
    let read = reading.await.map_err(|error| Error::internal(error.to_string()))?;
    read.map_err(|problems| problems_with("file", &problems))
}

/// The content of a file that is kept.
pub async fn bytes_of(store: &FileStore, file: &File) -> Result<Vec<u8>> {
    let (store, sha256) = (store.clone(), file.sha256.clone());
    let reading = tokio::task::spawn_blocking(move || {
        use std::io::Read;
        let mut bytes = Vec::new();
        let mut file = store.open_blocking(&sha256)?;
        file.read_to_end(&mut bytes).map_err(|error| Error::internal(format!("read the file {sha256}: {error}")))?;
        Ok(bytes)
    });
    reading.await.map_err(|error| Error::internal(error.to_string()))?
}

/// Puts the bytes of a library into the store.
pub async fn keep(store: &FileStore, name: &str, bytes: &[u8]) -> Result<File> {
    let mut writer = store.begin().await?;
    writer.write(bytes).await?;
    let kept = writer.finish().await?;
    Ok(File { name: name.to_owned(), media_type: MEDIA_TYPE.to_owned(), size: kept.size, sha256: kept.sha256 })
}

/// What is wrong with a file, line by line.
pub fn problems_with(field: &str, problems: &[Problem]) -> Error {
    let mut errors = cairn_engine::FieldErrors::default();
    for problem in problems {
        errors.add(field, problem.to_string());
    }
    Error::Invalid(errors)
}
