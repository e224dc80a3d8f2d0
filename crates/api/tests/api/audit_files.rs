//! Archives of audits, and Word reports from templates that people uploaded.

use std::io::{Cursor, Read};

use axum::body::Body;
use cairn_report::Language;
use cairn_testkit::{Answer, Client, TestApp, both};
use http::Method;
use serde_json::json;
use uuid::Uuid;

use crate::library::{BASELINE, load};
use crate::support::{evidence, make};

/// What becomes of a part of a file, by its name.
type Change<'a> = &'a dyn Fn(&str, Vec<u8>) -> Option<Vec<u8>>;

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

async fn audit(app: &TestApp, domain: Uuid) -> (Uuid, Vec<Uuid>) {
    load(app, BASELINE).await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let id = make(app, "compliance-assessments", json!({ "name": "Yearly", "folder": domain, "framework": framework }))
        .await;
    let rows = app.admin.get(&format!("/api/requirement-assessments/?compliance_assessment={id}")).await.is(200).ids();
    (id, rows)
}

/// A piece of evidence with a file.
async fn proof(app: &TestApp, domain: Uuid, name: &str, text: &str) -> Uuid {
    let id = evidence(app, domain, name).await;
    let client = app.admin.with("Content-Disposition", &format!("attachment; filename=\"{name}.txt\""));
    let text = Body::from(text.to_owned());
    client.send(Method::POST, &format!("/api/evidences/{id}/upload/"), text, Some("text/plain")).await.is(200);
    id
}

/// The files of an archive, by name.
fn unpacked(answer: &Answer) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes.to_vec())).expect("an archive");
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).expect("a file");
            let mut content = Vec::new();
            file.read_to_end(&mut content).expect("its content");
            (file.name().expect("a name").into_owned(), content)
        })
        .collect()
}

fn document(answer: &Answer) -> String {
    let files = unpacked(answer);
    let (_, main) = files.iter().find(|(name, _)| name == "word/document.xml").expect("a Word document");
    String::from_utf8_lossy(main).into_owned()
}

both!(async fn an_archive_has_the_evidence_that_the_reader_sees(app) {
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let (id, rows) = audit(&app, ours).await;
    let (seen, hidden) = (proof(&app, ours, "Accounts", "All of them.").await, proof(&app, theirs, "Secret", "Hidden words.").await);
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "evidences": [seen, hidden] })).await.is(200);
    let path = format!("/api/compliance-assessments/{id}/export/");
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let all = unpacked(&app.admin.get(&path).await.is(200));
    assert_eq!(names(&all).iter().filter(|name| name.starts_with("evidence/")).count(), 2, "{:?}", names(&all));
    let analyst = app.user("ana@example.com", "ANA", ours).await;
    let answer = analyst.get(&path).await.is(200);
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    let files = unpacked(&answer);
    assert_eq!(names(&files), ["report.docx", "requirements.csv", "evidence/001 Accounts/Accounts.txt", "index.html", "SHA256SUMS"]);
    assert_eq!(files[2].1, b"All of them.");
    let index = String::from_utf8_lossy(&files[3].1).into_owned();
    assert!(index.contains("Accounts.txt") && !index.contains("Secret"), "{index}");
    // The same in the background.
    let job = analyst.post(&format!("/api/compliance-assessments/{id}/prepare-report/"), json!({ "kind": "zip" })).await.is(202).id();
    app.jobs.run_due().await.expect("runs");
    assert_eq!(names(&unpacked(&analyst.get(&format!("/api/jobs/{job}/download/")).await.is(200))), names(&files));
    // Evidence that the audit hides is in no archive.
    let hide = json!({ "field_visibility": { "evidences": { "auditor": "hidden" } } });
    app.admin.patch(&format!("/api/compliance-assessments/{id}/"), hide).await.is(200);
    assert!(!names(&unpacked(&analyst.get(&path).await.is(200))).iter().any(|name| name.starts_with("evidence/")));
    let stranger = app.user("str@example.com", "ANA", theirs).await;
    stranger.get(&path).await.is(404);
    app.nobody.get(&path).await.is(401);
});

async fn upload(client: &Client, query: &str, name: &str, bytes: Vec<u8>) -> Answer {
    let client = client.with("Content-Disposition", &format!("attachment; filename=\"{name}\""));
    client.send(Method::POST, &format!("/api/report-templates/upload/{query}"), Body::from(bytes), Some(DOCX)).await
}

both!(async fn a_report_is_made_from_an_uploaded_template(app) {
    let domain = app.domain("Ours").await;
    let (id, rows) = audit(&app, domain).await;
    app.admin.patch(&format!("/api/requirement-assessments/{}/", rows[1]), json!({ "result": "compliant" })).await.is(200);
    let manager = app.user("man@example.com", "DMA", domain).await;
    let starter = manager.get("/api/report-templates/starter/").await.is(200);
    assert!(document(&starter).contains("{{"), "it has marks");
    let french = manager.with("Accept-Language", "fr").get("/api/report-templates/starter/").await.is(200);
    assert_ne!(document(&french), document(&starter));
    let here = format!("?folder={domain}");
    let made = upload(&manager, &here, "Letterhead.docx", starter.bytes.to_vec()).await.is(201).body();
    assert_eq!((&made["name"], &made["replaced"]), (&json!("Letterhead"), &json!(false)));
    let template = made["id"].as_str().expect("an id").to_owned();
    assert_eq!(manager.get(&format!("/api/report-templates/{template}/content/")).await.is(200).bytes, starter.bytes);
    let again = upload(&manager, &here, "Letterhead.docx", starter.bytes.to_vec()).await.is(201).body();
    assert_eq!((&again["id"], &again["replaced"]), (&json!(template), &json!(true)));
    // Only where they may, and only with a document that can be filled.
    upload(&manager, "", "Root.docx", starter.bytes.to_vec()).await.is(403);
    let base = format!("/api/compliance-assessments/{id}/");
    let report = document(&manager.get(&format!("{base}word_report/?template={template}")).await.is(200));
    assert!(report.contains("Yearly") && !report.contains("{{"), "the marks are filled");
    let job = manager.post(&format!("{base}prepare-report/"), json!({ "kind": "word", "template": template })).await.is(202).id();
    app.jobs.run_due().await.expect("runs");
    assert!(document(&manager.get(&format!("/api/jobs/{job}/download/")).await.is(200)).contains("Yearly"));
    manager.get(&format!("{base}word_report/?template={}", Uuid::nil())).await.is(400).error("template");
    let only = manager.post(&format!("{base}prepare-report/"), json!({ "kind": "pdf", "template": template })).await.is(400);
    assert_eq!(only.error("template"), "Only the Word report can be made from a template.");
    let stranger = app.user("str@example.com", "DMA", app.domain("Theirs").await).await;
    stranger.get(&format!("/api/report-templates/{template}/content/")).await.is(404);
    upload(&stranger, &here, "Mine.docx", starter.bytes.to_vec()).await.is(400).error("folder");
    manager.delete(&format!("/api/report-templates/{template}/")).await.is(204);
    manager.get(&format!("{base}word_report/?template={template}")).await.is(400).error("template");
});

both!(async fn hostile_templates_are_refused(app) {
    let good = cairn_report::starter_template(Language::English).expect("a template");
    let with = |change: Change<'_>| {
        let mut zip = zip::ZipArchive::new(Cursor::new(good.clone())).expect("an archive");
        let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for at in 0..zip.len() {
            let mut file = zip.by_index(at).expect("a file");
            let (name, mut content) = (file.name().expect("a name").into_owned(), Vec::new());
            file.read_to_end(&mut content).expect("its content");
            if let Some(content) = change(&name, content) {
                out.start_file(name, zip::write::SimpleFileOptions::default()).expect("a file");
                std::io::Write::write_all(&mut out, &content).expect("its content");
            }
        }
        out.finish().expect("an archive").into_inner()
    };
    let in_main = |from: &'static str, to: &'static str| {
        with(&move |name: &str, content: Vec<u8>| {
            let text = String::from_utf8_lossy(&content).replace(from, to).into_bytes();
            Some(if name == "word/document.xml" { text } else { content })
        })
    };
    let bomb = with(&|name: &str, content: Vec<u8>| Some(if name == "word/document.xml" { vec![b' '; 80 * 1024 * 1024] } else { content }));
    for (what, bytes) in [
        ("no document", b"PK but nothing else".to_vec()),
        ("text", b"Dear {{ audit.name }}".to_vec()),
        ("an unknown name", in_main("audit.name", "audit.password")),
        ("a document type", in_main("<w:document", "<!DOCTYPE x [<!ENTITY a \"b\">]><w:document")),
        ("what unpacks to too much", bomb),
    ] {
        let refused = upload(&app.admin, "", "Bad.docx", bytes).await;
        assert_eq!(refused.status.as_u16(), 400, "{what}: {}", refused.text());
        assert!(!refused.error("file").is_empty(), "{what}");
    }
    let large = vec![b'x'; 11 * 1024 * 1024];
    upload(&app.admin, "", "Large.docx", large).await.is(413);
    assert_eq!(app.admin.get("/api/report-templates/").await.is(200).body()["count"], json!(0), "nothing is kept");
});
