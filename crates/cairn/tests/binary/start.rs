//! The first start, and the ones after it.

use std::os::unix::fs::PermissionsExt;

use crate::instance::{ADMIN, Instance, PASSWORD};

#[test]
fn the_first_start_makes_an_administrator_and_tells_the_password_once() {
    let instance = Instance::new().without("CAIRN_ADMIN_EMAIL").without("CAIRN_ADMIN_PASSWORD");
    let server = instance.start();
    let after = |name: &str| {
        let line = server.log.wait_for(name);
        line.split(name).nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a word").to_owned()
    };
    let (email, password) = (after("First sign-in:"), after("Password:"));
    let user = server.nobody().sign_in(&email, &password).is(200).json();
    assert_eq!(user["user"]["email"], email.as_str());
    server.stop();

    let again = instance.start();
    again.nobody().sign_in(&email, &password).is(200);
    let log = again.stop();
    assert!(!log.contains("First sign-in") && !log.contains(&password), "{log}");
}

#[test]
fn the_first_administrator_can_be_chosen() {
    let instance = Instance::new();
    let server = instance.start();
    server.nobody().sign_in(ADMIN, PASSWORD).is(200);
    server.nobody().session().get("/api/users/").is(200);
    let log = server.stop();
    assert!(log.contains(ADMIN) && !log.contains(PASSWORD), "{log}");

    // Later, the variables have no effect.
    let changed = instance.without("CAIRN_ADMIN_PASSWORD").with("CAIRN_ADMIN_PASSWORD", "another quiet heron");
    let server = changed.start();
    server.nobody().sign_in(ADMIN, PASSWORD).is(200);
    server.nobody().sign_in(ADMIN, "another quiet heron").is(401);
}

#[test]
fn a_new_data_folder_is_private_and_an_old_one_keeps_its_permissions() {
    let instance = Instance::new();
    let mode = |name: &str| instance.path(name).metadata().expect("a folder").permissions().mode() & 0o777;
    std::fs::create_dir(instance.path("shared")).expect("a folder");
    let before = mode("shared");
    instance.run(&["admin", "api-access", "status", "--database", "sqlite:shared/cairn.db"]).succeeded();
    assert_eq!(mode("cairn-data"), 0o700);
    assert_eq!(mode("shared"), before);
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let instance = Instance::new();
    let first = instance.start();
    instance.run(&["serve"]).refused(1, "another cairn server is using the folder cairn-data");
    let database = ["serve", "--data", "elsewhere", "--database", "sqlite:cairn-data/cairn.db"];
    instance.run(&database).refused(1, "another cairn server is using the folder cairn-data");
    first.nobody().get("/api/health/").is(200);

    // The lock ends with the process, however that ends.
    let mut first = first;
    first.kill();
    instance.start().stop();
}
