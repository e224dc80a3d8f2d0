//! How entries come into the tree.

use std::sync::Arc;

use cairn_journal::{Seen, Signer};
use cairn_model::{Type, Value};
use cairn_proof::{Sealer, stored, walk};
use cairn_store::{Conn, Sql};
use cairn_testkit::{Database, TestApp, both};
use serde_json::json;

use crate::history::{self, reader, sealed};
use crate::verifiers::{accepted, export, refused};

/// Writes entries straight into the journal.
async fn write(conn: &mut Conn, app: &TestApp, count: usize) {
    for number in 0..count {
        let mut sql = Sql::raw("insert into journal (at, kind, resource, origin, actor_label, changes) values (");
        sql.bind(app.engine.clock.now()).push(", 'noted', '', 'system', ").bind(format!("writer {number}"));
        sql.push(", ").bind(Value::Json("{}".into())).push(")");
        conn.execute(&sql).await.unwrap();
    }
}

async fn write_and_commit(app: &TestApp, count: usize) {
    let mut conn = app.engine.db.write().await.unwrap();
    write(&mut conn, app, count).await;
    conn.commit().await.unwrap();
}

async fn count(app: &TestApp, what: &str) -> i64 {
    let rows = reader(app).await.query(&Sql::raw(format!("select count(*) from {what}")), &[Type::Int]).await.unwrap();
    rows[0][0].as_int().unwrap()
}

async fn holds(app: &TestApp) -> walk::Checked {
    let checked = walk::verify(&mut reader(app).await, Seen::default(), app.engine.clock.now()).await.unwrap();
    checked.unwrap_or_else(|failure| panic!("{failure}"))
}

both!(async fn every_entry_gets_a_leaf_in_order(app) {
    history::make(&app).await;
    let (entries, heads) = sealed(&app).await;
    assert_eq!(entries.len() as i64, count(&app, "journal").await);
    for (index, entry) in entries.iter().enumerate() {
        assert_eq!(entry.index, index as u64);
        assert!(entry.is_intact());
    }
    assert!(entries.windows(2).all(|pair| pair[0].frame.seq < pair[1].frame.seq));
    assert!(heads.iter().all(cairn_journal::Head::is_signed));
    assert_eq!(heads.last().unwrap().size, entries.len() as u64);
    let checked = holds(&app).await;
    assert_eq!((checked.report.entries, checked.report.heads, checked.waiting), (entries.len() as u64, 3, 0));
});

both!(async fn an_idle_sealer_writes_nothing(app) {
    app.journal.seal().await.unwrap();
    let (commits, heads) = (app.engine.db.commits(), count(&app, "journal_heads").await);
    assert_eq!(app.journal.seal().await.unwrap(), 0);
    assert_eq!((app.engine.db.commits(), count(&app, "journal_heads").await), (commits, heads));
});

both!(async fn many_entries_are_sealed_in_batches(app) {
    app.journal.seal().await.unwrap();
    let (size, heads) = (count(&app, "journal_leaves").await, count(&app, "journal_heads").await);
    write_and_commit(&app, 2500).await;
    assert_eq!(app.journal.seal().await.unwrap(), 2500);
    assert_eq!(count(&app, "journal_leaves").await, size + 2500);
    assert_eq!(count(&app, "journal_heads").await, heads + 3);
    assert_eq!(holds(&app).await.report.entries as i64, size + 2500);
});

both!(async fn another_process_goes_on_where_the_first_stopped(app) {
    let other = Sealer::new(app.engine.clone(), Signer::new([7; 32]));
    for round in 0..6 {
        write_and_commit(&app, 7).await;
        let sealer = if round % 2 == 0 { &app.journal } else { &other };
        assert!(sealer.seal().await.unwrap() >= 7);
    }
    holds(&app).await;
});

both!(async fn sealers_that_work_at_the_same_time_seal_everything_once(app) {
    let sealers: Vec<Arc<Sealer>> =
        (0..3).map(|_| Arc::new(Sealer::new(app.engine.clone(), Signer::new([7; 32])))).collect();
    for _ in 0..5 {
        write_and_commit(&app, 300).await;
        let tasks: Vec<_> = sealers
            .iter()
            .map(|sealer| {
                let sealer = sealer.clone();
                tokio::spawn(async move { sealer.seal().await })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    }
    app.journal.seal().await.unwrap();
    assert_eq!(count(&app, "journal_leaves").await, count(&app, "journal").await);
    holds(&app).await;
});

/// On PostgreSQL a number is given before its transaction commits.
#[tokio::test]
async fn an_entry_that_commits_late_gets_the_next_leaf() {
    let app = TestApp::start(Database::Postgres).await;
    app.journal.seal().await.unwrap();
    let mut slow = app.engine.db.write().await.unwrap();
    write(&mut slow, &app, 2).await;
    write_and_commit(&app, 3).await;
    assert_eq!(app.journal.seal().await.unwrap(), 3, "what is not committed is not waited for");
    let (before, _) = sealed(&app).await;
    slow.commit().await.unwrap();
    assert_eq!(app.journal.seal().await.unwrap(), 2);
    let (after, _) = sealed(&app).await;
    assert_eq!(after[..before.len()], before[..], "what was sealed stays where it is");
    let seqs: Vec<i64> = after[before.len() - 3..].iter().map(|entry| entry.frame.seq).collect();
    let first = seqs[3];
    assert_eq!(seqs, [first + 2, first + 3, first + 4, first, first + 1]);
    accepted(&export(&app).await, &[], &[]);
    holds(&app).await;
}

#[tokio::test]
async fn numbers_that_were_rolled_back_are_forgotten_after_a_day() {
    let app = TestApp::start(Database::Postgres).await;
    app.journal.seal().await.unwrap();
    let mut doomed = app.engine.db.write().await.unwrap();
    write(&mut doomed, &app, 2).await;
    doomed.rollback().await.unwrap();
    write_and_commit(&app, 1).await;
    app.journal.seal().await.unwrap();
    assert_eq!(count(&app, "journal_gaps where last = first + 1").await, 1);
    app.clock.advance_seconds(86_401);
    write_and_commit(&app, 1).await;
    app.journal.seal().await.unwrap();
    assert_eq!(count(&app, "journal_gaps").await, 0);
    holds(&app).await;
}

/// Nothing that a sealer holds is in the way of a write.
#[tokio::test]
async fn writes_go_on_while_someone_seals() {
    let app = TestApp::start(Database::Postgres).await;
    let mut sealing = app.engine.db.write().await.unwrap();
    assert!(sealing.try_lock("journal_sealer").await.unwrap());
    app.domain("Sales").await;
    assert_eq!(app.journal.seal().await.unwrap(), 0, "one at a time");
    sealing.rollback().await.unwrap();
    assert!(app.journal.seal().await.unwrap() > 0);
}

both!(async fn a_process_with_another_key_does_not_seal(app) {
    app.journal.seal().await.unwrap();
    let head = stored::latest(&mut reader(&app).await).await.unwrap().unwrap();
    let other = Sealer::new(app.engine.clone(), Signer::new([8; 32]));
    write_and_commit(&app, 1).await;
    let error = other.seal().await.unwrap_err().to_string();
    assert!(error.contains("CAIRN_JOURNAL_KEY") && error.contains(&app.journal.public_key().to_string()), "{error}");
    assert_eq!(stored::latest(&mut reader(&app).await).await.unwrap().unwrap(), head);

    // The operator has lost the key, and says so.
    assert_eq!(other.adopt_key().await.unwrap(), Some(app.journal.public_key()));
    assert_eq!(other.adopt_key().await.unwrap(), None);
    assert_eq!(other.seal().await.unwrap(), 2);
    assert!(app.journal.seal().await.is_ok(), "nothing to seal, nothing to say");
    let (entries, _) = sealed(&app).await;
    let told = entries.last().unwrap();
    assert_eq!(told.frame.kind, "journal_key_changed");
    let bundle = export(&app).await;
    let report = accepted(&bundle, &[], &[]);
    assert_eq!(report.keys.len(), 2);
    assert_eq!(refused("a new key", &bundle, std::slice::from_ref(&head), &[]).check, "key");
    accepted(&bundle, &[head], &[other.public_key()]);
    let keys = app.admin.get("/api/journal/keys/").await.is(200).body();
    assert_eq!(keys["results"][0]["key"], other.public_key().to_string());
    assert_eq!(keys["count"], 2);
    let newest = app.admin.get("/api/journal/head/").await.is(200).body();
    assert_eq!(newest["public_key"], json!(other.public_key().to_string()));
});
