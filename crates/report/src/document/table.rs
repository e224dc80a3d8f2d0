//! Tables.

use super::Tone;
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
