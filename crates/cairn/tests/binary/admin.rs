//! The operator's commands, most of them while the server runs.

use crate::instance::{ADMIN, DEADLINE, Instance, PASSWORD, wait_until};

const SOMEONE: &str = "someone@example.com";

#[test]
fn users_are_made() {
    let instance = Instance::new();
    let server = instance.start();
    let create = |extra: &[&str], input: &str| {
        instance.run_with_input(&[&["admin", "create-user", "--email", SOMEONE], extra].concat(), input)
    };
    create(&["--password-stdin"], "short\n").refused(1, "at least 12 characters");
    create(&["--password-stdin"], "").refused(1, "empty");
    server.nobody().sign_in(SOMEONE, "short").is(401);

    assert_eq!(create(&["--password-stdin"], "four green bottles\n").succeeded(), "");
    let user = server.nobody().sign_in(SOMEONE, "four green bottles").is(200);
    server.nobody().with("Cookie", &user.cookies()).get("/api/users/").is_problem(403, "permission_denied");
    create(&["--password-stdin"], "four green bottles\n").refused(1, "already in use");
    create(&[], "").refused(1, "already in use");

    let second = ["admin", "create-user", "--email", "second@example.com", "--admin"];
    let password = instance.run(&second).succeeded();
    let user = server.nobody().sign_in("second@example.com", &password).is(200);
    server.nobody().with("Cookie", &user.cookies()).get("/api/users/").is(200);
    instance.run(&["admin", "create-user", "--email", "not an address"]).refused(1, "email");
}

#[test]
fn a_user_can_be_made_before_the_first_start() {
    let instance = Instance::new();
    let create = ["admin", "create-user", "--email", SOMEONE, "--admin", "--password-stdin"];
    instance.run_with_input(&create, "four green bottles").succeeded();
    let server = instance.start();
    server.nobody().sign_in(SOMEONE, "four green bottles").is(200);
    server.nobody().sign_in(ADMIN, PASSWORD).is(401);
    assert!(!server.stop().contains("First sign-in"));
}

#[test]
fn tokens_are_made_while_the_server_runs() {
    let instance = Instance::new();
    let server = instance.start();
    let make = ["admin", "token", "--email", ADMIN, "--name", "script"];
    let token = instance.run(&make).succeeded();
    assert!(!token.contains(char::is_whitespace), "{token}");
    let admin = server.with_token(&token);
    assert_eq!(admin.get("/api/iam/current-user/").is(200).json()["email"], ADMIN);

    let reader = instance.run(&[&make[..], &["--read-only", "--days", "1"]].concat()).succeeded();
    let reader = server.with_token(&reader);
    reader.get("/api/assets/").is(200);
    let asset = serde_json::json!({ "name": "Server room", "folder": admin.root() });
    reader.post("/api/assets/", &asset).is_problem(403, "permission_denied");

    instance.run(&["admin", "token", "--email", SOMEONE, "--name", "x"]).refused(1, "there is no user");
}

#[test]
fn a_hosted_instance_opens_its_api_on_command() {
    let instance = Instance::new().with("CAIRN_DEPLOYMENT", "hosted");
    let server = instance.start();
    let access = |what: &str| instance.run(&["admin", "api-access", what]).succeeded();
    let session = server.nobody().session();
    let script = server.with_token(&instance.token());

    assert_eq!(access("status"), "disabled");
    script.get("/api/assets/").is_problem(403, "api_disabled");
    session.get("/api/assets/").is(200);
    assert_eq!(access("enable"), "enabled");
    assert_eq!(access("status"), "enabled");
    script.get("/api/assets/").is(200);
    assert_eq!(access("disable"), "disabled");
    script.get("/api/assets/").is_problem(403, "api_disabled");
    session.get("/api/assets/").is(200);
}

#[test]
fn an_allow_list_that_locks_everyone_out_is_cleared_on_command() {
    let instance = Instance::new().with("CAIRN_TRUST_PROXY", "true");
    let server = instance.start();
    let at = |address: &str| server.nobody().with("X-Forwarded-For", address);
    let list = |what: &str| instance.run(&["admin", "allow-list", what]).succeeded();
    assert_eq!(list("show"), "");
    let networks = serde_json::json!({ "ip_allow_list": ["203.0.113.0/24"] });
    at("203.0.113.7").session().patch("/api/settings/infra-config/", &networks).is(200);
    at("198.51.100.9").get("/api/assets/").is_problem(403, "permission_denied");
    at("203.0.113.8").get("/api/assets/").is_problem(401, "not_authenticated");
    assert_eq!(list("show"), "203.0.113.0/24");
    assert_eq!(list("clear"), "");
    wait_until("the list is cleared", DEADLINE, || at("198.51.100.9").get("/api/assets/").status == 401);
}

#[test]
fn a_new_password_ends_the_sessions() {
    let instance = Instance::new();
    let server = instance.start();
    let session = server.nobody().session();
    session.get("/api/iam/current-user/").is(200);

    let reset = ["admin", "reset-password", "--email", ADMIN];
    instance.run_with_input(&[&reset[..], &["--password-stdin"]].concat(), "12345").refused(1, "characters");
    session.get("/api/iam/current-user/").is(200);
    let password = instance.run(&reset).succeeded();
    session.get("/api/iam/current-user/").is_problem(401, "not_authenticated");
    server.nobody().sign_in(ADMIN, PASSWORD).is(401);
    server.nobody().sign_in(ADMIN, &password).is(200);
    instance.run(&["admin", "reset-password", "--email", SOMEONE]).refused(1, "there is no user");
}

#[test]
fn tokens_are_listed_and_revoked() {
    let instance = Instance::new();
    let server = instance.start();
    let make = |name: &str| instance.run(&["admin", "token", "--email", ADMIN, "--name", name]).succeeded();
    let (first, second) = (make("first"), make("second"));
    let list_of = |whose: &[&str]| {
        let ran = instance.run(&[&["admin", "list-tokens"], whose].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        ran.stdout
    };
    let list = || list_of(&["--email", ADMIN]);
    let shown = list();
    assert!(shown.contains("first") && shown.contains("second") && shown.contains(ADMIN), "{shown}");
    assert!(!shown.contains(&first) && !shown.contains(&second), "{shown}");
    assert_eq!(list_of(&[]), shown);
    let id = shown.lines().find(|line| line.contains("first")).and_then(|line| line.split('\t').next()).expect("an id");

    let revoke = ["admin", "revoke-tokens", "--email", ADMIN];
    instance.run(&[&revoke[..], &["--id", id]].concat()).succeeded();
    assert!(!list().contains("first") && list().contains("second"));
    instance.run(&[&revoke[..], &["--id", id]].concat()).refused(1, "no token with the id");
    instance.run(&revoke).succeeded();
    assert_eq!(list(), "");
    // The server notices within a moment.
    let begun = std::time::Instant::now();
    while server.with_token(&second).get("/api/assets/").status != 401 {
        assert!(begun.elapsed() < DEADLINE, "the token still works");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    make("third");
    instance.run(&["admin", "reset-password", "--email", ADMIN, "--revoke-tokens"]).succeeded();
    assert_eq!(list(), "");
    instance.run(&["admin", "revoke-tokens", "--email", SOMEONE]).refused(1, "there is no user");
}
