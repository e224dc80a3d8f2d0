//! The blocks of a document, from top to bottom.

use cairn_report::Result;
use cairn_report::document::{self, Block, Document, ink};

use crate::font::Fonts;
use crate::page::{BOTTOM, HEIGHT, Heading, INNER, Kind, Look, MARGIN, Pages, Shape, Tagged, WIDTH};
use crate::wrap::{fit, wrap};
use crate::{chart, table};

/// Headings down to this level are in the table of contents.
const CONTENTS_LEVEL: u8 = 2;
const ENTRY: f32 = 19.0;
const BODY: Look = Look::new(false, 9.5, ink::TEXT);
const PALE: &str = "F6F5F1";

/// A document on pages: the first one, the table of contents, and the body.
pub(crate) struct Laid {
    pub(crate) pages: Pages,
    /// How many pages come before the body.
    pub(crate) front: usize,
}

pub(crate) fn lay_out(document: &Document, fonts: &Fonts) -> Result<Laid> {
    let mut body = Pages::new();
    for block in &document.blocks {
        place(&mut body, block, fonts)?;
    }
    let listed: Vec<usize> = (0..body.headings.len()).filter(|at| body.headings[*at].level <= CONTENTS_LEVEL).collect();
    let per_page = ((BOTTOM - MARGIN - 40.0) / ENTRY) as usize;
    let front = 1 + listed.len().div_ceil(per_page).max(1);
    let mut pages = Pages { contents: body.contents, ..Pages::new() };
    cover(&mut pages, document, fonts);
    contents(&mut pages, document, &body, &listed, front, per_page, fonts)?;
    pages.all.append(&mut body.all);
    pages.tree.append(&mut body.tree);
    pages.headings = body.headings;
    Ok(Laid { pages, front })
}

fn place(pages: &mut Pages, block: &Block, fonts: &Fonts) -> Result<()> {
    match block {
        Block::Heading { level, text } => heading(pages, *level, text, fonts),
        Block::Paragraph(text) => paragraph(pages, text, BODY, fonts),
        Block::Markdown(text) => paragraph(pages, &document::plain(text), BODY, fonts),
        Block::Facts(facts) => paragraph(pages, &document::lines(facts), BODY, fonts),
        Block::Note(text) => paragraph(pages, text, Look::new(false, 9.5, ink::SOFT), fonts),
        Block::Figures(figures) => figures_row(pages, figures, fonts),
        Block::Chart(one) => chart::place(pages, one, fonts),
        Block::Table(one) => table::place(pages, one, fonts),
    }
}

fn heading(pages: &mut Pages, level: u8, text: &str, fonts: &Fonts) -> Result<()> {
    let (size, before) = match level {
        1 => (20.0, 0.0),
        2 => (14.0, 16.0),
        3 => (11.5, 12.0),
        _ => (10.0, 10.0),
    };
    let is_begun = pages.y > MARGIN;
    if level == 1 && is_begun {
        pages.break_page()?;
    }
    let look = Look::new(true, size, ink::ACCENT);
    let lines = wrap(&fonts.strong, size, INNER, text);
    // With room for the first rows of what follows.
    pages.need(before + lines.len().min(20) as f32 * look.line_height() + 70.0)?;
    pages.y += if pages.y > MARGIN { before } else { 0.0 };
    let page = pages.all.len() - 1;
    pages.headings.push(Heading { level, text: text.to_owned(), page, y: pages.y });
    let children = write(pages, &lines, look)?;
    pages.tree.push(Tagged::Group(Kind::Heading(level, text.to_owned()), children));
    pages.y += 5.0;
    Ok(())
}

fn paragraph(pages: &mut Pages, text: &str, look: Look, fonts: &Fonts) -> Result<()> {
    for part in text.lines().filter(|line| !line.trim().is_empty()) {
        let lines = wrap(fonts.face(look.is_strong), look.size, INNER, part);
        let children = write(pages, &lines, look)?;
        pages.tree.push(Tagged::Group(Kind::Paragraph, children));
        pages.y += 4.0;
    }
    Ok(())
}

/// Lines, on as many pages as they need.
fn write(pages: &mut Pages, lines: &[String], look: Look) -> Result<Vec<Tagged>> {
    let mut children = Vec::with_capacity(lines.len());
    for line in lines {
        pages.need(look.line_height())?;
        let content = pages.content();
        pages.text(MARGIN, pages.y, line, look, Some(content));
        pages.y += look.line_height();
        if !line.is_empty() {
            children.push(Tagged::Content(content));
        }
    }
    Ok(children)
}

/// Numbers that stand out, side by side.
fn figures_row(pages: &mut Pages, figures: &[(String, String)], fonts: &Fonts) -> Result<()> {
    const HIGH: f32 = 48.0;
    const GAP: f32 = 8.0;
    pages.need(HIGH + 14.0)?;
    pages.y += 6.0;
    let count = figures.len().max(1) as f32;
    let width = (INNER - GAP * (count - 1.0)) / count;
    let mut x = MARGIN;
    for (label, value) in figures {
        let top = pages.y;
        pages.draw(Shape::Rect { x, y: top, width, height: HIGH, colour: PALE.into() }, None);
        let mut children = Vec::new();
        for (text, top, look) in [
            (value, top + 8.0, Look::new(true, 16.0, ink::ACCENT)),
            (label, top + 30.0, Look::new(false, 8.0, ink::SOFT)),
        ] {
            let content = pages.content();
            let text = fit(fonts.face(look.is_strong), look.size, width - 16.0, text);
            pages.text(x + 8.0, top, &text, look, Some(content));
            children.push(Tagged::Content(content));
        }
        pages.tree.push(Tagged::Group(Kind::Paragraph, children));
        x += width + GAP;
    }
    pages.y += HIGH + 8.0;
    Ok(())
}

/// The first page.
fn cover(pages: &mut Pages, document: &Document, fonts: &Fonts) {
    const MOST_LINES: usize = 8;
    pages.draw(Shape::Rect { x: 0.0, y: 0.0, width: 10.0, height: HEIGHT, colour: ink::ACCENT.into() }, None);
    pages.y = 210.0;
    let kind = Look::new(true, 12.0, ink::ACCENT);
    let content = pages.content();
    pages.text(MARGIN, pages.y, &document.kind, kind, Some(content));
    pages.tree.push(Tagged::Group(Kind::Paragraph, vec![Tagged::Content(content)]));
    pages.y += 24.0;
    let title = Look::new(true, 28.0, ink::TEXT);
    let mut children = Vec::new();
    for line in wrap(&fonts.strong, title.size, INNER, &document.title).iter().take(MOST_LINES) {
        let content = pages.content();
        pages.text(MARGIN, pages.y, line, title, Some(content));
        children.push(Tagged::Content(content));
        pages.y += title.line_height();
    }
    pages.tree.push(Tagged::Group(Kind::Title, children));
    pages.y += 28.0;
    let column = MARGIN + 130.0;
    for (label, value) in &document.facts {
        let mut children = Vec::new();
        let lines = wrap(&fonts.regular, 10.0, WIDTH - MARGIN - column, value);
        for (at, line) in lines.iter().take(4).enumerate() {
            let parts = [(MARGIN, if at == 0 { label.as_str() } else { "" }, ink::SOFT), (column, line, ink::TEXT)];
            for (x, text, colour) in parts.into_iter().filter(|(_, text, _)| !text.is_empty()) {
                let content = pages.content();
                pages.text(x, pages.y, text, Look::new(false, 10.0, colour), Some(content));
                children.push(Tagged::Content(content));
            }
            pages.y += 15.0;
        }
        pages.tree.push(Tagged::Group(Kind::Paragraph, children));
        pages.y += 4.0;
    }
}

/// The table of contents, with the pages that headings came to stand on.
fn contents(
    pages: &mut Pages,
    document: &Document,
    body: &Pages,
    listed: &[usize],
    front: usize,
    per_page: usize,
    fonts: &Fonts,
) -> Result<()> {
    let mut entries = Vec::new();
    let mut parts = listed.chunks(per_page).collect::<Vec<_>>();
    if parts.is_empty() {
        parts.push(&[]);
    }
    for (at, part) in parts.into_iter().enumerate() {
        pages.break_page()?;
        if at == 0 {
            let content = pages.content();
            let title = document.language.say(cairn_report::words::CONTENTS);
            pages.text(MARGIN, pages.y, title, Look::new(true, 20.0, ink::ACCENT), Some(content));
            pages.tree.push(Tagged::Group(Kind::Paragraph, vec![Tagged::Content(content)]));
        }
        pages.y = MARGIN + 40.0;
        for index in part {
            let heading = &body.headings[*index];
            let is_part = heading.level == 1;
            let look = Look::new(is_part, 10.0, ink::TEXT);
            let face = fonts.face(is_part);
            let indent = if is_part { 0.0 } else { 14.0 };
            let number = document.language.count(front + heading.page + 1);
            let right = WIDTH - MARGIN - face.width(&number, look.size);
            let text = fit(face, look.size, right - MARGIN - indent - 20.0, &heading.text);
            let content = pages.content();
            pages.text(MARGIN + indent, pages.y, &text, look, Some(content));
            pages.text(right, pages.y, &number, look, Some(content));
            let link = pages.content();
            let place = Shape::Link { x: MARGIN, y: pages.y, width: INNER, height: ENTRY - 4.0, heading: *index };
            pages.draw(place, Some(link));
            let linked = Tagged::Group(Kind::Link, vec![Tagged::Content(content), Tagged::Content(link)]);
            entries.push(Tagged::Group(Kind::Entry, vec![linked]));
            pages.y += ENTRY;
        }
    }
    pages.tree.push(Tagged::Group(Kind::Contents, entries));
    Ok(())
}
