//! Objects in an editor. The editor of these tests is a script.

use std::os::unix::fs::PermissionsExt;

use super::desk::{Desk, finish};
use crate::instance::Ran;

/// Edits the asset “Vault” with a shell script that gets the file as `$1`.
fn edit(desk: &Desk, script: &str) -> Ran {
    let path = desk.path("editor.sh");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let mut command = desk.command(&["asset", "edit", "Vault"]);
    command.env_remove("VISUAL").env("EDITOR", path.display().to_string());
    command.env("CAIRN", env!("CARGO_BIN_EXE_cairn")).env("TMPDIR", desk.path(""));
    finish(command, "")
}

fn desk_with_vault() -> Desk {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["asset", "create", "Vault", "--folder", "Sales", "--description", "Below."]);
    desk
}

#[test]
fn what_is_changed_is_written() {
    let desk = desk_with_vault();
    let ran = edit(
        &desk,
        "cp \"$1\" seen.yaml; ls -l \"$1\" > mode; sed -i 's/^type: SP/type: PR/; s/^folder: .*/folder: Global/' \"$1\"",
    );
    assert!(ran.printed().starts_with("Updated asset “Vault”"));
    let asset = desk.json(&["asset", "get", "Vault"]);
    assert_eq!((asset["type"].as_str(), asset["folder"]["str"].as_str()), (Some("PR"), Some("Global")));
    let seen = std::fs::read_to_string(desk.path("seen.yaml")).expect("what the editor saw");
    assert!(seen.contains("# one of: PR, SP\ntype: SP\n") && seen.contains("  # Sales\n"), "{seen}");
    assert!(std::fs::read_to_string(desk.path("mode")).expect("a mode").starts_with("-rw-------"));
}

#[test]
fn no_change_writes_nothing() {
    let desk = desk_with_vault();
    let before = desk.json(&["asset", "get", "Vault"])["updated_at"].clone();
    assert_eq!(edit(&desk, "true").printed(), "No changes.\n");
    assert_eq!(edit(&desk, ": > \"$1\"").printed(), "No changes.\n");
    edit(&desk, "exit 1").ended(1, "nothing was changed");
    assert_eq!(desk.json(&["asset", "get", "Vault"])["updated_at"], before);
}

#[test]
fn a_text_that_is_refused_comes_back_with_the_reasons() {
    let desk = desk_with_vault();
    // The first time it writes nonsense; with the reasons in front of it, it does better.
    let ran = edit(
        &desk,
        "if grep -q '^#! ' \"$1\"; then cp \"$1\" seen.yaml; sed -i 's/^type: .*/type: PR/' \"$1\"; \
         else sed -i 's/^type: .*/type: moon/' \"$1\"; fi",
    );
    ran.printed();
    let seen = std::fs::read_to_string(desk.path("seen.yaml")).expect("what the editor saw");
    assert!(seen.starts_with("#! type: ") && seen.contains("type: moon"), "{seen}");
    assert_eq!(desk.json(&["asset", "get", "Vault"])["type"], "PR");

    for script in [
        "sed -i 's/^type: .*/type: moon/' \"$1\"",
        "echo 'a: [' > \"$1\"",
        "sed -i 's/^folder: .*/folder: Moon/' \"$1\"",
    ] {
        let ran = edit(&desk, script);
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        let kept = ran.stderr.trim_end().rsplit_once("saved in ").expect("where the text is").1;
        assert!(std::path::Path::new(kept).exists(), "{kept}");
    }
}

#[test]
fn changes_of_others_are_kept() {
    let desk = desk_with_vault();
    let ran =
        edit(&desk, "\"$CAIRN\" asset update Vault --description Above. >&2; sed -i 's/^type: .*/type: PR/' \"$1\"");
    assert!(ran.stderr.contains("both changes are kept"), "{}", ran.stderr);
    ran.printed();
    let asset = desk.json(&["asset", "get", "Vault"]);
    assert_eq!((asset["type"].as_str(), asset["description"].as_str()), (Some("PR"), Some("Above.")));
}

#[test]
fn where_both_changed_the_same_one_is_asked() {
    let desk = desk_with_vault();
    let ran = edit(
        &desk,
        "if grep -q '^#! ' \"$1\"; then cp \"$1\" seen.yaml; echo '# once more' >> \"$1\"; \
         else \"$CAIRN\" asset update Vault --description Theirs >&2; sed -i 's/^description: .*/description: Mine/' \"$1\"; fi",
    );
    ran.printed();
    let seen = std::fs::read_to_string(desk.path("seen.yaml")).expect("what the editor saw");
    assert!(seen.starts_with("#! Someone else has set description to: Theirs\n"), "{seen}");
    assert_eq!(desk.json(&["asset", "get", "Vault"])["description"], "Mine");
}

#[test]
fn after_a_clash_the_first_value_can_be_chosen() {
    let desk = desk_with_vault();
    desk.run(&["asset", "update", "Vault", "--description", "First"]).printed();
    let ran = edit(
        &desk,
        "if grep -q '^#! ' \"$1\"; then sed -i 's/^description: .*/description: First/' \"$1\"; \
         else \"$CAIRN\" asset update Vault --description Theirs >&2; sed -i 's/^description: .*/description: Mine/' \"$1\"; fi",
    );
    ran.printed();
    assert_eq!(desk.json(&["asset", "get", "Vault"])["description"], "First");
}
