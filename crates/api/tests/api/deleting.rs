//! Deleting: what goes along, what loses a link, and what stands in the way.

use std::collections::BTreeSet;

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, control, evidence, field, journal_since, make, mark, targets};

fn ids(group: &Json) -> BTreeSet<Uuid> {
    let objects = group["related_objects"].as_array().expect("a list");
    assert_eq!(group["count"], objects.len());
    let grouped = group["grouped_objects"].as_array().expect("a list");
    let again: Vec<&Json> = grouped.iter().flat_map(|group| group["objects"].as_array().expect("a list")).collect();
    assert_eq!(again, objects.iter().collect::<Vec<_>>(), "the same, by resource");
    assert_eq!(grouped.iter().map(|group| group["model"].as_str()).collect::<BTreeSet<_>>().len(), grouped.len());
    objects.iter().map(|object| object["id"].as_str().unwrap().parse().unwrap()).collect()
}

/// All ids that the objects of a group show.
async fn shown_links(app: &TestApp, group: &Json) -> Vec<(Uuid, BTreeSet<Uuid>)> {
    fn collect(value: &Json, into: &mut BTreeSet<Uuid>) {
        match value {
            Json::String(text) => into.extend(text.parse::<Uuid>()),
            Json::Array(all) => all.iter().for_each(|one| collect(one, into)),
            Json::Object(all) => all.values().for_each(|one| collect(one, into)),
            _ => {}
        }
    }
    let mut shown = Vec::new();
    for object in group["related_objects"].as_array().expect("a list") {
        let (model, id) = (object["model"].as_str().unwrap(), object["id"].as_str().unwrap());
        let raw = app.admin.get(&format!("/api/{model}/{id}/object/")).await.is(200).body();
        let mut links = BTreeSet::new();
        collect(&raw, &mut links);
        shown.push((id.parse().unwrap(), links));
    }
    shown
}

/// Deletes an object and holds what happened against what was announced.
async fn delete_as_announced(app: &TestApp, path: &str, id: Uuid) {
    let url = format!("/api/{path}/{id}/");
    let announced = app.admin.get(&format!("{url}cascade-info/")).await.is(200).body();
    assert!(ids(&announced["blocked"]).is_empty(), "{announced}");
    let shown = shown_links(app, &announced["affected"]).await;
    let before = mark(app).await;
    app.admin.delete(&url).await.is(204);
    let journal = journal_since(app, before).await;
    let of_kind = |kind: &str| -> BTreeSet<Uuid> {
        journal.iter().filter(|entry| entry.kind == kind).filter_map(|entry| entry.object).collect()
    };
    let mut deleted = ids(&announced["deleted"]);
    deleted.insert(id);
    assert_eq!(of_kind("deleted"), deleted, "{announced}");
    // What is changed, and what showed a link that went with its owner, and nothing else.
    let mut affected = of_kind("updated");
    affected.extend(shown.iter().filter(|(_, links)| links.intersection(&deleted).next().is_some()).map(|(id, _)| *id));
    assert_eq!(affected, ids(&announced["affected"]), "{announced}");
    let rows = journal.iter().filter(|entry| entry.kind == "deleted").count();
    assert_eq!(rows, deleted.len(), "one row for each object");
}

both!(async fn a_domain_takes_its_contents_along(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let below = app.domain_under("Online", sales).await;
    let thing = asset(&app, below, "CRM").await;
    let proof = evidence(&app, below, "Proof").await;
    let assessment = make(&app, "findings-assessments", json!({ "name": "Pentest", "folder": sales })).await;
    make(&app, "findings", json!({ "name": "Hole", "findings_assessment": assessment, "asset": thing })).await;
    let outside = json!({ "name": "Guard", "folder": finance, "assets": [thing], "evidences": [proof] });
    let outside = make(&app, "applied-controls", outside).await;
    let person = app.user("ana@example.com", "ANA", below).await;

    delete_as_announced(&app, "folders", sales).await;

    for (path, gone) in [("folders", below), ("assets", thing), ("evidences", proof), ("findings-assessments", assessment)] {
        app.admin.get(&format!("/api/{path}/{gone}/")).await.is(404);
    }
    for path in ["findings", "evidence-revisions"] {
        assert_eq!(app.admin.get(&format!("/api/{path}/")).await.body()["count"], 0);
    }
    assert!(targets(&app, "applied-controls", outside, "assets").await.is_empty());
    assert!(targets(&app, "users", person.user, "user_groups").await.is_empty());
    assert_eq!(app.admin.get("/api/search/?q=proof&type=evidences,evidence-revisions").await.body()["count"], 0);
});

both!(async fn what_may_be_empty_is_emptied(app) {
    let domain = app.domain("Sales").await;
    let class = make(&app, "asset-class", json!({ "name": "Robots" })).await;
    let thing = make(&app, "assets", json!({ "name": "Arm", "folder": domain, "asset_class": class })).await;
    let perimeter = make(&app, "perimeters", json!({ "name": "Plant", "folder": domain })).await;
    let body = json!({ "name": "Audit", "folder": domain, "perimeter": perimeter });
    let assessment = make(&app, "findings-assessments", body).await;
    delete_as_announced(&app, "asset-class", class).await;
    delete_as_announced(&app, "perimeters", perimeter).await;
    assert_eq!(field(&app, "assets", thing, "asset_class").await, Json::Null);
    assert_eq!(field(&app, "findings-assessments", assessment, "perimeter").await, Json::Null);
});

both!(async fn links_of_others_are_cut_and_journalled(app) {
    let domain = app.domain("Sales").await;
    let (proof, guard) = (evidence(&app, domain, "Proof").await, control(&app, domain, "Guard").await);
    app.admin.patch(&format!("/api/evidences/{proof}/"), json!({ "applied_controls": [guard] })).await.is(200);
    let (before, read) = (mark(&app).await, field(&app, "applied-controls", guard, "updated_at").await);
    delete_as_announced(&app, "evidences", proof).await;
    let journal = journal_since(&app, before).await;
    let cut = journal.iter().find(|entry| entry.kind == "updated").expect("the control changes");
    assert_eq!(cut.object, Some(guard));
    assert_eq!(cut.changes, json!({ "evidences": { "added": [], "removed": [proof] } }));
    assert_ne!(field(&app, "applied-controls", guard, "updated_at").await, read);

    let (top, low) = (asset(&app, domain, "top").await, asset(&app, domain, "low").await);
    app.admin.patch(&format!("/api/assets/{low}/"), json!({ "parent_assets": [top] })).await.is(200);
    delete_as_announced(&app, "assets", top).await;
    assert!(targets(&app, "assets", low, "parent_assets").await.is_empty());
});

both!(async fn what_is_needed_stays_and_is_told_by_whom(app) {
    let domain = app.domain("Sales").await;
    let view = app.admin.get("/api/permissions/?codename__in=view_asset,view_folder").await.is(200).ids();
    let role = make(&app, "roles", json!({ "name": "Looker", "permissions": view })).await;
    let body = json!({
        "name": "Lookers of Sales", "user": app.admin.user, "role": role, "perimeter_folders": [domain], "folder": domain,
    });
    let assignment = make(&app, "role-assignments", body).await;
    let before = mark(&app).await;
    let info = app.admin.get(&format!("/api/roles/{role}/cascade-info/")).await.is(200).body();
    assert_eq!(ids(&info["blocked"]), BTreeSet::from([assignment]));
    let answer = app.admin.delete(&format!("/api/roles/{role}/")).await.is(409);
    assert_eq!(answer.body()["type"], "conflict");
    assert!(answer.body()["detail"].as_str().unwrap().contains("“Lookers of Sales”"), "{}", answer.text());
    assert_eq!(mark(&app).await, before);
    app.admin.delete(&format!("/api/role-assignments/{assignment}/")).await.is(204);
    delete_as_announced(&app, "roles", role).await;
});

both!(async fn what_cairn_brings_along_cannot_be_deleted(app) {
    let domain = app.domain("Sales").await;
    let first = |answer: cairn_testkit::Answer| answer.is(200).ids()[0];
    let role = first(app.admin.get("/api/roles/?builtin=true&limit=1").await);
    let class = first(app.admin.get("/api/asset-class/?builtin=true&limit=1").await);
    let group = first(app.admin.get(&format!("/api/user-groups/?folder={domain}&limit=1")).await);
    let term = first(app.admin.get("/api/terminologies/?builtin=true&limit=1").await);
    let before = mark(&app).await;
    let given = [("roles", role), ("asset-class", class), ("user-groups", group), ("terminologies", term)];
    for (path, id) in given.into_iter().chain([("folders", app.root)]) {
        let answer = app.admin.delete(&format!("/api/{path}/{id}/")).await.is(409);
        assert!(answer.text().contains("built-in"), "{}", answer.text());
    }
    assert_eq!(mark(&app).await, before);
    assert_eq!(app.admin.delete(&format!("/api/actors/{}/", app.root)).await.status, 405);
});

both!(async fn a_team_takes_its_actor_along(app) {
    let domain = app.domain("Sales").await;
    let team = make(&app, "teams", json!({ "name": "Blue", "folder": domain, "members": [app.admin.user] })).await;
    let actor = app.admin.get(&format!("/api/actors/?team={team}")).await.is(200).ids()[0];
    let owned = make(&app, "assets", json!({ "name": "CRM", "folder": domain, "owner": [actor] })).await;
    delete_as_announced(&app, "teams", team).await;
    assert!(targets(&app, "assets", owned, "owner").await.is_empty());
});

both!(async fn what_is_gone_is_gone(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    app.admin.delete(&format!("/api/assets/{id}/")).await.is(204);
    app.admin.delete(&format!("/api/assets/{id}/")).await.is(404);
    app.admin.patch(&format!("/api/assets/{id}/"), json!({})).await.is(404);
    app.admin.get(&format!("/api/assets/{id}/cascade-info/")).await.is(404);
    asset(&app, domain, "CRM").await;
});
