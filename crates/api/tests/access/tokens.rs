//! Personal access tokens: shown once, never stronger than their owner, gone when they should be.

use std::sync::Arc;

use cairn_api::{Config, Deployment};
use cairn_domain::platform::settings::{self, Operator};
use cairn_engine::Caller;
use cairn_model::Type;
use cairn_store::Sql;
use cairn_testkit::{Client, Database, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::operations::unsafe_operations;
use crate::sign_in::browser;
use crate::world::{UNKNOWN, upload};

const TOKENS: &str = "/api/iam/auth-tokens/";

/// A caller with this token.
fn holder(app: &TestApp, made: &Json) -> Client {
    app.nobody.with("Authorization", &format!("Token {}", made["token"].as_str().expect("a new token is shown")))
}

async fn make(client: &Client, body: Json) -> Json {
    client.post(TOKENS, body).await.is(201).body()
}

/// A time without its fractions.
fn second(time: &Json) -> &str {
    time.as_str().and_then(|text| text.get(..19)).unwrap_or_else(|| panic!("{time} is a time"))
}

/// Everything in a table, as text.
pub async fn dump(app: &TestApp, table: &str) -> String {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.unwrap();
    let columns = match app.database {
        Database::Postgres => Sql::raw(format!("select cast(t as text) from {table} t")),
        Database::Sqlite => {
            let sql = Sql::raw(format!("select group_concat(name) from pragma_table_info('{table}')"));
            let names = cx.conn.query(&sql, &[Type::Text]).await.unwrap();
            let names = names[0][0].as_str().unwrap().split(',').map(|name| format!("coalesce(hex(\"{name}\"), '')"));
            // Hexadecimal, so that ids and bytes can be read as text, too.
            Sql::raw(format!("select {} from {table}", names.collect::<Vec<_>>().join(" || ' ' || ")))
        }
    };
    let rows = cx.conn.query(&columns, &[Type::Text]).await.unwrap();
    rows.iter().filter_map(|row| row[0].as_str()).collect::<Vec<_>>().join("\n")
}

both!(async fn a_token_is_shown_once_and_only_its_hash_is_kept(app) {
    let keyed = app.admin.with("Idempotency-Key", "one");
    let made = make(&keyed, json!({ "name": "ci" })).await;
    let token = made["token"].as_str().unwrap().to_owned();
    assert!(token.len() >= 32);
    let client = holder(&app, &made);
    client.get("/api/iam/current-user/").await.is(200);
    let list = client.get(TOKENS).await.is(200);
    assert!(!list.text().contains(&token));
    let mine = list.body().as_array().unwrap().iter().find(|one| one["name"] == "ci").unwrap().clone();
    let mut fields: Vec<&String> = mine.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["calendar", "created", "expiry", "folder", "id", "last_used", "name", "propose_only", "read_only"]);
    app.app.flush_token_uses().await.unwrap();
    let hex = token.bytes().fold(String::new(), |hex, byte| hex + &format!("{byte:02X}"));
    for table in ["journal", "iam_auth_tokens", "token_uses", "idempotency_keys", "search_documents", "sessions"] {
        let text = dump(&app, table).await;
        assert!(!text.contains(&token) && !text.to_uppercase().contains(&hex), "{table} holds the token");
    }
    for entry in std::fs::read_dir(app.folder()).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        let bytes = std::fs::read(entry.path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "{}", entry.path().display());
    }
});

both!(async fn a_token_has_a_life(app) {
    let made = make(&app.admin, json!({ "name": "default" })).await;
    // The virtual clock moves a little with every look at it.
    assert_eq!(second(&made["created"]), "2026-03-01T10:00:00");
    assert_eq!(second(&made["expiry"]), "2026-03-31T10:00:00", "30 days");
    let client = holder(&app, &made);
    client.get("/api/assets/").await.is(200);
    for (expiry, status) in [(json!(0), 400), (json!(366), 400), (json!(-1), 400), (json!(null), 400), (json!(365), 201), (json!("7"), 201)] {
        let answer = app.admin.post(TOKENS, json!({ "name": "x", "expiry": expiry })).await;
        assert_eq!(answer.status.as_u16(), status, "{expiry}: {}", answer.text());
    }
    app.admin.post(TOKENS, json!({ "name": " " })).await.is(400).error("name");
    app.admin.post(TOKENS, json!({ "name": "x", "user": UNKNOWN })).await.is(400);
    // Without an end only where the administrator allows it.
    app.admin.patch("/api/settings/general/", json!({ "allow_unlimited_tokens": true })).await.is(200);
    let endless = make(&app.admin, json!({ "name": "x", "expiry": null })).await;
    assert_eq!(endless["expiry"], Json::Null);
    app.clock.advance_seconds(30 * 86_400 - 1);
    client.get("/api/assets/").await.is(200);
    app.clock.advance_seconds(2);
    let answer = client.get("/api/assets/").await.is(401);
    assert_eq!(answer.header("www-authenticate"), Some("Token"));
    app.clock.advance_seconds(400 * 86_400);
    holder(&app, &endless).get("/api/assets/").await.is(200);
});

both!(async fn a_token_is_revoked_at_once_and_only_by_its_owner(app) {
    let domain = app.domain("Payments").await;
    let other = app.user("other@example.com", "ANA", domain).await;
    let made = make(&app.admin, json!({ "name": "ci" })).await;
    let client = holder(&app, &made);
    client.get("/api/assets/").await.is(200);
    let url = format!("{TOKENS}{}/", made["id"].as_str().unwrap());
    let one = other.delete(&url).await.is(404);
    let unknown = other.delete(&format!("{TOKENS}{UNKNOWN}/")).await.is(404);
    assert_eq!(one.text(), unknown.text());
    assert!(!other.get(TOKENS).await.is(200).text().contains("ci"));
    app.admin.delete(&url).await.is(204);
    client.get("/api/assets/").await.is(401);
    app.admin.delete(&url).await.is(404);
    // One that revokes itself ends with that request.
    let made = make(&app.admin, json!({ "name": "short" })).await;
    let client = holder(&app, &made);
    client.delete(&format!("{TOKENS}{}/", made["id"].as_str().unwrap())).await.is(204);
    client.get("/api/assets/").await.is(401);
});

both!(async fn a_token_never_has_more_than_its_owner(app) {
    let domain = app.domain("Payments").await;
    let owner = app.user("owner@example.com", "ANA", domain).await;
    let client = holder(&app, &make(&owner, json!({ "name": "ci" })).await);
    let asset = |name: &str| json!({ "name": name, "folder": domain });
    client.post("/api/assets/", asset("a")).await.is(201);
    client.get("/api/roles/").await.is(403);
    let url = format!("/api/users/{}/", owner.user);
    let readers = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-AUD")).await.is(200).ids();
    app.admin.patch(&url, json!({ "user_groups": readers })).await.is(200);
    client.post("/api/assets/", asset("b")).await.is(403);
    client.get("/api/assets/").await.is(200);
    app.admin.patch(&url, json!({ "user_groups": [] })).await.is(200);
    client.get("/api/assets/").await.is(403);
    app.admin.patch(&url, json!({ "user_groups": readers })).await.is(200);
    client.get("/api/assets/").await.is(200);
    // A disabled owner's tokens stop, and go on with the owner only for who wants that.
    app.admin.patch(&url, json!({ "is_active": false, "keep_tokens": true })).await.is(200);
    client.get("/api/assets/").await.is(401);
    app.admin.patch(&url, json!({ "is_active": true, "keep_tokens": true })).await.is(200);
    client.get("/api/assets/").await.is(200);
    // So do those of an account that has ended.
    app.admin.patch(&url, json!({ "expiry_date": "2026-03-02" })).await.is(200);
    client.get("/api/assets/").await.is(200);
    app.clock.advance_seconds(86_400);
    client.get("/api/assets/").await.is(401);
    app.admin.patch(&url, json!({ "expiry_date": null, "keep_tokens": true })).await.is(200);
    client.get("/api/assets/").await.is(200);
    app.admin.delete(&url).await.is(204);
    client.get("/api/assets/").await.is(401);
});

both!(async fn a_token_that_reads_changes_nothing(app) {
    let domain = app.domain("Payments").await;
    let evidence = app.admin.post("/api/evidences/", json!({ "name": "Proof", "folder": domain })).await.is(201).id();
    let made = make(&app.admin, json!({ "name": "reports", "read_only": true })).await;
    let client = holder(&app, &made);
    for path in ["/api/evidences/", "/api/users/", "/api/folders/org_tree/", "/api/evidences/export_csv/", "/api/search/?q=proof"] {
        client.get(path).await.is(200);
    }
    let current = client.get("/api/iam/current-user/").await.is(200).body();
    assert_eq!(current["token"]["read_only"], true);
    let permissions = current["domain_permissions"].to_string();
    assert!(permissions.contains("view_asset") && !permissions.contains("change_") && !permissions.contains("add_"));
    for (method, path) in unsafe_operations(&app) {
        let path = path.replace("{id}", &evidence.to_string());
        // None of these asks who sends it.
        if path == "/api/iam/login/"
            || path == "/api/identity/o/api/token"
            || path.starts_with("/api/iam/password-reset/")
        {
            continue;
        }
        let answer = client.json(method.clone(), &path, &json!({})).await;
        // A job that only reads is asked for like a list: what is wrong is told, and the token is not in the way.
        let expected = match path.rsplit('/').nth(1) {
            Some("prepare-export") => 400,
            Some("pack" | "prepare-report") => 404,
            _ => 403,
        };
        assert_eq!(answer.status, expected, "{method} {path}: {}", answer.text());
    }
    upload(&client, &format!("/api/evidences/{evidence}/upload/"), "x.txt").await.is(403);
    client.get("/api/iam/current-user/").await.is(200);
});

both!(async fn a_token_for_a_domain_knows_nothing_else(app) {
    let ours = app.domain("Payments").await;
    let part = app.domain_under("Cards", ours).await;
    let other = app.domain("Elsewhere").await;
    let asset = |folder: Uuid, name: &str| json!({ "name": name, "folder": folder });
    let inside = app.admin.post("/api/assets/", asset(ours, "inside vault")).await.is(201).id();
    let deeper = app.admin.post("/api/assets/", asset(part, "deeper vault")).await.is(201).id();
    let outside = app.admin.post("/api/assets/", asset(other, "outside vault")).await.is(201).id();
    app.admin.patch(&format!("/api/assets/{inside}/"), json!({ "parent_assets": [outside] })).await.is(200);
    app.admin.post(TOKENS, json!({ "name": "x", "folder": UNKNOWN })).await.is(400).error("folder");
    let made = make(&app.admin, json!({ "name": "cards", "folder": ours })).await;
    assert_eq!(made["folder"], json!(ours));
    let client = holder(&app, &made);
    let mut seen = client.get("/api/assets/").await.is(200).ids();
    seen.sort();
    assert_eq!(seen, [inside, deeper]);
    for path in ["/api/assets/", "/api/assets/ids/", "/api/assets/export_csv/", "/api/assets/graph/", "/api/search/?q=vault", "/api/folders/", "/api/folders/org_tree/"] {
        let text = client.get(path).await.is(200).text();
        for hidden in [outside.to_string(), other.to_string(), "outside".into(), "Elsewhere".into()] {
            assert!(!text.contains(&hidden), "{path} shows {hidden}");
        }
    }
    let url = format!("/api/assets/{outside}/");
    client.get(&url).await.is(404);
    client.patch(&url, json!({})).await.is(404);
    client.delete(&url).await.is(404);
    client.post("/api/assets/", asset(other, "x")).await.is(400).error("folder");
    client.post("/api/assets/", asset(part, "x")).await.is(201);
    assert_eq!(client.get(&format!("/api/assets/{inside}/")).await.is(200).body()["parent_assets"], json!([]));
    // What belongs to the whole instance is out of reach, though its owner administers it.
    client.post("/api/users/", json!({ "email": "x@example.com" })).await.is(403);
    client.patch(&format!("/api/users/{}/", app.admin.user), json!({ "first_name": "X" })).await.is(403);
    client.patch("/api/settings/general/", json!({ "currency": "$" })).await.is(403);
    client.patch("/api/user-preferences/", json!({ "lang": "fr" })).await.is(403);
    client.post("/api/roles/", json!({ "name": "x", "permissions": [] })).await.is(403);
    client.post("/api/folders/", json!({ "name": "x" })).await.is(403);
    let moved = client.patch(&format!("/api/folders/{part}/"), json!({ "parent_folder": app.root })).await;
    assert!([400, 403].contains(&moved.status.as_u16()), "{}", moved.text());
    // Nor does it sign its owner out, or tell where they are signed in.
    let (me, _) = browser(&app).await;
    client.get("/api/iam/sessions/").await.is(403);
    client.post("/api/iam/logoutall/", json!({})).await.is(403);
    client.post("/api/iam/revoke-sessions/", json!({})).await.is(403);
    me.get("/api/iam/current-user/").await.is(200);
    // It neither makes tokens nor knows or ends the others of its owner.
    client.post(TOKENS, json!({ "name": "more" })).await.is(403);
    let listed = client.get(TOKENS).await.is(200).body();
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    let others = app.admin.get(TOKENS).await.is(200).body();
    let another = others.as_array().unwrap().iter().find(|one| one["name"] == "test").unwrap()["id"].clone();
    client.delete(&format!("{TOKENS}{}/", another.as_str().unwrap())).await.is(404);
    // It goes with its domain instead of being limited to nothing.
    app.admin.delete(&format!("/api/folders/{ours}/")).await.is(204);
    client.get("/api/assets/").await.is(401);
});

both!(async fn the_header_is_read_kindly_but_strictly(app) {
    let made = make(&app.admin, json!({ "name": "ci" })).await;
    let token = made["token"].as_str().unwrap();
    for scheme in ["Token", "token", "TOKEN", "Bearer", "bearer", "Token  "] {
        app.nobody.with("Authorization", &format!("{scheme} {token}")).get("/api/assets/").await.is(200);
    }
    let shorter = &token[..token.len() - 1];
    for wrong in ["", "Token", "Token ", "Basic YTpi", token, &format!("Token {token} {token}"), &format!("Token {shorter}"), &format!("Token {token}x"), "Token é", "Token %00"] {
        let answer = app.nobody.with("Authorization", wrong).get("/api/assets/").await.is(401);
        assert_eq!(answer.header("www-authenticate"), Some("Token"), "{wrong}");
        assert_eq!(answer.body()["type"], "not_authenticated");
    }
    app.nobody.get(&format!("/api/assets/?token={token}")).await.is(401);
});

both!(async fn the_last_use_is_recorded(app) {
    let made = make(&app.admin, json!({ "name": "ci" })).await;
    let last_used = async || {
        app.app.flush_token_uses().await.unwrap();
        let list = app.admin.get(TOKENS).await.is(200).body();
        list.as_array().unwrap().iter().find(|one| one["name"] == "ci").unwrap()["last_used"].clone()
    };
    assert_eq!(last_used().await, Json::Null);
    app.clock.advance_seconds(60);
    holder(&app, &made).get("/api/assets/").await.is(200);
    assert_eq!(second(&last_used().await), "2026-03-01T10:01:00");
    app.clock.advance_seconds(60);
    holder(&app, &made).get("/api/assets/").await.is(200);
    assert_eq!(second(&last_used().await), "2026-03-01T10:02:00");
    // A use that is written down after the token is gone harms nothing.
    holder(&app, &made).get("/api/assets/").await.is(200);
    app.admin.delete(&format!("{TOKENS}{}/", made["id"].as_str().unwrap())).await.is(204);
    app.app.flush_token_uses().await.unwrap();
});

both!(async fn a_hosted_instance_opens_the_api_when_its_operator_says_so(app) {
    let config = Config { deployment: Deployment::Hosted, ..Config::default() };
    let app = TestApp::start_with(app.database, config).await;
    let (me, _) = browser(&app).await;
    me.get("/api/assets/").await.is(200);
    for path in ["/api/assets/", "/api/iam/current-user/", "/api/schema/"] {
        let refused = app.admin.get(path).await.is(403);
        assert_eq!(refused.body()["type"], "api_disabled");
    }
    app.nobody.get("/api/assets/").await.is(401);
    app.nobody.with("Authorization", "Token wrong").get("/api/assets/").await.is(401);
    // Not even an administrator opens it from inside.
    for path in ["/api/settings/general/", "/api/settings/feature-flags/"] {
        me.patch(path, json!({ "api_access": true })).await.is(400);
    }
    me.patch("/api/settings/operator/", json!({ "api_access": true })).await.is(404);
    app.admin.get("/api/assets/").await.is(403);
    for (open, status) in [(true, 200), (false, 403)] {
        let mut cx = app.engine.write(Arc::new(Caller::command_line())).await.unwrap();
        settings::set::<Operator>(&mut cx, &json!({ "api_access": open })).await.unwrap();
        cx.commit().await.unwrap();
        app.admin.get("/api/assets/").await.is(status);
        me.get("/api/assets/").await.is(200);
    }
    let stored = me.get("/api/settings/global/").await.is(200);
    for id in stored.ids() {
        let answer = me.patch(&format!("/api/settings/global/{id}/"), json!({ "value": { "api_access": true } })).await;
        assert!([404, 405].contains(&answer.status.as_u16()), "{}", answer.text());
    }
});

both!(async fn administrators_list_and_revoke_anyones_tokens(app) {
    let domain = app.domain("Payments").await;
    let owner = app.user("owner@example.com", "ANA", domain).await;
    let made = make(&owner, json!({ "name": "ci", "read_only": true })).await;
    let client = holder(&app, &made);
    let url = format!("/api/users/{}/", owner.user);
    let list = app.admin.get(&format!("{url}tokens/")).await.is(200);
    assert!(!list.text().contains(made["token"].as_str().unwrap()));
    let names: Vec<Json> = list.column("name");
    assert_eq!((list.body()["count"].as_i64(), names.contains(&json!("ci"))), (Some(2), true));
    let all = app.admin.get("/api/users/all-tokens/").await.is(200).body();
    let theirs = all["results"].as_array().unwrap().iter().find(|one| one["name"] == "ci").unwrap().clone();
    assert_eq!(theirs["user"], json!({ "id": owner.user, "email": "owner@example.com" }));

    // It takes the right to change the account, and all that the person may do.
    let clerk = json!({ "name": "clerk", "permissions": app.admin.get("/api/permissions/?codename__in=view_folder,view_user,change_user").await.is(200).ids() });
    let clerk_role = app.admin.post("/api/roles/", clerk).await.is(201).id();
    let clerk = app.user_with(json!({ "email": "clerk@example.com" })).await;
    let given = json!({ "name": "given", "user": clerk.user, "role": clerk_role, "perimeter_folders": [app.root], "is_recursive": true });
    app.admin.post("/api/role-assignments/", given).await.is(201);
    let limited = holder(&app, &make(&app.admin, json!({ "name": "limited", "folder": domain })).await);
    for weaker in [&owner, &clerk, &limited] {
        weaker.get(&format!("{url}tokens/")).await.is(403);
        weaker.post(&format!("{url}revoke-tokens/"), json!({})).await.is(403);
    }
    let seen = clerk.get("/api/users/all-tokens/").await.is(200).text();
    assert!(seen.contains("clerk@example.com") && !seen.contains("owner@example.com"), "{seen}");
    owner.get("/api/users/all-tokens/").await.is(403);

    let admins = app.admin.get(TOKENS).await.is(200).body()[0]["id"].clone();
    app.admin.post(&format!("{url}revoke-tokens/"), json!({ "ids": [admins] })).await.is(400).error("ids");
    client.get("/api/assets/").await.is(200);
    let done = app.admin.post(&format!("{url}revoke-tokens/"), json!({ "ids": [made["id"]] })).await.is(200).body();
    assert_eq!(done, json!({ "revoked": 1 }));
    client.get("/api/assets/").await.is(401);
    owner.get("/api/assets/").await.is(200);
    app.admin.post(&format!("{url}revoke-tokens/"), json!({})).await.is(200);
    owner.get("/api/assets/").await.is(401);
    app.admin.get("/api/assets/").await.is(200);
});
