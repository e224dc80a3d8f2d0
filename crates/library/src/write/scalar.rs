//! Texts in YAML: plain where no reader can take them for something else, quoted otherwise.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::raw::Scalar;

/// A text on one line.
pub fn line(text: &str) -> Cow<'_, str> {
    if is_plain(text) { Cow::Borrowed(text) } else { Cow::Owned(quoted(text)) }
}

/// Whether a text may stand as a block: several lines, each printable and none that begins or ends with blanks.
pub fn is_block(text: &str) -> bool {
    let inner = text.strip_suffix('\n').unwrap_or(text);
    inner.contains('\n')
        && !inner.starts_with('\n')
        && !inner.ends_with('\n')
        && text.chars().all(|char| char == '\n' || is_printable(char))
        && inner.split('\n').all(|line| !line.starts_with(char::is_whitespace) && !line.ends_with(char::is_whitespace))
}

fn is_plain(text: &str) -> bool {
    // Words that some reader takes for a flag, a number or nothing.
    const TAKEN: &[&str] = &["y", "n", "null", "inf", "nan", "infinity"];
    let lower = text.to_ascii_lowercase();
    text.starts_with(char::is_alphabetic)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && text.chars().all(|char| char.is_alphanumeric() || " _./()-,;:'&+".contains(char))
        && Scalar { text: text.into(), plain: true }.flag().is_none()
        && !TAKEN.contains(&lower.as_str())
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            char if is_printable(char) => out.push(char),
            char => {
                // Writing to a text cannot fail.
                let _ = write!(out, "\\U{:08X}", u32::from(char));
            }
        }
    }
    out.push('"');
    out
}

/// What YAML allows as it is, on one line.
fn is_printable(char: char) -> bool {
    !char.is_control() && !matches!(char, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
