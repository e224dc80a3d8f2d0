//! What can't work is refused with one clear line.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::instance::Instance;

#[test]
fn wrong_flags() {
    let instance = Instance::new();
    instance.run(&["serve", "--lisen", "127.0.0.1:0"]).refused(2, "'--lisen'");
    instance.run(&["serve", "--data"]).refused(2, "--data");
    // It could be a command of an instance, but nobody is signed in to one.
    instance.run(&["fly"]).refused(4, "“fly”");
    instance.run(&["admin", "token", "--name", "x"]).refused(2, "--email");
    instance.run(&["admin", "token", "--email", "a@b.c", "--name", "x", "--days", "366"]).refused(2, "--days");
    instance.run(&["admin", "api-access", "perhaps"]).refused(2, "'perhaps'");
}

#[test]
fn wrong_settings() {
    let serve = |instance: Instance| instance.run(&["serve"]);
    serve(Instance::new().with_file("lisen = \"x\"")).refused(1, "cairn.toml, line 1: unknown field `lisen`");
    serve(Instance::new().with_file("debug = true\ndata = 5")).refused(1, "cairn.toml, line 2: ");
    serve(Instance::new().with_file("debug = ")).refused(1, "cairn.toml, line 1: ");
    serve(Instance::new().with("CAIRN_EDITION", "gold")).refused(1, "not “gold”");
    serve(Instance::new().with("CAIRN_DEPLOYMENT", "cloud")).refused(1, "not “cloud”");
    serve(Instance::new().with("CAIRN_DEBUG", "maybe")).refused(1, "CAIRN_DEBUG");
    serve(Instance::new().with("CAIRN_MAX_JSON_KIB", "-1")).refused(1, "CAIRN_MAX_JSON_KIB");
    serve(Instance::new().with("CAIRN_LOG", "info=loud")).refused(1, "CAIRN_LOG");
    serve(Instance::new().with("CAIRN_DATABASE", "mysql://x/y")).refused(1, "the scheme \"mysql\" is not supported");
    serve(Instance::new().with("CAIRN_DATABASE", "sqlite:")).refused(1, "needs the path of a file");
    let instance = Instance::new();
    instance.run(&["serve", "--listen", "everywhere"]).refused(1, "not “everywhere”");
    instance.run(&["serve", "--listen", "127.0.0.1:99999"]).refused(1, "127.0.0.1:99999");
}

#[test]
fn a_wrong_first_administrator() {
    let instance = Instance::new().without("CAIRN_ADMIN_EMAIL").with("CAIRN_LOG", "off");
    let instance = instance.with("CAIRN_ADMIN_EMAIL", "nobody");
    instance.run(&["serve"]).refused(1, "CAIRN_ADMIN_EMAIL");
}

#[test]
fn a_taken_port() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let instance = Instance::new();
    instance.run(&["serve", "--listen", &address]).refused(1, &format!("cannot listen on {address}"));
    assert!(!instance.path("cairn-data").exists(), "nothing is made for a server that cannot run");
}

#[test]
fn a_folder_that_cannot_be_written() {
    let instance = Instance::new();
    std::fs::write(instance.path("file"), "").expect("a written file");
    instance.run(&["serve", "--data", "file/data"]).refused(1, "cannot create the folder file/data");
    instance.run(&["serve", "--data", "file"]).refused(1, "cannot create the folder file");
    let admin = ["admin", "api-access", "status", "--data", "file/data"];
    instance.run(&admin).refused(1, "cannot create the folder file/data");
}

#[test]
fn a_file_that_is_no_database() {
    let instance = Instance::new().with("CAIRN_LOG", "off");
    std::fs::create_dir(instance.path("cairn-data")).expect("a folder");
    std::fs::write(instance.path("cairn-data/cairn.db"), "minutes of the last meeting".repeat(100)).expect("a file");
    instance.run(&["serve"]).refused(1, "cairn.db is not a SQLite database");
}

#[test]
fn an_unreachable_database_is_told_quickly_and_without_its_password() {
    let begun = Instant::now();
    let instance = Instance::new();
    let ran = instance.run(&["serve", "--database", "postgres://cairn:hunter2secret@127.0.0.1:1/cairn"]);
    assert!(!ran.stderr.contains("hunter2secret"), "{}", ran.stderr);
    ran.refused(1, "cannot open the database postgres://cairn:***@127.0.0.1:1/cairn");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}
