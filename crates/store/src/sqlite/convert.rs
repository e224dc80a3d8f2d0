//! Values in SQLite's five storage classes, and statements with them.
//!
//! SQLite cannot tell a date from a text or a time from a number, which is why every query says
//! what types it expects.

use std::fmt::Write as _;
use std::rc::Rc;

use cairn_model::value::{Date, Decimal, Timestamp, Type, Value};
use rusqlite::types::{ToSqlOutput, Value as Stored, ValueRef};
use rusqlite::{CachedStatement, Connection, Statement};
use uuid::Uuid;

use super::errors::translate;
use crate::{Row, Sql, StoreError};

pub(super) fn query(connection: &Connection, sql: &Sql, types: &[Type]) -> Result<Vec<Row>, StoreError> {
    let mut statement = prepare(connection, sql)?;
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(|error| translate(&error))? {
        if found.is_empty() {
            check_columns(row.as_ref(), sql, types)?;
        }
        let mut values = Vec::with_capacity(types.len());
        for (index, wanted) in types.iter().enumerate() {
            let stored = row.get_ref(index).map_err(|error| translate(&error))?;
            values.push(decode(stored, *wanted).ok_or_else(|| {
                StoreError::other(format!(
                    "column {} is {:?} and not {wanted:?}: {}",
                    index + 1,
                    stored.data_type(),
                    sql.text()
                ))
            })?);
        }
        found.push(values);
    }
    drop(rows);
    if found.is_empty() {
        check_columns(&statement, sql, types)?;
    }
    Ok(found)
}

/// Called only once the statement has run, since that is when it learns of new columns.
fn check_columns(statement: &Statement<'_>, sql: &Sql, types: &[Type]) -> Result<(), StoreError> {
    let (found, wanted) = (statement.column_count(), types.len());
    if found == wanted {
        return Ok(());
    }
    Err(StoreError::other(format!("a query for {wanted} columns returns {found}: {}", sql.text())))
}

pub(super) fn execute(connection: &Connection, sql: &Sql) -> Result<u64, StoreError> {
    let mut statement = prepare(connection, sql)?;
    statement.raw_execute().map(|changed| changed as u64).map_err(|error| translate(&error))
}

/// Runs a statement of our own that has neither values nor results, from the cache.
pub(super) fn run(connection: &Connection, text: &str) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(text).map_err(|error| translate(&error))?;
    statement.raw_execute().map(drop).map_err(|error| translate(&error))
}

fn prepare<'a>(connection: &'a Connection, sql: &Sql) -> Result<CachedStatement<'a>, StoreError> {
    let mut statement = connection.prepare_cached(sql.text()).map_err(|error| translate(&error))?;
    if statement.parameter_count() != sql.binds().len() {
        return Err(StoreError::other(format!(
            "a statement with {} placeholders got {} values: {}",
            statement.parameter_count(),
            sql.binds().len(),
            sql.text()
        )));
    }
    for (index, value) in sql.binds().iter().enumerate() {
        bind(&mut statement, index + 1, value).map_err(|error| translate(&error))?;
    }
    Ok(statement)
}

fn bind(statement: &mut Statement<'_>, index: usize, value: &Value) -> rusqlite::Result<()> {
    let stored = match value {
        Value::Null => ValueRef::Null,
        Value::Bool(flag) => ValueRef::Integer(i64::from(*flag)),
        Value::Int(number) => ValueRef::Integer(*number),
        Value::Decimal(number) => ValueRef::Integer(number.scaled()),
        Value::Time(time) => ValueRef::Integer(time.micros()),
        Value::Text(text) | Value::Json(text) => ValueRef::Text(text.as_bytes()),
        Value::Uuid(id) => ValueRef::Blob(id.as_bytes()),
        Value::Bytes(bytes) => ValueRef::Blob(bytes),
        Value::Date(date) => return statement.raw_bind_parameter(index, date_text(*date)),
        Value::Uuids(ids) => {
            let ids: Vec<_> = ids.iter().map(|id| Stored::Blob(id.as_bytes().to_vec())).collect();
            return statement.raw_bind_parameter(index, Rc::new(ids));
        }
        Value::Texts(texts) => {
            let texts: Vec<_> = texts.iter().cloned().map(Stored::Text).collect();
            return statement.raw_bind_parameter(index, Rc::new(texts));
        }
    };
    statement.raw_bind_parameter(index, ToSqlOutput::Borrowed(stored))
}

/// Reads a column. `None` when what is stored cannot be of the wanted type.
fn decode(stored: ValueRef<'_>, wanted: Type) -> Option<Value> {
    Some(match (stored, wanted) {
        (ValueRef::Null, _) => Value::Null,
        (ValueRef::Integer(number), Type::Bool) => Value::Bool(number != 0),
        (ValueRef::Integer(number), Type::Int) => Value::Int(number),
        (ValueRef::Integer(number), Type::Decimal) => Value::Decimal(Decimal::from_scaled(number)),
        (ValueRef::Integer(number), Type::Time) => Value::Time(Timestamp::from_micros(number)),
        (ValueRef::Text(text), Type::Text) => Value::Text(str::from_utf8(text).ok()?.to_owned()),
        (ValueRef::Text(text), Type::Json) => Value::Json(str::from_utf8(text).ok()?.to_owned()),
        (ValueRef::Text(text), Type::Date) => Value::Date(parse_date(str::from_utf8(text).ok()?)?),
        (ValueRef::Blob(bytes), Type::Uuid) => Value::Uuid(Uuid::from_slice(bytes).ok()?),
        (ValueRef::Blob(bytes), Type::Bytes) => Value::Bytes(bytes.to_vec()),
        _ => return None,
    })
}

/// `YYYY-MM-DD`, which sorts as text in the order of time.
fn date_text(date: Date) -> String {
    use chrono::Datelike;
    let mut text = String::with_capacity(10);
    // Writing to a String cannot fail.
    let _ = write!(text, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day());
    text
}

fn parse_date(text: &str) -> Option<Date> {
    let (year_and_month, day) = text.rsplit_once('-')?;
    let (year, month) = year_and_month.rsplit_once('-')?;
    Date::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}
