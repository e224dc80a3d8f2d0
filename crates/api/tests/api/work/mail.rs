//! Mail: what is sent to whom, once, and how people turn it off. `tests/mail` tries it with a real server and crashes.

use axum::body::Body;
use cairn_domain::platform::notification::NotifyOfDates;
use cairn_engine::clock::Clock as _;
use cairn_testkit::{Client, MailServer, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::risk::run;
use crate::support::{actor_of, control, make};

async fn send(app: &TestApp) {
    while app.jobs.run_due().await.expect("a run") > 0 {}
}

/// Makes someone the owner of a new control.
async fn assign(app: &TestApp, domain: Uuid, to: &Client, name: &str) -> Uuid {
    let (id, actor) = (control(app, domain, name).await, actor_of(app, to.user).await);
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "owner": [actor] })).await.is(200);
    id
}

/// What is after a header's name, with folded lines joined.
fn header(mail: &str, name: &str) -> String {
    let unfolded = mail.replace("\n ", " ").replace("\n\t", " ");
    let line = unfolded.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.unwrap_or_else(|| panic!("no {name} in {mail}")).trim().to_owned()
}

/// Without the ends of lines that quoted-printable adds.
fn unwrapped(mail: &str) -> String {
    mail.replace("=\n", "")
}

both!(async fn mail_is_sent_once_and_can_be_turned_off_with_its_link(app) {
    let server = MailServer::start().await;
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    // Nothing is kept for later while mail is off.
    assign(&app, domain, &analyst, "Before").await;
    server.turn_on(&app).await;
    send(&app).await;
    assert_eq!(server.count(), 0);
    assign(&app, domain, &analyst, "Backups").await;
    send(&app).await;
    send(&app).await;
    assert_eq!(server.count(), 1);
    let mail = server.last();
    assert!(header(&mail, "Subject").contains("Backups") || header(&mail, "Subject").contains("=?utf-8?"), "{mail}");
    assert_eq!(header(&mail, "To"), "analyst@example.com");
    assert_eq!(header(&mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert!(header(&mail, "Message-ID").ends_with("@example.com>"));
    assert!(mail.contains("text/plain") && mail.contains("text/html"));

    let link = header(&mail, "List-Unsubscribe");
    let path = link.trim_matches(['<', '>']).strip_prefix("https://cairn.example").expect("a link").to_owned();
    // Opening the link changes nothing, since programs open links too.
    app.nobody.get(&path).await.is(200);
    assert_eq!(email(&analyst, "assigned").await, "immediately");
    app.nobody.get(&format!("{}x/", path.trim_end_matches('/'))).await.is(404);
    app.nobody.post("/unsubscribe/x1.AAAA/", json!({})).await.is(404);
    app.nobody.post(&path, json!({})).await.is(200);
    assert_eq!((email(&analyst, "assigned").await, email(&analyst, "mention").await), ("off".into(), "immediately".into()));
    assign(&app, domain, &analyst, "Vault").await;
    send(&app).await;
    assert_eq!(server.count(), 1);
    assert_eq!(analyst.get("/api/notifications/unread/").await.is(200).body()["count"], 3, "the inbox goes on");
});

async fn email(client: &Client, kind: &str) -> String {
    let preferences = client.get("/api/user-preferences/").await.is(200).body();
    preferences["notifications"]["kinds"][kind]["email"].as_str().expect("a choice").to_owned()
}

both!(async fn digests_and_quiet_hours_wait(app) {
    // Tests begin at 9:00 UTC on 1 March 2026.
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let choose = json!({ "kinds": { "assigned": { "email": "daily" } }, "digest_at": "12:00", "time_zone": "Europe/Paris" });
    analyst.patch("/api/user-preferences/", json!({ "notifications": choose, "lang": "fr" })).await.is(200);
    for name in ["Backups", "Vault"] {
        assign(&app, domain, &analyst, name).await;
    }
    send(&app).await;
    assert_eq!(server.count(), 0);
    app.clock.advance_seconds(2 * 3600 + 60);
    send(&app).await;
    assert_eq!((server.count(), header(&server.last(), "Subject")), (1, "2 notifications".into()));
    let quiet = json!({ "kinds": { "assigned": { "email": "immediately" } }, "quiet_hours": { "from": "12:00", "to": "14:00" } });
    analyst.patch("/api/user-preferences/", json!({ "notifications": quiet })).await.is(200);
    assign(&app, domain, &analyst, "Quiet").await;
    send(&app).await;
    assert_eq!(server.count(), 1);
    app.clock.advance_seconds(2 * 3600);
    send(&app).await;
    assert_eq!(server.count(), 2);
});

both!(async fn nothing_is_sent_about_what_the_recipient_may_not_see_any_more(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let gone = app.user("gone@example.com", "ANA", domain).await;
    let id = assign(&app, domain, &analyst, "Secret").await;
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "folder": far })).await.is(200);
    assign(&app, domain, &gone, "Backups").await;
    app.admin.patch(&format!("/api/users/{}/", gone.user), json!({ "is_active": false })).await.is(200);
    send(&app).await;
    assert_eq!(server.count(), 0);
});

both!(async fn what_a_server_refuses_delays_nothing_else(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let domain = app.domain("Sales").await;
    let nobody = app.user("nobody@example.com", "ANA", domain).await;
    let later = app.user("later@example.com", "ANA", domain).await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    for to in [&nobody, &later, &analyst] {
        assign(&app, domain, to, &format!("For {}", to.user)).await;
    }
    send(&app).await;
    assert_eq!((server.count(), header(&server.last(), "To")), (1, "analyst@example.com".into()));
    // What was deferred is tried again; what was rejected is not.
    app.clock.advance_seconds(61);
    let jobs = app.admin.get("/api/jobs/?kind=send-mail&ordering=-created_at").await.is(200).ids().len();
    send(&app).await;
    let result = app.admin.get("/api/jobs/?kind=send-mail&state=done&ordering=-ended_at").await.is(200).body();
    assert!(jobs > 0);
    assert_eq!(result["results"][0]["result"], json!({ "sent": 0, "failed": 0, "deferred": 1 }));
    // A server that is down stops nobody from working, and mail goes out when it is back.
    app.admin.patch("/api/settings/mail/", json!({ "port": 1 })).await.is(200);
    assign(&app, domain, &analyst, "Down").await;
    send(&app).await;
    app.admin.patch("/api/settings/mail/", json!({ "port": server.port })).await.is(200);
    app.clock.advance_seconds(3600);
    send(&app).await;
    assert_eq!(server.count(), 2);
});

both!(async fn the_settings_keep_their_password_and_a_test_shows_what_was_said(app) {
    let server = MailServer::start().await;
    let domain = app.domain("Sales").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let url = "/api/settings/mail/";
    assert_eq!(app.admin.get(url).await.is(200).body()["enabled"], false);
    app.admin.patch(url, json!({ "enabled": true })).await.is(400).error("host");
    for wrong in [
        json!({ "security": "ssl" }),
        json!({ "port": 0 }),
        json!({ "from": "nobody" }),
        json!({ "site_url": "javascript:alert(1)" }),
        json!({ "passwort": "x" }),
    ] {
        app.admin.patch(url, wrong).await.is(400);
    }
    let none = app.admin.post(&format!("{url}test/"), json!({})).await.is(200).body();
    assert_eq!((&none["is_sent"], &none["exchange"]), (&json!(false), &json!([])));
    server.turn_on(&app).await;
    let sent = app.admin.post(&format!("{url}test/"), json!({})).await.is(200).body();
    assert_eq!((&sent["is_sent"], server.count()), (&json!(true), 1), "{sent}");
    let refused = app.admin.post(&format!("{url}test/"), json!({ "to": "nobody@example.com" })).await.is(200).body();
    let said: Vec<String> = serde_json::from_value(refused["exchange"].clone()).expect("a list");
    assert!(said.contains(&"C: RCPT TO:<nobody@example.com>".into()) && said.contains(&"S: 550 no such user".into()), "{said:?}");
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("550")), "{refused}");
    // A request that is repeated because its answer got lost sends nothing again.
    let keyed = app.admin.with("Idempotency-Key", "once");
    let first = keyed.post(&format!("{url}test/"), json!({})).await.is(200);
    let again = keyed.post(&format!("{url}test/"), json!({})).await.is(200);
    assert_eq!((first.body(), server.count()), (again.body(), 2));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let log = app.admin.get("/api/log-entries/?kind=tested").await.is(200).body();
    assert_eq!((&log["count"], &log["results"][0]["detail"]["sent"]), (&json!(4), &json!(true)), "{log}");
    // Credentials are shown nowhere.
    let changed = app.admin.patch(url, json!({ "user": "cairn", "password": "swordfish" })).await.is(200).body();
    assert_eq!(changed["has_password"], true);
    let refused = app.admin.post(&format!("{url}test/"), json!({})).await.is(200).text();
    assert!(refused.contains("535 wrong") && !refused.contains("swordfish") && !refused.contains("AGNhaXJu"), "{refused}");
    let journal = app.admin.get("/api/log-entries/?resource=settings/global").await.is(200).text();
    let raw = app.admin.get("/api/settings/global/").await.is(200).text();
    assert!(!journal.contains("swordfish") && !raw.contains("swordfish") && !raw.contains("x1."));
    // Who changes where mail goes has to know the password.
    assert_eq!(app.admin.patch(url, json!({ "from": "a@example.com" })).await.is(200).body()["has_password"], true);
    for moved in [json!({ "host": "127.0.0.2" }), json!({ "security": "starttls" }), json!({ "user": "root" })] {
        assert_eq!(app.admin.patch(url, moved.clone()).await.is(200).body()["has_password"], false, "{moved}");
        app.admin.patch(url, json!({ "password": "swordfish" })).await.is(200);
    }
    reader.patch(url, json!({ "enabled": false })).await.is(403);
    reader.post(&format!("{url}test/"), json!({})).await.is(403);
    app.nobody.get(url).await.is(401);
});

both!(async fn administrators_replace_the_templates_of_mail(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let url = "/api/settings/mail-templates/";
    assert_eq!(app.admin.get(url).await.is(200).body()["subject_en"], Json::Null);
    let included = app.admin.get(&format!("{url}included/")).await.is(200).body();
    assert!(included["text_fr"].as_str().is_some_and(|text| text.contains("{{#notifications}}")), "{included}");
    assert_eq!(app.admin.patch(url, included.clone()).await.is(200).body(), included);

    // What cannot be used is refused, and nothing of it is stored.
    app.admin.patch(url, json!({ "subject_fr": "x", "text_en": "{{ titel }}" })).await.is(400).error("text_en");
    app.admin.patch(url, json!({ "html_en": "<script>" })).await.is(400).error("html_en");
    assert_eq!(app.admin.get(url).await.is(200).body(), included);

    let preview = format!("{url}preview/");
    let shown = app.admin.post(&preview, json!({ "language": "fr", "subject": "[ACME] {{ title }}" })).await.is(200).body();
    assert_eq!(shown["subject"], "[ACME] 3 notifications");
    assert!(shown["html"].as_str().is_some_and(|html| html.contains("Ada Lovelace vous a attribué")), "{shown}");
    assert!(shown["text"].as_str().is_some_and(|text| text.contains("https://cairn.example/profile")), "{shown}");
    for kind in ["assigned", "mention", "decision", "rule", "due", "overdue", "expiring_token", "expiring_account"] {
        let shown = app.admin.post(&preview, json!({ "kind": kind })).await.is(200).body();
        assert!(shown["subject"].as_str().is_some_and(|subject| subject.len() > 10), "{kind}: {shown}");
    }
    app.admin.post(&preview, json!({ "kind": "other" })).await.is(400).error("kind");
    app.admin.post(&preview, json!({ "language": "de" })).await.is(400).error("language");
    let keyed = app.admin.with("Idempotency-Key", "look");
    let first = keyed.post(&preview, json!({ "subject": "once" })).await.is(200);
    let again = keyed.post(&preview, json!({ "subject": "once" })).await.is(200);
    assert_eq!((first.body(), again.header("idempotency-replayed")), (again.body(), Some("true")));
    keyed.post(&preview, json!({ "subject": "twice" })).await.is(409);
    app.admin.post(&preview, json!({ "subject": "{{ sentence }}" })).await.is(400).error("subject");
    assert_eq!(app.admin.get(url).await.is(200).body(), included);

    app.admin.patch(url, json!({ "subject_en": "[ACME] {{ count }} new" })).await.is(200);
    assign(&app, domain, &analyst, "Backups").await;
    send(&app).await;
    assert_eq!(header(&server.last(), "Subject"), "[ACME] 1 new");
    // Null returns to what is included.
    assert_eq!(app.admin.patch(url, json!({ "subject_en": null })).await.is(200).body()["subject_en"], Json::Null);
    assign(&app, domain, &analyst, "Vault").await;
    send(&app).await;
    assert_eq!(server.count(), 2);
    assert!(!header(&server.last(), "Subject").contains("ACME"));

    analyst.patch(url, json!({ "subject_en": null })).await.is(403);
    analyst.post(&preview, json!({})).await.is(403);
    let stranger = app.user_with(json!({ "email": "stranger@example.com" })).await;
    stranger.get(url).await.is(403);
    stranger.patch(url, json!({ "subject_en": null })).await.is(403);
    stranger.post(&preview, json!({})).await.is(403);
    let changes = app.admin.get("/api/log-entries/?resource=settings/global&object_name=mail-templates").await.is(200).ids();
    assert_eq!(changes.len(), 3);
    app.nobody.get(url).await.is(401);
});

both!(async fn dates_are_told_in_the_digest(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let actor = actor_of(&app, analyst.user).await;
    let off = json!({ "notifications": { "kinds": { "assigned": { "email": "off" } } } });
    analyst.patch("/api/user-preferences/", off).await.is(200);
    for name in ["Backups", "Vault"] {
        let body = json!({ "name": name, "folder": domain, "owner": [actor], "status": "to_do", "eta": "2026-03-08" });
        app.admin.post("/api/applied-controls/", body).await.is(201);
    }
    run(&app, &NotifyOfDates {}).await;
    assert_eq!(server.count(), 0);
    app.clock.advance_seconds(86_400);
    run(&app, &NotifyOfDates {}).await;
    let mails = server.all();
    let digests: Vec<&String> = mails.iter().filter(|mail| header(mail, "Subject") == "2 notifications").collect();
    assert_eq!((mails.len(), digests.len()), (1, 1));
});

both!(async fn a_team_with_an_address_gets_one_mail_of_what_all_of_it_may_see(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let (domain, far) = (app.domain("Sales").await, app.domain("Far").await);
    let leader = app.user("leader@example.com", "ANA", domain).await;
    let member = app.user("member@example.com", "ANA", domain).await;
    let body = json!({
        "name": "Operations", "folder": domain, "team_email": "ops@example.com", "leader": leader.user, "members": [member.user],
    });
    let team = make(&app, "teams", body).await;
    let actor = app.admin.get(&format!("/api/actors/?team={team}")).await.is(200).ids()[0];
    let give = async |name: &str| {
        let id = control(&app, domain, name).await;
        app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "owner": [actor] })).await.is(200);
        id
    };
    give("Backups").await;
    send(&app).await;
    assert_eq!(server.count(), 1);
    assert_eq!(header(&server.last(), "To"), "ops@example.com");
    let text = unwrapped(&server.last());
    assert!(text.contains(&format!("https://cairn.example/teams/{team}")) && !text.contains("List-Unsubscribe"), "{text}");
    for person in [&leader, &member] {
        assert_eq!(person.get("/api/notifications/unread/").await.is(200).body()["count"], 1);
    }
    // Whoever is named besides gets mail of their own as well.
    let own = actor_of(&app, member.user).await;
    let id = control(&app, domain, "Vault").await;
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "owner": [actor, own] })).await.is(200);
    send(&app).await;
    let to = |from: usize| -> Vec<String> {
        let mut to: Vec<String> = server.all()[from..].iter().map(|mail| header(mail, "To")).collect();
        to.sort();
        to
    };
    assert_eq!(to(1), ["member@example.com", "ops@example.com"]);
    // What a date brings is told once, however often it is looked for.
    let tomorrow = app.clock.now().plus_days(1).to_string()[..10].to_owned();
    app.admin.patch(&format!("/api/applied-controls/{id}/"), json!({ "owner": [actor], "eta": tomorrow })).await.is(200);
    member.patch("/api/user-preferences/", json!({ "notifications": { "kinds": { "due": { "in_app": false } } } })).await.is(200);
    for _ in 0..2 {
        run(&app, &NotifyOfDates {}).await;
    }
    app.clock.advance_seconds(24 * 3600);
    send(&app).await;
    assert_eq!(to(3), ["ops@example.com"]);
    // By then, someone of the team may not see it any more.
    let moved = give("Moved").await;
    app.admin.patch(&format!("/api/applied-controls/{moved}/"), json!({ "folder": far })).await.is(200);
    send(&app).await;
    assert_eq!(server.count(), 4);
    // One of the team may not see the objects: those who may are told, one by one.
    let outsider = app.user("outsider@example.com", "ANA", far).await;
    app.admin.patch(&format!("/api/teams/{team}/"), json!({ "members": [member.user, outsider.user] })).await.is(200);
    give("Keys").await;
    send(&app).await;
    assert_eq!(to(4), ["leader@example.com", "member@example.com"]);
    assert_eq!(outsider.get("/api/notifications/unread/").await.is(200).body()["count"], 0);
});

both!(async fn an_email_about_very_many_objects_lists_the_first(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let domain = app.domain("Sales").await;
    app.user("analyst@example.com", "ANA", domain).await;
    let rows: Vec<String> = (0..25).map(|at| format!("Control {at},analyst@example.com\n")).collect();
    let client = app.admin.with("X-Model-Type", "applied-controls").with("X-Folder-Id", &domain.to_string());
    let file = Body::from(format!("name,owner\n{}", rows.concat()));
    client.send(Method::POST, "/api/data-wizard/load-file/", file, Some("text/csv")).await.is(200);
    send(&app).await;
    assert_eq!(server.count(), 1);
    assert_eq!(header(&server.last(), "Subject"), "25 notifications");
    let text = unwrapped(&server.last());
    assert!(text.contains("and 5 more") && text.contains("https://cairn.example/notifications"), "{text}");
});
