//! Reports a command line that can't be parsed, in one line.

use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::failure::Exit;
use crate::output::cell::harmless;
use crate::output::note;
use crate::words::Words;

/// Help and version are printed as they are; any other error becomes one line that says where to read more.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return if error.use_stderr() { ExitCode::from(Exit::Usage as u8) } else { ExitCode::SUCCESS };
    }
    let words = Words::read(std::env::args_os());
    let typed: Vec<String> = ["cairn".to_owned()].into_iter().chain(words.command).chain(words.second).collect();
    let reason = harmless(&one_line(&error.to_string(), &typed.join(" ")), false);
    note(&format!("cairn: {reason}"));
    ExitCode::from(Exit::Usage as u8)
}

/// `typed` is the command as typed, for errors that don't name it.
fn one_line(text: &str, typed: &str) -> String {
    let (reason, usage) = text.split_once("\n\nUsage:").unwrap_or((text, ""));
    let reason = reason.replace("\n\n  tip: ", "; ");
    let words: Vec<&str> = reason.trim_start_matches("error: ").split_whitespace().collect();
    let message = words.join(" ").replace(" For more information, try '--help'.", "");
    // The usage line starts with the command that was recognised.
    let is_word =
        |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') && !word.starts_with('-');
    let command: Vec<&str> = usage.split_whitespace().take_while(is_word).collect();
    let command = if command.is_empty() { typed.to_owned() } else { command.join(" ") };
    format!("{message} (see {command} --help)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_that_leads_on() {
        let text = "error: unexpected argument '--tpye' found\n\n  tip: a similar argument exists: '--type'\n\n\
                    Usage: cairn asset list --type <CHOICE>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(text, ""),
            "unexpected argument '--tpye' found; a similar argument exists: '--type' (see cairn asset list --help)"
        );
        assert_eq!(
            one_line("error: no\n\nFor more information, try '--help'.\n", "cairn asset"),
            "no (see cairn asset --help)"
        );
    }
}
