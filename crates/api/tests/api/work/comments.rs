//! Comments: about one thing, by one person, where that thing is.

use cairn_testkit::{TestApp, both};
use serde_json::json;
use uuid::Uuid;

use crate::support::{control, field, make};

async fn finding(app: &TestApp, domain: Uuid) -> Uuid {
    let review = make(app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    make(app, "findings", json!({ "name": "Hole", "findings_assessment": review, "is_published": true })).await
}

both!(async fn a_comment_is_about_exactly_one_thing(app) {
    let domain = app.domain("Sales").await;
    let (guard, hole) = (control(&app, domain, "Guard").await, finding(&app, domain).await);
    let words = app.admin.post("/api/comments/", json!({ "body": "Hm" })).await.is(400).error("applied_control");
    assert!(words.starts_with("Set one of"), "{words}");
    let both = json!({ "body": "Hm", "applied_control": guard, "finding": hole });
    app.admin.post("/api/comments/", both).await.is(400).error("applied_control");
    app.admin.post("/api/comments/", json!({ "body": " \n", "finding": hole })).await.is(400).error("body");
    let id = make(&app, "comments", json!({ "body": "Hm", "finding": hole })).await;
    app.admin.patch(&format!("/api/comments/{id}/"), json!({ "finding": guard })).await.is(400).error("finding");
    let found = app.admin.get(&format!("/api/comments/?finding={hole}&is_active=true")).await.is(200);
    assert_eq!(found.ids(), [id]);
});

both!(async fn it_is_where_its_object_is_and_as_visible(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let guard = control(&app, sales, "Guard").await;
    let id = make(&app, "comments", json!({ "body": "Hm", "applied_control": guard })).await;
    assert_eq!(field(&app, "comments", id, "folder").await["id"], json!(sales));
    let published = field(&app, "applied-controls", guard, "is_published").await;
    assert_eq!(field(&app, "comments", id, "is_published").await, published);
    let url = format!("/api/applied-controls/{guard}/");
    app.admin.patch(&url, json!({ "folder": finance, "is_published": false })).await.is(200);
    assert_eq!(field(&app, "comments", id, "folder").await["id"], json!(finance));
    assert_eq!(field(&app, "comments", id, "is_published").await, json!(false));
    app.admin.delete(&url).await.is(204);
    app.admin.get(&format!("/api/comments/{id}/")).await.is(404);
});

both!(async fn only_its_author_changes_its_words_and_everyone_may_mark_it_done(app) {
    let domain = app.domain("Sales").await;
    let hole = finding(&app, domain).await;
    let (ana, ben) =
        (app.user("ana@example.com", "ANA", domain).await, app.user("ben@example.com", "ANA", domain).await);
    let id = ana.post("/api/comments/", json!({ "body": "Hm", "finding": hole })).await.is(201).id();
    let url = format!("/api/comments/{id}/");
    let shown = ana.get(&url).await.is(200).body();
    assert_eq!((&shown["author"]["id"], &shown["is_tainted"]), (&json!(ana.user), &json!(false)));
    ben.patch(&url, json!({ "body": "Ha" })).await.is(403);
    app.admin.patch(&url, json!({ "body": "Ha" })).await.is(403);
    let done = ben.patch(&url, json!({ "is_active": false })).await.is(200).body();
    assert_eq!(done["is_active"], json!(false));
    assert_eq!(field(&app, "comments", id, "is_tainted").await, json!(false));
    ana.patch(&url, json!({ "body": "Hm?" })).await.is(200);
    assert_eq!(field(&app, "comments", id, "is_tainted").await, json!(true));
    ana.patch(&url, json!({ "author": ben.user })).await.is(400).error("author");
});

both!(async fn its_author_takes_it_back_and_so_does_whoever_may_delete_the_object(app) {
    let domain = app.domain("Sales").await;
    let guard = control(&app, domain, "Guard").await;
    let hole = finding(&app, domain).await;
    let about_finding = make(&app, "comments", json!({ "body": "Hm", "finding": hole })).await;
    // An auditee may delete controls, and sees neither findings nor what is said about them.
    let auditee = app.user("ade@example.com", "ADE", domain).await;
    auditee.delete(&format!("/api/comments/{about_finding}/")).await.is(404);
    let own = auditee.post("/api/comments/", json!({ "body": "Done", "applied_control": guard })).await.is(201).id();
    auditee.delete(&format!("/api/comments/{own}/")).await.is(204);
    auditee.post("/api/comments/", json!({ "body": "Hm", "finding": hole })).await.is(400).error("finding");
    // What others said does not keep an object alive.
    let ana = app.user("ana@example.com", "ANA", domain).await;
    ana.delete(&format!("/api/findings/{hole}/")).await.is(204);
    app.admin.get(&format!("/api/comments/{about_finding}/")).await.is(404);
});

both!(async fn its_words_stay_when_its_author_is_gone(app) {
    let domain = app.domain("Sales").await;
    let hole = finding(&app, domain).await;
    let ana = app.user("ana@example.com", "ANA", domain).await;
    let id = ana.post("/api/comments/", json!({ "body": "Hm", "finding": hole })).await.is(201).id();
    app.admin.delete(&format!("/api/users/{}/", ana.user)).await.is(204);
    let shown = app.admin.get(&format!("/api/comments/{id}/")).await.is(200).body();
    assert_eq!((&shown["author"], &shown["body"]), (&json!(null), &json!("Hm")));
});
