//! Objects of any resources, written together or not at all.

use cairn_model::Type;
use cairn_store::Sql;
use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{Entry, asset, control, field, journal_since, make, mark, targets};

const PATH: &str = "/api/change-sets/";

async fn apply(app: &TestApp, changes: Json) -> Json {
    app.admin.post(PATH, json!({ "changes": changes })).await.is(200).body()
}

async fn plan(app: &TestApp, changes: Json) -> Json {
    app.admin.post(PATH, json!({ "plan": true, "changes": changes })).await.is(200).body()
}

/// The result of one change.
fn of<'a>(outcome: &'a Json, key: &str) -> &'a Json {
    let results = outcome["results"].as_array().expect("results");
    results.iter().find(|done| done["key"] == key).unwrap_or_else(|| panic!("{key} is missing: {outcome}"))
}

fn id_of(outcome: &Json, key: &str) -> Uuid {
    of(outcome, key)["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

async fn seen(app: &TestApp, path: &str, id: Uuid) -> Json {
    field(app, path, id, "updated_at").await
}

/// A domain with a label that it wears itself, and things that refer to each other in any order.
fn a_domain() -> Json {
    json!([
        { "key": "c", "resource": "applied-controls", "fields": { "name": "Backups", "folder": { "key": "d" }, "assets": ["Vault", "a2"] } },
        { "key": "a2", "resource": "assets", "fields": { "name": "Disk", "folder": "Sales", "parent_assets": ["Vault"] } },
        { "key": "a1", "resource": "assets", "fields": { "name": "Vault", "folder": "Sales", "type": "PR", "owner": ["admin@example.com"] } },
        { "key": "l", "resource": "filtering-labels", "fields": { "label": "core", "folder": "Sales" } },
        { "key": "d", "resource": "folders", "fields": { "name": "Sales", "filtering_labels": ["core"] } },
    ])
}

both!(async fn what_refers_to_each_other_is_written_together(app) {
    let before = mark(&app).await;
    let planned = plan(&app, a_domain()).await;
    assert_eq!((&planned["created"], &planned["plan"]), (&json!(5), &json!(true)));
    assert_eq!(of(&planned, "a1")["id"], Json::Null, "what is only planned has no id");
    assert_eq!(mark(&app).await, before, "a plan leaves nothing, not even in the journal");
    assert!(app.admin.get("/api/assets/").await.ids().is_empty());

    let body = json!({ "changes": a_domain(), "expect": planned["fingerprint"] });
    let done = app.admin.post(PATH, body).await.is(200).body();
    let [domain, label, vault, disk, backups] = ["d", "l", "a1", "a2", "c"].map(|key| id_of(&done, key));
    assert_eq!(targets(&app, "folders", domain, "filtering_labels").await, [label], "a circle of references");
    assert_eq!(targets(&app, "assets", disk, "parent_assets").await, [vault]);
    let mut both = vec![vault, disk];
    both.sort_unstable();
    assert_eq!(targets(&app, "applied-controls", backups, "assets").await, both);
    assert_eq!(field(&app, "assets", vault, "folder").await["id"], json!(domain));
    assert_eq!(field(&app, "assets", vault, "owner").await[0]["str"], "admin@example.com");
    let written: Vec<String> = journal_since(&app, before).await.iter().map(Entry::what).collect();
    assert_eq!(written.iter().filter(|what| what.starts_with("created")).count(), 5, "{written:?}");
    assert_eq!(written.iter().filter(|what| *what == "updated folders").count(), 1, "linked afterwards: {written:?}");
    assert_eq!(app.admin.get("/api/search/?q=vault").await.is(200).body()["results"][0]["id"], json!(vault));
});

both!(async fn an_object_becomes_exactly_what_is_said(app) {
    let domain = app.domain("Sales").await;
    let owner = crate::support::actor_of(&app, app.admin.user).await;
    let body = json!({ "name": "Vault", "folder": domain, "description": "Old", "type": "PR", "owner": [owner] });
    let vault = make(&app, "assets", body).await;
    let linked = control(&app, domain, "Locks").await;
    app.admin.patch(&format!("/api/applied-controls/{linked}/"), json!({ "assets": [vault] })).await.is(200);
    let change = |fields: Json| json!([{ "key": "v", "resource": "assets", "id": vault, "fields": fields }]);

    let same = json!({ "name": "Vault", "description": "Old", "type": "PR", "owner": ["admin@example.com"] });
    let outcome = apply(&app, change(same.clone())).await;
    assert_eq!(of(&outcome, "v")["outcome"], "unchanged", "{outcome}");
    assert_eq!(of(&outcome, "v")["changes"], json!([]));

    let outcome = apply(&app, change(json!({ "name": "Safe", "type": "PR" }))).await;
    let changes = &of(&outcome, "v")["changes"];
    let named = |name: &str| changes.as_array().unwrap().iter().find(|one| one["field"] == name).cloned().unwrap_or_default();
    assert_eq!(changes.as_array().map(Vec::len), Some(3), "{changes}");
    assert_eq!((named("name")["before"].clone(), named("name")["after"].clone()), (json!("Vault"), json!("Safe")));
    assert_eq!(named("description")["after"], Json::Null, "what is left out goes back to its default");
    assert_eq!(named("owner")["removed"][0]["str"], "admin@example.com");
    assert_eq!(targets(&app, "assets", vault, "applied_controls").await, [linked], "links that others own stay");
    assert_eq!(field(&app, "assets", vault, "folder").await["id"], json!(domain), "nothing says that it moves");

    let patch = json!([{ "key": "v", "resource": "assets", "id": vault, "action": "patch", "fields": { "description": "New" } }]);
    let outcome = apply(&app, patch).await;
    assert_eq!(of(&outcome, "v")["changes"].as_array().map(Vec::len), Some(1));
});

both!(async fn a_mistake_in_one_leaves_nothing(app) {
    let domain = app.domain("Sales").await;
    let before = mark(&app).await;
    let changes = json!([
        { "key": "good", "resource": "assets", "fields": { "name": "Vault", "folder": domain } },
        { "key": "bad", "resource": "assets", "fields": { "name": "", "folder": domain, "type": "XX", "colour": "red" } },
        { "key": "lost", "resource": "assets", "fields": { "name": "Disk", "folder": domain, "parent_assets": ["Nowhere"] } },
        { "key": "after", "resource": "applied-controls", "fields": { "name": "Locks", "folder": domain, "assets": ["bad"] } },
    ]);
    for plan in [true, false] {
        let answer = app.admin.post(PATH, json!({ "plan": plan, "changes": changes })).await.is(400);
        assert!(answer.error("bad: type").contains("XX"), "{}", answer.text());
        assert!(answer.error("bad: colour").contains("Unknown field"));
        assert!(answer.error("lost: parent_assets").contains("no asset “Nowhere”"));
        assert!(!answer.text().contains("after"), "what only waits for a mistake is not blamed: {}", answer.text());
    }
    assert_eq!(mark(&app).await, before);
    assert!(app.admin.get("/api/assets/").await.ids().is_empty());
    for (changes, words) in [
        (json!([{ "key": "a", "resource": "assets" }, { "key": "a", "resource": "assets" }]), "its own key"),
        (json!([{ "key": "a", "resource": "unicorns" }]), "no resource “unicorns”"),
        (json!([{ "key": "a", "resource": "permissions" }]), "cannot be set"),
        (json!([{ "key": "a", "resource": "evidence-files" }]), "cannot be set"),
        (json!([{ "key": "a", "resource": "log-entries" }]), "no resource"),
        (json!([{ "key": "a", "resource": "assets", "action": "delete" }]), "Choose the object"),
        (json!([
            { "key": "a", "resource": "findings", "fields": { "name": "F", "findings_assessment": "b" } },
            { "key": "b", "resource": "findings-assessments", "fields": { "name": "A", "folder": { "key": "c" } } },
        ]), "no folder with the key"),
    ] {
        let answer = app.admin.post(PATH, json!({ "changes": changes })).await.is(400);
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
});

both!(async fn what_someone_else_changed_is_not_written_over(app) {
    let domain = app.domain("Sales").await;
    let [vault, disk, gone] = [asset(&app, domain, "Vault").await, asset(&app, domain, "Disk").await, asset(&app, domain, "Tape").await];
    let then = seen(&app, "assets", vault).await;
    app.admin.patch(&format!("/api/assets/{vault}/"), json!({ "description": "By someone else" })).await.is(200);
    app.admin.delete(&format!("/api/assets/{gone}/")).await.is(204);
    let changes = json!([
        { "key": "v", "resource": "assets", "id": vault, "seen": then, "fields": { "name": "Vault", "folder": domain } },
        { "key": "d", "resource": "assets", "id": disk, "seen": "2026-01-01T00:00:00Z", "fields": { "name": "Disk", "folder": domain } },
        { "key": "t", "resource": "assets", "id": gone, "fields": { "name": "Tape", "folder": domain } },
    ]);
    let planned = plan(&app, changes.clone()).await;
    assert_eq!(of(&planned, "v")["drift"]["reason"], "changed");
    assert_eq!(of(&planned, "v")["changes"][0]["before"], "By someone else", "a plan shows what would be lost");
    assert_eq!(of(&planned, "d")["drift"], Json::Null, "what would not change has not drifted");
    assert_eq!(of(&planned, "t")["drift"]["reason"], "deleted");
    assert_eq!(planned["drifted"], 2);
    let answer = app.admin.post(PATH, json!({ "changes": changes })).await.is(409);
    assert!(answer.text().contains("changed v, t since"), "{}", answer.text());
    assert_eq!(field(&app, "assets", vault, "description").await, "By someone else");
    let done = app.admin.post(PATH, json!({ "changes": changes, "force": true })).await.is(200).body();
    assert_eq!((&done["changed"], &done["created"]), (&json!(1), &json!(1)));
    assert_eq!(field(&app, "assets", vault, "description").await, Json::Null);

    // What is there already under the same name is not taken over silently either.
    let again = |description: &str| json!([{ "key": "n", "resource": "assets", "fields": { "name": "Disk", "folder": domain, "description": description } }]);
    assert_eq!(of(&plan(&app, again("Mine")).await, "n")["drift"]["reason"], "exists");
    app.admin.post(PATH, json!({ "changes": again("Mine") })).await.is(409);
    let same = json!([{ "key": "n", "resource": "assets", "fields": { "name": "Disk", "folder": domain } }]);
    assert_eq!(id_of(&apply(&app, same).await, "n"), disk, "the same object is found by what is unique about it");
});

both!(async fn only_what_was_planned_is_done(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    let changes = json!([{ "key": "v", "resource": "assets", "id": vault, "fields": { "name": "Safe" } }]);
    let planned = plan(&app, changes.clone()).await;
    app.admin.patch(&format!("/api/assets/{vault}/"), json!({ "description": "Newer" })).await.is(200);
    let body = json!({ "changes": changes, "expect": planned["fingerprint"] });
    let answer = app.admin.post(PATH, body).await.is(409);
    assert!(answer.text().contains("Create a new plan"), "{}", answer.text());
    assert_eq!(field(&app, "assets", vault, "name").await, "Vault");
});

both!(async fn deletes_come_last_and_tell_what_goes_along(app) {
    let (old, new) = (app.domain("Old").await, app.domain("New").await);
    let vault = asset(&app, old, "Vault").await;
    let disk = asset(&app, old, "Disk").await;
    let evidence = make(&app, "evidences", json!({ "name": "Report", "folder": old })).await;
    let changes = json!([
        { "key": "old", "resource": "folders", "id": old, "action": "delete" },
        { "key": "disk", "resource": "assets", "id": disk, "action": "delete" },
        { "key": "vault", "resource": "assets", "id": vault, "fields": { "name": "Vault", "folder": new } },
        // Takes the name of one that goes.
        { "key": "disk-2", "resource": "assets", "fields": { "name": "Disk", "folder": old } },
    ]);
    let early = json!([changes[1], changes[3]]);
    let done = apply(&app, early).await;
    assert_eq!((&done["deleted"], &done["created"], &done["drifted"]), (&json!(1), &json!(1), &json!(0)));
    let planned = plan(&app, json!([changes[0], changes[2]])).await;
    let along: Vec<&str> = of(&planned, "old")["along"].as_array().unwrap().iter().filter_map(|one| one["str"].as_str()).collect();
    assert!(along.contains(&"Report") && along.contains(&"Disk") && !along.contains(&"Vault"), "{along:?}");
    let [tape, locks] = [asset(&app, new, "Tape").await, control(&app, new, "Locks").await];
    app.admin.patch(&format!("/api/assets/{tape}/"), json!({ "parent_assets": [vault] })).await.is(200);
    app.admin.patch(&format!("/api/applied-controls/{locks}/"), json!({ "assets": [vault, tape] })).await.is(200);
    let gone = |key: &str, id: Uuid| json!({ "key": key, "resource": "assets", "id": id, "action": "delete" });
    let planned = plan(&app, json!([gone("vault", vault), gone("tape", tape)])).await;
    let unlinked: Vec<&Json> = ["vault", "tape"].into_iter().flat_map(|key| of(&planned, key)["unlinked"].as_array().unwrap()).map(|one| &one["str"]).collect();
    assert_eq!(unlinked, ["Locks", "Locks"], "who loses a link is told, unless it goes as well");
    apply(&app, json!([changes[0], changes[2]])).await;
    app.admin.get(&format!("/api/assets/{vault}/")).await.is(200);
    app.admin.get(&format!("/api/evidences/{evidence}/")).await.is(404);
    let again = apply(&app, json!([changes[0]])).await;
    assert_eq!(of(&again, "old")["outcome"], "unchanged", "what is gone already needs no deleting");
});

both!(async fn what_is_kept_does_not_go_along_with_what_is_deleted(app) {
    let domain = app.domain("Sales").await;
    let below = make(&app, "folders", json!({ "name": "Shop", "parent_folder": domain })).await;
    let vault = asset(&app, below, "Vault").await;
    let disk = asset(&app, domain, "Disk").await;
    let report = make(&app, "evidences", json!({ "name": "Report", "folder": domain })).await;
    let revision = make(&app, "evidence-revisions", json!({ "evidence": report, "version": 7 })).await;
    let before = mark(&app).await;
    let gone = |key: &str, resource: &str, id: Uuid| json!({ "key": key, "resource": resource, "id": id, "action": "delete" });
    let shop = gone("folders/shop", "folders", below);
    let kept = |fields: Json| json!({ "key": "assets/vault", "resource": "assets", "id": vault, "fields": fields });
    let fresh = json!({ "key": "assets/new", "resource": "assets", "fields": { "name": "New", "folder": below } });
    for (changes, place, words) in [
        // They say themselves that they are in what goes.
        (json!([shop, kept(json!({ "name": "Vault", "folder": "Shop" }))]), "assets/vault: folder", "“Shop” is deleted by folders/shop."),
        (json!([shop, fresh]), "assets/new: folder", "is deleted by folders/shop."),
        (
            json!([gone("evidences/report", "evidences", report),
                { "key": "evidence-revisions/r", "resource": "evidence-revisions", "id": revision, "fields": { "evidence": "Report", "version": 7 } }]),
            "evidence-revisions/r: evidence", "“Report” is deleted by evidences/report.",
        ),
        (
            json!([gone("assets/disk", "assets", disk), kept(json!({ "name": "Vault", "parent_assets": ["Disk"] }))]),
            "assets/vault: parent_assets", "“Disk” is deleted by assets/disk.",
        ),
        // They say nothing, and would go along.
        (json!([shop, kept(json!({ "name": "Vault" }))]), "folders/shop", "would also delete assets/vault."),
        (
            json!([shop, { "key": "folders/shop-2", "resource": "folders", "fields": { "name": "Shop", "parent_folder": domain } }, kept(json!({ "name": "Vault", "folder": { "key": "folders/shop-2" } }))]),
            "folders/shop-2", "would also delete assets/vault.",
        ),
    ] {
        for plan in [true, false] {
            let answer = app.admin.post(PATH, json!({ "plan": plan, "changes": changes })).await.is(400);
            assert!(answer.error(place).contains(words), "{words}: {}", answer.text());
        }
    }
    assert_eq!(mark(&app).await, before);
    // Both go, or what stays moves out first.
    let planned = plan(&app, json!([shop, gone("assets/vault", "assets", vault)])).await;
    assert_eq!(planned["deleted"], 2);
    let done = apply(&app, json!([shop, kept(json!({ "name": "Vault", "folder": domain }))])).await;
    assert_eq!((&done["deleted"], &done["changed"]), (&json!(1), &json!(1)));
    app.admin.get(&format!("/api/assets/{vault}/")).await.is(200);
});

both!(async fn a_tree_can_be_turned_around(app) {
    let domain = app.domain("Sales").await;
    let [a, b] = [asset(&app, domain, "A").await, asset(&app, domain, "B").await];
    app.admin.patch(&format!("/api/assets/{b}/"), json!({ "parent_assets": [a] })).await.is(200);
    apply(&app, json!([
        { "key": "a", "resource": "assets", "id": a, "fields": { "name": "A", "parent_assets": ["B"] } },
        { "key": "b", "resource": "assets", "id": b, "fields": { "name": "B" } },
    ])).await;
    assert_eq!(targets(&app, "assets", a, "parent_assets").await, [b]);
    let circle = json!([
        { "key": "a", "resource": "assets", "id": a, "fields": { "name": "A", "parent_assets": ["B"] } },
        { "key": "b", "resource": "assets", "id": b, "fields": { "name": "B", "parent_assets": ["A"] } },
    ]);
    let answer = app.admin.post(PATH, json!({ "changes": circle })).await.is(400);
    assert!(answer.text().contains("b: parent_assets"), "rules hold: {}", answer.text());
});

both!(async fn names_are_told_apart_by_where_they_are(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let [ours, theirs] = [asset(&app, sales, "Vault").await, asset(&app, lab, "Vault").await];
    let link = |name: &str| json!([{ "key": "c", "resource": "applied-controls", "fields": { "name": name, "folder": sales, "assets": [name] } }]);
    let answer = app.admin.post(PATH, json!({ "changes": link("Vault") })).await.is(400);
    assert!(answer.error("c: assets").contains("matches several"), "{}", answer.text());
    for (name, id) in [("Sales/Vault", ours), ("Lab/Vault", theirs)] {
        let done = apply(&app, link(name)).await;
        assert_eq!(targets(&app, "applied-controls", id_of(&done, "c"), "assets").await, [id]);
    }
});

both!(async fn every_change_asks_for_its_right(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let vault = asset(&app, ours, "zebra").await;
    let reader = app.user("reader@example.com", "AUD", ours).await;
    let stranger = app.user("stranger@example.com", "ANA", theirs).await;
    let before = mark(&app).await;
    let make = json!({ "key": "k", "resource": "assets", "fields": { "name": "New", "folder": ours } });
    let change = json!({ "key": "k", "resource": "assets", "id": vault, "fields": { "name": "Mine" } });
    let delete = json!({ "key": "k", "resource": "assets", "id": vault, "action": "delete" });
    let patch = json!({ "key": "k", "resource": "assets", "id": vault, "action": "patch", "fields": { "name": "Mine" } });
    for plan in [true, false] {
        let sent = |change: &Json| json!({ "plan": plan, "force": true, "changes": [change] });
        for change in [&make, &change, &delete] {
            let answer = reader.post(PATH, sent(change)).await.is(403);
            assert!(answer.text().contains("k: You do not have permission"), "{}", answer.text());
            app.nobody.post(PATH, sent(change)).await.is(401);
        }
        stranger.post(PATH, sent(&make)).await.is(400);
        stranger.post(PATH, sent(&patch)).await.is(404);
        // What they may not see is not there: deleting it does nothing, and says no more than that.
        let gone = stranger.post(PATH, sent(&delete)).await.is(200);
        assert_eq!(of(&gone.body(), "k")["outcome"], "unchanged");
        assert!(!gone.text().contains("zebra"));
        let mine = json!({ "key": "k", "resource": "applied-controls", "fields": { "name": "C", "folder": theirs, "assets": ["zebra"] } });
        let answer = stranger.post(PATH, sent(&mine)).await.is(400);
        assert!(answer.error("k: assets").contains("There is no asset “zebra”, or you do not have access to it."));
    }
    let written: Vec<String> = journal_since(&app, before).await.iter().map(Entry::what).collect();
    assert!(written.iter().all(|what| !what.contains("assets") && !what.contains("controls")), "{written:?}");
});

/// Everything that a request could leave behind, but for when a token was last used.
async fn traces(app: &TestApp) -> Vec<i64> {
    let mut conn = app.engine.db.read().await.expect("a connection");
    let mut counts = Vec::new();
    for table in [
        "journal",
        "idempotency_keys",
        "webhook_messages",
        "webhooks_deliveries",
        "proposals",
        "assets",
        "folders",
        "applied_controls",
    ] {
        let rows = conn.query(&Sql::raw(format!("select count(*) from {table}")), &[Type::Int]).await.expect("a count");
        counts.extend(rows[0][0].as_int());
    }
    counts
}

both!(async fn a_plan_takes_no_more_than_a_token_that_reads(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let (vault, hidden) = (asset(&app, ours, "Vault").await, asset(&app, theirs, "Zebra").await);
    let disk = asset(&app, ours, "Disk").await;
    app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
    let hook = json!({ "name": "Hook", "url": "http://127.0.0.1:9/", "event_types": ["asset.created"], "folder": app.root });
    app.admin.post("/api/webhooks/endpoints/", hook).await.is(201);
    let owner = app.user("ada@example.com", "DMA", ours).await;
    let auditor = app.user("audit@example.com", "AUD", ours).await;
    let changes = json!([
        { "key": "v", "resource": "assets", "id": vault, "fields": { "name": "Safe" } },
        { "key": "n", "resource": "assets", "fields": { "name": "New", "folder": ours } },
        { "key": "f", "resource": "folders", "fields": { "name": "Below", "parent_folder": ours, "create_iam_groups": true } },
        { "key": "d", "resource": "assets", "id": disk, "action": "delete" },
    ]);
    let same = owner.post(PATH, json!({ "plan": true, "changes": changes })).await.is(200).body();
    for limit in ["read_only", "propose_only"] {
        let token = |client: &cairn_testkit::Client| {
            let (client, nobody) = (client.clone(), app.nobody.clone());
            async move {
                let made = client.post("/api/iam/auth-tokens/", json!({ "name": limit, limit: true })).await.is(201).body();
                nobody.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a token")))
            }
        };
        let (client, of_auditor) = (token(&owner).await, token(&auditor).await);
        let before = traces(&app).await;
        let sent = |changes: &Json| json!({ "plan": true, "changes": changes });
        let with_key = client.with("Idempotency-Key", "once");
        let planned = with_key.post(PATH, sent(&changes)).await.is(200).body();
        assert_eq!(planned["fingerprint"], same["fingerprint"], "it is what its owner would get");
        assert_eq!((&planned["created"], &planned["changed"], &planned["deleted"]), (&json!(2), &json!(1), &json!(1)));
        // What the owner may not see or do is not told or done in a plan either.
        let link = json!([{ "key": "k", "resource": "assets", "fields": { "name": "K", "folder": ours, "parent_assets": ["Zebra"] } }]);
        let answer = client.post(PATH, sent(&link)).await.is(400);
        assert!(answer.error("k: parent_assets").contains("There is no asset “Zebra”, or you do not have access to it."));
        let delete = json!([{ "key": "k", "resource": "assets", "id": hidden, "action": "delete" }]);
        assert_eq!(of(&client.post(PATH, sent(&delete)).await.is(200).body(), "k")["outcome"], "unchanged");
        assert!(of_auditor.post(PATH, sent(&changes)).await.is(403).text().contains("You do not have permission"));
        assert_eq!(traces(&app).await, before, "nothing is written, and nothing kept for a key");

        let words = if limit == "read_only" { "read-only" } else { "change sets can only be planned" };
        for body in [json!({ "changes": changes }), json!({ "plan": false, "changes": changes, "expect": planned["fingerprint"] }), json!({ "plan": "true", "changes": changes }), json!({})] {
            assert!(client.post(PATH, body).await.is(403).text().contains(words), "{words}");
        }
        client.post("/api/iam/auth-tokens/", json!({ "name": "more" })).await.is(403);
        app.admin.get(&format!("/api/assets/{disk}/")).await.is(200);
    }
    assert_eq!(field(&app, "assets", vault, "name").await, "Vault");
});

both!(async fn no_set_brings_rights_along(app) {
    let domain = app.domain("Sales").await;
    let before = mark(&app).await;
    for (resource, fields) in [
        ("users", json!({ "email": "mallory@example.com" })),
        ("teams", json!({ "name": "T", "folder": domain })),
        ("user-groups", json!({ "name": "G", "folder": domain })),
        ("roles", json!({ "name": "R", "permissions": [] })),
        ("role-assignments", json!({ "user": "admin@example.com", "role": "Administrator", "perimeter_folders": [app.root] })),
        ("webhooks/endpoints", json!({ "name": "W", "url": "https://example.com/" })),
        ("comments", json!({ "body": "Said by nobody" })),
    ] {
        for (plan, action) in [(true, "put"), (false, "put"), (false, "patch"), (false, "delete")] {
            let id = (action != "put").then_some(app.admin.user);
            let change = json!({ "key": "k", "resource": resource, "action": action, "id": id, "fields": fields });
            let answer = app.admin.post(PATH, json!({ "plan": plan, "changes": [change] })).await.is(400);
            assert!(answer.error("k: resource").contains("must not contain permissions"), "{resource}: {}", answer.text());
        }
    }
    assert_eq!(mark(&app).await, before);
});

both!(async fn a_set_is_sent_again_without_being_done_again(app) {
    let domain = app.domain("Sales").await;
    let body = json!({ "changes": [{ "key": "v", "resource": "findings-assessments", "fields": { "name": "Pentest", "folder": domain } }] });
    let client = app.admin.with("Idempotency-Key", "one");
    let first = client.post(PATH, body.clone()).await.is(200).body();
    let second = client.post(PATH, body).await.is(200).body();
    assert_eq!(first, second);
    assert_eq!(app.admin.get("/api/findings-assessments/").await.ids().len(), 1);
});

both!(async fn a_patch_is_of_what_is_there(app) {
    let domain = app.domain("Sales").await;
    asset(&app, domain, "Vault").await;
    let patch = json!([{ "key": "v", "resource": "assets", "id": Uuid::from_u128(7), "action": "patch", "fields": { "name": "Vault", "folder": domain } }]);
    let answer = app.admin.post(PATH, json!({ "changes": patch })).await.is(404);
    assert!(answer.text().contains("v: "), "{}", answer.text());
});

both!(async fn a_long_chain_is_made_from_its_other_end(app) {
    let domain = app.domain("Sales").await;
    // Each waits for the one after it.
    let links: Vec<Json> = (0..300)
        .map(|at| json!({ "key": format!("d{at}"), "resource": "folders", "fields": { "name": format!("D{at}"), "parent_folder": domain } }))
        .collect();
    let assets = (0..300).map(|at| {
        let parents = if at < 299 { json!([format!("a{}", at + 1)]) } else { json!([]) };
        json!({ "key": format!("a{at}"), "resource": "assets", "fields": { "name": format!("A{at}"), "folder": format!("d{at}"), "parent_assets": parents } })
    });
    let changes: Vec<Json> = assets.chain(links).collect();
    let before = mark(&app).await;
    let outcome = apply(&app, json!(changes)).await;
    assert_eq!(outcome["created"], 600);
    let written: Vec<String> = journal_since(&app, before).await.iter().map(Entry::what).collect();
    assert!(written.iter().all(|what| what.starts_with("created")), "nothing had to be linked afterwards");
    assert_eq!(targets(&app, "assets", id_of(&outcome, "a0"), "parent_assets").await, [id_of(&outcome, "a1")]);
});

both!(async fn references_that_lead_nowhere_are_not_all_looked_for(app) {
    let domain = app.domain("Sales").await;
    let before = mark(&app).await;
    let lost: Vec<String> = (0..5000).map(|at| format!("{}{at}", "a/".repeat(30))).collect();
    let endless = "a/".repeat(100_000);
    let changes = json!([
        { "key": "many", "resource": "assets", "fields": { "name": "Vault", "folder": domain, "parent_assets": lost } },
        { "key": "long", "resource": "assets", "fields": { "name": "Disk", "folder": domain, "parent_assets": [endless] } },
    ]);
    let answer = app.admin.post(PATH, json!({ "changes": changes })).await.is(400);
    assert!(answer.error("many: parent_assets").contains("There is no asset"));
    assert!(answer.error("long: parent_assets").contains("There is no asset"));
    assert!(answer.text().matches("There is no asset").count() <= 11, "{}", answer.text().len());
    assert_eq!(mark(&app).await, before);
});

both!(async fn names_move_up_and_down_by_one(app) {
    let domain = app.domain("Sales").await;
    let mut ids = Vec::new();
    for at in 0..80 {
        ids.push(asset(&app, domain, &format!("A{at:02}")).await);
    }
    let rename = |by: usize, turned: bool| {
        let mut changes: Vec<Json> = (ids.iter().enumerate())
            .map(|(at, id)| json!({ "key": format!("k{at}"), "resource": "assets", "id": id, "action": "patch", "fields": { "name": format!("A{:02}", at + by) } }))
            .collect();
        if turned {
            changes.reverse();
        }
        json!(changes)
    };
    for (by, turned) in [(1, false), (0, false), (1, true), (0, true)] {
        assert_eq!(apply(&app, rename(by, turned)).await["changed"], 80);
    }
    assert_eq!(field(&app, "assets", ids[79], "name").await, "A79");
});

both!(async fn a_set_that_is_made_to_fail_is_given_up(app) {
    let domain = app.domain("Sales").await;
    let before = mark(&app).await;
    // Those that are wrong could only be made without their links, and so could those that are right.
    let changes: Vec<Json> = (0..600)
        .map(|at| {
            let key = format!("k{at}");
            let name = if at < 300 { String::new() } else { key.clone() };
            json!({ "key": key, "resource": "assets", "fields": { "name": name, "folder": domain, "parent_assets": [{ "key": format!("k{}", (at + 1) % 600) }] } })
        })
        .collect();
    app.admin.post(PATH, json!({ "changes": changes })).await.is(400).error("k0: name");
    assert_eq!(mark(&app).await, before);
});
