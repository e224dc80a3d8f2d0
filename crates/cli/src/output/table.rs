//! A list as a table without lines: columns side by side, cut to the terminal where there is one.

use cairn_client::Field;
use serde_json::Value as Json;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Screen;
use super::cell::{at, harmless, readable};

/// One column of a list.
#[derive(Debug, Clone)]
pub struct Column {
    /// The field, or with dots a part of it.
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
/// No column is cut below this: a few letters tell nothing.
const LEAST: usize = 8;

/// The table. On a terminal, long cells are cut and, where even that is not enough, the last columns left out; their
/// labels are returned.
pub fn table(rows: &[Json], columns: &[Column], screen: Screen) -> (String, Vec<String>) {
    let text = |row: &Json, column: &Column| harmless(&readable(at(row, &column.key), column.field.as_ref()), false);
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| columns.iter().map(|column| text(row, column)).collect()).collect();
    let heads: Vec<String> = columns.iter().map(|column| harmless(&column.label, false).to_uppercase()).collect();
    let mut widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(at, head)| cells.iter().map(|row| row[at].width()).chain([head.width()]).max().unwrap_or(0))
        .collect();
    let shown = screen.width.map_or(columns.len(), |room| fit(&mut widths, room));
    let left_out = columns[shown..].iter().map(|column| column.label.clone()).collect();

    let mut out = line(&heads[..shown], &widths, |head| screen.bold(head));
    for row in &cells {
        out += &line(&row[..shown], &widths, str::to_owned);
    }
    (out, left_out)
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

/// Makes columns narrower until they fit, the widest first; returns how many of them can be shown.
fn fit(widths: &mut [usize], room: usize) -> usize {
    let wanted = widths.to_vec();
    let mut shown = widths.len();
    loop {
        widths.copy_from_slice(&wanted);
        let total = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        while total(&widths[..shown]) > room {
            let Some(widest) = widths[..shown].iter_mut().max().filter(|widest| **widest > LEAST) else { break };
            *widest -= 1;
        }
        if total(&widths[..shown]) <= room || shown <= 1 {
            return shown;
        }
        shown -= 1;
    }
}

/// As much of a text as has room, with a sign that there is more.
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
    fn cut_text_says_so() {
        assert_eq!(shorten("Customer database", 10), "Customer…");
        assert_eq!(shorten("東京データ", 5), "東京…");
        assert_eq!(shorten("short", 5), "short");
    }
}
