//! Tables: a row stays on one page if it fits on one, and the head comes again on every page.

use std::borrow::Cow;

use cairn_report::Result;
use cairn_report::document::{Cell, Look as CellLook, Row, Table, ink};

use crate::font::Fonts;
use crate::page::{BOTTOM, INNER, Kind, Look, MARGIN, Pages, Shape, Tagged};
use crate::wrap::wrap;

const SIZE: f32 = 7.8;
const PAD_X: f32 = 4.5;
const PAD_Y: f32 = 4.0;
const LINE: f32 = SIZE * 1.35;
/// Between cells that have colours of their own.
const GAP: f32 = 1.0;
const BAND: &str = "F6F5F1";

/// A cell, cut into lines.
struct Laid {
    lines: Vec<(String, Look)>,
    fill: Option<Cow<'static, str>>,
    /// Whether a gap parts it from its neighbours, which may have the same colour.
    is_apart: bool,
    is_number: bool,
    x: f32,
    width: f32,
    span: usize,
}

pub(crate) fn place(pages: &mut Pages, table: &Table, fonts: &Fonts) -> Result<()> {
    let all: u32 = table.columns.iter().map(|column| column.width).sum();
    let widths: Vec<f32> = table.columns.iter().map(|column| INNER * column.width as f32 / all.max(1) as f32).collect();
    let lefts: Vec<f32> = widths
        .iter()
        .scan(MARGIN, |x, width| {
            let left = *x;
            *x += width;
            Some(left)
        })
        .collect();
    let head: Vec<Laid> = (table.columns.iter().zip(&lefts).zip(&widths))
        .map(|((column, x), width)| {
            let look = Look::new(true, SIZE, ink::TEXT);
            let lines = wrap(&fonts.strong, SIZE, width - 2.0 * PAD_X, &column.title);
            let lines = lines.into_iter().map(|line| (line, look)).collect();
            Laid {
                fill: Some(ink::HEAD.into()),
                is_apart: false,
                is_number: column.is_number,
                lines,
                x: *x,
                width: *width,
                span: 1,
            }
        })
        .collect();
    pages.y += 4.0;
    pages.need(height(&head) + 3.0 * LINE)?;
    let mut rows = vec![Tagged::Group(Kind::Row, draw_head(pages, &head, fonts, true))];
    for row in &table.rows {
        let cells = match row {
            Row::Band(title) => vec![band(title, table.columns.len(), fonts)],
            Row::Cells(cells) => cells
                .iter()
                .zip(&table.columns)
                .zip(lefts.iter().zip(&widths))
                .map(|((cell, column), (x, width))| laid(cell, column.is_number, *x, *width, fonts))
                .collect(),
        };
        // A band does not stay behind alone.
        let needed = height(&cells) + if matches!(row, Row::Band(_)) { 3.0 * LINE } else { 0.0 };
        let whole_page = BOTTOM - MARGIN - height(&head);
        if needed > pages.room() && (needed <= whole_page || pages.room() < 3.0 * LINE) {
            pages.break_page()?;
            draw_head(pages, &head, fonts, false);
        }
        rows.push(Tagged::Group(Kind::Row, draw_row(pages, &cells, &head, fonts)?));
    }
    pages.tree.push(Tagged::Group(Kind::Table, rows));
    pages.y += 10.0;
    Ok(())
}

fn band(title: &str, columns: usize, fonts: &Fonts) -> Laid {
    let look = Look::new(true, SIZE, ink::ACCENT);
    let lines = wrap(&fonts.strong, SIZE, INNER - 2.0 * PAD_X, title);
    let lines = lines.into_iter().map(|line| (line, look)).collect();
    Laid { lines, fill: Some(BAND.into()), is_apart: false, is_number: false, x: MARGIN, width: INNER, span: columns }
}

fn laid(cell: &Cell, is_number: bool, x: f32, width: f32, fonts: &Fonts) -> Laid {
    let mut lines = Vec::new();
    for line in &cell.lines {
        let look = Look::new(line.look == CellLook::Strong, SIZE, cell.ink(line.look));
        let parts = wrap(fonts.face(look.is_strong), SIZE, width - 2.0 * PAD_X, &line.text);
        lines.extend(parts.into_iter().map(|part| (part, look)));
    }
    let fill = cell.ground().map(|colour| Cow::Owned(colour.to_owned()));
    Laid { lines, fill, is_apart: cell.fill.is_some(), is_number, x, width, span: 1 }
}

fn height(cells: &[Laid]) -> f32 {
    let lines = cells.iter().map(|cell| cell.lines.len()).max().unwrap_or_default().max(1);
    lines as f32 * LINE + 2.0 * PAD_Y
}

/// On later pages the head is decoration: whoever listens has heard it.
fn draw_head(pages: &mut Pages, head: &[Laid], fonts: &Fonts, is_first: bool) -> Vec<Tagged> {
    let mut tags: Vec<Vec<Tagged>> = head.iter().map(|_| Vec::new()).collect();
    let lines = head.iter().map(|cell| cell.lines.len()).max().unwrap_or_default().max(1);
    draw_slice(pages, head, 0, lines, fonts, is_first.then_some(&mut tags));
    tags.into_iter().map(|children| Tagged::Group(Kind::HeadCell, children)).collect()
}

/// A row, on as many pages as it needs.
fn draw_row(pages: &mut Pages, cells: &[Laid], head: &[Laid], fonts: &Fonts) -> Result<Vec<Tagged>> {
    let mut tags: Vec<Vec<Tagged>> = cells.iter().map(|_| Vec::new()).collect();
    let lines = cells.iter().map(|cell| cell.lines.len()).max().unwrap_or_default().max(1);
    let mut from = 0;
    while from < lines {
        let fitting = ((pages.room() - 2.0 * PAD_Y) / LINE).max(1.0) as usize;
        let count = fitting.min(lines - from);
        draw_slice(pages, cells, from, count, fonts, Some(&mut tags));
        from += count;
        if from < lines {
            pages.break_page()?;
            draw_head(pages, head, fonts, false);
        }
    }
    let groups = tags.into_iter().zip(cells);
    Ok(groups.map(|(children, cell)| Tagged::Group(Kind::Cell { span: cell.span }, children)).collect())
}

/// Some of the lines of a row.
fn draw_slice(
    pages: &mut Pages,
    cells: &[Laid],
    from: usize,
    count: usize,
    fonts: &Fonts,
    mut tags: Option<&mut Vec<Vec<Tagged>>>,
) {
    let top = pages.y;
    let high = count as f32 * LINE + 2.0 * PAD_Y;
    for cell in cells {
        if let Some(colour) = cell.fill.clone() {
            let width = if cell.is_apart { cell.width - GAP } else { cell.width };
            pages.draw(Shape::Rect { x: cell.x, y: top, width, height: high, colour }, None);
        }
    }
    let colour = ink::LINE.into();
    pages.draw(Shape::Rect { x: MARGIN, y: top + high - 0.5, width: INNER, height: 0.5, colour }, None);
    for (at, cell) in cells.iter().enumerate() {
        for (row, (line, look)) in cell.lines.iter().skip(from).take(count).enumerate() {
            let indent = if cell.is_number {
                cell.width - PAD_X - fonts.face(look.is_strong).width(line, look.size)
            } else {
                PAD_X
            };
            let content = match &mut tags {
                Some(tags) if !line.is_empty() => {
                    let content = pages.content();
                    tags[at].push(Tagged::Content(content));
                    Some(content)
                }
                _ => None,
            };
            pages.text(cell.x + indent, top + PAD_Y + row as f32 * LINE, line, *look, content);
        }
    }
    pages.y = top + high;
}

#[cfg(test)]
mod tests {
    use cairn_report::document::Column;

    use super::*;

    #[test]
    fn cells_of_a_matrix_have_its_colours_and_can_be_read() {
        let columns = vec![Column::new("Probability", 1), Column::new("Low", 1), Column::new("High", 1)];
        let cell = |text: &str, colour: &str| Cell::text(text).and("R.01", CellLook::Strong).filled(colour);
        let rows = vec![Row::Cells(vec![Cell::text("Often"), cell("Fine", "#FFEE00"), cell("Grave", "#7a0019")])];
        let mut pages = Pages::new();
        place(&mut pages, &Table { columns, rows }, &Fonts::load().expect("fonts")).expect("a page");
        let shapes = || pages.all[0].iter().map(|item| &item.shape);
        let place = |wanted: &str| {
            shapes().find_map(|shape| match shape {
                Shape::Rect { x, width, colour, .. } if colour == wanted => Some((*x, x + width)),
                _ => None,
            })
        };
        let ink = |wanted: &str| -> Vec<&'static str> {
            let of_text = shapes().filter_map(|shape| match shape {
                Shape::Text { text, colour, .. } if text == wanted => Some(*colour),
                _ => None,
            });
            of_text.collect()
        };
        let (fine, grave) = (place("FFEE00").expect("yellow"), place("7A0019").expect("red"));
        assert!(fine.1 < grave.0, "a gap parts them");
        assert_eq!(
            (ink("Fine"), ink("Grave"), ink("R.01")),
            (vec!["000000"], vec!["FFFFFF"], vec!["000000", "FFFFFF"])
        );
        assert_eq!(ink("Often"), [cairn_report::document::ink::TEXT]);
    }
}
