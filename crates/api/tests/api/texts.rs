//! What texts may be, wherever they come in: no NUL characters, and an empty one where there may be none is none.

use axum::body::Body;
use cairn_testkit::both;
use http::Method;
use serde_json::json;

use crate::support::{asset, control, evidence, field, journal_since, make, mark};

both!(async fn nul_characters_are_refused_wherever_a_text_comes_in(app) {
    let domain = app.domain("Sales").await;
    let asset = asset(&app, domain, "Vault").await;
    let evidence = evidence(&app, domain, "Proof").await;
    let before = mark(&app).await;
    let nul = "a\0b";
    let item = format!("/api/assets/{asset}/");
    for (url, body, place) in [
        ("/api/assets/", json!({ "name": nul, "folder": domain }), "name"),
        ("/api/assets/", json!({ "name": "A", "folder": domain, "description": nul }), "description"),
        ("/api/assets/", json!({ "name": "A", "folder": domain, nul: 1 }), "a␀b"),
        ("/api/iam/login/", json!({ "email": nul, "password": "x" }), "email"),
        ("/api/iam/login/", json!({ "email": "a@b.c", "password": nul }), "password"),
        ("/api/iam/auth-tokens/", json!({ "name": nul }), "name"),
        ("/api/assets/batch-create/", json!({ "assets_text": nul, "folder": domain }), "assets_text"),
        ("/api/assets/batch-action/", json!({ "action": nul, "ids": [asset] }), "action"),
        ("/api/applied-controls/", json!({ "name": "C", "folder": domain, "cost": { "currency": nul } }), "cost.currency"),
        ("/api/change-sets/", json!({ "changes": [{ "name": nul }] }), "changes[0].name"),
    ] {
        app.admin.post(url, body.clone()).await.is(400).error(place);
        app.nobody.post(url, body).await;
    }
    app.nobody.post("/api/iam/login/", json!({ "email": nul, "password": "x" })).await.is(400).error("email");
    app.admin.patch(&item, json!({ "name": nul })).await.is(400).error("name");
    app.admin.patch("/api/user-preferences/", json!({ "lang": nul })).await.is(400).error("lang");
    for (url, place) in [
        ("/api/assets/?name=a%00b", "name"),
        ("/api/assets/?search=%00", "search"),
        ("/api/assets/?a%00=1", "a␀"),
        ("/api/search/?q=%00", "q"),
        ("/api/folders/org_tree/?include_perimeters=%00", "include_perimeters"),
        ("/api/data-wizard/templates/assets/?file_format=%00", "file_format"),
    ] {
        app.admin.get(url).await.is(400).error(place);
    }
    app.admin.get("/api/assets/%00/").await.is(404);
    app.admin.get("/api/data-wizard/templates/%00/").await.is(404);
    let upload = format!("/api/evidences/{evidence}/upload/");
    let client = app.admin.with("Content-Disposition", "attachment; filename*=UTF-8''a%00.txt");
    client.send(Method::POST, &upload, Body::from("x"), None).await.is(400).error("file");
    let form = "--l\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\na\0b\r\n--l--\r\n";
    let kind = Some("multipart/form-data; boundary=l");
    app.admin.send(Method::POST, "/api/evidences/", Body::from(form), kind).await.is(400).error("description");
    let wizard = app.admin.with("X-Model-Type", "findings");
    let named = wizard.with("X-Name", "a%00b");
    named.send(Method::POST, "/api/data-wizard/load-file/", Body::from("name\nA\n"), None).await.is(400).error("x-name");
    let cells = Body::from("name\nA\0\n");
    wizard.send(Method::POST, "/api/data-wizard/load-file/", cells, None).await.is(400).error("file");
    assert_eq!(journal_since(&app, before).await.len(), 0, "nothing of it was kept");
});

both!(async fn an_empty_text_is_none_where_there_may_be_none(app) {
    let domain = app.domain("Sales").await;
    let body = json!({
        "name": "Backup", "folder": domain, "description": "", "ref_id": " ", "link": "", "priority": "",
        "category": "", "eta": null,
    });
    let id = make(&app, "applied-controls", body).await;
    for name in ["description", "ref_id", "link", "priority", "category"] {
        assert!(field(&app, "applied-controls", id, name).await.is_null(), "{name}");
    }
    let url = format!("/api/applied-controls/{id}/");
    app.admin.patch(&url, json!({ "priority": 2, "link": "TICKET-42 / \\\\share\\plans" })).await.is(200);
    assert_eq!(field(&app, "applied-controls", id, "link").await, "TICKET-42 / \\\\share\\plans");
    app.admin.patch(&url, json!({ "priority": "", "link": "" })).await.is(200);
    assert!(field(&app, "applied-controls", id, "priority").await.is_null());
    // What must be there, and what is no text, cannot be left empty.
    app.admin.patch(&url, json!({ "name": "" })).await.is(400).error("name");
    app.admin.patch(&url, json!({ "status": "" })).await.is(400).error("status");
    app.admin.patch(&url, json!({ "eta": "" })).await.is(400).error("eta");
    let asset = asset(&app, domain, "Vault").await;
    app.admin.patch(&format!("/api/assets/{asset}/"), json!({ "reference_link": "", "dora_criticality_assessment": "" })).await.is(200);
    app.admin.patch(&format!("/api/assets/{asset}/"), json!({ "reference_link": "TICKET-42" })).await.is(400);
    // Batches read like requests.
    let change = json!({ "action": "change_field", "ids": [id], "field": "priority", "value": "" });
    app.admin.post("/api/applied-controls/batch-action/", change).await.is(200);
});

both!(async fn an_empty_filter_is_none(app) {
    let domain = app.domain("Sales").await;
    for name in ["A", "B"] {
        control(&app, domain, name).await;
    }
    for query in ["name=", "folder=", "status=", "priority=", "eta__gte=", "owner=", "within=", "changed_since=", "search=", "name__icontains=%20", "todo=", "priority__isnull="] {
        assert_eq!(app.admin.get(&format!("/api/applied-controls/?{query}")).await.is(200).body()["count"], 2, "{query}");
    }
    app.admin.get("/api/applied-controls/?colour=").await.is(400).error("colour");
    app.admin.get("/api/applied-controls/?limit=").await.is(400).error("limit");
});

both!(async fn what_is_worked_out_may_be_said_if_it_is_right(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let assessment = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": sales })).await;
    let other = make(&app, "findings-assessments", json!({ "name": "Audit", "folder": lab })).await;
    let body = |folder| json!({ "name": "Old TLS", "findings_assessment": assessment, "folder": folder });
    let before = mark(&app).await;
    app.admin.post("/api/findings/", body(lab)).await.is(400).error("folder");
    assert_eq!(journal_since(&app, before).await.len(), 0);
    let finding = app.admin.post("/api/findings/", body(sales)).await.is(201).id();
    let url = format!("/api/findings/{finding}/");
    let read = app.admin.get(&url).await.body();
    app.admin.patch(&url, json!({ "folder": read["folder"], "created_at": read["created_at"], "id": finding })).await.is(200);
    app.admin.patch(&url, json!({ "folder": lab })).await.is(400).error("folder");
    app.admin.patch(&url, json!({ "created_at": "2020-01-01T00:00:00Z" })).await.is(400).error("created_at");
    app.admin.patch(&url, json!({ "folder": lab, "findings_assessment": other })).await.is(200);
    assert_eq!(field(&app, "findings", finding, "folder").await["str"], "Lab");
});
