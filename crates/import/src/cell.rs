//! Turns the text of a cell into the value that a request would carry.

use cairn_model::FieldDef;
use cairn_model::kind::Kind;
use serde_json::Value as Json;

/// The value of a cell of any kind except references, whose names are looked up. What can't be parsed stays text:
/// the write path refuses it with the message of its kind.
pub(super) fn value(field: &FieldDef, text: &str) -> Result<Json, String> {
    let trimmed = text.trim();
    Ok(match &field.kind {
        Kind::Choice(kind) => kind
            .0
            .find(trimmed)
            .or_else(|| {
                let wanted = folded(trimmed);
                kind.0.options.iter().find(|option| {
                    [option.label(), option.key.to_string(), option.variant.to_owned()]
                        .iter()
                        .any(|word| folded(word) == wanted)
                })
            })
            .map_or_else(|| trimmed.into(), |option| option.key.to_json()),
        Kind::Boolean(_) => match trimmed.to_lowercase().as_str() {
            "true" | "yes" | "1" | "x" | "y" | "on" | "oui" | "vrai" | "ja" | "wahr" => true.into(),
            "false" | "no" | "0" | "n" | "off" | "non" | "faux" | "nein" | "falsch" => false.into(),
            _ => return Err(format!("“{trimmed}” is not yes or no.")),
        },
        Kind::Integer(_) => match trimmed.parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) => return Err(format!("“{trimmed}” is not a whole number.")),
        },
        Kind::Decimal(_) => decimal(trimmed)?.into(),
        Kind::Date(_) => trimmed.split_once(['T', ' ']).map_or(trimmed, |(date, _)| date).into(),
        Kind::DateTime(_) => time(trimmed).into(),
        Kind::Json(_) | Kind::Translations(_) => {
            serde_json::from_str(trimmed).map_err(|error| format!("This is not valid JSON: {error}."))?
        }
        _ => text.into(),
    })
}

/// Letters and digits in lower case: `In progress`, `in_progress` and `InProgress` are the same word.
pub(super) fn folded(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Half of the world writes 1,5. A number that could mean a thousand or one and a half is refused.
fn decimal(text: &str) -> Result<String, String> {
    let plain: String = text.chars().filter(|letter| !matches!(letter, ' ' | '\u{a0}' | '\u{202f}' | '\'')).collect();
    match (plain.split_once(','), plain.contains('.')) {
        (None, _) => Ok(plain),
        (Some((_, after)), false) if after.len() != 3 && !after.contains(',') => Ok(plain.replace(',', ".")),
        _ => Err(format!("“{text}” is ambiguous. Use a point for decimals and no thousands separators.")),
    }
}

/// A date alone means the start of that day; a time without a zone is UTC.
fn time(text: &str) -> String {
    let text = text.replacen(' ', "T", 1);
    let Some((_, clock)) = text.split_once('T') else { return format!("{text}T00:00:00Z") };
    if clock.ends_with(['Z', 'z']) || clock.contains(['+', '-']) { text } else { format!("{text}Z") }
}

/// The parts of a cell with several names, separated by lines, or else by bars, semicolons or commas.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let separator = ['\n', '|', ';', ','].into_iter().find(|separator| text.contains(*separator));
    let parts: Vec<&str> = match separator {
        Some(separator) => text.split(separator).map(str::trim).collect(),
        None => vec![text.trim()],
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        assert_eq!(decimal("1 200.5").as_deref(), Ok("1200.5"));
        assert_eq!(decimal("1,5").as_deref(), Ok("1.5"));
        assert!(decimal("1,500").is_err());
        assert!(decimal("1,500.25").is_err());
    }

    #[test]
    fn times_without_a_zone_are_utc() {
        assert_eq!(time("2026-03-01"), "2026-03-01T00:00:00Z");
        assert_eq!(time("2026-03-01 10:00:00"), "2026-03-01T10:00:00Z");
        assert_eq!(time("2026-03-01T10:00:00+02:00"), "2026-03-01T10:00:00+02:00");
    }

    #[test]
    fn names_are_separated_by_the_strongest_mark() {
        assert_eq!(parts("a, b ,c"), ["a", "b", "c"]);
        assert_eq!(parts("Smith, John; Doe, Jane"), ["Smith, John", "Doe, Jane"]);
        assert_eq!(parts("one\ntwo; three\n"), ["one", "two; three"]);
    }
}
