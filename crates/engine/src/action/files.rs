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

/// The files that an action takes beside its input. They come as `multipart/form-data`, in which the input is the other
/// fields; input may also stand in the query.
pub struct Form {
    pub parts: &'static [Part],
    /// Whether a file may also be the body itself, with its name in `Content-Disposition`.
    pub bare: bool,
    /// Whether files that may not be taken are left to the action ([`Files::refused`]) as long as others are good. Otherwise
    /// one bad file refuses the request.
    pub lenient: bool,
    /// Headers in which clients of this kind of platform say some of the input: header and input.
    pub headers: &'static [(&'static str, &'static str)],
    /// Looks into the files before the transaction begins, since others wait for that.
    pub prepare: Option<Prepare>,
}

/// What an action makes of its files before its transaction; [`Files::prepared`] gives it back.
pub type Prepare = for<'a> fn(&'a mut Cx, &'a Files) -> BoxFuture<'a, Result<Arc<dyn Any + Send + Sync>>>;

/// One name under which files come.
pub struct Part {
    pub name: &'static str,
    /// Another name that is understood.
    pub also: Option<&'static str>,
    pub doc: &'static str,
    pub required: bool,
    /// How many files there may be.
    pub most: usize,
    pub fate: Fate,
    /// The media types that it may have, for those who choose files.
    pub media_types: fn() -> Vec<&'static str>,
}

/// What becomes of a file, which decides how it is looked at and how large it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is held to what holds for attachments, and is in the store when the action runs.
    Kept,
    /// It is there to be read, as large as an exported domain may be, and gone after the request.
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
    /// Those that were taken, in their order.
    pub taken: Vec<Arrived>,
    /// Those that were not.
    pub refused: Vec<Refused>,
    pub limits: FileLimits,
    pub prepared: Option<Arc<dyn Any + Send + Sync>>,
}

/// A file that was accepted.
pub struct Arrived {
    /// The name of its part.
    pub part: &'static str,
    pub file: File,
    /// Where it lies, for one that is only read.
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

    /// Where the one file lies that came under a name to be read.
    pub fn path(&self, part: &str) -> Result<&Path> {
        let found = self.taken.iter().find(|one| one.part == part).and_then(|one| one.held.as_ref());
        Ok(found.ok_or_else(|| Error::internal(format!("no file came as {part}")))?.path())
    }

    /// What [`Form::prepare`] made.
    pub fn prepared<T: Any + Send + Sync>(&self) -> Result<Arc<T>> {
        let made = self.prepared.clone().and_then(|made| made.downcast().ok());
        made.ok_or_else(|| Error::internal("nothing was prepared of the files"))
    }

    /// What tells these files from others, however they were sent.
    pub fn fingerprint(&self) -> String {
        let taken = self.taken.iter().flat_map(|one| [one.part, " ", &*one.file.sha256, " ", &*one.file.name, "\n"]);
        let refused = self.refused.iter().flat_map(|one| ["- ", &*one.name, " ", &*one.error, "\n"]);
        taken.chain(refused).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.refused.is_empty()
    }
}
