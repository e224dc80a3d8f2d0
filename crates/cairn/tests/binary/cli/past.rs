//! The past: the requests that are sent, and how responses are shown. The server is a fake one that responds
//! as the API description says.

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::desk::{at_home, finish};
use super::fake::{Fake, list};
use crate::instance::Ran;

const ID: &str = "01987a2c-5a1e-7c1f-9f11-3f2f0f6f1a11";

fn model() -> Json {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/golden/model.json"));
    serde_json::from_str(&text.expect("the model document")).expect("JSON")
}

fn run(server: &Fake, arguments: &[&str]) -> Ran {
    let home = TempDir::new().expect("a home");
    let mut command = at_home(&home, arguments);
    command.env("CAIRN_URL", format!("http://{}", server.address)).env("CAIRN_TOKEN", "t");
    finish(command, "")
}

fn entry() -> Json {
    json!({
        "id": "1", "at": "2026-03-01T12:30:00.000000Z", "kind": "updated", "resource": "assets",
        "object": { "resource": "assets", "id": ID, "str": "Vault" }, "actor_label": "ada@example.com",
        "changes": [{ "field": "type", "label": "Type", "before": "SP", "after": "PR" }],
    })
}

#[test]
fn lists_and_objects_of_another_time() {
    let item = format!("/api/assets/{ID}/");
    let server = Fake::new(&[
        ("/api/model/", model()),
        ("/api/assets/", list(&[])),
        (&item, json!({ "id": ID, "name": "Vault" })),
    ]);
    run(&server, &["asset", "list", "--as-of", "2026-03-01"]).printed();
    run(&server, &["asset", "get", ID, "--as-of", "2026-03-01T01:00:00+01:00"]).printed();
    let asked = server.asked();
    let sent: Vec<&String> =
        asked.iter().filter(|request| request.contains("as_of=2026-03-01T00%3A00%3A00Z")).collect();
    assert_eq!(sent.len(), 2, "{asked:#?}");
}

#[test]
fn names_are_those_of_the_time_that_is_asked_for() {
    let item = format!("/api/assets/{ID}/");
    let then = list(&[json!({ "id": ID, "name": "Vault", "folder": { "id": ID, "str": "Sales" } })]);
    let nobody_now = list(&[]);
    let server = Fake::new(&[
        ("/api/model/", model()),
        ("/api/assets/", then),
        ("/api/assets/autocomplete/", nobody_now),
        (&item, json!({ "id": ID, "name": "Vault" })),
    ]);
    run(&server, &["asset", "get", "Vault"]).ended(3, "there is no asset “Vault”");
    let text = run(&server, &["asset", "get", "Sales/Vault", "--as-of", "2026-03-01"]);
    assert!(text.printed().contains(ID));
}

#[test]
fn the_history_of_an_object() {
    let path = format!("/api/assets/{ID}/history/");
    let server = Fake::new(&[("/api/model/", model()), (&path, list(&[entry()]))]);
    let text = run(&server, &["asset", "history", ID]).printed();
    assert_eq!(
        text,
        "WHEN              WHO              WHAT     CHANGES\n2026-03-01 12:30  ada@example.com  updated  Type: SP → PR\n"
    );
}

#[test]
fn the_journal() {
    let server = Fake::new(&[("/api/model/", model()), ("/api/log-entries/", list(&[entry()]))]);
    let log = [
        "journal",
        "log",
        "--actor",
        "ada@example.com",
        "--since",
        "2026-03-01",
        "--resource",
        "asset",
        "--object",
        ID,
    ];
    let text = run(&server, &log).printed();
    assert!(text.contains("asset Vault") && text.contains("Type: SP → PR"), "{text}");
    let asked = server.asked().join("\n");
    for part in
        ["actor_label=ada%40example.com", "at__gte=2026-03-01T00%3A00%3A00Z", "resource=assets", "object_id=01987a2c"]
    {
        assert!(asked.contains(part), "{asked}");
    }
    let json: Json = serde_json::from_str(&run(&server, &["journal", "log", "-o", "json"]).printed()).expect("JSON");
    assert_eq!(json[0]["kind"], "updated");
}

#[test]
fn differences_between_two_times() {
    let rows = [
        json!({ "kind": "created", "resource": "assets", "id": ID, "name": "Vault", "folder": { "id": ID, "str": "Sales" }, "changes": [] }),
        json!({ "kind": "changed", "resource": "applied-controls", "id": ID, "name": "MFA", "folder": null,
                "changes": [{ "field": "owner", "label": "Owner", "added": [{ "id": ID, "str": "Ada" }] }] }),
    ];
    let folders = list(&[json!({ "id": ID, "str": "Sales", "name": "Sales" })]);
    let server =
        Fake::new(&[("/api/model/", model()), ("/api/diff/", list(&rows)), ("/api/folders/autocomplete/", folders)]);
    let text = run(&server, &["diff", "--from", "2026-01-01", "--to", "2026-04-01", "--domain", "Sales"]).printed();
    assert_eq!(
        text,
        "+ asset Vault  (Sales)\n~ applied control MFA\n    Owner: +Ada\n1 created, 1 changed, 0 deleted\n"
    );
    let asked = server.asked().join("\n");
    let sent = format!("/api/diff/?from=2026-01-01T00%3A00%3A00Z&to=2026-04-01T00%3A00%3A00Z&folder={ID}");
    assert!(asked.contains(&sent), "{asked}");
}

#[test]
fn a_server_without_a_past_says_so() {
    let item = format!("/api/assets/{ID}/");
    let server = Fake::new(&[("/api/model/", model()), (&item, json!({ "id": ID, "name": "Vault" }))]);
    for arguments in [&["diff", "--from", "2026-01-01"][..], &["journal", "log"], &["asset", "history", ID]] {
        run(&server, arguments).ended(3, "this server does not support");
    }
}
