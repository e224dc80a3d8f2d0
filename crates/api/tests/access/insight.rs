//! "Who can see this?" and "What can this person do?": the answers are what happens.

use cairn_engine::clock::Clock as _;
use cairn_engine::entry::ROLES;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::grants::someone;
use crate::service_accounts;
use crate::world::World;

/// The ids of those who can see an object, as the administrator is told.
async fn viewers(app: &TestApp, path: &str, id: Uuid) -> Vec<Uuid> {
    let body = app.admin.get(&format!("/api/{path}/{id}/who-can-see/?limit=1000")).await.is(200).body();
    let results = body["results"].as_array().unwrap();
    assert_eq!(body["count"], results.len());
    for one in results {
        assert!(!one["reasons"].as_array().unwrap().is_empty(), "{path}: {one}");
        assert_eq!(one["can"][0], "view", "{path}: {one}");
    }
    results.iter().map(|one| one["user"]["id"].as_str().unwrap().parse().unwrap()).collect()
}

/// What is said of one person.
async fn said_of(app: &TestApp, url: &str, user: Uuid) -> Json {
    let body = app.admin.get(url).await.is(200).body();
    let found = body["results"].as_array().unwrap().iter().find(|one| one["user"]["id"] == json!(user));
    found.unwrap_or_else(|| panic!("{user} in {body}")).clone()
}

/// Someone with each role: in the domain, in one below, in one beside it; and one from outside.
async fn people(app: &TestApp, domain: Uuid) -> Vec<Client> {
    let (below, beside) = (app.domain_under("Below", domain).await, app.domain("Beside").await);
    let mut all = vec![app.admin.clone()];
    for (letters, _, _) in ROLES.iter().filter(|(letters, _, _)| *letters != "ADM") {
        for (place, at) in [("in", domain), ("below", below), ("beside", beside)] {
            let group =
                app.admin.get(&format!("/api/user-groups/?folder={at}&code=BI-UG-{letters}")).await.is(200).ids();
            let email = format!("{letters}-{place}@example.com");
            all.push(app.user_with(json!({ "email": email, "user_groups": group })).await);
            if *letters == "TPR" || *letters == "AUD" {
                let body = json!({ "email": format!("out-{email}"), "user_groups": group, "is_third_party": true });
                all.push(app.user_with(body).await);
            }
        }
    }
    all
}

both!(async fn who_can_see_an_object_is_who_gets_it(app) {
    let domain = app.domain("Payments").await;
    let people = people(&app, domain).await;
    let world = World::make(&app, domain, "zebra").await;
    let off = app.user("off@example.com", "AUD", domain).await;
    app.admin.patch(&format!("/api/users/{}/", off.user), json!({ "is_active": false })).await.is(200);
    for (path, id) in &world.ids {
        // Its objects are gone as soon as their time is over, and nothing is routed.
        let answer = app.admin.get(&format!("/api/{path}/{id}/")).await;
        if answer.status != 200 {
            continue;
        }
        let viewers = viewers(&app, path, *id).await;
        assert!(!viewers.contains(&off.user), "{path}");
        for client in &people {
            let status = client.get(&format!("/api/{path}/{id}/")).await.status.as_u16();
            let sees = viewers.contains(&client.user);
            assert!(matches!(status, 200 | 403 | 404), "{path}: {status}");
            assert_eq!(status == 200, sees, "{path} {id} for {}: {status}", client.user);
        }
    }
});

both!(async fn each_reason_is_named(app) {
    let top = app.domain("Bank").await;
    let domain = app.domain_under("Payments", top).await;
    let asset = |name: &str, folder: Uuid, published: bool| json!({ "name": name, "folder": folder, "is_published": published });
    let make = async |body: Json| app.admin.post("/api/assets/", body).await.is(201).id();
    let published = make(asset("Vault", top, true)).await;
    let hidden = make(asset("Safe", top, false)).await;
    let inner = make(asset("Till", domain, false)).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let above = app.user("above@example.com", "AUD", top).await;
    let url = |id: Uuid| format!("/api/assets/{id}/who-can-see/");

    let said = said_of(&app, &url(inner), reader.user).await;
    let reason = &said["reasons"][0];
    assert_eq!((&reason["kind"], &reason["domain"]["str"], &reason["inherited"]), (&json!("role"), &json!("Payments"), &json!(false)));
    assert_eq!((&said["can"], &reason["through_group"]), (&json!(["view"]), &json!(true)));
    assert!(reason["group"]["str"].as_str().unwrap().contains("Payments"), "{reason}");
    let said = said_of(&app, &url(inner), above.user).await;
    assert_eq!((&said["reasons"][0]["domain"]["str"], &said["reasons"][0]["inherited"]), (&json!("Bank"), &json!(true)));
    let said = said_of(&app, &url(published), reader.user).await;
    assert_eq!((&said["reasons"][0]["kind"], &said["reasons"][0]["domain"]["str"]), (&json!("publication"), &json!("Payments")));
    assert!(!viewers(&app, "assets", hidden).await.contains(&reader.user));
    let said = said_of(&app, &url(inner), app.admin.user).await;
    assert_eq!(said["can"], json!(["view", "change", "delete"]));

    // Only for those who may see users and role assignments there.
    app.nobody.get(&url(inner)).await.is(401);
    reader.get(&url(inner)).await.is(403);
    reader.get(&url(hidden)).await.is(404);
    reader.get(&format!("/api/users/{}/what-can-they-do/", above.user)).await.is(403);
    let page = app.admin.get(&format!("{}?limit=1&offset=1", url(inner))).await.is(200).body();
    assert_eq!((page["results"].as_array().unwrap().len(), &page["count"]), (1, &json!(3)));

    // The domains of a person, with what each role gives there.
    let said = app.admin.get(&format!("/api/users/{}/what-can-they-do/", above.user)).await.is(200).body();
    let rows: Vec<(String, String, bool)> = said["results"].as_array().unwrap().iter().map(|row| {
        let text = |value: &Json| value.as_str().unwrap().to_owned();
        (text(&row["domain"]["str"]), text(&row["kind"]), row["inherited"].as_bool().unwrap())
    }).collect();
    let expected = [("Global", "publication", false), ("Bank", "role", false), ("Payments", "role", true)];
    assert_eq!(rows, expected.map(|(domain, kind, inherited)| (domain.to_owned(), kind.to_owned(), inherited)));
    let permissions = said["results"][1]["permissions"].to_string();
    assert!(permissions.contains("view_asset") && !permissions.contains("change_asset"), "{permissions}");
});

both!(async fn programs_are_named_too(app) {
    let domain = app.domain("Payments").await;
    let asset = app.admin.post("/api/assets/", json!({ "name": "Till", "folder": domain })).await.is(201).id();
    let made = service_accounts::account(&app, "Pipeline", domain).await;
    let user: Uuid = service_accounts::text(&made, "user").parse().unwrap();
    let url = format!("/api/assets/{asset}/who-can-see/");
    let said = said_of(&app, &url, user).await;
    assert_eq!((&said["user"]["str"], &said["is_service_account"]), (&json!("Pipeline"), &json!(true)), "{said}");
    let reason = &said["reasons"][0];
    assert_eq!((&reason["kind"], &reason["role"], &reason["domain"]["str"]), (&json!("role"), &Json::Null, &json!("Payments")));
    let abilities = app.admin.get(&format!("/api/users/{user}/what-can-they-do/")).await.is(200).body();
    let here = abilities["results"].as_array().unwrap().iter().find(|row| row["kind"] == "role").unwrap();
    let mut names: Vec<&str> = here["permissions"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["add_asset", "view_asset", "view_folder"], "{abilities}");
    app.clock.advance_seconds(3600);
    let then = app.clock.now();
    app.clock.advance_seconds(3600);
    let account = format!("{}{}/", service_accounts::ACCOUNTS, service_accounts::text(&made, "id"));
    app.admin.patch(&account, json!({ "is_active": false })).await.is(200);
    assert!(!viewers(&app, "assets", asset).await.contains(&user));
    said_of(&app, &format!("{url}?as_of={then}"), user).await;
});

both!(async fn the_past_has_its_own_answer(app) {
    let domain = app.domain("Payments").await;
    let asset = app.admin.post("/api/assets/", json!({ "name": "Till", "folder": domain })).await.is(201).id();
    let reader = app.user("reader@example.com", "AUD", domain).await;
    app.clock.advance_seconds(3600);
    let then = app.clock.now();
    app.clock.advance_seconds(3600);
    app.admin.patch(&format!("/api/users/{}/", reader.user), json!({ "user_groups": [] })).await.is(200);
    assert!(!viewers(&app, "assets", asset).await.contains(&reader.user));
    let url = format!("/api/assets/{asset}/who-can-see/?as_of={then}");
    assert_eq!(said_of(&app, &url, reader.user).await["reasons"][0]["kind"], "role");
    let now = app.admin.get(&format!("/api/users/{}/what-can-they-do/", reader.user)).await.is(200).body();
    assert_eq!(now["count"], 0);
    let before = app.admin.get(&format!("/api/users/{}/what-can-they-do/?as_of={then}", reader.user)).await.is(200).body();
    assert!(before["count"].as_u64() > Some(0), "{before}");

    // Where it was then counts, not where it is now.
    let (left, came) = (app.user("left@example.com", "AUD", domain).await, app.domain("Cellar").await);
    let now_there = app.user("there@example.com", "AUD", came).await;
    app.clock.advance_seconds(3600);
    let then = app.clock.now();
    app.clock.advance_seconds(3600);
    app.admin.patch(&format!("/api/assets/{asset}/"), json!({ "folder": came })).await.is(200);
    let now = viewers(&app, "assets", asset).await;
    assert!(now.contains(&now_there.user) && !now.contains(&left.user));
    let url = format!("/api/assets/{asset}/who-can-see/?as_of={then}");
    let said = said_of(&app, &url, left.user).await;
    assert_eq!(said["reasons"][0]["domain"]["str"], "Payments", "{said}");
    assert!(!app.admin.get(&url).await.is(200).text().contains("there@example.com"));
});

both!(async fn the_answers_name_nothing_that_the_asker_may_not_see(app) {
    let bank = app.domain("Bank").await;
    let payments = app.domain_under("Payments", bank).await;
    let hushed = app.domain("Hushed").await;
    let make = async |name: &str, folder: Uuid| {
        let body = json!({ "name": name, "folder": folder, "is_published": true });
        app.admin.post("/api/assets/", body).await.is(201).id()
    };
    let (till, vault, far) = (make("Till", payments).await, make("Vault", bank).await, make("Far", hushed).await);
    let names = ["view_asset", "view_folder", "view_roleassignment", "view_user"];
    let asker = someone(&app, "asker", &names, payments, true).await;
    // Someone with a role here, and one where the asker sees nothing.
    let mut groups = Vec::new();
    for (letters, folder) in [("AUD", payments), ("ANA", hushed)] {
        groups.extend(app.admin.get(&format!("/api/user-groups/?folder={folder}&code=BI-UG-{letters}")).await.is(200).ids());
    }
    let wide = app.user_with(json!({ "email": "wide@example.com", "user_groups": groups })).await;
    app.clock.advance_seconds(3600);
    let then = app.clock.now();
    app.clock.advance_seconds(3600);

    let url = |path: &str, id: Uuid, end: &str| format!("/api/{path}/{id}/{end}/");
    for past in [String::new(), format!("?as_of={then}")] {
        let answer = asker.get(&format!("{}{past}", url("assets", till, "who-can-see"))).await.is(200);
        let body = answer.body();
        let said = body["results"].as_array().unwrap().iter().find(|one| one["user"]["id"] == json!(wide.user)).unwrap();
        // They may see neither roles nor groups, only that there is one.
        let reason = json!({
            "kind": "role", "role": null, "group": null, "through_group": true, "inherited": false,
            "domain": { "id": payments, "str": "Payments" },
        });
        assert_eq!(said["reasons"], json!([reason]));
        let abilities = asker.get(&format!("{}{past}", url("users", wide.user, "what-can-they-do"))).await.is(200);
        let rows = abilities.body();
        assert_eq!((&rows["count"], &rows["results"][0]["domain"]["str"]), (&json!(1), &json!("Payments")), "{rows}");
        for text in [answer.text(), abilities.text()] {
            assert!(!text.contains("Hushed") && !text.contains(&hushed.to_string()), "{text}");
        }
    }
    // What they see without managing who sees it, and what they do not see.
    asker.get(&format!("/api/assets/{vault}/")).await.is(200);
    asker.get(&url("assets", vault, "who-can-see")).await.is(403);
    asker.get(&url("assets", far, "who-can-see")).await.is(404);
    let stranger = app.user_with(json!({ "email": "stranger@example.com" })).await;
    stranger.get(&url("assets", till, "who-can-see")).await.is(404);
    stranger.get(&url("users", wide.user, "what-can-they-do")).await.is(404);
});
