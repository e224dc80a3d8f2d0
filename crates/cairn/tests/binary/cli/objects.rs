//! Creates, changes and deletes objects, with references by name.

use serde_json::json;

use super::desk::Desk;

/// Two domains with a vault each.
fn two_vaults(desk: &Desk) {
    for domain in ["Sales", "Lab"] {
        desk.print(&["folder", "create", domain]);
        desk.print(&["asset", "create", "Vault", "--folder", domain]);
    }
}

#[test]
fn references_are_given_by_name() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["filtering-label", "create", "crown-jewel"]);
    desk.print(&["asset", "create", "Billing", "--ref-id", "A-7", "--folder", "sales"]);
    let made = desk.print(&[
        "asset",
        "create",
        "Customer database",
        "--type",
        "primary",
        "--folder",
        "Sales",
        "--owner",
        "operator@example.com",
        "--filtering-labels",
        "crown-jewel",
        "--support-assets",
        "A-7",
    ]);
    assert!(made.starts_with("Created asset “Customer database” ("), "{made}");
    let asset = desk.json(&["asset", "get", "customer DATABASE"]);
    assert_eq!(asset["type"], "PR");
    assert_eq!(asset["folder"]["str"], "Sales");
    assert_eq!(asset["owner"][0]["str"], "operator@example.com");
    assert_eq!(asset["filtering_labels"][0]["str"], "crown-jewel");
    assert_eq!(asset["support_assets"][0]["str"], "Billing");
    let id = asset["id"].as_str().expect("an id");
    assert_eq!(desk.print(&["asset", "get", id, "-o", "id"]).trim(), id);
}

#[test]
fn a_name_that_fits_several_changes_nothing_and_lists_them() {
    let desk = Desk::new();
    two_vaults(&desk);
    let ran = desk.run(&["asset", "update", "Vault", "--type", "PR"]);
    ran.ended(2, "“Vault” matches several assets:");
    assert!(ran.stderr.contains("Sales/Vault") && ran.stderr.contains("Lab/Vault"), "{}", ran.stderr);
    desk.run(&["asset", "create", "Key", "--parent-assets", "Vault"]).ended(2, "matches several");
    desk.run(&["asset", "delete", "Vault", "--yes"]).ended(2, "matches several");
    assert_eq!(desk.api().get("/api/assets/?type=PR").is(200).json()["count"], 0);
    assert_eq!(desk.api().get("/api/assets/").is(200).json()["count"], 2);

    desk.print(&["asset", "update", "lab/Vault", "--type", "PR"]);
    assert_eq!(desk.json(&["asset", "get", "Lab/Vault"])["type"], "PR");
    assert_eq!(desk.json(&["asset", "get", "Sales/Vault"])["type"], "SP");
}

#[test]
fn what_is_not_there_is_told_with_what_comes_close() {
    let desk = Desk::new();
    two_vaults(&desk);
    desk.run(&["asset", "get", "Cellar"]).ended(3, "there is no asset “Cellar”");
    desk.run(&["asset", "get", "vau"]).ended(3, "perhaps one of:");
    desk.run(&["asset", "get", "01987a2c-5a1e-7c1f-9f11-3f2f0f6f1a11"]).ended(3, "");
    desk.run(&["asset", "create", "X", "--folder", "Moon"]).ended(3, "there is no folder “Moon”");
}

#[test]
fn fields_change_one_by_one() {
    let desk = Desk::new();
    desk.print(&["asset", "create", "Vault", "--description", "Deep below.", "--ref-id", "V"]);
    std::fs::write(desk.path("notes.md"), "# Vault\n\n- cold\n").expect("a file");
    desk.print(&["asset", "update", "V", "--name", "Safe", "--description", "@notes.md", "--is-published=false"]);
    let asset = desk.json(&["asset", "get", "V"]);
    assert_eq!((&asset["name"], &asset["description"]), (&json!("Safe"), &json!("# Vault\n\n- cold\n")));
    assert_eq!(asset["is_published"], false);
    desk.print(&["asset", "update", "V", "--unset", "description", "--unset", "ref-id"]);
    let asset = desk.json(&["asset", "get", "Safe"]);
    assert_eq!((&asset["description"], &asset["ref_id"]), (&json!(null), &json!("")));
    desk.run(&["asset", "update", "Safe"]).ended(2, "set the fields to change");
    desk.run(&["asset", "update", "Safe", "--unset", "moon"]).ended(2, "moon");
    desk.run(&["asset", "update", "Safe", "--description", "@nowhere.md"]).ended(1, "cannot read nowhere.md");
}

#[test]
fn lists_can_grow_and_shrink() {
    let desk = Desk::new();
    for name in ["A", "B", "C", "Whole"] {
        desk.print(&["asset", "create", name]);
    }
    let parts = || -> Vec<String> {
        let whole = desk.json(&["asset", "get", "Whole"]);
        whole["support_assets"].as_array().expect("a list").iter().map(|one| one["str"].to_string()).collect()
    };
    desk.print(&["asset", "update", "Whole", "--support-assets", "A", "--support-assets", "B"]);
    desk.print(&["asset", "update", "Whole", "--add-support-assets", "C", "--remove-support-assets", "A"]);
    assert_eq!(parts(), ["\"B\"", "\"C\""]);
    desk.print(&["asset", "update", "Whole", "--unset", "support-assets"]);
    assert!(parts().is_empty());
}

#[test]
fn json_comes_from_standard_input() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    let create = ["asset", "create", "-"];
    desk.run_with_input(&create, r#"{"name": "One", "folder": "Sales", "type": "Primary"}"#).printed();
    assert_eq!(desk.json(&["asset", "get", "One"])["folder"]["str"], "Sales");
    let many = desk.run_with_input(&create, r#"[{"name": "Two"}, {"name": "Three"}]"#).printed();
    assert_eq!(many.lines().count(), 2, "{many}");
    let ids =
        desk.run_with_input(&["asset", "create", "-", "-o", "id"], "{\"name\": \"Four\"}\n{\"name\": \"Five\"}\n");
    assert_eq!(ids.printed().lines().count(), 2);

    // What was read can be written under another name.
    let one = desk.print(&["asset", "get", "One", "-o", "json"]);
    desk.run_with_input(&["asset", "create", "-", "--name", "Copy"], &one).printed();
    assert_eq!(desk.json(&["asset", "get", "Copy"])["folder"]["str"], "Sales");
    desk.run_with_input(&["asset", "update", "Copy", "-"], r#"{"type": "SP"}"#).printed();
    assert_eq!(desk.json(&["asset", "get", "Copy"])["type"], "SP");

    desk.run_with_input(&create, "name: x").ended(2, "not JSON");
    desk.run_with_input(&create, "").ended(2, "empty");
    desk.run_with_input(&create, r#"{"name": "X", "colour": "red"}"#).ended(1, "colour: ");
    let half = desk.run_with_input(&create, r#"[{"name": "Six"}, {"nmae": "Seven"}]"#);
    assert_eq!(half.status, Some(1));
    assert!(half.stderr.contains("object 2 (1 created before it)"), "{}", half.stderr);
}

#[test]
fn deleting_needs_a_yes() {
    let desk = Desk::new();
    desk.print(&["asset", "create", "Vault"]);
    desk.run(&["asset", "delete", "Vault"]).ended(2, "--yes");
    assert_eq!(desk.print(&["asset", "delete", "Vault", "--yes"]), "Deleted asset “Vault”\n");
    desk.run(&["asset", "get", "Vault"]).ended(3, "");
}

#[test]
fn actions_of_a_resource_are_commands() {
    let desk = Desk::new();
    for name in ["MFA", "MFA for admins", "Two factors"] {
        desk.print(&["applied-control", "create", name]);
    }
    desk.print(&[
        "applied-control",
        "merge",
        "--target",
        "MFA",
        "--sources",
        "MFA for admins",
        "--sources",
        "Two factors",
        "--delete-sources",
    ]);
    assert_eq!(desk.print(&["applied-control", "list", "-o", "csv", "--columns", "name"]), "name\nMFA\n");
    desk.print(&["applied-control", "duplicate", "MFA", "--name", "MFA again"]);
    desk.print(&["applied-control", "get", "MFA again"]);
    desk.run(&["applied-control", "merge", "--target", "MFA"]).ended(2, "--sources");
    assert!(desk.json(&["applied-control", "per-status"])["results"].is_object());
    desk.print(&["asset", "batch-create", "--assets-text", "PR:Shop\n  Database", "--folder", "Global"]);
    assert_eq!(desk.json(&["asset", "get", "Database"])["parent_assets"][0]["str"], "Shop");
}

#[test]
fn a_secret_is_shown_when_it_is_made() {
    let desk = Desk::new();
    let flag = r#"{"outgoing_webhooks": true}"#;
    desk.run_with_input(&["api", "PATCH", "/api/settings/feature-flags/", "-"], flag).printed();
    let made = desk.print(&[
        "webhook-endpoint",
        "create",
        "Chat",
        "--url",
        "https://chat.example.com/hook",
        "--event-types",
        "asset.created",
        "--event-types",
        "asset.deleted",
        "--generate-secret",
    ]);
    assert!(made.contains("secret: whsec_") && made.contains("shown only once"), "{made}");
    let endpoint = desk.json(&["webhook-endpoint", "get", "Chat"]);
    assert_eq!(endpoint["event_types"], json!(["asset.created", "asset.deleted"]));
    desk.print(&["webhook-endpoint", "disable", "Chat"]);
    assert_eq!(desk.json(&["webhook-endpoint", "get", "Chat"])["is_active"], false);
}

#[test]
fn what_someone_may_not_do_is_no_command() {
    let desk = Desk::new();
    desk.instance
        .run_with_input(
            &["admin", "create-user", "--email", "guest@example.com", "--password-stdin"],
            "four green bottles",
        )
        .succeeded();
    let token = desk.instance.run(&["admin", "token", "--email", "guest@example.com", "--name", "x"]).succeeded();
    let mut command = desk.command(&["asset", "list"]);
    command.env("CAIRN_TOKEN", token);
    let ran = super::desk::finish(command, "");
    assert!(matches!(ran.status, Some(2 | 4)), "{}", ran.stderr);
}

#[test]
fn an_earlier_state_comes_back() {
    let desk = Desk::new();
    let made = desk.json(&["asset", "create", "Vault", "--description", "Old"]);
    let id = made["id"].as_str().expect("an id");
    let then = made["updated_at"].as_str().expect("a time");
    desk.print(&["asset", "update", "Vault", "--name", "Safe", "--description", "New"]);

    desk.run(&["asset", "restore", "Safe"]).ended(2, "with --as-of or --entry");
    assert!(desk.print(&["asset", "restore", "Vault", "--as-of", then]).starts_with("Restored asset “Vault”"));
    assert_eq!(desk.json(&["asset", "get", id])["description"], "Old");
    let history = desk.json(&["asset", "history", id]);
    let entries = history.as_array().expect("entries");
    let renamed = entries.iter().filter(|entry| entry["kind"] == "updated").nth(1).expect("the first update");
    let answer = desk.json(&["asset", "restore", id, "--entry", &renamed["seq"].to_string()]);
    assert_eq!(answer["object"]["name"], "Safe");

    for _ in 0..2 {
        desk.print(&["asset", "delete", "Safe", "--yes"]);
        desk.run(&["asset", "restore", "Safe"]).ended(3, "there is no asset");
        assert!(desk.print(&["asset", "restore", id]).contains(id), "one that was deleted is as it was at last");
        assert_eq!(desk.json(&["asset", "get", "Safe"])["description"], "New");
    }
    desk.run(&["asset", "restore", id, "--as-of", then, "--entry", "1"]).ended(2, "--entry");
}

#[test]
fn what_is_written_to_a_draft_changes_nothing_until_it_is_applied() {
    let desk = Desk::new();
    two_vaults(&desk);
    desk.print(&["what-if-draft", "create", "Next year", "--folder", "Sales"]);
    let draft = ["--draft", "next year"];
    let print = |arguments: &[&str]| desk.print(&[arguments, &draft].concat());
    let made = print(&["asset", "create", "Safe", "--folder", "Sales"]);
    assert!(made.starts_with("Created asset “Safe” (") && made.contains("in the what-if draft “next year”"), "{made}");
    // What the draft creates and renames is found by that name.
    print(&["asset", "update", "Sales/Vault", "--name", "Strongroom", "--add-support-assets", "Safe"]);
    let gone = print(&["asset", "delete", "Lab/Vault", "--yes"]);
    assert_eq!(gone, "Deleted asset “Lab/Vault” in the what-if draft “next year”\n");
    print(&["risk-acceptance", "waiting"]);
    desk.run(&["asset", "get", "Strongroom"]).ended(3, "Strongroom");
    assert_eq!(desk.api().get("/api/assets/?name=Vault").is(200).json()["count"], 2);
    let shown = desk.json(&["asset", "get", "Strongroom", "--draft", "Next year"]);
    assert_eq!(shown["support_assets"][0]["str"], "Safe");
    desk.run(&["folder", "create", "Lab 2", "--draft", "Next year"]).ended(1, "what-if draft");

    desk.print(&["what-if-draft", "apply", "Next year"]);
    let names: Vec<String> = desk
        .print(&["asset", "list", "-o", "csv", "--columns", "name", "--sort", "name"])
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(names, ["name", "Safe", "Strongroom"]);
}
