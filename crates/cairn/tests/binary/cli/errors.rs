//! Exit codes and messages for everything that can go wrong.

use super::desk::{Desk, finish};
use super::fake::Fake;

#[test]
fn each_refusal_names_field_and_reason() {
    let desk = Desk::new();
    desk.run(&["asset", "create", "--type", "PR"]).ended(1, "name: This field is required.");
    let two = desk.run_with_input(&["asset", "create", "-"], r#"{"type": "moon", "is_published": 5}"#);
    two.ended(1, "some input is not valid:\n");
    for words in ["\n  type: ", "\n  is_published: "] {
        assert!(two.stderr.contains(words), "{}", two.stderr);
    }
    desk.run(&["applied-control", "create", "X", "--eta", "tomorrow"]).ended(1, "eta: ");
    desk.run(&["applied-control", "create", "X", "--progress-field", "half"])
        .ended(2, "--progress-field takes a whole number");
    desk.run(&["asset", "list", "--created-at-gte", "yesterday"])
        .ended(2, "--created-at-gte: “yesterday” is not a valid time");
    desk.run(&["asset", "list", "--as-of", "yesterday"]).ended(2, "2026-03-01T12:00:00Z");
}

#[test]
fn the_help_knows_every_exit_code() {
    let desk = Desk::new();
    let help = desk.print(&["--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Exit codes: 0 done, 1 refused, ") && help.ends_with("7 a plan with changes, 8 proposed"));
}

#[test]
fn wrong_usage_is_one_line_that_helps() {
    let desk = Desk::new();
    let refused = |arguments: &[&str], words: &str| {
        let ran = desk.run(arguments);
        ran.ended(2, words);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    };
    refused(&["asset", "list", "--tpye", "PR"], "'--type' (see cairn asset list --help)");
    refused(&["asset", "list", "--type", "moon"], "[possible values: PR, SP]");
    refused(&["asset", "lst"], "'list'");
    refused(&["assset", "list"], "'asset'");
    refused(&["asset", "get"], "<NAME>");
    refused(&["asset", "list", "-o", "xml"], "xml");
    refused(&["asset", "create"], "cairn asset create --help");
    refused(&["api", "FLY", "/api/build/"], "not “FLY”");
    refused(&["asset", "export", "--limit", "3"], "--limit");
    refused(&["asset", "export", "--file", "x.pdf"], ".csv or .xlsx");
    refused(&["import", "--template", "--kind", "assets", "-o", "t.pdf"], ".csv or .xlsx");
    assert!(!desk.path("x.pdf").exists() && !desk.path("t.pdf").exists());
    desk.print(&["asset", "create", "Mail"]);
    refused(&["asset", "update", "Mail", "--unset", "ref_id", "--ref-id", "M-1"], "--unset ref_id and --ref-id");
    desk.run(&["asset", "get", ""]).ended(3, "there is no asset “”");
    desk.run_with_input(&["import", "-", "--kind", "moons"], "name\n").ended(1, "--kind: “moons” cannot be imported");
    desk.run_with_input(&["import", "-", "--kind", "assets", "--separator", "ab"], "name\n").ended(1, "--separator: ");
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&desk.print(&["api", "GET", "/api/assets?limit=1"])).expect("JSON")["count"],
        1
    );
    desk.run_with_input(&["api", "POST", "/api/assets", "-"], "{}").ended(3, "Use /api/assets/ instead");
}

#[test]
fn who_is_not_signed_in_or_may_not_is_told() {
    let desk = Desk::new();
    finish(desk.stranger(&["asset", "list"]), "").ended(4, "cairn login");
    let mut wrong = desk.command(&["asset", "list"]);
    wrong.env("CAIRN_TOKEN", "wrong");
    finish(wrong, "").ended(4, "CAIRN_TOKEN");
    let reader =
        desk.instance.run(&["admin", "token", "--email", crate::instance::ADMIN, "--name", "reader", "--read-only"]);
    let reader = reader.succeeded();
    let mut command = desk.command(&["asset", "create", "X"]);
    command.env("CAIRN_TOKEN", reader);
    finish(command, "").ended(4, "you do not have permission to create assets; run `cairn whoami`");
    desk.run(&["moon", "list"])
        .ended(2, "there is no command “moon”: this instance does not have it, or you do not have access");
}

#[test]
fn an_instance_that_cannot_be_reached() {
    let desk = Desk::new();
    let at = |url: &str| {
        let mut command = desk.command(&["whoami"]);
        command.env("CAIRN_URL", url);
        finish(command, "")
    };
    at("http://127.0.0.1:1").ended(5, "nothing is listening there");
    at("http://nowhere.invalid").ended(5, "cannot reach http://nowhere.invalid");
    at(&format!("https://{}", desk.server.address)).ended(5, "http://");
    let other = Fake::new(&[("/api/iam/current-user/", serde_json::json!("hello"))]);
    at(&format!("http://{}/elsewhere", other.address)).ended(3, "Nothing here.");
}

#[test]
fn help_of_the_stored_model_needs_no_server() {
    let desk = Desk::new();
    desk.print(&["asset", "list"]);
    let (url, token) = (desk.url(), desk.token.clone());
    let mut help = desk.stranger(&["--help"]);
    help.env("CAIRN_URL", &url).env("CAIRN_TOKEN", &token);
    let mut more = desk.stranger(&["asset", "create", "--help"]);
    more.env("CAIRN_URL", &url).env("CAIRN_TOKEN", &token);
    desk.server.stop();
    assert!(finish(help, "").printed().contains("applied-control"));
    assert!(finish(more, "").printed().contains("--folder <FOLDER>"));
}
