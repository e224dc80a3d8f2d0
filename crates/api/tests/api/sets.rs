//! Many rows at once: made, changed, moved and deleted as a set, and told like any other change.

use std::sync::Arc;

use cairn_engine::write::{self, Mode};
use cairn_engine::{Caller, Cx, cascade};
use cairn_model::{Many, Ref};
use cairn_resources::work::{AppliedControl, Comment, Finding, Priority};
use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, control, evidence, field, journal_since, make, mark};

async fn begin(app: &TestApp) -> Cx {
    app.engine.write(Arc::new(Caller::system())).await.expect("a transaction")
}

/// Copies of a control, with its links.
async fn copies(cx: &mut Cx, of: Uuid, count: usize) -> Vec<AppliedControl> {
    let first: AppliedControl = cx.find(of).await.expect("a look").expect("a control");
    (0..count).map(|at| AppliedControl { id: cx.new_id(), name: format!("Generated {at}"), ..first.clone() }).collect()
}

both!(async fn a_set_is_made_and_changed_with_a_few_statements_and_told_row_by_row(app) {
    let domain = app.domain("Sets").await;
    let (proof, label) = (
        evidence(&app, domain, "Proof").await,
        make(&app, "filtering-labels", json!({ "label": "many" })).await,
    );
    let body = json!({ "name": "First", "folder": domain, "evidences": [proof], "filtering_labels": [label] });
    let first = make(&app, "applied-controls", body).await;
    let before = mark(&app).await;
    app.clock.advance_seconds(60);
    let instant = app.admin.get("/api/applied-controls/").await.is(200).column("updated_at")[0].clone();

    let mut cx = begin(&app).await;
    let records = copies(&mut cx, first, 111).await;
    let ids: Vec<Uuid> = records.iter().map(|control| control.id.uuid()).collect();
    let asked = cx.conn.queries();
    cx.create_many(records).await.expect("they are made");
    let cost = cx.conn.queries() - asked;
    assert!(cost <= 20, "rows, two relations, words, places and journal, each in three portions: {cost}");
    cx.commit().await.expect("a commit");
    app.clock.advance_seconds(60);

    let mut cx = begin(&app).await;
    let asked = cx.conn.queries();
    let rise = |control: &mut AppliedControl| {
        control.priority = Some(Priority::P2);
        control.evidences = Many::default();
        Ok(())
    };
    cx.modify_many(&ids, rise).await.expect("they are changed");
    let cost = cx.conn.queries() - asked;
    assert!(cost <= 16, "read and written as a set: {cost}");
    cx.commit().await.expect("a commit");

    assert_eq!(app.admin.get("/api/applied-controls/?search=generated").await.is(200).body()["count"], 111);
    assert_eq!(app.admin.get("/api/applied-controls/?priority=2").await.is(200).body()["count"], 111);
    assert_eq!(app.admin.get(&format!("/api/applied-controls/?evidences={proof}")).await.is(200).ids(), [first]);
    let then = format!("/api/applied-controls/?as_of={}", instant.as_str().expect("a time"));
    assert_eq!(app.admin.get(&then).await.is(200).body()["count"], 1, "the past is without them");
    let entries = journal_since(&app, before).await;
    for id in &ids {
        let own: Vec<_> = entries.iter().filter(|entry| entry.object == Some(*id)).collect();
        assert_eq!(own.iter().map(|entry| entry.kind.as_str()).collect::<Vec<_>>(), ["created", "updated"]);
        let changed: Vec<&String> = own[1].changes.as_object().expect("changes").keys().collect();
        assert_eq!(changed, ["priority", "evidences"]);
        assert_eq!(own[1].state.as_ref().expect("a state")["filtering_labels"], json!([label]));
    }
    app.journal.seal().await.expect("they are sealed like all others");
});

both!(async fn a_name_that_is_taken_refuses_the_whole_set(app) {
    let domain = app.domain("Sets").await;
    let first = asset(&app, domain, "Taken").await;
    let mut cx = begin(&app).await;
    let known: cairn_resources::work::Asset = cx.find(first).await.expect("a look").expect("an asset");
    let records = vec![
        cairn_resources::work::Asset { id: cx.new_id(), name: "Free".into(), ..known.clone() },
        cairn_resources::work::Asset { id: cx.new_id(), ..known },
    ];
    let refused = cx.create_many(records).await;
    assert!(matches!(refused, Err(cairn_engine::Error::Invalid(_))), "{refused:?}");
    drop(cx);
    assert_eq!(app.admin.get("/api/assets/").await.is(200).body()["count"], 1);
});

/// An assessment with findings, each with a comment.
async fn review(app: &TestApp, domain: Uuid, name: &str, count: usize) -> Uuid {
    let whole = make(app, "findings-assessments", json!({ "name": name, "folder": domain })).await;
    let one = make(app, "findings", json!({ "name": "First", "findings_assessment": whole })).await;
    let said = make(app, "comments", json!({ "body": "Why?", "finding": one })).await;
    let mut cx = begin(app).await;
    let (first, comment): (Finding, Comment) = (
        cx.find(one).await.expect("a look").expect("a finding"),
        cx.find(said).await.expect("a look").expect("a comment"),
    );
    let findings: Vec<Finding> =
        (1..count).map(|at| Finding { id: cx.new_id(), name: format!("{name} {at}"), ..first.clone() }).collect();
    let comments: Vec<Comment> = findings
        .iter()
        .map(|finding| Comment { id: cx.new_id(), finding: Some(Ref::new(finding.id.uuid())), ..comment.clone() })
        .collect();
    cx.create_many(findings).await.expect("findings");
    cx.create_many(comments).await.expect("comments");
    cx.commit().await.expect("a commit");
    whole
}

async fn places(app: &TestApp, path: &str) -> Vec<Json> {
    app.admin.get(&format!("/api/{path}/?limit=1000")).await.is(200).column("folder")
}

both!(async fn parts_move_with_the_whole_at_the_same_cost_however_many(app) {
    let (here, there) = (app.domain("Here").await, app.domain("There").await);
    let reader = app.user("reader@example.com", "AUD", here).await;
    let (few, many) = (review(&app, here, "Few", 10).await, review(&app, here, "Many", 100).await);
    let mut costs = Vec::new();
    for whole in [few, many] {
        let mut cx = begin(&app).await;
        let (resource, asked) = (cx.registry().get("findings-assessments"), cx.conn.queries());
        let body = json!({ "folder": there });
        write::update(&mut cx, resource, whole, &body, Mode::Patch, None).await.expect("a move");
        costs.push(cx.conn.queries() - asked);
        cx.commit().await.expect("a commit");
    }
    assert_eq!(costs[0], costs[1], "ten parts or a hundred");
    for path in ["findings", "comments"] {
        let all = places(&app, path).await;
        assert_eq!(all.len(), 110);
        assert!(all.iter().all(|place| place["id"] == json!(there)), "{path}");
        assert_eq!(reader.get(&format!("/api/{path}/")).await.is(200).body()["count"], 0, "{path}");
    }
    assert_eq!(reader.get("/api/search/?q=many").await.is(200).body()["count"], 0, "words moved too");
    let finding = app.admin.get(&format!("/api/findings/?findings_assessment={many}")).await.is(200).ids()[0];
    let history = app.admin.get(&format!("/api/findings/{finding}/history/")).await.is(200).body();
    assert_eq!(history["count"], 2, "each part tells of the move");
});

both!(async fn comments_are_as_published_as_what_they_are_about(app) {
    let domain = app.domain("Here").await;
    let thing = control(&app, domain, "C").await;
    let said = make(&app, "comments", json!({ "body": "Why?", "applied_control": thing, "is_published": false })).await;
    let shown = async || field(&app, "comments", said, "is_published").await;
    let own = field(&app, "applied-controls", thing, "is_published").await;
    assert_eq!(shown().await, own);
    let other = !own.as_bool().expect("a flag");
    app.admin.patch(&format!("/api/applied-controls/{thing}/"), json!({ "is_published": other })).await.is(200);
    assert_eq!(shown().await, other);
    app.admin.patch(&format!("/api/comments/{said}/"), json!({ "is_published": !other })).await.is(200);
    assert_eq!(shown().await, other);
});

both!(async fn what_a_delete_takes_along_is_told_at_the_same_cost_however_many(app) {
    let domain = app.domain("Here").await;
    let (few, many) = (review(&app, domain, "Few", 2).await, review(&app, domain, "Many", 150).await);
    let mut costs = Vec::new();
    for (whole, count) in [(few, 4), (many, 300)] {
        let mut cx = app.engine.read(Arc::new(Caller::system())).await.expect("a connection");
        let (resource, asked) = (cx.registry().get("findings-assessments"), cx.conn.queries());
        let info = cascade::info(&mut cx, resource, whole).await.expect("what goes along");
        assert_eq!(info.deleted.count, count, "findings and comments");
        costs.push(cx.conn.queries() - asked);
    }
    assert_eq!(costs[0], costs[1]);
    app.admin.delete(&format!("/api/findings-assessments/{many}/")).await.is(204);
    assert_eq!(places(&app, "comments").await.len(), 2);
    assert_eq!(app.admin.get("/api/search/?q=many").await.is(200).body()["count"], 0);
});

both!(async fn what_loses_sight_of_a_link_is_told_before_a_delete(app) {
    let domain = app.domain("Here").await;
    let (above, proof) = (asset(&app, domain, "Above").await, evidence(&app, domain, "Proof").await);
    let body = json!({ "name": "Below", "folder": domain, "parent_assets": [above] });
    let below = make(&app, "assets", body).await;
    let info = app.admin.get(&format!("/api/assets/{below}/cascade-info/")).await.is(200).body();
    assert_eq!(info["affected"]["related_objects"][0]["id"], json!(above), "{info}");
    let guard = make(&app, "applied-controls", json!({ "name": "C", "folder": domain, "evidences": [proof] })).await;
    let info = app.admin.get(&format!("/api/applied-controls/{guard}/cascade-info/")).await.is(200).body();
    assert_eq!(info["affected"]["related_objects"][0]["id"], json!(proof), "{info}");
    let outsider = app.user("ana@example.com", "ANA", app.domain("Elsewhere").await).await;
    outsider.get(&format!("/api/assets/{below}/cascade-info/")).await.is(404);
});
