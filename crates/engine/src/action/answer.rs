//! What an action returns.

use cairn_model::LogKind;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::journal::{self, About};

/// What an action returns, as declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    Json,
    /// JSON about the object it created.
    Made,
    /// A file of one of these media types.
    File(&'static [&'static str]),
    /// A job, which continues after the response.
    Job,
}

impl Answers {
    /// Its name for clients.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Json | Self::Made => "json",
            Self::File(_) => "file",
            Self::Job => "job",
        }
    }

    pub const fn media_types(self) -> &'static [&'static str] {
        match self {
            Self::File(kinds) => kinds,
            Self::Json | Self::Made | Self::Job => &["application/json"],
        }
    }
}

/// The result of an action.
pub enum Reply {
    Json(Json),
    /// JSON as text, of an action that reads: nothing looks at it before it is sent.
    Text(Vec<u8>),
    File(Box<Download>),
    /// The job that was started.
    Job(Uuid),
}

/// A file for the caller. It is sent after the context has ended, so a slow reader blocks nobody.
pub struct Download {
    pub name: String,
    pub media_type: String,
    pub content: Content,
    /// How many bytes it has, where that is known.
    pub size: Option<u64>,
    /// Whether a browser may show it instead of saving it.
    pub inline: bool,
    /// Identifies the content.
    pub etag: Option<String>,
    /// The journal entry, written before the first byte is sent: every file that leaves is recorded.
    pub note: Note,
}

impl Download {
    /// A file to be saved. Characters that some system does not allow in a file name are replaced.
    pub fn new(name: &str, media_type: &str, content: Content, note: Note) -> Self {
        let (name, media_type) = (file_name(name), media_type.to_owned());
        Self { name, media_type, content, size: None, inline: false, etag: None, note }
    }
}

pub enum Content {
    Bytes(Vec<u8>),
    File(tokio::fs::File),
    /// A file that takes time to create; no database connection is held meanwhile.
    Making(BoxFuture<'static, Result<tokio::fs::File>>),
    /// Created while it is sent, piece by piece.
    Pieces(BoxStream<'static, Result<Vec<u8>>>),
}

/// The journal entry of a file that leaves.
pub struct Note {
    pub kind: LogKind,
    pub resource: &'static str,
    pub id: Option<Uuid>,
    pub name: String,
    pub folder: Option<Uuid>,
    pub detail: Json,
}

impl Note {
    /// The file of one object, or about it.
    pub fn downloaded(resource: &'static str, id: Uuid, name: &str, folder: Uuid) -> Self {
        let (id, folder, name) = (Some(id), Some(folder), name.to_owned());
        Self { kind: LogKind::Downloaded, resource, id, name, folder, detail: Json::Null }
    }

    pub async fn write(&self, cx: &mut Cx) -> Result<()> {
        let about = About { resource: self.resource, id: self.id, name: &self.name, folder: self.folder };
        journal::note(cx, self.kind, Some(about), self.detail.clone()).await
    }
}

/// A name that every file system accepts, whatever the object is called.
pub fn file_name(name: &str) -> String {
    let safe = |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
    let name: String = name.trim().trim_start_matches('.').chars().map(safe).take(150).collect();
    if name.is_empty() { "file".into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_fit_every_machine() {
        assert_eq!(file_name("../a/b\\c: \"d\".md"), "_a_b_c_ _d_.md");
        assert_eq!((file_name("  ").as_str(), file_name("Pentest 2026.md").as_str()), ("file", "Pentest 2026.md"));
    }
}
