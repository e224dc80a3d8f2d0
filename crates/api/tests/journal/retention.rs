//! Removing what is too old, without breaking the proof.

use cairn_engine::{Caller, journal};
use cairn_journal::{Body, Check, Sealed, Seen};
use cairn_model::Timestamp;
use cairn_proof::{prune, walk};
use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use uuid::Uuid;

use crate::history::{reader, sealed, tamper};
use crate::verifiers::{accepted, export, refused};

const DAY: i64 = 86_400;

/// An asset that changes on day 10, 20 and 80, and one that is deleted on day 20; it is day 100.
struct Years {
    kept: Uuid,
    deleted: Uuid,
}

async fn years(app: &TestApp) -> Years {
    let domain = app.domain("Sales").await;
    let kept = app.admin.post("/api/assets/", json!({ "name": "Day 0", "folder": domain })).await.is(201).id();
    let deleted = app.admin.post("/api/assets/", json!({ "name": "Gone", "folder": domain })).await.is(201).id();
    for (days, name) in [(10, "Day 10"), (10, "Day 20"), (60, "Day 80")] {
        app.clock.advance_seconds(days * DAY);
        app.admin.patch(&format!("/api/assets/{kept}/"), json!({ "name": name })).await.is(200);
        app.nobody.post("/api/iam/login/", json!({ "email": "eve@example.com", "password": "x" })).await.is(401);
        if name == "Day 20" {
            app.admin.delete(&format!("/api/assets/{deleted}/")).await.is(204);
        }
        app.journal.seal().await.unwrap();
    }
    app.clock.advance_seconds(20 * DAY);
    Years { kept, deleted }
}

async fn horizon(app: &TestApp) -> Option<Timestamp> {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.unwrap();
    journal::horizon(&mut cx).await.unwrap()
}

fn of(entries: &[Sealed], id: Uuid) -> Vec<&Sealed> {
    entries.iter().filter(|entry| entry.frame.object_id == Some(id.to_string())).collect()
}

fn names(entries: &[&Sealed]) -> Vec<Option<String>> {
    let name = |entry: &&Sealed| entry.body.content().and_then(|content| content.object_name.clone());
    entries.iter().map(name).collect()
}

both!(async fn what_differs_since_before_the_horizon_nobody_knows(app) {
    years(&app).await;
    let from = |day: &str| format!("/api/diff/?from={day}&limit=1000");
    app.admin.get(&from("1999-01-01")).await.is(200);
    prune(&app.journal, 50).await.unwrap();
    let refused = app.admin.get(&from("1999-01-01")).await.is(400);
    assert!(refused.text().contains("Data from before 2026-04-20T00:00:00.000000Z is no longer kept."), "{}", refused.text());
    app.admin.get(&from("2026-04-20")).await.is(200);
});

both!(async fn only_what_nobody_can_ask_for_goes(app) {
    let years = years(&app).await;
    assert_eq!(horizon(&app).await, None, "kept for ever unless someone says otherwise");
    let (before, heads) = sealed(&app).await;
    let removed = prune(&app.journal, 50).await.unwrap();
    let (after, _) = sealed(&app).await;
    assert_eq!(after.iter().filter(|entry| entry.is_pruned()).count() as u64, removed);
    let time = |text: &str| Timestamp::parse(text).unwrap();
    assert_eq!(horizon(&app).await, Some(time("2026-04-20T00:00:00Z")), "fifty days before the ninth of June");

    let some = |name: &str| Some(name.to_owned());
    assert_eq!(names(&of(&after, years.kept)), [None, None, some("Day 20"), some("Day 80")]);
    assert_eq!(names(&of(&after, years.deleted)), [None, None], "a deletion is the end of its object");
    let attempts: Vec<bool> =
        after.iter().filter(|entry| entry.frame.kind == "sign_in_failed").map(Sealed::is_pruned).collect();
    assert_eq!(attempts, [true, true, false]);

    // Who, when and what stay, and every leaf.
    for (old, new) in before.iter().zip(&after) {
        assert_eq!((&old.frame, old.index, old.hash), (&new.frame, new.index, new.hash));
        assert!(new.is_intact());
    }
    let text = String::from_utf8(export(&app).await).unwrap();
    for (name, there) in [("Day 20", true), ("Day 0", false), ("Gone", false)] {
        assert_eq!(text.contains(name), there, "{name}");
    }
    let report = accepted(text.as_bytes(), &heads, &[]);
    assert_eq!((report.pruned, report.entries), (removed, after.len() as u64));
    let checked = walk::verify(&mut reader(&app).await, Seen { heads, keys: vec![] }, app.engine.clock.now()).await;
    assert_eq!(checked.unwrap().unwrap().report.pruned, removed);
    let seq = of(&after, years.kept)[0].frame.seq;
    app.admin.get(&format!("/api/journal/proof/?seq={seq}")).await.is(200);
});

both!(async fn the_pruning_is_told_before_it_happens(app) {
    years(&app).await;
    let removed = prune(&app.journal, 50).await.unwrap();
    let (entries, _) = sealed(&app).await;
    let told: Vec<&Sealed> = entries.iter().filter(|entry| entry.frame.kind == "pruned").collect();
    assert_eq!(told.len(), 1);
    let Body::Whole(content) = &told[0].body else { panic!("it is young") };
    let detail: Json = serde_json::from_str(&content.changes).unwrap();
    assert_eq!(detail, json!({ "horizon": "2026-04-20T00:00:00.000000Z", "entries": removed }));
    // Nothing new has become old: nothing is done and nothing told.
    assert_eq!(prune(&app.journal, 50).await.unwrap(), 0);
    assert_eq!(prune(&app.journal, 70).await.unwrap(), 0);
    app.journal.seal().await.unwrap();
    assert_eq!(sealed(&app).await.0.len(), entries.len());
    // Later the next state becomes the last one, and the entry that told is old itself.
    app.clock.advance_seconds(100 * DAY);
    assert!(prune(&app.journal, 50).await.unwrap() > 0);
    let (entries, heads) = sealed(&app).await;
    let told: Vec<bool> = entries.iter().filter(|entry| entry.frame.kind == "pruned").map(Sealed::is_pruned).collect();
    assert_eq!(told, [true, false]);
    accepted(&export(&app).await, &heads, &[]);
});

both!(async fn what_was_tampered_with_is_not_pruned_away(app) {
    let years = years(&app).await;
    let (entries, _) = sealed(&app).await;
    let victim = of(&entries, years.kept)[1].frame.seq;
    tamper(&app, &format!("update journal set object_name = 'Day 11' where seq = {victim}")).await;
    prune(&app.journal, 50).await.unwrap();
    let verdict = refused("a tampered entry", &export(&app).await, &[], &[]);
    assert_eq!((verdict.check.as_str(), verdict.seq), ("content", Some(victim)));
});

both!(async fn pruned_entries_are_still_bound(app) {
    let years = years(&app).await;
    prune(&app.journal, 50).await.unwrap();
    let (entries, _) = sealed(&app).await;
    let victim = of(&entries, years.kept)[1];
    let seq = victim.frame.seq;
    for change in ["actor = null", "kind = 'created'", "changes = '{\"name\": 1}'", "address = '10.0.0.1'"] {
        let column = change.split(' ').next().unwrap();
        tamper(&app, &format!("create table kept as select {column} as kept from journal where seq = {seq}")).await;
        tamper(&app, &format!("update journal set {change} where seq = {seq}")).await;
        let verdict = refused(change, &export(&app).await, &[], &[]);
        assert_eq!((verdict.check.as_str(), verdict.index), ("content", Some(victim.index)), "{change}");
        tamper(&app, &format!("update journal set {column} = (select kept from kept) where seq = {seq}")).await;
        tamper(&app, "drop table kept").await;
    }
    accepted(&export(&app).await, &[], &[]);
});

// Someone with the database makes an inconvenient entry look pruned, as well as they can.
both!(async fn nothing_can_be_hidden_as_pruned(app) {
    let years = years(&app).await;
    prune(&app.journal, 50).await.unwrap();
    let (entries, _) = sealed(&app).await;
    let young = *of(&entries, years.kept).last().unwrap();
    let content: String = young.body.hash().to_string();
    let content = match app.database {
        cairn_testkit::Database::Sqlite => format!("x'{content}'"),
        cairn_testkit::Database::Postgres => format!("'\\x{content}'::bytea"),
    };
    tamper(&app, &format!("update journal_leaves set salt = null, content = {content} where leaf = {}", young.index)).await;
    let hide = "update journal set actor_label = '', object_name = null, address = null, changes = '{}', state = null, \
        pruned_at = at where seq = ";
    tamper(&app, &format!("{hide}{}", young.frame.seq)).await;
    let verdict = refused("hidden", &export(&app).await, &[], &[]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("pruned", Some(young.index)));
    let checked = walk::verify(&mut reader(&app).await, Seen::default(), app.engine.clock.now()).await.unwrap();
    assert_eq!(checked.unwrap_err().check, Check::Pruned);
    // With a horizon of their own, which the journal does not tell of.
    tamper(&app, "insert into journal_horizon select max(at) from journal").await;
    let verdict = refused("hidden behind a horizon", &export(&app).await, &[], &[]);
    assert_eq!(verdict.check, "pruned");
});
