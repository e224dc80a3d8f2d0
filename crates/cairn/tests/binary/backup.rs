//! Backups: complete, checked, the same on both databases, and made while others write.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::instance::{Instance, wait_until};
use crate::postgres::new_database;

fn bytes(instance: &Instance, name: &str) -> Vec<u8> {
    std::fs::read(instance.path(name)).expect("a file")
}

/// Copies an instance to another: a backup, and its keys if it should go on with them.
fn bring(from: &Instance, to: &Instance, backup: &str, keys: bool) {
    std::fs::copy(from.path(backup), to.path(backup)).expect("a copy");
    if keys {
        std::fs::create_dir_all(to.path("cairn-data")).expect("a folder");
        for key in ["secret.key", "journal.key"] {
            let name = format!("cairn-data/{key}");
            std::fs::copy(from.path(&name), to.path(&name)).expect("a key");
        }
    }
}

/// An instance with a bit of everything: an attachment, a secret, every kind of column.
fn instance_with_everything() -> Instance {
    let instance = Instance::new();
    let server = instance.start();
    let admin = server.with_token(&instance.token());
    let folder = admin.post("/api/folders/", &json!({ "name": "Sales", "create_iam_groups": true })).is(201).id();
    let evidence = admin.post("/api/evidences/", &json!({ "name": "Scan", "folder": folder })).is(201).id();
    let body = json!({ "name": "Backup \u{2028} é", "folder": folder, "evidences": [evidence], "eta": "2026-05-01", "status": "active" });
    let control = admin.post("/api/applied-controls/", &body).is(201).id();
    admin.post("/api/assets/", &json!({ "name": "Gone", "folder": folder })).is(201);
    let gone = admin.get("/api/assets/?name=Gone").is(200).column("id").remove(0);
    admin.delete(&format!("/api/assets/{gone}/")).is(204);
    admin.patch(&format!("/api/applied-controls/{control}/"), &json!({ "description": "Every night" })).is(200);
    let name = "Content-Disposition: attachment; filename=scan.txt\r\n";
    admin.send("POST", &format!("/api/evidences/{evidence}/upload/"), name, b"All is well.\n").is(200);
    admin.patch("/api/settings/feature-flags/", &json!({ "outgoing_webhooks": true })).is(200);
    let hook = json!({ "name": "Hook", "url": "https://example.com/", "event_types": ["team.created"], "generate_secret": true });
    admin.post("/api/webhooks/endpoints/", &hook).is(201);
    admin.post("/api/assets/", &json!({ "name": "Vault", "folder": folder })).is(201);
    wait_until("everything is sealed", Duration::from_secs(20), || {
        admin.get("/api/journal/head/").is(200).json()["waiting"] == 0
    });
    server.stop();
    instance
}

#[track_caller]
fn backup(instance: &Instance, name: &str, more: &[&str]) -> Vec<u8> {
    let ran = instance.run(&[&["backup", name], more].concat());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("Wrote "), "{}", ran.stderr);
    bytes(instance, name)
}

#[track_caller]
fn restore(instance: &Instance, arguments: &[&str]) {
    let ran = instance.run(&[&["restore"], arguments].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("Journal verified"), "{}", ran.stderr);
}

#[test]
fn from_sqlite_to_postgres_and_back_nothing_changes() {
    let first = instance_with_everything();
    let original = backup(&first, "a.zip", &[]);
    assert_eq!(backup(&first, "again.zip", &[]), original, "the same instance gives the same file");

    let second = Instance::new().with("CAIRN_DATABASE", &new_database());
    bring(&first, &second, "a.zip", true);
    restore(&second, &["a.zip"]);
    assert!(backup(&second, "b.zip", &[]) == original, "the same bytes from PostgreSQL");

    let third = Instance::new();
    bring(&second, &third, "b.zip", true);
    restore(&third, &["b.zip"]);
    assert!(backup(&third, "c.zip", &[]) == original, "the same bytes from SQLite");

    for instance in [&second, &third] {
        let before = instance.run(&["journal", "verify"]);
        assert_eq!(before.status, Some(0), "{}", before.stderr);
        let server = instance.start();
        let admin = server.with_token(&instance.token());
        let evidence = admin.get("/api/evidences/?name=Scan").is(200).column("id").remove(0);
        assert_eq!(admin.get(&format!("/api/evidences/{evidence}/attachment/")).is(200).body, "All is well.\n");
        assert_eq!(admin.get("/api/search/?q=vault").is(200).json()["results"][0]["name"], "Vault");
        assert_eq!(admin.get("/api/applied-controls/?eta=2026-05-01").is(200).json()["count"], 1);
        // It goes on: new entries follow the old ones and are sealed with the previous key.
        admin.post("/api/assets/", &json!({ "name": "After", "folder": admin.root() })).is(201);
        wait_until("the new entries are sealed", Duration::from_secs(20), || {
            admin.get("/api/journal/head/").is(200).json()["waiting"] == 0
        });
        let log = server.stop();
        assert!(!log.contains("not being sealed"), "{log}");
        let after = instance.run(&["journal", "verify"]);
        assert_eq!(after.status, Some(0), "{}", after.stderr);
    }
}

fn during_writes(instance: &Instance, other: &Instance) {
    let server = instance.start();
    let token = instance.token();
    let (stop, made) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (admin, stop, made) = (server.with_token(&token), &stop, &made);
            scope.spawn(move || {
                let root = admin.root();
                for at in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let body = json!({ "name": format!("{writer} {at}"), "folder": root });
                    admin.post("/api/assets/", &body).is(201);
                    made.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        wait_until("some are there", Duration::from_mins(1), || made.load(Ordering::Relaxed) > 300);
        // The speed of writes in the meantime is measured by `make bench BENCH='--part files'`.
        for at in 0..3 {
            let before = made.load(Ordering::Relaxed);
            backup(instance, &format!("{at}.zip"), &[]);
            assert!(made.load(Ordering::Relaxed) > before, "writing goes on during a backup");
        }
        stop.store(true, Ordering::Relaxed);
    });
    server.stop();
    bring(instance, other, "2.zip", true);
    restore(other, &["2.zip"]);
    assert!(backup(other, "second.zip", &[]) == bytes(instance, "2.zip"), "a second export is the same");

    let server = other.start();
    let admin = server.with_token(&other.token());
    let assets = admin.get("/api/assets/?limit=1").is(200).json()["count"].as_u64().expect("a count");
    assert!(assets >= 300 && assets <= made.load(Ordering::Relaxed) as u64, "{assets}, an instant in the middle");
    // It is one state: every object has its journal entry, its domain, and its words in the index.
    let rows = |name: &str| table(&other.path("second.zip"), name);
    let created =
        rows("journal").lines().filter(|line| line.contains("\"created\"") && line.contains("\"assets\"")).count();
    assert_eq!(created as u64, assets);
    assert_eq!(rows("search_documents").lines().filter(|line| line.contains("\"assets\"")).count() as u64, assets);
    assert_eq!(rows("places").lines().filter(|line| line.contains("\"assets\"")).count() as u64, assets);
    assert_eq!(rows("assets").lines().count() as u64, assets);
    server.stop();
}

/// The rows of a table in a backup.
fn table(file: &Path, name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(file).expect("a file")).expect("an archive");
    let mut text = String::new();
    archive.by_name(&format!("tables/{name}.jsonl")).expect("a table").read_to_string(&mut text).expect("rows");
    text
}

#[test]
fn a_backup_during_writes_is_one_state_on_sqlite() {
    during_writes(&Instance::new(), &Instance::new());
}

#[test]
fn a_backup_during_writes_is_one_state_on_postgres() {
    let [one, other] = [(); 2].map(|()| Instance::new().with("CAIRN_DATABASE", &new_database()));
    during_writes(&one, &other);
}

#[test]
fn a_restore_is_careful() {
    let instance = instance_with_everything();
    let whole = backup(&instance, "a.zip", &[]);
    let checked = instance.run(&["restore", "a.zip", "--check"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    assert!(checked.stdout.contains("a.zip is intact: schema "), "{}", checked.stdout);
    instance.run(&["restore", "a.zip"]).refused(1, "the database is not empty");
    let server = instance.start();
    instance.run(&["restore", "a.zip", "--replace"]).refused(1, "another cairn server is using the folder");
    let admin = server.with_token(&instance.token());
    admin.post("/api/assets/", &json!({ "name": "Later", "folder": admin.root() })).is(201);
    server.stop();
    restore(&instance, &["a.zip", "--replace"]);
    assert!(backup(&instance, "b.zip", &[]) == whole, "what came later is gone");

    // Any change in a backup is detected, and nothing is touched.
    let fresh = Instance::new();
    bring(&instance, &fresh, "a.zip", true);
    let inside = zip::ZipArchive::new(std::io::Cursor::new(&whole))
        .expect("an archive")
        .by_name("tables/journal.jsonl")
        .expect("a table")
        .data_start()
        .expect("a place") as usize;
    let mut flipped = whole.clone();
    flipped[inside + 20] ^= 1;
    for (name, bytes) in [("cut", &whole[..whole.len() / 2]), ("flipped", &flipped), ("empty", &[])] {
        std::fs::write(fresh.path("bad.zip"), bytes).expect("a file");
        let ran = fresh.run(&["restore", "bad.zip"]);
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains("damaged") || ran.stderr.contains("not a backup"), "{name}: {}", ran.stderr);
        assert!(!fresh.path("cairn-data/cairn.db").exists(), "{name}: nothing was touched");
    }
    for (name, change) in [("a row more", "[1]\n"), ("other rows", "")] {
        rewrite(&instance.path("a.zip"), &fresh.path("bad.zip"), "tables/access_version.jsonl", change);
        let ran = fresh.run(&["restore", "bad.zip"]);
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.stderr);
        assert!(!fresh.path("cairn-data/cairn.db").exists(), "{name}: nothing was touched");
    }
    fresh.run(&["restore", "nowhere.zip"]).refused(1, "cannot read nowhere.zip");
    fresh.run(&["backup", "x.zip"]).refused(1, "there is no database");
}

#[test]
fn keys_go_along_only_when_asked() {
    use std::os::unix::fs::PermissionsExt;
    let instance = instance_with_everything();
    let key = std::fs::read_to_string(instance.path("cairn-data/secret.key")).expect("a key");
    backup(&instance, "bare.zip", &[]);
    let full = backup(&instance, "full.zip", &["--with-keys"]);
    let contains = |bytes: &[u8]| bytes.windows(key.len()).any(|window| window == key.as_bytes());
    assert!(contains(&full) && !contains(&bytes(&instance, "bare.zip")));
    let mode = std::fs::metadata(instance.path("full.zip")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "a backup is for its owner alone");

    let other = Instance::new();
    bring(&instance, &other, "bare.zip", false);
    other.run(&["restore", "bare.zip"]).refused(1, "the backup comes without its keys");
    assert!(!other.path("cairn-data/cairn.db").exists());
    bring(&instance, &other, "full.zip", false);
    restore(&other, &["full.zip"]);
    assert_eq!(std::fs::read_to_string(other.path("cairn-data/secret.key")).expect("a key"), key);
    // An instance with a key of its own keeps it.
    let third = Instance::new();
    third.start().stop();
    bring(&instance, &third, "full.zip", false);
    third.run(&["restore", "full.zip", "--replace"]).refused(1, "encrypted with another key");
    restore(&third, &["full.zip", "--replace", "--without-keys"]);
    assert_ne!(std::fs::read_to_string(third.path("cairn-data/secret.key")).expect("a key"), key);
}

/// A copy of a backup with one member replaced.
fn rewrite(from: &Path, to: &Path, member: &str, content: &str) {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(from).expect("a file")).expect("an archive");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(to).expect("a file"));
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a member");
        let name = part.name().expect("a name").into_owned();
        writer.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).expect("a member");
        let mut old = Vec::new();
        part.read_to_end(&mut old).expect("content");
        let new = if name == member { content.as_bytes().to_vec() } else { old };
        writer.write_all(&new).expect("content");
    }
    writer.finish().expect("an archive");
}
