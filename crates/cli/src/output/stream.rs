//! The one way to standard output and standard error.
//!
//! A reader of standard output that has read enough, such as `head`, ends the command quietly. What comes from files or
//! from a server does not command the terminal that it is shown on.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cell::harmless;
use super::{Screen, fit};
use crate::failure::{Exit, Failure, Result};

/// Standard output, for what is too long to be held at once.
#[derive(Debug, Clone, Default)]
pub struct Stdout {
    closed: Arc<AtomicBool>,
}

impl Stdout {
    /// The end of a command that has written to a copy of this: that nobody reads any more is no failure.
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

/// Prints text for people: its author has made it harmless and may have coloured it.
pub fn print(text: &str) -> Result {
    print_bytes(text.as_bytes())
}

/// Prints sentences for people, as wide as their terminal.
pub fn tell(text: &str) -> Result {
    print(&fit(&harmless(text, true), Screen::stdout()))
}

/// Prints what is for programs. They get every byte of it; a terminal gets what is harmless.
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

/// Writes what was fetched into a file, or prints it.
pub fn save(data: &[u8], file: Option<&Path>) -> Result {
    let Some(file) = file else { return print_data(data) };
    std::fs::write(file, data).map_err(|error| Failure::other(format!("cannot write {}: {error}", file.display())))?;
    note(&format!("Wrote {}.", file.display()));
    Ok(())
}

/// Tells people something beside the answer, on standard error.
#[expect(clippy::print_stderr, reason = "this is the one place")]
pub fn note(text: &str) {
    eprintln!("{}", fit(&harmless(text, true), Screen::stderr()));
}

/// The same, for what only those want to know who look at a terminal.
#[expect(clippy::print_stderr, reason = "this is the one place for what is dim")]
pub fn aside(text: &str) {
    let screen = Screen::stderr();
    eprintln!("{}", screen.dim(&fit(&harmless(text, true), screen)));
}

/// The same without an end of line: someone is about to answer.
#[expect(clippy::print_stderr, reason = "this is the one place for questions")]
pub fn prompt(text: &str) {
    eprint!("{}", harmless(text, true));
    let _ = io::stderr().flush();
}
