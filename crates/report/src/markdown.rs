//! A document as Markdown, to be sent, pasted or kept beside the code.

use crate::document::{Block, Cell, Chart, Document, Row, Shape, Table};
use crate::text::clean;
use crate::view::one_line;
use crate::xml::put;

/// The whole document. Texts of people that are Markdown stay as they were written; everything else is shown as it is.
pub fn markdown(document: &Document) -> String {
    let mut out = String::new();
    put!(out, "# {}\n\n", escaped(&document.title));
    facts(&mut out, &document.facts);
    for block in &document.blocks {
        place(&mut out, block);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn place(out: &mut String, block: &Block) {
    match block {
        Block::Heading { level, text } => put!(out, "{} {}\n\n", "#".repeat(usize::from(*level) + 1), escaped(text)),
        Block::Paragraph(text) | Block::Note(text) => {
            let lines: Vec<String> = text.lines().map(escaped).collect();
            put!(out, "{}\n\n", lines.join("  \n"));
        }
        Block::Markdown(text) => put!(out, "{}\n\n", clean(text).trim()),
        Block::Facts(all) | Block::Figures(all) => facts(out, all),
        Block::Chart(chart) => place_chart(out, chart),
        Block::Table(table) => place_table(out, table),
    }
}

fn facts(out: &mut String, all: &[(String, String)]) {
    for (label, value) in all {
        put!(out, "- **{}**: {}\n", escaped(label), escaped(value));
    }
    out.push('\n');
}

/// The numbers of a chart. Nothing else of it can be said in Markdown.
fn place_chart(out: &mut String, chart: &Chart) {
    put!(out, "| {} | |\n|---|---:|\n", escaped(&chart.title));
    match &chart.shape {
        Shape::Ring { slices, .. } => {
            for slice in slices {
                put!(out, "| {} | {} |\n", escaped(&slice.label), slice.count);
            }
        }
        Shape::Bars { bars, .. } => {
            for bar in bars {
                put!(out, "| {} | {} |\n", escaped(&bar.label), bar.counts.iter().sum::<usize>());
            }
        }
    }
    out.push('\n');
}

fn place_table(out: &mut String, table: &Table) {
    let titles: Vec<String> = table.columns.iter().map(|column| escaped(&column.title)).collect();
    let marks: Vec<&str> = table.columns.iter().map(|column| if column.is_number { "---:" } else { "---" }).collect();
    put!(out, "| {} |\n|{}|\n", titles.join(" | "), marks.join("|"));
    let cell = |cell: &Cell| cell.lines.iter().map(|line| escaped(&line.text)).collect::<Vec<_>>().join("<br>");
    for row in &table.rows {
        match row {
            Row::Cells(cells) => put!(out, "| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | ")),
            Row::Band(title) => put!(out, "| **{}** |{}\n", escaped(title), " |".repeat(table.columns.len() - 1)),
        }
    }
    out.push('\n');
}

/// A name stays a name, even if it contains the characters of a heading, a link or a tag.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in one_line(text).chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Column;
    use crate::language::Language;

    #[test]
    fn names_cannot_break_the_layout() {
        assert_eq!(escaped("a\n# b | <script>"), "a \\# b \\| \\<script\\>");
    }

    #[test]
    fn a_document_reads_from_top_to_bottom() {
        let columns = vec![Column::new("Severity", 3), Column::number("Findings", 1)];
        let rows = vec![Row::Cells(vec![Cell::text("High"), Cell::text("2")])];
        let document = Document {
            language: Language::English,
            kind: "Findings".to_owned(),
            title: "Pentest *".to_owned(),
            facts: vec![("Domain".to_owned(), "Shop".to_owned())],
            blocks: vec![
                Block::Heading { level: 1, text: "Summary".to_owned() },
                Block::Table(Table { columns, rows }),
                Block::Markdown("Some **bold** words.".to_owned()),
            ],
        };
        let expected = "# Pentest \\*\n\n- **Domain**: Shop\n\n## Summary\n\n| Severity | Findings |\n|---|---:|\n\
                        | High | 2 |\n\nSome **bold** words.\n";
        assert_eq!(markdown(&document), expected);
    }
}
