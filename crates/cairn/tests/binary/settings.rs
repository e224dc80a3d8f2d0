//! Flags win over variables, variables over `cairn.toml`, and that over the defaults.

use crate::instance::Instance;

#[test]
fn the_nearest_setting_of_the_data_folder_counts() {
    let status = ["admin", "api-access", "status"];
    let instance = Instance::new();
    instance.run(&status).succeeded();
    assert!(instance.path("cairn-data/cairn.db").exists());

    let instance = instance.with_file("data = \"from-file\"");
    instance.run(&status).succeeded();
    assert!(instance.path("from-file/cairn.db").exists());

    let instance = instance.with("CAIRN_DATA", "from-variable");
    instance.run(&status).succeeded();
    assert!(instance.path("from-variable/cairn.db").exists());

    instance.run(&["admin", "api-access", "status", "--data", "from-flag"]).succeeded();
    assert!(instance.path("from-flag/cairn.db").exists());

    instance.run(&["admin", "api-access", "status", "--database", "sqlite:apart/my.db"]).succeeded();
    assert!(instance.path("apart/my.db").exists());
}

#[test]
fn variables_come_before_the_file() {
    let file = "edition = \"pro\"\ndeployment = \"hosted\"\ndebug = true\nlisten = \"nonsense\"\n";
    let instance = Instance::new().with_file(file).with("CAIRN_EDITION", "community").with("CAIRN_DEBUG", "");
    let server = instance.start();
    let build = server.nobody().session().get("/api/build/").is(200).json();
    assert_eq!(build["edition"], "community");
    assert_eq!(build["deployment"], "hosted");
    assert_eq!(build["debug"], true, "a variable that is set to nothing counts as not set");
    server.stop();

    let instance = instance.without("CAIRN_LISTEN").with("CAIRN_LISTEN", "nonsense");
    instance.start_with(&["--listen", "localhost:0"]).stop();
}

#[test]
fn another_file_can_be_named() {
    let instance = Instance::new().with_file("listen = \"nonsense\"").without("CAIRN_LISTEN");
    std::fs::write(instance.path("other.toml"), "listen = \"127.0.0.1:0\"\nmetrics = true").expect("a written file");
    let server = instance.start_with(&["--config", "other.toml"]);
    // A series starts with the first request that it counts.
    server.nobody().get("/api/health/").is(200);
    let metrics = server.nobody().get("/metrics").is(200).body;
    assert!(metrics.contains("# TYPE cairn_http_requests_total counter"), "{metrics}");
    server.stop();
    instance.run(&["serve", "--config", "missing.toml"]).refused(1, "cannot read missing.toml");
}

#[test]
fn what_is_not_switched_on_is_not_there() {
    let server = Instance::new().start();
    for path in ["/metrics", "/api/schema/swagger/", "/api/schema/redoc/"] {
        server.nobody().get(path).is_problem(404, "not_found");
    }
}

/// The browser tests rely on this: without it, dates would change from day to day.
#[test]
fn a_test_can_choose_the_day() {
    let year = 366 * 86_400;
    let made_in = |offset: i64| {
        let instance = Instance::new().with("CAIRN_TEST_CLOCK_OFFSET", &offset.to_string());
        let server = instance.start();
        let folder =
            server.nobody().session().post("/api/folders/", &serde_json::json!({ "name": "X" })).is(201).json();
        server.stop();
        folder["created_at"].as_str().expect("a time")[..4].parse::<i64>().expect("a year")
    };
    assert_eq!(made_in(10 * year) - made_in(-10 * year), 20);
    let wrong = Instance::new().with("CAIRN_TEST_CLOCK_OFFSET", "tomorrow");
    wrong.run(&["serve"]).refused(1, "CAIRN_TEST_CLOCK_OFFSET must be a whole number of seconds, not “tomorrow”");
}

#[test]
fn limits_can_be_set() {
    let instance = Instance::new().with("CAIRN_MAX_JSON_KIB", "1");
    let server = instance.start();
    let long = serde_json::json!({ "email": "x".repeat(2000), "password": "x" });
    server.nobody().post("/api/iam/login/", &long).is_problem(413, "too_large");
}

/// The example has every key: with the comment signs removed, a server accepts it.
#[test]
fn the_example_file_is_right_and_complete() {
    let example = include_str!("../../../../cairn.example.toml");
    let settings = example
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .filter(|line| line.contains(" = ") || line.starts_with('['));
    let plain = settings.filter(|line| !line.starts_with(' ')).collect::<Vec<_>>().join("\n");
    let instance = Instance::new().with_file(&plain);
    instance.run(&["admin", "api-access", "status"]).succeeded();

    let operations = include_str!("../../../../docs/OPERATIONS.md");
    for (table, of) in
        [("File", ""), ("SignInFile", "sign_in."), ("WebhooksFile", "webhooks."), ("LibrariesFile", "libraries.")]
    {
        let mut part = plain.split("\n[").map(|part| part.split_once("]\n").unwrap_or(("", part)));
        let (_, part) = part.find(|(name, _)| of.trim_end_matches('.') == *name).expect("a part of the example");
        for key in keys(table) {
            assert!(part.lines().any(|line| line.starts_with(&format!("{key} = "))), "cairn.example.toml lacks {key}");
            assert!(operations.contains(&format!("`{of}{key}`")), "docs/OPERATIONS.md lacks {of}{key}");
        }
    }
}

/// The keys allowed in a section of the file.
fn keys(table: &str) -> impl Iterator<Item = &'static str> {
    let known = include_str!("../../src/config.rs");
    let (_, fields) = known.split_once(&format!("struct {table} {{")).expect("the keys");
    let fields = fields.split('}').next().expect("the keys").lines();
    fields.filter_map(|line| line.trim().split_once(": Option")).map(|(key, _)| key)
}

#[test]
fn the_sign_in_throttle_can_be_set() {
    let file = "[sign_in]\naccount_failures = 100\nwindow_minutes = 1";
    let instance = Instance::new().with_file(file).with("CAIRN_SIGN_IN_ACCOUNT_FAILURES", "2");
    let server = instance.start();
    let wrong = serde_json::json!({ "email": "someone@example.com", "password": "not this one" });
    // The first wait is a second, which a busy machine may spend between two requests; the next ones are longer.
    let answers: Vec<_> = (0..9).map(|_| server.nobody().post("/api/iam/login/", &wrong)).collect();
    assert!(answers.iter().take(2).all(|answer| answer.status == 401));
    let refused = answers.into_iter().find(|answer| answer.status != 401).expect("ten failures would be the default");
    refused.is_problem(429, "throttled");
    server.stop();
    let instance = instance.with("CAIRN_SIGN_IN_ACCOUNT_FAILURES", "0");
    instance.run(&["serve"]).refused(1, "CAIRN_SIGN_IN_ACCOUNT_FAILURES must be from 1 to 1000, not 0");
}

#[test]
fn retries_of_webhooks_must_fit_into_their_window() {
    let file = "[webhooks]\nretries = 3\nwindow_minutes = 60";
    let instance = Instance::new().with_file(file);
    let status = ["admin", "api-access", "status"];
    instance.run(&status).succeeded();
    let instance = instance.with("CAIRN_WEBHOOKS_RETRIES", "21");
    instance.run(&status).refused(1, "CAIRN_WEBHOOKS_RETRIES must be from 0 to 20, not 21");
    let instance = instance.with("CAIRN_WEBHOOKS_RETRIES", "12").with("CAIRN_WEBHOOKS_WINDOW_MINUTES", "1");
    instance.run(&status).refused(1, "12 retries do not fit into 1 minutes: allow at least 3, or use fewer retries");
}

#[test]
fn libraries_are_stored_once_the_server_is_ready() {
    let instance = Instance::new().with("CAIRN_LIBRARIES_BUNDLED", "true").with("CAIRN_LIBRARIES_PATH", "own");
    std::fs::create_dir(instance.path("own")).expect("a folder");
    std::fs::write(instance.path("own/broken.yaml"), "urn: 7\n").expect("a written file");
    let server = instance.start();
    server.log.wait_for("broken.yaml");
    server.log.wait_for("libraries were stored");
    let stored = server.nobody().session().get("/api/stored-libraries/?builtin=true").is(200).json();
    assert_eq!(stored["count"], 5);
    server.stop();
}
