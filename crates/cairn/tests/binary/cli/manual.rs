//! Help, the manual and its pages.

use tempfile::TempDir;

use super::desk::{Desk, at_home, finish};

const TOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn help_teaches() {
    let desk = Desk::new();
    desk.print(&["asset", "list"]);
    let all = desk.print(&["--help"]);
    for words in ["login", "serve", "applied-control", "Assets:", "Exit codes: 0 done, 1 refused"] {
        assert!(all.contains(words), "{all}");
    }
    let asset = desk.print(&["asset", "--help"]);
    for verb in ["list", "get", "create", "update", "edit", "delete", "history", "restore", "export", "batch-create"] {
        assert!(asset.contains(&format!("\n  {verb} ")), "{asset}");
    }
    let create = desk.print(&["help", "applied-control", "create"]);
    for words in [
        "--status <CHOICE>",
        "- in_progress: In progress",
        "[default: --]",
        "A number from 0 to 100",
        "A date such as 2026-03-31",
        "--owner <ACTOR>",
        "Repeat for several",
        "Required",
        "Examples:",
    ] {
        assert!(create.contains(words), "{words}:\n{create}");
    }
    let list = desk.print(&["asset", "list", "--help"]);
    for words in ["--created-at <TIME>", "[also -gte", "--columns", "--as-of"] {
        assert!(list.contains(words), "{words}:\n{list}");
    }
    assert!(finish(desk.stranger(&["--help"]), "").printed().contains("sign in with `cairn login`"));
    assert!(desk.print(&["help", "serve"]).contains("--listen"));
}

/// Every example in the help works when copied.
#[test]
fn the_first_example_of_every_create_works() {
    let desk = Desk::new();
    desk.api().patch("/api/settings/feature-flags/", &serde_json::json!({ "outgoing_webhooks": true })).is(200);
    desk.print(&["findings-assessment", "create", "A findings assessment"]);
    desk.print(&["applied-control", "create", "An applied control"]);
    desk.print(&["evidence", "create", "An evidence"]);
    desk.print(&["team", "create", "An actor"]);
    desk.print(&["incident", "create", "An incident"]);
    desk.print(&["object-classification", "create", "An object classification"]);
    desk.print(&["perimeter", "create", "A perimeter"]);
    load_framework(&desk);
    desk.print(&["compliance-assessment", "create", "A compliance assessment", "--framework", "A framework"]);
    // Files that an example reads have to be written by its reader.
    let level = serde_json::json!([{ "id": 0, "name": "Any" }]);
    let matrix = serde_json::json!({ "probability": level, "impact": level, "risk": level, "grid": [[0]] });
    std::fs::write(desk.path("json_definition.json"), matrix.to_string()).expect("a file");
    desk.print(&[
        "risk-matrix",
        "create",
        "A risk matrix",
        "--json-definition",
        &format!("@{}", desk.path("json_definition.json").display()),
    ]);
    desk.print(&["risk-assessment", "create", "A risk assessment", "--risk-matrix", "A risk matrix"]);
    desk.print(&["risk-scenario", "create", "A risk scenario", "--risk-assessment", "A risk assessment"]);
    desk.print(&["metric-definition", "create", "A metric definition"]);
    desk.print(&["metric-instance", "create", "A metric instance", "--metric-definition", "A metric definition"]);
    desk.print(&["dashboard", "create", "A dashboard"]);
    let permissions = desk.api().get("/api/permissions/?codename=view_folder").is(200).column("id");
    let account =
        serde_json::json!({ "name": "A service account", "permissions": permissions, "folders": [desk.api().root()] });
    desk.api().post("/api/iam/service-accounts/", &account).is(201);
    std::fs::write(desk.path("value.json"), "{ \"result\": 96 }").expect("a file");
    let binary = desk.command(&[]).get_program().to_string_lossy().into_owned();
    let mut tried = 0;
    for (path, resource) in desk.api().get("/api/model/").is(200).json()["resources"].as_object().expect("resources") {
        let word = resource["name"].as_str().expect("a name").to_lowercase().replace(' ', "-");
        if resource["read_only"] == true || resource["permissions"]["add"] != true {
            continue;
        }
        // A name alone doesn't say which requirement of which audit an answer is for.
        if path == "answers" {
            continue;
        }
        let help = desk.print(&[&word, "create", "--help"]);
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{help}"));
        // On a narrow terminal, an example spans several lines.
        let example = examples.trim_start().split("\n  cairn ").next().unwrap_or_default();
        let example = example.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut shell = std::process::Command::new("sh");
        // A policy is a control, so it can't have the name of one.
        let example = example.replace("\"A good name\"", &format!("\"A good {word}\""));
        shell.args(["-c", &example.replacen("cairn", &binary, 1)]).current_dir(desk.path("."));
        shell.envs(desk.command(&[]).get_envs().filter_map(|(name, value)| Some((name, value?))));
        let ran = finish(shell, "");
        assert_eq!(ran.status, Some(0), "{path}: {example}\n{}", ran.stderr);
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
}

/// Loads a library with a framework of one requirement.
fn load_framework(desk: &Desk) {
    let text = "urn: urn:acme:risk:library:one\nlocale: en\nref_id: ONE\nname: One\nversion: 1\nprovider: Acme\n\
        packager: acme\nobjects:\n  framework:\n    urn: urn:acme:risk:framework:one\n    ref_id: ONE\n    \
        name: A framework\n    requirement_nodes:\n      - { urn: \"urn:acme:risk:req_node:one:1\", assessable: true, \
        depth: 1, name: First }\n";
    std::fs::write(desk.path("one.yaml"), text).expect("a file");
    desk.print(&["stored-library", "upload", "one.yaml"]);
    desk.print(&["stored-library", "import", "One"]);
}

/// The manual in the repository matches the commands. `make golden` renews it.
#[test]
fn the_manual_is_up_to_date() {
    let home = TempDir::new().expect("a home");
    let model = format!("{TOP}/docs/golden/model.json");
    let text = finish(at_home(&home, &["docs", "--model", &model]), "").printed();
    let kept = std::fs::read_to_string(format!("{TOP}/docs/CLI.md")).unwrap_or_default();
    assert!(text == kept, "docs/CLI.md is not what the commands say; run `make golden`");
}

#[test]
fn every_command_has_a_page() {
    let home = TempDir::new().expect("a home");
    let model = format!("{TOP}/docs/golden/model.json");
    finish(at_home(&home, &["docs", "--man", "man", "--model", &model]), "").printed();
    for page in [
        "cairn.1",
        "cairn-login.1",
        "cairn-serve.1",
        "cairn-asset.1",
        "cairn-asset-list.1",
        "cairn-applied-control-merge.1",
        "cairn-apply.1",
        "cairn-folder-import.1",
    ] {
        let text = std::fs::read_to_string(home.path().join("man").join(page)).unwrap_or_default();
        assert!(text.contains(".TH"), "{page}");
    }
    let list = std::fs::read_to_string(home.path().join("man/cairn-asset-list.1")).expect("a page");
    assert!(list.contains("folder") && list.contains("The domain the asset belongs to"), "{list}");
}
