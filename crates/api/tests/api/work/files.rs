//! Files of evidence: in by form or raw body, out with headers that keep a browser safe.

use axum::body::Body;
use cairn_testkit::{Answer, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::support::{Entry, evidence, field, journal_since, make, mark};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";
const EXE: &[u8] = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0";

/// Sends a file as a raw body.
pub async fn upload(app: &TestApp, evidence: Uuid, name: &str, content: &[u8]) -> Answer {
    let disposition = format!("attachment; filename=\"{name}\"");
    let client = app.admin.with("Content-Disposition", &disposition);
    let url = format!("/api/evidences/{evidence}/upload/");
    client.send(Method::POST, &url, Body::from(content.to_vec()), Some("application/octet-stream")).await
}

/// Sends files as a form.
async fn submit(app: &TestApp, url: &str, files: &[(&str, &[u8])]) -> Answer {
    let mut body = Vec::new();
    for (name, content) in files {
        let head = format!("--line\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--line--\r\n");
    app.admin.send(Method::POST, url, Body::from(body), Some("multipart/form-data; boundary=line")).await
}

fn hash(content: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(content).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

async fn proof(app: &TestApp) -> Uuid {
    let domain = app.domain("Sales").await;
    evidence(app, domain, "Proof").await
}

both!(async fn a_raw_body_becomes_a_file(app) {
    let id = proof(&app).await;
    let answer = upload(&app, id, "note.txt", b"hello evidence").await.is(200).body()["files"][0].clone();
    assert_eq!((&answer["name"], &answer["size"]), (&json!("note.txt"), &json!(14)));
    assert_eq!(answer["sha256"], hash(b"hello evidence"));
    assert_eq!((field(&app, "evidences", id, "attachment").await, field(&app, "evidences", id, "size").await), (json!("note.txt"), json!("14 B")));
    let revision = app.admin.get(&format!("/api/evidence-revisions/?evidence={id}")).await.is(200).body();
    assert_eq!(revision["results"][0]["attachment_hash"], hash(b"hello evidence"));
    for path in [format!("evidences/{id}/attachment"), format!("evidence-files/{}/content", answer["id"].as_str().unwrap())] {
        let file = app.admin.get(&format!("/api/{path}/")).await.is(200);
        assert_eq!(&file.bytes[..], b"hello evidence");
    }
});

both!(async fn names_may_be_written_in_any_alphabet(app) {
    let id = proof(&app).await;
    for (disposition, name) in [
        ("attachment; filename*=UTF-8''na%C3%AFve%20caf%C3%A9.txt", "naïve café.txt"),
        ("attachment; filename=\"x.txt\"; filename*=UTF-8''%E7%9B%A3%E6%9F%BB.txt", "監査.txt"),
        ("attachment; filename=\"a; b.txt\"", "a; b.txt"),
        ("attachment; filename=plain.txt", "plain.txt"),
    ] {
        let client = app.admin.with("Content-Disposition", disposition);
        let url = format!("/api/evidences/{id}/upload/");
        let answer = client.send(Method::POST, &url, Body::from("x"), None).await.is(200).body();
        assert_eq!(answer["files"][0]["name"], name);
        let file = answer["files"][0]["id"].as_str().unwrap();
        let sent = app.admin.get(&format!("/api/evidence-files/{file}/content/")).await.is(200);
        let encoded = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
        let header = sent.header("content-disposition").unwrap();
        assert!(header.is_ascii() && header.ends_with(&format!("filename*=UTF-8''{encoded}")), "{header}");
    }
});

both!(async fn a_form_may_carry_several_files(app) {
    let id = proof(&app).await;
    let url = format!("/api/evidences/{id}/upload/");
    let answer = submit(&app, &url, &[("a.txt", b"first"), ("b.png", PNG)]).await.is(200).body();
    assert_eq!(answer["files"].as_array().unwrap().len(), 2);
    let attachments = field(&app, "evidences", id, "attachments").await;
    assert_eq!(attachments.as_array().unwrap().len(), 2);
    let newest = field(&app, "evidences", id, "attachment").await;
    let sent = app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(200);
    assert!(sent.header("content-disposition").unwrap().contains(newest.as_str().unwrap()), "the newest is the newest");
    let large = vec![b'x'; 3 * 1024 * 1024];
    submit(&app, &url, &[("large.txt", &large)]).await.is(200);
    submit(&app, &url, &[]).await.is(400).error("file");
    let many: Vec<(String, &[u8])> = (0..21).map(|at| (format!("{at}.txt"), b"x".as_slice())).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    submit(&app, &url, &many).await.is(400).error("file");
});

both!(async fn a_form_that_is_broken_is_refused(app) {
    let id = proof(&app).await;
    let url = format!("/api/evidences/{id}/upload/");
    for (kind, body) in [
        ("multipart/form-data", "--line\r\n"),
        ("multipart/form-data; boundary=line", "garbage"),
        ("multipart/form-data; boundary=line", "--line\r\nContent-Disposition: form-data; filename=\"a.txt\"\r\n\r\ncut"),
    ] {
        app.admin.send(Method::POST, &url, Body::from(body), Some(kind)).await.is(400);
    }
    app.admin.send(Method::POST, &url, Body::from("x"), Some("text/plain")).await.is(400).error("file");
    assert_eq!(field(&app, "evidences", id, "attachments").await, json!([]));
});

both!(async fn files_belong_to_their_revision(app) {
    let id = proof(&app).await;
    upload(&app, id, "old.txt", b"old").await.is(200);
    let first = app.admin.get(&format!("/api/evidence-revisions/?evidence={id}")).await.is(200).ids()[0];
    make(&app, "evidence-revisions", json!({ "evidence": id })).await;
    assert_eq!(field(&app, "evidences", id, "attachment").await, Json::Null, "the newest revision has none yet");
    app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(404);
    upload(&app, id, "new.txt", b"new").await.is(200);
    submit(&app, &format!("/api/evidence-revisions/{first}/upload/"), &[("more.txt", b"more")]).await.is(200);
    assert_eq!(field(&app, "evidence-revisions", first, "attachment").await, "more.txt");
    let sent = app.admin.get(&format!("/api/evidence-revisions/{first}/attachment/")).await.is(200);
    assert_eq!(&sent.bytes[..], b"more");
    assert_eq!(&app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(200).bytes[..], b"new");
});

both!(async fn a_file_of_the_same_name_makes_way(app) {
    let id = proof(&app).await;
    upload(&app, id, "note.txt", b"one").await.is(200);
    let before = mark(&app).await;
    upload(&app, id, "note.txt", b"two").await.is(200);
    let what: Vec<String> = journal_since(&app, before).await.iter().map(Entry::what).collect();
    let parents = ["updated evidence-revisions", "updated evidences"];
    assert_eq!(what, [["deleted evidence-files", "created evidence-files"], parents].concat());
    assert_eq!(field(&app, "evidences", id, "attachments").await.as_array().unwrap().len(), 1);
    assert_eq!(&app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(200).bytes[..], b"two");
});

both!(async fn nothing_that_runs_is_shown_by_a_browser(app) {
    let id = proof(&app).await;
    for (name, content, kind, way) in [
        ("a.svg", b"<svg onload='alert(1)'/>".as_slice(), "application/octet-stream", "attachment"),
        ("a.xml", b"<?xml version='1.0'?><a/>", "application/octet-stream", "attachment"),
        ("a.md", b"<script>alert(1)</script>", "text/markdown", "attachment"),
        ("a.txt", b"<script>alert(1)</script>", "text/plain; charset=utf-8", "inline"),
        ("a.png", PNG, "image/png", "inline"),
    ] {
        upload(&app, id, name, content).await.is(200);
        let sent = app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(200);
        assert_eq!(sent.header("content-type"), Some(kind), "{name}");
        assert!(sent.header("content-disposition").unwrap().starts_with(&format!("{way}; ")), "{name}");
        assert_eq!(sent.header("x-content-type-options"), Some("nosniff"));
        assert!(sent.header("content-security-policy").unwrap().starts_with("sandbox"));
    }
});

both!(async fn files_that_lie_or_trick_are_refused(app) {
    let id = proof(&app).await;
    let before = mark(&app).await;
    for (name, content) in [
        ("report.pdf", EXE),
        ("picture.png", b"<!doctype html><script>alert(1)</script>".as_slice()),
        ("run.exe", EXE),
        ("page.html", b"<p>hi"),
        ("script.txt", b"#!/bin/sh\nrm -rf /"),
        ("noextension", b"text"),
        ("../../etc/passwd.txt", b"text"),
        ("a/b.txt", b"text"),
        (".hidden.txt", b"text"),
        ("nul.txt", b"text"),
        ("empty.txt", b""),
        ("broken.zip", b"PK\x03\x04 and nothing more"),
        ("broken.docx", b"PK\x03\x04 and nothing more"),
    ] {
        upload(&app, id, name, content).await.is(400).error("file");
        if !content.is_empty() {
            submit(&app, &format!("/api/evidences/{id}/upload/"), &[("good.txt", b"good"), (name, content)]).await.is(400);
        }
    }
    let hidden = "attachment; filename*=UTF-8''report%E2%80%AEfdp.txt";
    let url = format!("/api/evidences/{id}/upload/");
    app.admin.with("Content-Disposition", hidden).send(Method::POST, &url, Body::from("x"), None).await.is(400);
    assert_eq!(mark(&app).await, before, "and the good file beside it is not kept either");
    assert_eq!(field(&app, "evidences", id, "attachments").await, json!([]));
});

/// A ZIP with one entry that claims to unpack to far more than there is.
fn bomb() -> Vec<u8> {
    let (name, packed, unpacked) = (b"zeros.txt", 10_u32, 3_u32 << 30);
    let mut local = b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0".to_vec();
    local.extend(packed.to_le_bytes());
    local.extend(unpacked.to_le_bytes());
    local.extend((name.len() as u16).to_le_bytes());
    local.extend([0, 0]);
    local.extend(name);
    local.extend([0; 10]);
    let mut directory = b"PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0".to_vec();
    directory.extend(packed.to_le_bytes());
    directory.extend(unpacked.to_le_bytes());
    directory.extend((name.len() as u16).to_le_bytes());
    directory.extend([0; 16]);
    directory.extend(name);
    let mut end = b"PK\x05\x06\0\0\0\0\x01\0\x01\0".to_vec();
    end.extend((directory.len() as u32).to_le_bytes());
    end.extend((local.len() as u32).to_le_bytes());
    end.extend([0, 0]);
    [local, directory, end].concat()
}

both!(async fn a_zip_of_death_is_refused(app) {
    let id = proof(&app).await;
    for name in ["logs.zip", "report.docx"] {
        let message = upload(&app, id, name, &bomb()).await.is(400).error("file");
        assert!(message.contains("2 GiB"), "{message}");
    }
});

both!(async fn a_file_of_51_mebibytes_is_too_large(app) {
    let id = proof(&app).await;
    let large = vec![b'x'; 51 * 1024 * 1024];
    assert_eq!(upload(&app, id, "large.txt", &large).await.is(413).body()["type"], "too_large");
    let url = format!("/api/evidences/{id}/upload/");
    submit(&app, &url, &[("large.txt", &large)]).await.is(413);
    assert_eq!(field(&app, "evidences", id, "attachments").await, json!([]));
});

both!(async fn files_are_taken_away_one_or_all(app) {
    let id = proof(&app).await;
    let url = format!("/api/evidences/{id}/upload/");
    let files = submit(&app, &url, &[("a.txt", b"a"), ("b.txt", b"b"), ("c.txt", b"c")]).await.is(200).body();
    let revision = files["files"][0]["revision"].as_str().unwrap().to_owned();
    let take = format!("/api/evidence-revisions/{revision}/delete_attachment/");
    let gone = app.admin.post(&take, json!({ "file": files["files"][1]["id"] })).await.is(200).body();
    assert_eq!(gone, json!({ "deleted": ["b.txt"] }));
    app.admin.post(&take, json!({ "file": files["files"][1]["id"] })).await.is(400).error("file");
    app.admin.post(&take, json!([])).await.is(400).error("detail");
    let gone = app.admin.post(&take, json!({})).await.is(200).body();
    assert_eq!(gone, json!({ "deleted": ["a.txt", "c.txt"] }));
    app.admin.get(&format!("/api/evidences/{id}/attachment/")).await.is(404);
});

both!(async fn files_are_for_those_who_may_see_their_evidence(app) {
    let id = proof(&app).await;
    let files = upload(&app, id, "note.txt", b"secret").await.is(200).body();
    let file = files["files"][0]["id"].as_str().unwrap().to_owned();
    let (sales, other) = (app.admin.get("/api/folders/?name=Sales").await.ids()[0], app.domain("Finance").await);
    let (reader, stranger) = (app.user("rea@example.com", "AUD", sales).await, app.user("str@example.com", "ANA", other).await);
    let before = mark(&app).await;
    for path in [format!("evidence-files/{file}/content"), format!("evidences/{id}/attachment")] {
        reader.get(&format!("/api/{path}/")).await.is(200);
        stranger.get(&format!("/api/{path}/")).await.is(404);
        app.nobody.get(&format!("/api/{path}/")).await.is(401);
    }
    let journal = journal_since(&app, before).await;
    assert!(journal.iter().all(|entry| entry.kind == "downloaded" && entry.actor == Some(reader.user)));
    assert_eq!(journal.len(), 2, "who took a file is noted");
    let reader = reader.with("Content-Disposition", "attachment; filename=a.txt");
    let url = format!("/api/evidences/{id}/upload/");
    reader.send(Method::POST, &url, Body::from("x"), None).await.is(403);
    app.admin.post(&format!("/api/evidences/{}/upload/", Uuid::from_u128(7)), json!({})).await.is(404);
});
