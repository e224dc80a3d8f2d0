//! SCIM 2.0: what an identity provider may do, how it is read, and what ends when someone leaves.

use std::sync::Arc;

use axum::body::Body;
use cairn_engine::Caller;
use cairn_store::Sql;
use cairn_testkit::{Answer, Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::sign_in::{PASSWORD, browser_of};

const TOKEN: &str = "/api/iam/scim-token/";
const USERS: &str = "/api/scim/v2/Users";
const GROUPS: &str = "/api/scim/v2/Groups";

/// The provider, with a new token.
async fn provider(app: &TestApp) -> Client {
    let made = app.admin.post(TOKEN, json!({})).await.is(201).body();
    let token = made["token"].as_str().expect("a new token is shown");
    app.nobody.with("Authorization", &format!("Bearer {token}"))
}

async fn send(client: &Client, method: Method, path: &str, body: Json) -> Answer {
    client.send(method, path, Body::from(body.to_string()), Some("application/scim+json")).await
}

fn person(name: &str) -> Json {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": format!("{name}@example.com"),
        "externalId": format!("ext-{name}"), "active": true, "displayName": name, "title": "Officer",
        "name": { "givenName": name, "familyName": "Berg", "formatted": name },
        "emails": [{ "value": format!("{name}@example.com"), "type": "work", "primary": true }],
    })
}

async fn make(scim: &Client, name: &str) -> Uuid {
    send(scim, Method::POST, USERS, person(name)).await.is(201).id()
}

async fn patch(scim: &Client, path: &str, operations: Json) -> Answer {
    let body = json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": operations });
    send(scim, Method::PATCH, path, body).await
}

async fn found(scim: &Client, path: &str, filter: &str) -> Vec<Json> {
    let encoded = percent_encoding::utf8_percent_encode(filter, percent_encoding::NON_ALPHANUMERIC);
    let body = scim.get(&format!("{path}?filter={encoded}")).await.is(200).body();
    assert_eq!(body["totalResults"].as_u64().unwrap() as usize, body["Resources"].as_array().unwrap().len());
    body["Resources"].as_array().unwrap().clone()
}

both!(async fn a_provider_creates_finds_and_changes_users(app) {
    let scim = provider(&app).await;
    let answer = send(&scim, Method::POST, USERS, person("anna")).await.is(201);
    assert_eq!(answer.header("content-type"), Some("application/scim+json"));
    let made = answer.body();
    let path = format!("{USERS}/{}", made["id"].as_str().unwrap());
    assert!(answer.header("location").unwrap().ends_with(&path) && made["meta"]["location"].as_str().unwrap().ends_with(&path));
    assert_eq!(answer.header("etag"), made["meta"]["version"].as_str());
    assert_eq!((&made["userName"], &made["active"], &made["name"]["familyName"]), (&json!("anna@example.com"), &json!(true), &json!("Berg")));
    assert_eq!(scim.get(&path).await.is(200).body(), made);
    // People see an account that the provider maintains, and who made it.
    let user = app.admin.get(&format!("/api/users/{}/", answer.id())).await.is(200).body();
    assert_eq!((&user["is_scim_managed"], &user["external_id"], &user["first_name"]), (&json!(true), &json!("ext-anna"), &json!("anna")));
    let log = app.admin.get(&format!("/api/log-entries/?object_id={}&kind=created", answer.id())).await.is(200).body();
    assert_eq!((&log["results"][0]["actor_label"], &log["results"][0]["origin"]), (&json!("SCIM"), &json!("provisioning")));
    for filter in ["userName eq \"ANNA@example.com\"", "externalId eq \"ext-anna\"", "emails[value eq \"anna@example.com\"]", "name.familyName co \"ber\" and active eq true", "not (userName sw \"admin\")"] {
        assert_eq!(found(&scim, USERS, filter).await.len(), 1, "{filter}");
    }
    assert!(found(&scim, USERS, "userName eq \"nobody@example.com\"").await.is_empty());
    send(&scim, Method::POST, USERS, person("anna")).await.is(409);
    let refused = send(&scim, Method::POST, USERS, json!({ "userName": "Anna@Example.com" })).await.is(409).body();
    assert_eq!((&refused["scimType"], &refused["status"]), (&json!("uniqueness"), &json!("409")));
    // Replacing leaves out what is not sent.
    let put = send(&scim, Method::PUT, &path, json!({ "userName": "anna.b@example.com", "active": true })).await.is(200).body();
    assert_eq!((put.get("name"), &put["emails"][0]["value"]), (None, &json!("anna.b@example.com")));
    // As one large provider changes a user, and as the other does.
    let changed = patch(&scim, &path, json!([
        { "op": "Replace", "path": "name.givenName", "value": "Anna" },
        { "op": "Add", "path": "emails[type eq \"work\"].value", "value": "a@example.com" },
        { "op": "Replace", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "value": "IT" },
    ])).await.is(200).body();
    assert_eq!((&changed["name"]["givenName"], &changed["emails"][0]["value"], &changed["userName"]), (&json!("Anna"), &json!("a@example.com"), &json!("anna.b@example.com")));
    let off = patch(&scim, &path, json!([{ "op": "Replace", "path": "active", "value": "False" }])).await.is(200).body();
    assert_eq!(off["active"], false);
    let on = patch(&scim, &path, json!([{ "op": "replace", "value": { "active": true } }])).await.is(200).body();
    assert_eq!(on["active"], true);
});

both!(async fn versions_keep_changes_apart(app) {
    let scim = provider(&app).await;
    let path = format!("{USERS}/{}", make(&scim, "anna").await);
    let first = scim.get(&path).await.is(200);
    let tag = first.header("etag").unwrap().to_owned();
    scim.with("If-None-Match", &tag).get(&path).await.is(304);
    let change = json!([{ "op": "replace", "path": "name.givenName", "value": "A" }]);
    patch(&scim.with("If-Match", &tag), &path, change.clone()).await.is(200);
    patch(&scim.with("If-Match", &tag), &path, change.clone()).await.is(412);
    scim.with("If-Match", &tag).delete(&path).await.is(412);
    send(&scim.with("If-Match", &tag), Method::PUT, &path, person("anna")).await.is(412);
    patch(&scim.with("If-Match", "*"), &path, change).await.is(200);
});

both!(async fn lists_are_pages(app) {
    let scim = provider(&app).await;
    for name in ["a", "b", "c", "d"] {
        make(&scim, name).await;
    }
    let page = scim.get(&format!("{USERS}?startIndex=2&count=2")).await.is(200).body();
    assert_eq!((&page["totalResults"], &page["startIndex"], &page["itemsPerPage"]), (&json!(5), &json!(2), &json!(2)));
    assert_eq!(page["Resources"][0]["userName"], "a@example.com");
    assert_eq!(scim.get(&format!("{USERS}?count=0")).await.is(200).body()["Resources"], json!([]));
    assert_eq!(scim.get(&format!("{USERS}?startIndex=-5")).await.is(200).body()["startIndex"], 1);
    assert_eq!(scim.get(&format!("{USERS}?startIndex=99")).await.is(200).body()["Resources"], json!([]));
    scim.get(&format!("{USERS}?count=x")).await.is(400);
    let some = scim.get(&format!("{USERS}?attributes=userName&count=1")).await.is(200).body();
    let mut names: Vec<&String> = some["Resources"][0].as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(names, ["id", "schemas", "userName"]);
    assert!(scim.get(&format!("{USERS}?excludedAttributes=emails")).await.is(200).body()["Resources"][0].get("emails").is_none());
});

both!(async fn groups_give_what_people_map_them_to(app) {
    let scim = provider(&app).await;
    let domain = app.domain("Payments").await;
    let readers = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-AUD")).await.is(200).ids()[0];
    let (anna, bert) = (make(&scim, "anna").await, make(&scim, "bert").await);
    let body = json!({ "displayName": "Auditors", "externalId": "g1", "members": [{ "value": anna }] });
    let made = send(&scim, Method::POST, GROUPS, body.clone()).await.is(201);
    let path = format!("{GROUPS}/{}", made.id());
    assert_eq!(made.body()["members"][0]["value"], json!(anna));
    send(&scim, Method::POST, GROUPS, body).await.is(409);
    let groups_of = async |user: Uuid| app.admin.get(&format!("/api/users/{user}/")).await.is(200).body()["user_groups"].as_array().unwrap().len();
    assert_eq!(groups_of(anna).await, 0, "a group gives nothing until someone maps it");
    app.admin.patch(&format!("/api/idp-groups/{}/", made.id()), json!({ "user_groups": [readers] })).await.is(200);
    assert_eq!((groups_of(anna).await, groups_of(bert).await), (1, 0));
    let client = app.client_of("anna@example.com").await;
    client.get("/api/assets/").await.is(200);
    // Members come and go.
    patch(&scim, &path, json!([{ "op": "Add", "path": "members", "value": [{ "value": bert }] }])).await.is(200);
    assert_eq!((groups_of(anna).await, groups_of(bert).await), (1, 1));
    let user = scim.get(&format!("{USERS}/{bert}")).await.is(200).body();
    assert_eq!(user["groups"][0]["display"], "Auditors");
    // Another group gives the same: it stays until neither does.
    let other = json!({ "displayName": "Board", "members": [{ "value": anna }] });
    let other = send(&scim, Method::POST, GROUPS, other).await.is(201).id();
    app.admin.patch(&format!("/api/idp-groups/{other}/"), json!({ "user_groups": [readers] })).await.is(200);
    patch(&scim, &path, json!([{ "op": "remove", "path": format!("members[value eq \"{anna}\"]") }])).await.is(200);
    client.get("/api/assets/").await.is(200);
    scim.delete(&format!("{GROUPS}/{other}")).await.is(204);
    client.get("/api/assets/").await.is(403);
    assert_eq!(groups_of(anna).await, 0);
    // As the other large provider removes them.
    patch(&scim, &path, json!([{ "op": "Remove", "path": "members", "value": [{ "value": bert }] }])).await.is(200);
    assert_eq!(groups_of(bert).await, 0);
    assert_eq!(found(&scim, GROUPS, "displayName eq \"auditors\"").await.len(), 1);
    // Only people are members, and only the provider renames what it maintains.
    patch(&scim, &path, json!([{ "op": "add", "path": "members", "value": [{ "value": Uuid::nil() }] }])).await.is(400);
    app.admin.patch(&format!("/api/idp-groups/{}/", made.id()), json!({ "name": "Mine" })).await.is(400).error("name");
});

both!(async fn nobody_maps_a_group_to_more_than_they_have(app) {
    let scim = provider(&app).await;
    let made = send(&scim, Method::POST, GROUPS, json!({ "displayName": "All" })).await.is(201).id();
    let path = format!("/api/idp-groups/{made}/");
    let mut permissions = Vec::new();
    for name in ["view_folder", "view_idpgroup", "change_idpgroup", "delete_idpgroup", "view_usergroup"] {
        permissions.extend(app.admin.get(&format!("/api/permissions/?codename={name}")).await.is(200).ids());
    }
    let role = app.admin.post("/api/roles/", json!({ "name": "Mapper", "permissions": permissions })).await.is(201).id();
    let mapper = app.user_with(json!({ "email": "mapper@example.com" })).await;
    let body = json!({ "name": "m", "user": mapper.user, "role": role, "perimeter_folders": [app.root], "is_recursive": true, "folder": app.root });
    app.admin.post("/api/role-assignments/", body).await.is(201);
    let admins = app.admin.get("/api/user-groups/?code=BI-UG-ADM").await.is(200).ids()[0];
    mapper.patch(&path, json!({ "user_groups": [admins] })).await.is(403);
    app.admin.patch(&path, json!({ "user_groups": [admins] })).await.is(200);
    mapper.patch(&path, json!({ "user_groups": [] })).await.is(403);
    mapper.delete(&path).await.is(403);
    app.admin.patch(&path, json!({ "users": [mapper.user] })).await.is(400);
});

both!(async fn who_leaves_has_nothing_open(app) {
    let scim = provider(&app).await;
    let domain = app.domain("Payments").await;
    for (name, leaves) in [("anna", "deactivated"), ("bert", "deleted")] {
        let id = make(&scim, name).await;
        let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-DMA")).await.is(200).ids()[0];
        app.admin.patch(&format!("/api/users/{id}/"), json!({ "user_groups": [group] })).await.is(200);
        let client = app.client_of(&format!("{name}@example.com")).await;
        let actor = app.admin.get(&format!("/api/actors/?user={id}")).await.is(200).ids()[0];
        let asset = app.admin.post("/api/assets/", json!({ "name": format!("Of {name}"), "folder": domain, "owner": [actor] })).await.is(201).id();
        client.get("/api/assets/").await.is(200);
        let path = format!("{USERS}/{id}");
        if leaves == "deleted" {
            scim.delete(&path).await.is(204);
            scim.get(&path).await.is(404);
            scim.delete(&path).await.is(404);
        } else {
            patch(&scim, &path, json!([{ "op": "replace", "path": "active", "value": false }])).await.is(200);
        }
        client.get("/api/assets/").await.is(401);
        app.at_another_server(&client).await.get("/api/assets/").await.is(401);
        assert_eq!(app.admin.get(&format!("/api/users/{id}/tokens/")).await.is(200).body()["count"], 0);
        // The account stays, and what is assigned to it can be handed over.
        let user = app.admin.get(&format!("/api/users/{id}/")).await.is(200).body();
        assert_eq!((&user["is_active"], &user["is_scim_managed"]), (&json!(false), &json!(leaves == "deactivated")));
        let left = app.admin.get(&format!("/api/users/{id}/assignments/")).await.is(200).body();
        assert_eq!((&left["results"][0]["resource"], &left["results"][0]["objects"][0]["id"]), (&json!("assets"), &json!(asset)));
        // Who comes back has the same account, and no token of before.
        if leaves == "deleted" {
            assert_eq!(make(&scim, name).await, id);
        } else {
            patch(&scim, &path, json!([{ "op": "replace", "path": "active", "value": true }])).await.is(200);
        }
        client.get("/api/assets/").await.is(401);
    }
    // The last administrator stays.
    let admin = format!("{USERS}/{}", app.admin.user);
    scim.delete(&admin).await.is(409);
    patch(&scim, &admin, json!([{ "op": "replace", "path": "active", "value": false }])).await.is(409);
});

both!(async fn nothing_is_sent_for_whoever_has_left(app) {
    let scim = provider(&app).await;
    let id = make(&scim, "anna").await;
    let path = format!("{USERS}/{id}");
    let admins = app.admin.get("/api/user-groups/?code=BI-UG-ADM").await.is(200).ids();
    app.admin.patch(&format!("/api/users/{id}/"), json!({ "user_groups": admins })).await.is(200);
    let password = json!({ "user": id, "new_password": PASSWORD });
    app.admin.post("/api/iam/set-password/", password).await.is(204);
    let client = app.client_of("anna@example.com").await;
    let (browser, _) = browser_of(&app, "anna@example.com", PASSWORD).await;
    let body = json!({ "name": "Hers", "url": "https://example.com/", "event_types": [], "generate_secret": true });
    let endpoint = client.post("/api/webhooks/endpoints/", body.clone()).await.is(201).id();
    let endpoint = format!("/api/webhooks/endpoints/{endpoint}/");
    let kept = app.admin.post("/api/webhooks/endpoints/", body).await.is(201).id();
    let sink = json!({ "name": "Hers", "url": "https://example.com/" });
    let sink = format!("/api/webhooks/audit-sinks/{}/", client.post("/api/webhooks/audit-sinks/", sink).await.is(201).id());
    browser.get("/api/iam/current-user/").await.is(200);
    // Not even an address that the operator allows no longer keeps her account open.
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.unwrap();
    for table in ["webhooks_endpoints", "webhooks_audit_sinks"] {
        let sql = Sql::raw(format!("update {table} set url = 'http://10.0.0.1/' where name = 'Hers' and owner in (select id from users where email = 'anna@example.com')"));
        assert_eq!(cx.conn.execute(&sql).await.unwrap(), 1, "{table}");
    }
    cx.commit().await.unwrap();

    patch(&scim, &path, json!([{ "op": "replace", "path": "active", "value": false }])).await.is(200);
    client.get("/api/assets/").await.is(401);
    browser.get("/api/iam/current-user/").await.is(401);
    app.nobody.post("/api/iam/login/", json!({ "email": "anna@example.com", "password": PASSWORD })).await.is(401);
    for place in [&endpoint, &sink] {
        let shown = app.admin.get(place).await.is(200).body();
        assert_eq!((&shown["is_active"], &shown["disabled_reason"]), (&json!(false), &json!("owner_left")), "{place}");
    }
    let notice = app.admin.get(&sink).await.is(200).body()["notice"].clone();
    assert!(notice.as_str().unwrap().contains("owner"), "{notice}");
    assert_eq!(app.admin.get(&format!("/api/webhooks/endpoints/{kept}/")).await.is(200).body()["is_active"], true);
    let log = app.admin.get(&format!("/api/log-entries/?object_id={id}&kind=signed_out")).await.is(200);
    assert_eq!(log.column("detail")[0], json!({ "endpoints": 1, "audit_sinks": 1 }));
    // Nothing of it begins again when she comes back.
    patch(&scim, &path, json!([{ "op": "replace", "path": "active", "value": true }])).await.is(200);
    client.get("/api/assets/").await.is(401);
    browser.get("/api/iam/current-user/").await.is(401);
    assert_eq!(app.admin.get(&endpoint).await.is(200).body()["is_active"], false);
});

both!(async fn nobody_else_is_a_provider(app) {
    let scim = provider(&app).await;
    let id = make(&scim, "anna").await;
    let group = send(&scim, Method::POST, GROUPS, json!({ "displayName": "Zebras" })).await.is(201).id();
    let domain = app.domain("Payments").await;
    let stranger = app.user_with(json!({ "email": "stranger@example.com" })).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let made_up = app.nobody.with("Authorization", "Bearer cairn_scim_0000000000000000000000000000000000000000000");
    let (user, group) = (format!("{USERS}/{id}"), format!("{GROUPS}/{group}"));
    let paths = [USERS, GROUPS, user.as_str(), group.as_str(), "/api/scim/v2/Schemas", "/api/scim/v2/Bulk", "/api/scim/v2/Users/.search"];
    for client in [&app.nobody, &stranger, &reader, &app.admin, &made_up] {
        for path in paths {
            for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
                let answer = send(client, method, path, person("mallory")).await.is(401);
                assert!(!answer.text().contains("anna") && !answer.text().contains("Zebras"), "{}", answer.text());
            }
        }
    }
    for client in [&stranger, &reader] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            client.json(method, TOKEN, &json!({})).await.is(403);
        }
        for path in ["/api/idp-groups/", &*format!("/api/users/{id}/assignments/")] {
            let status = client.get(path).await.status.as_u16();
            assert!(matches!(status, 403 | 404), "{path}: {status}");
        }
    }
    scim.get(&user).await.is(200);
    assert!(found(&scim, USERS, "userName sw \"mallory\"").await.is_empty());
});

both!(async fn the_token_is_good_for_this_alone(app) {
    for client in [&app.nobody, &app.admin] {
        let answer = client.get(USERS).await.is(401);
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        assert_eq!(answer.body()["schemas"][0], "urn:ietf:params:scim:api:messages:2.0:Error");
    }
    assert_eq!(app.admin.get(TOKEN).await.is(200).body()["exists"], false);
    let scim = provider(&app).await;
    scim.get(USERS).await.is(200);
    for path in ["/api/users/", "/api/iam/current-user/", "/api/assets/", TOKEN] {
        scim.get(path).await.is(401);
    }
    let other = crate::service_accounts::account(&app, "Pipeline", app.root).await;
    crate::service_accounts::program(&app, &other).await.get(USERS).await.is(401);
    let shown = app.admin.get(TOKEN).await.is(200);
    assert!(shown.body()["token"].is_null() && shown.body()["preview"].as_str().unwrap().starts_with("cairn_scim_…"));
    // A new one ends the old one, and revoking ends it.
    let next = provider(&app).await;
    scim.get(USERS).await.is(401);
    next.get(USERS).await.is(200);
    app.admin.delete(TOKEN).await.is(204);
    app.at_another_server(&next).await.get(USERS).await.is(401);
    next.get(USERS).await.is(401);
    app.admin.delete(TOKEN).await.is(404);
    let domain = app.domain("Payments").await;
    let reader = app.user("reader@example.com", "DMA", domain).await;
    reader.get(TOKEN).await.is(403);
    reader.post(TOKEN, json!({})).await.is(403);
    let log = app.admin.get("/api/log-entries/?kind=token_refused").await.is(200);
    assert!(log.column("detail").iter().any(|detail| detail["reason"] == "not_the_scim_token"));
});

both!(async fn what_makes_no_sense_is_refused_in_the_words_of_the_standard(app) {
    let scim = provider(&app).await;
    let id = make(&scim, "anna").await;
    let path = format!("{USERS}/{id}");
    let bombs = ["(".repeat(500), "not (".repeat(300), vec!["userName pr"; 200].join(" or "), "a".repeat(5000), "userName eq \"".to_owned(), "userName regex \".*\"".to_owned(), "password eq".to_owned()];
    for bomb in bombs {
        let encoded = percent_encoding::utf8_percent_encode(&bomb, percent_encoding::NON_ALPHANUMERIC);
        let refused = scim.get(&format!("{USERS}?filter={encoded}")).await.is(400).body();
        assert_eq!(refused["scimType"], "invalidFilter", "{bomb}");
    }
    for (operations, kind) in [
        (json!([{ "op": "replace", "path": "id", "value": "x" }]), "mutability"),
        (json!([{ "op": "replace", "path": "emails[", "value": "x" }]), "invalidPath"),
        (json!([{ "op": "remove" }]), "noTarget"),
        (json!([{ "op": "jump", "path": "active" }]), "invalidSyntax"),
        (json!([{ "op": "replace", "path": "active", "value": "maybe" }]), "invalidValue"),
        (json!([{ "op": "replace", "path": "userName", "value": "" }]), "invalidValue"),
        (json!([{ "op": "replace", "path": "emails", "value": [{ "value": "not an address" }] }]), "invalidValue"),
        (json!([{ "op": "replace", "path": "name.givenName", "value": "a".repeat(200) }]), "invalidValue"),
    ] {
        let refused = patch(&scim, &path, operations.clone()).await.is(400).body();
        assert_eq!(refused["scimType"], kind, "{operations}");
    }
    send(&scim, Method::POST, USERS, json!({})).await.is(400);
    send(&scim, Method::POST, USERS, json!([])).await.is(400);
    scim.send(Method::POST, USERS, Body::from("{"), Some("application/scim+json")).await.is(400);
    scim.send(Method::POST, USERS, Body::from("{}"), Some("text/plain")).await.is(415);
    send(&scim, Method::POST, USERS, json!({ "userName": "a\u{0}b@example.com" })).await.is(400);
    scim.get(&format!("{USERS}/nobody")).await.is(404);
    scim.get(&format!("{USERS}/{}", Uuid::nil())).await.is(404);
    scim.get("/api/scim/v2/Nothing").await.is(404);
    scim.delete(USERS).await.is(405);
    send(&scim, Method::POST, "/api/scim/v2/Schemas", json!({})).await.is(405);
    send(&scim, Method::POST, "/api/scim/v2/.search", json!({})).await.is(501);
    // Service accounts are nobody's to provision.
    let account = crate::service_accounts::account(&app, "Pipeline", app.root).await;
    let user = account["user"].as_str().unwrap();
    scim.get(&format!("{USERS}/{user}")).await.is(404);
    scim.delete(&format!("{USERS}/{user}")).await.is(404);
    send(&scim, Method::POST, GROUPS, json!({ "displayName": "x", "members": [{ "value": user }] })).await.is(400);
    for path in ["ServiceProviderConfig", "Schemas", "ResourceTypes", "Schemas/urn:ietf:params:scim:schemas:core:2.0:User", "ResourceTypes/Group"] {
        scim.get(&format!("/api/scim/v2/{path}")).await.is(200);
    }
});
