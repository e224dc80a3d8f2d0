//! What differs between two instants.

use cairn_testkit::both;
use serde_json::{Value as Json, json};

use crate::support::{asset, delete, make, now, patch};

both!(async fn net_changes_are_told_by_resource_and_field(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let north = app.domain_under("North", sales).await;
    let stays = asset(&app, sales, "Stays").await;
    let changes = asset(&app, sales, "Old").await;
    let gone = asset(&app, sales, "Gone").await;
    let back = asset(&app, sales, "Back").await;
    let from = now(&app);
    let fresh = asset(&app, north, "Fresh").await;
    patch(&app, "assets", changes, json!({ "name": "Middle" })).await;
    patch(&app, "assets", changes, json!({ "name": "New", "parent_assets": [stays] })).await;
    delete(&app, "assets", gone).await;
    patch(&app, "assets", back, json!({ "name": "Forth" })).await;
    patch(&app, "assets", back, json!({ "name": "Back" })).await;
    let brief = asset(&app, sales, "Brief").await;
    delete(&app, "assets", brief).await;
    let control = make(&app, "applied-controls", json!({ "name": "Lock", "folder": legal })).await;
    let to = now(&app);
    patch(&app, "assets", changes, json!({ "name": "Later" })).await;

    let diff = app.admin.get(&format!("/api/diff/?from={from}&to={to}")).await.is(200).body();
    assert_eq!((&diff["from"], &diff["to"], &diff["count"]), (&json!(from), &json!(to), &json!(4)));
    let tally = json!([
        { "resource": "assets", "created": 1, "changed": 1, "deleted": 1 },
        { "resource": "applied-controls", "created": 1, "changed": 0, "deleted": 0 },
    ]);
    assert_eq!(diff["resources"], tally);
    let what: Vec<(&Json, &Json, &Json)> =
        diff["results"].as_array().unwrap().iter().map(|one| (&one["kind"], &one["id"], &one["name"])).collect();
    let expected = [
        (json!("created"), json!(fresh), json!("Fresh")),
        (json!("deleted"), json!(gone), json!("Gone")),
        (json!("changed"), json!(changes), json!("New")),
        (json!("created"), json!(control), json!("Lock")),
    ];
    assert_eq!(what, expected.iter().map(|(a, b, c)| (a, b, c)).collect::<Vec<_>>());
    let changed = json!([
        { "field": "name", "label": "Name", "before": "Old", "after": "New" },
        { "field": "parent_assets", "label": "Parent assets", "added": [{ "id": stays, "str": "Stays" }], "removed": [] },
    ]);
    assert_eq!(diff["results"][2]["changes"], changed);
    assert_eq!(diff["results"][2]["folder"], json!({ "id": sales, "str": "Sales" }));

    let inside = app.admin.get(&format!("/api/diff/?from={from}&to={to}&folder={sales}")).await.is(200).body();
    assert_eq!(inside["count"], 3, "with sub-domains");
    let page = app.admin.get(&format!("/api/diff/?from={from}&to={to}&limit=1&offset=1")).await.is(200).body();
    assert_eq!((&page["count"], page["results"].as_array().unwrap().len()), (&json!(4), 1));
    assert!(page["next"].is_string() && page["previous"].is_string());
    let open = app.admin.get(&format!("/api/diff/?from={to}")).await.is(200).body();
    assert_eq!(open["count"], 1, "until now");
});

both!(async fn only_what_may_be_seen_is_told(app) {
    let (open, closed) = (app.domain("Open").await, app.domain("Closed").await);
    let reader = app.user("reader@example.com", "AUD", open).await;
    let auditee = app.user("auditee@example.com", "ADE", open).await;
    let (a, b, c) = (asset(&app, open, "Aa").await, asset(&app, closed, "Bb").await, asset(&app, open, "Cc").await);
    let from = now(&app);
    patch(&app, "assets", a, json!({ "name": "A2", "parent_assets": [b] })).await;
    patch(&app, "assets", b, json!({ "name": "B2" })).await;
    patch(&app, "assets", c, json!({ "folder": closed })).await;
    let path = format!("/api/diff/?from={from}");
    let seen = reader.get(&path).await.is(200);
    assert_eq!(seen.column("name"), ["A2"], "{}", seen.text());
    assert_eq!(seen.body()["results"][0]["changes"].as_array().unwrap().len(), 1);
    for hidden in [b.to_string(), c.to_string(), closed.to_string(), "B2".into(), "Cc".into()] {
        assert!(!seen.text().contains(&hidden), "{}", seen.text());
    }
    reader.get(&format!("{path}&folder={closed}")).await.is(400).error("folder");
    assert_eq!(auditee.get(&path).await.is(200).body()["count"], 0);
    app.nobody.get(&path).await.is(401);
});

both!(async fn instants_must_be_in_order_and_known(app) {
    let first = now(&app);
    let second = now(&app);
    for (query, field) in [
        (String::new(), "from"),
        (format!("from={second}&to={first}"), "from"),
        (format!("from={first}&to={first}"), "from"),
        ("from=1998-01-01&to=1999-01-01".into(), "to"),
        (format!("from={first}&to=2999-01-01"), "to"),
        (format!("from=x&to={second}"), "from"),
        (format!("from={first}&folder=x"), "folder"),
        (format!("from={first}&nothing=1"), "nothing"),
    ] {
        app.admin.get(&format!("/api/diff/?{query}")).await.is(400).error(field);
    }
});

both!(async fn from_before_the_beginning_everything_is_new(app) {
    let sales = app.domain("Sales").await;
    let gone = asset(&app, sales, "Gone").await;
    delete(&app, "assets", gone).await;
    asset(&app, sales, "Vault").await;
    let diff = app.admin.get("/api/diff/?from=1999-01-01&limit=1000").await.is(200);
    let kinds = diff.column("kind");
    assert!(kinds.iter().all(|kind| kind == "created"), "{}", diff.text());
    let names = diff.column("name");
    assert!(names.contains(&json!("Vault")) && names.contains(&json!("Sales")), "{}", diff.text());
    assert!(!names.contains(&json!("Gone")), "what came and went is no difference");
});
