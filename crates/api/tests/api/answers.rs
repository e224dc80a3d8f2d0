//! Actions that take files, and those that answer with files or jobs.

use std::io::Cursor;

use axum::body::Body;
use axum::extract::ConnectInfo;
use cairn_testkit::{Answer, Client, Database, TestApp, both};
use calamine::Reader as _;
use http::{Method, Request};
use http_body_util::BodyExt;
use serde_json::{Value as Json, json};
use tower::ServiceExt;
use uuid::Uuid;

use crate::support::{Entry, asset, evidence, journal_since, mark};

const PREPARE: &str = "/api/assets/prepare-export/";

async fn limited(app: &TestApp, owner: &Client, limits: &Json) -> Client {
    let mut body = json!({ "name": "limited" });
    body.as_object_mut().expect("an object").extend(limits.as_object().expect("an object").clone());
    let made = owner.post("/api/iam/auth-tokens/", body).await.is(201).body();
    app.nobody.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a token")))
}

/// Asks for an export and lets it be made.
async fn made(app: &TestApp, client: &Client, path: &str, body: Json) -> (Uuid, Answer) {
    let id = client.post(path, body).await.is(202).id();
    app.jobs.run_due().await.expect("a run");
    let job = client.get(&format!("/api/jobs/{id}/")).await.is(200).body();
    assert_eq!(job["state"], "done", "{job}");
    (id, client.get(&format!("/api/jobs/{id}/download/")).await.is(200))
}

both!(async fn a_list_is_exported_by_a_job(app) {
    let domain = app.domain("Sales").await;
    for name in ["Vault", "Café", "Archive"] {
        asset(&app, domain, name).await;
    }
    let before = mark(&app).await;
    let asked = app.admin.post(PREPARE, json!({ "format": "csv", "query": "name__icontains=v&ordering=name" })).await.is(202);
    let id = asked.id();
    assert_eq!(asked.header("location"), Some(format!("/api/jobs/{id}/").as_str()));
    assert_eq!((&asked.body()["state"], &asked.body()["file"]), (&json!("queued"), &Json::Null));
    assert_eq!(app.jobs.run_due().await.expect("a run"), 1);
    let job = app.admin.get(&format!("/api/jobs/{id}/")).await.is(200).body();
    assert_eq!((&job["state"], &job["progress"], &job["result"]), (&json!("done"), &json!(100), &json!({ "rows": 2 })));
    let entries = journal_since(&app, before).await;
    assert_eq!(entries.iter().map(Entry::what).collect::<Vec<_>>(), ["exported assets"]);
    let file = app.admin.get(&format!("/api/jobs/{id}/download/")).await.is(200);
    let direct = app.admin.get("/api/assets/export_csv/?name__icontains=v&ordering=name").await.is(200);
    assert_eq!(file.text(), direct.text(), "the same as the list gives at once");
    for header in ["content-type", "content-disposition"] {
        assert_eq!(file.header(header), direct.header(header));
    }
    let (_, lines) = made(&app, &app.admin, PREPARE, json!({ "format": "jsonl" })).await;
    assert_eq!(lines.text().lines().count(), 3);
    let (_, book) = made(&app, &app.admin, PREPARE, json!({ "format": "xlsx", "query": "?search=caf%C3%A9" })).await;
    let mut book: calamine::Xlsx<_> = calamine::Xlsx::new(Cursor::new(book.bytes.to_vec())).expect("a workbook");
    let sheet = book.worksheet_range_at(0).expect("a sheet").expect("rows");
    assert_eq!(sheet.height(), 2, "the headings and one row");
});

both!(async fn what_cannot_be_listed_is_refused_before_there_is_a_job(app) {
    app.admin.post(PREPARE, json!({})).await.is(400).error("format");
    app.admin.post(PREPARE, json!({ "format": "pdf" })).await.is(400).error("format");
    app.admin.post(PREPARE, json!({ "format": "csv", "query": "colour=red" })).await.is(400).error("colour");
    app.admin.post(PREPARE, json!({ "format": "csv", "query": "limit=5" })).await.is(400).error("limit");
    app.admin.post("/api/log-entries/prepare-export/", json!({ "format": "csv", "query": "as_of=2026-03-01T00:00:00Z" })).await.is(400).error("as_of");
    app.admin.post(&format!("{PREPARE}?format=csv"), json!({ "format": "csv" })).await.is(400);
    assert_eq!(app.admin.get("/api/jobs/").await.is(200).body()["count"], 0);
    let once = app.admin.with("Idempotency-Key", "once");
    let first = once.post(PREPARE, json!({ "format": "csv" })).await.is(202);
    let again = once.post(PREPARE, json!({ "format": "csv" })).await.is(202);
    assert_eq!((again.id(), again.header("location")), (first.id(), first.header("location")));
    assert_eq!(app.admin.get("/api/jobs/").await.is(200).body()["count"], 1);
});

both!(async fn an_export_has_what_its_owner_sees_within_the_limits_of_the_token(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    asset(&app, sales, "Vault").await;
    asset(&app, legal, "Archive").await;
    let body = json!({ "format": "jsonl" });
    app.nobody.post(PREPARE, body.clone()).await.is(401);
    let reader = app.user("rea@example.com", "AUD", sales).await;
    let (id, file) = made(&app, &reader, PREPARE, body.clone()).await;
    assert!(file.text().contains("Vault") && !file.text().contains("Archive"));
    app.admin.get(&format!("/api/jobs/{id}/download/")).await.is(403);
    let stranger = app.user_with(json!({ "email": "nobody@example.com" })).await;
    stranger.post(PREPARE, body.clone()).await.is(403);
    stranger.get(&format!("/api/jobs/{id}/download/")).await.is(404);
    let in_sales = limited(&app, &app.admin, &json!({ "folder": sales })).await;
    let in_legal = limited(&app, &app.admin, &json!({ "folder": legal })).await;
    let (tied, file) = made(&app, &in_sales, PREPARE, body.clone()).await;
    assert!(file.text().contains("Vault") && !file.text().contains("Archive"));
    in_legal.get(&format!("/api/jobs/{tied}/download/")).await.is(404);
    let (free, _) = made(&app, &app.admin, PREPARE, body.clone()).await;
    in_sales.get(&format!("/api/jobs/{free}/download/")).await.is(404);
    // Exporting is reading.
    let reading = limited(&app, &app.admin, &json!({ "read_only": true })).await;
    made(&app, &reading, PREPARE, body.clone()).await;
    let proposing = limited(&app, &app.admin, &json!({ "propose_only": true })).await;
    proposing.post(PREPARE, body).await.is(403);
});

both!(async fn rights_that_are_lost_before_the_export_are_lost_to_it(app) {
    let sales = app.domain("Sales").await;
    asset(&app, sales, "Vault").await;
    let ada = app.user("ada@example.com", "ANA", sales).await;
    let id = ada.post(PREPARE, json!({ "format": "csv" })).await.is(202).id();
    app.admin.patch(&format!("/api/users/{}/", ada.user), json!({ "is_active": false })).await.is(200);
    app.jobs.run_due().await.expect("a run");
    let job = app.admin.get(&format!("/api/jobs/{id}/")).await.is(200).body();
    assert_eq!((&job["state"], &job["file"]), (&json!("failed"), &Json::Null));
});

both!(async fn the_past_can_be_exported_too(app) {
    let sales = app.domain("Sales").await;
    asset(&app, sales, "Vault").await;
    let then = app.admin.get("/api/assets/").await.is(200).body()["results"][0]["created_at"].as_str().expect("a time").to_owned();
    app.clock.advance_seconds(3600);
    asset(&app, sales, "Archive").await;
    let (_, file) = made(&app, &app.admin, PREPARE, json!({ "format": "jsonl", "query": format!("as_of={then}") })).await;
    assert!(file.text().contains("Vault") && !file.text().contains("Archive"), "{}", file.text());
    let domain = app.admin.get(&format!("/api/folders/{sales}/export/?format=json&as_of={then}")).await.is(200).text();
    assert!(domain.contains("Vault") && !domain.contains("Archive"), "{domain}");
});

both!(async fn a_domain_is_packed_by_a_job(app) {
    let sales = app.domain("Sales").await;
    asset(&app, sales, "Vault").await;
    let path = format!("/api/folders/{sales}/pack/");
    let before = mark(&app).await;
    let (id, file) = made(&app, &app.admin, &path, json!({})).await;
    let entries = journal_since(&app, before).await;
    assert_eq!(entries.iter().map(Entry::what).collect::<Vec<_>>(), ["exported folders", "downloaded jobs"]);
    let direct = app.admin.get(&format!("/api/folders/{sales}/export/")).await.is(200);
    assert_eq!((&file.bytes, file.header("content-disposition")), (&direct.bytes, direct.header("content-disposition")));
    assert_eq!(app.admin.get(&format!("/api/jobs/{id}/")).await.is(200).body()["result"], json!({ "objects": 2 }));
    app.admin.post(&format!("/api/folders/{}/pack/", app.root), json!({})).await.is(400);
    let stranger = app.user("eve@example.com", "ANA", app.domain("Legal").await).await;
    stranger.post(&path, json!({})).await.is(404);
});

/// One part of a form: its name, the name of its file if it is one, and its content.
type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

async fn submit(client: &Client, url: &str, parts: &[Part<'_>]) -> Answer {
    let mut body = Vec::new();
    for (name, file, content) in parts {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        body.extend_from_slice(
            format!("--line\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").as_bytes(),
        );
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--line--\r\n");
    client.send(Method::POST, url, Body::from(body), Some("multipart/form-data; boundary=line")).await
}

both!(async fn a_form_has_the_parts_that_are_declared_and_no_others(app) {
    let domain = app.domain("Sales").await;
    let id = evidence(&app, domain, "Proof").await;
    let upload = format!("/api/evidences/{id}/upload/");
    let file: Part<'_> = ("file", Some("note.txt"), b"seen");
    submit(&app.admin, &upload, &[file]).await.is(200);
    let refused = submit(&app.admin, &upload, &[("picture", Some("note.txt"), b"seen")]).await.is(400);
    assert!(refused.error("picture").contains("Valid fields: file"), "{}", refused.text());
    submit(&app.admin, &upload, &[file, ("comment", None, b"hello")]).await.is(400).error("comment");
    submit(&app.admin, &upload, &[("file", None, b"not a file")]).await.is(400).error("file");
    submit(&app.admin, &upload, &[]).await.is(400).error("file");
    submit(&app.admin, &format!("{upload}?colour=red"), &[file]).await.is(400).error("colour");
    let import = "/api/folders/import/";
    submit(&app.admin, import, &[("file", Some("a.zip"), b"PK"), ("file", Some("b.zip"), b"PK")]).await.is(400).error("file");
    app.admin.send(Method::POST, import, Body::empty(), Some("application/zip")).await.is(400).error("file");
    app.admin.post(PREPARE, json!({ "format": "csv", "file": "x" })).await.is(400).error("file");
    // Whoever may not do it is told before anything is read.
    let reader = app.user("rea@example.com", "AUD", domain).await;
    submit(&reader, &upload, &[("picture", Some("note.txt"), b"seen")]).await.is(403);
    app.nobody.post(&upload, json!({})).await.is(401);
});

both!(async fn a_form_says_what_a_query_could(app) {
    let domain = app.domain("Sales").await;
    asset(&app, domain, "Vault").await;
    let zip = app.admin.get(&format!("/api/folders/{domain}/export/")).await.is(200).bytes.to_vec();
    let parent = domain.to_string();
    let parts: [Part<'_>; 3] =
        [("name", None, "Café".as_bytes()), ("parent_folder", None, parent.as_bytes()), ("file", Some("x.zip"), &zip)];
    let made = submit(&app.admin, "/api/folders/import/", &parts).await.is(201);
    assert_eq!(made.header("location"), Some(format!("/api/folders/{}/", made.id()).as_str()));
    let folder = app.admin.get(&format!("/api/folders/{}/", made.id())).await.is(200).body();
    assert_eq!((&folder["name"], &folder["parent_folder"]["id"]), (&json!("Café"), &json!(domain)));
    // Said twice, it is not clear which is meant.
    let url = "/api/folders/import/?name=Other";
    submit(&app.admin, url, &parts).await.is(400).error("name");
});

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_read_within_their_limits_and_sent_in_pieces() {
    let mut config = cairn_api::Config::default();
    config.limits.attachment = 1024 * 1024;
    config.limits.domain = 1024 * 1024;
    let app = TestApp::start_with(Database::Sqlite, config).await;
    let id = evidence(&app, app.domain("Sales").await, "Proof").await;
    let upload = format!("/api/evidences/{id}/upload/");
    let large = vec![b'x'; 1024 * 1024 + 1];
    submit(&app.admin, &upload, &[("file", Some("large.txt"), &large)]).await.is(413);
    submit(&app.admin, "/api/folders/import/", &[("file", Some("large.zip"), &large)]).await.is(413);
    submit(&app.admin, "/api/folders/import/", &[("name", None, &large), ("file", Some("x.zip"), b"PK")]).await.is(413);
    submit(&app.admin, &upload, &[("file", Some("fits.txt"), &large[1..])]).await.is(200);
    let made = app.admin.post("/api/iam/auth-tokens/", json!({ "name": "raw" })).await.is(201).body();
    let address: std::net::SocketAddr = ([127, 0, 0, 1], 40_000).into();
    let request = Request::get(format!("/api/evidences/{id}/attachment/"))
        .header("Authorization", format!("Token {}", made["token"].as_str().expect("a token")))
        .extension(ConnectInfo(address))
        .body(Body::empty())
        .expect("a request");
    let mut body = cairn_api::router(app.app.clone()).oneshot(request).await.expect("an answer").into_body();
    let (mut pieces, mut size) = (0, 0);
    while let Some(frame) = body.frame().await {
        let data = frame.expect("a piece").into_data().expect("bytes");
        assert!(data.len() <= 64 * 1024, "no more than a piece is in memory at once");
        (pieces, size) = (pieces + 1, size + data.len());
    }
    assert_eq!(size, 1024 * 1024);
    assert!(pieces >= 16, "{pieces}");
}
