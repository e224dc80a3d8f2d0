//! Tampering with the database itself, behind Cairn's back.

use cairn_journal::{Check, Failure, Head, Seen};
use cairn_proof::walk;
use cairn_testkit::{Database, TestApp, both};

use crate::history::{self, reader, sealed, tamper};
use crate::verifiers::{export, refused};

async fn failure(app: &TestApp, heads: &[Head]) -> Option<Failure> {
    let seen = Seen { heads: heads.to_vec(), keys: vec![app.journal.public_key()] };
    walk::verify(&mut reader(app).await, seen, app.engine.clock.now()).await.unwrap().err()
}

both!(async fn a_change_of_any_column_is_found(app) {
    history::make(&app).await;
    let (entries, heads) = sealed(&app).await;
    assert_eq!(failure(&app, &heads).await, None);
    let victim = entries.iter().find(|entry| entry.frame.request.as_deref() == Some("edge-7")).unwrap();
    let (seq, index) = (victim.frame.seq, Some(victim.index));
    let (id, time) = match app.database {
        Database::Sqlite => ("x'0190b7c4a1e27d5c8f3e6a9b2c4d5e6f'", "at + 1"),
        Database::Postgres => ("'0190b7c4-a1e2-7d5c-8f3e-6a9b2c4d5e6f'", "at + interval '1 microsecond'"),
    };
    let columns = [
        ("at", time),
        ("kind", "'created'"),
        ("resource", "'asset'"),
        ("object_id", id),
        ("object_name", "'x'"),
        ("folder", id),
        ("origin", "'session'"),
        ("actor", id),
        ("actor_label", "'eve@example.com'"),
        ("token", "null"),
        ("address", "null"),
        ("request", "'edge-8'"),
        ("changes", "'{\"name\": 1}'"),
        ("state", "null"),
    ];
    for (column, value) in columns {
        tamper(&app, &format!("create table kept as select {column} as kept from journal where seq = {seq}")).await;
        assert_eq!(tamper(&app, &format!("update journal set {column} = {value} where seq = {seq}")).await, 1);
        let found = failure(&app, &[]).await.unwrap_or_else(|| panic!("{column} is not noticed"));
        assert_eq!((found.check, found.index, found.seq), (Check::Content, index, Some(seq)), "{column}");
        // It is in the bundle as well.
        let verdict = refused(column, &export(&app).await, &[], &[]);
        assert_eq!((verdict.check.as_str(), verdict.index), ("content", index), "{column}");
        tamper(&app, &format!("update journal set {column} = (select kept from kept) where seq = {seq}")).await;
        tamper(&app, "drop table kept").await;
    }
    assert_eq!(failure(&app, &heads).await, None, "it is as it was");
});

both!(async fn a_deleted_row_is_found(app) {
    history::make(&app).await;
    let (entries, _) = sealed(&app).await;
    let victim = &entries[entries.len() - 4];
    tamper(&app, &format!("delete from journal where seq = {}", victim.frame.seq)).await;
    let found = failure(&app, &[]).await.unwrap();
    assert_eq!((found.check, found.index, found.seq), (Check::Missing, Some(victim.index), Some(victim.frame.seq)));
    let verdict = refused("a deleted row", &export(&app).await, &[], &[]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("order", Some(victim.index)));
    // With its leaf, so that only the tree misses it.
    tamper(&app, &format!("delete from journal_leaves where seq = {}", victim.frame.seq)).await;
    let found = failure(&app, &[]).await.unwrap();
    assert_eq!((found.check, found.index), (Check::Order, Some(victim.index)));
});

both!(async fn a_deleted_end_is_found_by_who_has_seen_it(app) {
    history::make(&app).await;
    let (_, heads) = sealed(&app).await;
    let size = heads[1].size;
    tamper(&app, &format!("delete from journal where seq in (select seq from journal_leaves where leaf >= {size})")).await;
    tamper(&app, &format!("delete from journal_leaves where leaf >= {size}")).await;
    tamper(&app, &format!("delete from journal_heads where size > {size}")).await;
    assert_eq!(failure(&app, &heads[..2]).await, None, "nobody else could tell");
    let found = failure(&app, &heads).await.unwrap();
    assert_eq!((found.check, found.index), (Check::Seen, Some(size)));
    assert!(found.message.contains("cut off"), "{found}");
});

both!(async fn a_damaged_tree_is_found(app) {
    history::make(&app).await;
    let zeroes = match app.database {
        Database::Sqlite => "zeroblob(32)",
        Database::Postgres => "decode(repeat('00', 32), 'hex')",
    };
    tamper(&app, "create table kept as select * from journal_nodes where level = 1 and place = 3").await;
    tamper(&app, &format!("update journal_nodes set hash = {zeroes} where level = 1 and place = 3")).await;
    let found = failure(&app, &[]).await.unwrap();
    assert_eq!((found.check, found.index), (Check::Node, Some(7)));
    tamper(&app, "update journal_nodes set hash = (select hash from kept) where level = 1 and place = 3").await;
    assert_eq!(failure(&app, &[]).await, None);
    tamper(&app, &format!("update journal_leaves set hash = {zeroes} where leaf = 5")).await;
    let found = failure(&app, &[]).await.unwrap();
    assert_eq!((found.check, found.index), (Check::Content, Some(5)));
});

both!(async fn what_waits_for_its_seal_is_counted(app) {
    history::make(&app).await;
    app.domain("Later").await;
    let seen = Seen::default();
    let checked = walk::verify(&mut reader(&app).await, seen, app.engine.clock.now()).await.unwrap().unwrap();
    assert!(checked.waiting > 0);
});
