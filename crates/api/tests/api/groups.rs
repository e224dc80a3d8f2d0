//! Lists counted by a field, and what deleting everything in one would do.

use cairn_testkit::both;
use serde_json::{Value as Json, json};

use crate::support::{actor_of, asset, control, make};

fn told(groups: &Json) -> Vec<(Json, Json, i64)> {
    let all = groups["groups"].as_array().expect("groups").iter();
    all.map(|one| (one["key"].clone(), one["label"].clone(), one["count"].as_i64().unwrap())).collect()
}

both!(async fn a_list_is_counted_by_choices_in_their_order(app) {
    let sales = app.domain("Sales").await;
    for (name, status) in [("A", "active"), ("B", "to_do"), ("C", "active")] {
        make(&app, "applied-controls", json!({ "name": name, "folder": sales, "status": status })).await;
    }
    let groups = app.admin.get("/api/applied-controls/groups/?by=status").await.is(200).body();
    assert_eq!(groups["count"], 3);
    assert_eq!(told(&groups), [(json!("to_do"), json!("To do"), 1), (json!("active"), json!("Active"), 2)]);
    let some = app.admin.get("/api/applied-controls/groups/?by=status&name=A").await.is(200).body();
    assert_eq!(told(&some), [(json!("active"), json!("Active"), 1)]);
    let priorities = app.admin.get("/api/applied-controls/groups/?by=priority").await.is(200).body();
    assert_eq!(told(&priorities), [(json!(null), json!(null), 3)]);
    let published = app.admin.get("/api/applied-controls/groups/?by=is_published").await.is(200).body();
    assert_eq!(told(&published), [(json!(true), json!("Yes"), 3)]);
    make(&app, "applied-controls", json!({ "name": "D", "folder": sales, "progress_field": 30 })).await;
    make(&app, "applied-controls", json!({ "name": "E", "folder": sales, "progress_field": 12 })).await;
    let sums = app.admin.get("/api/applied-controls/groups/?by=folder&sum=progress_field").await.is(200).body();
    assert_eq!(sums["groups"][0]["sums"], json!({ "progress_field": 242 }), "two are active, and so at 100");
    app.admin.get("/api/applied-controls/groups/?by=folder&sum=name").await.is(400).error("sum");
    for wrong in ["", "?by=name", "?by=owner", "?by=nothing"] {
        app.admin.get(&format!("/api/applied-controls/groups/{wrong}")).await.is(400).error("by");
    }
    app.admin.get("/api/applied-controls/groups/?by=status&nothing=1").await.is(400).error("nothing");
});

both!(async fn what_a_reference_leads_to_is_named_only_where_it_may_be_seen(app) {
    let (sales, secret) = (app.domain("Sales").await, app.domain("Secret").await);
    let test = make(&app, "findings-assessments", json!({ "name": "Test", "folder": sales })).await;
    let hidden = make(&app, "assets", json!({ "name": "Hidden", "folder": secret, "is_published": false })).await;
    let open = asset(&app, sales, "Open").await;
    for (name, asset) in [("A", Some(hidden)), ("B", Some(open)), ("C", None)] {
        make(&app, "findings", json!({ "name": name, "findings_assessment": test, "asset": asset })).await;
    }
    let all = app.admin.get("/api/findings/groups/?by=asset").await.is(200).body();
    assert_eq!(
        told(&all),
        [(json!(hidden), json!("Hidden"), 1), (json!(open), json!("Open"), 1), (json!(null), json!(null), 1)]
    );
    let reader = app.user("reader@sales.example", "AUD", sales).await;
    let seen = reader.get("/api/findings/groups/?by=asset").await.is(200).body();
    assert_eq!(told(&seen), [(json!(open), json!("Open"), 1), (json!(null), json!(null), 2)]);
    app.nobody.get("/api/findings/groups/?by=asset").await.is(401);
});

both!(async fn deleting_a_list_is_told_before(app) {
    let sales = app.domain("Sales").await;
    let test = make(&app, "findings-assessments", json!({ "name": "Test", "folder": sales })).await;
    for number in 0..25 {
        make(&app, "findings", json!({ "name": format!("F{number}"), "findings_assessment": test })).await;
    }
    let other = make(&app, "findings-assessments", json!({ "name": "Other", "folder": sales })).await;
    make(&app, "findings", json!({ "name": "G", "findings_assessment": other })).await;
    let all = app.admin.get("/api/findings-assessments/cascade-info/").await.is(200).body();
    assert_eq!(all["deleted"]["count"], 26);
    assert_eq!(all["deleted"]["grouped_objects"][0]["model"], "findings");
    assert_eq!(all["deleted"]["grouped_objects"][0]["count"], 26);
    assert_eq!(all["deleted"]["related_objects"].as_array().unwrap().len(), 20, "some names are enough");
    let one = app.admin.get(&format!("/api/findings-assessments/cascade-info/?id={other}")).await.is(200).body();
    assert_eq!(one["deleted"]["count"], 1);
    // Two that lose the same link count once, and those that go do not count as losing.
    let (a, b) = (asset(&app, sales, "A").await, asset(&app, sales, "B").await);
    let safeguard = control(&app, sales, "Backup").await;
    app.admin.patch(&format!("/api/applied-controls/{safeguard}/"), json!({ "assets": [a, b] })).await.is(200);
    app.admin.patch(&format!("/api/assets/{b}/"), json!({ "parent_assets": [a] })).await.is(200);
    let both = app.admin.get("/api/assets/cascade-info/").await.is(200).body();
    assert_eq!(both["affected"]["count"], 1, "{both}");
    let reader = app.user("reader@sales.example", "AUD", app.domain("Other").await).await;
    assert_eq!(reader.get("/api/assets/cascade-info/").await.is(200).body()["affected"]["count"], 0);
    app.nobody.get("/api/assets/cascade-info/").await.is(401);
    let me = actor_of(&app, app.admin.user).await;
    app.admin.get(&format!("/api/assets/cascade-info/?owner={me}&nonsense=1")).await.is(400).error("nonsense");
});
