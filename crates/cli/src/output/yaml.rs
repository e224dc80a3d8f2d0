//! JSON as YAML that is pleasant to read and edit and unambiguous to every parser: whatever an old or new parser could
//! take for something else is quoted. Also reads YAML, with errors that people understand.

use serde_json::{Map, Value as Json};
use serde_saphyr::{Error, MessageFormatter as _, UserMessageFormatter};

/// Reads YAML, or says what is wrong and on which line.
pub fn read(text: &str) -> Result<Json, String> {
    serde_saphyr::from_str(text).map_err(|error| {
        let error = error.without_snippet();
        let reason = reason(error);
        error.location().map_or_else(|| reason.clone(), |place| format!("line {}: {reason}", place.line()))
    })
}

/// The parser's messages are written for programmers, so the likeliest ones are reworded.
fn reason(error: &Error) -> String {
    match error {
        Error::DuplicateMappingKey { key: Some(key), .. } => format!("“{key}” appears twice"),
        Error::DuplicateMappingKey { .. } => "a name appears twice".to_owned(),
        Error::MultipleDocuments { .. } => "there is content after the end of the document (---)".to_owned(),
        Error::RecursiveReferencesRequireWeakTypes { .. } => "an anchor (&) contains a reference to itself".to_owned(),
        Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::Budget { .. } => "it is too large or too repetitive".to_owned(),
        other => UserMessageFormatter.format_message(other).into_owned(),
    }
}

pub fn emit(value: &Json) -> String {
    let mut out = String::new();
    match value {
        Json::Object(map) if !map.is_empty() => members(map, 0, &mut out),
        Json::Array(list) if !list.is_empty() => items(list, 0, &mut out),
        other => {
            out.push_str(&scalar(other, 0));
            out.push('\n');
        }
    }
    out
}

/// One member of an object, on as many lines as necessary.
pub fn member(name: &str, value: &Json) -> String {
    let mut out = String::new();
    one_member(name, value, 0, &mut out);
    out
}

fn members(map: &Map<String, Json>, depth: usize, out: &mut String) {
    for (at, (name, value)) in map.iter().enumerate() {
        if at > 0 {
            out.push_str(&"  ".repeat(depth));
        }
        one_member(name, value, depth, out);
    }
}

fn one_member(name: &str, value: &Json, depth: usize, out: &mut String) {
    out.push_str(&text(name));
    out.push(':');
    match value {
        Json::Object(map) if !map.is_empty() => {
            out.push('\n');
            out.push_str(&"  ".repeat(depth + 1));
            members(map, depth + 1, out);
        }
        Json::Array(list) if !list.is_empty() => {
            out.push('\n');
            out.push_str(&"  ".repeat(depth + 1));
            items(list, depth + 1, out);
        }
        other => {
            out.push(' ');
            out.push_str(&scalar(other, depth + 1));
            out.push('\n');
        }
    }
}

fn items(list: &[Json], depth: usize, out: &mut String) {
    for (at, value) in list.iter().enumerate() {
        if at > 0 {
            out.push_str(&"  ".repeat(depth));
        }
        out.push_str("- ");
        match value {
            Json::Object(map) if !map.is_empty() => members(map, depth + 1, out),
            Json::Array(inner) if !inner.is_empty() => items(inner, depth + 1, out),
            other => {
                out.push_str(&scalar(other, depth + 1));
                out.push('\n');
            }
        }
    }
}

fn scalar(value: &Json, depth: usize) -> String {
    match value {
        Json::String(words) if fits_block(words) => block(words, depth),
        Json::String(words) => text(words),
        other => other.to_string(),
    }
}

/// Whether a multi-line text can be written as a block and read back unchanged.
fn fits_block(words: &str) -> bool {
    let printable = |letter: char| letter == '\n' || letter == '\t' || !letter.is_control();
    let plain_end = !words.ends_with("\n\n") && !words.starts_with([' ', '\n', '\t']);
    words.trim_end_matches('\n').contains('\n')
        && plain_end
        && words.chars().all(|letter| printable(letter) && !is_break(letter))
        && words.lines().all(|line| !line.ends_with([' ', '\t']))
}

/// Characters that some parsers take for the end of a line.
fn is_break(letter: char) -> bool {
    matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn block(words: &str, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let mut out = String::from(if words.ends_with('\n') { "|" } else { "|-" });
    for line in words.lines() {
        out.push('\n');
        if !line.is_empty() {
            out.push_str(&indent);
            out.push_str(line);
        }
    }
    out
}

fn text(words: &str) -> String {
    if is_plain(words) {
        return words.to_owned();
    }
    // JSON's quoting is valid YAML, except for characters that YAML doesn't print.
    let quoted = Json::from(words).to_string();
    let escape = |letter: char| match letter {
        _ if is_break(letter) || letter == '\u{7f}' || ('\u{80}'..='\u{9f}').contains(&letter) => {
            format!("\\u{:04x}", letter as u32)
        }
        '\u{fffe}' | '\u{ffff}' => format!("\\u{:04x}", letter as u32),
        _ => letter.to_string(),
    };
    quoted.chars().map(escape).collect()
}

/// Whether every parser would read it as this text.
fn is_plain(words: &str) -> bool {
    let Some(first) = words.chars().next() else { return false };
    if !(first.is_alphabetic() || first == '/' || first == '_') || words.ends_with([' ', ':']) {
        return false;
    }
    let safe = |letter: char| letter.is_alphanumeric() || " _-./@+()'’,;".contains(letter) || letter == ':';
    if !words.chars().all(safe) || words.contains(": ") {
        return false;
    }
    let special = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    !special.contains(&words.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Json {
        super::read(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
    }

    #[test]
    fn reasons_are_for_people() {
        for (text, reason) in [
            ("name: a\nname: b\n", "line 2: “name” appears twice"),
            ("name: a\n---\nname: b\n", "line 3: there is content after the end of the document (---)"),
            ("name: &a\n  - *a\n", "line 2: an anchor (&) contains a reference to itself"),
            ("name: *a\n", "line 1: reference to unknown value"),
        ] {
            assert_eq!(super::read(text).expect_err("not valid"), reason, "{text}");
        }
        for text in ["name: [", "a: b: c", "name: \"open\n", "- a\nb: c"] {
            let reason = super::read(text).expect_err("not valid");
            let inside = ["Options", "from_str", "struct", "Policy", "type"];
            assert!(
                reason.starts_with("line ") && !inside.iter().any(|word| reason.contains(word)),
                "{text}: {reason}"
            );
        }
    }

    #[test]
    fn what_looks_like_something_else_is_quoted() {
        for words in ["no", "Yes", "null", "~", "12", "1.5", "-", "2026-03-01", "a: b", "#x", "", " x", "a:", "0x1f"] {
            let emitted = member("value", &json!(words));
            assert!(emitted.contains('"'), "{emitted}");
            assert_eq!(read(&emitted), json!({ "value": words }));
        }
        assert_eq!(member("name", &json!("Customer database")), "name: Customer database\n");
    }

    #[test]
    fn several_lines_stay_readable() {
        let value =
            json!({ "description": "First.\n\n- second\n", "list": [{ "a": 1, "b": [true, null] }, []], "o": {} });
        let text = "description: |\n  First.\n\n  - second\nlist:\n  - a: 1\n    b:\n      - true\n      - null\n  - []\no: {}\n";
        assert_eq!(emit(&value), text);
        assert_eq!(read(text), value);
    }

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i64>().prop_map(Json::from),
            any::<String>().prop_map(Json::from),
            "[ -~\n]{0,40}".prop_map(Json::from),
            "[a-z0-9:#\\-\\[\\]{}&*!|>'\"%@` \n]{0,20}".prop_map(Json::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                prop::collection::hash_map("[ -~]{0,8}", inner, 0..4).prop_map(|map| map.into_iter().collect::<Json>()),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(value in any_json()) {
            let value = json!({ "value": value });
            prop_assert_eq!(read(&emit(&value)), value);
        }
    }
}
