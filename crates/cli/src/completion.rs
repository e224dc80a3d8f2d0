//! Completes values: with `CAIRN_COMPLETE` set, the shell asks this program what can come next.
//!
//! Commands and flags come from the stored model document. Names of objects are requested from the instance, which has
//! to respond quickly or not at all.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::sync::OnceLock;
use std::time::Duration;

use cairn_client::{Candidate, Choice, Model, Names};
use clap::{Args, ValueEnum};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};

use crate::connection::{Connection, Wanted};
use crate::failure::Result;
use crate::output::print_data;
use crate::profile::Profiles;
use crate::words::Words;

pub const VARIABLE: &str = "CAIRN_COMPLETE";

/// Someone is waiting with a finger on the Tab key.
const PATIENCE: Duration = Duration::from_millis(1500);
const SUGGESTED: u64 = 30;

/// Print a shell completion script.
#[derive(Debug, Args)]
#[command(after_long_help = "Add the line for your shell to its startup file:\n\n  \
    bash, in ~/.bashrc:                   source <(cairn completion bash)\n  \
    zsh, in ~/.zshrc:                     source <(cairn completion zsh)\n  \
    fish, in ~/.config/fish/config.fish:  cairn completion fish | source\n\n\
    Then `cairn ass<Tab>`, `cairn asset list --ty<Tab>` and `cairn asset get Cust<Tab>` complete; names come from the instance you are signed in to.")]
pub struct Completion {
    shell: Shell,
}

/// The line in the bash script that takes the word being completed, without an opening quote.
const BASH_WORD: &str = "words[COMP_CWORD]=\"$2\"\n";
/// Keeping the quote tells us not to quote the rest a second time.
const BASH_QUOTED: &str =
    "        [[ \"${COMP_WORDS[COMP_CWORD]}\" == [\\\"\\']* ]] && words[COMP_CWORD]=\"${COMP_WORDS[COMP_CWORD]}\"\n";

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    const fn name(self) -> &'static str {
        match self {
            Shell::Bash => "bash",
            Shell::Zsh => "zsh",
            Shell::Fish => "fish",
        }
    }
}

impl Completion {
    pub fn run(&self) -> Result {
        let shells = clap_complete::env::Shells::builtins();
        let mut script = Vec::new();
        if let Some(shell) = shells.completer(self.shell.name()) {
            // The program's name instead of its current path, so that the script survives an update.
            let _ = shell.write_registration(VARIABLE, "cairn", "cairn", "cairn", &mut script);
        }
        print_data(String::from_utf8_lossy(&script).replace(BASH_WORD, &format!("{BASH_WORD}{BASH_QUOTED}")))
    }
}

/// The shell that is asking. The variable that names it is no longer set when values are looked up.
static ASKING: OnceLock<String> = OnceLock::new();

/// Responds to a shell that asks for completions, and then exits.
pub fn answer(tree: impl Fn() -> clap::Command) {
    if let Ok(shell) = std::env::var(VARIABLE) {
        let _ = ASKING.set(shell);
    }
    CompleteEnv::with_factory(tree).var(VARIABLE).bin("cairn").complete();
}

/// The objects of a resource, by name.
pub fn objects(path: &str) -> ArgValueCompleter {
    let path = path.to_owned();
    ArgValueCompleter::new(move |typed: &OsStr| suggest(&path, &typed.to_string_lossy()).unwrap_or_default())
}

/// Completes the last of several comma-separated words, with a minus sign before it if `signed` allows one.
pub fn listed(words: Vec<String>, signed: bool) -> ArgValueCompleter {
    ArgValueCompleter::new(move |typed: &OsStr| continued(&typed.to_string_lossy(), &words, signed))
}

/// The keys of a choice, also as a comma-separated list.
pub fn choices(path: &'static str, field: &'static str) -> ArgValueCompleter {
    ArgValueCompleter::new(move |typed: &OsStr| {
        let model = stored_model();
        let field = model.find(path).and_then(|resource| resource.field(field));
        let words: Vec<String> = field.into_iter().flat_map(|field| &field.choices).map(Choice::word).collect();
        continued(&typed.to_string_lossy(), &words, false)
    })
}

fn continued(typed: &str, words: &[String], signed: bool) -> Vec<CompletionCandidate> {
    let begun = typed.rfind(',').map_or(0, |comma| comma + 1);
    let begun = begun + usize::from(signed && typed[begun..].starts_with('-'));
    let (before, last) = typed.split_at(begun);
    let fitting = words.iter().filter(|word| word.starts_with(last));
    fitting.map(|word| CompletionCandidate::new(format!("{before}{word}"))).collect()
}

fn stored_model() -> Model {
    let words = Words::read(std::env::args_os());
    let connection = Connection::open(&Wanted { profile: words.profile, url: words.url });
    connection.ok().and_then(|connection| connection.stored_model()).unwrap_or_default()
}

/// The resources that can be imported from a file.
pub fn importable() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let model = stored_model();
        let writable = model.resources().iter().filter(|resource| !resource.read_only);
        writable.map(|resource| CompletionCandidate::new(&resource.path)).collect()
    })
}

/// The resources of the instance, according to the stored model document.
pub fn resources() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let model = stored_model();
        model.resources().iter().map(|resource| CompletionCandidate::new(&resource.path)).collect()
    })
}

/// The profiles on this machine.
pub fn profiles() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let profiles = Profiles::load().unwrap_or_default().profiles.into_iter();
        profiles.map(|(name, profile)| CompletionCandidate::new(name).help(Some(profile.url.into()))).collect()
    })
}

fn suggest(path: &str, typed: &str) -> Option<Vec<CompletionCandidate>> {
    let words = Words::read(std::env::args_os());
    let connection = Connection::open(&Wanted { profile: words.profile, url: words.url }).ok()?;
    let model = connection.stored_model()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let plain = unquote(typed);
    // A domain followed by a slash means the objects in that domain, unless the slash is part of a name.
    let placed = plain.rsplit_once('/');
    let found = runtime.block_on(async {
        let names = Names::new(&connection.client, &model);
        let both = async {
            let mut found: Vec<(Option<&str>, Candidate)> = Vec::new();
            for (place, name) in
                std::iter::once((None, plain.as_str())).chain(placed.map(|(place, name)| (Some(place), name)))
            {
                found.extend(names.suggest(path, name, SUGGESTED).await.ok()?.into_iter().map(|one| (place, one)));
            }
            Some(found)
        };
        tokio::time::timeout(PATIENCE, both).await.ok()?
    })?;
    let in_bash = ASKING.get().is_some_and(|shell| shell == "bash");
    let mut seen = BTreeSet::new();
    // Tells apart objects with the same name.
    let is_shared = |one: &Candidate| found.iter().any(|(_, other)| other.name == one.name && other.id != one.id);
    let candidate = |(place, one): &(Option<&str>, Candidate)| {
        let is_there = |place: &str| {
            let last = place.rsplit('/').next().unwrap_or(place).to_lowercase();
            one.folder.as_ref().is_some_and(|folder| folder.to_lowercase() == last)
        };
        let whole = match place {
            Some(place) if is_there(place) => format!("{place}/{}", one.name),
            Some(_) => return None,
            None => one.name.clone(),
        };
        // Shells complete from the start of a word; a match in the middle would replace what was typed.
        let begins = whole.to_lowercase().starts_with(&plain.to_lowercase());
        if !begins {
            return None;
        }
        // Keeping the plain name in the list makes the shell leave what was typed and show the alternatives.
        let placed = one.folder.as_ref().filter(|_| place.is_none() && is_shared(one));
        let placed = placed.map(|folder| format!("{folder}/{}", one.name));
        let help = one.ref_id.clone().or_else(|| one.folder.clone());
        let made = std::iter::once(whole).chain(placed).filter(|value| seen.insert(value.clone())).map(|value| {
            // The other shells quote on their own.
            let value = if in_bash { quote(&value, typed) } else { value };
            CompletionCandidate::new(value).help(help.clone().map(Into::into))
        });
        Some(made.collect::<Vec<_>>())
    };
    Some(found.iter().filter_map(candidate).flatten().collect())
}

/// What was typed so far, without the quotes and backslashes meant for the shell.
fn unquote(typed: &str) -> String {
    let mut letters = typed.trim_start_matches(['"', '\'']).chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// A name as it must appear on a bash command line, inside an opening quote if there is one.
fn quote(name: &str, typed: &str) -> String {
    match typed.chars().next() {
        // bash handles the opening quote itself and closes it.
        Some('"' | '\'') => name.to_owned(),
        _ => {
            let safe = |letter: char| letter.is_alphanumeric() || "-_./@+:,%".contains(letter);
            name.chars().flat_map(|letter| (!safe(letter)).then_some('\\').into_iter().chain([letter])).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_several_words_is_completed() {
        let words = ["name", "ref_id", "naming"].map(str::to_owned);
        let complete = |typed: &str, signed: bool| {
            let found = continued(typed, &words, signed);
            found.iter().map(|one| one.get_value().to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(complete("na", false), ["name", "naming"]);
        assert_eq!(complete("ref_id,-nam", true), ["ref_id,-name", "ref_id,-naming"]);
        assert_eq!(complete("-re", true), ["-ref_id"]);
        assert!(complete("-re", false).is_empty());
    }

    #[test]
    fn names_survive_the_shell() {
        assert_eq!(unquote("\"Cust"), "Cust");
        assert_eq!(unquote("Customer\\ da"), "Customer da");
        assert_eq!(quote("Customer database (old)", "Cust"), "Customer\\ database\\ \\(old\\)");
        assert_eq!(quote("Customer database", "\"Cust"), "Customer database");
    }
}
