//! A domain as files, and as one file.

use serde_json::{Value as Json, json};

use super::desk::Desk;

/// A domain with objects that refer to each other, also in a circle, exported to `sales/`.
fn desk_with_files() -> Desk {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["filtering-label", "create", "core", "--folder", "Sales"]);
    desk.print(&["folder", "update", "Sales", "--filtering-labels", "core"]);
    desk.print(&[
        "asset",
        "create",
        "Vault",
        "--folder",
        "Sales",
        "--type",
        "primary",
        "--description",
        "Below.\nDeep.",
    ]);
    desk.print(&["asset", "create", "Disk", "--folder", "Sales", "--parent-assets", "Vault"]);
    desk.print(&[
        "applied-control",
        "create",
        "Backups",
        "--folder",
        "Sales",
        "--assets",
        "Disk",
        "--owner",
        "operator@example.com",
    ]);
    desk.print(&["evidence", "create", "Report", "--folder", "Sales"]);
    desk.print(&["export", "-d", "Sales", "sales"]);
    desk
}

fn read(desk: &Desk, file: &str) -> String {
    std::fs::read_to_string(desk.path(&format!("sales/{file}"))).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn write(desk: &Desk, file: &str, text: &str) {
    std::fs::write(desk.path(&format!("sales/{file}")), text).expect("a file");
}

/// The output of a plan, with its exit code.
#[track_caller]
fn plan(desk: &Desk, code: i32) -> String {
    let ran = desk.run(&["apply", "-f", "sales", "--plan"]);
    assert_eq!(ran.status, Some(code), "{}{}", ran.stdout, ran.stderr);
    ran.stdout
}

#[test]
fn applying_an_export_changes_nothing() {
    let desk = desk_with_files();
    assert_eq!(read(&desk, "assets/vault.yaml"), "name: Vault\ndescription: |-\n  Below.\n  Deep.\ntype: PR\n");
    assert_eq!(read(&desk, "assets/disk.yaml"), "name: Disk\nparent_assets:\n  - Vault\n");
    assert_eq!(read(&desk, "domain.yaml"), "name: Sales\nfiltering_labels:\n  - core\n");
    assert!(read(&desk, "applied-controls/backups.yaml").contains("owner:\n  - operator@example.com\n"));
    assert!(read(&desk, "evidence-revisions/report-v1.yaml").contains("evidence: Report\n"));
    let before = desk.api().get("/api/log-entries/?kind=updated&limit=1").json()["count"].clone();
    assert_eq!(plan(&desk, 0), "");
    let ran = desk.run(&["apply", "-f", "sales"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), "Nothing to do: everything matches the files.\n"));
    assert_eq!(desk.api().get("/api/log-entries/?kind=updated&limit=1").json()["count"], before);
    desk.print(&["export", "-d", "Sales", "sales"]);
    assert_eq!(plan(&desk, 0), "");
}

#[test]
fn an_edit_is_planned_applied_and_done() {
    let desk = desk_with_files();
    write(&desk, "assets/vault.yaml", "name: Vault\ntype: PR\nref_id: A-1\n");
    write(&desk, "assets/tape.yaml", "name: Tape\nparent_assets: [Vault, assets/disk]\n");
    let planned = plan(&desk, 7);
    assert_eq!(
        planned,
        "+ asset “Tape”  assets/tape\n    Folder: Sales\n    Name: Tape\n    Parent assets: Vault, Disk\n\
         ~ asset “Vault”  assets/vault\n    Description: Below. Deep. → nothing\n    Ref id: nothing → A-1\n\
         Plan: 1 to add, 1 to change, 0 to delete, 6 unchanged.\n"
    );
    assert_eq!(desk.json(&["asset", "get", "Vault"])["ref_id"], "", "a plan writes nothing");
    let done = desk.print(&["apply", "-f", "sales"]);
    assert!(done.ends_with("Applied: 1 added, 1 changed, 0 deleted, 6 unchanged.\n"), "{done}");
    assert_eq!(desk.json(&["asset", "get", "Tape"])["parent_assets"].as_array().map(Vec::len), Some(2));
    assert_eq!(plan(&desk, 0), "");
    let outcome: Json =
        serde_json::from_str(&desk.print(&["apply", "-f", "sales", "--plan", "-o", "json"])).expect("JSON");
    assert_eq!((&outcome["unchanged"], &outcome["created"]), (&json!(8), &json!(0)));
}

#[test]
fn what_others_changed_is_shown_and_kept() {
    let desk = desk_with_files();
    desk.print(&["asset", "update", "Vault", "--ref-id", "THEIRS"]);
    assert_eq!(
        plan(&desk, 7).lines().filter(|line| line.contains("! drift: updated by operator@example.com at 20")).count(),
        1
    );
    write(&desk, "assets/disk.yaml", "name: Disk\nref_id: MINE\n");
    let ran = desk.run(&["apply", "-f", "sales"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("Ref id: nothing → THEIRS"), "{}", ran.stdout);
    assert!(ran.stderr.contains("use --force"), "{}", ran.stderr);
    assert_eq!(desk.json(&["asset", "get", "Disk"])["ref_id"], "", "nothing at all was written");
    // A new export would overwrite local changes, and says so.
    desk.run(&["export", "-d", "Sales", "sales"]).ended(1, "assets/disk.yaml was changed here");
    desk.print(&["apply", "-f", "sales", "--force"]);
    assert_eq!(desk.json(&["asset", "get", "Vault"])["ref_id"], "");
    assert_eq!(desk.json(&["asset", "get", "Disk"])["ref_id"], "MINE");
    assert_eq!(plan(&desk, 0), "");
}

#[test]
fn a_file_that_is_gone_deletes_its_object() {
    let desk = desk_with_files();
    desk.print(&["asset", "create", "Untouched", "--folder", "Sales"]);
    std::fs::remove_file(desk.path("sales/evidences/report.yaml")).expect("a file");
    std::fs::remove_file(desk.path("sales/evidence-revisions/report-v1.yaml")).expect("a file");
    let planned = plan(&desk, 7);
    assert!(
        planned.contains("- evidence “Report”  evidences/report\n") && planned.contains("2 to delete"),
        "{planned}"
    );
    let ran = desk.run(&["apply", "-f", "sales"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("add --yes"), "{}", ran.stderr);
    desk.print(&["apply", "-f", "sales", "--yes"]);
    desk.run(&["evidence", "get", "Report"]).ended(3, "Report");
    desk.print(&["asset", "get", "Untouched"]);
    assert_eq!(plan(&desk, 0), "");
}

#[test]
fn a_file_with_another_name_is_about_the_same_object() {
    let desk = desk_with_files();
    let rename = |old: &str, new: &str| {
        std::fs::rename(desk.path(&format!("sales/{old}")), desk.path(&format!("sales/{new}"))).expect("a new name");
    };
    let id = desk.json(&["asset", "get", "Vault"])["id"].clone();
    rename("assets/vault.yaml", "assets/safe.yaml");
    let ran = desk.run(&["apply", "-f", "sales", "--plan"]);
    assert_eq!((ran.status, ran.stderr.lines().next()), (Some(0), Some("assets/vault is now assets/safe.")));
    desk.print(&["apply", "-f", "sales"]);
    // Also together with a change.
    rename("assets/safe.yaml", "assets/strongroom.yaml");
    write(&desk, "assets/strongroom.yaml", "name: Vault\ntype: PR\nref_id: A-1\n");
    let planned = plan(&desk, 7);
    assert!(planned.ends_with("Plan: 0 to add, 1 to change, 0 to delete, 6 unchanged.\n"), "{planned}");
    desk.print(&["apply", "-f", "sales"]);
    let vault = desk.json(&["asset", "get", "Vault"]);
    assert_eq!((&vault["id"], &vault["ref_id"]), (&id, &json!("A-1")));
    assert_eq!(desk.json(&["asset", "get", "Disk"])["parent_assets"][0]["id"], id, "links are kept");
    assert_eq!(plan(&desk, 0), "");
}

#[test]
fn nothing_with_a_file_goes_along() {
    let desk = desk_with_files();
    std::fs::remove_file(desk.path("sales/evidences/report.yaml")).expect("a file");
    let ran = desk.run(&["apply", "-f", "sales", "--plan"]);
    ran.ended(1, "evidence-revisions/report-v1: evidence: “Report” is deleted by evidences/report.");
}

#[test]
fn a_mistake_in_one_file_leaves_nothing() {
    let desk = desk_with_files();
    write(&desk, "assets/vault.yaml", "name: Vault\nref_id: NEW\n");
    write(&desk, "assets/disk.yaml", "name: Disk\ntype: gold\nparent_assets: [Nowhere]\n");
    let ran = desk.run(&["apply", "-f", "sales"]);
    ran.ended(1, "assets/disk: parent_assets: There is no asset “Nowhere”");
    assert_eq!(desk.json(&["asset", "get", "Vault"])["ref_id"], "");
    write(&desk, "assets/disk.yaml", "name: [");
    desk.run(&["apply", "-f", "sales"]).ended(1, "assets/disk.yaml: not valid YAML");
    desk.run(&["apply", "-f", "nowhere"]).ended(2, "is not a directory");
    std::fs::remove_file(desk.path("sales/domain.yaml")).expect("a file");
    std::fs::remove_file(desk.path("sales/assets/disk.yaml")).expect("a file");
    desk.run(&["apply", "-f", "sales"]).ended(2, "no domain.yaml");
}

#[test]
fn a_directory_makes_a_domain_elsewhere() {
    let (desk, other) = (desk_with_files(), Desk::new());
    for folder in ["", "assets", "applied-controls", "filtering-labels", "evidences", "evidence-revisions"] {
        std::fs::create_dir_all(other.path(&format!("sales/{folder}"))).expect("a folder");
        for entry in std::fs::read_dir(desk.path(&format!("sales/{folder}"))).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                std::fs::copy(&path, other.path(&format!("sales/{folder}/{name}"))).expect("a copy");
            }
        }
    }
    // What is known of one instance says nothing about another.
    let done = other.print(&["apply", "-f", "sales"]);
    assert!(done.ends_with("Applied: 7 added, 0 changed, 0 deleted, 0 unchanged.\n"), "{done}");
    assert_eq!(other.json(&["folder", "get", "Sales"])["filtering_labels"][0]["str"], "core", "also in a circle");
    assert_eq!(plan(&other, 0), "");
}

#[test]
fn a_domain_travels_as_one_file() {
    let (desk, other) = (desk_with_files(), Desk::new());
    std::fs::write(desk.path("seen.txt"), "What was seen.\n").expect("a file");
    desk.print(&["evidence", "upload", "Report", "seen.txt"]);
    desk.print(&["folder", "export", "Sales", "--file", "sales.zip"]);
    std::fs::copy(desk.path("sales.zip"), other.path("sales.zip")).expect("a copy");
    let made = other.json(&["folder", "import", "sales.zip", "--name", "Vertrieb (Köln)"]);
    assert_eq!((made["name"].as_str(), made["created"].as_u64()), (Some("Vertrieb (Köln)"), Some(8)));
    assert_eq!(other.print(&["evidence", "download", "Report"]), "What was seen.\n");
    other.run(&["folder", "import", "sales.zip", "--name", "Vertrieb (Köln)"]).ended(1, "domain: name: ");
    other.run(&["folder", "import", "nowhere.zip"]).ended(1, "cannot read nowhere.zip");
    assert!(desk.print(&["folder", "export"]).contains("Sales"), "the list is there as before");
}

#[test]
fn a_library_draft_is_exported_as_its_file() {
    let desk = Desk::new();
    desk.print(&["library-draft", "create", "--name", "House rules", "--packager", "acme", "--ref-id", "house"]);
    desk.print(&["library-draft", "export", "House rules", "--output", "house.yaml"]);
    let file = std::fs::read_to_string(desk.path("house.yaml")).expect("the file");
    assert!(file.contains("urn:acme:risk:library:house"), "{file}");
    assert!(desk.print(&["library-draft", "export"]).contains("House rules"), "the list is there as before");
}
