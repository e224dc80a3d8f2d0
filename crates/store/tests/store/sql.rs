use cairn_model::value::{Type, Value};
use cairn_store::{Dialect, Sql};
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
