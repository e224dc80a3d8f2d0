//! `cairn import`: files in, reports out.

use serde_json::json;

use super::desk::Desk;

#[test]
fn a_file_becomes_objects() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    std::fs::write(desk.path("assets.csv"), "Titre;Type;Note\nÉtude;Primary;x\nDisk;SP;y\n").expect("a file");
    let arguments =
        ["import", "assets.csv", "--kind", "assets", "--folder", "Sales", "--map", "titre=name", "--map", "Note="];

    let tried = desk.run(&[&arguments[..], &["--dry-run"]].concat());
    assert_eq!(tried.status, Some(0), "{}", tried.stderr);
    assert!(
        tried.stdout.contains("ROW  WHAT    NAME") && tried.stdout.contains("2    create  Étude"),
        "{}",
        tried.stdout
    );
    assert!(tried.stdout.ends_with("2 would be created; nothing was written.\n"), "{}", tried.stdout);
    assert_eq!(desk.api().get("/api/assets/").is(200).json()["count"], 0);

    let ran = desk.run(&arguments);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), "2 created.\n"), "{}", ran.stderr);
    assert_eq!(ran.stderr, "Skipped columns: Note.\n", "a progress bar is for people");
    assert_eq!(desk.json(&["asset", "get", "Étude"])["folder"]["str"], "Sales");

    let again = desk.run(&arguments);
    assert_eq!(again.status, Some(1));
    assert!(again.stdout.contains("This asset already exists"), "{}", again.stdout);
    assert!(again.stderr.contains("2 of 2 rows cannot be imported. Nothing was changed."), "{}", again.stderr);
    let skipped = desk.print(&[&arguments[..], &["--on-conflict", "skip"]].concat());
    assert_eq!(skipped, "2 skipped.\n");
}

#[test]
fn reports_are_for_programs_too() {
    let desk = Desk::new();
    let input = "name,type\nA,PR\nB,wrong\n";
    let ran = desk.run_with_input(&["import", "-", "--kind", "asset", "-o", "json"], input);
    assert_eq!(ran.status, Some(1));
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&report["failed"], &report["errors"][0]["row"]), (&json!(1), &json!(3)));
    let ran = desk.run_with_input(&["import", "-", "--kind", "asset", "-o", "json"], "name\nA\n");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&ran.printed()).expect("JSON")["created"], 1);
}

#[test]
fn findings_go_into_an_assessment() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["perimeter", "create", "Shop", "--folder", "Sales"]);
    let arguments =
        ["import", "-", "--kind", "findings", "--folder", "Sales", "--perimeter", "Shop", "--name", "Été 2026"];
    let ran = desk.run_with_input(&arguments, "ref_id,name,severity\nF1,Old TLS,high\n");
    assert_eq!(ran.printed(), "1 created.\n");
    assert_eq!(desk.json(&["findings-assessment", "get", "Été 2026"])["perimeter"]["str"], "Shop");
}

#[test]
fn templates_are_fetched_and_mistakes_are_named() {
    let desk = Desk::new();
    desk.print(&["import", "--template", "--kind", "applied-controls", "-o", "controls.xlsx"]);
    let book = std::fs::read(desk.path("controls.xlsx")).expect("a workbook");
    assert!(book.starts_with(b"PK"));
    desk.print(&["import", "--template", "--kind", "asset", "-o", "assets.csv"]);
    let headings = std::fs::read_to_string(desk.path("assets.csv")).expect("headings");
    assert!(headings.contains("folder,name,"), "{headings}");

    desk.run(&["import", "assets.csv", "--kind", "asset"]).ended(1, "The file has a header row but no data.");
    desk.run(&["import", "nowhere.csv", "--kind", "asset"]).ended(1, "cannot read nowhere.csv");
    desk.run(&["import", "assets.csv", "--kind", "moons"]).ended(1, "“moons” cannot be imported");
    desk.run(&["import", "--template", "--kind", "moons", "-o", "x.csv"])
        .ended(2, "cannot be imported; see `cairn api GET /api/data-wizard/templates/`");
    assert!(desk.print(&["api", "GET", "/api/data-wizard/templates/"]).contains("assets"));
    desk.run(&["import", "--kind", "asset"]).ended(2, "required");
    desk.run(&["import", "assets.csv"]).ended(2, "--kind");
    desk.run(&["import", "assets.csv", "--kind", "asset", "--map", "x"]).ended(2, "HEADING=FIELD");
}
