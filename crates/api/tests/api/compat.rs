//! What existing scripts for this kind of API do: find things by name, read what is new, send files.

use axum::body::Body;
use cairn_testkit::both;
use http::Method;
use serde_json::json;

use crate::support::{asset, field, make};

both!(async fn scripts_find_domains_and_perimeters_by_name(app) {
    let sales = app.domain("Sales").await;
    let shop = make(&app, "perimeters", json!({ "name": "Shop", "folder": sales, "ref_id": "P-1" })).await;
    let folders = app.admin.get("/api/folders/ids/").await.is(200).body();
    assert_eq!((&folders["Sales"], &folders["Global"]), (&json!(sales), &json!(app.root)));
    assert_eq!(app.admin.get("/api/perimeters/ids/").await.is(200).body(), json!({ "Shop": shop }));
    assert_eq!(app.admin.get("/api/perimeters/?name=Shop").await.is(200).ids(), [shop]);
    assert_eq!(app.admin.get("/api/perimeters/?ref_id=P-1&folder=x").await.is(400).body()["type"], "invalid");
    assert_eq!(app.admin.get(&format!("/api/perimeters/?ref_id=P-1&folder={sales}")).await.is(200).ids(), [shop]);
});

both!(async fn every_list_takes_what_scripts_ask(app) {
    let made = app.admin.get("/api/folders/").await.body()["results"][0]["created_at"].as_str().unwrap().to_owned();
    assert!(made.ends_with('Z'), "{made}");
    for resource in app.engine.registry.routed() {
        let mut query = vec!["limit=5000&offset=0".to_owned()];
        if resource.def.field("created_at").is_some() {
            for bound in ["created_at__gte", "created_at__gt", "updated_at__gte", "updated_at__lt", "updated_at__lte"] {
                query.push(format!("{bound}=2026-01-01T00:00:00Z"));
            }
        }
        for name in ["name", "ref_id", "urn"] {
            if resource.def.field(name).is_some_and(|field| !field.secret && field.is_column()) {
                query.push(format!("{name}=x"));
            }
        }
        query.push(format!("id={}", uuid::Uuid::from_u128(7)));
        let answer = app.admin.get(&format!("/api/{}/?{}", resource.path, query.join("&"))).await.is(200).body();
        assert_eq!((&answer["count"], &answer["next"]), (&json!(0), &json!(null)), "{}", resource.path);
    }
});

both!(async fn incremental_reads_miss_nothing_and_repeat_nothing(app) {
    let sales = app.domain("Sales").await;
    let mut seen = Vec::new();
    let mut since = "2026-01-01T00:00:00.000000Z".to_owned();
    for round in 0..3 {
        for name in 0..4 {
            seen.push(asset(&app, sales, &format!("{round} {name}")).await);
            app.clock.advance_seconds(1);
        }
        let until = app.admin.get("/api/assets/?ordering=-updated_at&limit=1").await.column("updated_at")[0].clone();
        let until = until.as_str().unwrap().to_owned();
        let path = format!("/api/assets/?updated_at__gte={since}&updated_at__lt={until}&ordering=updated_at&limit=5000");
        let ids = app.admin.get(&path).await.is(200).ids();
        let begin = if round == 0 { 0 } else { round * 4 - 1 };
        assert_eq!(ids, seen[begin..seen.len() - 1], "round {round}");
        since = until;
    }
    // The spellings in which programs write an instant.
    for spelling in ["2026-01-01", "2026-01-01T00:00:00", "2026-01-01T00:00:00.123456", "2026-01-01T01:00:00%2B01:00", "2026-01-01T00:00:00+00:00"] {
        let answer = app.admin.get(&format!("/api/assets/?created_at__gte={spelling}&limit=5000")).await.is(200);
        assert_eq!(answer.ids().len(), 12, "{spelling}");
    }
    app.admin.get("/api/assets/?created_at__gte=yesterday").await.is(400);
    app.admin.get("/api/assets/?limit=5001").await.is(400);
});

both!(async fn files_are_sent_as_the_body_itself(app) {
    let sales = app.domain("Sales").await;
    let evidence = make(&app, "evidences", json!({ "name": "Scan", "folder": sales })).await;
    let path = format!("/api/evidences/{evidence}/upload/");
    let client = app.admin.with("Content-Disposition", "attachment;filename=scan.txt");
    client.send(Method::POST, &path, Body::from("All is well.\n"), None).await.is(200);
    let read = app.admin.get(&format!("/api/evidences/{evidence}/attachment/")).await.is(200);
    assert_eq!(read.text(), "All is well.\n");
    app.admin.send(Method::POST, &path, Body::from("nameless"), None).await.is(400);

    let client = app.admin.with("Content-Disposition", "attachment; filename=assets.csv");
    let client = client.with("X-Model-Type", "Asset").with("X-Folder-Id", &sales.to_string());
    // Headers that a script sends for every kind, whether they mean something there or not.
    let client = client.with("X-Perimeter-Id", "").with("X-Framework-Id", "undefined").with("X-Matrix-Id", "");
    let file = "ref_id,name,description,domain,type\nA1,Ledger,,,PR\n";
    let answer = client.send(Method::POST, "/api/data-wizard/load-file/", Body::from(file), Some("text/csv")).await.is(200);
    let results = answer.body()["results"].clone();
    assert_eq!((&results["successful"], &results["failed"], &results["errors"]), (&json!(1), &json!(0), &json!([])));
    let id = app.admin.get("/api/assets/?ref_id=A1").await.ids()[0];
    assert_eq!(field(&app, "assets", id, "folder").await["id"], json!(sales));
});
