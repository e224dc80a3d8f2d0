//! Service accounts: what they may do, who may set them up, and the tokens they get for their secrets.

use std::sync::Arc;

use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cairn_access::Limits;
use cairn_api::{Config, Deployment};
use cairn_domain::iam::service_account::token::{self, Grant, SECRET};
use cairn_engine::{Caller, Error};
use cairn_resources::iam::ServiceAccount;
use cairn_testkit::{Answer, Client, Database, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::tokens::dump;

pub const ACCOUNTS: &str = "/api/iam/service-accounts/";
pub const IDENTITIES: &str = "/api/iam/workload-identities/";
pub const TOKEN: &str = "/api/identity/o/api/token";

pub async fn permissions(app: &TestApp, names: &[&str]) -> Json {
    let mut ids = Vec::new();
    for name in names {
        ids.extend(app.admin.get(&format!("/api/permissions/?codename={name}")).await.is(200).ids());
    }
    assert_eq!(ids.len(), names.len());
    json!(ids)
}

/// An account that may read and create assets in a domain, with its secret.
pub async fn account(app: &TestApp, name: &str, domain: Uuid) -> Json {
    let permissions = permissions(app, &["view_folder", "view_asset", "add_asset"]).await;
    let body = json!({ "name": name, "permissions": permissions, "folders": [domain] });
    app.admin.post(ACCOUNTS, body).await.is(201).body()
}

/// Sends a form to the token endpoint.
pub async fn ask(client: &Client, fields: &[(&str, &str)]) -> Answer {
    let encode = |text: &str| {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        };
        text.bytes().map(byte).collect::<String>()
    };
    let form: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    client.send(Method::POST, TOKEN, form.join("&").into(), Some("application/x-www-form-urlencoded")).await
}

pub fn text<'a>(json: &'a Json, name: &str) -> &'a str {
    json[name].as_str().unwrap_or_else(|| panic!("{name} of {json}"))
}

pub async fn with_secret(app: &TestApp, account: &Json, scope: &str) -> Answer {
    let (id, secret) = (text(account, "client_id"), text(account, "client_secret"));
    let fields = [("grant_type", "client_credentials"), ("client_id", id), ("client_secret", secret), ("scope", scope)];
    ask(&app.nobody, &fields).await
}

/// The program, with a token it has got.
pub fn holder(app: &TestApp, answer: Answer) -> Client {
    let body = answer.is(200).body();
    app.nobody.with("Authorization", &format!("Bearer {}", text(&body, "access_token")))
}

pub async fn program(app: &TestApp, account: &Json) -> Client {
    let answer = with_secret(app, account, "").await;
    holder(app, answer)
}

pub fn url(account: &Json) -> String {
    format!("{ACCOUNTS}{}/", text(account, "id"))
}

/// Whether a text is anywhere in a table.
async fn holds(app: &TestApp, table: &str, text: &str) -> bool {
    let rows = dump(app, table).await;
    let hex = text.bytes().fold(String::new(), |hex, byte| hex + &format!("{byte:02X}"));
    rows.contains(text) || rows.to_uppercase().contains(&hex)
}

both!(async fn a_program_works_with_what_it_was_given(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let made = account(&app, "Pipeline", ours).await;
    let client = program(&app, &made).await;
    let asset = client.post("/api/assets/", json!({ "name": "Vault", "folder": ours })).await.is(201).id();
    client.get(&format!("/api/assets/{asset}/")).await.is(200);
    client.delete(&format!("/api/assets/{asset}/")).await.is(403);
    client.get("/api/evidences/").await.is(403);
    client.post("/api/assets/", json!({ "name": "Other", "folder": theirs })).await.is(400);
    let me = client.get("/api/iam/current-user/").await.is(200).body();
    assert_eq!((&me["first_name"], &me["is_admin"]), (&json!("Pipeline"), &json!(false)));
    // What it does is recorded under its name.
    let entry = app.admin.get(&format!("/api/log-entries/?object_id={asset}&kind=created")).await.is(200).body();
    assert_eq!(entry["results"][0]["actor_label"], "Pipeline");
    app.app.flush_token_uses().await.unwrap();
    assert!(app.admin.get(&url(&made)).await.is(200).body()["last_used"].is_string());
    // A changed role or domain holds at once.
    app.admin.patch(&url(&made), json!({ "folders": [theirs] })).await.is(200);
    client.get(&format!("/api/assets/{asset}/")).await.is(404);
    client.post("/api/assets/", json!({ "name": "Other", "folder": theirs })).await.is(201);
});

both!(async fn a_linked_role_is_followed(app) {
    let domain = app.domain("Payments").await;
    let body = json!({ "name": "Narrow", "permissions": permissions(&app, &["view_folder", "view_asset"]).await });
    let role = app.admin.post("/api/roles/", body).await.is(201).id();
    let body = json!({ "name": "Pipeline", "role": role, "folders": [app.root] });
    let made = app.admin.post(ACCOUNTS, body).await.is(201).body();
    let shown = app.admin.get(&url(&made)).await.is(200).body();
    assert_eq!((&shown["is_role_linked"], &shown["role_name"]), (&json!(true), &json!("Narrow")));
    assert_eq!(shown["is_global_admin"], false);
    let client = program(&app, &made).await;
    client.post("/api/assets/", json!({ "name": "Vault", "folder": domain })).await.is(403);
    let more = permissions(&app, &["view_folder", "view_asset", "add_asset"]).await;
    app.admin.patch(&format!("/api/roles/{role}/"), json!({ "permissions": more })).await.is(200);
    client.post("/api/assets/", json!({ "name": "Vault", "folder": domain })).await.is(201);
    app.admin.delete(&format!("/api/roles/{role}/")).await.is(409);
    // Without its subdomains it has the root alone.
    app.admin.patch(&url(&made), json!({ "is_recursive": false })).await.is(200);
    client.post("/api/assets/", json!({ "name": "Safe", "folder": domain })).await.is(400);
});

both!(async fn the_secret_is_shown_once_and_only_its_hash_is_kept(app) {
    let domain = app.domain("Payments").await;
    let keyed = app.admin.with("Idempotency-Key", "one");
    let permissions = permissions(&app, &["view_folder"]).await;
    let body = json!({ "name": "Pipeline", "permissions": permissions, "folders": [domain] });
    let made = keyed.post(ACCOUNTS, body.clone()).await.is(201).body();
    let secret = text(&made, "client_secret").to_owned();
    assert!(!keyed.post(ACCOUNTS, body).await.is(201).text().contains("client_secret"), "a replay shows it no more");
    let read = app.admin.get(&url(&made)).await.is(200);
    assert!(!read.text().contains(&secret));
    assert!(secret.ends_with(text(&read.body(), "secret_preview").rsplit('…').next().unwrap()));
    let answer = with_secret(&app, &made, "").await.is(200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let body = answer.body();
    assert_eq!((&body["token_type"], &body["expires_in"]), (&json!("Bearer"), &json!(3600)));
    let token = text(&body, "access_token").to_owned();
    for table in ["journal", "iam_service_accounts", "service_account_tokens", "idempotency_keys", "search_documents", "users"] {
        for text in [&secret, &token] {
            assert!(!holds(&app, table, text).await, "{table} holds a secret");
        }
    }
    let history = app.admin.get(&format!("{}history/", url(&made))).await.is(200).text();
    assert!(!history.contains(&secret) && !history.contains(&cairn_auth::token::digest(&secret)));
});

both!(async fn both_secrets_work_while_they_overlap(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Pipeline", domain).await;
    let early = program(&app, &made).await;
    let rotate = format!("{}rotate-secret/", url(&made));
    app.admin.post(&rotate, json!({ "overlap_hours": 721 })).await.is(400).error("overlap_hours");
    let next = app.admin.post(&rotate, json!({ "overlap_hours": 2 })).await.is(200).body();
    assert_eq!(next["client_id"], made["client_id"]);
    assert!(next["previous_secret_expires_at"].is_string());
    early.get("/api/assets/").await.is(200);
    program(&app, &next).await.get("/api/assets/").await.is(200);
    app.clock.advance_seconds(90 * 60);
    // A token for the old secret ends with it.
    let answer = with_secret(&app, &made, "").await.is(200);
    assert!(answer.body()["expires_in"].as_i64().unwrap() <= 30 * 60);
    app.clock.advance_seconds(31 * 60);
    with_secret(&app, &made, "").await.is(401);
    holder(&app, answer).get("/api/assets/").await.is(401);
    let client = program(&app, &next).await;
    // Without an overlap, everything that came from the old secret ends at once.
    let last = app.admin.post(&rotate, json!({ "overlap_hours": 0 })).await.is(200).body();
    client.get("/api/assets/").await.is(401);
    with_secret(&app, &next, "").await.is(401);
    program(&app, &last).await.get("/api/assets/").await.is(200);
});

both!(async fn a_secret_replaced_while_it_is_checked_gives_no_token(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Pipeline", domain).await;
    let id: Uuid = made["id"].as_str().unwrap().parse().unwrap();
    let system = || Arc::new(Caller::system());
    let mut cx = app.engine.read(system()).await.unwrap();
    let account: ServiceAccount = cx.get(id).await.unwrap();
    drop(cx);
    let grant = |account: &ServiceAccount| Grant {
        credential: SECRET.to_owned(),
        account: account.clone(),
        identity: None,
        limits: Limits::default(),
        until: None,
    };
    let mut cx = app.engine.write(system()).await.unwrap();
    token::issue(&mut cx, &grant(&account)).await.unwrap();
    drop(cx);
    app.admin.post(&format!("{}rotate-secret/", url(&made)), json!({ "overlap_hours": 0 })).await.is(200);
    let mut cx = app.engine.write(system()).await.unwrap();
    assert!(matches!(token::issue(&mut cx, &grant(&account)).await, Err(Error::Forbidden(_))));
});

both!(async fn a_token_ends_with_its_account(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Pipeline", domain).await;
    let client = program(&app, &made).await;
    app.clock.advance_seconds(3599);
    client.get("/api/assets/").await.is(200);
    app.clock.advance_seconds(2);
    let refused = client.get("/api/assets/").await.is(401);
    assert_eq!(refused.header("www-authenticate"), Some("Token"));

    let client = program(&app, &made).await;
    app.admin.patch(&url(&made), json!({ "is_active": false })).await.is(200);
    client.get("/api/assets/").await.is(401);
    with_secret(&app, &made, "").await.is(401);
    app.admin.patch(&url(&made), json!({ "is_active": true })).await.is(200);
    client.get("/api/assets/").await.is(401);

    let client = program(&app, &made).await;
    app.admin.post(&format!("{}revoke-tokens/", url(&made)), json!({})).await.is(200);
    client.get("/api/assets/").await.is(401);

    // The account works until its last day comes, whether the nightly job has run or not.
    app.admin.patch(&url(&made), json!({ "expiry_date": "2026-03-02", "token_minutes": 1440 })).await.is(200);
    app.clock.advance_seconds(12 * 3600);
    let client = program(&app, &made).await;
    client.get("/api/assets/").await.is(200);
    app.clock.advance_seconds(24 * 3600);
    client.get("/api/assets/").await.is(401);
    with_secret(&app, &made, "").await.is(401);

    let made = account(&app, "Another", domain).await;
    let client = program(&app, &made).await;
    app.admin.delete(&url(&made)).await.is(204);
    client.get("/api/assets/").await.is(401);
    with_secret(&app, &made, "").await.is(401);
});

both!(async fn other_servers_know_at_once(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Pipeline", domain).await;
    let client = program(&app, &made).await;
    let there = app.at_another_server(&client).await;
    there.get("/api/assets/").await.is(200);
    app.admin.patch(&url(&made), json!({ "is_active": false })).await.is(200);
    // It remembers the token, and SQLite has no other server to be told by.
    if app.database == Database::Postgres {
        there.get("/api/assets/").await.is(401);
    }
    app.at_another_server(&client).await.get("/api/assets/").await.is(401);
});

both!(async fn a_scope_narrows_a_token(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let made = account(&app, "Pipeline", app.root).await;
    let answer = with_secret(&app, &made, &format!("read domain:{ours}")).await.is(200);
    assert_eq!(answer.body()["scope"], format!("read domain:{ours}"));
    let reader = holder(&app, answer);
    reader.post("/api/assets/", json!({ "name": "Vault", "folder": ours })).await.is(403);
    let all = program(&app, &made).await;
    all.post("/api/assets/", json!({ "name": "Vault", "folder": theirs })).await.is(201);
    assert_eq!(reader.get("/api/assets/").await.is(200).body()["count"], 0);
    assert_eq!(all.get("/api/assets/").await.is(200).body()["count"], 1);
    // Whoever proposes sees what becomes of it.
    let may = permissions(&app, &["view_folder", "view_asset", "add_asset", "view_proposal"]).await;
    app.admin.patch(&url(&made), json!({ "permissions": may })).await.is(200);
    let proposer = with_secret(&app, &made, "propose").await;
    let proposer = holder(&app, proposer);
    proposer.post("/api/assets/", json!({ "name": "Safe", "folder": theirs })).await.is(202);
    for wrong in ["write", "read propose", "domain:x", &format!("domain:{}", Uuid::nil()), "read\tx"] {
        assert_eq!(with_secret(&app, &made, wrong).await.is(400).body()["error"], "invalid_scope", "{wrong}");
    }
    // A domain that the account has nothing to do with is as good as none.
    let narrow = account(&app, "Narrow", ours).await;
    with_secret(&app, &narrow, &format!("domain:{theirs}")).await.is(400);
});

both!(async fn a_program_is_not_a_person(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Quokka", domain).await;
    let user = text(&made, "user").to_owned();
    for path in ["/api/users/", "/api/users/?search=quokka", "/api/users/autocomplete/?search=quokka", "/api/users/export_csv/", "/api/actors/", "/api/users/ids/", "/api/user-groups/"] {
        let answer = app.admin.get(path).await.is(200).text().to_lowercase();
        assert!(!answer.contains("quokka") && !answer.contains(&user), "{path}: {answer}");
    }
    let found = app.admin.get("/api/search/?q=quokka").await.is(200).body();
    assert_eq!((&found["count"], &found["results"][0]["id"]), (&json!(1), &made["id"]), "{found}");
    // They are there for who asks for them.
    let asked = app.admin.get("/api/users/?is_service_account=true").await.is(200);
    assert_eq!(asked.ids().iter().map(Uuid::to_string).collect::<Vec<_>>(), std::slice::from_ref(&user));
    // Nobody signs in with it, changes it by hand, puts it into a group, gives it another role or erases it.
    let path = format!("/api/users/{user}/");
    let group = app.admin.get("/api/user-groups/?code=BI-UG-ADM").await.is(200).ids()[0];
    let role = app.admin.get("/api/roles/?code=BI-RL-ADM").await.is(200).ids()[0];
    app.admin.patch(&path, json!({ "email": "me@example.com" })).await.is(403);
    app.admin.patch(&path, json!({ "is_service_account": false })).await.is(403);
    app.admin.delete(&path).await.is(403);
    app.admin.post("/api/iam/set-password/", json!({ "user": user, "new_password": "Correct-Horse-43-Battery" })).await.is(403);
    app.admin.post(&format!("/api/user-groups/{group}/add-members/"), json!({ "users": [user] })).await.is(403);
    app.admin.post("/api/role-assignments/", json!({ "name": "x", "user": user, "role": role, "perimeter_folders": [app.root], "folder": app.root })).await.is(400).error("user");
    let email = app.admin.get(&path).await.is(200).body()["email"].as_str().unwrap().to_owned();
    app.admin.post(&format!("{path}erase/"), json!({ "email": email })).await.is(403);
    let client = program(&app, &made).await;
    client.post("/api/iam/auth-tokens/", json!({ "name": "forever" })).await.is(403);
    client.post("/api/iam/change-password/", json!({ "old_password": "x", "new_password": "y" })).await.is(403);
});

/// Sends a request; without a body, if there is none.
async fn call(client: &Client, method: &Method, path: &str, body: &Json) -> Answer {
    match body {
        Json::Null => client.send(method.clone(), path, Body::empty(), None).await,
        body => client.json(method.clone(), path, body).await,
    }
}

both!(async fn only_those_who_manage_access_know_of_it(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Quokka", domain).await;
    let client_id = text(&made, "client_id").to_owned();
    let trust = json!({ "service_account": made["id"], "name": "Numbat", "issuer": "https://ci.example", "audience": "a", "subject": "repo:org/app" });
    let identity = app.admin.post(IDENTITIES, trust.clone()).await.is(201).id();
    let stranger = app.user_with(json!({ "email": "stranger@example.com" })).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let manager = app.user("manager@example.com", "DMA", domain).await;
    // Whoever has something assigned to them, and the program itself.
    let mine = app.user_with(json!({ "email": "mine@example.com" })).await;
    let actor = app.admin.get(&format!("/api/actors/?user={}", mine.user)).await.is(200).ids();
    app.admin.post("/api/assets/", json!({ "name": "Till", "folder": domain, "owner": actor })).await.is(201);
    let itself = program(&app, &made).await;
    let (one, other) = (url(&made), format!("{IDENTITIES}{identity}/"));
    let wanted = permissions(&app, &["view_folder"]).await;
    let operations: [(Method, String, Json); 15] = [
        (Method::GET, ACCOUNTS.to_owned(), json!(null)),
        (Method::POST, ACCOUNTS.to_owned(), json!({ "name": "Mine", "permissions": wanted, "folders": [domain] })),
        (Method::GET, format!("{ACCOUNTS}permissions/"), json!(null)),
        (Method::GET, format!("{ACCOUNTS}roles/"), json!(null)),
        (Method::GET, one.clone(), json!(null)),
        (Method::GET, format!("{one}object/"), json!(null)),
        (Method::GET, format!("{one}history/"), json!(null)),
        (Method::PATCH, one.clone(), json!({ "description": "mine now" })),
        (Method::POST, format!("{one}rotate-secret/"), json!({})),
        (Method::POST, format!("{one}revoke-tokens/"), json!({})),
        (Method::DELETE, one.clone(), json!(null)),
        (Method::GET, IDENTITIES.to_owned(), json!(null)),
        (Method::POST, IDENTITIES.to_owned(), trust),
        (Method::PATCH, other.clone(), json!({ "subject": "repo:evil/app" })),
        (Method::DELETE, other.clone(), json!(null)),
    ];
    for (method, path, body) in &operations {
        call(&app.nobody, method, path, body).await.is(401);
        for client in [&stranger, &reader, &manager, &mine, &itself] {
            let answer = call(client, method, path, body).await;
            let (status, said) = (answer.status.as_u16(), answer.text());
            assert!(matches!(status, 403 | 404), "{method} {path}: {status} {said}");
            assert!(!["Quokka", "Numbat", &client_id].iter().any(|word| said.contains(word)), "{method} {path}: {said}");
        }
    }
    // None of it has done anything.
    let now = app.admin.get(&one).await.is(200).body();
    assert_eq!((&now["updated_at"], &now["secret_preview"]), (&made["updated_at"], &made["secret_preview"]));
    itself.get("/api/assets/").await.is(200);
    assert_eq!(app.admin.get(&other).await.is(200).body()["subject"], "repo:org/app");
});

both!(async fn nobody_gives_more_than_they_have(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let rights = ["view_folder", "view_asset", "view_serviceaccount", "add_serviceaccount", "change_serviceaccount", "delete_serviceaccount", "view_workloadidentity", "add_workloadidentity", "view_role", "view_permission"];
    let body = json!({ "name": "Half", "permissions": permissions(&app, &rights).await });
    let role = app.admin.post("/api/roles/", body).await.is(201).id();
    let manager = app.user_with(json!({ "email": "half@example.com" })).await;
    // Service accounts are objects of the root.
    let body = json!({ "name": "half", "user": manager.user, "role": role, "perimeter_folders": [app.root], "folder": app.root });
    app.admin.post("/api/role-assignments/", body).await.is(201);
    let body = json!({ "name": "half", "user": manager.user, "role": role, "perimeter_folders": [ours], "folder": app.root });
    app.admin.post("/api/role-assignments/", body).await.is(201);

    let may = permissions(&app, &["view_folder", "view_asset"]).await;
    let may_not = permissions(&app, &["view_folder", "view_asset", "delete_asset"]).await;
    let admin_role = app.admin.get("/api/roles/?code=BI-RL-ADM").await.is(200).ids()[0];
    let mine = manager.post(ACCOUNTS, json!({ "name": "Mine", "permissions": may, "folders": [ours] })).await.is(201).body();
    for (name, body) in [
        ("more", json!({ "permissions": may_not, "folders": [ours] })),
        ("elsewhere", json!({ "permissions": may, "folders": [theirs] })),
        ("everywhere", json!({ "permissions": may, "folders": [app.root] })),
        ("a role", json!({ "role": admin_role, "folders": [ours] })),
        ("all", json!({ "role": admin_role, "folders": [app.root], "allow_global_admin": true })),
    ] {
        let mut whole = json!({ "name": name });
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let status = manager.post(ACCOUNTS, whole).await.status.as_u16();
        assert!(matches!(status, 400 | 403), "{name}: {status}");
        let status = manager.patch(&url(&mine), body).await.status.as_u16();
        assert!(matches!(status, 400 | 403), "{name}: {status}");
    }
    // An account that has more is out of reach, however one asks for it.
    let strong = account(&app, "Strong", ours).await;
    manager.patch(&url(&strong), json!({ "description": "mine now" })).await.is(403);
    manager.post(&format!("{}rotate-secret/", url(&strong)), json!({})).await.is(403);
    manager.post(&format!("{}revoke-tokens/", url(&strong)), json!({})).await.is(403);
    manager.delete(&url(&strong)).await.is(403);
    let trust = json!({ "service_account": strong["id"], "name": "x", "issuer": "https://ci.example", "audience": "a", "subject": "me" });
    manager.post("/api/iam/workload-identities/", trust).await.is(403);
    let held: Vec<Json> = manager.get(&format!("{ACCOUNTS}permissions/")).await.is(200).body().as_array().unwrap().iter().map(|one| one["codename"].clone()).collect();
    assert!(held.contains(&json!("view_asset")) && !held.contains(&json!("delete_asset")));
    let roles = manager.get(&format!("{ACCOUNTS}roles/")).await.is(200).text();
    assert!(roles.contains("Half") && !roles.contains("Administrator"), "{roles}");
    manager.delete(&url(&mine)).await.is(204);
});

both!(async fn an_administrator_of_everything_is_never_made_by_accident(app) {
    let role = app.admin.get("/api/roles/?code=BI-RL-ADM").await.is(200).ids()[0];
    let body = json!({ "name": "God", "role": role, "folders": [app.root] });
    app.admin.post(ACCOUNTS, body.clone()).await.is(400).error("allow_global_admin");
    let mut meant = body.clone();
    meant["allow_global_admin"] = json!(true);
    let made = app.admin.post(ACCOUNTS, meant).await.is(201).body();
    assert_eq!(app.admin.get(&url(&made)).await.is(200).body()["is_global_admin"], true);
    // It keeps nobody from being the last administrator.
    app.admin.patch(&format!("/api/users/{}/", app.admin.user), json!({ "is_active": false })).await.is(409);
    app.admin.post(ACCOUNTS, json!({ "name": "x", "folders": [app.root] })).await.is(400).error("role");
    app.admin.post(ACCOUNTS, json!({ "name": "x", "role": role })).await.is(400).error("folders");
    let without = permissions(&app, &["view_asset"]).await;
    app.admin.post(ACCOUNTS, json!({ "name": "x", "permissions": without, "folders": [app.root] })).await.is(400).error("permissions");
});

both!(async fn requests_for_tokens_are_read_as_the_standard_says(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Pipeline", domain).await;
    let (id, secret) = (text(&made, "client_id").to_owned(), text(&made, "client_secret").to_owned());
    let basic = |id: &str, secret: &str| app.nobody.with("Authorization", &format!("Basic {}", STANDARD.encode(format!("{id}:{secret}"))));
    let grant = ("grant_type", "client_credentials");
    let answer = ask(&basic(&id, &secret), &[grant]).await;
    holder(&app, answer).get("/api/assets/").await.is(200);
    // With the slash that every other path has.
    let form = format!("grant_type=client_credentials&client_id={id}&client_secret={secret}");
    let kind = Some("application/x-www-form-urlencoded");
    app.nobody.send(Method::POST, &format!("{TOKEN}/"), form.clone().into(), kind).await.is(200);
    let refused = ask(&basic(&id, "wrong"), &[grant]).await.is(401);
    assert_eq!(refused.body()["error"], "invalid_client");
    assert!(refused.header("www-authenticate").unwrap().starts_with("Basic"));
    assert_eq!(refused.header("cache-control"), Some("no-store"));
    for (fields, status, error) in [
        (vec![], 400, "invalid_request"),
        (vec![("grant_type", "password"), ("client_id", &*id), ("client_secret", &*secret)], 400, "unsupported_grant_type"),
        (vec![grant], 401, "invalid_client"),
        (vec![grant, ("client_id", &*id)], 401, "invalid_client"),
        (vec![grant, grant, ("client_id", &*id), ("client_secret", &*secret)], 400, "invalid_request"),
        (vec![grant, ("client_id", &*id), ("client_secret", &*secret), ("client_assertion", "x")], 400, "invalid_request"),
        (vec![grant, ("client_id", &*id), ("client_assertion", "x")], 400, "invalid_request"),
        (vec![grant, ("client_id", "a\0b"), ("client_secret", &*secret)], 400, "invalid_request"),
        (vec![("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("client_id", &*id)], 400, "invalid_request"),
    ] {
        let answer = ask(&app.nobody, &fields).await.is(status);
        assert_eq!(answer.body()["error"], error, "{fields:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
    app.nobody.post(TOKEN, json!({ "grant_type": "client_credentials" })).await.is(400);
    app.nobody.get(TOKEN).await.is(405);
    ask(&app.nobody, &[grant, ("client_id", &"x".repeat(70_000))]).await.is(413);
    // Where the operator has closed the API, programs get nothing.
    let closed = TestApp::start_with(app.database, Config { deployment: Deployment::Hosted, ..Config::default() }).await;
    let answer = closed.nobody.send(Method::POST, TOKEN, form.into(), kind).await.is(403);
    assert_eq!(answer.body()["error"], "unauthorized_client");
});

both!(async fn wrong_secrets_are_recorded_and_slowed_down(app) {
    let domain = app.domain("Payments").await;
    let made = account(&app, "Pipeline", domain).await;
    let other = account(&app, "Other", domain).await;
    let id = text(&made, "client_id").to_owned();
    let grant = ("grant_type", "client_credentials");
    for secret in ["wrong", text(&other, "client_secret"), &cairn_auth::token::digest(text(&made, "client_secret"))] {
        ask(&app.nobody, &[grant, ("client_id", &id), ("client_secret", secret)]).await.is(401);
    }
    ask(&app.nobody, &[grant, ("client_id", "sa_nobody"), ("client_secret", "x")]).await.is(401);
    let log = app.admin.get("/api/log-entries/?kind=sign_in_failed&ordering=seq").await.is(200);
    let reasons: Vec<Json> = log.column("detail").iter().map(|detail| detail["reason"].clone()).collect();
    assert_eq!(reasons, ["wrong_secret", "wrong_secret", "wrong_secret", "unknown_client"]);
    assert!(!log.text().contains(text(&other, "client_secret")));
    let mut last = 0;
    for _ in 0..30 {
        last = ask(&app.nobody, &[grant, ("client_id", &id), ("client_secret", "guess")]).await.status.as_u16();
    }
    assert_eq!(last, 429);
    let refused = ask(&app.nobody, &[grant, ("client_id", &id), ("client_secret", "guess")]).await;
    assert!(refused.header("retry-after").is_some());
    // Tokens that it has go on working, and so does every other account.
    with_secret(&app, &other, "").await.is(200);
    // A token is a token, wherever it is sent.
    let token = program(&app, &other).await;
    token.with("Authorization", "Bearer cairn_sa_made_up").get("/api/assets/").await.is(401);
});
