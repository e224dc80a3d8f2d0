//! Asks the person at the terminal.

use std::io::{BufRead, IsTerminal};

use crate::failure::{Exit, Failure, Result};
use crate::output::prompt;

/// Reads one line of input.
pub fn ask(question: &str) -> Result<String> {
    prompt(question);
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(|error| Failure::other(format!("cannot read your answer: {error}")))?;
    Ok(line.trim().to_owned())
}

/// Fails if there is nobody to ask; scripts pass `--yes` instead.
pub fn require_someone() -> Result {
    if std::io::stdin().is_terminal() {
        return Ok(());
    }
    Err(Failure::usage("cannot ask for confirmation here; add --yes to delete"))
}

/// Continues only if the answer is yes.
pub fn confirm(question: &str, otherwise: &str) -> Result {
    require_someone()?;
    match ask(&format!("{question} [y/N] "))?.to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Failure::new(Exit::Refused, otherwise)),
    }
}
