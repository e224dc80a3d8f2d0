//! Libraries of one's own: drafted, checked, published, exported.

use axum::body::Body;
use cairn_testkit::{Answer, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::updating::rows;
use super::{BASELINE, load, send};

fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

async fn draft(app: &TestApp) -> (Uuid, String) {
    let body = json!({ "name": "House rules", "packager": "Acme Corp", "ref_id": "House Rules", "folder": app.domain("Sales").await });
    let made = app.admin.post("/api/library-drafts/", body).await.is(201);
    (made.id(), format!("/api/library-drafts/{}/", made.id()))
}

/// A draft with a framework of a section and two requirements.
async fn filled(app: &TestApp) -> (Uuid, String) {
    let (id, base) = draft(app).await;
    let framework = json!({ "name": "House rules", "ref_id": "house", "min_score": 0, "max_score": 4 });
    let made = app.admin.post(&format!("{base}add-framework/"), framework).await.is(200).body();
    assert_eq!((&made["urn"], &made["outcome"]), (&json!("urn:acme-corp:risk:framework:house"), &json!("created")));
    for object in [
        json!({ "ref_id": "S", "name": "Doors", "assessable": false }),
        json!({ "ref_id": "S.2", "name": "Windows", "assessable": true, "parent_urn": "urn:acme-corp:risk:req_node:house:s" }),
    ] {
        let body = json!({ "kind": "requirement_nodes", "object": object });
        app.admin.post(&format!("{base}upsert-object/"), body).await.is(200);
    }
    let asked = json!({
        "ref_id": "S.1", "name": "Locks", "assessable": true, "parent_urn": "urn:acme-corp:risk:req_node:house:s",
        "translations": { "fr": { "name": "Serrures" } },
        "questions": [{
            "urn": "urn:acme-corp:risk:req_node:house:s.1:question:1", "type": "unique_choice", "text": "Is it locked?",
            "choices": [{ "urn": "urn:acme-corp:risk:req_node:house:s.1:question:1:choice:1", "value": "Yes: \"always\"", "compute_result": "compliant" }],
        }],
    });
    let before = "URN:acme-corp:risk:req_node:house:s.2";
    let body = json!({ "kind": "requirement_nodes", "object": asked, "framework": "urn:acme-corp:risk:framework:house", "before": before });
    let made = app.admin.post(&format!("{base}upsert-object/"), body).await.is(200).body();
    assert_eq!((&made["urn"], &made["outcome"]), (&json!("urn:acme-corp:risk:req_node:house:s.1"), &json!("created")));
    (id, base)
}

fn file(name: &str, bytes: Vec<u8>) -> (String, Body) {
    (format!("attachment; filename=\"{name}\""), Body::from(bytes))
}

async fn send_to(app: &TestApp, path: &str, bytes: Vec<u8>) -> Answer {
    let (disposition, body) = file("library.yaml", bytes);
    let client = app.admin.with("Content-Disposition", &disposition);
    client.send(Method::POST, path, body, Some("application/yaml")).await
}

both!(async fn a_framework_is_drafted_published_and_used(app) {
    let (id, base) = filled(&app).await;
    let draft = app.admin.get(&base).await.is(200).body();
    assert_eq!((&draft["urn"], &draft["identity_locked"], &draft["has_unpublished_changes"]), (&json!("urn:acme-corp:risk:library:house-rules"), &json!(false), &json!(true)));
    assert_eq!(draft["objects_meta"], json!({ "frameworks": 1 }));
    let checked = app.admin.get(&format!("{base}validate/")).await.is(200).body();
    assert_eq!((&checked["is_valid"], &checked["problems"]), (&json!(true), &json!([])), "{checked}");
    assert_eq!(app.admin.get(&format!("{base}conflicts/")).await.is(200).body()["results"], json!([]));
    let published = app.admin.post(&format!("{base}publish/"), json!({ "load": true })).await.is(200).body();
    assert_eq!(published["version"], 1);
    let loaded = published["loaded_library"].as_str().unwrap().to_owned();
    let draft = app.admin.get(&base).await.is(200).body();
    assert_eq!((&draft["identity_locked"], &draft["has_unpublished_changes"], &draft["last_published_version"]), (&json!(true), &json!(false), &json!(1)));
    let refused = app.admin.post(&format!("{base}publish/"), json!({})).await.is(409);
    assert!(refused.text().contains("Nothing has changed since version 1."), "{}", refused.text());
    app.admin.patch(&base, json!({ "ref_id": "other" })).await.is(400).error("ref_id");
    // It is used like any other framework.
    let framework = app.admin.get("/api/frameworks/urn:acme-corp:risk:framework:house/").await.is(200).id();
    let body = json!({ "name": "Audit", "folder": app.domain("Ops").await, "framework": framework });
    let audit = app.admin.post("/api/compliance-assessments/", body).await.is(201).id();
    let before = rows(&app, audit).await;
    assert_eq!(before.keys().collect::<Vec<_>>(), ["S", "S.1", "S.2"]);
    let row = before["S.2"]["id"].as_str().unwrap();
    app.admin.patch(&format!("/api/requirement-assessments/{row}/"), json!({ "result": "compliant" })).await.is(200);
    // Published again it is an update, and no answer is lost.
    let gone = json!({ "kind": "requirement_nodes", "urn": "urn:acme-corp:risk:req_node:house:s.2" });
    app.admin.post(&format!("{base}delete-object/"), gone).await.is(200);
    assert_eq!(app.admin.get(&base).await.is(200).body()["has_unpublished_changes"], true);
    let published = app.admin.post(&format!("{base}publish/"), json!({ "load": true })).await.is(200).body();
    assert_eq!((&published["version"], &published["loaded_library"]), (&json!(2), &json!(loaded)));
    assert_eq!(app.admin.get(&format!("/api/loaded-libraries/{loaded}/")).await.is(200).body()["version"], 2);
    assert_eq!(rows(&app, audit).await["S.2"]["result"], "compliant");
    let changes = app.admin.get(&format!("/api/compliance-assessments/{audit}/framework_changes/")).await.is(200).body();
    assert_eq!(changes["retired"][0]["ref_id"], "S.2");
    // A draft can go; what it published stays.
    app.admin.delete(&format!("/api/library-drafts/{id}/")).await.is(204);
    app.admin.get(&format!("/api/loaded-libraries/{loaded}/")).await.is(200);
});

both!(async fn what_is_exported_loads_again_unchanged(app) {
    let (id, base) = filled(&app).await;
    // Published and exported, it is the file in the store.
    let published = app.admin.post(&format!("{base}publish/"), json!({})).await.is(200).body();
    assert_eq!(published["loaded_library"], Json::Null);
    let first = app.admin.get(&format!("{base}export/")).await.is(200).text();
    assert!(first.contains("Serrures") && first.contains("version: 1"), "{first}");
    let kept = app.admin.get(&format!("/api/stored-libraries/{}/", published["stored_library"].as_str().unwrap())).await.is(200).body();
    assert_eq!(kept["hash_checksum"], sha256(&first));
    app.admin.delete(&format!("/api/library-drafts/{id}/")).await.is(204);
    // Stored, which it is already, then loaded, and made a draft again.
    let (stored, loaded) = load(&app, &first).await;
    let adopted = app.admin.post("/api/library-drafts/adopt/", json!({ "library": loaded })).await.is(201).id();
    let base = format!("/api/library-drafts/{adopted}/");
    assert_eq!(app.admin.get(&format!("{base}export/")).await.is(200).text(), first);
    assert_eq!(app.admin.get(&base).await.is(200).body()["has_unpublished_changes"], false);
    assert_eq!(app.admin.get(&format!("/api/stored-libraries/{stored}/")).await.is(200).body()["version"], 1);
    app.admin.delete(&base).await.is(204);
    // And straight from the file.
    let brought = send_to(&app, "/api/library-drafts/import-yaml/", first.clone().into_bytes()).await.is(201).id();
    assert_eq!(app.admin.get(&format!("/api/library-drafts/{brought}/export/")).await.is(200).text(), first);
    // The same holds for a file that has something of everything.
    let (_, loaded) = load(&app, BASELINE).await;
    let adopted = app.admin.post("/api/library-drafts/adopt/", json!({ "library": loaded })).await.is(201).id();
    let once = app.admin.get(&format!("/api/library-drafts/{adopted}/export/")).await.is(200).text();
    app.admin.delete(&format!("/api/library-drafts/{adopted}/")).await.is(204);
    let again = send_to(&app, "/api/library-drafts/import-yaml/", once.clone().into_bytes()).await.is(201).id();
    assert_eq!(app.admin.get(&format!("/api/library-drafts/{again}/export/")).await.is(200).text(), once);
});

both!(async fn a_library_becomes_one_of_our_own(app) {
    let (_, loaded) = load(&app, BASELINE).await;
    let adopt = json!({ "library": loaded, "packager": "Ours", "ref_id": "Own baseline", "name": "Our baseline" });
    let adopted = app.admin.post("/api/library-drafts/adopt/", adopt).await.is(201).body();
    assert_eq!((&adopted["urn"], &adopted["version"]), (&json!("urn:ours:risk:library:own-baseline"), &json!(1)));
    let base = format!("/api/library-drafts/{}/", adopted["id"].as_str().unwrap());
    assert_eq!(app.admin.get(&format!("{base}conflicts/")).await.is(200).body()["results"], json!([]));
    let published = app.admin.post(&format!("{base}publish/"), json!({ "load": true })).await.is(200).body();
    let tree = |library: &str| format!("/api/loaded-libraries/{library}/tree/");
    let ours = app.admin.get(&tree(published["loaded_library"].as_str().unwrap())).await.is(200).text();
    assert!(ours.contains("urn:ours:risk:req_node:own-baseline:baseline:a.1"), "{ours}");
    app.admin.get("/api/frameworks/urn:acme:risk:framework:baseline/").await.is(200);
    // The next version of the original would take its URNs, which is told before.
    let adopted = app.admin.post("/api/library-drafts/adopt/", json!({ "library": loaded })).await.is(201).id();
    let base = format!("/api/library-drafts/{adopted}/");
    assert_eq!(app.admin.get(&format!("{base}conflicts/")).await.is(200).body()["results"], json!([]));
    app.admin.patch(&base, json!({ "packager": "Theirs" })).await.is(200);
    let conflicts = app.admin.get(&format!("{base}conflicts/")).await.is(200).body();
    let found = |kind: &str| conflicts["results"].as_array().unwrap().iter().any(|one| one["kind"] == kind);
    for kind in ["frameworks", "requirement_nodes", "questions", "threats", "reference_controls", "risk_matrices", "requirement_mapping_sets"] {
        assert!(found(kind), "{kind}: {conflicts}");
    }
    app.admin.post(&format!("{base}publish/"), json!({ "load": true })).await.is(409);
    assert_eq!(app.admin.get("/api/stored-libraries/?search=urn:theirs").await.is(200).body()["count"], 0, "nothing is half done");
});

both!(async fn everything_that_is_wrong_with_a_draft_is_told(app) {
    let (_, base) = filled(&app).await;
    for (reference, parent) in [("X.1", "urn:acme-corp:risk:req_node:house:nowhere"), ("X.2", "not a urn")] {
        let object = json!({ "ref_id": reference, "assessable": true, "parent_urn": parent });
        app.admin.post(&format!("{base}upsert-object/"), json!({ "kind": "requirement_nodes", "object": object })).await.is(200);
    }
    let control = json!({ "urn": "urn:acme-corp:risk:function:house:c", "category": "magic" });
    app.admin.post(&format!("{base}upsert-object/"), json!({ "kind": "reference_controls", "object": control })).await.is(200);
    let checked = app.admin.get(&format!("{base}validate/")).await.is(200).body();
    assert_eq!(checked["is_valid"], false);
    let problems = checked["problems"].as_array().unwrap();
    for path in ["requirement_nodes[3].parent_urn", "requirement_nodes[4].parent_urn", "reference_controls[0].category"] {
        assert!(problems.iter().any(|one| one["path"].as_str().unwrap().ends_with(path)), "{path}: {checked}");
    }
    for path in ["export/", "conflicts/"] {
        app.admin.get(&format!("{base}{path}")).await.is(400).error("content");
    }
    app.admin.post(&format!("{base}publish/"), json!({})).await.is(400).error("content");
    assert_eq!(app.admin.get("/api/stored-libraries/?search=House").await.is(200).body()["count"], 0);
});

both!(async fn hostile_content_is_told_and_breaks_nothing(app) {
    let (_, base) = draft(&app).await;
    let deep = (0..110).fold(json!("x"), |inner, _| json!([inner]));
    let circle = |urn: &str, parent: &str| json!({ "urn": format!("urn:a:risk:req_node:f:{urn}"), "assessable": true, "parent_urn": format!("urn:a:risk:req_node:f:{parent}") });
    let framework = |nodes: Json| json!({ "frameworks": [{ "urn": "urn:a:risk:framework:f", "ref_id": "f", "name": "F", "requirement_nodes": nodes }] });
    for content in [
        framework(json!([circle("a", "b"), circle("b", "a")])),
        framework(json!([circle("a", "a")])),
        framework(json!("none")),
        framework(json!([1, null, [], "text"])),
        framework(json!([{ "urn": 7, "assessable": "perhaps", "questions": [3], "translations": { "fr": [] } }])),
        framework(json!([{ "urn": "urn:a:risk:req_node:f:a", "assessable": true }, { "urn": "URN:A:risk:req_node:f:A", "assessable": true }])),
        json!({ "frameworks": [{}], "threats": [{ "urn": {} }], "risk_matrices": [{ "grid": "x" }], "requirement_mapping_sets": [{ "requirement_mappings": 1 }] }),
        json!({ "metric_definitions": [{ "urn": "urn:a:risk:metric:m", "default_target": "much", "choices_definition": {} }] }),
        json!({ "workflows": [{ "a": deep }] }),
    ] {
        app.admin.patch(&base, json!({ "content": content })).await.is(200);
        let checked = app.admin.get(&format!("{base}validate/")).await.is(200).body();
        assert_eq!(checked["is_valid"], false, "{content}");
        assert!(!checked["problems"].as_array().unwrap().is_empty(), "{content}");
        app.admin.get(&format!("{base}export/")).await.is(400).error("content");
        app.admin.post(&format!("{base}publish/"), json!({ "load": true })).await.is(400).error("content");
        // Whatever is there can be edited away.
        let node = json!({ "kind": "requirement_nodes", "object": { "ref_id": "new" } });
        assert!([200, 400].contains(&app.admin.post(&format!("{base}upsert-object/"), node).await.status.as_u16()), "{content}");
    }
});

both!(async fn a_large_framework_can_be_edited_as_a_whole(app) {
    let (id, _) = draft(&app).await;
    let nodes: Vec<Json> = (0..2_000)
        .map(|at| json!({ "urn": format!("urn:acme:risk:req_node:large:{at}"), "ref_id": at.to_string(), "assessable": true, "description": "A long text. ".repeat(80) }))
        .collect();
    let framework = json!({ "urn": "urn:acme:risk:framework:large", "ref_id": "large", "name": "Large", "requirement_nodes": nodes });
    let body = json!({ "content": { "frameworks": [framework] } });
    assert!(body.to_string().len() > 2 * 1024 * 1024);
    app.admin.patch(&format!("/api/library-drafts/{id}/"), body).await.is(200);
});

both!(async fn a_name_can_be_checked_before_it_is_used(app) {
    let path = "/api/library-drafts/check-identity/";
    let free = app.admin.get(&format!("{path}?packager=Acme+Corp&ref_id=House+Rules")).await.is(200).body();
    assert_eq!(free, json!({ "urn": "urn:acme-corp:risk:library:house-rules", "is_free": true }));
    let (_, base) = filled(&app).await;
    assert_eq!(app.admin.get(&format!("{path}?packager=acme-corp&ref_id=house+rules")).await.is(200).body()["is_free"], false);
    assert_eq!(app.admin.get(&format!("{path}?packager=acme-corp&ref_id=house+rules&locale=fr")).await.is(200).body()["is_free"], true);
    app.admin.post(&format!("{base}publish/"), json!({})).await.is(200);
    app.admin.delete(&base).await.is(204);
    assert_eq!(app.admin.get(&format!("{path}?packager=acme-corp&ref_id=house-rules")).await.is(200).body()["is_free"], false, "it is in the store");
    app.admin.get(&format!("{path}?packager=!&ref_id=x")).await.is(400).error("packager");
});

both!(async fn edits_that_cannot_be_made_are_refused(app) {
    let (_, base) = filled(&app).await;
    let before = app.admin.get(&base).await.is(200).body();
    let upsert = format!("{base}upsert-object/");
    let node = json!({ "ref_id": "Z" });
    app.admin.post(&upsert, json!({ "kind": "wishes", "object": node })).await.is(400).error("kind");
    app.admin.post(&upsert, json!({ "kind": "threats", "object": "text" })).await.is(400).error("object");
    app.admin.post(&upsert, json!({ "kind": "threats", "object": { "name": "No name" } })).await.is(400).error("object");
    app.admin.post(&upsert, json!({ "kind": "requirement_nodes", "object": node, "framework": "urn:x:risk:framework:y" })).await.is(400).error("framework");
    app.admin.post(&upsert, json!({ "kind": "requirement_nodes", "object": node, "before": "urn:x:risk:req_node:y" })).await.is(400).error("before");
    let delete = format!("{base}delete-object/");
    app.admin.post(&delete, json!({ "kind": "threats", "urn": "urn:x:risk:threat:y" })).await.is(400).error("urn");
    let section = json!({ "kind": "requirement_nodes", "urn": "urn:acme-corp:risk:req_node:house:s" });
    assert!(app.admin.post(&delete, section).await.is(409).text().contains("nodes below it: 2"));
    let twice = json!({ "name": "Again", "ref_id": "House" });
    app.admin.post(&format!("{base}add-framework/"), twice).await.is(400).error("ref_id");
    let scale = json!({ "name": "Again", "ref_id": "again", "min_score": 4, "max_score": 4 });
    app.admin.post(&format!("{base}add-framework/"), scale).await.is(400).error("max_score");
    app.admin.patch(&base, json!({ "content": { "wishes": [] } })).await.is(400).error("content");
    app.admin.patch(&base, json!({ "content": { "threats": "none" } })).await.is(400).error("content");
    app.admin.patch(&base, json!({ "packager": "!!" })).await.is(400).error("packager");
    assert_eq!(app.admin.get(&base).await.is(200).body()["content"], before["content"]);
    // Objects of a file come in, and those with the same URN are replaced.
    let taken = send_to(&app, &format!("{base}import-objects/"), BASELINE.as_bytes().to_vec()).await.is(200).body();
    assert!(taken["created"].as_u64().unwrap() > 3 && taken["updated"] == 0, "{taken}");
    let taken = send_to(&app, &format!("{base}import-objects/"), BASELINE.as_bytes().to_vec()).await.is(200).body();
    assert!(taken["created"] == 0 && taken["updated"].as_u64().unwrap() > 3, "{taken}");
    send_to(&app, &format!("{base}import-objects/"), b"urn: nothing".to_vec()).await.is(400).error("file");
    // What ships with Cairn, or was changed by others, is not overwritten.
    let library = app.admin.get(&format!("{base}export/")).await.is(200).text().replace("version: 1\n", "version: 5\n");
    send(&app.admin, "other.yaml", library).await.is(201);
    let conflicts = app.admin.get(&format!("{base}conflicts/")).await.is(200).body();
    assert_eq!(conflicts["results"][0]["kind"], "libraries", "{conflicts}");
    assert_eq!(app.admin.post(&format!("{base}publish/"), json!({})).await.is(200).body()["version"], 6);
});

both!(async fn drafts_are_for_administrators(app) {
    let (_, base) = filled(&app).await;
    let sales = app.domain("Legal").await;
    for role in ["DMA", "ANA", "AUD", "ADE"] {
        let client = app.user(&format!("{role}@example.com"), role, sales).await;
        client.get("/api/library-drafts/").await.is(403);
        for path in ["validate/", "conflicts/", "export/", ""] {
            assert!([403, 404].contains(&client.get(&format!("{base}{path}")).await.status.as_u16()), "{role} {path}");
        }
        for path in ["publish/", "upsert-object/", "delete-object/", "add-framework/"] {
            assert!([403, 404].contains(&client.post(&format!("{base}{path}"), json!({})).await.status.as_u16()), "{role} {path}");
        }
        client.post("/api/library-drafts/adopt/", json!({ "library": Uuid::nil() })).await.is(403);
    }
    let all: Json = app.admin.get("/api/library-drafts/").await.is(200).body();
    assert_eq!(all["count"], 1);
});
