//! Signing in with a password, and what a browser's session is worth.

use cairn_testkit::{ADMIN_EMAIL, ADMIN_PASSWORD, Answer, Client, TestApp, both};
use serde_json::{Value as Json, json};

pub const PASSWORD: &str = "Correct-Horse-43-Battery";

async fn login(client: &Client, email: &str, password: &str) -> Answer {
    client.post("/api/iam/login/", json!({ "email": email, "password": password })).await
}

/// A cookie that an answer sets, with its flags.
fn cookie<'a>(answer: &'a Answer, name: &str) -> &'a str {
    let all = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    all.into_iter()
        .find(|text| text.starts_with(&format!("{name}=")))
        .unwrap_or_else(|| panic!("the cookie {name} is set"))
}

fn value(cookie: &str) -> &str {
    cookie.split(';').next().and_then(|pair| pair.split_once('=')).unwrap().1
}

/// A browser that someone signed in with, and one that does not repeat the CSRF value.
pub async fn browser_of(app: &TestApp, email: &str, password: &str) -> (Client, Client) {
    let answer = login(&app.nobody, email, password).await.is(200);
    let session = value(cookie(&answer, "cairn_session")).to_owned();
    let csrf = answer.body()["csrf_token"].as_str().unwrap().to_owned();
    assert_eq!(value(cookie(&answer, "cairn_csrf")), csrf);
    let bare = app.nobody.with("Cookie", &format!("theme=dark; cairn_session={session}; cairn_csrf={csrf}"));
    (bare.with("X-CSRF-Token", &csrf), bare)
}

pub async fn browser(app: &TestApp) -> (Client, Client) {
    browser_of(app, ADMIN_EMAIL, ADMIN_PASSWORD).await
}

/// Someone with a password.
async fn person(app: &TestApp, email: &str, body: Json) -> Client {
    let mut whole = json!({ "email": email });
    whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    let client = app.user_with(whole).await;
    let password = json!({ "user": client.user, "new_password": PASSWORD });
    app.admin.post("/api/iam/set-password/", password).await.is(204);
    client
}

both!(async fn signing_in_sets_cookies_that_scripts_and_other_sites_cannot_use(app) {
    let answer = login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
    let session = cookie(&answer, "cairn_session");
    for flag in ["Path=/", "SameSite=Lax", "HttpOnly", "Max-Age=1209600"] {
        assert!(session.split("; ").any(|part| part == flag), "{session}");
    }
    let csrf = cookie(&answer, "cairn_csrf");
    assert!(!csrf.contains("HttpOnly") && csrf.contains("SameSite=Lax"), "{csrf}");
    assert!(!session.contains("Secure"));
    assert_eq!(answer.header("strict-transport-security"), None);
    assert!(!answer.text().contains(value(session)), "the session is in the cookie alone");
    assert!(!answer.text().contains("argon2"));
    assert_eq!(answer.body()["user"]["email"], ADMIN_EMAIL);
    login(&app.nobody, " ADMIN@Example.com ", ADMIN_PASSWORD).await.is(200);
    let named = json!({ "username": ADMIN_EMAIL, "password": ADMIN_PASSWORD });
    app.nobody.post("/api/iam/login/", named).await.is(200);
    let config = cairn_api::Config { secure_cookies: true, ..cairn_api::Config::default() };
    let app = TestApp::start_with(app.database, config).await;
    let answer = login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
    for name in ["cairn_session", "cairn_csrf"] {
        assert!(cookie(&answer, name).contains("; Secure"));
    }
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
});

both!(async fn what_is_wrong_is_not_told(app) {
    person(&app, "off@example.com", json!({ "is_active": false })).await;
    person(&app, "ended@example.com", json!({ "expiry_date": "2026-03-01" })).await;
    app.user_with(json!({ "email": "never@example.com" })).await;
    let wrong = login(&app.nobody, ADMIN_EMAIL, "wrong").await.is(401);
    assert_eq!(wrong.header("www-authenticate"), Some("Token"));
    assert!(wrong.headers.get("set-cookie").is_none());
    for (email, password) in [
        ("unknown@example.com", PASSWORD),
        ("off@example.com", PASSWORD),
        ("ended@example.com", PASSWORD),
        ("never@example.com", PASSWORD),
        ("never@example.com", ""),
        ("not an address", PASSWORD),
    ] {
        let answer = login(&app.nobody, email, password).await.is(401);
        assert_eq!(answer.bytes, wrong.bytes, "{email}");
        let names = |answer: &Answer| {
            let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
            names.sort();
            names
        };
        assert_eq!(names(&answer), names(&wrong), "{email}");
    }
    for body in [json!({}), json!({ "email": ADMIN_EMAIL }), json!({ "password": "x" }), json!({ "email": 1, "password": "x" }), json!([]), json!({ "email": ADMIN_EMAIL, "password": "x", "admin": true })] {
        app.nobody.post("/api/iam/login/", body).await.is(400);
    }
});

both!(async fn a_session_changes_nothing_without_the_csrf_value(app) {
    let (me, bare) = browser(&app).await;
    bare.get("/api/folders/").await.is(200);
    let body = || json!({ "name": "Payments" });
    for client in [bare.clone(), bare.with("X-CSRF-Token", ""), bare.with("X-CSRF-Token", "wrong")] {
        for answer in [
            client.post("/api/folders/", body()).await,
            client.patch(&format!("/api/users/{}/", app.admin.user), json!({})).await,
            client.put("/api/user-preferences/", json!({})).await,
            client.delete(&format!("/api/users/{}/", app.admin.user)).await,
            client.post("/api/iam/logout/", json!({})).await,
            client.post("/api/iam/auth-tokens/", json!({ "name": "x" })).await,
            client.post("/api/folders/batch-action/", json!({})).await,
        ] {
            assert_eq!(answer.is(403).body()["type"], "csrf_failed");
        }
    }
    me.post("/api/folders/", body()).await.is(201);
    // Another session's value is not good for this one.
    let (other, _) = browser(&app).await;
    let answer = login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
    let foreign = answer.body()["csrf_token"].as_str().unwrap().to_owned();
    other.with("X-CSRF-Token", &foreign).post("/api/folders/", json!({ "name": "X" })).await.is(403);
    // A bad token is not made good by a session.
    me.with("Authorization", "Token wrong").get("/api/folders/").await.is(401);
});

both!(async fn signing_out_ends_the_session_on_the_server(app) {
    let (me, _) = browser(&app).await;
    let (other, _) = browser(&app).await;
    let answer = me.post("/api/iam/logout/", json!({})).await.is(204);
    for name in ["cairn_session", "cairn_csrf"] {
        assert!(cookie(&answer, name).contains("Max-Age=0"));
    }
    me.get("/api/folders/").await.is(401);
    other.get("/api/folders/").await.is(200);
    app.clock.advance_seconds(14 * 86_400);
    other.get("/api/folders/").await.is(401);
    app.nobody.with("Cookie", "cairn_session=").get("/api/folders/").await.is(401);
    app.nobody.with("Cookie", "cairn_session=made-up").get("/api/folders/").await.is(401);
});

both!(async fn a_person_sees_where_they_are_signed_in_and_ends_it(app) {
    let token = person(&app, "one@example.com", json!({})).await;
    let firefox = app.nobody.with("User-Agent", &format!("Firefox {}", "x".repeat(400)));
    login(&firefox, "one@example.com", PASSWORD).await.is(200);
    app.clock.advance_seconds(60);
    let (me, bare) = browser_of(&app, "one@example.com", PASSWORD).await;
    let url = "/api/iam/sessions/";
    let seen = me.get(url).await.is(200).body();
    assert_eq!((&seen[0]["is_current"], &seen[1]["is_current"], &seen[2]), (&json!(true), &json!(false), &Json::Null));
    assert_eq!(seen[1]["agent"].as_str().unwrap().len(), 300, "as much as a person would read");
    let by_token = token.get(url).await.is(200).body();
    assert!(by_token.as_array().unwrap().iter().all(|one| one["is_current"] == false), "a token is no session");

    let other = format!("{url}{}/", seen[1]["id"].as_str().unwrap());
    app.admin.delete(&other).await.is(404);
    bare.delete(&other).await.is(403);
    me.delete(&other).await.is(204);
    me.delete(&other).await.is(404);
    assert_eq!(me.get(url).await.is(200).body().as_array().unwrap().len(), 1);

    let (elsewhere, _) = browser_of(&app, "one@example.com", PASSWORD).await;
    let (stranger, _) = browser(&app).await;
    assert_eq!(me.post("/api/iam/revoke-sessions/", json!({})).await.is(200).body(), json!({ "ended": 1 }));
    elsewhere.get(url).await.is(401);
    me.get(url).await.is(200);
    me.post("/api/iam/logoutall/", json!({})).await.is(204);
    me.get(url).await.is(401);
    token.get(url).await.is(200);
    stranger.get(url).await.is(200);
    app.clock.advance_seconds(15 * 86_400);
    assert_eq!(token.get(url).await.is(200).body(), json!([]), "what has run out is none");
});

both!(async fn a_session_ends_with_its_account(app) {
    let client = person(&app, "one@example.com", json!({})).await;
    let (me, _) = browser_of(&app, "one@example.com", PASSWORD).await;
    let url = format!("/api/users/{}/", client.user);
    me.get("/api/iam/current-user/").await.is(200);
    app.admin.patch(&url, json!({ "is_active": false })).await.is(200);
    me.get("/api/iam/current-user/").await.is(401);
    app.admin.patch(&url, json!({ "is_active": true, "expiry_date": "2026-03-01" })).await.is(200);
    me.get("/api/iam/current-user/").await.is(401);
    app.admin.delete(&url).await.is(204);
    me.get("/api/iam/current-user/").await.is(401);
});

both!(async fn a_password_is_changed_by_who_knows_it(app) {
    let owner = person(&app, "one@example.com", json!({ "first_name": "Wilhelmina" })).await;
    let (me, bare) = browser_of(&app, "one@example.com", PASSWORD).await;
    let (elsewhere, _) = browser_of(&app, "one@example.com", PASSWORD).await;
    let new = "Even-Better-Staple-77";
    let body = |old: &str, new: &str| json!({ "old_password": old, "new_password": new });
    let url = "/api/iam/change-password/";
    me.post(url, body("wrong", new)).await.is(400).error("old_password");
    for weak in ["short", "password", "aaaaaaaaaaaaaaaa", "one@example.com", ""] {
        me.post(url, body(PASSWORD, weak)).await.is(400).error("new_password");
    }
    let mut twice = body(PASSWORD, new);
    twice["confirm_new_password"] = json!("too common");
    me.post(url, twice).await.is(400).error("confirm_new_password");
    bare.post(url, body(PASSWORD, new)).await.is(403);
    owner.post(url, body(PASSWORD, new)).await.is(403);
    elsewhere.get("/api/iam/current-user/").await.is(200);
    me.post(url, body(PASSWORD, new)).await.is(204);
    me.get("/api/iam/current-user/").await.is(200);
    elsewhere.get("/api/iam/current-user/").await.is(401);
    login(&app.nobody, "one@example.com", PASSWORD).await.is(401);
    login(&app.nobody, "one@example.com", new).await.is(200);
});

both!(async fn a_password_is_set_by_who_covers_the_account(app) {
    let domain = app.domain("Payments").await;
    let owner = person(&app, "one@example.com", json!({})).await;
    let (session, _) = browser_of(&app, "one@example.com", PASSWORD).await;
    let body = |password: &str| json!({ "user": owner.user, "new_password": password });
    let url = "/api/iam/set-password/";
    for role in ["DMA", "ANA", "AUD"] {
        let weaker = app.user(&format!("{role}@example.com"), role, domain).await;
        weaker.post(url, body("Even-Better-Staple-77")).await.is(403);
    }
    owner.post(url, body("Even-Better-Staple-77")).await.is(403);
    app.admin.post(url, body("weak")).await.is(400).error("new_password");
    session.get("/api/iam/current-user/").await.is(200);
    app.admin.post(url, body("Even-Better-Staple-77")).await.is(204);
    session.get("/api/iam/current-user/").await.is(401);
    login(&app.nobody, "one@example.com", "Even-Better-Staple-77").await.is(200);
    // One's own is changed with the old one, so that a stolen token or session is not enough.
    let own = json!({ "user": app.admin.user, "new_password": "Even-Better-Staple-77" });
    app.admin.post(url, own.clone()).await.is(403);
    browser(&app).await.0.post(url, own).await.is(403);
});

both!(async fn guessing_is_slowed_down_for_who_guesses(app) {
    for _ in 0..10 {
        login(&app.nobody, ADMIN_EMAIL, "wrong").await.is(401);
    }
    let answer = login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(429);
    let wait: i64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert_eq!((wait, &answer.body()["type"]), (1, &json!("throttled")));
    login(&app.nobody, "ADMIN@example.com", ADMIN_PASSWORD).await.is(429);
    // Tokens and others are not locked out.
    app.admin.get("/api/folders/").await.is(200);
    login(&app.nobody, "unknown@example.com", "wrong").await.is(401);
    // Each failure makes the next wait longer.
    app.clock.advance_seconds(wait);
    login(&app.nobody, ADMIN_EMAIL, "wrong").await.is(401);
    app.clock.advance_seconds(1);
    login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(429);
    app.clock.advance_seconds(1);
    login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
});

both!(async fn the_wrong_passwords_of_others_lock_nobody_out(app) {
    let config = cairn_api::Config { trust_proxy: true, ..cairn_api::Config::default() };
    let app = TestApp::start_with(app.database, config).await;
    let at = |address: &str| app.nobody.with("X-Forwarded-For", address);
    person(&app, "one@example.com", json!({})).await;
    let signed_in = login(&at("192.0.2.1"), "one@example.com", PASSWORD).await.is(200);
    let device = cookie(&signed_in, "cairn_device").to_owned();
    for flag in ["Path=/", "SameSite=Lax", "HttpOnly", "Max-Age=15552000"] {
        assert!(device.split("; ").any(|part| part == flag), "{device}");
    }
    let session = value(cookie(&signed_in, "cairn_session")).to_owned();
    let csrf = signed_in.body()["csrf_token"].as_str().unwrap().to_owned();

    // Strangers everywhere guess, also from the office that the owner shares.
    for number in 0..110 {
        login(&at(&format!("198.51.100.{number}")), "one@example.com", "wrong").await.is(401);
    }
    for number in 0..50 {
        login(&at("192.0.2.1"), &format!("{number}@example.com"), "wrong").await.is(401);
    }
    login(&at("192.0.2.1"), "one@example.com", PASSWORD).await.is(429);
    // The session goes on, and its password can be changed.
    let me = at("192.0.2.1").with("Cookie", &format!("cairn_session={session}")).with("X-CSRF-Token", &csrf);
    me.get("/api/iam/current-user/").await.is(200);
    let new = "Even-Better-Staple-77";
    me.post("/api/iam/change-password/", json!({ "old_password": PASSWORD, "new_password": new })).await.is(204);
    // The session proves whose browser it is, and so does what an earlier sign-in left there.
    login(&me, "one@example.com", new).await.is(200);
    let known = at("192.0.2.1").with("Cookie", &format!("cairn_device={}", value(&device)));
    login(&known, "one@example.com", new).await.is(200);
    // It proves nothing for others.
    login(&known, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(429);
    login(&at("192.0.2.1").with("Cookie", "cairn_device=made-up"), "one@example.com", new).await.is(429);
    // From a new place there is one try, and a long wait after a mistake.
    login(&at("203.0.113.1"), "one@example.com", new).await.is(200);
    login(&at("203.0.113.2"), "one@example.com", "wrong").await.is(401);
    let wait = login(&at("203.0.113.2"), "one@example.com", new).await.is(429);
    assert_eq!(wait.header("retry-after"), Some("60"));
});

both!(async fn guessing_is_slowed_down_for_an_address(app) {
    for number in 0..50 {
        login(&app.nobody, &format!("{number}@example.com"), "wrong").await.is(401);
    }
    let answer = login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(429);
    assert!(answer.header("retry-after").is_some());
    // An address that anyone can write into a header is not believed.
    let forged = app.nobody.with("X-Forwarded-For", "203.0.113.7");
    login(&forged, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(429);
    app.clock.advance_seconds(900);
    login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
});

both!(async fn the_current_user_knows_what_they_may_do(app) {
    let domain = app.domain("Payments").await;
    let part = app.domain_under("Cards", domain).await;
    app.domain("Elsewhere").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let me = analyst.get("/api/iam/current-user/").await.is(200).body();
    assert_eq!((&me["id"], &me["email"]), (&json!(analyst.user), &json!("analyst@example.com")));
    assert_eq!(me["roles"], json!(["BI-RL-ANA"]));
    assert_eq!(me["user_groups"], json!([["BI-UG-ANA", true]]));
    assert_eq!((&me["role_names"], &me["group_names"]), (&json!(["Analyst"]), &json!(["Payments - Analyst"])));
    assert_eq!((&me["is_admin"], &me["is_third_party"]), (&json!(false), &json!(false)));
    let mut domains = [domain, part];
    domains.sort();
    assert_eq!(me["accessible_domains"], json!(domains));
    let held = me["domain_permissions"].as_object().unwrap();
    assert_eq!(held.len(), 2);
    for (_, names) in held {
        let names = names.as_array().unwrap();
        assert!(names.contains(&json!("add_asset")) && !names.contains(&json!("add_user")));
    }
    assert!(me.get("password").is_none());
    let mut preferences = analyst.get("/api/user-preferences/").await.is(200).body();
    let notifications = preferences.as_object_mut().unwrap().remove("notifications").unwrap();
    assert_eq!(preferences, json!({ "lang": "en", "date_format": "auto", "ui": { "theme": "system" } }));
    assert_eq!((&notifications["digest_at"], &notifications["quiet_hours"]), (&json!("08:00"), &json!(null)));
    assert_eq!(notifications["kinds"]["assigned"], json!({ "in_app": true, "email": "immediately" }));
    let changed = analyst.patch("/api/user-preferences/", json!({ "lang": "fr" })).await.is(200).body();
    assert_eq!(changed["lang"], "fr");
    assert_eq!(analyst.get("/api/iam/current-user/").await.is(200).body()["preferences"]["lang"], "fr");
    analyst.patch("/api/user-preferences/", json!({ "is_admin": true })).await.is(400);
    // They are nobody else's business.
    for path in [format!("/api/users/{}/", analyst.user), format!("/api/users/{}/object/", analyst.user)] {
        assert!(app.admin.get(&path).await.is(200).body().get("preferences").is_none(), "{path}");
    }
    assert!(!app.admin.get("/api/users/").await.is(200).text().contains("preferences"));
});

both!(async fn failed_sign_ins_do_not_fill_the_journal(app) {
    let config = cairn_api::Config::default();
    let throttle = cairn_auth::throttle::Settings { account_failures: 1000, address_failures: 1000, ..config.throttle };
    let app = TestApp::start_with(app.database, cairn_api::Config { throttle, ..config }).await;
    for number in 0..15 {
        login(&app.nobody, &format!("{number}@example.com"), "wrong").await.is(401);
    }
    app.app.flush_refusals().await.unwrap();
    let entries = app.admin.get("/api/log-entries/?kind=sign_in_failed&ordering=seq").await.is(200).column("detail");
    assert_eq!(entries.len(), 11, "ten of them, and how many more there were");
    assert_eq!((&entries[0]["email"], &entries[10]), (&json!("0@example.com"), &json!({ "left_out": 5 })));
    app.app.flush_refusals().await.unwrap();
    app.clock.advance_seconds(61);
    login(&app.nobody, "later@example.com", "wrong").await.is(401);
    assert_eq!(app.admin.get("/api/log-entries/?kind=sign_in_failed").await.is(200).body()["count"], 12);
});

both!(async fn nothing_works_again_when_an_account_does(app) {
    for off in [json!({ "is_active": false }), json!({ "expiry_date": "2026-03-01" })] {
        let email = format!("{}@example.com", off.as_object().unwrap().keys().next().unwrap());
        let client = person(&app, &email, json!({})).await;
        let url = format!("/api/users/{}/", client.user);
        let (me, _) = browser_of(&app, &email, PASSWORD).await;
        client.get("/api/iam/current-user/").await.is(200);
        app.admin.patch(&url, off).await.is(200);
        for one in [&me, &client] {
            one.get("/api/iam/current-user/").await.is(401);
        }
        app.admin.patch(&url, json!({ "is_active": true, "expiry_date": null })).await.is(200);
        for one in [&me, &client] {
            one.get("/api/iam/current-user/").await.is(401);
        }
        browser_of(&app, &email, PASSWORD).await;
        // Tokens can be kept, by who says so each time; sessions cannot.
        let client = app.client_of(&email).await;
        let (me, _) = browser_of(&app, &email, PASSWORD).await;
        app.admin.patch(&url, json!({ "is_active": false, "keep_tokens": true })).await.is(200);
        client.get("/api/iam/current-user/").await.is(401);
        app.admin.patch(&url, json!({ "is_active": true, "keep_tokens": true })).await.is(200);
        client.get("/api/iam/current-user/").await.is(200);
        me.get("/api/iam/current-user/").await.is(401);
        assert!(app.admin.get(&url).await.is(200).body().get("keep_tokens").is_none());
    }
    // An end that passes by itself is one, too.
    let client = person(&app, "guest@example.com", json!({ "expiry_date": "2026-03-02" })).await;
    client.get("/api/iam/current-user/").await.is(200);
    app.clock.advance_seconds(86_400);
    app.admin.patch(&format!("/api/users/{}/", client.user), json!({ "expiry_date": null })).await.is(200);
    client.get("/api/iam/current-user/").await.is(401);
});

both!(async fn a_new_password_ends_sessions_and_if_wished_tokens(app) {
    let new = "Even-Better-Staple-77";
    for revoke in [false, true] {
        let email = format!("{revoke}@example.com");
        let client = person(&app, &email, json!({})).await;
        let (me, _) = browser_of(&app, &email, PASSWORD).await;
        let (other, _) = browser_of(&app, &email, PASSWORD).await;
        let change = json!({ "old_password": PASSWORD, "new_password": new, "revoke_tokens": revoke });
        me.post("/api/iam/change-password/", change).await.is(204);
        me.get("/api/iam/current-user/").await.is(200);
        other.get("/api/iam/current-user/").await.is(401);
        client.get("/api/iam/current-user/").await.is(if revoke { 401 } else { 200 });

        let client = app.client_of(&email).await;
        let reset = json!({ "user": client.user, "new_password": PASSWORD, "revoke_tokens": revoke });
        app.admin.post("/api/iam/set-password/", reset).await.is(204);
        me.get("/api/iam/current-user/").await.is(401);
        client.get("/api/iam/current-user/").await.is(if revoke { 401 } else { 200 });
    }
});

both!(async fn administrators_sign_others_out(app) {
    let client = person(&app, "one@example.com", json!({})).await;
    let (me, _) = browser_of(&app, "one@example.com", PASSWORD).await;
    let url = format!("/api/users/{}/end-sessions/", client.user);
    client.post(&url, json!({})).await.is(404);
    assert_eq!(app.admin.post(&url, json!({})).await.is(200).body(), json!({ "ended": 1 }));
    me.get("/api/iam/current-user/").await.is(401);
    client.get("/api/iam/current-user/").await.is(200);
});
