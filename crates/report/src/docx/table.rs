//! Tables in WordprocessingML. Their looks stand in them and not in styles, so that they are the same in every template.

use super::body::{WIDTH, lines};
use crate::document::{Cell, Column, Look, Row, Table, ink};
use crate::xml::put;

pub(super) fn table(table: &Table) -> String {
    let widths = widths(&table.columns);
    let mut xml = begin(&widths, true);
    xml.push_str(r"<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>");
    for (column, width) in table.columns.iter().zip(&widths) {
        xml.push_str(&cell_begin(*width, 1, Some(ink::HEAD)));
        xml.push_str(&paragraph(&column.title, "<w:b/>", ink::TEXT, column.is_number, true));
        xml.push_str("</w:tc>");
    }
    xml.push_str("</w:tr>");
    for row in &table.rows {
        match row {
            Row::Band(title) => band(&mut xml, title, &widths),
            Row::Cells(cells) => {
                let letters = cells.iter().flat_map(|cell| &cell.lines).map(|line| line.text.len());
                xml.push_str(if letters.sum::<usize>() > LONG_ROW { "<w:tr>" } else { WHOLE_ROW });
                for ((cell, column), width) in cells.iter().zip(&table.columns).zip(&widths) {
                    one_cell(&mut xml, cell, column, *width);
                }
                xml.push_str("</w:tr>");
            }
        }
    }
    xml.push_str("</w:tbl>");
    xml.push_str(AFTER);
    xml
}

/// A row with more bytes of text may break across pages; a shorter one looks better in one piece.
const LONG_ROW: usize = 2000;
const WHOLE_ROW: &str = "<w:tr><w:trPr><w:cantSplit/></w:trPr>";

/// Between a table and what follows. Without it, two tables would become one.
const AFTER: &str = r#"<w:p><w:pPr><w:spacing w:before="0" w:after="120"/></w:pPr></w:p>"#;

fn band(xml: &mut String, title: &str, widths: &[u32]) {
    xml.push_str("<w:tr><w:trPr><w:cantSplit/></w:trPr>");
    xml.push_str(&cell_begin(widths.iter().sum(), widths.len(), Some("F6F5F1")));
    xml.push_str(&paragraph(title, "<w:b/>", ink::ACCENT, false, true));
    xml.push_str("</w:tc></w:tr>");
}

fn one_cell(xml: &mut String, cell: &Cell, column: &Column, width: u32) {
    xml.push_str(&cell_begin(width, 1, cell.ground()));
    if cell.lines.is_empty() {
        xml.push_str("<w:p/>");
    }
    for line in &cell.lines {
        let style = if line.look == Look::Strong { "<w:b/>" } else { "" };
        xml.push_str(&paragraph(&line.text, style, cell.ink(line.look), column.is_number, false));
    }
    xml.push_str("</w:tc>");
}

fn paragraph(text: &str, style: &str, colour: &str, is_number: bool, keeps_with_next: bool) -> String {
    let keeps = if keeps_with_next { "<w:keepNext/>" } else { "" };
    let side = if is_number { r#"<w:jc w:val="right"/>"# } else { "" };
    format!(
        r#"<w:p><w:pPr>{keeps}<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/>{side}</w:pPr><w:r><w:rPr>{style}<w:color w:val="{colour}"/><w:sz w:val="17"/></w:rPr>{}</w:r></w:p>"#,
        lines(text)
    )
}

/// Numbers that stand out, side by side.
pub(super) fn figures(figures: &[(String, String)]) -> String {
    if figures.is_empty() {
        return String::new();
    }
    let width = WIDTH / figures.len() as u32;
    let widths = vec![width; figures.len()];
    let mut xml = begin(&widths, false);
    xml.push_str("<w:tr><w:trPr><w:cantSplit/></w:trPr>");
    for (label, value) in figures {
        xml.push_str(&cell_begin(width, 1, Some("F6F5F1")));
        for (text, look, after) in [
            (value, format!(r#"<w:b/><w:color w:val="{}"/><w:sz w:val="36"/>"#, ink::ACCENT), 0),
            (label, format!(r#"<w:color w:val="{}"/><w:sz w:val="17"/>"#, ink::SOFT), 80),
        ] {
            put!(
                xml,
                r#"<w:p><w:pPr><w:spacing w:before="60" w:after="{after}"/></w:pPr><w:r><w:rPr>{look}</w:rPr>{}</w:r></w:p>"#,
                lines(text)
            );
        }
        xml.push_str("</w:tc>");
    }
    xml.push_str("</w:tr></w:tbl>");
    xml.push_str(AFTER);
    xml
}

/// Labels and values, one a line.
pub(super) fn facts(facts: &[(String, String)]) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let widths = [WIDTH * 28 / 100, WIDTH * 72 / 100];
    let mut xml = begin(&widths, false);
    for (label, value) in facts {
        xml.push_str("<w:tr>");
        for (text, width, colour) in [(label, widths[0], ink::SOFT), (value, widths[1], ink::TEXT)] {
            xml.push_str(&cell_begin(width, 1, None));
            put!(
                xml,
                r#"<w:p><w:pPr><w:spacing w:before="40" w:after="40"/></w:pPr><w:r><w:rPr><w:color w:val="{colour}"/></w:rPr>{}</w:r></w:p></w:tc>"#,
                lines(text)
            );
        }
        xml.push_str("</w:tr>");
    }
    xml.push_str("</w:tbl>");
    xml
}

fn begin(widths: &[u32], has_lines: bool) -> String {
    let whole: u32 = widths.iter().sum();
    let mut xml = format!(r#"<w:tbl><w:tblPr><w:tblW w:w="{whole}" w:type="dxa"/>"#);
    if has_lines {
        xml.push_str("<w:tblBorders>");
        for side in ["top", "bottom", "insideH"] {
            put!(xml, r#"<w:{side} w:val="single" w:sz="4" w:space="0" w:color="{}"/>"#, ink::LINE);
        }
        xml.push_str("</w:tblBorders>");
    }
    xml.push_str(
        r#"<w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="85" w:type="dxa"/><w:bottom w:w="40" w:type="dxa"/><w:right w:w="85" w:type="dxa"/></w:tblCellMar><w:tblLook w:val="0020" w:firstRow="1"/></w:tblPr><w:tblGrid>"#,
    );
    for width in widths {
        put!(xml, r#"<w:gridCol w:w="{width}"/>"#);
    }
    xml.push_str("</w:tblGrid>");
    xml
}

fn cell_begin(width: u32, span: usize, fill: Option<&str>) -> String {
    let mut xml = format!(r#"<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>"#);
    if span > 1 {
        put!(xml, r#"<w:gridSpan w:val="{span}"/>"#);
    }
    if let Some(fill) = fill {
        put!(xml, r#"<w:shd w:val="clear" w:color="auto" w:fill="{fill}"/>"#);
    }
    xml.push_str("</w:tcPr>");
    xml
}

fn widths(columns: &[Column]) -> Vec<u32> {
    let all: u32 = columns.iter().map(|column| column.width).sum();
    columns.iter().map(|column| WIDTH * column.width / all.max(1)).collect()
}
