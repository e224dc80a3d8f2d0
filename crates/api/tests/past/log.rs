//! The audit log: who, when, from where, what, for whom.

use cairn_engine::clock::Clock;
use cairn_testkit::{ADMIN_EMAIL, ADMIN_PASSWORD, both};
use serde_json::{Value as Json, json};

use crate::support::{asset, delete, make, now, patch};

both!(async fn an_entry_says_who_when_from_where_and_what(app) {
    let domain = app.domain("Sales").await;
    let owner = app.admin.get(&format!("/api/actors/?user={}", app.admin.user)).await.is(200).ids()[0];
    let client = app.admin.with("X-Request-Id", "edge-7");
    let body = json!({ "name": "CRM", "folder": domain, "owner": [owner] });
    let id = client.post("/api/assets/", body).await.is(201).id();
    client.patch(&format!("/api/assets/{id}/"), json!({ "name": "ERP", "owner": [] })).await.is(200);

    let list = app.admin.get(&format!("/api/log-entries/?object={id}")).await.is(200).body();
    assert_eq!(list["count"], 2);
    let entry = &list["results"][0];
    assert_eq!((&entry["kind"], &entry["resource"]), (&json!("updated"), &json!("assets")));
    assert_eq!(entry["object"], json!({ "resource": "assets", "id": id, "str": "ERP" }));
    assert_eq!(entry["actor"], json!({ "id": app.admin.user, "str": ADMIN_EMAIL }));
    assert_eq!((&entry["actor_label"], &entry["origin"]), (&json!(ADMIN_EMAIL), &json!("token")));
    assert_eq!(entry["token"]["str"], "test");
    assert_eq!((&entry["address"], &entry["request"]), (&json!("127.0.0.1"), &json!("edge-7")));
    assert_eq!(entry["folder"], json!({ "id": domain, "str": "Sales" }));
    let changes = json!([
        { "field": "name", "label": "Name", "before": "CRM", "after": "ERP" },
        { "field": "owner", "label": "Owner", "added": [], "removed": [{ "id": owner, "str": ADMIN_EMAIL }] },
    ]);
    assert_eq!(entry["changes"], changes);
    assert_eq!(entry["detail"], Json::Null);
    assert!(entry.get("data").is_none());
    let one = app.admin.get(&format!("/api/log-entries/{}/", entry["id"].as_str().unwrap())).await.is(200).body();
    assert_eq!(one["changes"], changes);
    for method in ["POST", "PATCH", "DELETE"] {
        let path = format!("/api/log-entries/{}/", entry["id"].as_str().unwrap());
        let path = if method == "POST" { "/api/log-entries/" } else { &path };
        app.admin.json(method.parse().unwrap(), path, &json!({})).await.is(405);
    }
});

both!(async fn a_moved_and_linked_object_is_told_with_names(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let (a, b) = (asset(&app, sales, "A").await, asset(&app, sales, "B").await);
    patch(&app, "assets", a, json!({ "folder": legal, "parent_assets": [b] })).await;
    delete(&app, "assets", b).await;
    let list = app.admin.get(&format!("/api/log-entries/?object={a}")).await.is(200).body();
    let (cut, moved) = (&list["results"][0]["changes"], &list["results"][1]["changes"]);
    let label = |id: uuid::Uuid, name: &str| json!({ "id": id, "str": name });
    assert_eq!(cut[0]["removed"], json!([label(b, "B")]), "what is gone still has its name");
    assert_eq!((&moved[0]["before"], &moved[0]["after"]), (&label(sales, "Sales"), &label(legal, "Legal")));
    assert_eq!(moved[1]["added"], json!([label(b, "B")]));
});

both!(async fn the_log_can_be_filtered_by_everything(app) {
    let sales = app.domain("Sales").await;
    let north = app.domain_under("North", sales).await;
    let since = now(&app);
    let analyst = app.user("ana@example.com", "ANA", sales).await;
    let (a, b) = (asset(&app, sales, "Anchor").await, asset(&app, north, "Buoy").await);
    let until = now(&app);
    analyst.patch(&format!("/api/assets/{b}/"), json!({ "name": "Lantern" })).await.is(200);
    delete(&app, "assets", a).await;
    let count = async |query: &str| app.admin.get(&format!("/api/log-entries/?{query}")).await.is(200).body()["count"].as_i64().unwrap();
    assert_eq!(count(&format!("object={a}")).await, 2);
    assert_eq!(count(&format!("object_id={a},{b}")).await, 4);
    assert_eq!(count(&format!("actor={}&resource=assets", analyst.user)).await, 1);
    assert_eq!(count(&format!("folder={north}")).await, 1 + 8 + 8, "the domain's groups and their roles, and the asset");
    assert_eq!(count(&format!("folder={sales}&resource=assets")).await, 2, "without sub-domains");
    assert_eq!(count(&format!("within={sales}&resource=assets")).await, 4, "with sub-domains");
    assert_eq!(count(&format!("folder={sales}&kind=deleted")).await, 1);
    assert_eq!(count("kind=created,deleted&resource=assets").await, 3);
    assert_eq!(count("resource=assets&origin=token").await, 4);
    assert_eq!(count("resource=assets&origin=system").await, 0);
    assert_eq!(count(&format!("resource=assets&at__gte={since}&at__lt={until}")).await, 2);
    assert_eq!(count(&format!("resource=assets&at__gte={until}")).await, 2);
    assert_eq!(count("search=lant").await, 1);
    assert_eq!(count("search=lant%20ana@").await, 1);
    assert_eq!(count("search=100%25_").await, 0);
    assert_eq!(count("actor_label__icontains=ana@&resource=assets").await, 1);
    app.admin.get("/api/log-entries/?kind=nothing").await.is(400).error("kind");
    app.admin.get("/api/log-entries/?nothing=1").await.is(400).error("nothing");
    let seqs = app.admin.get("/api/log-entries/?resource=assets").await.is(200).column("seq");
    assert!(seqs.windows(2).all(|pair| pair[0].as_i64() > pair[1].as_i64()), "newest first: {seqs:?}");
});

both!(async fn a_long_log_is_counted_only_so_far(app) {
    let text = match app.engine.db.dialect() {
        cairn_store::Dialect::Sqlite => "with recursive n (n) as (select 1 union all select n + 1 from n where n < 12000) \
            insert into journal (at, kind, resource, folder, origin, actor_label, changes) \
            select 1000000 * n, 'exported', 'assets', x'00000000000000000000000000000000', 'system', 'x', '{}' from n",
        cairn_store::Dialect::Postgres => "insert into journal (at, kind, resource, folder, origin, actor_label, changes) \
            select to_timestamp(n), 'exported', 'assets', '00000000-0000-0000-0000-000000000000', 'system', 'x', '{}' \
            from generate_series(1, 12000) n",
    };
    let mut conn = app.engine.db.write().await.unwrap();
    conn.execute_batch(text).await.unwrap();
    conn.commit().await.unwrap();
    let page = app.admin.get("/api/log-entries/?kind=exported&limit=10").await.is(200).body();
    assert_eq!(page["count"], 1000);
    let far = app.admin.get("/api/log-entries/?kind=exported&limit=10&offset=11000").await.is(200).body();
    assert_eq!((far["count"].as_i64(), far["results"].as_array().unwrap().len()), (Some(11_011), 10));
    assert!(far["next"].is_string(), "the way on is never cut");
    let last = app.admin.get("/api/log-entries/?kind=exported&limit=10&offset=11990").await.is(200).body();
    assert_eq!((&last["count"], &last["next"]), (&json!(12_000), &Json::Null));
});

both!(async fn signing_in_and_what_leaves_the_house_is_in_it(app) {
    let since = now(&app);
    app.nobody.post("/api/iam/login/", json!({ "email": ADMIN_EMAIL, "password": "nope" })).await.is(401);
    let signed = app.nobody.post("/api/iam/login/", json!({ "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD })).await.is(200);
    let domain = app.domain("Sales").await;
    let evidence = make(&app, "evidences", json!({ "name": "Proof", "folder": domain })).await;
    let sender = app.admin.with("Content-Disposition", "attachment; filename=\"proof.txt\"");
    let path = format!("/api/evidences/{evidence}/upload/");
    sender.send(http::Method::POST, &path, axum::body::Body::from("seen\n"), Some("text/plain")).await.is(200);
    app.admin.get(&format!("/api/evidences/{evidence}/attachment/")).await.is(200);
    app.admin.get("/api/evidences/export_jsonl/?name=Proof").await.is(200);
    app.admin.patch("/api/settings/general/", json!({ "currency": "$" })).await.is(200);
    let role = app.admin.get("/api/roles/?code=BI-RL-AUD").await.is(200).ids()[0];
    make(&app, "role-assignments", json!({ "name": "r", "user": app.admin.user, "role": role, "perimeter_folders": [domain] })).await;
    let found = async |query: &str| {
        let list = app.admin.get(&format!("/api/log-entries/?at__gt={since}&{query}")).await.is(200).body();
        assert_eq!(list["count"], 1, "{query}: {list}");
        list["results"][0].clone()
    };
    // Found by the address that was tried, though nobody was signed in.
    let failed = found(&format!("kind=sign_in_failed&search={ADMIN_EMAIL}")).await;
    assert_eq!((&failed["detail"]["email"], &failed["actor"]), (&json!(ADMIN_EMAIL), &Json::Null));
    let entered = found("kind=signed_in").await;
    assert_eq!((&entered["object"]["str"], &entered["origin"]), (&json!(ADMIN_EMAIL), &json!("session")));
    let downloaded = found("kind=downloaded").await;
    assert_eq!((&downloaded["object"]["str"], &downloaded["folder"]["str"]), (&json!("proof.txt"), &json!("Sales")));
    let exported = found("kind=exported").await;
    assert_eq!(exported["detail"], json!({ "rows": 1, "query": "name=Proof" }));
    let settings = found("resource=settings/global").await;
    assert_eq!(settings["changes"].as_array().unwrap().iter().filter(|change| change["field"] == "value").count(), 1);
    let assigned = found("resource=role-assignments&object_name=r").await;
    let role = assigned["changes"].as_array().unwrap().iter().find(|change| change["field"] == "role").unwrap().clone();
    assert_eq!(role["after"]["str"], "Reader");
    drop(signed);
});

both!(async fn a_refused_token_is_noted_but_cannot_flood_the_log(app) {
    let since = now(&app);
    let stranger = app.nobody.with("Authorization", "Token nonsense");
    let others: Vec<_> = (0..20).map(|n| app.nobody.with("Authorization", &format!("Token {n}"))).collect();
    for client in others.iter().chain([&stranger, &stranger]) {
        client.get("/api/assets/").await.is(401);
    }
    let noted = || app.admin.get("/api/log-entries/?kind=token_refused");
    let list = noted().await.is(200).body();
    assert_eq!(list["count"], 1, "one line for an address in a minute");
    let detail = json!({ "reason": "not_valid", "method": "GET", "path": "/api/assets/" });
    assert_eq!(list["results"][0]["detail"], detail);
    assert!(!list.to_string().contains("nonsense"), "what was shown is not written down");
    app.clock.advance_seconds(61);
    let body = json!({ "name": "only reads", "read_only": true });
    let token = app.admin.post("/api/iam/auth-tokens/", body).await.is(201).body()["token"].as_str().unwrap().to_owned();
    let reader = app.nobody.with("Authorization", &format!("Token {token}"));
    reader.post("/api/assets/", json!({ "name": "x" })).await.is(403);
    let list = noted().await.is(200).body();
    assert_eq!(list["count"], 2);
    assert_eq!(list["results"][0]["detail"]["reason"], "read_only");
    assert_eq!(list["results"][0]["object"]["str"], "only reads");
    app.clock.advance_seconds(40 * 86_400);
    reader.get("/api/assets/").await.is(401);
    let last = app.nobody.with("Authorization", "Token x");
    last.get("/api/assets/").await.is(401);
    assert!(since < app.clock.now().to_string());
});

both!(async fn others_see_the_entries_of_what_they_may_see_now(app) {
    let (open, closed) = (app.domain("Open").await, app.domain("Closed").await);
    let reader = app.user("reader@example.com", "AUD", open).await;
    let auditee = app.user("auditee@example.com", "ADE", open).await;
    let (mine, theirs, leaves, gone) = (
        asset(&app, open, "Mine").await,
        asset(&app, closed, "Theirs").await,
        asset(&app, open, "Leaves").await,
        asset(&app, open, "Gone").await,
    );
    patch(&app, "assets", mine, json!({ "parent_assets": [theirs, leaves] })).await;
    patch(&app, "assets", leaves, json!({ "folder": closed })).await;
    delete(&app, "assets", gone).await;
    app.nobody.post("/api/iam/login/", json!({ "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD })).await.is(200);

    let seen = reader.get("/api/log-entries/?resource=assets").await.is(200);
    let names = seen.column("object_name");
    assert_eq!(names, ["Gone", "Mine", "Gone", "Mine"].map(Json::from), "{}", seen.text());
    for id in [theirs, leaves, closed] {
        assert!(!seen.text().contains(&id.to_string()), "{}", seen.text());
    }
    for hidden in ["Theirs", "Leaves", "Closed"] {
        assert!(!seen.text().contains(hidden), "{}", seen.text());
    }
    // Nothing is left of a change between what may not be seen.
    assert_eq!(seen.body()["results"][1]["changes"], json!([]));
    for query in [format!("object={theirs}"), format!("object={leaves}"), format!("folder={closed}"), "kind=signed_in".into(), "kind=exported".into()] {
        assert_eq!(reader.get(&format!("/api/log-entries/?{query}")).await.is(200).body()["count"], 0, "{query}");
    }
    let entry = app.admin.get(&format!("/api/log-entries/?object={theirs}")).await.is(200).ids()[0];
    reader.get(&format!("/api/log-entries/{entry}/")).await.is(404);
    auditee.get("/api/log-entries/").await.is(403);
    let everything = reader.get("/api/log-entries/").await.is(200).text();
    for id in [theirs, leaves, closed] {
        assert!(!everything.contains(&id.to_string()), "{everything}");
    }
});

both!(async fn people_see_their_own_signing_in(app) {
    let domain = app.domain("Sales").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let password = "Sturdy-Meadow-88-Lantern";
    app.admin.post("/api/iam/set-password/", json!({ "user": reader.user, "new_password": password })).await.is(204);
    for (email, password) in [("reader@example.com", password), (ADMIN_EMAIL, ADMIN_PASSWORD)] {
        app.nobody.post("/api/iam/login/", json!({ "email": email, "password": password })).await.is(200);
    }
    let seen = reader.get("/api/log-entries/?kind=signed_in").await.is(200);
    assert_eq!(seen.column("object_name"), ["reader@example.com"]);
    let all = app.admin.get("/api/log-entries/?resource=users").await.is(200).text();
    assert!(all.contains("\"field\":\"password\",\"label\":\"Password\",\"before\":\"…\",\"after\":\"…\"") && !all.contains("$argon2"));
});

both!(async fn a_token_for_one_domain_reads_the_log_of_that_domain(app) {
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let (a, b) = (asset(&app, ours, "A").await, asset(&app, theirs, "B").await);
    let body = json!({ "name": "ours", "folder": ours });
    let token = app.admin.post("/api/iam/auth-tokens/", body).await.is(201).body()["token"].as_str().unwrap().to_owned();
    let limited = app.nobody.with("Authorization", &format!("Token {token}"));
    assert_eq!(limited.get(&format!("/api/log-entries/?object={a}")).await.is(200).body()["count"], 1);
    assert_eq!(limited.get(&format!("/api/log-entries/?object={b}")).await.is(200).body()["count"], 0);
});

both!(async fn the_log_can_be_taken_away_in_every_format(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "=1+1").await;
    patch(&app, "assets", id, json!({ "name": "Vault" })).await;
    let query = format!("?object={id}");
    let csv = app.admin.get(&format!("/api/log-entries/export_csv/{query}")).await.is(200).text();
    assert_eq!(csv.trim_end().lines().count(), 3, "{csv}");
    assert!(csv.lines().next().unwrap().ends_with("object,changes,detail"), "{csv}");
    assert!(csv.contains("'=1+1") && csv.contains("\"\"before\"\":\"\"=1+1\"\""), "{csv}");
    app.admin.get(&format!("/api/log-entries/export_xlsx/{query}")).await.is(200);
    let answer = app.admin.get(&format!("/api/log-entries/export_jsonl/{query}")).await.is(200);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Json> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let list = app.admin.get(&format!("/api/log-entries/{query}")).await.is(200).body();
    assert_eq!(Json::from(lines), list["results"]);
});

both!(async fn more_rows_than_a_portion_come_whole_and_in_order(app) {
    let domain = app.domain("Sales").await;
    let names: Vec<String> = (0..1203).map(|n| format!("Asset {n:04}")).collect();
    for some in names.chunks(500) {
        let body = json!({ "assets_text": some.join("\n"), "folder": domain });
        app.admin.post("/api/assets/batch-create/", body).await.is(200);
    }
    for (path, name) in [("export_jsonl", "\"name\":\"Asset"), ("export_csv", ",Asset ")] {
        let text = app.admin.get(&format!("/api/assets/{path}/?ordering=-name")).await.is(200).text();
        let found: Vec<&str> = text.lines().filter(|line| line.contains(name)).collect();
        assert_eq!(found.len(), 1203, "{path}");
        for (line, name) in found.iter().zip(names.iter().rev()) {
            assert!(line.contains(name), "{line} should have {name}");
        }
    }
    let seen = app.admin.get("/api/log-entries/?kind=exported").await.is(200);
    assert!(seen.column("detail").iter().all(|detail| detail["rows"] == 1203));
});

both!(async fn the_log_is_described_like_any_other_resource(app) {
    let model = app.admin.get("/api/model/").await.is(200).body();
    let log = &model["resources"]["log-entries"];
    assert_eq!((&log["read_only"], &log["order"], &log["search"]), (&json!(true), &json!("-at,-seq"), &json!(true)));
    assert_eq!(log["permissions"], json!({ "view": true, "add": false, "change": false, "delete": false }));
    let kinds = app.admin.get("/api/log-entries/kind/").await.is(200).body();
    assert_eq!(kinds["sign_in_failed"], "Sign in failed");
});

both!(async fn a_worker_is_told_from_a_person(app) {
    let mut cx = app.engine.write(std::sync::Arc::new(cairn_engine::Caller::worker())).await.unwrap();
    let root = app.root;
    let label = cairn_resources::catalogue::FilteringLabel { id: cx.new_id(), folder: root.into(), label: "by a worker".into(), is_published: true };
    cx.create(label).await.unwrap();
    cx.commit().await.unwrap();
    let entry = app.admin.get("/api/log-entries/?origin=worker").await.is(200).body()["results"][0].clone();
    assert_eq!((&entry["actor_label"], &entry["actor"]), (&json!("worker"), &Json::Null));
});
