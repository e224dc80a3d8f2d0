//! Small helpers for text: display names made from identifiers, and characters that no text may contain.

use serde_json::Value as Json;

/// The message for a text with a NUL character.
pub const NUL_REFUSED: &str = "NUL characters (U+0000) are not allowed. Remove them.";

/// The replacement for a NUL character where it has to be shown or can't be stored.
pub const NUL_SYMBOL: char = '\u{2400}';

/// Refuses a text with a NUL character. PostgreSQL can't store one, no screen shows it, and many programs take it for
/// the end of the text; so it is refused in all input, on both databases.
pub fn refuse_nul(text: &str) -> Result<(), String> {
    if text.contains('\0') { Err(NUL_REFUSED.to_owned()) } else { Ok(()) }
}

/// Where a document contains a NUL character, in a text or in a name; empty for the document itself.
pub fn nul_in(json: &Json) -> Option<String> {
    fn find(json: &Json, place: &str) -> Option<String> {
        match json {
            Json::String(text) => text.contains('\0').then(|| place.to_owned()),
            Json::Array(items) => items.iter().enumerate().find_map(|(at, item)| find(item, &format!("{place}[{at}]"))),
            Json::Object(members) => members.iter().find_map(|(name, value)| {
                let inner = || {
                    if place.is_empty() {
                        name.replace('\0', "␀")
                    } else {
                        format!("{place}.{}", name.replace('\0', "␀"))
                    }
                };
                if name.contains('\0') {
                    Some(inner())
                } else if holds_text(value) {
                    find(value, &inner())
                } else {
                    None
                }
            }),
            _ => None,
        }
    }
    find(json, "")
}

fn holds_text(json: &Json) -> bool {
    matches!(json, Json::String(_) | Json::Array(_) | Json::Object(_))
}

/// `AppliedControl`, `applied-controls` or `due_date` as a person would write it.
pub fn humanize(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut previous_lower = false;
    for letter in name.chars() {
        if matches!(letter, '_' | '-' | '/') {
            words.push(' ');
            previous_lower = false;
        } else if letter.is_uppercase() {
            if previous_lower {
                words.push(' ');
            }
            if words.is_empty() || !previous_lower {
                words.push(letter);
            } else {
                words.extend(letter.to_lowercase());
            }
            previous_lower = false;
        } else {
            if words.is_empty() {
                words.extend(letter.to_uppercase());
            } else {
                words.push(letter);
            }
            previous_lower = true;
        }
    }
    // The one compound that is written with a hyphen.
    words.replace("What if ", "What-if ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{humanize, nul_in, refuse_nul};

    #[test]
    fn nul_characters_are_found_wherever_they_are() {
        assert!(refuse_nul("a\0b").is_err() && refuse_nul("a\u{2400}b\n").is_ok());
        assert_eq!(nul_in(&json!({ "a": [1, null, { "b": "x\0" }] })).as_deref(), Some("a[2].b"));
        assert_eq!(nul_in(&json!({ "a\0": 1 })).as_deref(), Some("a␀"));
        assert_eq!(nul_in(&json!("\0")).as_deref(), Some(""));
        assert_eq!(nul_in(&json!({ "a": ["x", {}], "b": "\\u0000" })), None);
    }

    #[test]
    fn names_become_words() {
        assert_eq!(humanize("AppliedControl"), "Applied control");
        assert_eq!(humanize("applied-controls"), "Applied controls");
        assert_eq!(humanize("due_date"), "Due date");
        assert_eq!(humanize("ToDo"), "To do");
        assert_eq!(humanize("P1"), "P1");
        assert_eq!(
            (humanize("WhatIfDraft"), humanize("what-if-drafts")),
            ("What-if draft".into(), "What-if drafts".into())
        );
    }
}
