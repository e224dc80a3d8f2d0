//! What shells are offered when someone presses Tab.

use std::process::Command;

use super::desk::{Desk, finish};

/// The candidates for the last of these words.
fn complete(desk: &Desk, shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = desk.command(&["--"]);
    command.args(words).env("CAIRN_COMPLETE", shell).env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    finish(command, "").printed().lines().map(str::to_owned).collect()
}

#[test]
fn commands_flags_choices_and_names_complete() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["asset", "create", "Customer database"]);
    let bash = |words: &[&str]| complete(&desk, "bash", words);
    assert_eq!(bash(&["cairn", "appli"]), ["applied-control"]);
    assert_eq!(bash(&["cairn", "asset", "li"]), ["list"]);
    assert_eq!(bash(&["cairn", "asset", "create", "--ty"]), ["--type"]);
    assert_eq!(bash(&["cairn", "asset", "create", "--type", ""]), ["PR", "SP"]);
    assert_eq!(bash(&["cairn", "asset", "list", "--folder", "Sa"]), ["Sales"]);
    assert_eq!(bash(&["cairn", "asset", "get", "cust"]), ["Customer\\ database"]);
    assert_eq!(bash(&["cairn", "asset", "get", "\"Cust"]), ["Customer database"]);
    assert_eq!(bash(&["cairn", "asset", "update", "Customer database", "--folder", ""]), ["Global", "Sales"]);
    assert_eq!(bash(&["cairn", "asset", "list", "--columns", "name,ref_"]), ["name,ref_id"]);
    assert_eq!(bash(&["cairn", "asset", "list", "--sort", "-updated"]), ["-updated_at"]);
    assert_eq!(bash(&["cairn", "journal", "log", "--kind", "created,upd"]), ["created,updated"]);
    assert!(bash(&["cairn", "se"]).contains(&"serve".to_owned()), "the server's own commands are there as well");
    assert!(complete(&desk, "fish", &["cairn", "asset", "get", "Cust"]).concat().starts_with("Customer database"));
    assert!(complete(&desk, "zsh", &["cairn", "asset", "create", "--type", ""]).concat().contains("Primary"));
}

#[test]
fn names_that_occur_in_several_domains_complete_too() {
    let desk = Desk::new();
    for domain in ["Sales", "Sales copy"] {
        desk.print(&["folder", "create", domain]);
        desk.print(&["asset", "create", "Web shop", "--folder", domain]);
    }
    let bash = |words: &[&str]| complete(&desk, "bash", words);
    let ways = ["Web\\ shop", "Sales/Web\\ shop", "Sales\\ copy/Web\\ shop"];
    let mut offered = bash(&["cairn", "asset", "get", "We"]);
    offered.sort_by_key(String::len);
    assert_eq!(offered, ways, "what was typed stays, and the ways to say it are shown");
    assert_eq!(bash(&["cairn", "asset", "get", "Sales copy/"]), ["Sales\\ copy/Web\\ shop"]);
    assert_eq!(bash(&["cairn", "journal", "log", "--domain", "Sales c"]), ["Sales\\ copy"]);
    assert_eq!(bash(&["cairn", "import", "x.csv", "--kind", "asset"]), ["asset-class", "assets"]);
}

#[test]
fn a_quote_that_was_begun_is_not_followed_by_backslashes() {
    let desk = Desk::new();
    desk.print(&["asset", "create", "Customer database"]);
    std::fs::write(desk.path("completion.sh"), desk.print(&["completion", "bash"])).expect("a file");
    let script = "source completion.sh; COMP_WORDS=(cairn asset get '\"Cust'); COMP_CWORD=3; COMP_TYPE=9; \
                  _clap_complete_cairn cairn Cust get; printf '%s' \"${COMPREPLY[@]}\"";
    let command = desk.command(&[]);
    let folder = std::path::Path::new(command.get_program()).parent().expect("a folder");
    let mut bash = at_a_shell(&command, script);
    bash.env("PATH", format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default()));
    assert_eq!(finish(bash, "").printed(), "Customer database");
}

/// Runs bash in the environment of a command.
fn at_a_shell(command: &Command, script: &str) -> Command {
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).current_dir(command.get_current_dir().expect("a folder"));
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => bash.env(name, value),
            None => bash.env_remove(name),
        };
    }
    bash
}

#[test]
fn without_an_instance_nothing_breaks() {
    let desk = Desk::new();
    let mut command = desk.stranger(&["--", "cairn", "asset", "get", ""]);
    command.env("CAIRN_COMPLETE", "bash").env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_INDEX", "3");
    let ran = finish(command, "");
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn each_shell_has_its_script() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = finish(desk.stranger(&["completion", shell]), "").printed();
        assert!(script.contains("CAIRN_COMPLETE") && !script.contains("target/"), "{script}");
    }
    finish(desk.stranger(&["completion", "tcsh"]), "").ended(2, "tcsh");
}
