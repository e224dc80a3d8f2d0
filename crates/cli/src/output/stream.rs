//! The only way to standard output and standard error.
//!
//! If the reader of standard output stops early, as `head` does, the command ends quietly. Text from files or from a
//! server can't control the terminal it is shown on.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cell::harmless;
use super::{Screen, fit};
use crate::failure::{Exit, Failure, Result};

/// Standard output, for content too long to be held in memory.
#[derive(Debug, Clone, Default)]
pub struct Stdout {
    closed: Arc<AtomicBool>,
}

impl Stdout {
    /// How a command ends that wrote to a copy of this: it is no failure if nobody reads any more.
    pub fn end<T, E>(&self, written: Result<T, E>) -> Result<Result<T, E>> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(Failure::new(Exit::Done, ""));
        }
        Ok(written)
    }

    fn note<T>(&self, written: io::Result<T>) -> io::Result<T> {
        if written.as_ref().is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            self.closed.store(true, Ordering::Relaxed);
        }
        written
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.note(io::stdout().lock().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.note(io::stdout().lock().flush())
    }
}

/// Prints text for people; the caller has made it safe and may have coloured it.
pub fn print(text: &str) -> Result {
    print_bytes(text.as_bytes())
}

/// Prints sentences for people, wrapped to the terminal.
pub fn tell(text: &str) -> Result {
    print(&fit(&harmless(text, true), Screen::stdout()))
}

/// Prints data for programs. They get every byte; a terminal gets only what is safe.
pub fn print_data(data: impl AsRef<[u8]>) -> Result {
    if io::stdout().is_terminal() {
        return print(&harmless(&String::from_utf8_lossy(data.as_ref()), true));
    }
    print_bytes(data.as_ref())
}

fn print_bytes(bytes: &[u8]) -> Result {
    let mut out = Stdout::default();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    out.end(written)?.map_err(|error| Failure::other(format!("cannot print: {error}")))
}

/// Writes fetched content to a file, or prints it.
pub fn save(data: &[u8], file: Option<&Path>) -> Result {
    let Some(file) = file else { return print_data(data) };
    std::fs::write(file, data).map_err(|error| Failure::other(format!("cannot write {}: {error}", file.display())))?;
    note(&format!("Wrote {}.", file.display()));
    Ok(())
}

/// Prints a note on standard error, next to the actual output.
#[expect(clippy::print_stderr, reason = "this is the one place")]
pub fn note(text: &str) {
    eprintln!("{}", fit(&harmless(text, true), Screen::stderr()));
}

/// The same, but only if standard error is a terminal.
#[expect(clippy::print_stderr, reason = "this is the one place for what is dim")]
pub fn aside(text: &str) {
    let screen = Screen::stderr();
    eprintln!("{}", screen.dim(&fit(&harmless(text, true), screen)));
}

/// The same without a line break, before the user answers.
#[expect(clippy::print_stderr, reason = "this is the one place for questions")]
pub fn prompt(text: &str) {
    eprint!("{}", harmless(text, true));
    let _ = io::stderr().flush();
}
