//! What shells are told when someone presses Tab.

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
    assert!(bash(&["cairn", "se"]).contains(&"serve".to_owned()), "the server's own commands are there as well");
    assert!(complete(&desk, "fish", &["cairn", "asset", "get", "Cust"]).concat().starts_with("Customer database"));
    assert!(complete(&desk, "zsh", &["cairn", "asset", "create", "--type", ""]).concat().contains("Primary"));
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
