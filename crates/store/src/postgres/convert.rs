//! Values in PostgreSQL's binary form.
//!
//! Written by hand and not through the driver's conversions for each Rust type: a [`Value`] must
//! fit whatever type the server has inferred for a placeholder, null must fit all of them, and a
//! mismatch must be an error and never bytes that mean something else.

use std::error::Error;

use bytes::{BufMut, BytesMut};
use cairn_model::value::{Date, Decimal, Timestamp, Type, Value};
use tokio_postgres::Row as RawRow;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type as PgType, to_sql_checked};
use uuid::Uuid;

use crate::{Row, Sql, StoreError};

/// PostgreSQL counts time from the year 2000.
const EPOCH_MICROS: i64 = 946_684_800_000_000;
const EPOCH_DATE: Date = match Date::from_ymd_opt(2000, 1, 1) {
    Some(date) => date,
    None => Date::MIN,
};

type Failure = Box<dyn Error + Sync + Send>;

/// A value on its way to the server.
#[derive(Debug)]
pub(super) struct Bind<'a>(pub(super) &'a Value);

impl ToSql for Bind<'_> {
    fn to_sql(&self, target: &PgType, out: &mut BytesMut) -> Result<IsNull, Failure> {
        match self.0 {
            Value::Null => return Ok(IsNull::Yes),
            Value::Bool(flag) if *target == PgType::BOOL => out.put_u8(u8::from(*flag)),
            Value::Int(number) => put_integer(*number, target, out)?,
            Value::Decimal(number) => put_integer(number.scaled(), target, out)?,
            Value::Text(text) | Value::Json(text) if is_text(target) => out.put_slice(text.as_bytes()),
            Value::Text(text) | Value::Json(text) if *target == PgType::JSONB => {
                // The version of the format.
                out.put_u8(1);
                out.put_slice(text.as_bytes());
            }
            Value::Uuid(id) if *target == PgType::UUID => out.put_slice(id.as_bytes()),
            Value::Date(date) if *target == PgType::DATE => {
                out.put_i32(i32::try_from(date.signed_duration_since(EPOCH_DATE).num_days())?);
            }
            Value::Time(time) if is_time(target) => out.put_i64(time.micros().saturating_sub(EPOCH_MICROS)),
            Value::Bytes(bytes) if *target == PgType::BYTEA => out.put_slice(bytes),
            Value::Uuids(ids) if *target == PgType::UUID_ARRAY => return ids.to_sql(target, out),
            Value::Texts(texts) if [PgType::TEXT_ARRAY, PgType::VARCHAR_ARRAY].contains(target) => {
                return texts.to_sql(target, out);
            }
            other => return Err(mismatch(other, target)),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &PgType) -> bool {
        // Decided by the value, in `to_sql`.
        true
    }

    to_sql_checked!();
}

/// Names the kind of the value but not its content, which may be a secret.
fn mismatch(value: &Value, target: &PgType) -> Failure {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Int(_) => "an integer",
        Value::Decimal(_) => "a decimal",
        Value::Text(_) => "a string",
        Value::Uuid(_) => "a uuid",
        Value::Date(_) => "a date",
        Value::Time(_) => "a time",
        Value::Json(_) => "a JSON document",
        Value::Bytes(_) => "bytes",
        Value::Uuids(_) => "a set of uuids",
        Value::Texts(_) => "a set of texts",
    };
    format!("{kind} cannot be bound as {target}; cast the placeholder in the SQL").into()
}

fn put_integer(number: i64, target: &PgType, out: &mut BytesMut) -> Result<(), Failure> {
    match *target {
        PgType::INT8 => out.put_i64(number),
        PgType::INT4 => out.put_i32(i32::try_from(number)?),
        PgType::INT2 => out.put_i16(i16::try_from(number)?),
        _ => return Err(mismatch(&Value::Int(number), target)),
    }
    Ok(())
}

fn is_text(kind: &PgType) -> bool {
    [PgType::TEXT, PgType::VARCHAR, PgType::BPCHAR, PgType::NAME, PgType::UNKNOWN, PgType::JSON].contains(kind)
}

fn is_time(kind: &PgType) -> bool {
    [PgType::TIMESTAMPTZ, PgType::TIMESTAMP].contains(kind)
}

/// The bytes of a column as the server sent them.
struct Raw<'a>(Option<&'a [u8]>);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &PgType, bytes: &'a [u8]) -> Result<Self, Failure> {
        Ok(Self(Some(bytes)))
    }

    fn from_sql_null(_: &PgType) -> Result<Self, Failure> {
        Ok(Self(None))
    }

    fn accepts(_: &PgType) -> bool {
        true
    }
}

pub(super) fn decode_rows(rows: &[RawRow], types: &[Type], sql: &Sql) -> Result<Vec<Row>, StoreError> {
    rows.iter().map(|row| decode_row(row, types, sql)).collect()
}

fn decode_row(row: &RawRow, types: &[Type], sql: &Sql) -> Result<Row, StoreError> {
    let columns = row.columns();
    if columns.len() != types.len() {
        return Err(StoreError::other(format!(
            "a query for {} columns returns {}: {}",
            types.len(),
            columns.len(),
            sql.text()
        )));
    }
    let mut values = Vec::with_capacity(types.len());
    for (index, (column, wanted)) in columns.iter().zip(types).enumerate() {
        let Raw(bytes) = row.try_get(index).map_err(|error| StoreError::other(error.to_string()))?;
        let value = match bytes {
            None => Some(Value::Null),
            Some(bytes) => decode(bytes, column.type_(), *wanted),
        };
        values.push(value.ok_or_else(|| {
            StoreError::other(format!("column {} is {} and not {wanted:?}: {}", index + 1, column.type_(), sql.text()))
        })?);
    }
    Ok(values)
}

/// Reads a column. `None` when what was sent cannot be of the wanted type.
fn decode(bytes: &[u8], sent: &PgType, wanted: Type) -> Option<Value> {
    Some(match wanted {
        Type::Bool if *sent == PgType::BOOL => Value::Bool(*bytes.first()? != 0),
        Type::Int => Value::Int(integer(bytes, sent)?),
        Type::Decimal => Value::Decimal(Decimal::from_scaled(integer(bytes, sent)?)),
        Type::Text if is_text(sent) => Value::Text(text(bytes)?),
        Type::Json if is_text(sent) => Value::Json(text(bytes)?),
        Type::Json if *sent == PgType::JSONB => Value::Json(text(bytes.get(1..)?)?),
        Type::Uuid if *sent == PgType::UUID => Value::Uuid(Uuid::from_slice(bytes).ok()?),
        Type::Date if *sent == PgType::DATE => {
            let days = i32::from_be_bytes(bytes.try_into().ok()?);
            Value::Date(EPOCH_DATE.checked_add_signed(chrono::TimeDelta::days(i64::from(days)))?)
        }
        Type::Time if is_time(sent) => {
            let micros = i64::from_be_bytes(bytes.try_into().ok()?);
            Value::Time(Timestamp::from_micros(micros.saturating_add(EPOCH_MICROS)))
        }
        Type::Bytes if *sent == PgType::BYTEA => Value::Bytes(bytes.to_vec()),
        _ => return None,
    })
}

fn text(bytes: &[u8]) -> Option<String> {
    str::from_utf8(bytes).ok().map(str::to_owned)
}

fn integer(bytes: &[u8], sent: &PgType) -> Option<i64> {
    Some(match *sent {
        PgType::INT8 => i64::from_be_bytes(bytes.try_into().ok()?),
        PgType::INT4 => i64::from(i32::from_be_bytes(bytes.try_into().ok()?)),
        PgType::INT2 => i64::from(i16::from_be_bytes(bytes.try_into().ok()?)),
        PgType::OID => i64::from(u32::from_be_bytes(bytes.try_into().ok()?)),
        PgType::NUMERIC => whole_numeric(bytes)?,
        _ => return None,
    })
}

/// A `numeric` without a fraction, which is what `sum()` over a bigint column gives.
///
/// The form is: how many digits, the weight of the first, the sign, how many decimals to show,
/// and then the digits, each worth 0 to 9999.
fn whole_numeric(bytes: &[u8]) -> Option<i64> {
    let mut words = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let (count, weight, sign) = (words.next()?, words.next()?.cast_signed(), words.next()?);
    words.next()?;
    let mut number = 0_i64;
    let mut digits = words.take(usize::from(count));
    for _ in 0..=weight {
        number = number.checked_mul(10_000)?.checked_sub(i64::from(digits.next().unwrap_or(0)))?;
    }
    if digits.any(|digit| digit != 0) {
        return None;
    }
    // Summed up below zero, where one more number fits than above.
    match sign {
        0x0000 => number.checked_neg(),
        0x4000 => Some(number),
        _ => None,
    }
}
