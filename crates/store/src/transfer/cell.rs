//! One row as one line: a list of null, whole numbers, texts, and bytes as a list with their base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cairn_model::value::{Date, Timestamp, Type, Value};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::Column;

pub(super) fn write(row: &[Value]) -> String {
    let cells: Vec<Json> = row.iter().map(plain).collect();
    Json::Array(cells).to_string()
}

fn plain(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => i64::from(*flag).into(),
        Value::Int(number) => (*number).into(),
        Value::Decimal(number) => number.scaled().into(),
        Value::Time(time) => time.micros().into(),
        Value::Text(text) | Value::Json(text) => text.as_str().into(),
        Value::Uuid(id) => json!([STANDARD.encode(id.as_bytes())]),
        Value::Bytes(bytes) => json!([STANDARD.encode(bytes)]),
        Value::Date(date) => date.format("%Y-%m-%d").to_string().into(),
        // No column holds a set.
        Value::Uuids(_) | Value::Texts(_) => Json::Null,
    }
}

pub(super) fn read(line: &str, columns: &[Column]) -> Result<Vec<Value>, String> {
    let cells: Vec<Json> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if cells.len() != columns.len() {
        return Err(format!("it has {} values instead of {}", cells.len(), columns.len()));
    }
    cells
        .into_iter()
        .zip(columns)
        .map(|(cell, column)| {
            value(cell, column.kind).ok_or_else(|| format!("{} has a value of the wrong type", column.name))
        })
        .collect()
}

fn value(cell: Json, wanted: Type) -> Option<Value> {
    Some(match (cell, wanted) {
        (Json::Null, _) => Value::Null,
        (Json::Number(number), Type::Bool) => Value::Bool(number.as_i64()? != 0),
        (Json::Number(number), Type::Int) => Value::Int(number.as_i64()?),
        (Json::Number(number), Type::Time) => Value::Time(Timestamp::from_micros(number.as_i64()?)),
        (Json::String(text), Type::Text) => Value::Text(text),
        (Json::String(text), Type::Json) => Value::Json(text),
        (Json::String(text), Type::Date) => Value::Date(Date::parse_from_str(&text, "%Y-%m-%d").ok()?),
        (Json::Array(bytes), Type::Bytes) => Value::Bytes(decoded(&bytes)?),
        (Json::Array(bytes), Type::Uuid) => Value::Uuid(Uuid::from_slice(&decoded(&bytes)?).ok()?),
        _ => return None,
    })
}

fn decoded(cell: &[Json]) -> Option<Vec<u8>> {
    match cell {
        [Json::String(text)] => STANDARD.decode(text).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let id = Uuid::from_u128(7);
        let date = Date::from_ymd_opt(2026, 3, 1).expect("a day");
        let time = Timestamp::from_micros(-5);
        let row = [
            (Type::Int, Value::Int(i64::MIN)),
            (Type::Text, Value::Text("a\n\"é\u{2028}".into())),
            (Type::Json, Value::Json(r#"{"b": 1, "a":  2}"#.into())),
            (Type::Bytes, Value::Bytes(vec![0, 255])),
            (Type::Uuid, Value::Uuid(id)),
            (Type::Bool, Value::Bool(true)),
            (Type::Date, Value::Date(date)),
            (Type::Time, Value::Time(time)),
            (Type::Time, Value::Null),
        ];
        let columns: Vec<Column> = row.iter().map(|(kind, _)| Column { name: "x".into(), kind: *kind }).collect();
        let values: Vec<Value> = row.iter().map(|(_, value)| value.clone()).collect();
        let line = write(&values);
        assert!(!line.contains('\n'));
        assert_eq!(read(&line, &columns), Ok(values));
        // On the other database the same line means the same in fewer types.
        let sqlite =
            [Type::Int, Type::Text, Type::Text, Type::Bytes, Type::Bytes, Type::Int, Type::Text, Type::Int, Type::Int];
        let columns: Vec<Column> = sqlite.iter().map(|kind| Column { name: "x".into(), kind: *kind }).collect();
        assert_eq!(write(&read(&line, &columns).expect("a row")), line);
        assert!(read("[1]", &columns).is_err() && read("{}", &columns).is_err());
        assert!(read(&line.replacen('[', "[[\"!\"],", 1), &columns).is_err());
    }
}
