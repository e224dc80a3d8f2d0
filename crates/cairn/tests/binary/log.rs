//! What the log contains, and what it must not.

use serde_json::{Value as Json, json};

use crate::instance::{ADMIN, Instance, PASSWORD};

#[test]
fn the_log_has_every_request_and_no_secrets() {
    let instance = Instance::new().with("CAIRN_LOG", "debug");
    let server = instance.start();
    let wrong = "five wrong guesses";
    server.nobody().sign_in(ADMIN, wrong).is(401);
    let signed_in = server.nobody().sign_in(ADMIN, PASSWORD).is(200);
    let session = server.nobody().session();
    let made = session.post("/api/iam/auth-tokens/", &json!({ "name": "x" })).is(201).json();
    let token = made["token"].as_str().expect("a token").to_owned();
    let by_command = instance.token();
    let listed = server.with_token(&token).get("/api/assets/?search=confidential").is(200);
    server.with_token(&by_command).with("X-Request-Id", "from-the-proxy-7").get("/api/assets/").is(200);
    server.with_token("not-a-real-token").get("/api/assets/").is(401);
    let new = "nine brass kettles";
    let body = json!({ "old_password": PASSWORD, "new_password": new });
    session.post("/api/iam/change-password/", &body).is(204);
    let mut secrets: Vec<String> = [wrong, PASSWORD, new, &token, &by_command, "not-a-real-token", "confidential"]
        .into_iter()
        .map(str::to_owned)
        .collect();
    secrets.extend(signed_in.cookies().split("; ").filter_map(|pair| Some(pair.split_once('=')?.1.to_owned())));
    let log = server.stop();

    for secret in secrets {
        assert!(secret.len() > 8 && !log.contains(&secret), "{secret} is in the log:\n{log}");
    }
    let events: Vec<Json> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let request = |id: &str| events.iter().find(|event| event["request"] == id).cloned().expect("a line");
    let line = request(listed.headers("x-request-id")[0]);
    assert_eq!((&line["method"], &line["path"], &line["status"]), (&json!("GET"), &json!("/api/assets/"), &json!(200)));
    request("from-the-proxy-7");
}

#[test]
fn people_read_lines_and_programs_read_json() {
    let refused = |instance: &Instance| instance.run(&["serve"]);
    refused(&Instance::new().with("CAIRN_LOG_FORMAT", "xml"))
        .refused(1, "CAIRN_LOG_FORMAT must be “auto”, “text” or “json”");
    let request = |log: &str| log.lines().find(|line| line.contains("/api/health/")).expect("a line").to_owned();
    for (format, is_json) in [("auto", true), ("json", true), ("text", false)] {
        let instance = Instance::new().with("CAIRN_LOG_FORMAT", format);
        let server = instance.start();
        server.nobody().get("/api/health/").is(200);
        let line = request(&server.stop());
        assert_eq!(serde_json::from_str::<Json>(&line).is_ok(), is_json, "{format}: {line}");
        if !is_json {
            assert!(line.contains(" INFO request") && line.contains("status=200"), "{line}");
            assert!(!line.contains("cairn_api") && !line.contains('\u{1b}'), "{line}");
        }
    }
}

#[test]
fn secrets_of_webhooks_are_nowhere_but_in_the_first_answer() {
    let sink = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = sink.local_addr().expect("an address");
    // Hangs up on every caller: failures are logged too.
    std::thread::spawn(move || sink.incoming().for_each(drop));
    let instance = Instance::new().with("CAIRN_LOG", "trace").with("CAIRN_WEBHOOKS_ALLOW", "127.0.0.1");
    let server = instance.start();
    let admin = server.with_token(&instance.token());
    admin.patch("/api/settings/feature-flags/", &json!({ "outgoing_webhooks": true })).is(200);
    let given = "whsec_given0by0a0person0and0long0enough0";
    let endpoint = |name: &str, more: Json| {
        let mut body = json!({ "name": name, "url": format!("http://{address}/"), "event_types": ["asset.created"] });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        admin.post("/api/webhooks/endpoints/", &body)
    };
    let made = endpoint("Generated", json!({ "generate_secret": true })).is(201);
    let id = made.id();
    let shown = |answer: &Json| answer["secret"].as_str().expect("shown once").to_owned();
    let mut secrets = vec![given.to_owned(), "open-sesame-4711".to_owned(), shown(&made.json())];
    endpoint("Given", json!({ "secret": given, "headers": { "X-Key": "open-sesame-4711" } })).is(201);
    endpoint("Refused", json!({ "secret": "whsec_short", "headers": { "X-Key": "open-sesame-4711\n" } })).is(400);
    for action in ["generate-secret", "rotate-secret"] {
        let answer = admin.post(&format!("/api/webhooks/endpoints/{id}/{action}/"), &json!({})).is(200);
        secrets.push(shown(&answer.json()));
    }
    admin.post("/api/assets/", &json!({ "name": "Vault" })).is(201);
    admin.post(&format!("/api/webhooks/endpoints/{id}/test/"), &json!({})).is(200);
    let attempts = || admin.get("/api/webhooks/attempts/").is(200).json()["count"].as_i64() >= Some(2);
    crate::instance::wait_until("two attempts were made", crate::instance::DEADLINE, attempts);
    let mut everything = String::new();
    for path in ["endpoints/", "endpoints/export_csv/", "deliveries/", "attempts/"] {
        everything += &admin.get(&format!("/api/webhooks/{path}")).is(200).body;
    }
    everything += &server.stop();
    for name in crate::instance::names_in(&instance.path("cairn-data")) {
        let bytes = std::fs::read(instance.path("cairn-data").join(name)).unwrap_or_default();
        everything += &String::from_utf8_lossy(&bytes);
    }
    for secret in secrets {
        assert!(!everything.contains(&secret), "{secret} is in the log, the answers or the database");
    }
}
