//! Files of any object whose resource carries them.

use axum::body::Body;
use cairn_testkit::{Answer, Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, control, make};

async fn put(client: &Client, about: Uuid, name: &str, content: &[u8]) -> Answer {
    let client = client.with("Content-Disposition", &format!("attachment; filename=\"{name}\""));
    let url = format!("/api/attachments/upload/?about={about}");
    client.send(Method::POST, &url, Body::from(content.to_vec()), Some("application/octet-stream")).await
}

async fn attach(app: &TestApp, about: Uuid, name: &str, content: &[u8]) -> Uuid {
    let file = put(&app.admin, about, name, content).await.is(200).body()["files"][0].clone();
    file["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

async fn names(client: &Client, about: Uuid) -> Vec<Json> {
    client.get(&format!("/api/attachments/?about={about}&ordering=name")).await.is(200).column("name")
}

async fn finding(app: &TestApp, domain: Uuid) -> (Uuid, Uuid) {
    let assessment = make(app, "findings-assessments", json!({ "name": "Audit", "folder": domain })).await;
    let finding = json!({ "name": "Open port", "findings_assessment": assessment });
    (assessment, make(app, "findings", finding).await)
}

both!(async fn files_go_in_and_come_out_again(app) {
    let domain = app.domain("Sales").await;
    let (_, finding) = finding(&app, domain).await;
    let control = control(&app, domain, "Backups").await;
    for about in [finding, control] {
        let id = attach(&app, about, "note.txt", b"what was seen").await;
        let shown = app.admin.get(&format!("/api/attachments/{id}/")).await.is(200).body();
        assert_eq!(shown["about"]["id"], json!(about));
        assert_eq!((&shown["file"]["size"], &shown["folder"]["id"]), (&json!(13), &json!(domain)));
        let sent = app.admin.get(&format!("/api/attachments/{id}/content/")).await.is(200);
        assert_eq!(&sent.bytes[..], b"what was seen");
        assert!(sent.header("content-security-policy").is_some_and(|policy| policy.starts_with("sandbox")));
    }
    assert_eq!(app.admin.get("/api/attachments/?about__resource=findings").await.is(200).ids().len(), 1);
    // A file of the same name makes way.
    attach(&app, finding, "note.txt", b"seen again").await;
    attach(&app, finding, "more.txt", b"more").await;
    assert_eq!(names(&app.admin, finding).await, ["more.txt", "note.txt"]);
    assert!(app.admin.get("/api/search/?q=note").await.is(200).text().contains("note.txt"));
    let id = app.admin.get(&format!("/api/attachments/?about={finding}&name=more.txt")).await.is(200).ids()[0];
    let removed = app.admin.post(&format!("/api/attachments/{id}/remove/"), json!({})).await.is(200).body();
    assert_eq!(removed, json!({ "name": "more.txt" }));
    assert_eq!(names(&app.admin, finding).await, ["note.txt"]);
});

both!(async fn what_is_sent_is_doubted(app) {
    let domain = app.domain("Sales").await;
    let control = control(&app, domain, "Backups").await;
    for (name, content) in [
        ("run.exe", &b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0"[..]),
        ("page.txt", &b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0"[..]),
        ("empty.txt", &b""[..]),
        ("..", &b"text"[..]),
    ] {
        put(&app.admin, control, name, content).await.is(400);
    }
    assert_eq!(app.admin.get("/api/attachments/").await.is(200).body()["count"], 0);
    // Only what carries attachments takes them, and what is unknown is answered alike.
    let asset = asset(&app, domain, "Vault").await;
    let words = |answer: &Answer, id: Uuid| answer.text().replace(&id.to_string(), "ID");
    let unknown = Uuid::from_u128(7);
    let (other, none) = (put(&app.admin, asset, "a.txt", b"a").await, put(&app.admin, unknown, "a.txt", b"a").await);
    assert_eq!((other.status.as_u16(), words(&other, asset)), (400, words(&none, unknown)));
    app.admin.send(Method::POST, "/api/attachments/upload/", Body::from("x"), None).await.is(400);
});

both!(async fn who_may_change_the_object_may_change_its_files(app) {
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let control = control(&app, domain, "Backups").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let stranger = app.user("stranger@example.com", "ANA", far).await;
    let tester = app.user("tester@example.com", "TST", domain).await;
    let id = put(&analyst, control, "plan.txt", b"a plan").await.is(200).body()["files"][0]["id"].clone();
    let url = format!("/api/attachments/{}/", id.as_str().expect("an id"));
    assert_eq!(reader.get(&url).await.is(200).body()["name"], "plan.txt");
    reader.get(&format!("{url}content/")).await.is(200);
    put(&reader, control, "mine.txt", b"mine").await.is(403);
    reader.post(&format!("{url}remove/"), json!({})).await.is(403);
    // Whoever does not see the control sees nothing of its files, though the role may see attachments.
    for hidden in [&stranger, &tester] {
        for tail in ["", "content/", "history/"] {
            hidden.get(&format!("{url}{tail}")).await.is(404);
        }
        hidden.post(&format!("{url}remove/"), json!({})).await.is(404);
        put(hidden, control, "mine.txt", b"mine").await.is(400);
        assert_eq!(hidden.get("/api/attachments/").await.is(200).body()["count"], 0);
        assert!(!hidden.get("/api/search/?q=plan").await.is(200).text().contains("plan.txt"));
    }
    analyst.post(&format!("{url}remove/"), json!({})).await.is(200);
});

both!(async fn files_move_are_locked_and_go_with_their_object(app) {
    let (domain, other) = (app.domain("Sales").await, app.domain("Other").await);
    let (assessment, finding) = finding(&app, domain).await;
    let id = attach(&app, finding, "note.txt", b"what was seen").await;
    let (url, whole) = (format!("/api/attachments/{id}/"), format!("/api/findings-assessments/{assessment}/"));
    app.admin.patch(&whole, json!({ "folder": other })).await.is(200);
    assert_eq!(app.admin.get(&url).await.is(200).body()["folder"]["id"], json!(other), "two steps down");
    app.admin.patch(&whole, json!({ "is_locked": true })).await.is(200);
    put(&app.admin, finding, "late.txt", b"late").await.is(409);
    app.admin.post(&format!("{url}remove/"), json!({})).await.is(409);
    app.admin.patch(&whole, json!({ "is_locked": false })).await.is(200);
    let info = app.admin.get(&format!("/api/findings/{finding}/cascade-info/")).await.is(200).body();
    assert_eq!(info["deleted"]["related_objects"][0]["name"], "note.txt", "{info}");
    app.admin.delete(&format!("/api/findings/{finding}/")).await.is(204);
    app.admin.get(&url).await.is(404);
    let log: Json = app.admin.get(&format!("/api/log-entries/?object_id={id}&ordering=seq")).await.is(200).body();
    let kinds: Vec<&str> =
        log["results"].as_array().expect("entries").iter().map(|entry| entry["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["created", "updated", "deleted"]);
});

both!(async fn a_domain_takes_its_files_along(app) {
    let domain = app.domain("Sales").await;
    let (_, finding) = finding(&app, domain).await;
    attach(&app, finding, "note.txt", b"what was seen").await;
    let zip = app.admin.get(&format!("/api/folders/{domain}/export/")).await.is(200).bytes;
    let url = "/api/folders/import/?name=Copy";
    app.admin.send(Method::POST, url, Body::from(zip), Some("application/zip")).await.is(201);
    let all = app.admin.get("/api/attachments/?ordering=created_at").await.is(200).body();
    assert_eq!(all["count"], 2, "{all}");
    let copy = &all["results"][1];
    assert_eq!(copy["about"]["str"], "Open port");
    assert_ne!(copy["about"]["id"], json!(finding));
});
