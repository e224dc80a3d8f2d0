//! Prints one object, field by field.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::Screen;
use super::cell::harmless;

/// A value with less space than this beside its label goes below it.
const BESIDE: usize = 20;

/// Labels on the left, values on the right, long ones on several lines. The caller leaves out empty values.
pub fn detail(fields: &[(String, String)], screen: Screen) -> String {
    let indent = fields.iter().map(|(label, _)| label.width()).max().unwrap_or(0).min(32) + 2;
    let width = screen.width.unwrap_or(usize::MAX);
    let below = width.saturating_sub(indent) < BESIDE;
    let indent = if below { 2 } else { indent };
    let room = width.saturating_sub(indent);
    let mut out = String::new();
    for (label, value) in fields {
        let label = harmless(label, false);
        let lines: Vec<String> = harmless(value, true).lines().flat_map(|line| wrap(line, room)).collect();
        let gap = if below { indent } else { indent.saturating_sub(label.width()).max(1) };
        let padding = if below { "\n" } else { "" }.to_owned() + &" ".repeat(gap);
        let _ = write!(out, "{}{padding}", screen.bold(&label));
        for (at, line) in lines.iter().enumerate() {
            if at > 0 && !line.trim_end().is_empty() {
                out += &" ".repeat(indent);
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if lines.is_empty() {
            out.push('\n');
        }
    }
    out
}

/// Wraps a line between words; a word that is too long stays whole.
pub fn wrap(line: &str, room: usize) -> Vec<String> {
    if line.width() <= room {
        return vec![line.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    let mut current = String::new();
    for word in line.split(' ') {
        if !current.is_empty() && current.width() + 1 + word.width() > room {
            lines.push(std::mem::take(&mut current));
        }
        if !current.is_empty() {
            current.push(' ');
        }
        current += word;
    }
    lines.push(current);
    lines
}

/// Text wrapped to the width of the screen; wrapped lines keep the indentation of their first line.
pub fn fit(text: &str, screen: Screen) -> String {
    let Some(width) = screen.width else { return text.to_owned() };
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let words = line.trim_start_matches(' ');
        let indent = " ".repeat((line.len() - words.len()).min(width / 2));
        let room = width - indent.len();
        let lines: Vec<String> = wrap(words, room).iter().map(|part| format!("{indent}{part}")).collect();
        out += &(lines.join("\n") + end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words() {
        let text = "A sentence that is too long for it\n  and a line that stands further in\n";
        assert_eq!(
            fit(text, Screen::plain(Some(25))),
            "A sentence that is too\nlong for it\n  and a line that stands\n  further in\n"
        );
        assert_eq!(fit(text, Screen::plain(None)), text, "a file has no width");
    }

    #[test]
    fn values_stand_beside_their_labels() {
        let fields = [("Name", "Vault"), ("Description", "First line.\nA second, longer line that needs more room.")];
        let fields = fields.map(|(label, value)| (label.to_owned(), value.to_owned()));
        assert_eq!(
            detail(&fields, Screen::plain(Some(40))),
            "Name         Vault\n\
             Description  First line.\n\
             \x20            A second, longer line that\n\
             \x20            needs more room.\n"
        );
        assert_eq!(
            detail(&fields[..1], Screen::plain(Some(26))) + &detail(&fields[1..], Screen::plain(Some(32))),
            "Name  Vault\nDescription\n  First line.\n  A second, longer line that\n  needs more room.\n"
        );
    }
}
