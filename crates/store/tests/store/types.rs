use cairn_model::value::{Date, Decimal, Timestamp, Type, Value};
use cairn_store::{Sql, StoreError};
use uuid::Uuid;

use crate::support::{Store, by_dialect, on_both, text};

on_both!(every_type_survives_the_round_trip, every_type_can_be_null, aggregates_are_integers, wrong_types_are_errors);

const TYPES: [Type; 9] =
    [Type::Bool, Type::Int, Type::Decimal, Type::Text, Type::Uuid, Type::Date, Type::Time, Type::Json, Type::Bytes];

async fn create_table(store: &Store) {
    store
        .run(by_dialect(
            store.db.dialect(),
            "create table everything (flag integer, number integer, price integer, name text, id blob, day text,
             moment integer, data text, content blob) strict",
            "create table everything (flag boolean, number bigint, price bigint, name text, id uuid, day date,
             moment timestamptz, data json, content bytea)",
        ))
        .await;
}

async fn insert(store: &Store, values: Vec<Value>) {
    let mut sql = Sql::from("insert into everything values (");
    for (position, value) in values.into_iter().enumerate() {
        sql.push(if position == 0 { "" } else { ", " }).bind(value);
    }
    sql.push(")");
    let mut conn = store.db.write().await.unwrap();
    assert_eq!(conn.execute(&sql).await.unwrap(), 1);
    conn.commit().await.unwrap();
}

const SELECT: &str = "select flag, number, price, name, id, day, moment, data, content from everything";

async fn every_type_survives_the_round_trip(store: &Store) {
    create_table(store).await;
    let rows = vec![
        vec![
            Value::Bool(true),
            Value::Int(i64::MAX),
            Value::Decimal(Decimal::parse("-12.3456").unwrap()),
            text("it's \"quoted\" $1 é😀\n"),
            Value::Uuid(Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef)),
            Value::Date(Date::from_ymd_opt(2026, 2, 28).unwrap()),
            Value::Time(Timestamp::parse("2026-11-15T01:06:13.536037Z").unwrap()),
            Value::Json(r#"{"b":1,"a":[null,"é"]}"#.into()),
            Value::Bytes(vec![0, 1, 255, 0]),
        ],
        // Around the epochs of both databases, and empty where that is possible.
        vec![
            Value::Bool(false),
            Value::Int(i64::MIN),
            Value::Decimal(Decimal::default()),
            text(""),
            Value::Uuid(Uuid::nil()),
            Value::Date(Date::from_ymd_opt(1969, 12, 31).unwrap()),
            Value::Time(Timestamp::parse("1999-12-31T23:59:59.999999Z").unwrap()),
            Value::Json("[]".into()),
            Value::Bytes(vec![]),
        ],
        vec![
            Value::Bool(false),
            Value::Int(0),
            Value::Decimal(Decimal::from_scaled(1)),
            text("0"),
            Value::Uuid(Uuid::max()),
            Value::Date(Date::from_ymd_opt(9999, 12, 31).unwrap()),
            Value::Time(Timestamp::parse("0001-01-01T00:00:00.000001Z").unwrap()),
            Value::Json("null".into()),
            Value::Bytes(b"x".to_vec()),
        ],
    ];
    for row in rows {
        store.run("delete from everything").await;
        insert(store, row.clone()).await;
        let mut conn = store.db.read().await.unwrap();
        assert_eq!(conn.query(&Sql::from(SELECT), &TYPES).await.unwrap(), std::slice::from_ref(&row));
        // And as a condition, where the server infers the type of the placeholder.
        let mut sql = Sql::from("select count(*) from everything where flag = ");
        sql.bind(row[0].clone()).push(" and number = ").bind(row[1].clone()).push(" and price = ").bind(row[2].clone());
        sql.push(" and name = ").bind(row[3].clone()).push(" and id = ").bind(row[4].clone()).push(" and day = ");
        sql.bind(row[5].clone())
            .push(" and moment = ")
            .bind(row[6].clone())
            .push(" and content = ")
            .bind(row[8].clone());
        assert_eq!(conn.query(&sql, &[Type::Int]).await.unwrap(), [[Value::Int(1)]]);
    }
}

async fn every_type_can_be_null(store: &Store) {
    create_table(store).await;
    insert(store, vec![Value::Null; 9]).await;
    let rows = store.db.read().await.unwrap().query(&Sql::from(SELECT), &TYPES).await.unwrap();
    assert_eq!(rows, [vec![Value::Null; 9]]);
}

async fn aggregates_are_integers(store: &Store) {
    store.run("create table line (amount bigint, small integer, flag smallint)").await;
    store.run("insert into line values (9000000000000000000, 1, 0), (-20000, 2, 1), (-1, 3, 1)").await;
    let mut conn = store.db.read().await.unwrap();
    // The sum is a `numeric` on PostgreSQL.
    let sql = Sql::from("select count(*), sum(amount), max(small), sum(small), max(flag), sum(amount) from line");
    let types = [Type::Int, Type::Int, Type::Int, Type::Int, Type::Int, Type::Decimal];
    let sum = 9_000_000_000_000_000_000 - 20_001;
    assert_eq!(
        conn.query(&sql, &types).await.unwrap(),
        [[
            Value::Int(3),
            Value::Int(sum),
            Value::Int(3),
            Value::Int(6),
            Value::Int(1),
            Value::Decimal(Decimal::from_scaled(sum))
        ]]
    );
    for (condition, sum) in [("amount < 0", Value::Int(-20001)), ("amount > 0 and amount < 0", Value::Null)] {
        let sql = Sql::raw(format!("select sum(amount) from line where {condition}"));
        assert_eq!(conn.query(&sql, &[Type::Int]).await.unwrap(), [[sum]]);
    }
}

async fn wrong_types_are_errors(store: &Store) {
    store.run("create table word (name text); insert into word values ('a')").await;
    let mut conn = store.db.read().await.unwrap();
    let sql = Sql::from("select name from word");
    for types in [&[Type::Uuid][..], &[Type::Int], &[Type::Text, Type::Text], &[]] {
        let error = conn.query(&sql, types).await.unwrap_err();
        assert!(matches!(&error, StoreError::Other(reason) if reason.contains(sql.text())), "{error:?}");
    }
    // A failed read does not spoil the connection.
    assert_eq!(conn.query(&sql, &[Type::Text]).await.unwrap(), [[text("a")]]);
}
