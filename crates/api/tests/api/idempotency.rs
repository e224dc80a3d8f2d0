//! `Idempotency-Key` on the routes that do not come from the registry; those of resources are in `writing`.

use axum::body::Body;
use cairn_testkit::{Answer, Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};

use crate::support::{evidence, field};

const REPLAYED: &str = "idempotency-replayed";

/// POSTs that take no key, and why. Signing in and out is what it is each time; a fingerprint of a password would be
/// a hash of it that is quick to guess, and setting it twice is setting it once; who asks for a link is nobody yet. A look
/// into a file changes nothing. The standard for access tokens knows no keys.
const WITHOUT: [&str; 12] = [
    "/api/data-wizard/read-file/",
    "/api/iam/login/",
    "/api/iam/logout/",
    "/api/iam/logoutall/",
    "/api/iam/revoke-sessions/",
    "/api/iam/change-password/",
    "/api/iam/set-password/",
    "/api/identity/o/api/token",
    "/api/iam/password-reset/",
    "/api/iam/password-reset/check/",
    "/api/iam/password-reset/confirm/",
    "/api/iam/password-strength/",
];

#[test]
fn every_post_takes_a_key() {
    let (_, text) = cairn_api::golden_files().into_iter().find(|(path, _)| path.ends_with("openapi.json")).unwrap();
    let document: Json = serde_json::from_str(&text).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let parameters = methods["post"]["parameters"].to_string();
        let takes = parameters.contains("#/components/parameters/IdempotencyKey");
        let should = methods.get("post").is_some() && !WITHOUT.contains(&path.as_str());
        assert_eq!(takes, should, "{path}");
    }
}

fn keyed(app: &TestApp) -> Client {
    app.admin.with("Idempotency-Key", "once")
}

/// The second answer is the first one, and says so.
fn replayed(first: &Answer, again: &Answer) {
    assert_eq!((first.status, first.header(REPLAYED)), (again.status, None));
    assert_eq!(again.header(REPLAYED), Some("true"));
    assert_eq!(first.header("location"), again.header("location"));
}

both!(async fn a_token_is_made_once_and_shown_once(app) {
    let client = keyed(&app);
    let body = json!({ "name": "ci" });
    let first = client.post("/api/iam/auth-tokens/", body.clone()).await.is(201);
    let again = client.post("/api/iam/auth-tokens/", body).await.is(201);
    replayed(&first, &again);
    assert_eq!(first.id(), again.id());
    assert!(first.body()["token"].is_string() && again.body().get("token").is_none());
    let all = app.admin.get("/api/iam/auth-tokens/").await.is(200).body();
    assert_eq!(all.as_array().unwrap().iter().filter(|token| token["name"] == "ci").count(), 1);
    client.post("/api/iam/auth-tokens/", json!({ "name": "other" })).await.is(409);
});

both!(async fn the_scim_token_is_replaced_once(app) {
    let client = keyed(&app);
    let first = client.post("/api/iam/scim-token/", json!({})).await.is(201);
    let again = client.post("/api/iam/scim-token/", json!({})).await.is(201);
    replayed(&first, &again);
    assert!(again.body().get("token").is_none());
    let token = first.body()["token"].as_str().unwrap().to_owned();
    let provider = app.nobody.with("Authorization", &format!("Bearer {token}"));
    provider.get("/api/scim/v2/Users").await.is(200);
});

both!(async fn a_file_is_taken_once(app) {
    let domain = app.domain("Sales").await;
    let id = evidence(&app, domain, "Proof").await;
    let revision = app.admin.get(&format!("/api/evidence-revisions/?evidence={id}")).await.is(200).ids()[0];
    for (at, url) in [format!("evidences/{id}"), format!("evidence-revisions/{revision}")].into_iter().enumerate() {
        let url = format!("/api/{url}/upload/");
        let client = app.admin.with("Idempotency-Key", &format!("upload {at}"));
        let send = |name: &str, content: &'static str| {
            let client = client.with("Content-Disposition", &format!("attachment; filename={name}"));
            let url = url.clone();
            async move { client.send(Method::POST, &url, Body::from(content), Some("text/plain")).await }
        };
        let first = send("note.txt", "hello").await.is(200);
        let again = send("note.txt", "hello").await.is(200);
        replayed(&first, &again);
        assert_eq!(first.body(), again.body(), "the file has not made way for itself");
        assert_eq!(field(&app, "evidences", id, "attachment").await, "note.txt");
        send("note.txt", "other").await.is(409);
        send("other.txt", "hello").await.is(409);
    }
});

both!(async fn a_domain_is_imported_once(app) {
    let domain = app.domain("Sales").await;
    let zip = app.admin.get(&format!("/api/folders/{domain}/export/")).await.is(200).bytes.to_vec();
    let client = keyed(&app);
    let send = |name: &str| {
        let (client, url) = (client.clone(), format!("/api/folders/import/?name={name}"));
        let zip = zip.clone();
        async move { client.send(Method::POST, &url, Body::from(zip), Some("application/zip")).await }
    };
    let first = send("Copy").await.is(201);
    let again = send("Copy").await.is(201);
    replayed(&first, &again);
    assert_eq!(first.body(), again.body());
    assert!(first.header("location").unwrap().contains(&first.id().to_string()));
    assert_eq!(app.admin.get("/api/folders/?name=Copy").await.is(200).ids(), [first.id()]);
    send("Another").await.is(409);
});
