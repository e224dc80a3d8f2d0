//! Files that an action takes.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use cairn_model::{Describe, File};
use cairn_store::HeldFile;
use futures_util::future::BoxFuture;
use serde::Serialize;

use crate::cx::Cx;
use crate::error::{Error, Result};

/// The files that an action takes besides its input. They come as `multipart/form-data`, whose other fields are the
/// input; input may also be in the query.
pub struct Form {
    pub parts: &'static [Part],
    /// Whether a file may also be the body itself, with its name in `Content-Disposition`.
    pub bare: bool,
    /// Whether refused files are left to the action ([`Files::refused`]) as long as others are accepted. Otherwise one
    /// bad file refuses the request.
    pub lenient: bool,
    /// Headers in which clients of this kind of platform send some of the input: header and input.
    pub headers: &'static [(&'static str, &'static str)],
    /// Reads the files before the transaction begins, so that nobody waits for it.
    pub prepare: Option<Prepare>,
}

/// What an action extracts from its files before its transaction; [`Files::prepared`] returns it.
pub type Prepare = for<'a> fn(&'a mut Cx, &'a Files) -> BoxFuture<'a, Result<Arc<dyn Any + Send + Sync>>>;

/// A form field with files.
pub struct Part {
    pub name: &'static str,
    /// An alternative name.
    pub also: Option<&'static str>,
    pub doc: &'static str,
    pub required: bool,
    /// How many files there may be.
    pub most: usize,
    pub fate: Fate,
    /// The accepted media types, for file pickers.
    pub media_types: fn() -> Vec<&'static str>,
}

/// What happens to a file, which decides how it is checked and how large it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It must meet the rules for attachments, and is in the store when the action runs.
    Kept,
    /// It is only read, may be as large as an exported domain, and is deleted after the request.
    Read,
}

/// How large files may be on this instance.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileLimits {
    /// Bytes of an attachment.
    pub attachment: u64,
    /// Bytes of an exported domain.
    pub domain: u64,
}

/// The files of one request.
#[derive(Default)]
pub struct Files {
    /// The accepted files, in order.
    pub taken: Vec<Arrived>,
    /// The refused ones.
    pub refused: Vec<Refused>,
    pub limits: FileLimits,
    pub prepared: Option<Arc<dyn Any + Send + Sync>>,
}

/// A file that was accepted.
pub struct Arrived {
    /// The name of its form field.
    pub part: &'static str,
    pub file: File,
    /// Its path, for a file that is only read.
    pub held: Option<HeldFile>,
}

/// A file that was rejected, and why.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Refused {
    pub name: String,
    pub error: String,
}

impl Files {
    /// The files that are in the store.
    pub fn kept(&self) -> impl Iterator<Item = &File> {
        self.taken.iter().filter(|one| one.held.is_none()).map(|one| &one.file)
    }

    /// The path of the one file that was sent under a name, to be read.
    pub fn path(&self, part: &str) -> Result<&Path> {
        let found = self.taken.iter().find(|one| one.part == part).and_then(|one| one.held.as_ref());
        Ok(found.ok_or_else(|| Error::internal(format!("no file came as {part}")))?.path())
    }

    /// The result of [`Form::prepare`].
    pub fn prepared<T: Any + Send + Sync>(&self) -> Result<Arc<T>> {
        let made = self.prepared.clone().and_then(|made| made.downcast().ok());
        made.ok_or_else(|| Error::internal("nothing was prepared of the files"))
    }

    /// Identifies these files, however they were sent.
    pub fn fingerprint(&self) -> String {
        let taken = self.taken.iter().flat_map(|one| [one.part, " ", &*one.file.sha256, " ", &*one.file.name, "\n"]);
        let refused = self.refused.iter().flat_map(|one| ["- ", &*one.name, " ", &*one.error, "\n"]);
        taken.chain(refused).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.refused.is_empty()
    }
}
