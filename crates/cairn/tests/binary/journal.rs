//! The journal is sealed while the server runs, exported by one command and verified by another,
//! which needs neither server nor database.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use cairn_store::{Db, Options, Sql};
use serde_json::{Value as Json, json};

use crate::instance::{Instance, Ran, Server, wait_until};
use crate::postgres::new_database;

/// A second, and some more for a busy machine.
const SOON: Duration = Duration::from_secs(10);

/// The newest head, once nothing is left to seal.
fn sealed(server: &Server, token: &str) -> Json {
    let client = server.with_token(token);
    let mut newest = Json::Null;
    wait_until("everything is sealed", SOON, || {
        newest = client.get("/api/journal/head/").is(200).json();
        newest["waiting"] == 0 && newest["head"].is_object()
    });
    newest
}

/// An instance whose server has run, and its newest head.
fn instance_with_history() -> (Instance, Json) {
    let instance = Instance::new();
    let server = instance.start();
    let token = instance.token();
    let admin = server.with_token(&token);
    let asset = admin.post("/api/assets/", &json!({ "name": "Vault", "folder": admin.root() })).is(201).id();
    let before = sealed(&server, &token);
    admin.patch(&format!("/api/assets/{asset}/"), &json!({ "name": "Safe" })).is(200);
    let after = sealed(&server, &token);
    assert!(after["head"]["size"].as_u64() > before["head"]["size"].as_u64());
    let log = server.stop();
    let key = std::fs::read_to_string(instance.path("cairn-data/journal.key")).expect("a key");
    assert!(!log.contains(key.trim()), "keys are not logged");
    (instance, after)
}

impl Ran {
    #[track_caller]
    fn tells(self, words: &str) -> Self {
        assert_eq!(self.status, Some(0), "{}", self.stderr);
        assert!(self.stdout.contains(words), "no “{words}” in {}", self.stdout);
        self
    }
}

#[test]
fn a_journal_is_sealed_exported_and_verified() {
    let (instance, newest) = instance_with_history();
    let mode = std::fs::metadata(instance.path("cairn-data/journal.key")).expect("a key").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "the key is for its owner alone");
    let size = newest["head"]["size"].as_u64().expect("a size");

    for name in ["journal.jsonl", "journal.jsonl.gz"] {
        let exported = instance.run(&["journal", "export", "--out", name]);
        assert_eq!((exported.status, exported.stdout.as_str()), (Some(0), ""), "{}", exported.stderr);
        // The token that the test created after the server had stopped is included too.
        assert!(exported.stderr.contains("entries. Keep this head"), "{}", exported.stderr);
        instance.run(&["journal", "verify", name]).tells("unchanged since sealing");
        let line = newest["head"]["text"].as_str().expect("a line");
        let key = newest["public_key"].as_str().expect("a key");
        let verified = instance.run(&["journal", "verify", name, "--head", line, "--key", key]);
        verified.tells(&format!("Your head of {size} entries is part of this history."));
        python(&instance.path(name), line, Some(0));
    }
    std::fs::write(instance.path("head.json"), newest.to_string()).expect("a file");
    instance.run(&["journal", "verify", "journal.jsonl", "--head", "head.json"]).tells("is part of this history");
    let verdict = instance.run(&["journal", "verify", "journal.jsonl", "--json"]).succeeded();
    let verdict: Json = serde_json::from_str(&verdict).expect("JSON");
    assert_eq!((&verdict["ok"], &verdict["report"]["pruned"]), (&json!(true), &json!(0)));
    let key = instance.run(&["journal", "key"]).succeeded();
    assert_eq!(key, newest["public_key"].as_str().expect("a key"));
}

/// The Python program, run from its own command line.
#[track_caller]
fn python(bundle: &Path, head: &str, status: Option<i32>) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journal/verify.py");
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").arg(program).arg(bundle).args(["--head", head]);
    let output = command.output().expect("Python 3 is installed");
    assert_eq!(output.status.code(), status, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_bundle_that_was_changed_is_refused_by_name() {
    let (instance, newest) = instance_with_history();
    instance.run(&["journal", "export", "--out", "good.jsonl"]).tells("");
    let text = std::fs::read_to_string(instance.path("good.jsonl")).expect("a bundle");
    let victim = text.lines().position(|line| line.contains("\\\"Safe\\\"")).expect("an entry");
    let line: Json = serde_json::from_str(text.lines().nth(victim).expect("a line")).expect("JSON");
    let (index, seq) = (&line["entry"]["index"], &line["entry"]["seq"]);
    std::fs::write(instance.path("bad.jsonl"), text.replacen("\\\"Safe\\\"", "\\\"Sofa\\\"", 1)).expect("a file");
    let expected = format!("entry {index} (seq {seq}): it was changed after it was sealed");
    instance.run(&["journal", "verify", "bad.jsonl"]).refused(1, &expected);
    python(&instance.path("bad.jsonl"), newest["head"]["text"].as_str().expect("a line"), Some(1));
    let verdict = instance.run(&["journal", "verify", "bad.jsonl", "--json"]);
    assert_eq!(verdict.status, Some(1));
    let verdict: Json = serde_json::from_str(&verdict.stdout).expect("JSON");
    assert_eq!((&verdict["failure"]["check"], &verdict["failure"]["index"]), (&json!("content"), index));
}

#[test]
fn wrong_command_lines_are_told_from_failed_checks() {
    let instance = Instance::new();
    instance.run(&["journal", "verify", "--head", "nonsense"]).refused(2, "this is not a head");
    instance.run(&["journal", "verify", "--key", "ABC"]).refused(2, "64 lower-case hexadecimal digits");
    instance.run(&["journal", "export"]).refused(2, "--out");
    instance.run(&["journal", "verify", "missing.jsonl"]).refused(1, "cannot read missing.jsonl");
    instance.run(&["journal", "verify"]).refused(1, "there is no database");
    assert!(!instance.path("cairn-data").exists(), "checking makes nothing");
    std::fs::write(instance.path("other.txt"), "hello\n").expect("a file");
    instance.run(&["journal", "verify", "other.txt"]).refused(1, "not a journal bundle");
    instance.run(&["journal", "export", "--out", "no/where.jsonl"]).refused(1, "cannot write no/where.jsonl");
    std::fs::create_dir(instance.path("folder")).expect("a folder");
    instance
        .run(&["journal", "export", "--out", "folder"])
        .refused(1, "cannot write folder: it is a folder, not a file");
    assert!(!instance.path("cairn-data").exists(), "it was known before any work");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_changed_is_refused_by_name() {
    let (instance, newest) = instance_with_history();
    let path = instance.path("cairn-data/cairn.db");
    let address = format!("sqlite:{}", path.display());
    let line = newest["head"]["text"].as_str().expect("a line");
    let verify = ["journal", "verify", "--database", &address, "--head", line];
    instance.run(&verify).tells("unchanged since sealing");
    instance.run(&["journal", "verify"]).tells("You gave no head and no key");

    let db = Db::open(&address.parse().expect("an address"), &Options::default()).await.expect("a database");
    let mut conn = db.write().await.expect("a transaction");
    let tampering = "update journal set actor_label = 'nobody@example.com' where object_name = 'Safe'";
    assert_eq!(conn.execute(&Sql::raw(tampering)).await.expect("a change"), 1);
    conn.commit().await.expect("a commit");
    db.close().await;
    instance.run(&verify).refused(1, "it was changed after it was sealed");
}

#[test]
fn a_lost_key_stops_the_sealing_until_the_operator_takes_a_new_one() {
    let (instance, newest) = instance_with_history();
    std::fs::remove_file(instance.path("cairn-data/journal.key")).expect("a key");
    let server = instance.start();
    server.with_token(&instance.token()).get("/api/assets/").is(200);
    server.log.wait_for("the journal is not being sealed");
    let log = server.stop();
    assert!(log.contains("cairn journal adopt-key"), "{log}");
    let key = instance.run(&["journal", "adopt-key"]).succeeded();
    assert_ne!(key, newest["public_key"].as_str().expect("a key"));
    let server = instance.start();
    assert_eq!(sealed(&server, &instance.token())["public_key"], key);
}

#[test]
fn settings_of_the_journal_are_checked() {
    let instance = Instance::new().with("CAIRN_JOURNAL_KEY", "short");
    instance.run(&["serve"]).refused(1, "CAIRN_JOURNAL_KEY: a journal key must be 32 bytes in base64");
    let instance = Instance::new().with("CAIRN_JOURNAL_RETENTION_DAYS", "a year");
    instance.run(&["serve"]).refused(1, "CAIRN_JOURNAL_RETENTION_DAYS must be a whole number");
    let instance = Instance::new().with("CAIRN_JOURNAL_KEY", "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
    let server = instance.with("CAIRN_JOURNAL_RETENTION_DAYS", "365").start();
    server.stop();
}

#[test]
fn several_processes_on_one_database_seal_one_journal() {
    let instance = Instance::new().with("CAIRN_DATABASE", &new_database());
    let (one, other) = (instance.start(), instance.start_with(&["--no-worker"]));
    let token = instance.token();
    let (here, there) = (one.with_token(&token), other.with_token(&token));
    let root = here.root();
    for number in 0..20 {
        for (client, name) in [(&here, "here"), (&there, "there")] {
            client.post("/api/assets/", &json!({ "name": format!("{name} {number}"), "folder": root })).is(201);
        }
    }
    sealed(&one, &token);
    instance.run(&["journal", "verify"]).tells("unchanged since sealing");
}

const SOMEONE: &str = "someone.special@example.com";

/// How often the server is killed while it erases someone.
const KILLS: usize = 5;

#[test]
fn a_person_is_erased_however_often_the_server_is_killed() {
    let instance = Instance::new();
    let mut server = instance.start();
    instance.run(&["admin", "create-user", "--email", SOMEONE, "--admin"]).succeeded();
    let token = instance.run(&["admin", "token", "--email", SOMEONE, "--name", "script"]).succeeded();
    let someone = server.with_token(&token);
    wait_until("the server knows of the new rights", SOON, || someone.get("/api/folders/").status == 200);
    let root = someone.root();
    for number in 0..30 {
        let body =
            json!({ "name": format!("Safe {number}"), "folder": root, "description": format!("Ask {SOMEONE}.") });
        someone.post("/api/assets/", &body).is(201);
    }
    let admin = instance.token();
    let kept = sealed(&server, &admin);
    let line = kept["head"]["text"].as_str().expect("a line").to_owned();

    instance.run(&["admin", "erase-user", "--email", "nobody@example.com"]).refused(1, "there is no user");
    let job = instance.run(&["admin", "erase-user", "--email", SOMEONE]).succeeded();
    for _ in 0..KILLS {
        server.kill();
        server = instance.start();
    }
    let client = server.with_token(&admin);
    wait_until("the person is erased", Duration::from_mins(1), || {
        let state = client.get(&format!("/api/jobs/{job}/")).is(200).json()["state"].clone();
        assert_ne!(state, "failed");
        state == "done"
    });
    assert_eq!(client.get("/api/assets/?search=Safe&limit=100").is(200).json()["count"], 30);
    server.stop();
    instance.run(&["journal", "export", "--out", "journal.jsonl"]);
    let verified = instance.run(&["journal", "verify", "journal.jsonl", "--head", &line]);
    verified.tells("had data about erased people removed");
    python(&instance.path("journal.jsonl"), &line, Some(0));
    instance.run(&["journal", "verify", "--head", &line]).tells("unchanged since sealing");
    let text = std::fs::read_to_string(instance.path("journal.jsonl")).expect("a bundle");
    assert!(text.contains("\"kind\":\"erased\"") && !text.contains(SOMEONE));
}
