//! Calendar feeds: a secret URL that shows what its owner may see, and is good for nothing else.

use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{actor_of, evidence, make};

const TOKENS: &str = "/api/iam/auth-tokens/";

/// A feed of someone, as the response that creates it shows it.
async fn subscribe(client: &Client, calendar: Json) -> Json {
    client.post(TOKENS, json!({ "name": "Phone", "expiry": null, "calendar": calendar })).await.is(201).body()
}

/// The summaries in a feed.
async fn summaries(app: &TestApp, made: &Json) -> Vec<String> {
    let text = app.nobody.get(made["calendar_path"].as_str().expect("a path")).await.is(200).text();
    let unfolded = text.replace("\r\n ", "");
    let mut found: Vec<String> =
        unfolded.lines().filter_map(|line| line.strip_prefix("SUMMARY:")).map(str::to_owned).collect();
    found.sort();
    found
}

async fn task(app: &TestApp, domain: Uuid, name: &str, actors: &[Uuid]) -> Uuid {
    let body = json!({ "name": name, "folder": domain, "task_date": "2026-03-10", "assigned_to": actors });
    make(app, "task-templates", body).await
}

both!(async fn a_feed_shows_what_is_assigned_to_its_owner(app) {
    let (domain, other) = (app.domain("Payments").await, app.domain("Sales").await);
    let ann = app.user("ann@example.com", "ANA", domain).await;
    let ann_actor = actor_of(&app, ann.user).await;
    let hers = task(&app, domain, "Hers", &[ann_actor]).await;
    task(&app, domain, "Nobody's", &[]).await;
    task(&app, other, "Elsewhere", &[]).await;
    let proof = evidence(&app, domain, "Proof").await;
    app.admin.patch(&format!("/api/evidences/{proof}/"), json!({ "expiry_date": "2026-04-01" })).await.is(200);
    let mine = subscribe(&ann, json!({})).await;
    assert_eq!(summaries(&app, &mine).await, ["Hers (Task due)"]);
    let all = subscribe(&ann, json!({ "mine": false })).await;
    assert_eq!(summaries(&app, &all).await, ["Hers (Task due)", "Nobody's (Task due)", "Proof (Renewal due)"]);
    // What is done is no longer there.
    let node = app.admin.get(&format!("/api/task-nodes/?task_template={hers}")).await.is(200).ids()[0];
    ann.post(&format!("/api/task-nodes/{node}/set_status/"), json!({ "status": "completed" })).await.is(200);
    assert_eq!(summaries(&app, &mine).await, Vec::<String>::new());
});

both!(async fn a_feed_speaks_its_owners_language(app) {
    let domain = app.domain("Payments").await;
    task(&app, domain, "Revue", &[]).await;
    app.admin.patch("/api/user-preferences/", json!({ "lang": "fr" })).await.is(200);
    let feed = subscribe(&app.admin, json!({ "mine": false })).await;
    let found = summaries(&app, &feed).await;
    assert!(found.len() == 1 && found[0].starts_with("Revue (") && !found[0].contains("Task due"), "{found:?}");
});

both!(async fn a_feed_is_good_for_nothing_else(app) {
    let feed = subscribe(&app.admin, json!({})).await;
    let token = feed["token"].as_str().unwrap();
    app.nobody.with("Authorization", &format!("Token {token}")).get("/api/assets/").await.is(401);
    // Nor is an ordinary token a feed.
    let plain = app.admin.post(TOKENS, json!({ "name": "ci" })).await.is(201).body();
    assert_eq!((&plain["calendar"], &plain["calendar_path"]), (&Json::Null, &Json::Null));
    app.nobody.get(&format!("/feeds/{}.ics", plain["token"].as_str().unwrap())).await.is(404);
    app.nobody.get(&format!("/feeds/{token}")).await.is(404);
    app.nobody.get("/feeds/unknown.ics").await.is(404);
    app.admin.post(TOKENS, json!({ "name": "x", "calendar": { "at": "9 am" } })).await.is(400).error("calendar");
    app.admin.post(TOKENS, json!({ "name": "x", "calendar": { "colour": "red" } })).await.is(400);
});

both!(async fn a_feed_ends_with_its_token_and_its_owner(app) {
    let domain = app.domain("Payments").await;
    let ann = app.user("ann@example.com", "ANA", domain).await;
    let (first, second) = (subscribe(&ann, json!({})).await, subscribe(&ann, json!({})).await);
    let path = |made: &Json| made["calendar_path"].as_str().unwrap().to_owned();
    app.nobody.get(&path(&first)).await.is(200);
    // It is listed among the tokens, without its secret, and revoked like one.
    let listed = ann.get(TOKENS).await.is(200);
    assert!(!listed.text().contains(first["token"].as_str().unwrap()));
    assert_eq!(listed.body()[0]["calendar"], json!({ "mine": true, "at": null }));
    ann.delete(&format!("{TOKENS}{}/", first["id"].as_str().unwrap())).await.is(204);
    app.nobody.get(&path(&first)).await.is(404);
    // Rights that are lost are lost here too.
    let user = app.admin.get("/api/users/?email=ann@example.com").await.is(200).ids()[0];
    app.admin.patch(&format!("/api/users/{user}/"), json!({ "is_active": false })).await.is(200);
    app.nobody.get(&path(&second)).await.is(404);
});
