//! The model document on disk: commands start without fetching it, and completion works without waiting.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::client::Client;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::secret::Secret;

const PATH: &str = "/api/model/";

/// One document for each instance and token, since it is cut to what its reader may see.
#[derive(Debug, Clone)]
pub struct ModelCache {
    document: PathBuf,
    /// The tag by which the server knows the document. Its age is that of the last look at the server.
    tag: PathBuf,
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
        Self { document: folder.join(format!("{name}.json")), tag: folder.join(format!("{name}.tag")) }
    }

    /// What is on disk, however old.
    pub fn stored(&self) -> Option<Model> {
        Model::parse(&std::fs::read(&self.document).ok()?).ok()
    }

    /// What is on disk, if the server was asked about it that recently.
    pub fn fresh(&self, age: Duration) -> Option<Model> {
        let looked = std::fs::metadata(&self.tag).and_then(|file| file.modified()).ok()?;
        // A clock that was set back makes it look as if from the future: then it is asked for again.
        if looked.elapsed().is_ok_and(|elapsed| elapsed <= age) { self.stored() } else { None }
    }

    /// The document of now. The server sends it only if it is another than before.
    pub async fn fetch(&self, client: &Client) -> Result<Model> {
        let tag = std::fs::read_to_string(&self.tag).ok().filter(|tag| !tag.is_empty() && self.document.exists());
        let strange = |error: serde_json::Error| Error::Strange {
            address: client.address().to_string(),
            detail: format!("its model document cannot be read: {error}"),
        };
        let reply = match client.get_unless(PATH, tag.as_deref()).await? {
            Some(reply) => reply,
            None => match self.stored() {
                Some(model) => {
                    self.keep_tag(tag.as_deref().unwrap_or_default());
                    return Ok(model);
                }
                // The file is broken: forget it and ask for all of it.
                None => client.download(PATH, &Vec::new()).await?,
            },
        };
        let model = Model::parse(&reply.body).map_err(strange)?;
        self.keep(&reply.body);
        self.keep_tag(reply.header("etag").unwrap_or_default());
        Ok(model)
    }

    pub fn forget(&self) {
        let _ = std::fs::remove_file(&self.document);
        let _ = std::fs::remove_file(&self.tag);
    }

    /// A cache that cannot be written is no reason to fail.
    fn keep(&self, bytes: &[u8]) {
        let Some(folder) = self.document.parent() else { return };
        // Another command may read while this one writes: it sees the old document or the new one.
        let beside = self.document.with_extension(format!("{}.new", std::process::id()));
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&beside, bytes));
        if written.and_then(|()| std::fs::rename(&beside, &self.document)).is_err() {
            let _ = std::fs::remove_file(&beside);
        }
    }

    fn keep_tag(&self, tag: &str) {
        let _ = std::fs::write(&self.tag, tag);
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
            assert_ne!(cache.document, other.document);
        }
        assert!(cache.document.to_string_lossy().contains("here.example-"));
        assert!(cache.stored().is_none() && cache.fresh(Duration::from_hours(1)).is_none());
        cache.keep(br#"{"version": "1"}"#);
        cache.keep_tag("\"x\"");
        assert_eq!(cache.fresh(Duration::from_hours(1)).expect("a document").version, "1");
        cache.keep(b"half a docu");
        assert!(cache.stored().is_none());
    }
}
