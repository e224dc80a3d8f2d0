//! The model document on disk: commands start without fetching it, and completion works without waiting.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::client::Client;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::secret::Secret;

const PATH: &str = "/api/model/";

/// One document for each instance and token, since it is cut to what its reader may see.
///
/// The tag by which the server knows the document is the first line of the same file, so that neither is ever there
/// without the other. The age of the file is that of the last look at the server.
#[derive(Debug, Clone)]
pub struct ModelCache {
    file: PathBuf,
}

/// What is on disk.
struct Stored {
    tag: String,
    document: Vec<u8>,
}

impl ModelCache {
    pub fn new(folder: &Path, client: &Client, token: &Secret) -> Self {
        let mut hash = Sha256::new();
        hash.update(client.address().to_string());
        hash.update([0]);
        hash.update(token.reveal());
        // A part of a hash names the file and tells nothing of the token.
        let part = hash.finalize().iter().take(8).fold(0_u64, |part, byte| part << 8 | u64::from(*byte));
        let name = format!("{}-{part:016x}", client.address().host().replace(':', "_"));
        Self { file: folder.join(format!("{name}.model")) }
    }

    /// What is on disk, however old.
    pub fn stored(&self) -> Option<Model> {
        Model::parse(&self.read()?.document).ok()
    }

    /// What is on disk, if the server was asked about it that recently.
    pub fn fresh(&self, age: Duration) -> Option<Model> {
        let looked = std::fs::metadata(&self.file).and_then(|file| file.modified()).ok()?;
        // A clock that was set back makes it look as if from the future: then it is asked for again.
        if looked.elapsed().is_ok_and(|elapsed| elapsed <= age) { self.stored() } else { None }
    }

    /// The document of now. The server sends it only if it is another than before.
    pub async fn fetch(&self, client: &Client) -> Result<Model> {
        // A document that cannot be read is asked for as if there were none.
        let known = self.read().and_then(|stored| Some((Model::parse(&stored.document).ok()?, stored)));
        let tag = known.as_ref().map(|(_, stored)| stored.tag.as_str()).filter(|tag| !tag.is_empty());
        let strange = |detail: String| Error::Strange { address: client.address().to_string(), detail };
        match (client.get_unless(PATH, tag).await?, known) {
            (Some(reply), _) => {
                let model = Model::parse(&reply.body)
                    .map_err(|error| strange(format!("its model document cannot be read: {error}")))?;
                self.keep(reply.header("etag").unwrap_or_default(), &reply.body);
                Ok(model)
            }
            (None, Some((model, stored))) => {
                self.keep(&stored.tag, &stored.document);
                Ok(model)
            }
            (None, None) => Err(strange("it did not send its model document".to_owned())),
        }
    }

    pub fn forget(&self) {
        let _ = std::fs::remove_file(&self.file);
    }

    fn read(&self) -> Option<Stored> {
        let bytes = std::fs::read(&self.file).ok()?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let tag = String::from_utf8(bytes[..end].to_vec()).ok()?;
        Some(Stored { tag, document: bytes[end + 1..].to_vec() })
    }

    /// A cache that cannot be written is no reason to fail: what was there stays, under its own tag.
    fn keep(&self, tag: &str, document: &[u8]) {
        let _ = self.write(tag, document);
    }

    /// Another command may read meanwhile: it sees the old file or the new one.
    fn write(&self, tag: &str, document: &[u8]) -> std::io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(&[tag.as_bytes(), b"\n", document].concat())?;
        beside.persist(&self.file).map(drop).map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_instance_and_token_has_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let client = |url: &str| Client::new(url.parse().expect("an address"));
        let (here, there) = (client("http://here.example:8000"), client("http://there.example:8000"));
        let (one, two) = (Secret::new("one"), Secret::new("two"));
        let cache = ModelCache::new(folder.path(), &here, &one);
        for other in [ModelCache::new(folder.path(), &there, &one), ModelCache::new(folder.path(), &here, &two)] {
            assert_ne!(cache.file, other.file);
        }
        assert!(cache.file.to_string_lossy().contains("here.example-"));
        assert!(cache.stored().is_none() && cache.fresh(Duration::from_hours(1)).is_none());
        cache.keep("\"x\"", br#"{"version": "1"}"#);
        assert_eq!(cache.fresh(Duration::from_hours(1)).expect("a document").version, "1");
        assert_eq!(cache.read().expect("a file").tag, "\"x\"");
        cache.keep("", b"half a docu");
        assert!(cache.stored().is_none());
    }

    #[test]
    fn a_tag_is_never_kept_without_its_document() {
        let folder = tempfile::tempdir().expect("a folder");
        let client = Client::new("http://here.example".parse().expect("an address"));
        // Where a folder should be there is a file: nothing can be kept.
        let blocked = folder.path().join("blocked");
        std::fs::write(&blocked, "").expect("a file");
        let cache = ModelCache::new(&blocked, &client, &Secret::new("t"));
        cache.keep("\"x\"", br#"{"version": "1"}"#);
        assert!(cache.read().is_none());
        // A file without a document has no tag to ask with.
        let cache = ModelCache::new(folder.path(), &client, &Secret::new("t"));
        std::fs::write(&cache.file, "\"x\"").expect("a file");
        assert!(cache.read().is_none() && cache.stored().is_none());
    }
}
