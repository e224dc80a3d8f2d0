//! Pages as they grow: what is drawn where, and what it means to those who listen instead of look.

use std::borrow::Cow;

use cairn_report::{Error, Result};

use crate::MAX_PAGES;

/// A4, in points.
pub(crate) const WIDTH: f32 = 595.28;
pub(crate) const HEIGHT: f32 = 841.89;
pub(crate) const MARGIN: f32 = 54.0;
pub(crate) const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Where the text ends and the footer has not begun.
pub(crate) const BOTTOM: f32 = HEIGHT - 68.0;

/// Something on a page.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) shape: Shape,
    /// The content that it belongs to. Lines and backgrounds belong to none.
    pub(crate) content: Option<usize>,
}

#[derive(Debug)]
pub(crate) enum Shape {
    /// The point is at the beginning of the base line.
    Text {
        x: f32,
        y: f32,
        text: String,
        is_strong: bool,
        size: f32,
        colour: &'static str,
    },
    Rect {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        colour: Cow<'static, str>,
    },
    /// A part of a ring, between two angles in turns, clockwise from the top.
    Arc {
        x: f32,
        y: f32,
        radius: f32,
        from: f32,
        to: f32,
        colour: &'static str,
    },
    /// A place to click, that leads to a heading.
    Link {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        heading: usize,
    },
}

/// The structure of the document.
#[derive(Debug)]
pub(crate) enum Tagged {
    Content(usize),
    Group(Kind, Vec<Tagged>),
}

#[derive(Debug)]
pub(crate) enum Kind {
    Title,
    Heading(u8, String),
    Paragraph,
    Figure(String),
    Table,
    Row,
    HeadCell,
    Cell { span: usize },
    Contents,
    Entry,
    Link,
}

/// A heading, and where it came to stand.
#[derive(Debug, Clone)]
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) text: String,
    /// Counts from the first page of the body.
    pub(crate) page: usize,
    pub(crate) y: f32,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) is_strong: bool,
    pub(crate) size: f32,
    pub(crate) colour: &'static str,
}

impl Look {
    pub(crate) const fn new(is_strong: bool, size: f32, colour: &'static str) -> Self {
        Self { is_strong, size, colour }
    }

    pub(crate) const fn line_height(self) -> f32 {
        self.size * 1.35
    }
}

#[derive(Debug, Default)]
pub(crate) struct Pages {
    pub(crate) all: Vec<Vec<Item>>,
    pub(crate) tree: Vec<Tagged>,
    pub(crate) headings: Vec<Heading>,
    /// How many contents there are.
    pub(crate) contents: usize,
    /// The top of what comes next.
    pub(crate) y: f32,
}

impl Pages {
    pub(crate) fn new() -> Self {
        Self { all: vec![Vec::new()], y: MARGIN, ..Self::default() }
    }

    pub(crate) fn break_page(&mut self) -> Result<()> {
        if self.all.len() >= MAX_PAGES {
            return Err(Error::TooLarge(format!(
                "The report has more than {MAX_PAGES} pages. Export it as Word or Excel instead."
            )));
        }
        self.all.push(Vec::new());
        self.y = MARGIN;
        Ok(())
    }

    /// Goes to the next page unless there is so much room left.
    pub(crate) fn need(&mut self, height: f32) -> Result<()> {
        if self.y + height > BOTTOM && self.y > MARGIN { self.break_page() } else { Ok(()) }
    }

    pub(crate) fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    pub(crate) fn draw(&mut self, shape: Shape, content: Option<usize>) {
        if let Some(page) = self.all.last_mut() {
            page.push(Item { shape, content });
        }
    }

    /// A line of text whose top is at a height.
    pub(crate) fn text(&mut self, x: f32, top: f32, text: &str, look: Look, content: Option<usize>) {
        if text.is_empty() {
            return;
        }
        let y = top + look.size;
        let Look { is_strong, size, colour } = look;
        self.draw(Shape::Text { x, y, text: text.to_owned(), is_strong, size, colour }, content);
    }

    /// The next content.
    pub(crate) fn content(&mut self) -> usize {
        self.contents += 1;
        self.contents - 1
    }
}
