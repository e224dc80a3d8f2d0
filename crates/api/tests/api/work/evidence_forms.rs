//! Evidence made of files: by a form with its fields, and one for each file.

use axum::body::Body;
use cairn_testkit::{Answer, Client, both};
use http::Method;
use serde_json::json;

use crate::support::{actor_of, evidence, field, journal_since, mark, targets};

const BATCH: &str = "/api/evidences/batch-upload/";

/// Sends a form of fields and of files, which all come under one name.
async fn submit(client: &Client, url: &str, fields: &[(&str, &str)], files: &[(&str, &str)]) -> Answer {
    let part = |head: &str, text: &str| format!("--line\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n");
    let fields = fields.iter().map(|(name, text)| part(&format!("name=\"{name}\""), text));
    let files = files.iter().map(|(name, text)| part(&format!("name=\"attachment\"; filename=\"{name}\""), text));
    let body = fields.chain(files).collect::<String>() + "--line--\r\n";
    client.send(Method::POST, url, Body::from(body), Some("multipart/form-data; boundary=line")).await
}

both!(async fn a_form_makes_an_evidence_with_its_file(app) {
    let domain = app.domain("Sales").await;
    let owner = actor_of(&app, app.admin.user).await;
    let (folder, owner_text) = (domain.to_string(), owner.to_string());
    let fields = [
        ("name", "Multi, with a comma"), ("folder", &folder), ("owner", &owner_text), ("status", "in_review"),
        ("expiry_date", "2027-01-31"), ("link", ""), ("filtering_labels", ""),
    ];
    let made = submit(&app.admin, "/api/evidences/", &fields, &[("pic.txt", "seen"), ("more.txt", "too")]).await.is(201);
    let id = made.id();
    assert_eq!(made.header("location"), Some(format!("/api/evidences/{id}/").as_str()));
    let raw = app.admin.get(&format!("/api/evidences/{id}/object/")).await.is(200);
    assert_eq!((made.body(), made.header("etag")), (raw.body(), raw.header("etag")), "as if it had been JSON");
    assert_eq!(made.body()["name"], "Multi, with a comma");
    assert_eq!((&made.body()["status"], &made.body()["link"]), (&json!("in_review"), &json!(null)));
    assert_eq!(targets(&app, "evidences", id, "owner").await, [owner]);
    assert_eq!(field(&app, "evidences", id, "attachments").await.as_array().unwrap().len(), 2);
    assert_eq!(app.admin.get(&format!("/api/evidence-revisions/?evidence={id}")).await.is(200).body()["count"], 1);
    let fields = [("name", "Without a file"), ("folder", &folder)];
    submit(&app.admin, "/api/evidences/", &fields, &[]).await.is(201);
    let fields = [("name", "Where none was chosen"), ("folder", &folder)];
    submit(&app.admin, "/api/evidences/", &fields, &[("", "")]).await.is(201);
});

both!(async fn a_refused_form_leaves_nothing(app) {
    let domain = app.domain("Sales").await.to_string();
    let before = mark(&app).await;
    let name = ("name", "Proof");
    let folder = ("folder", domain.as_str());
    let file = ("note.txt", "seen");
    let refused = |fields: Vec<(&'static str, String)>, files: Vec<(&'static str, &'static str)>| {
        let client = app.admin.clone();
        async move {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (*name, text.as_str())).collect();
            submit(&client, "/api/evidences/", &fields, &files).await
        }
    };
    let said = |more: &[(&'static str, &str)]| {
        let all = [name, folder].into_iter().chain(more.iter().copied());
        all.map(|(name, text)| (name, text.to_owned())).collect::<Vec<_>>()
    };
    refused(said(&[("folder", "x")]), vec![file]).await.is(400).error("folder");
    refused(said(&[("colour", "red")]), vec![file]).await.is(400).error("colour");
    refused(said(&[("status", "perfect")]), vec![file]).await.is(400).error("status");
    refused(said(&[("owner", "someone")]), vec![file]).await.is(400).error("owner");
    refused(said(&[]), vec![file, ("run.exe", "MZ")]).await.is(400).error("file");
    refused(said(&[]), vec![("empty.txt", "")]).await.is(400).error("file");
    refused(said(&[]), vec![("", "nameless")]).await.is(400).error("file");
    refused(said(&[("description", &"x".repeat(2 * 1024 * 1024))]), vec![file]).await.is(413);
    refused(vec![("folder", domain.clone())], vec![file]).await.is(400).error("name");
    assert_eq!(journal_since(&app, before).await.len(), 0);
});

both!(async fn a_batch_makes_an_evidence_of_each_file(app) {
    let domain = app.domain("Sales").await;
    let folder = domain.to_string();
    let fields = [("folder", folder.as_str()), ("status", "in_review")];
    let files = [("a.txt", "first"), ("b.txt", "second"), ("c.txt", "first")];
    let client = app.admin.with("Idempotency-Key", "once");
    let made = submit(&client, BATCH, &fields, &files).await.is(201);
    assert_eq!((&made.body()["count"], made.column("name")), (&json!(3), vec![json!("a.txt"), json!("b.txt"), json!("c.txt")]));
    for (id, (name, content)) in made.ids().into_iter().zip(files) {
        let read = app.admin.get(&format!("/api/evidences/{id}/")).await.is(200).body();
        assert_eq!((&read["name"], &read["attachment"], &read["status"]), (&json!(name), &json!(name), &json!("in_review")));
        assert_eq!(app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(200).text(), content);
    }
    let again = submit(&client, BATCH, &fields, &files).await.is(201);
    assert_eq!((again.body(), again.header("idempotency-replayed")), (made.body(), Some("true")));
    submit(&client, BATCH, &fields, &files[..2]).await.is(409);
});

both!(async fn a_batch_keeps_the_good_files_and_names_the_bad_ones(app) {
    let domain = app.domain("Sales").await;
    evidence(&app, domain, "b.txt").await;
    let folder = domain.to_string();
    let fields = [("folder", folder.as_str())];
    let files = [("run.exe", "MZ"), ("a.txt", "first"), ("empty.txt", ""), ("b.txt", "second"), ("c.txt", "third")];
    let client = app.admin.with("Idempotency-Key", "once");
    let made = submit(&client, BATCH, &fields, &files).await.is(201);
    assert_eq!((&made.body()["count"], made.column("name")), (&json!(2), vec![json!("a.txt"), json!("c.txt")]));
    let failed = made.body()["failed"].clone();
    let names: Vec<&str> = failed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["run.exe", "empty.txt", "b.txt"]);
    assert!(failed[1]["error"].as_str().unwrap().contains("is empty") && failed[2]["error"].as_str().unwrap().contains("already"), "{failed}");
    for id in made.ids() {
        app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(200);
    }
    assert_eq!(submit(&client, BATCH, &fields, &files).await.is(201).body(), made.body());
    assert_eq!(app.admin.get("/api/evidences/").await.body()["count"], 3, "nothing was left of the bad ones");
});

both!(async fn a_batch_of_which_nothing_comes_leaves_nothing(app) {
    let domain = app.domain("Sales").await;
    evidence(&app, domain, "b.txt").await;
    let folder = domain.to_string();
    let fields = [("folder", folder.as_str())];
    let before = mark(&app).await;
    let refused = submit(&app.admin, BATCH, &fields, &[("b.txt", "second")]).await;
    assert!(refused.is(400).error("b.txt: name").contains("already"));
    submit(&app.admin, BATCH, &fields, &[("run.exe", "MZ")]).await.is(400).error("file");
    submit(&app.admin, BATCH, &fields, &[]).await.is(400).error("file");
    submit(&app.admin, BATCH, &[("name", "All")], &[("a.txt", "first")]).await.is(400).error("name");
    let many: Vec<(String, &str)> = (0..21).map(|at| (format!("{at}.txt"), "x")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    submit(&app.admin, BATCH, &fields, &many).await.is(400).error("file");
    app.admin.post(BATCH, json!({ "folder": domain })).await.is(415);
    assert_eq!(journal_since(&app, before).await.len(), 0);
    let reader = app.user("rea@example.com", "AUD", domain).await;
    submit(&reader, BATCH, &fields, &[("a.txt", "first")]).await.is(403);
    submit(&reader, "/api/evidences/", &fields, &[("a.txt", "first")]).await.is(403);
});
