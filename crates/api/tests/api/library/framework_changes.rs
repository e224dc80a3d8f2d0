//! What updates have changed in a framework since an audit of it was created.

use cairn_testkit::both;
use serde_json::{Value as Json, json};

use super::send;
use super::updating::{audit, fill, framework, heading, library, loaded, requirement, rows};

fn named(list: &Json) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["ref_id"].as_str().unwrap()).collect()
}

both!(async fn an_audit_tells_what_changed_since_it_was_created(app) {
    let (loaded, first_audit) = loaded(&app).await;
    let base = format!("/api/loaded-libraries/{loaded}/");
    let path = format!("/api/compliance-assessments/{first_audit}/framework_changes/");
    let none = app.admin.get(&path).await.is(200).body();
    assert_eq!((&none["old_version"], &none["new_version"], &none["answers_affected"]), (&json!(1), &json!(1), &json!(0)));
    // A is left out, B renamed, C moved before it, D new, and the scale is another one.
    let mut second = framework(&[heading("s"), requirement("c", "s"), requirement("b", "s"), requirement("d", "s")]);
    second["requirement_nodes"][2]["name"] = json!("New words");
    second["max_score"] = json!(10);
    send(&app.admin, "moving.yaml", library(2, &second)).await.is(201);
    assert_eq!(app.admin.get(&path).await.is(200).body(), none, "what is only in the store has changed nothing");
    app.admin.post(&format!("{base}update/"), json!({ "action": "clamp" })).await.is(200);
    let changes = app.admin.get(&path).await.is(200).body();
    assert_eq!((&changes["old_version"], &changes["new_version"]), (&json!(1), &json!(2)));
    assert_eq!(changes["score_change"], json!({ "old_min": 0, "old_max": 4, "new_min": 0, "new_max": 10 }));
    assert_eq!((named(&changes["added"]), named(&changes["retired"])), (vec!["d"], vec!["a"]), "{changes}");
    assert_eq!((named(&changes["changed"]), &changes["changed"][0]["fields"]), (vec!["b"], &json!(["name"])), "{changes}");
    assert_eq!(changes["moved"].as_array().unwrap().len(), 1, "{changes}");
    let assessed = |list: &Json| list.as_array().unwrap().iter().map(|one| one["is_assessed"].clone()).collect::<Vec<_>>();
    assert_eq!((assessed(&changes["added"]), assessed(&changes["retired"])), (vec![json!(false)], vec![json!(true)]));
    // A was retired and B changed, both with an answer. C has none.
    assert_eq!(changes["answers_affected"], 2, "{changes}");
    assert_eq!(changes["retired"][0]["requirement_assessment"], rows(&app, first_audit).await["a"]["id"]);
    // An audit that is created now has nothing to tell.
    let second_audit = audit(&app, app.domain("Ops").await).await;
    let later = format!("/api/compliance-assessments/{second_audit}/framework_changes/");
    let fresh = app.admin.get(&later).await.is(200).body();
    assert_eq!((&fresh["old_version"], named(&fresh["added"]).len(), named(&fresh["retired"]).len()), (&json!(2), 0, 0));
    // After another update both tell what they did not have.
    let mut third = second.clone();
    third["requirement_nodes"][3]["description"] = json!("More of it.");
    send(&app.admin, "moving.yaml", library(3, &third)).await.is(201);
    app.admin.post(&format!("{base}update/"), json!({})).await.is(200);
    let changes = app.admin.get(&path).await.is(200).body();
    assert_eq!((&changes["old_version"], named(&changes["added"])), (&json!(1), vec!["d"]));
    let fresh = app.admin.get(&later).await.is(200).body();
    assert_eq!((&fresh["old_version"], &fresh["new_version"], named(&fresh["changed"])), (&json!(2), &json!(3), vec!["d"]));
    // What is rolled back is no change any more.
    app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(200);
    let fresh = app.admin.get(&later).await.is(200).body();
    assert_eq!((&fresh["new_version"], named(&fresh["changed"]).len()), (&json!(2), 0));
    // The versions that were replaced are kept: two by updates, one by rolling back.
    let versions = app.admin.get(&format!("/api/library-versions/?library={loaded}")).await.is(200).body();
    let of = |one: &Json| (one["version"].as_i64().unwrap(), one["replaced_by"].as_i64().unwrap());
    assert_eq!(versions["results"].as_array().unwrap().iter().map(of).collect::<Vec<_>>(), [(3, 2), (2, 3), (1, 2)]);
});

both!(async fn respondents_see_changes_of_their_own_requirements_only(app) {
    let (loaded, audit) = loaded(&app).await;
    let before = rows(&app, audit).await;
    let domain = before["a"]["folder"]["id"].as_str().unwrap().parse().unwrap();
    let person = app.user("res@example.com", "ADE", domain).await;
    let user = app.admin.get("/api/users/?email=res@example.com").await.is(200).ids()[0];
    let actor = app.admin.get(&format!("/api/actors/?user={user}")).await.is(200).ids()[0];
    let path = format!("/api/compliance-assessments/{audit}/framework_changes/");
    person.get(&path).await.is(404);
    let body = json!({ "compliance_assessment": audit, "actor": [actor], "requirement_assessments": [before["b"]["id"]] });
    app.admin.post("/api/requirement-assignments/", body).await.is(201);
    fill(&app, audit, "c", json!({ "result": "compliant" })).await;
    let mut second = framework(&[heading("s"), requirement("b", "s"), requirement("c", "s"), requirement("d", "s")]);
    for at in [1, 2] {
        second["requirement_nodes"][at]["description"] = json!("Other words");
    }
    send(&app.admin, "moving.yaml", library(2, &second)).await.is(201);
    app.admin.post(&format!("/api/loaded-libraries/{loaded}/update/"), json!({})).await.is(200);
    let answer = person.get(&path).await.is(200);
    let (text, changes) = (answer.text(), answer.body());
    assert_eq!((named(&changes["changed"]), &changes["answers_affected"]), (vec!["b"], &json!(1)), "{changes}");
    for list in ["added", "retired", "moved"] {
        assert_eq!(changes[list], json!([]), "{list}");
    }
    for other in ["a", "c", "d"] {
        assert!(!text.contains(&format!("moving:{other}")), "{text}");
    }
    person.get("/api/library-versions/").await.is(403);
    let all = app.admin.get(&path).await.is(200).body();
    assert_eq!((named(&all["changed"]), &all["answers_affected"]), (vec!["b", "c"], &json!(3)));
    app.nobody.get(&path).await.is(401);
    app.user("str@example.com", "ANA", app.domain("Legal").await).await.get(&path).await.is(404);
});
