//! Third-party users: people from outside, who see only what is theirs.

use cairn_testkit::both;
use serde_json::json;

use crate::world::upload;

both!(async fn an_outsider_sees_only_what_they_answer_for(app) {
    let domain = app.domain("Payments").await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-TPR")).await.is(200).ids();
    let outsider = app.user_with(json!({ "email": "out@example.com", "is_third_party": true, "user_groups": group })).await;
    let actor = app.admin.get(&format!("/api/actors/?user={}", outsider.user)).await.is(200).ids()[0];
    let admin = &app.admin;
    let theirs = json!({ "name": "Their proof", "folder": domain, "owner": [actor] });
    let theirs = admin.post("/api/evidences/", theirs).await.is(201).id();
    let ours = admin.post("/api/evidences/", json!({ "name": "Our proof", "folder": domain })).await.is(201).id();
    upload(admin, &format!("/api/evidences/{ours}/upload/"), "ours.txt").await.is(200);
    upload(admin, &format!("/api/evidences/{theirs}/upload/"), "theirs.txt").await.is(200);

    assert_eq!(outsider.get("/api/evidences/").await.is(200).ids(), [theirs]);
    assert_eq!(outsider.get("/api/search/?q=proof").await.is(200).body()["count"], 1);
    for path in ["evidences", "evidence-revisions", "evidence-files"] {
        for tail in ["", "ids/", "autocomplete/", "cascade-info/", "export_csv/"] {
            let text = outsider.get(&format!("/api/{path}/{tail}")).await.is(200).text();
            assert!(!text.contains("Our") && !text.contains("ours") && !text.contains(&ours.to_string()), "{path}/{tail}");
        }
        let all = admin.get(&format!("/api/{path}/")).await.is(200).ids();
        let seen = outsider.get(&format!("/api/{path}/")).await.is(200).ids();
        assert_eq!((all.len(), seen.len()), (2, 1), "{path}");
        let hidden = all.into_iter().find(|id| !seen.contains(id)).unwrap();
        outsider.get(&format!("/api/{path}/{hidden}/")).await.is(404);
        if path != "evidence-files" {
            outsider.patch(&format!("/api/{path}/{hidden}/"), json!({})).await.is(404);
            outsider.delete(&format!("/api/{path}/{hidden}/")).await.is(404);
            upload(&outsider, &format!("/api/{path}/{hidden}/upload/"), "x.txt").await.is(404);
        }
    }
    outsider.get(&format!("/api/evidences/{theirs}/attachment/")).await.is(200);
    outsider.get(&format!("/api/evidences/{ours}/attachment/")).await.is(404);
    outsider.post("/api/evidence-revisions/", json!({ "evidence": ours })).await.is(400).error("evidence");
    for path in ["assets", "applied-controls", "findings", "users", "actors", "teams", "settings/general"] {
        outsider.get(&format!("/api/{path}/")).await.is(403);
    }
});

both!(async fn what_an_outsider_makes_is_theirs(app) {
    let domain = app.domain("Payments").await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-TPR")).await.is(200).ids();
    let outsider = app.user_with(json!({ "email": "out@example.com", "is_third_party": true, "user_groups": group })).await;
    let actor = app.admin.get(&format!("/api/actors/?user={}", outsider.user)).await.is(200).ids()[0];
    let made = outsider.post("/api/evidences/", json!({ "name": "Certificate", "folder": domain })).await.is(201).id();
    let url = format!("/api/evidences/{made}/");
    outsider.get(&url).await.is(200);
    assert_eq!(app.admin.get(&url).await.is(200).body()["owner"][0]["id"], json!(actor));
    upload(&outsider, &format!("{url}upload/"), "certificate.txt").await.is(200);
    outsider.get(&format!("{url}attachment/")).await.is(200);
    outsider.patch(&url, json!({ "description": "Signed", "owner": [] })).await.is(200);
    outsider.get(&url).await.is(200);
    let revision = outsider.post("/api/evidence-revisions/", json!({ "evidence": made })).await.is(201).id();
    outsider.get(&format!("/api/evidence-revisions/{revision}/")).await.is(200);
    // Once someone else answers for it, it is out of sight.
    app.admin.patch(&url, json!({ "owner": [] })).await.is(200);
    outsider.get(&url).await.is(404);
    outsider.get(&format!("/api/evidence-revisions/{revision}/")).await.is(404);
});

both!(async fn an_outsider_knows_no_other_user_and_has_no_token(app) {
    let domain = app.domain("Payments").await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-AUD")).await.is(200).ids();
    let outsider = app.user_with(json!({ "email": "out@example.com", "is_third_party": true, "user_groups": group })).await;
    // Even a reader's role shows an outsider no more than what is theirs.
    assert_eq!(outsider.get("/api/users/").await.is(200).ids(), [outsider.user]);
    assert_eq!(outsider.get("/api/users/ids/").await.is(200).body().as_object().map(serde_json::Map::len), Some(1));
    outsider.get(&format!("/api/users/{}/", app.admin.user)).await.is(404);
    assert_eq!(outsider.get("/api/actors/").await.is(200).ids().len(), 1);
    assert_eq!(outsider.get("/api/search/?q=admin").await.is(200).body()["count"], 0);
    let asset = app.admin.post("/api/assets/", json!({ "name": "Vault", "folder": domain })).await.is(201).id();
    outsider.get(&format!("/api/assets/{asset}/")).await.is(404);
    assert!(outsider.get("/api/assets/").await.is(200).ids().is_empty());
    assert!(!outsider.get("/api/assets/graph/").await.is(200).text().contains("Vault"));
    outsider.post("/api/iam/auth-tokens/", json!({ "name": "x" })).await.is(403);
    // A token from before does not work once its owner is an outsider.
    let insider = app.user("in@example.com", "AUD", domain).await;
    insider.get("/api/assets/").await.is(200);
    app.admin.patch(&format!("/api/users/{}/", insider.user), json!({ "is_third_party": true })).await.is(200);
    insider.get("/api/assets/").await.is(401);
});
