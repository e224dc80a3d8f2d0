//! Erasing a person: what says who they were goes, and the journal stays provable.

use std::sync::Arc;

use cairn_engine::Caller;
use cairn_jobs::{Worker, WorkerSettings};
use cairn_journal::{Body, Check, Sealed, Seen, Signer, bundle};
use cairn_model::{Type, Value};
use cairn_proof::{Sealer, prune, walk};
use cairn_store::Sql;
use cairn_testkit::{Answer, Client, Database, MailServer, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::forging::{forge, signer};
use crate::history::{reader, sealed, tamper};
use crate::verifiers::{accepted, export, refused};

const EMAIL: &str = "anastazija.kovacic@example.com";
const FORMER: &str = "ana.novak@example.org";
/// What must be nowhere any more.
const TRACES: [&str; 5] = [EMAIL, FORMER, "Anastazija", "Kovačić", "Novak"];

/// Someone who has left traces everywhere.
struct Person {
    id: Uuid,
    asset: Uuid,
    note: Uuid,
    before: String,
}

impl Person {
    async fn make(app: &TestApp) -> Self {
        let domain = app.domain("Sales").await;
        app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
        let hook = json!({ "name": "Chat", "url": "http://127.0.0.1:9/", "folder": app.root, "payload_format": "full",
            "event_types": ["user.updated", "asset.created", "asset.updated"] });
        app.admin.post("/api/webhooks/endpoints/", hook).await.is(201);
        let groups = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-ANA")).await.is(200);
        let body = json!({ "email": FORMER, "first_name": "Anastazija", "last_name": "Novak",
            "observation": "Ana Novak came from the bank.", "user_groups": groups.ids() });
        let keyed = app.admin.with("Idempotency-Key", "a person");
        let id = keyed.post("/api/users/", body).await.is(201).id();
        let own = format!("/api/users/{id}/");
        app.admin.patch(&own, json!({ "email": EMAIL, "last_name": "Kovačić" })).await.is(200);
        let person = app.client_of(EMAIL).await;
        person.post("/api/iam/auth-tokens/", json!({ "name": "Anastazija’s laptop" })).await.is(201);
        let actor = app.admin.get("/api/actors/?search=Anastazija").await.is(200).ids()[0];
        let asset = json!({ "name": "CRM", "folder": domain, "owner": [actor],
            "description": "Anastazija Kovačić decides; write to Anastazija.Kovacic@example.com." });
        let asset = person.post("/api/assets/", asset).await.is(201).id();
        // Someone else's text, which has her address and nothing else to do with her.
        let note =
            json!({ "name": "Telephones", "folder": domain, "description": format!("Broken since\n{FORMER} left.") });
        let note = app.admin.post("/api/assets/", note).await.is(201).id();
        // What is locked must not keep it either.
        let locked = json!({ "name": "Audit", "folder": domain, "description": format!("Led by {EMAIL}.") });
        let locked = app.admin.post("/api/findings-assessments/", locked).await.is(201).id();
        app.admin.patch(&format!("/api/findings-assessments/{locked}/"), json!({ "is_locked": true })).await.is(200);
        // What she tried out, and what someone else tried out about her.
        for (author, words) in [(&person, "Anastazija Kovačić decides."), (&app.admin, FORMER)] {
            let draft = json!({ "name": "Next year", "folder": domain });
            let draft = author.post("/api/what-if-drafts/", draft).await.is(201).id();
            let change = json!({ "description": format!("{words} Write to {EMAIL}.") });
            author.patch(&format!("/api/assets/{asset}/?draft={draft}"), change).await.is(200);
            author.get(&format!("/api/assets/{asset}/?draft={draft}")).await.is(200);
        }
        app.nobody.post("/api/iam/login/", json!({ "email": EMAIL, "password": "wrong" })).await.is(401);
        let bot =
            person.post("/api/iam/auth-tokens/", json!({ "name": "bot", "propose_only": true })).await.is(201).body();
        let bot = app.nobody.with("Authorization", &format!("Token {}", bot["token"].as_str().unwrap()));
        bot.patch(&format!("/api/assets/{asset}/"), json!({ "name": "CRM 2" })).await.is(202);
        person.post("/api/assets/prepare-export/", json!({ "format": "csv" })).await.is(202);
        app.journal.seal().await.unwrap();
        let before = app.clock_text();
        app.clock.advance_seconds(60);
        Self { id, asset, note, before }
    }

    async fn erase(&self, app: &TestApp) -> Uuid {
        let email = app.admin.get(&format!("/api/users/{}/", self.id)).await.is(200).body()["email"].clone();
        app.admin.post(&format!("/api/users/{}/erase/", self.id), json!({ "email": email })).await.is(202).id()
    }
}

trait Now {
    fn clock_text(&self) -> String;
}

impl Now for TestApp {
    fn clock_text(&self) -> String {
        self.engine.clock.now().to_string()
    }
}

async fn job(app: &TestApp, id: Uuid) -> Json {
    app.admin.get(&format!("/api/jobs/{id}/")).await.is(200).body()
}

/// Every text and every byte of every table that says one of these; the index of words is no text.
async fn traces(app: &TestApp, of: &[&str]) -> Vec<String> {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.unwrap();
    let tables = match app.database {
        Database::Sqlite => "select name from sqlite_master where type = 'table' and name not like 'search_words%'",
        Database::Postgres => {
            "select cast(table_name as text) from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'"
        }
    };
    let tables = cx.conn.query(&Sql::raw(tables), &[Type::Text]).await.unwrap();
    assert!(tables.len() > 50);
    let mut found = Vec::new();
    for table in tables.iter().filter_map(|row| row[0].as_str()) {
        let rows = match app.database {
            Database::Postgres => format!("select cast(t as text) from \"{table}\" t"),
            Database::Sqlite => {
                let sql = Sql::raw(format!(
                    "select group_concat('coalesce(hex(\"' || name || '\"), '''')', '||') from pragma_table_info('{table}')"
                ));
                let columns = cx.conn.query(&sql, &[Type::Text]).await.unwrap();
                format!("select {} from \"{table}\"", columns[0][0].as_str().unwrap())
            }
        };
        for row in cx.conn.query(&Sql::raw(rows), &[Type::Text]).await.unwrap() {
            let text = row[0].as_str().unwrap_or_default().to_lowercase();
            let hidden =
                |trace: &&&str| text.contains(&hex::encode(trace)) || text.contains(&hex::encode(trace.to_lowercase()));
            found.extend(
                of.iter()
                    .filter(|trace| text.contains(&trace.to_lowercase()) || hidden(trace))
                    .map(|trace| format!("{trace} in {table}: {}", readable(&text))),
            );
        }
    }
    found
}

/// How many notifications someone has.
async fn notifications(app: &TestApp, user: Uuid) -> i64 {
    let mut conn = app.engine.db.read().await.unwrap();
    let mut sql = Sql::raw("select count(*) from notifications where recipient = ");
    sql.bind(Value::Uuid(user));
    conn.query(&sql, &[Type::Int]).await.unwrap()[0][0].as_int().unwrap()
}

fn readable(text: &str) -> String {
    let text = hex::decode(text).map_or_else(|_| text.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.chars().take(400).collect()
}

/// Both checkers, the database itself, and the heads that were kept before.
async fn provable(app: &TestApp, heads: &[cairn_journal::Head]) -> u64 {
    let report = accepted(&export(app).await, heads, &[signer().public_key()]);
    let seen = Seen { heads: heads.to_vec(), keys: vec![] };
    let checked = walk::verify(&mut reader(app).await, seen, app.engine.clock.now()).await.unwrap().unwrap();
    assert_eq!(checked.report, report);
    report.erased
}

both!(async fn nothing_says_any_more_who_it_was(app) {
    let person = Person::make(&app).await;
    assert!(!traces(&app, &TRACES).await.is_empty(), "there is something to find");
    let (entries, heads) = sealed(&app).await;
    let user = format!("/api/users/{}/?as_of={}", person.id, person.before);
    assert_eq!(app.admin.get(&user).await.is(200).body()["email"], EMAIL);

    let actor = app.admin.get("/api/actors/?search=Anastazija").await.is(200).ids()[0];
    let ledger = json!({ "name": "Ledger", "folder": app.root, "owner": [actor] });
    app.admin.post("/api/assets/", ledger).await.is(201);
    assert_eq!(notifications(&app, person.id).await, 1);
    let erasing = person.erase(&app).await;
    assert_eq!(notifications(&app, person.id).await, 0);
    let now = app.admin.get(&format!("/api/users/{}/", person.id)).await.is(200).body();
    assert_eq!((&now["first_name"], &now["is_active"], &now["observation"]), (&json!("Erased user"), &json!(false), &json!(null)));
    app.jobs.run_due().await.unwrap();
    let done = job(&app, erasing).await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(traces(&app, &TRACES).await, Vec::<String>::new());

    let count = provable(&app, &heads).await;
    assert_eq!(done["result"]["entries"], count);
    let (after, _) = sealed(&app).await;
    for (old, new) in entries.iter().zip(&after) {
        assert_eq!((&old.frame, old.index, old.hash), (&new.frame, new.index, new.hash));
    }
    // The past is told with other words, by what was rebuilt before as well.
    let then = app.admin.get(&user).await.is(200).body();
    assert_eq!((&then["email"], &then["first_name"], &then["is_active"]), (&now["email"], &json!("Erased user"), &json!(true)));
    assert_eq!(then["user_groups"], now["user_groups"], "what they were allowed to stays");
    let asset = format!("/api/assets/{}/", person.asset);
    let asset = app.admin.get(&format!("{asset}?as_of={}", person.before)).await.is(200).body();
    let (name, email) = (format!("Erased user {}", now["last_name"].as_str().unwrap()), now["email"].as_str().unwrap());
    assert_eq!(asset["description"], format!("{name} decides; write to {email}."));
    assert_eq!(asset["owner"][0]["str"], name.as_str());
    let note = app.admin.get(&format!("/api/assets/{}/", person.note)).await.is(200).body();
    assert_eq!(note["description"], format!("Broken since\n{email} left."));
    // And so are log, histories, search and the exported bundle.
    let text = String::from_utf8(export(&app).await).unwrap();
    for trace in TRACES {
        assert!(!text.contains(trace), "{trace}");
        for path in ["log-entries", "users", "actors", "assets"] {
            let found = app.admin.get(&format!("/api/{path}/?search={trace}")).await.is(200).body();
            assert_eq!(found["count"], 0, "{path} {trace}");
        }
    }
    let history = app.admin.get(&format!("/api/users/{}/history/", person.id)).await.is(200);
    assert!(history.text().contains("\"erased\"") && !history.text().contains(EMAIL), "{}", history.text());
    app.nobody.post("/api/iam/login/", json!({ "email": email, "password": "x" })).await.is(401);
});

// Their links and what was mailed about the account name them too.
both!(async fn mail_about_the_account_goes_as_well(app) {
    let server = MailServer::start().await;
    server.turn_on(&app).await;
    let person = Person::make(&app).await;
    app.nobody.post("/api/iam/password-reset/", json!({ "email": EMAIL })).await.is(204);
    while app.jobs.run_due().await.unwrap() > 0 {}
    assert!(server.all().iter().any(|mail| mail.contains(EMAIL) && mail.contains("reset-password#")));
    app.admin.post(&format!("/api/users/{}/create-password-link/", person.id), json!({})).await.is(200);
    person.erase(&app).await;
    while app.jobs.run_due().await.unwrap() > 0 {}
    assert_eq!(traces(&app, &TRACES).await, Vec::<String>::new());
});

both!(async fn it_can_be_done_again_and_leaves_others_alone(app) {
    let person = Person::make(&app).await;
    // A namesake, and someone who has her former address now.
    let same = json!({ "email": "other@example.com", "first_name": "Anastazija", "last_name": "Kovačić" });
    let same = app.admin.post("/api/users/", same).await.is(201).id();
    let heir = json!({ "email": FORMER, "first_name": "Hana", "last_name": "Horvat" });
    let heir = app.admin.post("/api/users/", heir).await.is(201).id();
    person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    assert_eq!(traces(&app, &[EMAIL]).await, Vec::<String>::new());
    assert_eq!(app.admin.get(&format!("/api/users/{heir}/")).await.is(200).body()["email"], FORMER);
    assert_eq!(app.admin.get(&format!("/api/users/{same}/")).await.is(200).body()["last_name"], "Kovačić");
    let count = provable(&app, &[]).await;
    person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    // What the second request wrote names nobody.
    assert_eq!(provable(&app, &[]).await, count);
    // The namesake goes too, also from entries that were replaced before.
    let other = json!({ "email": "other@example.com" });
    app.admin.post(&format!("/api/users/{same}/erase/"), other).await.is(202);
    app.jobs.run_due().await.unwrap();
    assert_eq!(traces(&app, &["other@example.com", "Kovačić"]).await, Vec::<String>::new());
    assert!(provable(&app, &[]).await > count);
});

// The administrator who erased someone is erased: what they told the journal stays true.
both!(async fn whoever_erased_others_can_be_erased(app) {
    let person = Person::make(&app).await;
    let admins = app.admin.get("/api/user-groups/?code=BI-UG-ADM").await.is(200).ids();
    let second = app.user_with(json!({ "email": "boss@example.net", "first_name": "Bo", "last_name": "Boss", "user_groups": admins })).await;
    second.post(&format!("/api/users/{}/erase/", person.id), json!({ "email": EMAIL })).await.is(202);
    app.jobs.run_due().await.unwrap();
    let count = provable(&app, &[]).await;
    app.admin.post(&format!("/api/users/{}/erase/", second.user), json!({ "email": "boss@example.net" })).await.is(202);
    app.jobs.run_due().await.unwrap();
    assert_eq!(traces(&app, &["boss@example.net"]).await, Vec::<String>::new());
    assert_eq!(traces(&app, &TRACES).await, Vec::<String>::new());
    assert!(provable(&app, &[]).await > count);
    let (entries, _) = sealed(&app).await;
    let told = |entry: &&Sealed| entry.frame.kind == "erased" && entry.frame.resource.is_empty();
    assert!(entries.iter().filter(told).any(|entry| entry.body.replaced().is_some()), "what tells of it was replaced");
});

const DAY: i64 = 86_400;

both!(async fn what_was_erased_can_be_pruned_and_the_other_way_round(app) {
    let person = Person::make(&app).await;
    app.clock.advance_seconds(100 * DAY);
    assert!(prune(&app.journal, 50).await.unwrap() > 0);
    let (_, heads) = sealed(&app).await;
    person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    assert_eq!(traces(&app, &[EMAIL, "Kovačić"]).await, Vec::<String>::new());
    let count = provable(&app, &heads).await;
    assert!(count > 0);
    app.admin.patch(&format!("/api/assets/{}/", person.asset), json!({ "name": "Later" })).await.is(200);
    app.clock.advance_seconds(100 * DAY);
    app.journal.seal().await.unwrap();
    assert!(prune(&app.journal, 50).await.unwrap() > 0);
    let left = provable(&app, &heads).await;
    assert!(0 < left && left < count, "{left} of {count} are the last states of their objects");
    app.admin.get(&format!("/api/users/{}/?as_of={}", person.id, app.clock_text())).await.is(200);
});

both!(async fn an_erased_entry_is_bound_to_what_the_journal_tells(app) {
    let person = Person::make(&app).await;
    person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    let (entries, heads) = sealed(&app).await;
    let victim = entries.iter().find(|entry| entry.body.replaced().is_some() && entry.frame.resource == "assets").unwrap();
    let seq = victim.frame.seq;
    let verdict = |bytes: Vec<u8>, what: &str| {
        let verdict = refused(what, &bytes, &heads, &[]);
        assert_eq!((verdict.check.as_str(), verdict.index, verdict.seq), ("erased", Some(victim.index), Some(seq)), "{what}");
    };
    // Altered once more, in the database.
    tamper(&app, "create table kept as select * from journal").await;
    tamper(&app, &format!("update journal set object_name = 'ERP' where seq = {seq}")).await;
    verdict(export(&app).await, "altered after erasing");
    let checked = walk::verify(&mut reader(&app).await, Seen::default(), app.engine.clock.now()).await.unwrap();
    assert_eq!(checked.unwrap_err().check, Check::Erased);
    // Neither pruning nor erasing takes the trace away.
    let again = person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    assert_eq!(job(&app, again).await["state"], "done");
    let failure = bundle::verify(&export(&app).await[..], Seen::default()).unwrap_err();
    assert_eq!((failure.check, failure.seq), (Check::Erased, Some(seq)));
    tamper(&app, &format!("update journal set object_name = (select object_name from kept where seq = {seq}) where seq = {seq}")).await;
    tamper(&app, "drop table kept").await;
    provable(&app, &heads).await;
    // Another salt.
    let salt = match app.database {
        Database::Sqlite => "x'00112233445566778899aabbccddeeff'",
        Database::Postgres => "'\\x00112233445566778899aabbccddeeff'::bytea",
    };
    tamper(&app, &format!("update journal_leaves set salt = {salt} where seq = {seq}")).await;
    verdict(export(&app).await, "another salt");
});

// Someone with the database replaces an inconvenient entry, as well as they can.
both!(async fn nothing_can_be_changed_under_the_pretext(app) {
    let person = Person::make(&app).await;
    person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    let (entries, heads) = sealed(&app).await;
    let whole = entries.iter().find(|entry| entry.frame.kind == "created" && matches!(entry.body, Body::Whole(_))).unwrap();
    let content: String = whole.body.hash().to_string();
    let content = match app.database {
        Database::Sqlite => format!("x'{content}'"),
        Database::Postgres => format!("'\\x{content}'::bytea"),
    };
    let seq = whole.frame.seq;
    tamper(&app, &format!("update journal_leaves set content = {content} where seq = {seq}")).await;
    tamper(&app, &format!("update journal set changes = '{{}}' where seq = {seq}")).await;
    let verdict = refused("nobody told of it", &export(&app).await, &heads, &[]);
    assert_eq!((verdict.check.as_str(), verdict.seq), ("erased", Some(seq)));
});

/// Whole journals that someone with the key could write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_journals_are_judged_alike() {
    let app = TestApp::start(Database::Sqlite).await;
    let person = Person::make(&app).await;
    person.erase(&app).await;
    app.jobs.run_due().await.unwrap();
    let (entries, _) = sealed(&app).await;
    let key = signer();
    let (bytes, _) = forge(entries.clone(), &[], &key);
    accepted(&bytes, &[], &[key.public_key()]);
    let at = entries.iter().position(|entry| entry.body.replaced().is_some()).unwrap();
    let judged = |what: &str, change: &dyn Fn(&mut Vec<Sealed>)| {
        let mut entries = entries.clone();
        change(&mut entries);
        let verdict = refused(what, &forge(entries, &[], &key).0, &[], &[]);
        assert_eq!((verdict.check.as_str(), verdict.index), ("erased", Some(at as u64)), "{what}");
    };
    let told = |entry: &Sealed| entry.frame.kind == "erased" && entry.frame.resource.is_empty();
    let retell = |entries: &mut Vec<Sealed>, change: &dyn Fn(&mut Json)| {
        for entry in entries.iter_mut().filter(|entry| told(entry)) {
            let Body::Whole(content) = &mut entry.body else { unreachable!() };
            let mut changes: Json = serde_json::from_str(&content.changes).unwrap();
            change(&mut changes);
            content.changes = changes.to_string();
        }
    };
    judged("nothing is told", &|entries| entries.retain(|entry| !told(entry)));
    judged("something else tells of it", &|entries| {
        entries.iter_mut().filter(|entry| told(entry)).for_each(|entry| entry.frame.resource = "users".into());
    });
    judged("told of others", &|entries| {
        retell(entries, &|changes| {
            for one in changes["contents"].as_array_mut().unwrap() {
                one[0] = (one[0].as_i64().unwrap() + 1_000_000).into();
            }
        });
    });
    judged("told of another content", &|entries| {
        retell(entries, &|changes| {
            for one in changes["contents"].as_array_mut().unwrap() {
                one[1] = "00".repeat(32).into();
            }
        });
    });
    for bad in [
        json!([1, 2]),
        json!([[1]]),
        json!([["1", "00".repeat(32)]]),
        json!([[1, "AB".repeat(32)]]),
        json!({}),
        json!(null),
    ] {
        judged(&format!("told badly: {bad}"), &|entries| {
            retell(entries, &|changes| changes["contents"].as_array_mut().unwrap().push(bad.clone()));
            retell(entries, &|changes| changes["contents"] = json!({ "was": changes["contents"] }));
        });
    }
}

both!(async fn only_an_administrator_of_everything_may_and_only_others(app) {
    let person = Person::make(&app).await;
    let (path, body) = (format!("/api/users/{}/erase/", person.id), json!({ "email": EMAIL }));
    let other = app.domain("Other").await;
    let reader = app.user("reader@example.com", "AUD", other).await;
    let manager = app.user("manager@example.com", "DMA", other).await;
    let limited = async |limit: Json| -> Client {
        let made = app.admin.post("/api/iam/auth-tokens/", limit).await.is(201).body();
        app.nobody.with("Authorization", &format!("Token {}", made["token"].as_str().unwrap()))
    };
    let in_domain = limited(json!({ "name": "x", "folder": other })).await;
    let in_root = limited(json!({ "name": "y", "folder": app.root })).await;
    let read_only = limited(json!({ "name": "z", "read_only": true })).await;
    let propose_only = limited(json!({ "name": "p", "propose_only": true })).await;
    app.nobody.post(&path, body.clone()).await.is(401);
    for (who, client) in [("reader", reader), ("manager", manager), ("domain", in_domain), ("root", in_root), ("read", read_only), ("propose", propose_only)] {
        let answer: Answer = client.post(&path, body.clone()).await;
        assert!([403, 404].contains(&answer.status.as_u16()), "{who}: {}", answer.text());
    }
    app.admin.post(&path, json!({})).await.is(400).error("email");
    app.admin.post(&path, json!({ "email": "someone@example.com" })).await.is(400).error("email");
    let own = format!("/api/users/{}/erase/", app.admin.user);
    app.admin.post(&own, json!({ "email": cairn_testkit::ADMIN_EMAIL })).await.is(409);
    app.admin.post(&format!("/api/users/{}/erase/", Uuid::nil()), body.clone()).await.is(404);
    // The operator has no account, and is kept from the last administrator all the same.
    let mut cx = app.engine.write(Arc::new(Caller::command_line())).await.unwrap();
    let refused = cairn_domain::iam::erasure::begin(&mut cx, app.admin.user).await.unwrap_err();
    assert!(refused.to_string().contains("without an active administrator"), "{refused}");
    drop(cx);
    assert_eq!(app.admin.get(&format!("/api/users/{}/", person.id)).await.is(200).body()["email"], EMAIL);
    assert_eq!(app.admin.get("/api/jobs/?kind=erase-user").await.is(200).body()["count"], 0);
    app.admin.post(&path, json!({ "email": EMAIL.to_uppercase() })).await.is(202);
});

both!(async fn sessions_and_tokens_end_with_the_request(app) {
    let person = Person::make(&app).await;
    let client = app.client_of(EMAIL).await;
    client.get("/api/iam/current-user/").await.is(200);
    person.erase(&app).await;
    client.get("/api/iam/current-user/").await.is(401);
    for table in ["sessions", "iam_auth_tokens"] {
        let mut sql = Sql::raw(format!("select count(*) from {table} where \"user\" = "));
        sql.bind(person.id);
        let count = reader(&app).await.query(&sql, &[Type::Int]).await.unwrap();
        assert_eq!(count[0][0].as_int(), Some(0), "{table}");
    }
    let mut sql = Sql::raw("select password from users where id = ");
    sql.bind(person.id);
    assert!(reader(&app).await.query(&sql, &[Type::Text]).await.unwrap()[0][0].is_null());
});

/// A worker whose process seals with another key, which is to say not at all: it stops wherever a seal is needed.
fn unable(app: &TestApp) -> Arc<Worker> {
    let sealer = Arc::new(Sealer::new(app.engine.clone(), Signer::new([9; 32])));
    let kinds = cairn_domain::JOBS.to_vec();
    Arc::new(Worker::new(app.engine.clone(), app.waker.clone(), kinds, WorkerSettings::default()).with_tool(sealer))
}

async fn announcements(app: &TestApp) -> usize {
    let sql = Sql::raw("select 1 from journal where kind = 'erased' and resource = ''");
    reader(app).await.query(&sql, &[Type::Int]).await.unwrap().len()
}

// Every point at which something is durable and something else is not: the next run goes on from there.
both!(async fn it_goes_on_where_it_stopped_and_does_nothing_twice(app) {
    let person = Person::make(&app).await;
    let (_, heads) = sealed(&app).await;
    let erasing = person.erase(&app).await;
    let stop = async |app: &TestApp| {
        app.clock.advance_seconds(7 * 3600);
        unable(app).run_due().await.unwrap();
        let state = job(app, erasing).await;
        assert_eq!(state["state"], "queued", "{state}");
        accepted(&export(app).await, &heads, &[]);
    };
    // Before anything, since the account's own entries are not sealed.
    stop(&app).await;
    assert!(!traces(&app, &["Kovačić"]).await.is_empty());
    // Objects are rewritten; what was written then is not sealed.
    app.journal.seal().await.unwrap();
    stop(&app).await;
    assert_eq!(announcements(&app).await, 0);
    // The journal was told, and the entry is not sealed: nothing may be replaced.
    app.journal.seal().await.unwrap();
    stop(&app).await;
    assert_eq!((announcements(&app).await, provable(&app, &heads).await), (1, 0));
    // It is sealed: replaced by what was told of, and the next is told.
    app.journal.seal().await.unwrap();
    assert_eq!(provable(&app, &heads).await, 0);
    stop(&app).await;
    let some = provable(&app, &heads).await;
    assert!((announcements(&app).await, some > 0) == (2, true));
    // A process that is killed leaves the job to others when its lease ends.
    app.clock.advance_seconds(7 * 3600);
    let killed = tokio::spawn(app.jobs.clone().run());
    while app.admin.get(&format!("/api/jobs/{erasing}/")).await.is(200).body()["state"] == "queued" {
        tokio::task::yield_now().await;
    }
    killed.abort();
    let _ = killed.await;
    app.clock.advance_seconds(120);
    app.jobs.run_due().await.unwrap();
    assert_eq!(job(&app, erasing).await["state"], "done");
    assert_eq!(traces(&app, &TRACES).await, Vec::<String>::new());
    assert_eq!(announcements(&app).await, 2, "nothing was told of twice");
    assert!(provable(&app, &heads).await > some);
});
