//! Making and changing objects: what is accepted, what is refused, and what then is different.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{Entry, actor_of, asset, control, evidence, field, journal_since, make, mark, targets};

/// Sends a body that must be refused for one field, and answers the message.
async fn refused(app: &TestApp, path: &str, body: Json, name: &str) -> String {
    let before = mark(app).await;
    let message = app.admin.post(&format!("/api/{path}/"), body).await.is(400).error(name);
    assert_eq!(mark(app).await, before, "a refused request changes nothing");
    message
}

both!(async fn what_must_be_given_must_be_given(app) {
    assert_eq!(refused(&app, "assets", json!({}), "name").await, "This field is required.");
    for blank in ["", "  ", "\t\n"] {
        assert_eq!(refused(&app, "assets", json!({ "name": blank }), "name").await, "This field may not be blank.");
    }
    assert_eq!(refused(&app, "assets", json!({ "name": null }), "name").await, "This field may not be null.");
    let answer = app.admin.post("/api/findings/", json!({ "severity": "x" })).await.is(400);
    assert!(answer.error("severity").contains("not a valid choice"));
    let answer = app.admin.post("/api/findings/", json!({})).await.is(400);
    assert!(!answer.error("name").is_empty() && !answer.error("findings_assessment").is_empty(), "all are named at once");
    let made = make(&app, "assets", json!({ "name": "  CRM  " })).await;
    assert_eq!(field(&app, "assets", made, "name").await, "CRM");
    let folder = app.admin.get(&format!("/api/assets/{made}/object/")).await.is(200).body()["folder"].clone();
    assert_eq!(folder, json!(app.root), "without a domain an object belongs to the root");
});

both!(async fn values_of_the_wrong_kind_are_refused_by_field(app) {
    for (path, name, value) in [
        ("assets", "name", json!(1)),
        ("assets", "name", json!(["a"])),
        ("assets", "name", json!("a".repeat(201))),
        ("assets", "name", json!("a\u{0}b")),
        ("assets", "description", json!("a\u{0}b")),
        ("assets", "description", json!("x".repeat(100_001))),
        ("assets", "ref_id", json!("x".repeat(101))),
        ("assets", "type", json!("XX")),
        ("assets", "type", json!({ "PR": "Primary" })),
        ("assets", "is_published", json!("yes")),
        ("assets", "is_published", json!(1)),
        ("assets", "folder", json!(5)),
        ("assets", "folder", json!("nothing")),
        ("assets", "folder", json!(null)),
        ("assets", "owner", json!("x")),
        ("assets", "owner", json!([1])),
        ("assets", "owner", json!([["x"]])),
        ("assets", "owner", json!(null)),
        ("assets", "reference_link", json!("javascript:alert(1)")),
        ("assets", "security_objectives", json!([])),
        ("assets", "security_objectives", json!({ "objectives": [] })),
        ("assets", "security_objectives", json!({ "objectives": { "speed": { "value": 1 } } })),
        ("assets", "security_objectives", json!({ "objectives": { "integrity": { "value": 9 } } })),
        ("assets", "disaster_recovery_objectives", json!({ "objectives": { "rto": { "value": -1 } } })),
        ("applied-controls", "eta", json!("2026-02-30")),
        ("applied-controls", "eta", json!(20_260_101)),
        ("applied-controls", "eta", json!("10000-01-01")),
        ("applied-controls", "eta", json!("0000-01-01")),
        ("applied-controls", "progress_field", json!("1")),
        ("applied-controls", "progress_field", json!(1.5)),
        ("applied-controls", "progress_field", json!(101)),
        ("applied-controls", "progress_field", json!(-1)),
        ("applied-controls", "progress_field", json!(1e300)),
        ("applied-controls", "priority", json!(9)),
        ("applied-controls", "cost", json!({ "currency": "€", "build": { "fixed_cost": -1 } })),
        ("users", "email", json!("nobody")),
        ("users", "email", json!("a\u{0}@b.c")),
    ] {
        let mut body = json!({ "name": "A", "email": "a@b.c" });
        body.as_object_mut().unwrap().remove(if path == "users" { "name" } else { "email" });
        body[name] = value;
        let message = refused(&app, path, body.clone(), name).await;
        assert!(!message.is_empty(), "{body}");
    }
});

both!(async fn unknown_fields_are_refused_with_those_that_are_known(app) {
    let answer = app.admin.post("/api/assets/", json!({ "name": "A", "nam": 1, "Owner": [], "": 1 })).await.is(400);
    assert!(answer.error("nam").contains("Valid fields: folder, name, description"), "{}", answer.text());
    assert!(answer.error("Owner").contains("Unknown field") && answer.error("").contains("Unknown field"));
    let message = refused(&app, "users", json!({ "email": "a@b.cd", "preferences_": {} }), "preferences_").await;
    assert!(message.contains("Unknown field"), "{message}");
    for worked_out in ["path", "is_primary", "children_assets"] {
        let message = refused(&app, "assets", json!({ "name": "A", worked_out: null }), worked_out).await;
        assert!(message.contains("calculated"), "{message}");
    }
});

both!(async fn read_only_fields_may_be_repeated_but_not_changed(app) {
    let domain = app.domain("Sales").await;
    let id = evidence(&app, domain, "Proof").await;
    let url = format!("/api/evidences/{id}/");
    let raw = app.admin.get(&format!("{url}object/")).await.is(200).body();
    let same = app.admin.put(&url, raw.clone()).await.is(200);
    assert_eq!(same.body(), raw, "what was read can be sent back");
    for (name, value) in [
        ("id", json!(Uuid::nil())),
        ("created_at", json!("2020-01-01T00:00:00Z")),
        ("updated_at", json!("2020-01-01T00:00:00Z")),
        ("is_published", json!(false)),
    ] {
        let message = app.admin.patch(&url, json!({ name: value })).await.is(400).error(name);
        assert!(message.contains("read-only"), "{message}");
        let given = json!({ "name": "Another", "folder": domain, name: raw[name].clone() });
        // On a new object only what it becomes anyway may be given.
        let made = app.admin.post("/api/evidences/", given).await;
        if name == "is_published" { drop(made.is(201)) } else { drop(made.is(400).error(name)) }
    }
    let revision = app.admin.get(&format!("/api/evidence-revisions/?evidence={id}")).await.is(200).ids()[0];
    let (url, other) = (format!("/api/evidence-revisions/{revision}/"), evidence(&app, domain, "Other").await);
    app.admin.patch(&url, json!({ "evidence": id })).await.is(200);
    assert!(app.admin.patch(&url, json!({ "evidence": other })).await.is(400).error("evidence").contains("cannot be changed"));
});

both!(async fn ids_must_be_those_of_the_right_kind_of_object(app) {
    let domain = app.domain("Sales").await;
    let (thing, guard) = (asset(&app, domain, "CRM").await, control(&app, domain, "Guard").await);
    let unknown = Uuid::from_u128(7);
    for (name, value) in [
        ("folder", json!(thing)),
        ("folder", json!(unknown)),
        ("asset_class", json!(thing)),
        ("owner", json!([app.admin.user])),
        ("owner", json!([unknown])),
        ("parent_assets", json!([guard])),
        ("applied_controls", json!([thing])),
        ("support_assets", json!([unknown])),
    ] {
        let mut body = json!({ "name": "A", "folder": domain });
        body[name] = value;
        let message = refused(&app, "assets", body, name).await;
        assert!(message.contains("There is no"), "{message}");
    }
    let message = refused(&app, "assets", json!({ "name": "A", "folder": { "id": domain } }), "folder").await;
    assert!(message.contains("Send only the id"), "{message}");
});

both!(async fn patch_keeps_what_it_leaves_out_and_put_resets_it(app) {
    let domain = app.domain("Sales").await;
    let owner = actor_of(&app, app.admin.user).await;
    let full = json!({
        "name": "Guard", "folder": domain, "description": "long", "status": "active", "priority": 1, "owner": [owner],
    });
    let id = make(&app, "applied-controls", full).await;
    let url = format!("/api/applied-controls/{id}/");
    let patched = app.admin.patch(&url, json!({ "description": null })).await.is(200).body();
    assert_eq!((&patched["description"], &patched["status"]), (&Json::Null, &json!("active")));
    let replaced = app.admin.put(&url, json!({ "name": "Guard" })).await.is(200).body();
    assert_eq!((&replaced["status"], &replaced["priority"]), (&json!("--"), &Json::Null));
    assert_eq!(replaced["folder"], json!(domain), "the domain stays");
    assert_eq!(replaced["owner"], json!([owner]), "many-relations that are left out stay");
    app.admin.put(&url, json!({ "status": "active" })).await.is(400).error("name");
});

both!(async fn a_change_to_what_is_already_there_changes_nothing(app) {
    let domain = app.domain("Sales").await;
    let owner = actor_of(&app, app.admin.user).await;
    let id = make(&app, "assets", json!({ "name": "CRM", "folder": domain, "owner": [owner] })).await;
    let url = format!("/api/assets/{id}/");
    let (read, before) = (app.admin.get(&format!("{url}object/")).await.is(200), mark(&app).await);
    app.clock.advance_seconds(60);
    for same in [json!({}), json!({ "name": " CRM " }), json!({ "owner": [owner, owner], "folder": domain })] {
        let answer = app.admin.patch(&url, same).await.is(200);
        assert_eq!(answer.header("etag"), read.header("etag"));
        assert_eq!(answer.body()["updated_at"], read.body()["updated_at"]);
    }
    assert_eq!(mark(&app).await, before, "and the journal does not speak of it");
});

both!(async fn times_tell_of_making_and_changing(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    let made = app.admin.get(&format!("/api/assets/{id}/")).await.is(200).body();
    assert_eq!(made["created_at"], made["updated_at"]);
    app.clock.advance_seconds(90);
    let changed = app.admin.patch(&format!("/api/assets/{id}/"), json!({ "ref_id": "X" })).await.is(200).body();
    assert_eq!(changed["created_at"], made["created_at"]);
    assert!(changed["updated_at"].as_str() > made["updated_at"].as_str());
});

both!(async fn links_are_set_replaced_and_cut(app) {
    let domain = app.domain("Sales").await;
    let (one, two) = (asset(&app, domain, "one").await, asset(&app, domain, "two").await);
    let id = make(&app, "applied-controls", json!({ "name": "Guard", "folder": domain, "assets": [one] })).await;
    let url = format!("/api/applied-controls/{id}/");
    assert_eq!(targets(&app, "applied-controls", id, "assets").await, [one]);
    app.admin.patch(&url, json!({ "assets": [two, one, two] })).await.is(200);
    assert_eq!(targets(&app, "applied-controls", id, "assets").await, [one, two]);
    app.admin.patch(&url, json!({ "assets": [two] })).await.is(200);
    assert_eq!(targets(&app, "assets", one, "applied_controls").await, Vec::<Uuid>::new());
    assert_eq!(targets(&app, "assets", two, "applied_controls").await, [id]);
    app.admin.patch(&url, json!({ "assets": [] })).await.is(200);
    assert!(targets(&app, "applied-controls", id, "assets").await.is_empty());
});

both!(async fn links_can_be_edited_from_their_other_side(app) {
    let domain = app.domain("Sales").await;
    let (guard, watch) = (control(&app, domain, "Guard").await, control(&app, domain, "Watch").await);
    let before = mark(&app).await;
    let body = json!({ "name": "Proof", "folder": domain, "applied_controls": [guard, watch] });
    let made = app.admin.post("/api/evidences/", body).await.is(201);
    let (proof, url) = (made.id(), format!("/api/evidences/{}/", made.id()));
    assert_eq!(made.body()["applied_controls"], json!([guard, watch]));
    let changed: Vec<_> = journal_since(&app, before).await.into_iter().filter(|e| e.kind == "updated").collect();
    assert_eq!(changed.iter().map(|entry| entry.object).collect::<Vec<_>>(), [Some(guard), Some(watch)]);
    assert_eq!(changed[0].changes, json!({ "evidences": { "added": [proof], "removed": [] } }));

    let (read, before) = (app.admin.get(&format!("{url}object/")).await.is(200), mark(&app).await);
    assert_eq!(read.header("etag"), made.header("etag"));
    let patched = app.admin.patch(&url, json!({ "applied_controls": [watch] })).await.is(200);
    assert_ne!(patched.header("etag"), read.header("etag"), "what the caller could overwrite has changed");
    assert_eq!(targets(&app, "applied-controls", guard, "evidences").await, Vec::<Uuid>::new());
    let journal = journal_since(&app, before).await;
    let what: Vec<_> = journal.iter().map(Entry::what).collect();
    assert_eq!(what, ["updated applied-controls", "updated evidences"], "the owner of the link, and what was edited");
    assert_eq!(journal[1].changes, json!({}), "the link is told once");
    assert_ne!(patched.body()["updated_at"], read.body()["updated_at"]);
    assert_eq!(journal[0].changes, json!({ "evidences": { "added": [], "removed": [proof] } }));

    let (top, low) = (asset(&app, domain, "top").await, asset(&app, domain, "low").await);
    app.admin.patch(&format!("/api/assets/{top}/"), json!({ "support_assets": [low] })).await.is(200);
    assert_eq!(targets(&app, "assets", low, "parent_assets").await, [top]);
});

both!(async fn a_name_is_used_once_in_a_domain(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    asset(&app, sales, "CRM").await;
    let message = refused(&app, "assets", json!({ "name": "CRM", "folder": sales }), "name").await;
    assert!(message.contains("“CRM” is already in use"), "{message}");
    let other = asset(&app, finance, "CRM").await;
    let url = format!("/api/assets/{other}/");
    app.admin.patch(&url, json!({ "folder": sales })).await.is(400).error("name");
    let third = asset(&app, sales, "ERP").await;
    app.admin.patch(&format!("/api/assets/{third}/"), json!({ "name": "CRM" })).await.is(400).error("name");
    refused(&app, "folders", json!({ "name": "Sales" }), "name").await;
    refused(&app, "users", json!({ "email": "ADMIN@example.com" }), "email").await;
    refused(&app, "filtering-labels", json!({ "label": "" }), "label").await;
});

both!(async fn nothing_lies_inside_itself(app) {
    let top = app.domain("Top").await;
    let middle = app.domain_under("Middle", top).await;
    let low = app.domain_under("Low", middle).await;
    let before = mark(&app).await;
    for parent in [top, middle, low] {
        let body = json!({ "parent_folder": parent });
        assert!(app.admin.patch(&format!("/api/folders/{top}/"), body).await.is(400).error("parent_folder").contains("into itself"));
    }
    app.admin.patch(&format!("/api/folders/{}/", app.root), json!({ "parent_folder": top })).await.is(400);
    assert_eq!(mark(&app).await, before);
    app.admin.patch(&format!("/api/folders/{low}/"), json!({ "parent_folder": top })).await.is(200);
});

both!(async fn no_asset_supports_itself(app) {
    let domain = app.domain("Sales").await;
    let top = asset(&app, domain, "top").await;
    let middle = make(&app, "assets", json!({ "name": "middle", "folder": domain, "parent_assets": [top] })).await;
    let low = make(&app, "assets", json!({ "name": "low", "folder": domain, "parent_assets": [middle] })).await;
    let before = mark(&app).await;
    for parent in [top, middle, low] {
        let body = json!({ "parent_assets": [parent] });
        app.admin.patch(&format!("/api/assets/{top}/"), body).await.is(400).error("parent_assets");
    }
    for support in [top, middle] {
        app.admin.patch(&format!("/api/assets/{low}/"), json!({ "support_assets": [support] })).await.is(400);
    }
    assert_eq!(mark(&app).await, before);
});

both!(async fn a_lost_update_is_refused(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    let url = format!("/api/assets/{id}/");
    let seen = app.admin.get(&url).await.is(200).header("etag").unwrap().to_owned();
    let careful = app.admin.with("If-Match", &seen);
    let changed = careful.patch(&url, json!({ "ref_id": "1" })).await.is(200);
    assert_ne!(changed.header("etag"), Some(seen.as_str()));
    let before = mark(&app).await;
    let answer = careful.patch(&url, json!({ "ref_id": "2" })).await.is(412);
    assert_eq!(answer.body()["type"], "lost_update");
    careful.put(&url, json!({ "name": "ERP" })).await.is(412);
    careful.delete(&url).await.is(412);
    assert_eq!(mark(&app).await, before);
    let now = changed.header("etag").unwrap();
    app.admin.with("If-Match", &format!("\"other\", W/{now}")).patch(&url, json!({ "ref_id": "3" })).await.is(200);
    app.admin.with("If-Match", "*").patch(&url, json!({ "ref_id": "4" })).await.is(200);
    app.admin.with("If-Match", "garbage").delete(&url).await.is(412);
    app.admin.with("If-Match", "*").delete(&url).await.is(204);
});

both!(async fn the_tag_tells_what_a_write_would_lose_and_what_looks_different(app) {
    let domain = app.domain("Sales").await;
    let body = json!({ "name": "Review", "folder": domain });
    let made = app.admin.post("/api/findings-assessments/", body).await.is(201);
    let url = format!("/api/findings-assessments/{}/", made.id());
    assert_eq!(made.header("location"), Some(url.as_str()));
    let raw = app.admin.get(&format!("{url}object/")).await.is(200);
    assert_eq!(raw.header("etag"), made.header("etag"));
    let tag = app.admin.get(&url).await.is(200).header("etag").unwrap().to_owned();

    app.admin.patch(&format!("/api/folders/{domain}/"), json!({ "name": "Trade" })).await.is(200);
    make(&app, "findings", json!({ "name": "F", "findings_assessment": made.id() })).await;
    let answer = app.admin.with("If-None-Match", &tag).get(&url).await.is(200);
    assert_ne!(answer.header("etag"), Some(tag.as_str()), "a name and a number on it are different");
    assert_eq!(app.admin.get(&format!("{url}object/")).await.header("etag"), made.header("etag"), "its values are not");
    let seen = answer.header("etag").unwrap().to_owned();
    for known in [made.header("etag").unwrap(), &tag, &seen, &format!("\"other\", {tag}"), &format!("W/{tag}")] {
        app.admin.with("If-Match", known).patch(&url, json!({ "description": null })).await.is(200);
    }
    app.admin.patch(&url, json!({ "description": "x" })).await.is(200);
    for known in [&tag, &seen] {
        app.admin.with("If-Match", known).patch(&url, json!({ "description": "y" })).await.is(412);
    }
});

both!(async fn what_is_known_already_is_not_sent_again(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "CRM").await;
    let url = format!("/api/assets/{id}/");
    let tag = app.admin.get(&url).await.is(200).header("etag").unwrap().to_owned();
    for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let answer = app.admin.with("If-None-Match", &known).get(&url).await.is(304);
        assert!(answer.bytes.is_empty() && answer.header("etag") == Some(tag.as_str()));
    }
    app.admin.patch(&url, json!({ "ref_id": "1" })).await.is(200);
    app.admin.with("If-None-Match", &tag).get(&url).await.is(200);
});

both!(async fn a_request_that_is_sent_again_gets_the_first_answer_again(app) {
    let domain = app.domain("Sales").await;
    let sender = app.admin.with("Idempotency-Key", "order-1");
    let body = json!({ "name": "CRM", "folder": domain });
    let first = sender.post("/api/assets/", body.clone()).await.is(201);
    let before = mark(&app).await;
    let again = sender.post("/api/assets/", body.clone()).await.is(201);
    assert_eq!(again.bytes, first.bytes);
    for header in ["etag", "location", "content-type"] {
        assert_eq!(again.header(header), first.header(header), "{header}");
    }
    assert_eq!((first.header("idempotency-replayed"), again.header("idempotency-replayed")), (None, Some("true")));
    assert_eq!(mark(&app).await, before);

    let other = json!({ "name": "ERP", "folder": domain });
    assert_eq!(sender.post("/api/assets/", other.clone()).await.is(409).body()["type"], "conflict");
    sender.post("/api/evidences/", body.clone()).await.is(409);
    assert_eq!(mark(&app).await, before);

    let someone = app.user("ana@example.com", "ANA", domain).await.with("Idempotency-Key", "order-1");
    someone.post("/api/assets/", other).await.is(201);
    let long = "k".repeat(256);
    app.admin.with("Idempotency-Key", &long).post("/api/assets/", body).await.is(400).error("Idempotency-Key");
});

both!(async fn a_key_is_forgotten_after_a_day(app) {
    let domain = app.domain("Sales").await;
    let sender = app.admin.with("Idempotency-Key", "order-1");
    let body = json!({ "name": "CRM", "folder": domain });
    let first = sender.post("/api/assets/", body.clone()).await.is(201);
    app.clock.advance_seconds(23 * 3600);
    assert_eq!(sender.post("/api/assets/", body.clone()).await.is(201).id(), first.id());
    app.clock.advance_seconds(2 * 3600);
    sender.post("/api/assets/", body).await.is(400).error("name");
});

both!(async fn a_refused_request_does_not_use_up_its_key(app) {
    let sender = app.admin.with("Idempotency-Key", "order-1");
    sender.post("/api/assets/", json!({ "name": "" })).await.is(400);
    sender.post("/api/assets/", json!({ "name": "CRM" })).await.is(201);
    let batch = app.admin.with("Idempotency-Key", "order-2");
    let ids = app.admin.get("/api/assets/").await.ids();
    let body = json!({ "action": "delete", "ids": ids });
    let first = batch.post("/api/assets/batch-action/", body.clone()).await.is(200);
    assert_eq!(batch.post("/api/assets/batch-action/", body).await.is(200).bytes, first.bytes, "also for actions");
});

both!(async fn the_same_request_sent_at_once_makes_one_object(app) {
    let domain = app.domain("Sales").await;
    let sender = app.admin.with("Idempotency-Key", "order-1");
    let send = || sender.post("/api/assets/", json!({ "name": "CRM", "folder": domain }));
    let (a, b, c, d) = tokio::join!(send(), send(), send(), send());
    let ids = [a, b, c, d].map(|answer| answer.is(201).id());
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(app.admin.get("/api/assets/").await.body()["count"], 1);
});

both!(async fn of_two_equal_names_at_once_one_wins(app) {
    let domain = app.domain("Sales").await;
    let send = || app.admin.post("/api/assets/", json!({ "name": "CRM", "folder": domain }));
    let (a, b, c) = tokio::join!(send(), send(), send());
    let mut codes = [a, b, c].map(|answer| answer.status.as_u16());
    codes.sort_unstable();
    assert_eq!(codes, [201, 400, 400]);
});

both!(async fn rights_of_this_moment_count_at_every_server(app) {
    let domain = app.domain("Claims").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let there = app.at_another_server(&reader).await;
    let wanted = json!({ "name": "Mail", "folder": domain });
    there.post("/api/assets/", wanted.clone()).await.is(403);
    let groups = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-ANA")).await.is(200);
    let user = format!("/api/users/{}/", reader.user);
    app.admin.patch(&user, json!({ "user_groups": groups.ids() })).await.is(200);
    // The other server has not heard of it, and refuses nobody by what it remembers.
    let made = there.post("/api/assets/", wanted).await.is(201).id();
    let there = app.at_another_server(&reader).await;
    app.admin.patch(&user, json!({ "user_groups": [] })).await.is(200);
    let before = mark(&app).await;
    let answer = there.patch(&format!("/api/assets/{made}/"), json!({ "name": "Post" })).await;
    assert!([403, 404].contains(&answer.status.as_u16()), "{}", answer.status);
    there.post("/api/assets/", json!({ "name": "Chat", "folder": domain })).await.is(403);
    assert_eq!(mark(&app).await, before, "nothing is written by rights that are gone");
});
