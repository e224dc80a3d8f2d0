//! Opens a text in the user's editor.

use std::process::Command;

use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};

/// Marks the lines that explain why a text came back; they are removed again.
const NOTE: &str = "#! ";

pub struct Draft {
    /// A file that only its owner can read.
    file: NamedTempFile,
    editor: String,
}

impl Draft {
    pub fn new(what: &str) -> Result<Self> {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let fallback = if cfg!(windows) { "notepad" } else { "vi" };
        let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| fallback.to_owned());
        let file = tempfile::Builder::new().prefix(&format!("cairn-{what}-")).suffix(".yaml").tempfile();
        let file = file.map_err(|error| Failure::other(format!("cannot create a file to edit: {error}")))?;
        Ok(Self { file, editor })
    }

    /// Lets the user edit a text with notes at the top; returns it without the notes.
    pub fn edit(&self, notes: &[String], text: &str) -> Result<String> {
        let fail = |error: std::io::Error| Failure::other(format!("cannot write the file to edit: {error}"));
        let notes = notes.iter().flat_map(|note| [NOTE, note.trim(), "\n"]);
        let whole: String = notes.chain([text]).collect();
        // Reopened by name each time, because many editors replace the old file with a new one.
        std::fs::write(self.file.path(), whole).map_err(fail)?;
        self.open()?;
        let edited = std::fs::read_to_string(self.file.path())
            .map_err(|error| Failure::other(format!("cannot read the edited file: {error}")))?;
        let lines = edited.lines().filter(|line| !line.starts_with(NOTE.trim_end()));
        Ok(lines.flat_map(|line| [line, "\n"]).collect())
    }

    fn open(&self) -> Result {
        let path = self.file.path();
        // The editor can have arguments of its own, as in `code --wait`.
        let mut command = if cfg!(windows) {
            let mut words = self.editor.split_whitespace();
            let mut command = Command::new(words.next().unwrap_or("notepad"));
            command.args(words).arg(path);
            command
        } else {
            let mut command = Command::new("sh");
            command.arg("-c").arg(format!("{} \"$1\"", self.editor)).arg("cairn-editor").arg(path);
            command
        };
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => {
                Err(Failure::other(format!("the editor “{}” failed ({status}); nothing was changed", self.editor)))
            }
            Err(error) => Err(Failure::other(format!("cannot start the editor “{}”: {error}", self.editor))),
        }
    }

    /// Keeps the text in a place where its author can find it.
    pub fn keep(self) -> Result<String> {
        let (_, path) = self.file.keep().map_err(|error| Failure::other(error.to_string()))?;
        Ok(path.display().to_string())
    }
}
