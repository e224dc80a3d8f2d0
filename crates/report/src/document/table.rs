//! Tables.

use super::{Tone, ink};
use crate::text::plain;
use crate::view::one_line;

#[derive(Clone, Debug)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug)]
pub struct Column {
    pub title: String,
    /// The share of the width, relative to those of the other columns.
    pub width: u32,
    /// Whether it has numbers, which stand at the right.
    pub is_number: bool,
}

impl Column {
    pub fn new(title: &str, width: u32) -> Self {
        Self { title: title.to_owned(), width, is_number: false }
    }

    pub fn number(title: &str, width: u32) -> Self {
        Self { is_number: true, ..Self::new(title, width) }
    }
}

#[derive(Clone, Debug)]
pub enum Row {
    /// One cell for each column.
    Cells(Vec<Cell>),
    /// The title of the rows that follow, across all columns.
    Band(String),
}

#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub lines: Vec<Line>,
    pub tone: Option<Tone>,
    /// A colour that the data has, such as that of a level of a risk matrix. It counts more than the tone.
    pub fill: Option<Fill>,
}

/// A colour behind text, and that of text which can be read on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Six hexadecimal digits.
    pub colour: String,
    pub ink: &'static str,
}

const BLACK: &str = "000000";
const WHITE: &str = "FFFFFF";

impl Fill {
    /// Reads `#28AA00` or `#2A0`. None for anything else.
    pub fn of(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#')?;
        let colour: String = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_owned(),
            _ => return None,
        };
        let value = u32::from_str_radix(&colour, 16).ok().filter(|_| !colour.starts_with('+'))?;
        let [_, red, green, blue] = value.to_be_bytes();
        // The contrast with black is at least as good as that with white, as WCAG 2 measures it.
        let light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
        let ink = if (light + 0.05).powi(2) >= 1.05 * 0.05 { BLACK } else { WHITE };
        Some(Self { colour: colour.to_ascii_uppercase(), ink })
    }
}

/// How much light a part of a colour gives, from 0 to 1.
fn linear(part: u8) -> f64 {
    let share = f64::from(part) / 255.0;
    if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

#[derive(Clone, Debug)]
pub struct Line {
    pub text: String,
    pub look: Look,
    /// A file next to the document.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Plain,
    Strong,
    Soft,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self::default().and(text, Look::Plain)
    }

    pub fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self { tone: Some(tone), ..Self::text(text) }
    }

    /// With a colour from the data behind it, if it is one.
    pub fn filled(mut self, colour: &str) -> Self {
        self.fill = Fill::of(colour);
        self
    }

    /// The colour behind the text.
    pub fn ground(&self) -> Option<&str> {
        let tone = || self.tone.map(|tone| tone.colours().soft);
        self.fill.as_ref().map(|fill| fill.colour.as_str()).or_else(tone)
    }

    /// The colour of a line.
    pub fn ink(&self, look: Look) -> &'static str {
        match (&self.fill, look) {
            (Some(fill), _) => fill.ink,
            (None, Look::Plain) => self.tone.map_or(ink::TEXT, |tone| tone.colours().ink),
            (None, Look::Strong) => ink::TEXT,
            (None, Look::Soft) => ink::SOFT,
        }
    }

    /// With a line more, unless it is empty.
    pub fn and(mut self, text: impl Into<String>, look: Look) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.lines.push(Line { text, look, link: None });
        }
        self
    }

    /// With the lines of a text in Markdown.
    pub fn and_markdown(mut self, markdown: &str) -> Self {
        for line in plain(markdown).lines().filter(|line| !line.trim().is_empty()) {
            self = self.and(line, Look::Plain);
        }
        self
    }

    /// With a list of names in one line, unless there are none.
    pub fn and_list(self, label: &str, names: impl Iterator<Item = String>) -> Self {
        let names: Vec<String> = names.map(|name| one_line(&name)).filter(|name| !name.is_empty()).collect();
        if names.is_empty() { self } else { self.and(format!("{label}{}", names.join(", ")), Look::Soft) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours, as WCAG 2 defines it.
    fn contrast(one: &str, other: &str) -> f64 {
        let light = |digits: &str| {
            let part = |at: usize| linear(u8::from_str_radix(&digits[at..at + 2], 16).expect("two digits"));
            0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4) + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn text_can_be_read_on_every_colour() {
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(15) {
                    let fill = Fill::of(&format!("#{red:02x}{green:02x}{blue:02x}")).expect("a colour");
                    assert!(contrast(&fill.colour, fill.ink) >= 4.5, "{fill:?}");
                    let other = if fill.ink == BLACK { WHITE } else { BLACK };
                    assert!(contrast(&fill.colour, fill.ink) >= contrast(&fill.colour, other), "{fill:?}");
                }
            }
        }
    }

    #[test]
    fn only_colours_are_colours() {
        assert_eq!(Fill::of("#2A0"), Fill::of("#22AA00"));
        assert_eq!(Fill::of(" #28aa00 ").map(|fill| fill.colour).as_deref(), Some("28AA00"));
        for wrong in ["", "#", "28AA00", "#28AA0", "#28AA0G", "#+8AA00", "#é80", "red", "#28AA0000"] {
            assert_eq!(Fill::of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_colour_from_the_data_counts_more_than_the_tone() {
        let cell = Cell::toned("High", Tone::Bad).and("R.01", Look::Strong);
        assert_eq!((cell.ground(), cell.ink(Look::Strong)), (Some("FBE6E2"), ink::TEXT));
        let cell = cell.filled("#000080");
        assert_eq!((cell.ground(), cell.ink(Look::Plain), cell.ink(Look::Strong)), (Some("000080"), WHITE, WHITE));
        assert_eq!(cell.filled("none").ground(), Some("FBE6E2"));
    }
}
