//! A report as one HTML page without scripts, for archives: it opens everywhere and links to the files next to it.

mod chart;

use crate::document::{self, Block, Cell, Document, Look, Row, Table, ink};
use crate::xml::{escape, put};

/// The page allows itself nothing but its own styles.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

pub(crate) fn html(document: &Document) -> String {
    let tag = document.language.tag();
    let title = escape(&document.title);
    let mut page = format!(
        r#"<!doctype html><html lang="{tag}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title><style>{}</style></head><body><main><p class="kind">{}</p><h1 class="title">{title}</h1><dl>"#,
        styles(),
        escape(&document.kind)
    );
    for (label, value) in &document.facts {
        put!(page, "<dt>{}</dt><dd>{}</dd>", escape(label), escape(value));
    }
    page.push_str("</dl>");
    contents(&mut page, document);
    let mut headings = 0;
    for block in &document.blocks {
        place(&mut page, block, &mut headings);
    }
    page.push_str("</main></body></html>");
    page
}

fn contents(page: &mut String, document: &Document) {
    page.push_str("<nav><ul>");
    let headings = document.blocks.iter().filter_map(|block| match block {
        Block::Heading { level, text } => Some((*level, text)),
        _ => None,
    });
    for (at, (_, text)) in headings.enumerate().filter(|(_, (level, _))| *level == 1) {
        put!(page, r##"<li><a href="#h{at}">{}</a></li>"##, escape(text));
    }
    page.push_str("</ul></nav>");
}

fn place(page: &mut String, block: &Block, headings: &mut usize) {
    match block {
        Block::Heading { level, text } => {
            // The title of the page is the only heading of the first level.
            let level = (level + 1).min(6);
            put!(page, r#"<h{level} id="h{headings}">{}</h{level}>"#, escape(text));
            *headings += 1;
        }
        Block::Paragraph(text) => lines(page, text, ""),
        Block::Markdown(text) => lines(page, &crate::text::plain(text), ""),
        Block::Facts(facts) => lines(page, &document::lines(facts), ""),
        Block::Note(text) => lines(page, text, r#" class="soft""#),
        Block::Figures(figures) => {
            page.push_str(r#"<div class="figures">"#);
            for (label, value) in figures {
                put!(page, "<div><strong>{}</strong><span>{}</span></div>", escape(value), escape(label));
            }
            page.push_str("</div>");
        }
        Block::Chart(one) => chart::place(page, one),
        Block::Table(one) => table(page, one),
    }
}

fn lines(page: &mut String, text: &str, attributes: &str) {
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        put!(page, "<p{attributes}>{}</p>", escape(line));
    }
}

fn table(page: &mut String, table: &Table) {
    page.push_str("<table><thead><tr>");
    for column in &table.columns {
        let class = if column.is_number { r#" class="number""# } else { "" };
        put!(page, r#"<th scope="col"{class}>{}</th>"#, escape(&column.title));
    }
    page.push_str("</tr></thead><tbody>");
    for row in &table.rows {
        match row {
            Row::Band(title) => {
                let span = table.columns.len();
                put!(page, r#"<tr><th scope="rowgroup" colspan="{span}" class="band">{}</th></tr>"#, escape(title));
            }
            Row::Cells(cells) => {
                page.push_str("<tr>");
                cells.iter().zip(&table.columns).for_each(|(one, column)| cell(page, one, column.is_number));
                page.push_str("</tr>");
            }
        }
    }
    page.push_str("</tbody></table>");
}

fn cell(page: &mut String, cell: &Cell, is_number: bool) {
    let class = if is_number { r#" class="number""# } else { "" };
    put!(page, "<td{class}");
    if let Some(ground) = cell.ground() {
        put!(page, r#" style="background:#{ground};color:#{}""#, cell.ink(Look::Plain));
    }
    page.push('>');
    for line in &cell.lines {
        let text = escape(&line.text);
        let text = match &line.link {
            Some(path) => format!(r#"<a href="{}">{text}</a>"#, address(path)),
            None => text,
        };
        match line.look {
            Look::Plain => put!(page, "<div>{text}</div>"),
            Look::Strong => put!(page, r#"<div class="strong">{text}</div>"#),
            // The soft ink is for white paper.
            Look::Soft if cell.fill.is_none() => put!(page, r#"<div class="soft">{text}</div>"#),
            Look::Soft => put!(page, "<div>{text}</div>"),
        }
    }
    page.push_str("</td>");
}

/// The address of a file next to the page. Whatever its name is, it is no address of anything else.
fn address(path: &str) -> String {
    let mut address = String::from("./");
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => address.push(char::from(byte)),
            byte => put!(address, "%{byte:02X}"),
        }
    }
    address
}

fn styles() -> String {
    let (text, soft, accent, line, head) = (ink::TEXT, ink::SOFT, ink::ACCENT, ink::LINE, ink::HEAD);
    format!(
        "body{{margin:0;background:#fff;color:#{text};font:14px/1.5 Inter,system-ui,sans-serif}}\
         main{{max-width:1080px;margin:0 auto;padding:48px 24px}}\
         .kind{{color:#{accent};font-weight:600;margin:0}}\
         .title{{font-size:32px;line-height:1.2;margin:4px 0 24px}}\
         h2{{color:#{accent};font-size:24px;margin:48px 0 8px;border-top:1px solid #{line};padding-top:24px}}\
         h3{{color:#{accent};font-size:18px;margin:28px 0 8px}}\
         h4,h5,h6{{color:#{accent};font-size:15px;margin:20px 0 6px}}\
         p{{margin:0 0 8px;overflow-wrap:anywhere}}\
         .soft,dt{{color:#{soft}}}.strong{{font-weight:600}}\
         dl{{display:grid;grid-template-columns:180px 1fr;gap:4px 16px;margin:0 0 24px}}dd{{margin:0}}\
         nav ul{{list-style:none;display:flex;flex-wrap:wrap;gap:4px 20px;padding:0}}a{{color:#{accent}}}\
         .figures{{display:flex;flex-wrap:wrap;gap:8px;margin:12px 0}}\
         .figures div{{background:#f6f5f1;padding:10px 16px;min-width:120px}}\
         .figures strong{{display:block;font-size:22px;color:#{accent}}}.figures span{{color:#{soft};font-size:12px}}\
         table{{border-collapse:collapse;width:100%;margin:8px 0 20px;font-size:13px}}\
         th{{text-align:left;background:#{head}}}th,td{{padding:6px 8px;vertical-align:top;border-bottom:1px solid #{line};overflow-wrap:anywhere}}\
         .band{{background:#f6f5f1;color:#{accent}}}.number{{text-align:right;white-space:nowrap}}\
         svg{{display:block;max-width:100%;height:auto;margin:12px 0}}\
         @media print{{main{{padding:0}}tr{{break-inside:avoid}}}}"
    )
}
