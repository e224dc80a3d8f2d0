//! A domain as a file: out of one place, into another, and what a file must not do.

use std::io::{Cursor, Read, Write};

use axum::body::Body;
use cairn_testkit::{Answer, Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::support::{actor_of, asset, control, field, journal_since, make, mark};

/// A domain with something of every kind in it.
async fn furnish(app: &TestApp, name: &str) -> Uuid {
    let domain = app.domain(name).await;
    let below = app.domain_under("Cards", domain).await;
    let label = make(app, "filtering-labels", json!({ "label": "core", "folder": domain })).await;
    let owner = actor_of(app, app.admin.user).await;
    app.admin
        .patch(&format!("/api/folders/{domain}/"), json!({ "filtering_labels": [label], "description": "PCI\nscope" }))
        .await
        .is(200);
    let class = app.admin.get("/api/asset-class/?limit=1").await.is(200).ids()[0];
    let vault = make(
        app,
        "assets",
        json!({
            "name": "Vault", "folder": domain, "type": "PR", "asset_class": class, "owner": [owner],
            "security_objectives": { "objectives": { "integrity": { "value": 3, "is_enabled": true } } },
        }),
    )
    .await;
    make(app, "assets", json!({ "name": "Vault", "folder": below, "parent_assets": [vault], "ref_id": "A-2" })).await;
    let evidence =
        make(app, "evidences", json!({ "name": "Report", "folder": domain, "link": "https://example.com/" })).await;
    upload(&app.admin, &format!("/api/evidences/{evidence}/upload/"), "seen.txt", "What was seen.\n").await;
    let revision = make(app, "evidence-revisions", json!({ "evidence": evidence, "observation": "Later" })).await;
    upload(&app.admin, &format!("/api/evidence-revisions/{revision}/upload/"), "again.txt", "What was seen.\n").await;
    let locks = make(
        app,
        "applied-controls",
        json!({ "name": "Locks", "folder": domain, "assets": [vault], "evidences": [evidence], "category": "policy" }),
    )
    .await;
    let pentest =
        make(app, "findings-assessments", json!({ "name": "Pentest", "folder": below, "status": null })).await;
    for severity in [3, 1] {
        let body = json!({ "name": "Open door", "findings_assessment": pentest, "severity": severity, "applied_controls": [locks] });
        make(app, "findings", body).await;
    }
    app.admin.patch(&format!("/api/findings-assessments/{pentest}/"), json!({ "is_locked": true })).await.is(200);
    domain
}

async fn upload(client: &Client, path: &str, name: &str, content: &'static str) {
    let client = client.with("Content-Disposition", &format!("attachment; filename=\"{name}\""));
    client.send(Method::POST, path, Body::from(content), Some("text/plain")).await.is(200);
}

async fn export(app: &TestApp, domain: Uuid) -> Vec<u8> {
    let answer = app.admin.get(&format!("/api/folders/{domain}/export/")).await.is(200);
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    answer.bytes.to_vec()
}

async fn import(client: &Client, name: Option<&str>, zip: Vec<u8>) -> Answer {
    let client = name.map_or_else(|| client.clone(), |name| client.with("X-CISOAssistantDomainName", name));
    client.send(Method::POST, "/api/folders/import/", Body::from(zip), Some("application/zip")).await
}

fn data(zip: &[u8]) -> Json {
    let mut archive = ZipArchive::new(Cursor::new(zip)).expect("a ZIP");
    let mut text = String::new();
    archive.by_name("data.json").expect("data.json").read_to_string(&mut text).expect("text");
    serde_json::from_str(&text).expect("JSON")
}

fn pack(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated))
            .expect("an entry");
        zip.write_all(content).expect("an entry");
    }
    zip.finish().expect("a ZIP").into_inner()
}

fn document(objects: &Json) -> Json {
    json!({
        "format": "cairn-domain", "schema_version": 1, "app_version": "0.1.0",
        "domain": { "key": "domain", "resource": "folders", "fields": { "name": "Brought" } }, "objects": objects,
    })
}

fn file_of(document: &Json) -> Vec<u8> {
    pack(&[("data.json", document.to_string().as_bytes())])
}

both!(async fn a_domain_comes_back_as_it_was(app) {
    let domain = furnish(&app, "Payments").await;
    let before = mark(&app).await;
    let first = export(&app, domain).await;
    assert_eq!(journal_since(&app, before).await[0].kind, "exported");
    assert_eq!(first, export(&app, domain).await, "the same bytes each time");
    let made = import(&app.admin, Some("Payments again"), first.clone()).await.is(201);
    let copy = made.id();
    assert_eq!(made.body()["name"], "Payments again");
    let second = export(&app, copy).await;
    let (mut one, mut two) = (data(&first), data(&second));
    assert_eq!(one["domain"]["fields"]["name"].take(), "Payments");
    assert_eq!(two["domain"]["fields"]["name"].take(), "Payments again");
    assert_eq!(one, two);
    assert_eq!(one["objects"].as_array().map(Vec::len), Some(13), "{one:#}");
    let text = one.to_string();
    assert!(!text.contains(&domain.to_string()) && !text.contains("updated_at"), "no ids and no times: {text}");
    // The copy stands on its own: its files have their content, and its links lead to its own objects.
    let vaults = app.admin.get(&format!("/api/assets/?name=Vault&folder={copy}")).await.ids();
    let controls = app.admin.get(&format!("/api/applied-controls/?folder={copy}")).await.is(200).body();
    assert_eq!(controls["results"][0]["assets"][0]["id"], json!(vaults[0]));
    let evidence = app.admin.get(&format!("/api/evidences/?folder={copy}")).await.ids()[0];
    let content = app.admin.get(&format!("/api/evidences/{evidence}/attachment/")).await.is(200);
    assert_eq!(content.text(), "What was seen.\n");
    assert_eq!(field(&app, "evidences", evidence, "revisions_count").await, 2);
    assert!(app.admin.get("/api/findings-assessments/?is_locked=true").await.ids().len() == 2, "locks travel too");
});

both!(async fn what_gives_rights_and_what_is_secret_stays(app) {
    let domain = app.domain("Payments").await;
    app.admin.patch(&format!("/api/folders/{domain}/"), json!({ "create_iam_groups": true })).await.is(200);
    make(&app, "teams", json!({ "name": "Blue", "folder": domain })).await;
    let endpoint = json!({ "name": "Hook", "folder": domain, "url": "https://example.com/hook", "event_types": ["asset.created"], "generate_secret": true });
    make(&app, "webhooks/endpoints", endpoint).await;
    asset(&app, domain, "Vault").await;
    let locks = control(&app, domain, "Locks").await;
    make(&app, "comments", json!({ "body": "Whose words are these?", "applied_control": locks })).await;
    let exported = data(&export(&app, domain).await);
    let kinds: Vec<&Json> = exported["objects"].as_array().unwrap().iter().map(|one| &one["resource"]).collect();
    assert_eq!(kinds, [&json!("assets"), &json!("applied-controls")], "{exported:#}");
    assert_eq!(exported["domain"]["fields"]["create_iam_groups"], true);
});

both!(async fn the_document_alone_has_ids_and_times(app) {
    let domain = app.domain("Payments").await;
    let vault = asset(&app, domain, "Vault").await;
    let document = app.admin.get(&format!("/api/folders/{domain}/export/?format=json")).await.is(200).body();
    assert_eq!(document["objects"][0]["id"], json!(vault));
    assert_eq!(document["objects"][0]["updated_at"], field(&app, "assets", vault, "updated_at").await);
    assert_eq!(document["objects"][0]["key"], "assets/vault");
    assert_eq!(document["objects"][0]["fields"], json!({ "name": "Vault" }));
    app.admin.get(&format!("/api/folders/{domain}/export/?format=xml")).await.is(400);
    let root = app.admin.get(&format!("/api/folders/{}/export/", app.root)).await.is(400);
    assert!(root.text().contains("one of its subdomains"), "{}", root.text());
});

both!(async fn an_export_has_only_what_its_reader_may_see(app) {
    let (ours, lab) = (app.domain("Payments").await, app.domain("Lab").await);
    let hidden = asset(&app, lab, "zebra").await;
    let locks = control(&app, ours, "Locks").await;
    app.admin.patch(&format!("/api/applied-controls/{locks}/"), json!({ "assets": [hidden] })).await.is(200);
    let reader = app.user("reader@example.com", "AUD", ours).await;
    let document = reader.get(&format!("/api/folders/{ours}/export/?format=json")).await.is(200);
    assert!(document.text().contains("Locks") && !document.text().contains("zebra"), "{}", document.text());
    let document = app.admin.get(&format!("/api/folders/{ours}/export/?format=json")).await.is(200).body();
    assert_eq!(document["objects"][0]["fields"]["assets"], json!(["zebra"]), "outside by name");
    let stranger = app.user("stranger@example.com", "ANA", lab).await;
    stranger.get(&format!("/api/folders/{ours}/export/")).await.is(404);
    let file = export(&app, ours).await;
    import(&reader, Some("Mine"), file.clone()).await.is(403);
    import(&app.nobody, Some("Mine"), file).await.is(401);
});

both!(async fn what_is_missing_is_named_and_nothing_is_left(app) {
    let before = mark(&app).await;
    let objects = json!([
        { "key": "assets/vault", "resource": "assets", "fields": { "name": "Vault", "asset_class": "Submarine/Periscope", "owner": ["nobody@example.org"] } },
        { "key": "assets/disk", "resource": "assets", "fields": { "name": "Disk", "parent_assets": ["Vault"] } },
    ]);
    let answer = import(&app.admin, None, file_of(&document(&objects))).await.is(400);
    assert!(answer.error("assets/vault: owner").contains("no actor “nobody@example.org”"), "{}", answer.text());
    assert!(answer.error("assets/vault: asset_class").contains("Submarine/Periscope"));
    assert_eq!(mark(&app).await, before, "a refused import leaves nothing");
    let mut known = objects;
    known[0]["fields"]["owner"] = json!(["admin@example.com"]);
    let path = "/api/folders/import/?create_missing_asset_classes=true&load_missing_libraries=true";
    app.admin.send(Method::POST, path, file_of(&document(&known)).into(), Some("application/zip")).await.is(201);
    let classes = app.admin.get("/api/asset-class/?name=Periscope").await.is(200).body();
    assert_eq!(classes["results"][0]["parent"]["str"], "Submarine");
    let again = import(&app.admin, None, file_of(&document(&known))).await.is(400);
    assert!(again.error("domain: name").contains("already in use"), "{}", again.text());
});

both!(async fn a_file_is_hostile_until_proven_otherwise(app) {
    let before = mark(&app).await;
    let empty = document(&json!([])).to_string();
    let evidence = |sha: &str, name: &str| document(&json!([
        { "key": "e", "resource": "evidences", "fields": { "name": "E" } },
        { "key": "r", "resource": "evidence-revisions", "fields": { "evidence": "E", "version": 1 } },
        { "key": "f", "resource": "evidence-files", "fields": { "revision": "r", "name": name, "file": { "name": name, "media_type": "text/html", "size": 1, "sha256": sha } } },
    ])).to_string();
    let hash = "bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721";
    let at = format!("attachments/{hash}");
    let grants = json!([{ "key": "g", "resource": "role-assignments", "fields": { "name": "G", "user": "admin@example.com", "role": "Administrator", "perimeter_folders": ["Global"] } }]);
    let zeros = vec![b' '; 120 * 1024 * 1024];
    let cases: Vec<(Vec<u8>, u16, &str)> = vec![
        (Vec::new(), 400, "Send at least one file"),
        (b"not a zip at all".to_vec(), 400, "damaged"),
        (pack(&[("readme.txt", b"hello")]), 400, "cannot be part of"),
        (pack(&[("data.json", empty.as_bytes()), ("../../etc/passwd", b"x")]), 400, "points outside it"),
        (pack(&[("data.json", empty.as_bytes()), ("attachments/x.txt", b"x")]), 400, "cannot be part of"),
        (pack(&[("data.json", b"{}")]), 400, "not an exported domain"),
        (pack(&[("data.json", &zeros)]), 400, "times its size"),
        (file_of(&json!({ "format": "other", "schema_version": 1, "app_version": "1", "domain": { "key": "d", "resource": "folders", "fields": {} }, "objects": [] })), 400, "not an exported domain format"),
        (file_of(&json!({ "format": "cairn-domain", "schema_version": 9, "app_version": "7.1", "domain": { "key": "d", "resource": "folders", "fields": {} }, "objects": [] })), 400, "format version 9 (Cairn 7.1)"),
        (file_of(&document(&grants)), 400, "cannot be imported"),
        (file_of(&document(&json!([{ "key": "u", "resource": "users", "fields": { "email": "m@example.com" } }]))), 400, "cannot be imported"),
        (pack(&[("data.json", evidence(hash, "a.txt").as_bytes())]), 400, "is missing from the file"),
        (pack(&[("data.json", evidence(hash, "a.txt").as_bytes()), (&at, b"other")]), 400, "does not match its SHA-256"),
        (pack(&[("data.json", evidence(hash, "a.html").as_bytes()), (&at, b"abcdef")]), 400, "Allowed extensions"),
    ];
    for (zip, status, words) in cases {
        let answer = import(&app.admin, Some("Bad"), zip).await;
        assert_eq!(answer.status.as_u16(), status, "{words}: {}", answer.text());
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
    assert_eq!(mark(&app).await, before);
    assert_eq!(std::fs::read_dir(app.folder().join("files/unfinished")).map_or(0, Iterator::count), 0, "no remains");
});

both!(async fn a_file_touches_nothing_outside_of_its_domain(app) {
    let domain = app.domain("Lab").await;
    let locks = control(&app, domain, "Locks").await;
    let report = make(&app, "evidences", json!({ "name": "Report", "folder": domain })).await;
    upload(&app.admin, &format!("/api/evidences/{report}/upload/"), "report.txt", "the report").await;
    let revision = app.admin.get("/api/evidence-revisions/").await.ids()[0];
    make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": domain })).await;
    let before = mark(&app).await;
    for (object, what) in [
        (json!({ "resource": "assets", "fields": { "name": "Vault", "folder": "Lab" } }), "asset “Vault”"),
        (json!({ "resource": "assets", "fields": { "name": "Vault", "applied_controls": ["Locks"] } }), "applied control “Locks”"),
        (json!({ "resource": "folders", "fields": { "name": "Below", "parent_folder": domain } }), "folder “Below”"),
        (json!({ "resource": "evidence-revisions", "fields": { "evidence": "Report" } }), "evidence revision"),
        (json!({ "resource": "findings", "fields": { "name": "Door", "findings_assessment": "Pentest" } }), "finding “Door”"),
        (json!({ "resource": "asset-class", "fields": { "name": "Submarine" } }), "asset class “Submarine”"),
    ] {
        let mut object = object;
        object["key"] = json!("x");
        let answer = import(&app.admin, None, file_of(&document(&json!([object])))).await.is(400);
        assert!(answer.error("file").contains(what), "{}", answer.text());
    }
    let hash = "bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721";
    let slipped = document(&json!([
        { "key": "f", "resource": "evidence-files", "fields": { "revision": revision, "name": "a.txt", "file": { "name": "a.txt", "media_type": "text/plain", "size": 6, "sha256": hash } } },
    ]));
    let file = pack(&[("data.json", slipped.to_string().as_bytes()), (&format!("attachments/{hash}"), b"abcdef")]);
    let answer = import(&app.admin, None, file).await.is(400);
    assert!(answer.error("file").contains("evidence file"), "{}", answer.text());
    assert_eq!(mark(&app).await, before);
    assert_eq!(field(&app, "applied-controls", locks, "assets").await, json!([]));
});

both!(async fn a_manager_brings_a_domain_in_under_their_own(app) {
    let ours = app.domain("Payments").await;
    let manager = app.user("manager@example.com", "DMA", ours).await;
    let file = file_of(&document(&json!([{ "key": "a", "resource": "assets", "fields": { "name": "Vault" } }])));
    import(&manager, Some("Top"), file.clone()).await.is(403);
    let path = format!("/api/folders/import/?parent_folder={ours}&name=Caf%C3%A9");
    let made = manager.send(Method::POST, &path, Body::from(file), Some("application/zip")).await.is(201);
    assert_eq!(made.body()["name"], "Café");
    assert_eq!(field(&app, "folders", made.id(), "parent_folder").await["id"], json!(ours));
});

both!(async fn an_audit_travels_with_what_was_said_in_it(app) {
    crate::library::load(&app, cairn_testkit::BASELINE).await;
    let domain = app.domain("Payments").await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let body = json!({ "name": "Yearly", "folder": domain, "framework": framework, "selected_implementation_groups": ["core"] });
    let audit = make(&app, "compliance-assessments", body).await;
    let rows = |audit: Uuid| format!("/api/requirement-assessments/?compliance_assessment={audit}");
    let [_, asked, other] = app.admin.get(&rows(audit)).await.is(200).ids()[..] else { panic!("three rows") };
    let question = app.admin.get("/api/questions/").await.is(200).ids()[0];
    let choice = app.admin.get("/api/question-choices/").await.is(200).ids()[1];
    let answer = json!({ "requirement_assessment": asked, "question": question, "selected_choices": [choice] });
    make(&app, "answers", answer).await;
    let locks = make(&app, "applied-controls", json!({ "name": "Locks", "folder": domain })).await;
    let said = json!({ "result": "partially_compliant", "observation": "Nearly.", "applied_controls": [locks] });
    app.admin.patch(&format!("/api/requirement-assessments/{other}/"), said).await.is(200);
    make(&app, "comments", json!({ "requirement_assessment": other, "body": "Ask again in May." })).await;
    app.admin.patch(&format!("/api/compliance-assessments/{audit}/"), json!({ "is_locked": true })).await.is(200);
    let first = export(&app, domain).await;
    let copy = import(&app.admin, Some("Payments again"), first.clone()).await.is(201).id();
    let (mut one, mut two) = (data(&first), data(&export(&app, copy).await));
    one["domain"]["fields"]["name"].take();
    two["domain"]["fields"]["name"].take();
    assert_eq!(one, two);
    let copied = app.admin.get(&format!("/api/compliance-assessments/?folder={copy}")).await.is(200).ids()[0];
    let found = app.admin.get(&rows(copied)).await.is(200);
    assert_eq!(found.column("result"), [json!("not_assessed"), json!("non_compliant"), json!("partially_compliant")]);
    assert_eq!(found.column("observation")[2], "Nearly.");
    assert_eq!(app.admin.get(&format!("/api/answers/?folder={copy}")).await.is(200).ids().len(), 1);
});

both!(async fn a_domain_brings_its_libraries_if_they_are_stored(app) {
    let (stored, _) = crate::library::load(&app, cairn_testkit::BASELINE).await;
    let domain = app.domain("Payments").await;
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    make(&app, "compliance-assessments", json!({ "name": "Yearly", "folder": domain, "framework": framework })).await;
    let file = export(&app, domain).await;
    app.admin.delete(&format!("/api/folders/{domain}/")).await.is(204);
    app.admin.post(&format!("/api/stored-libraries/{stored}/unload/"), json!({})).await.is(200);
    let refused = import(&app.admin, None, file.clone()).await.is(400);
    assert!(refused.text().contains("no framework “urn:acme:risk:framework:baseline”"), "{}", refused.text());
    let path = "/api/folders/import/?load_missing_libraries=true";
    app.admin.send(Method::POST, path, file.into(), Some("application/zip")).await.is(201);
    let audits = app.admin.get("/api/compliance-assessments/").await.is(200).body();
    assert_eq!(audits["results"][0]["framework"]["str"], "Acme baseline");
});

both!(async fn a_chosen_treatment_travels_and_a_risk_with_an_acceptance_is_open_until_someone_accepts_it_here(app) {
    let domain = app.domain("Payments").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let place = crate::risk::assessment(&app, domain, json!({})).await;
    let scenario = async |name: &str, treatment: &str| {
        crate::risk::scenario(&app, place, json!({ "name": name, "treatment": treatment })).await
    };
    let [_, _, theft, loss, again] = [
        scenario("Fire", "mitigate").await,
        scenario("Flood", "accept").await,
        scenario("Theft", "mitigate").await,
        // Two of one name are meant by their keys.
        scenario("Loss", "accept").await,
        scenario("Loss", "accept").await,
    ];
    let body = json!({ "name": "Fine", "folder": domain, "risk_scenarios": [theft, loss], "approver": approver.user });
    let accepted = make(&app, "risk-acceptances", body).await;
    approver.post(&format!("/api/risk-acceptances/{accepted}/accept/"), json!({})).await.is(200);
    let copy = import(&app.admin, Some("Payments again"), export(&app, domain).await).await.is(201).id();
    let found = app.admin.get(&format!("/api/risk-scenarios/?folder={copy}&ordering=name,treatment")).await.is(200);
    assert_eq!(found.column("name"), ["Fire", "Flood", "Loss", "Loss", "Theft"]);
    assert_eq!(found.column("treatment"), ["mitigate", "accept", "accept", "open", "open"]);
    for scenario in [theft, loss, again] {
        let there = crate::support::field(&app, "risk-scenarios", scenario, "treatment").await;
        assert_eq!(there, "accept", "where it was accepted, it stays so");
    }
});

both!(async fn an_acceptance_travels_as_a_draft(app) {
    let domain = app.domain("Payments").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let assessment = crate::risk::assessment(&app, domain, json!({})).await;
    let theft = crate::risk::scenario(&app, assessment, json!({ "name": "Theft" })).await;
    let body = json!({ "name": "Fine", "folder": domain, "risk_scenarios": [theft], "approver": approver.user });
    let accepted = make(&app, "risk-acceptances", body).await;
    approver.post(&format!("/api/risk-acceptances/{accepted}/accept/"), json!({})).await.is(200);
    let copy = import(&app.admin, Some("Payments again"), export(&app, domain).await).await.is(201).id();
    let found = app.admin.get(&format!("/api/risk-acceptances/?folder={copy}")).await.is(200).body();
    let [came] = found["results"].as_array().unwrap().as_slice() else { panic!("one acceptance: {found}") };
    assert_eq!((&came["state"], &came["approver"], &came["accepted_at"]), (&json!("created"), &json!(null), &json!(null)));
    assert_eq!(came["risk_scenarios"].as_array().unwrap().len(), 1);
    let risks = app.admin.get(&format!("/api/risk-scenarios/?folder={copy}")).await.is(200);
    assert_eq!(risks.column("treatment"), [json!("open")], "nobody accepted it here");
});
