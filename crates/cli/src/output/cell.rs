//! Formats a value as text.

use cairn_client::Field;
use serde_json::Value as Json;

static NULL: Json = Json::Null;

/// The value of a column: a field, or a part of one such as `folder.id`.
pub fn at<'a>(row: &'a Json, key: &str) -> &'a Json {
    if let Some(value) = row.get(key) {
        return value;
    }
    key.split('.').try_fold(row, |value, part| value.get(part)).unwrap_or(&NULL)
}

/// For people: labels instead of keys, names instead of ids, yes and no.
pub fn readable(value: &Json, field: Option<&Field>) -> String {
    match value {
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::Array(list) => {
            let words: Vec<String> =
                list.iter().map(|one| readable(one, field)).filter(|one| !one.is_empty()).collect();
            words.join(", ")
        }
        key => {
            let choice = field.and_then(|field| field.choices.iter().find(|choice| choice.key == *key));
            match (choice, key) {
                (Some(choice), _) => choice.label.clone(),
                (None, Json::String(text)) => moment(text).unwrap_or_else(|| text.clone()),
                _ => plain(key),
            }
        }
    }
}

/// For programs: the content of a cell in a CSV file.
pub fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(list) if list.iter().all(|one| words_of(one).is_some() || !one.is_object() && !one.is_array()) => {
            list.iter().map(plain).collect::<Vec<_>>().join(", ")
        }
        Json::Object(_) => match words_of(value) {
            Some(words) => words.to_owned(),
            None if value.as_object().is_some_and(serde_json::Map::is_empty) => String::new(),
            None => value.to_string(),
        },
        other => other.to_string(),
    }
}

/// The display name of a reference.
fn words_of(value: &Json) -> Option<&str> {
    value.get("id")?;
    value.get("str")?.as_str()
}

/// A timestamp to the minute: `2026-03-01 12:30`. Times are UTC everywhere.
fn moment(text: &str) -> Option<String> {
    let is_time = text.len() >= 20 && text.as_bytes().get(10) == Some(&b'T') && text.ends_with('Z');
    let time = is_time.then(|| chrono::DateTime::parse_from_rfc3339(text).ok()).flatten()?;
    Some(time.format("%Y-%m-%d %H:%M").to_string())
}

/// Text from elsewhere may contain sequences that control a terminal or reverse the direction of writing. They are
/// replaced by a sign for something unprintable.
pub fn harmless(text: &str, keep_lines: bool) -> String {
    let clean = |letter: char| match letter {
        '\n' if keep_lines => letter,
        '\n' | '\r' | '\t' => ' ',
        _ if letter.is_control() => '\u{fffd}',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => letter,
    };
    text.chars().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_client::Choice;
    use serde_json::json;

    #[test]
    fn values_read_well() {
        let sales = json!({ "id": "1", "str": "Sales" });
        assert_eq!(readable(&sales, None), "Sales");
        assert_eq!(readable(&json!([sales, { "id": "2", "str": "Lab" }]), None), "Sales, Lab");
        assert_eq!(readable(&json!(true), None), "yes");
        assert_eq!(readable(&json!(null), None), "");
        assert_eq!(readable(&json!("2026-03-01T12:30:59.123456Z"), None), "2026-03-01 12:30");
        assert_eq!(readable(&json!("2026-03-01"), None), "2026-03-01");
        let choice = Choice { key: json!("PR"), label: "Primary".into() };
        let field = Field { choices: vec![choice], ..Field::default() };
        assert_eq!(readable(&json!("PR"), Some(&field)), "Primary");
        assert_eq!(plain(&json!("PR")), "PR");
        assert_eq!(plain(&json!({ "rto": { "value": 3 } })), r#"{"rto":{"value":3}}"#);
        assert_eq!(at(&json!({ "folder": sales }), "folder.id"), "1");
    }

    #[test]
    fn nothing_commands_the_terminal() {
        assert_eq!(harmless("a\x1b[31mb\nc\u{202e}d", false), "a\u{fffd}[31mb c\u{fffd}d");
        assert_eq!(harmless("a\nb", true), "a\nb");
    }
}
