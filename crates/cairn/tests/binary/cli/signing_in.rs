//! Signing in and out, profiles, and where tokens go.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::json;

use super::desk::{Desk, finish};
use super::fake::Fake;
use crate::instance::{ADMIN, Instance, PASSWORD, Ran};

/// Signs in with the password, under a profile.
fn login(desk: &Desk, url: &str, more: &[&str]) -> Ran {
    let arguments = [&["login", "--url", url, "--email", ADMIN, "--password-stdin"], more].concat();
    finish(desk.stranger(&arguments), &format!("{PASSWORD}\n"))
}

fn stored_token(desk: &Desk) -> String {
    let text = std::fs::read_to_string(desk.path("config/cairn/tokens.toml")).expect("the tokens");
    text.split('"').nth(1).expect("a token").to_owned()
}

fn mode(path: &std::path::Path) -> u32 {
    std::fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

#[test]
fn with_a_password_a_token_is_made_and_kept_privately() {
    let desk = Desk::new();
    let ran = login(&desk, &desk.url(), &[]);
    assert!(ran.stderr.contains(&format!("as {ADMIN} (profile default)")), "{}", ran.stderr);
    let token = stored_token(&desk);
    assert!(!ran.stderr.contains(&token) && !ran.stdout.contains(&token));
    ran.printed();
    assert_eq!(mode(&desk.path("config/cairn/tokens.toml")), 0o600);
    assert_eq!(mode(&desk.path("config/cairn/profiles.toml")), 0o600);
    assert_eq!(mode(&desk.path("config/cairn")), 0o700);

    let who = finish(desk.stranger(&["whoami"]), "").printed();
    assert!(who.contains(ADMIN) && who.contains("default"), "{who}");
    finish(desk.stranger(&["asset", "list"]), "").printed();
    let tokens = desk.api().get("/api/iam/auth-tokens/").is(200).json();
    assert!(tokens.to_string().contains("Command line"), "{tokens}");

    // Signing in again creates a new token, and the old one is revoked.
    login(&desk, &desk.url(), &[]).printed();
    assert_ne!(stored_token(&desk), token);
    desk.server.with_token(&token).get("/api/assets/").is(401);
}

#[test]
fn a_token_never_shows() {
    let desk = Desk::new();
    let mut seen = String::new();
    let mut note = |command: Command| {
        let ran = finish(command, "");
        seen += &(ran.stdout + &ran.stderr);
    };
    for arguments in [
        &["whoami"][..],
        &["whoami", "-o", "json"],
        &["asset", "list"],
        &["asset", "get", "nothing"],
        &["asset", "create", "--type", "PR"],
        &["profile", "list"],
        &["--help"],
        &["asset", "list", "--sort", "wrong"],
        &["api", "GET", "/api/iam/auth-tokens/"],
    ] {
        let mut command = desk.command(arguments);
        command.env("RUST_LOG", "trace").env("CAIRN_LOG", "trace");
        note(command);
    }
    let mut unreachable = desk.command(&["whoami"]);
    unreachable.env("CAIRN_URL", "http://127.0.0.1:1");
    note(unreachable);
    let mut broken = desk.command(&["whoami"]);
    broken.env("CAIRN_TOKEN", format!("{}\u{7f}", desk.token));
    note(broken);
    assert!(!seen.contains(&desk.token), "{seen}");
    for file in walk(&desk.path("")) {
        let content = std::fs::read(&file).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&content).contains(&desk.token), "{}", file.display());
    }
    let log = desk.server.stop();
    assert!(!log.contains(&desk.token), "{log}");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn with_a_token_from_standard_input() {
    let desk = Desk::new();
    let login = ["login", "--url", &desk.url(), "--profile", "lab"];
    finish(desk.stranger(&login), &format!("{}\n", desk.token)).printed();
    assert_eq!(stored_token(&desk), desk.token);
    finish(desk.stranger(&["whoami"]), "").printed();

    finish(desk.stranger(&login), "").ended(2, "contains no token");
    finish(desk.stranger(&login), "wrong\n").ended(4, "");
    assert_eq!(stored_token(&desk), desk.token, "a token that does not work changes nothing");
    finish(desk.stranger(&["login"]), "x").ended(4, "");
}

#[test]
fn a_wrong_password_is_told_and_nothing_is_kept() {
    let desk = Desk::new();
    let arguments = ["login", "--url", &desk.url(), "--email", ADMIN, "--password-stdin"];
    finish(desk.stranger(&arguments), "wrong").ended(4, "The email address or password is incorrect.");
    assert!(!desk.path("config").exists());
    finish(desk.stranger(&["whoami"]), "").ended(4, "cairn login");
    finish(desk.stranger(&["login", "--url", "cairn.example.com"]), "x").ended(2, "start with https://");
    finish(desk.stranger(&["login"]), "x").ended(2, "--url");
}

#[test]
fn signing_out_revokes_the_token() {
    let desk = Desk::new();
    login(&desk, &desk.url(), &[]).printed();
    let token = stored_token(&desk);
    finish(desk.stranger(&["logout"]), "").printed();
    desk.server.with_token(&token).get("/api/assets/").is(401);
    finish(desk.stranger(&["whoami"]), "").ended(4, "not signed in");
    assert!(!std::fs::read_to_string(desk.path("config/cairn/tokens.toml")).expect("a file").contains(&token));
    finish(desk.stranger(&["logout"]), "").ended(1, "not signed in");
}

#[test]
fn a_file_that_others_can_read_is_refused() {
    let desk = Desk::new();
    login(&desk, &desk.url(), &["--keep-in", "file"]).printed();
    let path = desk.path("config/cairn/tokens.toml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("a mode");
    finish(desk.stranger(&["whoami"]), "").ended(1, "chmod 600");
}

#[test]
fn a_token_that_cannot_be_kept_is_revoked() {
    let desk = Desk::new();
    login(&desk, &desk.url(), &["--keep-in", "file"]).printed();
    let kept = stored_token(&desk);
    let tokens = || desk.api().get("/api/iam/auth-tokens/").is(200).json().to_string();
    let before = tokens().matches("Command line").count();
    let ran = login(&desk, &desk.url(), &["--keep-in", "keyring"]);
    ran.ended(1, "no keyring is available");
    assert!(ran.stderr.contains("has been revoked"), "{}", ran.stderr);
    assert_eq!(tokens().matches("Command line").count(), before);
    assert_eq!(stored_token(&desk), kept, "the earlier sign-in still works");
    finish(desk.stranger(&["whoami"]), "").printed();
}

#[test]
fn a_sign_in_that_fails_at_the_end_leaves_everything_as_it_was() {
    let desk = Desk::new();
    let user = [("/api/iam/current-user/", json!({ "email": "ann@example.com" }))];
    let sign_in = |url: String, token: &str| {
        finish(desk.stranger(&["login", "--url", &url, "--profile", "lab", "--keep-in", "file"]), token)
    };
    let tokens = || std::fs::read_to_string(desk.path("config/cairn/tokens.toml")).unwrap_or_default();
    let profiles = desk.path("config/cairn/profiles.toml");
    // While the instance responds, the profile file is turned into something that no file can replace.
    let place = profiles.clone();
    let spoil = move || {
        let _ = std::fs::remove_file(&place);
        std::fs::create_dir_all(place.join("in the way")).expect("a folder");
    };
    let spoiling = Fake::with(&user, spoil);
    sign_in(format!("http://{}", spoiling.address), "cairn_new").ended(1, "profiles.toml");
    assert!(!tokens().contains("cairn_new"), "{}", tokens());

    std::fs::remove_dir_all(&profiles).expect("the folder");
    let fake = Fake::new(&user);
    sign_in(format!("http://{}", fake.address), "cairn_old").printed();
    sign_in(format!("http://{}", spoiling.address), "cairn_new").ended(1, "profiles.toml");
    assert!(tokens().contains("cairn_old") && !tokens().contains("cairn_new"), "{}", tokens());
}

#[test]
fn a_broken_file_of_tokens_is_named() {
    let desk = Desk::new();
    login(&desk, &desk.url(), &["--keep-in", "file"]).printed();
    let path = desk.path("config/cairn/tokens.toml");
    let token = stored_token(&desk);
    std::fs::write(&path, format!("default = {token}\n")).expect("a file");
    let tokens = || desk.api().get("/api/iam/auth-tokens/").is(200).json().to_string();
    let before = tokens().matches("Command line").count();
    for ran in [finish(desk.stranger(&["whoami"]), ""), login(&desk, &desk.url(), &["--keep-in", "file"])] {
        ran.ended(1, "tokens.toml is not valid: line 1 ");
        assert!(ran.stderr.contains("delete the file and sign in again with `cairn login`"), "{}", ran.stderr);
        assert!(!ran.stderr.contains(&token), "{}", ran.stderr);
    }
    assert_eq!(tokens().matches("Command line").count(), before, "no token was made that nobody has");
    std::fs::remove_file(&path).expect("the advice can be followed");
    login(&desk, &desk.url(), &["--keep-in", "file"]).printed();
    finish(desk.stranger(&["whoami"]), "").printed();
}

#[test]
fn limits_of_a_token_are_told() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    let sales = desk.json(&["folder", "get", "Sales"])["id"].clone();
    let who = |limits: serde_json::Value| {
        let mut wanted = json!({ "name": "limited", "expiry": 3 });
        wanted.as_object_mut().expect("an object").extend(limits.as_object().cloned().expect("an object"));
        let session = desk.server.nobody().session();
        let token = session.post("/api/iam/auth-tokens/", &wanted).is(201).json()["token"].clone();
        let mut command = desk.command(&["whoami"]);
        command.env("CAIRN_TOKEN", token.as_str().expect("a token"));
        finish(command, "").printed()
    };
    assert!(!desk.print(&["whoami"]).contains("Token"));
    assert!(who(json!({ "read_only": true })).contains("Token     read-only\n"));
    assert!(who(json!({ "propose_only": true })).contains("Token     propose-only"));
    let both = who(json!({ "propose_only": true, "folder": sales }));
    assert!(both.contains("propose-only") && both.contains("the domain “Sales”"), "{both}");
}

#[test]
fn several_instances_have_profiles() {
    let desk = Desk::new();
    let other = Instance::new();
    let second = other.start();
    let url = format!("http://{}", second.address);
    login(&desk, &desk.url(), &[]).printed();
    let ran = login(&desk, &url, &[]);
    assert!(!ran.stderr.contains("(profile default)"), "another instance does not overwrite the first: {}", ran.stderr);
    login(&desk, &url, &["--profile", "lab"]).printed();
    let run = |arguments: &[&str]| finish(desk.stranger(arguments), "");

    let list = run(&["profile", "list"]).printed();
    assert!(list.lines().any(|line| line.starts_with("*  lab")), "{list}");
    assert!(run(&["whoami"]).printed().contains(&url));
    assert!(run(&["whoami", "--profile", "default"]).printed().contains(&desk.url()));
    assert!(run(&["--profile", "default", "whoami"]).printed().contains(&desk.url()));
    run(&["profile", "use", "default"]).printed();
    assert!(run(&["whoami"]).printed().contains(&desk.url()));
    run(&["folder", "create", "Lab only", "--profile", "lab"]).printed();
    run(&["folder", "get", "Lab only"]).ended(3, "Lab only");
    run(&["folder", "get", "Lab only", "--profile", "lab"]).printed();
    run(&["whoami", "--profile", "moon"]).ended(2, "known: ");
    run(&["profile", "remove", "lab"]).printed();
    run(&["whoami", "--profile", "lab"]).ended(2, "no profile “lab”");

    // Signing out of one instance doesn't silently switch to another.
    let mut named = desk.stranger(&["logout"]);
    named.env("CAIRN_PROFILE", "default");
    let out = finish(named, "");
    assert!(out.stderr.contains("(profile default)") && out.stderr.contains("No profile selected"), "{out:?}");
    for command in [&["logout"][..], &["whoami"], &["asset", "list"]] {
        run(command).ended(2, "`cairn profile use NAME`");
    }
    let left = run(&["profile", "list"]).printed();
    assert!(left.contains(&url) && !left.contains('*'), "{left}");
}

#[test]
fn the_variable_for_the_profile_says_where_to_sign_in() {
    let desk = Desk::new();
    let other = Instance::new();
    let second = other.start();
    let url = format!("http://{}", second.address);
    login(&desk, &url, &["--profile", "lab"]).printed();
    login(&desk, &desk.url(), &["--profile", "work"]).printed();
    let again = |profile: &str| {
        let mut command = desk.stranger(&["login", "--email", ADMIN, "--password-stdin"]);
        command.env("CAIRN_PROFILE", profile);
        finish(command, &format!("{PASSWORD}\n"))
    };
    let ran = again("lab");
    assert!(ran.stderr.contains(&format!("Signed in to {url} ")), "{}", ran.stderr);
    assert!(ran.stderr.contains("(profile lab)"), "{}", ran.stderr);
    again("moon").ended(2, "set the instance with --url");
    let list = finish(desk.stranger(&["profile", "list"]), "").printed();
    let is_at = |name: &str, url: &str| list.lines().any(|line| line.contains(name) && line.contains(url));
    assert!(is_at("lab", &url) && is_at("work", &desk.url()) && !list.contains("moon"), "{list}");
}

#[test]
fn a_kept_token_goes_to_no_other_instance() {
    let desk = Desk::new();
    login(&desk, &desk.url(), &[]).printed();
    let token = stored_token(&desk);
    let elsewhere = Fake::new(&[]);
    let mut command = desk.stranger(&["whoami"]);
    command.env("CAIRN_URL", format!("http://{}", elsewhere.address));
    finish(command, "").ended(4, "not signed in to");
    let mut command = desk.stranger(&["--url", &format!("http://{}", elsewhere.address), "asset", "list"]);
    command.env_remove("CAIRN_URL");
    finish(command, "").ended(4, "not signed in to");
    assert!(!elsewhere.asked().iter().any(|request| request.contains(&token)), "{:?}", elsewhere.asked());
}
