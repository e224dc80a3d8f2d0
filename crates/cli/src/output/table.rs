//! A list as a table without lines, cut to the width of the terminal if there is one.

use std::fmt::Write as _;

use cairn_client::Field;
use serde_json::Value as Json;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::cell::{at, harmless, readable};
use super::{Screen, wrap};

/// One column of a list.
#[derive(Debug, Clone)]
pub struct Column {
    /// The field, or a part of one, with dots.
    pub key: String,
    pub label: String,
    pub field: Option<Field>,
}

impl Column {
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into(), field: None }
    }

    pub fn of(field: &Field) -> Self {
        Self { key: field.name.clone(), label: field.label.clone(), field: Some(field.clone()) }
    }
}

const GAP: usize = 2;
/// The minimum width for sentences.
const SENTENCE: usize = 24;
/// The indentation of what doesn't fit beside its row.
const BELOW: usize = 4;
/// No column becomes narrower than this: a few letters would mean nothing.
const LEAST: usize = 8;

/// The table. On a terminal, long cells are cut and, if that isn't enough, the last columns are left out; returns their
/// labels.
pub fn table(rows: &[Json], columns: &[Column], screen: Screen) -> (String, Vec<String>) {
    let mut grid = Grid::new(rows, columns);
    let shown = screen.width.map_or(columns.len(), |room| grid.fit(room));
    let left_out = columns[shown..].iter().map(|column| column.label.clone()).collect();

    let mut out = line(&grid.heads[..shown], &grid.widths, |head| screen.bold(head));
    for row in &grid.cells {
        out += &line(&row[..shown], &grid.widths, str::to_owned);
    }
    (out, left_out)
}

/// The same with a last column of sentences. On a terminal they are wrapped; if they don't fit beside the other
/// columns, they go below, along with other columns that don't fit, so nothing is left out.
pub fn table_of_sentences(rows: &[Json], columns: &[Column], screen: Screen) -> String {
    let mut grid = Grid::new(rows, columns);
    let (Some(width), Some(last)) = (screen.width, columns.len().checked_sub(1)) else {
        return table(rows, columns, screen).0;
    };
    grid.widths[last] = grid.widths[last].min(SENTENCE);
    grid.least[last] = grid.widths[last];
    let shown = grid.fit(width);

    let mut out = line(&grid.heads[..shown], &grid.widths, |head| screen.bold(head));
    for row in &mut grid.cells {
        if shown > last {
            let indent = grid.widths[..last].iter().map(|width| width + GAP).sum::<usize>();
            let lines = wrap_cell(&std::mem::take(&mut row[last]), width.saturating_sub(indent));
            let before = line(&row[..last], &grid.widths, str::to_owned);
            for (at, sentence) in lines.iter().enumerate() {
                let before = if at == 0 { before.trim_end() } else { "" };
                let gap = " ".repeat(indent - before.width());
                out += (before.to_owned() + &gap + sentence).trim_end();
                out.push('\n');
            }
            continue;
        }
        out += &line(&row[..shown], &grid.widths, str::to_owned);
        for (at, cell) in row.iter().enumerate().skip(shown).filter(|(_, cell)| !cell.is_empty()) {
            let text = if at == last { cell.clone() } else { format!("{}: {cell}", columns[at].label) };
            for below in wrap_cell(&text, width.saturating_sub(BELOW)) {
                let _ = writeln!(out, "{:BELOW$}{below}", "");
            }
        }
    }
    out
}

/// The lines of a cell. Unlike in running text, a word that is too long is broken, since it would leave its column.
fn wrap_cell(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for part in wrap(text, room) {
        let mut current = String::new();
        for letter in part.chars() {
            if !current.is_empty() && current.width() + letter.width().unwrap_or(0) > room {
                lines.push(std::mem::take(&mut current));
            }
            current.push(letter);
        }
        lines.push(current);
    }
    lines
}

/// The text of a table, and the widths of its columns.
struct Grid {
    heads: Vec<String>,
    cells: Vec<Vec<String>>,
    widths: Vec<usize>,
    /// The minimum width of each column.
    least: Vec<usize>,
}

impl Grid {
    fn new(rows: &[Json], columns: &[Column]) -> Self {
        let text =
            |row: &Json, column: &Column| harmless(&readable(at(row, &column.key), column.field.as_ref()), false);
        let cells: Vec<Vec<String>> =
            rows.iter().map(|row| columns.iter().map(|column| text(row, column)).collect()).collect();
        let heads: Vec<String> = columns.iter().map(|column| harmless(&column.label, false).to_uppercase()).collect();
        let widest = |at: usize, head: &String| cells.iter().map(|row| row[at].width()).chain([head.width()]).max();
        let widths: Vec<usize> = heads.iter().enumerate().filter_map(|(at, head)| widest(at, head)).collect();
        // Part of an id or a time is of no use.
        let is_whole = |at: usize| cells.iter().all(|row| row[at].is_empty() || is_id_or_time(&row[at]));
        let least = widths.iter().enumerate().map(|(at, width)| if is_whole(at) { *width } else { LEAST }).collect();
        Self { heads, cells, widths, least }
    }

    /// Narrows columns until they fit, the widest first; returns how many can be shown.
    fn fit(&mut self, room: usize) -> usize {
        let wanted = self.widths.clone();
        let mut shown = wanted.len();
        loop {
            self.widths.copy_from_slice(&wanted);
            let total = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
            while total(&self.widths[..shown]) > room {
                let columns = self.widths[..shown].iter_mut().zip(&self.least);
                let Some((widest, _)) = columns.filter(|(width, least)| **width > **least).max() else { break };
                *widest -= 1;
            }
            if total(&self.widths[..shown]) <= room || shown <= 1 {
                return shown;
            }
            shown -= 1;
        }
    }
}

fn is_id_or_time(text: &str) -> bool {
    let is_time = || text.len() == 16 && text.as_bytes()[4] == b'-' && text.as_bytes()[13] == b':';
    text.len() == 36 && uuid::Uuid::try_parse(text).is_ok() || text.is_ascii() && is_time()
}

fn line(cells: &[String], widths: &[usize], paint: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for (at, cell) in cells.iter().enumerate() {
        let cut = shorten(cell, widths[at]);
        out += &paint(&cut);
        if at + 1 < cells.len() {
            out += &" ".repeat(widths[at] - cut.width() + GAP);
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// As much of a text as fits, with an ellipsis.
pub fn shorten(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > room {
            break;
        }
        out.push(letter);
    }
    out.truncate(out.trim_end().len());
    out + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample() -> (Vec<Json>, Vec<Column>) {
        let rows = vec![
            json!({ "name": "Customer database", "type": "Primary", "note": "kept in two places, one far away" }),
            json!({ "name": "東京データセンター", "type": "Support", "note": null }),
        ];
        let columns = ["name", "type", "note"].map(|key| Column::new(key, key)).to_vec();
        (rows, columns)
    }

    #[test]
    fn columns_stand_in_line() {
        let (rows, columns) = sample();
        let (text, left_out) = table(&rows, &columns, Screen::plain(None));
        assert_eq!(
            text,
            "NAME                TYPE     NOTE\n\
             Customer database   Primary  kept in two places, one far away\n\
             東京データセンター  Support\n"
        );
        assert!(left_out.is_empty());
    }

    #[test]
    fn a_table_fits_the_terminal() {
        let (rows, columns) = sample();
        for width in [20, 30, 40, 60, 80] {
            let (text, _) = table(&rows, &columns, Screen::plain(Some(width)));
            assert!(text.lines().all(|line| line.width() <= width), "{width}:\n{text}");
        }
        let (text, left_out) = table(&rows, &columns, Screen::plain(Some(20)));
        assert_eq!((text.lines().next(), left_out.as_slice()), (Some("NAME         TYPE"), &["note".to_owned()][..]));
    }

    #[test]
    fn ids_and_times_are_whole_or_left_out() {
        let id = "01a1df59-a0a0-7466-864c-fbf6b37d0b42";
        let rows = [json!({ "name": "Customer database", "id": id, "at": "2026-03-01T12:30:00.000000Z" })];
        let columns = ["name", "id", "at"].map(|key| Column::new(key, key));
        let (text, left_out) = table(&rows, &columns, Screen::plain(Some(70)));
        assert!(text.contains(id) && text.contains("2026-03-01 12:30") && text.contains("Customer data…"), "{text}");
        assert!(left_out.is_empty());
        let (text, left_out) = table(&rows, &columns, Screen::plain(Some(50)));
        assert!(text.contains(id) && left_out == ["at"], "{text}");
    }

    #[test]
    fn sentences_go_over_several_lines() {
        let rows = [json!({ "row": 2, "error": "There is no such domain, or you may not see it." })];
        let columns = [Column::new("row", "Row"), Column::new("error", "What is wrong")];
        assert_eq!(
            table_of_sentences(&rows, &columns, Screen::plain(Some(34))),
            "ROW  WHAT IS WRONG\n2    There is no such domain, or\n     you may not see it.\n"
        );
        let whole = "ROW  WHAT IS WRONG\n2    There is no such domain, or you may not see it.\n";
        assert_eq!(table_of_sentences(&rows, &columns, Screen::plain(None)), whole);
    }

    #[test]
    fn sentences_fit_the_terminal_and_lose_nothing() {
        let rows = [json!({
            "at": "2026-03-01T12:30:00.000000Z", "who": "ada.lovelace@example.com", "what": "permission granted",
            "thing": "applied control Backups of all databases, every night",
            "changed": "Link: nothing → https://example.com/a/very/long/way/to/some/page; Status: To do → Active"
        })];
        let columns = ["at", "who", "what", "thing", "changed"].map(|key| Column::new(key, key));
        for width in 40..=120 {
            let text = table_of_sentences(&rows, &columns, Screen::plain(Some(width)));
            assert!(text.lines().all(|line| line.width() <= width), "{width}:\n{text}");
            let whole: String = text.split_whitespace().collect();
            assert!(whole.contains("2026-03-0112:30") && text.contains("THING") == (width >= 46), "{width}:\n{text}");
            if width < 72 {
                assert!(whole.ends_with("some/page;Status:Todo→Active"), "{width}:\n{text}");
            }
        }
        let text = table_of_sentences(&rows, &columns, Screen::plain(Some(44)));
        assert!(text.contains("\n    thing: applied control Backups of all\n    databases, every night\n"), "{text}");
    }

    #[test]
    fn cut_text_says_so() {
        assert_eq!(shorten("Customer database", 10), "Customer…");
        assert_eq!(shorten("東京データ", 5), "東京…");
        assert_eq!(shorten("short", 5), "short");
    }
}
