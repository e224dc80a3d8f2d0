//! What the log holds, and what it must not.

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
