//! Accounts: links to set a password, the rule for passwords, how long sessions last, new browsers, and from where the
//! instance can be reached.

use cairn_api::Config;
use cairn_testkit::{ADMIN_EMAIL, ADMIN_PASSWORD, Answer, Client, Database, MailServer, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::service_accounts;
use crate::sign_in::browser;

const RESET: &str = "/api/iam/password-reset/";
const CHECK: &str = "/api/iam/password-reset/check/";
const CONFIRM: &str = "/api/iam/password-reset/confirm/";
const INFRA: &str = "/api/settings/infra-config/";
const NEW: &str = "Even-Better-Staple-77";

async fn run_jobs(app: &TestApp) {
    while app.jobs.run_due().await.expect("a run") > 0 {}
}

async fn login(client: &Client, email: &str, password: &str) -> Answer {
    client.post("/api/iam/login/", json!({ "email": email, "password": password })).await
}

/// A person without a password.
async fn person(app: &TestApp, email: &str) -> Uuid {
    app.admin.post("/api/users/", json!({ "email": email, "first_name": "Wilhelmina" })).await.is(201).id()
}

/// A link that an administrator copies: what follows `#`.
async fn link(app: &TestApp, user: Uuid) -> String {
    let url = format!("/api/users/{user}/create-password-link/");
    let path = app.admin.post(&url, json!({})).await.is(200).body()["path"].as_str().expect("a path").to_owned();
    path.strip_prefix("/reset-password#").expect("a page of ours").to_owned()
}

/// The link in a mail: what follows `#`.
fn link_in(mail: &str) -> String {
    let joined = mail.replace("=\n", "").replace("=3D", "=");
    let (_, rest) = joined.split_once("https://cairn.example/reset-password#").unwrap_or_else(|| panic!("{mail}"));
    rest.chars().take_while(|one| one.is_ascii_alphanumeric() || *one == '_').collect()
}

fn choose(token: &str, password: &str) -> Json {
    json!({ "token": token, "new_password": password })
}

/// The journal, as text.
async fn log(app: &TestApp, kind: &str) -> Vec<Json> {
    app.admin.get(&format!("/api/log-entries/?kind={kind}")).await.is(200).body()["results"].as_array().unwrap().clone()
}

both!(async fn an_invitation_is_used_once(app) {
    let user = person(&app, "one@example.com").await;
    login(&app.nobody, "one@example.com", "").await.is(401);
    let token = link(&app, user).await;
    let shown = app.nobody.post(CHECK, json!({ "token": token })).await.is(200).body();
    assert_eq!(shown, json!({ "purpose": "invitation", "email": "one@example.com", "password_min_length": 12 }));
    for weak in ["short", "password1234", "one@example.com!", "my-wilhelmina-lamp"] {
        app.nobody.post(CONFIRM, choose(&token, weak)).await.is(400).error("new_password");
    }
    let mut twice = choose(&token, NEW);
    twice["confirm_new_password"] = json!("Another-Lamp-1234");
    app.nobody.post(CONFIRM, twice).await.is(400).error("confirm_new_password");
    app.nobody.post(CONFIRM, choose(&token, NEW)).await.is(204);
    login(&app.nobody, "one@example.com", NEW).await.is(200);
    app.nobody.post(CONFIRM, choose(&token, "Quiet-Heron-Lamp-12")).await.is(404);
    app.nobody.post(CHECK, json!({ "token": token })).await.is(404);
    login(&app.nobody, "one@example.com", NEW).await.is(200);
    let noted = log(&app, "password_link_created").await;
    assert_eq!((noted.len(), &noted[0]["resource"]), (1, &json!("users")), "{noted:?}");
    assert!(!json!(noted).to_string().contains("cl_"), "the link is not in the journal");
});

both!(async fn a_link_ends_by_itself_with_a_newer_one_and_with_the_account(app) {
    let user = person(&app, "one@example.com").await;
    let first = link(&app, user).await;
    let second = link(&app, user).await;
    app.nobody.post(CHECK, json!({ "token": first })).await.is(404);
    app.clock.advance_seconds(7 * 86_400 - 1);
    app.nobody.post(CHECK, json!({ "token": second })).await.is(200);
    app.clock.advance_seconds(1);
    app.nobody.post(CHECK, json!({ "token": second })).await.is(404);
    app.nobody.post(CONFIRM, choose(&second, NEW)).await.is(404);

    // Each of these ends the link that was there.
    let changes = [json!({ "email": "two@example.com" }), json!({ "is_active": false })];
    for change in changes {
        let token = link(&app, user).await;
        app.admin.patch(&format!("/api/users/{user}/"), change).await.is(200);
        app.nobody.post(CONFIRM, choose(&token, NEW)).await.is(404);
    }
    app.admin.post(&format!("/api/users/{user}/create-password-link/"), json!({})).await.is(409);
    app.admin.patch(&format!("/api/users/{user}/"), json!({ "is_active": true })).await.is(200);
    let token = link(&app, user).await;
    app.admin.post("/api/iam/set-password/", json!({ "user": user, "new_password": NEW })).await.is(204);
    app.nobody.post(CONFIRM, choose(&token, "Quiet-Heron-Lamp-12")).await.is(404);

    // Now there is a password, and the link is for one hour, as the settings say.
    let token = link(&app, user).await;
    assert_eq!(app.nobody.post(CHECK, json!({ "token": token })).await.is(200).body()["purpose"], "password_reset");
    app.clock.advance_seconds(3600);
    app.nobody.post(CHECK, json!({ "token": token })).await.is(404);
    app.admin.patch("/api/settings/sign-in/", json!({ "reset_minutes": 5 })).await.is(200);
    let token = link(&app, user).await;
    app.clock.advance_seconds(300);
    app.nobody.post(CHECK, json!({ "token": token })).await.is(404);
    app.nobody.post(CONFIRM, choose("", NEW)).await.is(404);
});

both!(async fn of_two_requests_with_one_link_one_wins(app) {
    let user = person(&app, "one@example.com").await;
    for _ in 0..4 {
        let token = link(&app, user).await;
        let passwords = ["Even-Better-Staple-77", "Quiet-Heron-Lamp-12", "Seven-Green-Lamps-4"];
        let tries = passwords.map(|password| app.nobody.post(CONFIRM, choose(&token, password)));
        let answers = futures_util::future::join_all(tries).await;
        let won: Vec<usize> = (0..3).filter(|at| answers[*at].status == 204).collect();
        assert_eq!(won.len(), 1, "{answers:?}");
        assert!(answers.iter().all(|answer| answer.status == 204 || answer.status == 404), "{answers:?}");
        login(&app.nobody, "one@example.com", passwords[won[0]]).await.is(200);
    }
});

both!(async fn a_link_ends_sessions_and_if_wished_tokens(app) {
    let client = app.user_with(json!({ "email": "one@example.com" })).await;
    app.admin.post("/api/iam/set-password/", json!({ "user": client.user, "new_password": NEW })).await.is(204);
    for (revokes, after) in [(false, 200), (true, 401)] {
        let answer = login(&app.nobody, "one@example.com", NEW).await.is(200);
        let cookies = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
        let session = cookies.into_iter().find(|text| text.starts_with("cairn_session=")).unwrap();
        let browser = app.nobody.with("Cookie", session.split(';').next().unwrap());
        browser.get("/api/iam/current-user/").await.is(200);
        let token = link(&app, client.user).await;
        let mut body = choose(&token, NEW);
        body["revoke_tokens"] = revokes.into();
        app.nobody.post(CONFIRM, body).await.is(204);
        browser.get("/api/iam/current-user/").await.is(401);
        client.get("/api/iam/current-user/").await.is(after);
    }
});

both!(async fn a_forgotten_password_is_reset_by_mail(app) {
    let server = MailServer::start().await;
    app.nobody.post(RESET, json!({ "email": ADMIN_EMAIL })).await.is(409);
    server.turn_on(&app).await;
    app.nobody.post(RESET, json!({ "email": format!(" {} ", ADMIN_EMAIL.to_uppercase()) })).await.is(204);
    run_jobs(&app).await;
    assert_eq!(server.count(), 1);
    let mail = server.last();
    assert!(mail.contains("Subject: Set a new password for Cairn"), "{mail}");
    assert!(!mail.contains("List-Unsubscribe"), "nobody turns this off: {mail}");
    let token = link_in(&mail);
    assert_eq!(app.nobody.post(CHECK, json!({ "token": token })).await.is(200).body()["email"], ADMIN_EMAIL);
    // A second request makes the first link useless.
    app.nobody.post(RESET, json!({ "email": ADMIN_EMAIL })).await.is(204);
    run_jobs(&app).await;
    let newer = link_in(&server.last());
    app.nobody.post(CONFIRM, choose(&token, NEW)).await.is(404);
    app.nobody.post(CONFIRM, choose(&newer, NEW)).await.is(204);
    login(&app.nobody, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(401);
    login(&app.nobody, ADMIN_EMAIL, NEW).await.is(200);
    assert_eq!(log(&app, "password_reset_requested").await.len(), 2);

    // In the person's language.
    let user = person(&app, "deux@example.com").await;
    app.admin.patch("/api/settings/general/", json!({ "default_language": "fr" })).await.is(200);
    let sent = app.admin.post(&format!("/api/users/{user}/send-password-link/"), json!({})).await.is(200).body();
    assert_eq!(sent, json!({ "purpose": "invitation", "to": "deux@example.com" }));
    run_jobs(&app).await;
    let mail = server.last();
    assert!(mail.contains("=?utf-8?") && mail.contains("To: deux@example.com"), "{mail}");
    app.nobody.post(CONFIRM, choose(&link_in(&mail), NEW)).await.is(204);
    login(&app.nobody, "deux@example.com", NEW).await.is(200);
});

both!(async fn nobody_learns_which_accounts_exist(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let off = person(&app, "off@example.com").await;
    app.admin.patch(&format!("/api/users/{off}/"), json!({ "is_active": false })).await.is(200);
    person(&app, "new@example.com").await;
    let mut answers = Vec::new();
    for email in [ADMIN_EMAIL, "nobody@example.com", "off@example.com", "new@example.com", "not an address"] {
        let before = log(&app, "password_reset_requested").await.len();
        let answer = app.nobody.post(RESET, json!({ "email": email })).await.is(204);
        assert_eq!(log(&app, "password_reset_requested").await.len(), before + 1, "{email}: each is in the journal");
        let mut headers: Vec<String> =
            answer.headers.iter().map(|(name, value)| format!("{name}: {value:?}")).filter(|line| !line.starts_with("x-request-id")).collect();
        headers.sort();
        answers.push((answer.bytes.clone(), headers));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    run_jobs(&app).await;
    let to: Vec<String> = server.all().iter().filter_map(|mail| mail.lines().find(|line| line.starts_with("To: ")).map(str::to_owned)).collect();
    assert_eq!(to.len(), 2, "{to:?}");
    // The result of the job says the same for each.
    let jobs = app.admin.get("/api/jobs/?kind=send-password-reset").await.is(200);
    let outputs = jobs.column("result");
    assert!(outputs.len() == 5 && outputs.windows(2).all(|pair| pair[0] == pair[1]), "{outputs:?}");

    // A wrong link is one answer, whatever is wrong with it.
    let unknown = app.nobody.post(CONFIRM, choose("cl_unknown", "weak")).await.is(404).body();
    let empty = app.nobody.post(CONFIRM, choose("", "weak")).await.is(404).body();
    assert_eq!(unknown["detail"], empty["detail"]);
});

both!(async fn links_are_asked_for_a_few_times(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let ask = async |email: &str| app.nobody.post(RESET, json!({ "email": email })).await;
    for _ in 0..5 {
        ask(ADMIN_EMAIL).await.is(204);
    }
    let wait = ask("ADMIN@example.com").await.is(429);
    assert!(wait.header("retry-after").is_some());
    ask("other@example.com").await.is(204);
    // One address that asks for many accounts waits, too.
    for at in 0..24 {
        ask(&format!("guess{at}@example.com")).await.is(204);
    }
    ask("one-more@example.com").await.is(429);
    run_jobs(&app).await;
    assert_eq!(server.count(), 5);
    // From many addresses, over an hour, an account still gets no more than a few.
    app.clock.advance_seconds(16 * 60);
    ask(ADMIN_EMAIL).await.is(204);
    run_jobs(&app).await;
    assert_eq!(server.count(), 5);
    app.clock.advance_seconds(3600);
    ask(ADMIN_EMAIL).await.is(204);
    run_jobs(&app).await;
    assert_eq!(server.count(), 6);
});

both!(async fn only_who_covers_an_account_makes_its_links(app) {
    let domain = app.domain("Payments").await;
    let manager = app.user("manager@example.com", "DMA", domain).await;
    let target = person(&app, "one@example.com").await;
    for name in ["send-password-link", "create-password-link"] {
        let url = |id: Uuid| format!("/api/users/{id}/{name}/");
        app.nobody.post(&url(target), json!({})).await.is(401);
        manager.post(&url(target), json!({})).await.is(403);
        manager.post(&url(app.admin.user), json!({})).await.is(403);
        app.admin.post(&url(app.admin.user), json!({})).await.is(403);
        let made = app.admin.post("/api/iam/auth-tokens/", json!({ "name": name, "propose_only": true })).await.is(201);
        let proposer = app.nobody.with("Authorization", &format!("Token {}", made.body()["token"].as_str().unwrap()));
        proposer.post(&url(target), json!({})).await.is(403);
    }
    // Mail is not set up.
    let refused = app.admin.post(&format!("/api/users/{target}/send-password-link/"), json!({})).await.is(409);
    assert!(refused.text().contains("does not send email"), "{}", refused.text());
    // A repeated request shows the link once.
    let keyed = app.admin.with("Idempotency-Key", "one");
    let url = format!("/api/users/{target}/create-password-link/");
    assert!(keyed.post(&url, json!({})).await.is(200).body()["path"].is_string());
    assert!(keyed.post(&url, json!({})).await.is(200).body()["path"].is_null());
});

both!(async fn a_service_account_has_no_password(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let domain = app.domain("Payments").await;
    let made = service_accounts::account(&app, "Pipeline", domain).await;
    let user: Uuid = service_accounts::text(&made, "user").parse().unwrap();
    let email = app.admin.get(&format!("/api/users/{user}/")).await.is(200).body()["email"].as_str().unwrap().to_owned();
    for name in ["send-password-link", "create-password-link"] {
        let refused = app.admin.post(&format!("/api/users/{user}/{name}/"), json!({})).await.is(403);
        assert!(refused.text().contains("belongs to a service account"), "{}", refused.text());
    }
    let body = json!({ "user": user, "new_password": NEW });
    app.admin.post("/api/iam/set-password/", body).await.is(403);
    // Whoever asks without signing in gets the answer that everyone gets, and nothing is sent.
    app.nobody.post(RESET, json!({ "email": email })).await.is(204);
    run_jobs(&app).await;
    assert_eq!(server.count(), 0);
    // A link that was somehow made is of no use either.
    let (shown, digest) = cairn_auth::token::generate_link();
    let mut cx = app.engine.write(std::sync::Arc::new(cairn_engine::Caller::command_line())).await.unwrap();
    let mut sql = cairn_store::Sql::raw(
        "insert into password_links (\"user\", digest, purpose, created_at, expires_at) values (",
    );
    sql.bind(user).push(", ").bind(digest).push(", 'invitation', ").bind(cx.now).push(", ");
    sql.bind(cx.now.plus_days(1)).push(")");
    cx.conn.execute(&sql).await.unwrap();
    cx.commit().await.unwrap();
    app.nobody.post(CHECK, json!({ "token": shown })).await.is(404);
    app.nobody.post(CONFIRM, choose(&shown, NEW)).await.is(404);
    login(&app.nobody, &email, NEW).await.is(401);
});

both!(async fn the_rule_for_passwords_is_a_setting(app) {
    let user = person(&app, "one@example.com").await;
    let settings = "/api/settings/sign-in/";
    for (field, value) in [
        ("password_min_length", json!(7)),
        ("password_min_length", json!(65)),
        ("session_days", json!(0)),
        ("idle_minutes", json!(4)),
        ("invitation_days", json!(31)),
        ("reset_minutes", json!(4)),
    ] {
        app.admin.patch(settings, json!({ field: value })).await.is(400).error(field);
    }
    let set = async |password: &str| app.admin.post("/api/iam/set-password/", json!({ "user": user, "new_password": password })).await;
    set("heron7lamp4").await.is(400).error("new_password");
    set("heron7lamp4x").await.is(204);
    app.admin.patch(settings, json!({ "password_min_length": 20 })).await.is(200);
    assert!(set("heron7lamp4x").await.is(400).error("new_password").contains("at least 20"));
    let token = link(&app, user).await;
    let strength = async |password: &str| {
        let body = json!({ "password": password, "token": token });
        app.nobody.with("Accept-Language", "fr").post("/api/iam/password-strength/", body).await.is(200).body()
    };
    let weak = strength("heron7lamp4x").await;
    assert_eq!(weak["score"], 0);
    assert!(weak["faults"][0]["message"].as_str().unwrap().contains("au moins 20"), "{weak}");
    assert_eq!(strength("seven green herons 4").await["score"], 4);
    app.nobody.post("/api/iam/password-strength/", json!({ "password": "x", "token": "cl_wrong" })).await.is(404);
    app.nobody.post("/api/iam/password-strength/", json!({ "password": "x" })).await.is(401);
});

both!(async fn sessions_end_by_age_and_without_use(app) {
    let current = "/api/iam/current-user/";
    let (me, _) = browser(&app).await;
    app.clock.advance_seconds(14 * 86_400 - 1);
    me.get(current).await.is(200);
    app.clock.advance_seconds(1);
    me.get(current).await.is(401);

    // A shorter life holds for those who are signed in.
    let (me, _) = browser(&app).await;
    app.clock.advance_seconds(3 * 86_400);
    me.get(current).await.is(200);
    app.admin.patch("/api/settings/sign-in/", json!({ "session_days": 2 })).await.is(200);
    me.get(current).await.is(401);

    let (me, _) = browser(&app).await;
    let (idle, _) = browser(&app).await;
    app.admin.patch("/api/settings/sign-in/", json!({ "idle_minutes": 10 })).await.is(200);
    for _ in 0..6 {
        app.clock.advance_seconds(5 * 60);
        me.get(current).await.is(200);
        app.app.flush_token_uses().await.unwrap();
    }
    idle.get(current).await.is(401);
    let sessions = me.get("/api/iam/sessions/").await.is(200).body();
    // Only what can still be used is listed.
    assert_eq!(sessions.as_array().map(Vec::len), Some(1), "{sessions}");
    assert!(sessions[0]["last_seen"].is_string() && sessions[0]["is_current"] == true, "{sessions}");
    app.clock.advance_seconds(12 * 60);
    me.get(current).await.is(401);
});

both!(async fn a_new_browser_is_told_of(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
    let firefox = app.nobody.with("User-Agent", agent);
    app.admin.patch("/api/user-preferences/", json!({ "notifications": { "time_zone": "Asia/Tokyo" } })).await.is(200);
    let answer = login(&firefox, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
    run_jobs(&app).await;
    assert_eq!(server.count(), 1);
    let mail = server.last();
    for words in ["New sign-in to Cairn", "Firefox, Linux", "127.0.0.1", "19:00 (Asia/Tokyo)", "https://cairn.example/profile"] {
        assert!(mail.contains(words), "{words}: {mail}");
    }
    let cookies = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let device = cookies.into_iter().find(|text| text.starts_with("cairn_device=")).unwrap();
    let known = firefox.with("Cookie", device.split(';').next().unwrap());
    login(&known, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
    login(&firefox, ADMIN_EMAIL, "wrong").await.is(401);
    run_jobs(&app).await;
    assert_eq!(server.count(), 1, "neither a known browser nor a failure is told of");
    app.admin.patch("/api/settings/sign-in/", json!({ "new_device_email": false })).await.is(200);
    login(&firefox, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(200);
    run_jobs(&app).await;
    assert_eq!(server.count(), 1);
});

/// A server behind a proxy that it trusts, and someone who comes from an address.
async fn behind_proxy(database: Database) -> TestApp {
    TestApp::start_with(database, Config { trust_proxy: true, ..Config::default() }).await
}

fn from(client: &Client, address: &str) -> Client {
    client.with("X-Forwarded-For", address)
}

async fn the_allow_list_holds(app: TestApp) {
    let office = from(&app.admin, "203.0.113.7");
    let list = |networks: &[&str]| json!({ "ip_allow_list": networks });
    office.get("/api/assets/").await.is(200);
    for wrong in ["203.0.113.7/40", "203.0.113.0/33", "example.com", "10.0.0.1/8", ""] {
        office.patch(INFRA, list(&["203.0.113.7", wrong])).await.is(400).error("ip_allow_list");
    }
    let many: Vec<String> = (0..51).map(|at| format!("203.0.113.{at}")).collect();
    office.patch(INFRA, json!({ "ip_allow_list": many })).await.is(400).error("ip_allow_list");
    // Nobody locks themselves out.
    let refused = office.patch(INFRA, list(&["198.51.100.0/24"])).await.is(400).error("ip_allow_list");
    assert_eq!(refused, "Your own address 203.0.113.7 is not in the list.");
    from(&app.admin, "198.51.100.9").get("/api/assets/").await.is(200);

    office.patch(INFRA, list(&["203.0.113.0/24", "2001:db8::/32"])).await.is(200);
    for address in ["203.0.113.200", "2001:db8::7", "::ffff:203.0.113.9"] {
        from(&app.admin, address).get("/api/assets/").await.is(200);
    }
    let outside = from(&app.admin, "198.51.100.9");
    let stranger = from(&app.nobody, "198.51.100.9");
    for path in
        ["/api/assets/", "/api/schema/", "/", "/feeds/x.ics", "/mcp", "/api/webhooks/endpoints/", "/unsubscribe/x/"]
    {
        let answer = outside.get(path).await.is(403);
        assert!(answer.text().contains("198.51.100.9"), "{path}: {}", answer.text());
    }
    login(&stranger, ADMIN_EMAIL, ADMIN_PASSWORD).await.is(403);
    stranger.post(RESET, json!({ "email": ADMIN_EMAIL })).await.is(403);
    stranger.get("/api/health/").await.is(200);
    // What the client itself writes into the header does not count.
    app.admin.with("X-Forwarded-For", "203.0.113.7, 198.51.100.9").get("/api/assets/").await.is(403);
    let refusals = office.get("/api/log-entries/?kind=address_refused").await.is(200).body();
    assert_eq!(refusals["count"], 1, "recorded within limits: {refusals}");
    let changed = office.get("/api/log-entries/?resource=settings/global&kind=created").await.is(200);
    assert!(changed.text().contains("infra-config"), "the change is in the journal: {}", changed.text());
    office.patch(INFRA, list(&[])).await.is(200);
    outside.get("/api/assets/").await.is(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_allow_list_holds_on_sqlite() {
    the_allow_list_holds(behind_proxy(Database::Sqlite).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_allow_list_holds_on_postgres() {
    the_allow_list_holds(behind_proxy(Database::Postgres).await).await;
}

both!(async fn another_server_follows_at_the_next_request(app) {
    // Each has its own view of who may do what. Both see requests from 127.0.0.1.
    let (mine, _) = browser(&app).await;
    let (other, _) = browser(&app).await;
    let there = app.at_another_server(&other).await;
    there.get("/api/assets/").await.is(200);
    // Sessions that end here have ended there.
    mine.post("/api/iam/revoke-sessions/", json!({})).await.is(200);
    there.get("/api/assets/").await.is(401);
    let (other, _) = browser(&app).await;
    let there = app.at_another_server(&other).await;
    there.get("/api/assets/").await.is(200);
    // So has a list that an operator clears or someone writes.
    let caller = std::sync::Arc::new(cairn_engine::Caller::command_line());
    let mut cx = app.engine.write(caller).await.unwrap();
    let list = json!({ "ip_allow_list": ["203.0.113.0/24"] });
    let infra: cairn_domain::platform::settings::InfraConfig = cairn_domain::platform::settings::set(&mut cx, &list).await.unwrap();
    assert_eq!(infra.ip_allow_list.len(), 1);
    cx.commit().await.unwrap();
    // SQLite has one server, which looks every now and then whether the operator has changed something.
    if app.database == Database::Postgres {
        there.get("/api/assets/").await.is(403);
    }
    mine.get("/api/assets/").await.is(403);
});
