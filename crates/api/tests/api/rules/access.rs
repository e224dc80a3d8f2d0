//! Who sees rules and matches, and whose rights a rule has.

use cairn_testkit::both;

use super::*;
use crate::support::{actor_of, control};

fn token_of(client: &Client, made: &Json) -> Client {
    client.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a token")))
}

both!(async fn nobody_a_stranger_and_a_reader_see_what_they_may(app) {
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let stranger = app.user("stranger@example.com", "ANA", far).await;
    control(&app, domain, "Backups").await;
    let id = rule(&app, domain, "object.status == \"--\"", json!({})).await;
    settle(&app).await;
    let found = matches(&app.admin, id, "open").await[0]["id"].as_str().unwrap().to_owned();
    let (one, its_match) = (format!("{RULES}{id}/"), format!("/api/rule-matches/{found}/"));
    let urls = [
        RULES.to_owned(), one.clone(), format!("{one}dry-run/"), trial("applied-controls", "true"), "/api/rule-matches/".to_owned(),
        its_match.clone(), format!("{RULES}fields/?resource=assets"), format!("{RULES}resources/"), format!("{RULES}examples/"),
    ];
    for url in &urls {
        app.nobody.get(url).await.is(401);
    }
    app.nobody.post(&format!("{one}run/"), json!({})).await.is(401);
    // A stranger finds neither, nor what a dry run of theirs would have found here.
    for url in [&one, &format!("{one}dry-run/"), &its_match] {
        stranger.get(url).await.is(404);
    }
    stranger.post(&format!("{one}run/"), json!({})).await.is(404);
    stranger.patch(&one, json!({ "name": "Mine" })).await.is(404);
    assert!(stranger.get(RULES).await.is(200).ids().is_empty());
    assert!(stranger.get("/api/rule-matches/").await.is(200).ids().is_empty());
    let tried = stranger.get(&trial("applied-controls", "true")).await.is(200).body();
    assert_eq!((&tried["count"], &tried["checked"], &tried["results"]), (&json!(0), &json!(0), &json!([])));
    let body = json!({ "name": "Spy", "folder": domain, "resource": "assets", "expression": "true" });
    let refused = stranger.post(RULES, body.clone()).await.status.as_u16();
    assert!([400, 403].contains(&refused), "{refused}");
    // A reader sees both and changes nothing.
    assert_eq!(open(&reader, id).await, ["Backups"]);
    assert_eq!(reader.get(&format!("{one}dry-run/")).await.is(200).body()["count"], 1);
    assert_eq!(shown(&reader, id).await["matches"], 1);
    reader.post(RULES, body).await.is(403);
    reader.patch(&one, json!({ "name": "Mine" })).await.is(403);
    reader.post(&format!("{one}run/"), json!({})).await.is(403);
    reader.patch(&its_match, json!({ "observation": "Mine" })).await.is(403);
    app.admin.post(&format!("{one}run/"), json!({})).await.is(202);
});

both!(async fn a_match_is_as_visible_as_its_object(app) {
    let sales = app.domain("Sales").await;
    let below = app.domain_under("Retail", sales).await;
    let local = app.user("local@example.com", "AUD", below).await;
    let here = control(&app, below, "Here").await;
    let there = control(&app, sales, "There").await;
    change(&app, "applied-controls", there, json!({ "is_published": false })).await;
    let id = rule(&app, sales, "object.status == \"--\"", json!({})).await;
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Here", "There"]);
    // People in a subdomain see the rule, since it looks at their objects, and the matches of these.
    assert_eq!(open(&local, id).await, ["Here"]);
    assert_eq!(shown(&local, id).await["matches"], 1);
    assert!(!local.get("/api/rule-matches/").await.is(200).text().contains("There"));
    change(&app, "applied-controls", here, json!({ "folder": sales, "is_published": false })).await;
    // Not even before anything was checked again.
    assert!(open(&local, id).await.is_empty());
    settle(&app).await;
    assert!(open(&local, id).await.is_empty());
});

both!(async fn the_rule_of_a_limited_token_stays_limited(app) {
    let sales = app.domain("Sales").await;
    let below = app.domain_under("Retail", sales).await;
    control(&app, sales, "Above").await;
    control(&app, below, "Below").await;
    let made = json!({ "name": "limited", "folder": below });
    let made = app.admin.post("/api/iam/auth-tokens/", made).await.is(201).body();
    let limited = token_of(&app.nobody, &made);
    let body = json!({ "name": "All", "folder": below, "resource": "applied-controls", "expression": "object.status == \"--\"" });
    let id = limited.post(RULES, body).await.is(201).id();
    assert_eq!(shown(&app.admin, id).await["limited_to"]["id"], json!(below));
    // Wider for the place alone: whoever moves it lends it their rights.
    app.admin.patch(&format!("{RULES}{id}/"), json!({ "name": "Everything" })).await.is(200);
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Below"]);
    assert_eq!(shown(&app.admin, id).await["limited_to"]["id"], json!(below));
    app.admin.patch(&format!("{RULES}{id}/"), json!({ "folder": sales })).await.is(200);
    settle(&app).await;
    assert_eq!(shown(&app.admin, id).await["limited_to"], json!(null));
    assert_eq!(open(&app.admin, id).await, ["Above", "Below"]);
    // A read-only token tries and makes none.
    let made = json!({ "name": "reads", "read_only": true });
    let reads = token_of(&app.nobody, &app.admin.post("/api/iam/auth-tokens/", made).await.is(201).body());
    assert_eq!(reads.get(&trial("applied-controls", "true")).await.is(200).body()["count"], 2);
    let body = json!({ "name": "No", "folder": below, "resource": "assets", "expression": "true" });
    reads.post(RULES, body).await.is(403);
});

both!(async fn a_rule_without_its_creator_stops_and_says_so(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    control(&app, domain, "Backups").await;
    let body = json!({ "name": "All", "folder": domain, "resource": "applied-controls", "expression": "object.status == \"--\"" });
    let id = analyst.post(RULES, body).await.is(201).id();
    assert_eq!(shown(&app.admin, id).await["created_by"]["id"], json!(analyst.user));
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    change(&app, "users", analyst.user, json!({ "is_active": false })).await;
    control(&app, domain, "Vault").await;
    settle(&app).await;
    night(&app).await;
    // What was found stays as it was.
    assert_eq!(open(&app.admin, id).await, ["Backups"]);
    let said = shown(&app.admin, id).await["last_error"].as_str().unwrap().to_owned();
    assert!(said.contains("no longer works"), "{said}");
    let french = app.admin.with("Accept-Language", "fr");
    assert!(shown(&french, id).await["last_error"].as_str().unwrap().contains("ne fonctionne plus"));
    // Someone else takes it over.
    for is_active in [false, true] {
        change(&app, "rules", id, json!({ "is_active": is_active })).await;
    }
    settle(&app).await;
    assert_eq!(open(&app.admin, id).await, ["Backups", "Vault"]);
    assert_eq!(shown(&app.admin, id).await["last_error"], json!(null));
});

both!(async fn nobody_watches_or_makes_through_a_rule_what_they_may_not(app) {
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let body = |more: Json| with(json!({ "name": "Rule", "folder": domain, "resource": "applied-controls", "expression": "true" }), more);
    // Webhook endpoints are for administrators.
    analyst.post(RULES, body(json!({ "resource": "webhooks/endpoints" }))).await.is(400).error("resource");
    let review = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": far })).await;
    analyst.post(RULES, body(json!({ "action": "finding", "findings_assessment": review }))).await.is(400).error("findings_assessment");
    // Who may not create tasks any more does not do it through a rule either.
    let owner = actor_of(&app, analyst.user).await;
    let id = analyst.post(RULES, body(json!({ "action": "task", "owner": [owner] }))).await.is(201).id();
    settle(&app).await;
    change(&app, "users", analyst.user, json!({ "user_groups": [] })).await;
    control(&app, domain, "Backups").await;
    settle(&app).await;
    night(&app).await;
    assert!(open(&app.admin, id).await.is_empty());
    assert!(app.admin.get("/api/task-templates/").await.is(200).ids().is_empty());
    assert!(shown(&app.admin, id).await["last_error"].is_string());
});
