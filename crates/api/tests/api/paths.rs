//! Addresses, methods and the shape of refusals, whatever the resource.

use axum::body::Body;
use cairn_api::ProblemType;
use cairn_testkit::{Answer, both};
use http::Method;
use serde_json::json;

use crate::support::asset;

/// Holds an answer against the promise of RFC 9457 bodies with a closed list of types.
#[track_caller]
fn is_problem(answer: &Answer, kind: &str) {
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
    let body = answer.body();
    assert_eq!(body["type"], kind);
    assert_eq!(body["status"], answer.status.as_u16());
    assert!(ProblemType::ALL.iter().any(|known| known.describe().0 == kind), "{kind} is in the closed list");
    for member in ["title", "detail"] {
        assert!(body[member].as_str().is_some_and(|text| !text.is_empty()), "{body} has a {member}");
    }
}

both!(async fn reading_without_the_slash_is_led_to_the_path_with_it(app) {
    let answer = app.admin.get("/api/assets?name=a%20b&limit=3").await.is(308);
    assert_eq!(answer.header("location"), Some("/api/assets/?name=a%20b&limit=3"));
    let answer = app.admin.get("/api/assets").await.is(308);
    assert_eq!(answer.header("location"), Some("/api/assets/"));
    app.nobody.send(Method::HEAD, "/api/assets", Body::empty(), None).await.is(308);
});

both!(async fn other_methods_without_the_slash_are_told_the_right_path(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    for (method, path) in [
        (Method::POST, "/api/assets".to_owned()),
        (Method::PATCH, format!("/api/assets/{id}")),
        (Method::PUT, format!("/api/assets/{id}")),
        (Method::DELETE, format!("/api/assets/{id}")),
    ] {
        let answer = app.admin.json(method, &path, &json!({ "name": "X" })).await.is(404);
        is_problem(&answer, "not_found");
        assert!(answer.body()["detail"].as_str().unwrap().contains(&format!("{path}/")), "{}", answer.text());
    }
    app.admin.get(&format!("/api/assets/{id}/")).await.is(200);
});

both!(async fn an_unknown_address_is_not_found(app) {
    for path in ["/api/", "/api/nothing/", "/api/assets/nothing/more/", "/static/nothing.js", "/metrics"] {
        is_problem(&app.admin.get(path).await.is(404), "not_found");
    }
    for id in ["1", "not-a-uuid", "%00", "..%2f..%2fetc", "{00000000-0000-0000-0000-000000000000}"] {
        is_problem(&app.admin.get(&format!("/api/assets/{id}/")).await.is(404), "not_found");
    }
    is_problem(&app.admin.get(&format!("/api/assets/{}/", app.root)).await.is(404), "not_found");
});

both!(async fn a_method_that_a_path_does_not_have_is_refused_with_those_it_has(app) {
    let answer = app.admin.delete("/api/assets/").await.is(405);
    is_problem(&answer, "method_not_allowed");
    let allow = answer.header("allow").unwrap();
    assert!(allow.contains("GET") && allow.contains("POST") && !allow.contains("DELETE"), "{allow}");
    let answer = app.admin.post("/api/actors/", json!({})).await.is(405);
    assert_eq!(answer.header("allow"), Some("GET,HEAD"));
    app.admin.get("/api/assets/batch-action/").await.is(405);
    app.admin.get("/api/applied-controls/merge/").await.is(405);
});

both!(async fn head_answers_like_get_without_a_body(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    let get = app.admin.get(&format!("/api/assets/{id}/")).await.is(200);
    let head = app.admin.send(Method::HEAD, &format!("/api/assets/{id}/"), Body::empty(), None).await.is(200);
    assert!(head.bytes.is_empty());
    assert_eq!(head.header("etag"), get.header("etag"));
});

both!(async fn a_body_must_be_json_and_say_so(app) {
    let asset = json!({ "name": "CRM" }).to_string();
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("multipart/form-data")] {
        let answer = app.admin.send(Method::POST, "/api/assets/", Body::from(asset.clone()), kind).await.is(415);
        is_problem(&answer, "unsupported_media_type");
    }
    for kind in ["application/json; charset=utf-8", "Application/JSON"] {
        let body = Body::from(json!({ "name": kind }).to_string());
        app.admin.send(Method::POST, "/api/assets/", body, Some(kind)).await.is(201);
    }
});

both!(async fn malformed_json_is_refused(app) {
    let deep = "[".repeat(100_000);
    let deep_object = format!("{{\"name\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    let twice = "{\"name\": \"a\", \"name\": \"b\"}";
    for body in ["{", twice, "{\"name\": \"a\"} x", "{\"name\": \"\\ud800\"}", "nul", "'a'", "{\"a\":1,}", &deep, &deep_object] {
        let body = Body::from(body.to_owned());
        let answer = app.admin.send(Method::POST, "/api/assets/", body, Some("application/json")).await.is(400);
        is_problem(&answer, "invalid");
        assert!(answer.error("detail").contains("not valid JSON"), "{}", answer.text());
    }
    let invalid_utf8 = Body::from(b"{\"name\": \"\xff\"}".to_vec());
    app.admin.send(Method::POST, "/api/assets/", invalid_utf8, Some("application/json")).await.is(400);
    for body in ["[]", "1", "\"text\"", "null", ""] {
        let body = Body::from(body);
        let answer = app.admin.send(Method::POST, "/api/assets/", body, Some("application/json")).await.is(400);
        assert!(answer.error("detail").contains("JSON object"), "{}", answer.text());
    }
    assert_eq!(app.admin.get("/api/assets/").await.body()["count"], 0);
});

both!(async fn a_body_of_two_mebibytes_is_too_large(app) {
    let body = json!({ "name": "CRM", "description": "x".repeat(2 * 1024 * 1024) });
    let answer = app.admin.post("/api/assets/", body).await.is(413);
    is_problem(&answer, "too_large");
    assert_eq!(app.admin.get("/api/assets/").await.body()["count"], 0);
});

both!(async fn every_answer_carries_an_id_for_the_log(app) {
    let one = app.admin.get("/api/assets/").await;
    let other = app.admin.get("/api/nothing/").await;
    assert!(one.header("x-request-id").is_some() && one.header("x-request-id") != other.header("x-request-id"));
    let proxied = app.admin.with("X-Request-Id", "edge-42").get("/api/assets/").await;
    assert_eq!(proxied.header("x-request-id"), Some("edge-42"));
    let forged = app.admin.with("X-Request-Id", "a b\"c").get("/api/assets/").await;
    assert_ne!(forged.header("x-request-id"), Some("a b\"c"));
});

both!(async fn answers_cannot_be_framed_sniffed_or_cached(app) {
    let answer = app.admin.get("/api/assets/").await.is(200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
});

both!(async fn without_credentials_nothing_is_told(app) {
    for path in ["/api/assets/", "/api/schema/", "/api/model/", "/api/build/", "/api/search/?q=a"] {
        let answer = app.nobody.get(path).await.is(401);
        is_problem(&answer, "not_authenticated");
        assert_eq!(answer.header("www-authenticate"), Some("Token"));
    }
    assert_eq!(app.nobody.get("/api/health/").await.is(200).body(), json!({ "status": "ok" }));
});

both!(async fn every_fixed_route_refuses_parameters_that_it_does_not_declare(app) {
    let nobody = &app.nobody;
    // A probe may add what keeps the answer out of caches.
    nobody.get("/api/health/?at=1").await.is(200);
    for operation in cairn_api::fixed_operations().into_iter().filter(|one| one.path != "/api/health/") {
        let (method, id) = (operation.method.word().to_uppercase(), uuid::Uuid::nil().to_string());
        let path = operation.path.replace("{id}", &id).replace("{type}", "assets");
        let url = format!("{path}?undeclared=1");
        let answer = app.admin.json(method.parse().unwrap(), &url, &json!({})).await.is(400);
        let message = answer.error("undeclared");
        for name in operation.query_names() {
            assert!(message.contains(&name), "{method} {path} names {name}: {message}");
        }
        let expected = if operation.public { 400 } else { 401 };
        nobody.json(method.parse().unwrap(), &url, &json!({})).await.is(expected);
    }
});
