//! What lists look like, for people and for programs.

use serde_json::{Value as Json, json};

use super::desk::Desk;

fn three_assets() -> Desk {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["asset", "create", "Vault", "--folder", "Sales", "--type", "PR", "--ref-id", "A-2"]);
    desk.print(&["asset", "create", "Server, old", "--description", "two\nlines"]);
    desk.print(&["asset", "create", "Archive", "--folder", "Sales", "--ref-id", "A-1"]);
    desk
}

#[test]
fn a_table_for_people() {
    let desk = three_assets();
    assert_eq!(
        desk.print(&["asset", "list"]),
        "REF ID  NAME         TYPE     FOLDER\n\
         A-1     Archive      Support  Sales\n\
         \x20       Server, old  Support  Global\n\
         A-2     Vault        Primary  Sales\n"
    );
    let text = desk.print(&["asset", "list", "--columns", "name,type,folder.str", "--sort", "-name", "--limit", "1"]);
    assert_eq!(text, "NAME   TYPE     FOLDER STR\nVault  Primary  Sales\n");
    let none = desk.run(&["asset", "list", "--search", "moon"]);
    assert_eq!((none.status, none.stdout.as_str(), none.stderr.as_str()), (Some(0), "", "No assets.\n"));
}

#[test]
fn forms_for_programs() {
    let desk = three_assets();
    let list = |more: &[&str]| desk.print(&[&["asset", "list"], more].concat());
    let rows: Json = serde_json::from_str(&list(&["-o", "json"])).expect("JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(3));
    assert_eq!(rows[0]["folder"]["str"], "Sales");
    assert_eq!(
        list(&["-o", "jsonl", "--columns", "name,type"]),
        "{\"name\":\"Archive\",\"type\":\"SP\"}\n{\"name\":\"Server, old\",\"type\":\"SP\"}\n{\"name\":\"Vault\",\"type\":\"PR\"}\n"
    );
    assert_eq!(
        list(&["-o", "csv", "--columns", "name,description"]),
        "name,description\nArchive,\n\"Server, old\",\"two\nlines\"\nVault,\n"
    );
    assert_eq!(
        list(&["-o", "yaml", "--columns", "name,description", "--name", "Server, old"]),
        "- name: Server, old\n  description: |-\n    two\n    lines\n"
    );
    let ids = list(&["-o", "id"]);
    assert!(ids.lines().all(|line| line.len() == 36) && ids.lines().count() == 3, "{ids}");
    assert_eq!(list(&["-o", "json", "--search", "moon"]).trim(), "[]");
}

#[test]
fn filters_take_names_labels_and_ranges() {
    let desk = three_assets();
    let names = |more: &[&str]| -> Vec<String> {
        let text = desk.print(&[&["asset", "list", "-o", "jsonl", "--columns", "name"], more].concat());
        let name = |line: &str| serde_json::from_str::<Json>(line).expect("JSON")["name"].as_str().map(str::to_owned);
        text.lines().filter_map(name).collect()
    };
    assert_eq!(names(&["--folder", "Sales"]), ["Archive", "Vault"]);
    assert_eq!(names(&["--folder", "Sales", "--folder", "Global", "--type", "support"]), ["Archive", "Server, old"]);
    assert_eq!(names(&["--type", "PR,SP"]).len(), 3);
    assert_eq!(names(&["--name", "Server, old"]), ["Server, old"]);
    assert_eq!(names(&["--name-icontains", "V"]), ["Archive", "Server, old", "Vault"]);
    assert_eq!(names(&["--created-at-gte", "2020-01-01", "--created-at-lt", "2021-01-01"]), [""; 0]);
    assert_eq!(names(&["--owner-isnull"]).len(), 3);
    assert_eq!(names(&["--is-primary"]), ["Vault"]);
    assert_eq!(names(&["--is-primary=false", "--search", "old"]), ["Server, old"]);
    desk.run(&["asset", "list", "--columns", "colour"]).ended(2, "assets have no “colour”; they have id, ");
    desk.run(&["asset", "list", "--sort", "colour"]).ended(1, "ordering: ");
}

#[test]
fn a_list_goes_over_all_pages() {
    let desk = Desk::new();
    for part in 0..3 {
        let lines: Vec<String> = (0..500).map(|at| format!("Asset {}", part * 500 + at)).collect();
        let body = json!({ "assets_text": lines.join("\n"), "folder": desk.api().root() });
        desk.api().post("/api/assets/batch-create/", &body).is(200);
    }
    let count = |more: &[&str]| desk.print(&[&["asset", "list", "-o", "id"], more].concat()).lines().count();
    assert_eq!(count(&[]), 1500);
    assert_eq!(count(&["--limit", "1200"]), 1200);
}

#[test]
fn nothing_from_elsewhere_commands_the_terminal() {
    let desk = Desk::new();
    let body =
        json!({ "name": "evil\u{1b}[31m\u{202e}name", "folder": desk.api().root(), "description": "x\u{1b}]0;y\u{7}" });
    let id = desk.api().post("/api/assets/", &body).is(201).id();
    for arguments in [&["asset", "list"][..], &["asset", "get", &id], &["asset", "get", "evi"]] {
        let ran = desk.run(arguments);
        let text = ran.stdout + &ran.stderr;
        assert!(text.contains("evil") && !text.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{text:?}");
    }
}

#[test]
fn reasons_and_notes_do_not_command_it_either() {
    let desk = Desk::new();
    let ran = desk.run_with_input(
        &["import", "-", "--kind", "assets", "--map", "\u{1b}[2Jnote="],
        "name,\u{1b}[2Jnote\nVault,x\n",
    );
    assert!(ran.stderr.contains("Skipped columns: ") && !ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
    let ran = desk.instance.run(&["admin", "token", "--email", "\u{1b}[2Jnobody", "--name", "x"]);
    assert!(ran.stderr.contains("[2Jnobody") && !ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
}

#[test]
fn one_object_in_every_form() {
    let desk = three_assets();
    let text = desk.print(&["asset", "get", "Server, old"]);
    assert!(text.starts_with("Name                  Server, old\n"), "{text}");
    assert!(text.contains("Description           two\n                      lines\n"), "{text}");
    assert!(desk.print(&["asset", "get", "Vault", "-o", "yaml"]).contains("\nname: Vault\n"));
    assert_eq!(desk.print(&["asset", "get", "Vault", "-o", "csv"]).lines().count(), 2);
}

#[test]
fn exports_are_files_for_spreadsheets() {
    let desk = three_assets();
    let csv = desk.print(&["asset", "export", "--folder", "Sales"]);
    assert!(csv.contains("Vault") && !csv.contains("Server, old"), "{csv}");
    desk.print(&["asset", "export", "--file", "assets.xlsx"]);
    assert!(std::fs::read(desk.path("assets.xlsx")).expect("a file").starts_with(b"PK"));
}

#[test]
fn search_finds_everything() {
    let desk = three_assets();
    let found = desk.print(&["search", "vault"]);
    assert!(found.contains("assets") && found.contains("Vault") && found.contains("Sales"), "{found}");
}
