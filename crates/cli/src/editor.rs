//! A text in someone's editor.

use std::process::Command;

use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};

/// Marks the lines that tell why a text came back; they are taken out again.
const NOTE: &str = "#! ";

pub struct Draft {
    /// Only its owner can read it.
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

    /// Lets someone edit the text, with notes on top of it; returns it without the notes.
    pub fn edit(&self, notes: &[String], text: &str) -> Result<String> {
        let fail = |error: std::io::Error| Failure::other(format!("cannot write the file to edit: {error}"));
        let notes = notes.iter().flat_map(|note| [NOTE, note.trim(), "\n"]);
        let whole: String = notes.chain([text]).collect();
        // Always by its name: many editors put a new file in the place of the old one.
        std::fs::write(self.file.path(), whole).map_err(fail)?;
        self.open()?;
        let edited = std::fs::read_to_string(self.file.path())
            .map_err(|error| Failure::other(format!("cannot read the edited file: {error}")))?;
        let lines = edited.lines().filter(|line| !line.starts_with(NOTE.trim_end()));
        Ok(lines.flat_map(|line| [line, "\n"]).collect())
    }

    fn open(&self) -> Result {
        let path = self.file.path();
        // The editor may have arguments of its own, as in `code --wait`.
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

    /// Leaves the text where its author can find it.
    pub fn keep(self) -> Result<String> {
        let (_, path) = self.file.keep().map_err(|error| Failure::other(error.to_string()))?;
        Ok(path.display().to_string())
    }
}
