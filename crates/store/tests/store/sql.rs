use cairn_model::value::{Type, Value};
use cairn_store::{Dialect, Sql, StoreError};
use uuid::Uuid;

use crate::support::{Store, on_both, text};

#[test]
fn placeholders_are_numbered_in_order_of_appearance() {
    let mut sql = Sql::from("select * from item where number = ");
    sql.bind(1).push(" and name = ").bind("x");
    assert_eq!(sql.text(), "select * from item where number = $1 and name = $2");
    assert_eq!(sql.binds(), [Value::Int(1), text("x")]);
}

#[test]
fn appending_renumbers_placeholders_and_nothing_else() {
    let mut filter = Sql::raw(" and data ->> '$1' = ");
    for number in 1..=11 {
        filter.bind(number).push(",");
    }
    let mut sql = Sql::from("where a = ");
    sql.bind("first").append(filter).push(" and z = ").bind("last");
    let numbers: Vec<_> = (2..=12).map(|number| format!("${number},")).collect();
    assert_eq!(sql.text(), format!("where a = $1 and data ->> '$1' = {} and z = $13", numbers.concat()));
    assert_eq!(sql.binds().len(), 13);
    assert_eq!(sql.binds()[12], text("last"));
}

#[test]
fn a_piece_that_was_appended_can_be_appended_again() {
    let mut inner = Sql::new();
    inner.push("x = ").bind(1);
    let mut middle = Sql::new();
    middle.push("(").append(inner).push(" or y = ").bind(2).push(")");
    let mut outer = Sql::new();
    outer.push("w = ").bind(0).push(" and ").append(middle);
    assert_eq!(outer.text(), "w = $1 and (x = $2 or y = $3)");
}

#[test]
fn values_do_not_show_in_debug_output() {
    let mut sql = Sql::from("select ");
    sql.bind("secret");
    assert!(!format!("{sql:?}").contains("secret"));
}

#[test]
fn statements_that_run_together_keep_their_values() {
    let statement = |text: &str, number: i64| {
        let mut sql = Sql::raw(text);
        sql.bind(number);
        sql
    };
    let all = Sql::together(vec![statement("a ", 1), statement("b ", 2), statement("c ", 3)]).unwrap();
    assert_eq!(all.text(), "with s0 as (c $1), s1 as (b $2) a $3");
    assert_eq!(all.binds(), [Value::Int(3), Value::Int(2), Value::Int(1)]);
    assert_eq!(Sql::together(vec![statement("a ", 1)]).unwrap().text(), "a $1");
    assert!(Sql::together(Vec::new()).is_none());
}

/// The error of the first one is what people are told about, whatever the others run into.
#[tokio::test]
async fn statements_that_run_together_run_in_their_order() {
    let store = Store::postgres().await;
    store
        .run(
            "create table whole (id bigint constraint whole_pkey primary key); \
             create table part (whole bigint constraint part_whole_fkey references whole (id), \
             number bigint constraint part_pkey primary key); \
             create table note (number bigint constraint note_pkey primary key)",
        )
        .await;
    let insert = |text: &str, values: &[i64]| {
        let mut sql = Sql::raw(format!("insert into {text} values ("));
        for (at, value) in values.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(*value);
        }
        sql.push(")");
        sql
    };
    let write = |whole: i64, part: i64, note: i64| {
        let (whole, part) = (insert("whole", &[whole]), insert("part", &[whole, part]));
        Sql::together(vec![whole, part, insert("note", &[note])]).unwrap()
    };
    // The part refers to a row of the same statement.
    let mut conn = store.db.write().await.unwrap();
    conn.execute(&write(1, 1, 1)).await.unwrap();
    conn.commit().await.unwrap();
    for (one, first) in [(write(1, 1, 1), "whole_pkey"), (write(2, 1, 1), "part_pkey"), (write(2, 2, 1), "note_pkey")] {
        let refused = store.db.write().await.unwrap().execute(&one).await.unwrap_err();
        assert!(matches!(&refused, StoreError::Unique { constraint } if constraint == first), "{refused:?}");
    }
    store.remove().await;
}

on_both!(sets_of_ids, sets_of_texts, values_arrive_at_their_placeholders);

async fn sets_of_ids(store: &Store) {
    let kind = if store.db.dialect() == Dialect::Sqlite { "blob" } else { "uuid" };
    store.run(&format!("create table thing (id {kind} primary key)")).await;
    let ids: Vec<_> = (1..=5).map(Uuid::from_u128).collect();
    let mut conn = store.db.write().await.unwrap();
    for id in &ids {
        let mut sql = Sql::from("insert into thing values (");
        sql.bind(*id).push(")");
        conn.execute(&sql).await.unwrap();
    }
    for (wanted, found) in [(&ids[1..3], 2), (&ids[..0], 0), (&ids[..], 5)] {
        let mut sql = Sql::from("select id from thing where id");
        sql.any(store.db.dialect(), Value::Uuids(wanted.to_vec())).push(" order by id");
        let rows = conn.query(&sql, &[Type::Uuid]).await.unwrap();
        assert_eq!(rows.len(), found);
        assert!(rows.iter().zip(wanted).all(|(row, id)| row[0] == Value::Uuid(*id)));
    }
}

async fn sets_of_texts(store: &Store) {
    store.run("create table word (name text); insert into word values ('a'), ('b'), ('c')").await;
    let mut sql = Sql::from("select name from word where not name");
    sql.any(store.db.dialect(), Value::Texts(vec!["a".into(), "it's".into()])).push(" order by name");
    let rows = store.db.read().await.unwrap().query(&sql, &[Type::Text]).await.unwrap();
    assert_eq!(rows, [[text("b")], [text("c")]]);
}

async fn values_arrive_at_their_placeholders(store: &Store) {
    // More than nine, so that $1 and $10 could be confused.
    let mut sql = Sql::from("select ");
    for number in 1..=12_i64 {
        sql.push(if number == 1 { "cast(" } else { ", cast(" }).bind(number).push(" as bigint)");
    }
    let rows = store.db.read().await.unwrap().query(&sql, &[Type::Int; 12]).await.unwrap();
    assert_eq!(rows[0], (1..=12).map(Value::Int).collect::<Vec<_>>());
}
