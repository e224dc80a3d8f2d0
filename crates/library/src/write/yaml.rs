//! JSON values as YAML that people like to read: blocks, few quotes, long texts as they are.

use serde_json::{Map, Value};

use super::scalar;

/// YAML has shorter keys only.
const MAX_PLAIN_KEY: usize = 1000;

pub fn document(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Object(entries) if !entries.is_empty() => map(&mut out, entries, 0),
        _ => after_mark(&mut out, value, 0),
    }
    out
}

/// The entries of a map, of which the first line is already indented.
fn map(out: &mut String, entries: &Map<String, Value>, depth: usize) {
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            indent(out, depth);
        }
        let key = scalar::line(key);
        if key.chars().count() > MAX_PLAIN_KEY {
            out.push_str("? ");
            out.push_str(&key);
            out.push('\n');
            indent(out, depth);
        } else {
            out.push_str(&key);
        }
        out.push(':');
        nested(out, value, depth);
    }
}

fn list(out: &mut String, items: &[Value], depth: usize) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            indent(out, depth);
        }
        out.push('-');
        match item {
            Value::Object(entries) if !entries.is_empty() => {
                out.push(' ');
                map(out, entries, depth + 1);
            }
            Value::Array(items) if !items.is_empty() => {
                out.push(' ');
                list(out, items, depth + 1);
            }
            _ => after_mark(out, item, depth),
        }
    }
}

/// What follows a key: on the same line where that is possible.
fn nested(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            out.push('\n');
            indent(out, depth + 1);
            map(out, entries, depth + 1);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            indent(out, depth + 1);
            list(out, items, depth + 1);
        }
        _ => after_mark(out, value, depth),
    }
}

/// A value without parts, and the end of its line.
fn after_mark(out: &mut String, value: &Value, depth: usize) {
    out.push(' ');
    match value {
        Value::String(text) if scalar::is_block(text) => {
            out.push_str(if text.ends_with('\n') { "|\n" } else { "|-\n" });
            for line in text.lines() {
                if !line.is_empty() {
                    indent(out, depth + 1);
                }
                out.push_str(line);
                out.push('\n');
            }
        }
        Value::String(text) => {
            out.push_str(&scalar::line(text));
            out.push('\n');
        }
        // Empty lists and maps, numbers, flags and null are what they are in JSON.
        value => {
            out.push_str(&value.to_string());
            out.push('\n');
        }
    }
}

fn indent(out: &mut String, depth: usize) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}
