//! Evaluates expressions for `tests/cel/run`: one JSON object a line with `expr` and `bindings` comes in; its value, its
//! error, or why it was refused goes out. Values are typed as in the cases of the CEL project, with bytes as numbers.

use std::collections::HashMap;
use std::io::{BufRead as _, Write as _};
use std::sync::Arc;

use cairn_expression::value::{Value, list, text};
use cairn_expression::{Expression, MAX_STEPS, Variables};
use cel::objects::{Key, Map};
use serde_json::{Value as Json, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: Json = serde_json::from_str(&line?)?;
        writeln!(out, "{}", answer(&case)?)?;
    }
    Ok(())
}

fn answer(case: &Json) -> Result<Json, String> {
    let mut variables = Variables::default();
    for (name, value) in case["bindings"].as_object().into_iter().flatten() {
        // The names live as long as the program, which is a moment.
        variables.add(name.clone().leak(), read(value)?);
    }
    let expression = match Expression::parse(case["expr"].as_str().unwrap_or_default()) {
        Ok(expression) => expression,
        Err(reason) => return Ok(json!({ "refused": reason })),
    };
    if variables.cost(&expression) > MAX_STEPS {
        return Ok(json!({ "refused": "It could take too many steps." }));
    }
    Ok(match variables.value(&expression) {
        Ok(value) => json!({ "value": written(&value) }),
        Err(error) => json!({ "error": error }),
    })
}

fn read(typed: &Json) -> Result<Value, String> {
    let unknown = || format!("{typed} is not a value");
    let (kind, value) = typed.as_object().and_then(|entries| entries.iter().next()).ok_or_else(unknown)?;
    let items = |name: &str| value[name].as_array().into_iter().flatten();
    Ok(match (kind.as_str(), value) {
        ("nullValue", _) => Value::Null,
        ("boolValue", Json::Bool(value)) => Value::Bool(*value),
        ("int64Value", Json::String(number)) => Value::Int(number.parse().map_err(|_| unknown())?),
        ("uint64Value", Json::String(number)) => Value::UInt(number.parse().map_err(|_| unknown())?),
        ("doubleValue", Json::Number(number)) => Value::Float(number.as_f64().ok_or_else(unknown)?),
        ("doubleValue", Json::String(number)) => Value::Float(number.parse().map_err(|_| unknown())?),
        ("stringValue", Json::String(value)) => text(value),
        ("bytesValue", Json::Array(bytes)) => {
            Value::Bytes(Arc::new(bytes.iter().filter_map(Json::as_u64).map(|byte| byte as u8).collect()))
        }
        ("listValue", _) => list(items("values").map(read).collect::<Result<Vec<_>, _>>()?),
        ("mapValue", _) => {
            let mut entries = HashMap::new();
            for entry in items("entries") {
                let key = match read(&entry["key"])? {
                    Value::Bool(key) => Key::Bool(key),
                    Value::Int(key) => Key::Int(key),
                    Value::UInt(key) => Key::Uint(key),
                    Value::String(key) => Key::String(key),
                    _ => return Err(unknown()),
                };
                entries.insert(key, read(&entry["value"])?);
            }
            Value::Map(Map { map: Arc::new(entries) })
        }
        _ => return Err(unknown()),
    })
}

fn written(value: &Value) -> Json {
    match value {
        Value::Null => json!({ "nullValue": null }),
        Value::Bool(value) => json!({ "boolValue": value }),
        Value::Int(number) => json!({ "int64Value": number.to_string() }),
        Value::UInt(number) => json!({ "uint64Value": number.to_string() }),
        Value::Float(number) if number.is_finite() => json!({ "doubleValue": number }),
        Value::Float(number) if number.is_nan() => json!({ "doubleValue": "NaN" }),
        Value::Float(number) => json!({ "doubleValue": if *number > 0.0 { "Infinity" } else { "-Infinity" } }),
        Value::String(text) => json!({ "stringValue": **text }),
        Value::Bytes(bytes) => json!({ "bytesValue": **bytes }),
        Value::List(items) => json!({ "listValue": { "values": items.iter().map(written).collect::<Vec<_>>() } }),
        Value::Map(Map { map }) => {
            let entries: Vec<Json> = map
                .iter()
                .map(|(key, value)| json!({ "key": written(&Value::from(key)), "value": written(value) }))
                .collect();
            json!({ "mapValue": { "entries": entries } })
        }
        other => json!({ "otherValue": format!("{other:?}") }),
    }
}
