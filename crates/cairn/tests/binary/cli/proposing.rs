//! A propose-only token: what the command line says about changes that wait for approval.

use super::desk::Desk;
use crate::instance::ADMIN;

#[test]
fn what_is_only_proposed_is_not_called_done() {
    let mut desk = Desk::new();
    desk.print(&["asset", "create", "Mail"]);
    let made = desk.instance.run(&["admin", "token", "--email", ADMIN, "--name", "assistant", "--propose-only"]);
    let (person, assistant) = (desk.token.clone(), made.printed().trim().to_owned());

    desk.token.clone_from(&assistant);
    let ran = desk.run(&["asset", "create", "Payroll"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(8), ""), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("cairn: nothing has changed yet"), "{}", ran.stderr);
    assert!(ran.stderr.contains("cairn proposal approve "), "{}", ran.stderr);
    let told = desk.run(&["asset", "update", "Mail", "--description", "Letters", "-o", "json"]);
    let proposal: serde_json::Value = serde_json::from_str(&told.stdout).expect("the proposal as JSON");
    assert_eq!((told.status, proposal["kind"].as_str()), (Some(8), Some("update")), "{}", told.stderr);
    assert!(told.stderr.contains(proposal["id"].as_str().expect("an id")), "{}", told.stderr);
    assert_eq!(desk.run(&["asset", "update", "Mail", "--description", "Notes", "-o", "id"]).stdout, "");
    let two = desk.run_with_input(&["asset", "create", "-", "-o", "json"], r#"[{"name":"A"},{"name":"B"}]"#);
    let two: serde_json::Value = serde_json::from_str(&two.stdout).expect("the proposals as JSON");
    assert_eq!(two.as_array().map(Vec::len), Some(2), "{two}");
    assert_eq!(desk.run(&["asset", "update", "Mail", "--description", "Post"]).status, Some(8));
    assert_eq!(desk.run(&["asset", "delete", "Mail", "--yes"]).status, Some(8));
    let many = desk.run_with_input(&["asset", "create", "-"], r#"[{"name":"One"},{"name":"Two"}]"#);
    assert_eq!((many.status, many.stdout.lines().count()), (Some(8), 2), "{}{}", many.stdout, many.stderr);

    desk.token.clone_from(&person);
    assert_eq!(desk.api().get("/api/assets/").is(200).json()["count"], 1);
    let waiting = desk.print(&["proposal", "list", "--sort", "created_at", "-o", "id"]);
    assert_eq!(waiting.lines().count(), 9);
    desk.print(&["proposal", "approve", waiting.lines().next().expect("the first")]);
    assert_eq!(desk.json(&["asset", "get", "Payroll"])["name"], "Payroll");
}
