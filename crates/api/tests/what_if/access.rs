//! Who sees what of a draft: nobody more than they see today, besides what the draft itself creates.

use cairn_testkit::{Client, TestApp, both};
use serde_json::json;

use crate::support::{DRAFTS, asset, control, draft, make, of, within};

async fn token(app: &TestApp, owner: &Client, body: serde_json::Value) -> Client {
    let made = owner.post("/api/iam/auth-tokens/", body).await.is(201).body();
    app.nobody.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a token")))
}

both!(async fn a_draft_is_its_authors_until_it_is_shared(app) {
    let (sales, far) = (app.domain("Sales").await, app.domain("Far").await);
    let ada = app.user("ada@example.com", "ANA", sales).await;
    let reader = app.user("rob@example.com", "AUD", sales).await;
    let colleague = app.user("grace@example.com", "ANA", sales).await;
    let stranger = app.user("eve@example.com", "ANA", far).await;
    let id = draft(&ada, sales).await;
    let new = ada.post(&within("/api/assets/", id), json!({ "name": "Plan", "folder": sales })).await.is(201).id();
    app.nobody.get(&within("/api/assets/", id)).await.is(401);
    app.nobody.get(&of(id, "")).await.is(401);
    for other in [&reader, &colleague, &stranger] {
        assert!(other.get(DRAFTS).await.is(200).ids().is_empty());
        for path in ["", "comparison/", "history/"] {
            other.get(&of(id, path)).await.is(404);
        }
        let hidden = other.get(&within("/api/assets/", id)).await.is(400).error("draft");
        let unknown = other.get(&within("/api/assets/", new)).await.is(400).error("draft");
        assert_eq!(hidden.replace(&id.to_string(), "x"), unknown.replace(&new.to_string(), "x"));
    }
    assert_eq!(app.admin.get(DRAFTS).await.is(200).ids(), [id]);
    ada.patch(&of(id, ""), json!({ "is_shared": true })).await.is(200);
    for other in [&reader, &colleague] {
        assert_eq!(other.get(DRAFTS).await.is(200).ids(), [id]);
        assert_eq!(other.get(&within("/api/assets/", id)).await.is(200).ids(), [new]);
        // Its steps run with the author's permissions, so only the author decides what they are.
        other.post(&within("/api/assets/", id), json!({ "name": "More", "folder": sales })).await.is(403);
    }
    for path in ["remove-step/", "discard/", "apply/"] {
        reader.post(&of(id, path), json!({ "step": 1 })).await.is(403);
    }
    reader.patch(&of(id, ""), json!({ "name": "Mine" })).await.is(403);
    reader.delete(&of(id, "")).await.is(403);
    colleague.patch(&of(id, ""), json!({ "description": "Agreed" })).await.is(200);
    stranger.get(&within("/api/assets/", id)).await.is(400).error("draft");
    reader.post(DRAFTS, json!({ "name": "Mine", "folder": sales })).await.is(403);
});

both!(async fn a_draft_reveals_nothing_that_exists(app) {
    let (sales, shut) = (app.domain("Sales").await, app.domain("Shut").await);
    let (moved, given, published) =
        (asset(&app, shut, "Quartz moved").await, asset(&app, shut, "Quartz given").await, asset(&app, app.root, "Quartz published").await);
    let evidence = make(&app, "evidences", json!({ "name": "Quartz proof", "folder": shut })).await;
    let renamed = asset(&app, sales, "Vault").await;
    let reader = app.user("rob@example.com", "AUD", sales).await;
    let actor = app.admin.get(&format!("/api/actors/?user={}", reader.user)).await.is(200).ids()[0];
    let admin = &app.admin;
    let id = admin.post(DRAFTS, json!({ "name": "Open", "folder": sales, "is_shared": true })).await.is(201).id();
    let change = async |path: &str, which: uuid::Uuid, body: serde_json::Value| {
        admin.patch(&within(&format!("/api/{path}/{which}/"), id), body).await.is(200);
    };
    change("assets", moved, json!({ "folder": sales })).await;
    change("assets", given, json!({ "owner": [actor] })).await;
    change("assets", published, json!({ "is_published": true })).await;
    change("evidences", evidence, json!({ "folder": sales })).await;
    change("assets", renamed, json!({ "name": "Strongroom", "parent_assets": [moved] })).await;
    let part = admin.post(&within("/api/evidence-revisions/", id), json!({ "evidence": evidence })).await.is(201).id();
    let new = admin.post(&within("/api/assets/", id), json!({ "name": "New", "folder": sales })).await.is(201).id();

    let mut seen = reader.get(&within("/api/assets/", id)).await.is(200).ids();
    seen.sort_unstable();
    let mut expected = [renamed, new];
    expected.sort_unstable();
    assert_eq!(seen, expected);
    for hidden in [moved, given, published] {
        reader.get(&within(&format!("/api/assets/{hidden}/"), id)).await.is(404);
    }
    reader.get(&within(&format!("/api/evidences/{evidence}/"), id)).await.is(404);
    reader.get(&within(&format!("/api/evidence-revisions/{part}/"), id)).await.is(404);
    for path in ["assets/", "evidences/", "assets/export_csv/", "assets/autocomplete/", "assets/groups/?by=folder", "search/?q=quartz"] {
        let text = reader.get(&within(&format!("/api/{path}"), id)).await.is(200).text();
        assert!(!text.contains("Quartz") && !text.contains(&moved.to_string()), "{path}: {text}");
    }
    for path in ["", "comparison/"] {
        let text = reader.get(&of(id, path)).await.is(200).text();
        assert!(text.contains("Strongroom") && text.contains("New"), "{path}: {text}");
        assert!(!text.contains("Quartz") && !text.contains(&moved.to_string()) && !text.contains(&part.to_string()), "{path}: {text}");
    }
    let compared = admin.get(&of(id, "comparison/")).await.is(200).text();
    assert!(compared.contains("Quartz moved") && compared.contains("Quartz proof"), "{compared}");
});

both!(async fn the_author_can_do_no_more_than_they_can_today(app) {
    let sales = app.domain("Sales").await;
    let one = control(&app, sales, "MFA").await;
    let ada = app.user("ada@example.com", "ANA", sales).await;
    let reader = app.user("rob@example.com", "AUD", sales).await;
    let id = draft(&ada, sales).await;
    ada.patch(&within(&format!("/api/applied-controls/{one}/"), id), json!({ "status": "active" })).await.is(200);
    ada.patch(&of(id, ""), json!({ "is_shared": true })).await.is(200);
    let status = async |client: &Client| {
        client.get(&within(&format!("/api/applied-controls/{one}/"), id)).await.is(200).body()["status"].clone()
    };
    assert_eq!(status(&reader).await, "active");
    let readers = app.admin.get(&format!("/api/user-groups/?folder={sales}&code=BI-UG-AUD")).await.is(200).ids();
    app.admin.patch(&format!("/api/users/{}/", ada.user), json!({ "user_groups": readers })).await.is(200);
    assert_eq!(status(&reader).await, "--", "a step that its author may no longer do is left out");
    let compared = reader.get(&of(id, "comparison/")).await.is(200).body();
    assert_eq!(compared["problems"][0]["message"], "This step can no longer be carried out.");
    let compared = app.admin.get(&of(id, "comparison/")).await.is(200).body();
    assert!(compared["problems"][0]["message"].as_str().unwrap().contains("permission"), "{compared}");
});

both!(async fn limits_of_tokens_hold_in_drafts(app) {
    let sales = app.domain("Sales").await;
    let north = app.domain_under("North", sales).await;
    let (above, below) = (asset(&app, sales, "Above").await, asset(&app, north, "Below").await);
    let ada = app.user("ada@example.com", "DMA", sales).await;
    let id = draft(&ada, north).await;
    let url = |which| within(&format!("/api/assets/{which}/"), id);
    let limited = token(&app, &ada, json!({ "name": "north", "folder": north })).await;
    limited.patch(&url(above), json!({ "name": "X" })).await.is(404);
    limited.patch(&url(below), json!({ "name": "Lower" })).await.is(200);
    ada.patch(&url(above), json!({ "name": "Higher" })).await.is(200);
    assert_eq!(limited.get(&within("/api/assets/", id)).await.is(200).column("name"), ["Lower"]);
    let text = limited.get(&of(id, "comparison/")).await.is(200).text();
    assert!(text.contains("Lower") && !text.contains("Higher") && !text.contains("Above"), "{text}");
    let read_only = token(&app, &ada, json!({ "name": "reads", "read_only": true })).await;
    assert_eq!(read_only.get(&within("/api/assets/?ordering=name", id)).await.is(200).column("name"), ["Higher", "Lower"]);
    read_only.patch(&url(below), json!({ "name": "X" })).await.is(403);
    read_only.post(&of(id, "apply/"), json!({})).await.is(403);
    let proposer = token(&app, &ada, json!({ "name": "proposes", "propose_only": true })).await;
    proposer.patch(&url(below), json!({ "name": "X" })).await.is(403);
    assert_eq!(ada.get(&of(id, "")).await.is(200).body()["step_count"], 2);
    limited.post(&of(id, "apply/"), json!({})).await.is(409);
    ada.post(&of(id, "apply/"), json!({})).await.is(200);
});

both!(async fn outsiders_have_no_drafts(app) {
    let sales = app.domain("Sales").await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={sales}&code=BI-UG-TPR")).await.is(200).ids();
    let outsider = app.user_with(json!({ "email": "out@example.com", "is_third_party": true, "user_groups": group })).await;
    let id = app.admin.post(DRAFTS, json!({ "name": "Open", "folder": sales, "is_shared": true })).await.is(201).id();
    outsider.get(DRAFTS).await.is(403);
    outsider.get(&within("/api/evidences/", id)).await.is(403);
    outsider.post(&within("/api/evidences/", id), json!({ "name": "Proof", "folder": sales })).await.is(400).error("draft");
});
