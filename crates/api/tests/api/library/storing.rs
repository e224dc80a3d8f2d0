//! Keeping library files.

use cairn_testkit::both;
use serde_json::json;

use super::{BASELINE, send};

both!(async fn a_library_is_kept_and_can_be_looked_at_before_it_is_loaded(app) {
    let kept = send(&app.admin, "baseline.yaml", BASELINE).await.is(201);
    let body = kept.body();
    assert_eq!((&body["urn"], &body["outcome"]), (&json!("urn:acme:risk:library:baseline"), &json!("new")), "{body}");
    let id = kept.id();
    let row = app.admin.get(&format!("/api/stored-libraries/{id}/")).await.is(200).body();
    assert_eq!((&row["name"], &row["version"], &row["is_loaded"]), (&json!("Acme baseline"), &json!(1), &json!(false)));
    assert_eq!(row["objects_meta"]["frameworks"], 1, "{row}");
    assert_eq!(row["filtering_labels"][0]["str"], "internal");
    // By its URN, in any case, and in the reader's language.
    let same = app.admin.with("Accept-Language", "fr").get("/api/stored-libraries/urn:Acme:risk:library:baseline/").await.is(200).body();
    assert_eq!((&same["id"], &same["name"]), (&row["id"], &json!("Socle Acme")));
    let tree = app.admin.get(&format!("/api/stored-libraries/{id}/tree/")).await.is(200).body();
    let heading = &tree["urn:acme:risk:req_node:baseline:a"];
    assert_eq!(heading["children"]["urn:acme:risk:req_node:baseline:a.1"]["ref_id"], "A.1", "{tree}");
    let content = app.admin.get(&format!("/api/stored-libraries/{id}/content/")).await.is(200).body();
    assert_eq!(content["threats"][0]["name"], "Phishing", "{content}");
    assert_eq!(app.admin.get("/api/frameworks/").await.is(200).ids().len(), 0);
    // What is kept and not loaded can go.
    app.admin.delete(&format!("/api/stored-libraries/{id}/")).await.is(204);
});

both!(async fn the_newest_version_is_kept(app) {
    let version = |number: i64| BASELINE.replace("version: 1\n", &format!("version: {number}\n"));
    let first = send(&app.admin, "baseline.yaml", version(2)).await.is(201);
    let again = send(&app.admin, "baseline.yaml", version(2)).await.is(201).body();
    assert_eq!((&again["id"], &again["outcome"]), (&first.body()["id"], &json!("known")));
    let refreshed = send(&app.admin, "baseline.yaml", version(2).replace("Passwords", "Long passwords")).await.is(201);
    assert_eq!(refreshed.body()["outcome"], "refreshed");
    let refused = send(&app.admin, "baseline.yaml", version(1)).await.is(409);
    assert!(refused.text().contains("Version 2 of “Acme baseline” is in the store already"), "{}", refused.text());
    let newer = send(&app.admin, "baseline.yaml", version(3)).await.is(201).body();
    assert_eq!((&newer["id"], &newer["outcome"]), (&first.body()["id"], &json!("new_version")));
    // Another language is another library.
    let french = version(1).replace("locale: en", "locale: fr");
    assert_ne!(send(&app.admin, "baseline.yaml", french).await.is(201).body()["id"], first.body()["id"]);
});

both!(async fn a_bad_file_is_refused_with_everything_that_is_wrong_with_it(app) {
    let broken = BASELINE.replace("parent_urn: urn:acme:risk:req_node:baseline:a\n", "parent_urn: urn:acme:nowhere\n");
    let broken = broken.replace("grid: [[0, 0], [0, 1]]", "grid: [[0, 0], [0, 7]]");
    let refused = send(&app.admin, "broken.yaml", broken).await.is(400);
    let text = refused.text();
    assert!(text.contains("urn:acme:nowhere") && text.contains("grid") && text.contains("ine "), "{text}");
    let hostile: [&[u8]; 5] = [b"", b"\xff\xfe\x00", b"- a\n- list\n", b"a: &a [*a, *a]\n", b"PK\x03\x04 not a workbook"];
    for bytes in hostile {
        send(&app.admin, "hostile.yaml", bytes.to_vec()).await.is(400);
    }
    assert_eq!(app.admin.get("/api/stored-libraries/").await.is(200).ids().len(), 0, "nothing was kept");
});

both!(async fn only_administrators_keep_and_load_libraries(app) {
    let domain = app.domain("Sales").await;
    let id = send(&app.admin, "baseline.yaml", BASELINE).await.is(201).id();
    let import = format!("/api/stored-libraries/{id}/import/");
    for role in ["DMA", "ANA", "AUD"] {
        let client = app.user(&format!("{role}@example.com"), role, domain).await;
        assert_eq!(client.get("/api/stored-libraries/").await.is(200).ids(), vec![id], "{role}");
        send(&client, "baseline.yaml", BASELINE).await.is(403);
        client.post(&import, json!({})).await.is(403);
        client.delete(&format!("/api/stored-libraries/{id}/")).await.is(403);
    }
    send(&app.nobody, "baseline.yaml", BASELINE).await.is(401);
    app.nobody.get("/api/stored-libraries/urn:acme:risk:library:baseline/").await.is(401);
});
