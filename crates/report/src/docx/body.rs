//! The blocks of a document in WordprocessingML.

use super::chart;
use super::table;
use crate::check::Result;
use crate::document::{self, Block, Chart, ink};
use crate::language::Language;
use crate::text::plain;
use crate::xml::{escape, put};

/// The width of the text on a page, in twentieths of a point: A4 without its margins.
pub(super) const WIDTH: u32 = 11_906 - 2 * MARGIN;
pub(super) const MARGIN: u32 = 1134;
/// Headings down to this level are in the table of contents.
const CONTENTS_LEVEL: u8 = 2;

/// Blocks as XML, and what they need outside of it.
#[derive(Default)]
pub(super) struct Body {
    pub(super) xml: String,
    pub(super) charts: Vec<ChartPart>,
    /// Level, text and bookmark of each heading in the table of contents.
    headings: Vec<(u8, String, String)>,
    /// Of a template: the names of its styles of headings, by level.
    heading_styles: Option<[String; 4]>,
}

/// A chart with its data.
pub(super) struct ChartPart {
    /// Counts from 1, in the names of its files.
    pub(super) number: usize,
    pub(super) xml: String,
    pub(super) workbook: Vec<u8>,
}

impl Body {
    /// For a template, which has styles of its own.
    pub(super) fn within(heading_styles: [String; 4]) -> Self {
        Self { heading_styles: Some(heading_styles), ..Self::default() }
    }

    pub(super) fn add_all(&mut self, blocks: &[Block], language: Language) -> Result<()> {
        blocks.iter().try_for_each(|block| self.add(block, language))
    }

    fn add(&mut self, block: &Block, language: Language) -> Result<()> {
        match block {
            Block::Heading { level, text } => self.heading(*level, text),
            Block::Paragraph(text) => self.paragraph("", text),
            Block::Markdown(text) => self.paragraph("", &plain(text)),
            Block::Facts(facts) => self.paragraph("", &document::lines(facts)),
            Block::Note(text) => self.paragraph("Note", text),
            Block::Figures(figures) => self.xml.push_str(&table::figures(figures)),
            Block::Chart(chart) => self.chart(chart, language)?,
            Block::Table(one) => self.xml.push_str(&table::table(one)),
        }
        Ok(())
    }

    fn heading(&mut self, level: u8, text: &str) {
        if let Some(styles) = &self.heading_styles {
            // Without a bookmark: the template's own table of contents finds headings by their styles.
            let style = styles[usize::from(level.clamp(1, 4)) - 1].clone();
            return self.paragraph(&style, text);
        }
        let id = self.headings.len() + 1;
        let mark = format!("_Toc{id:06}");
        put!(
            self.xml,
            r#"<w:p><w:pPr><w:pStyle w:val="Heading{level}"/></w:pPr><w:bookmarkStart w:id="{id}" w:name="{mark}"/><w:r>{}</w:r><w:bookmarkEnd w:id="{id}"/></w:p>"#,
            lines(text)
        );
        self.headings.push((level, text.to_owned(), mark));
    }

    pub(super) fn paragraph(&mut self, style: &str, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.xml.push_str("<w:p>");
            if !style.is_empty() {
                put!(self.xml, r#"<w:pPr><w:pStyle w:val="{}"/></w:pPr>"#, escape(style));
            }
            put!(self.xml, "<w:r>{}</w:r></w:p>", lines(line));
        }
    }

    fn chart(&mut self, one: &Chart, language: Language) -> Result<()> {
        let number = self.charts.len() + 1;
        self.xml.push_str(&chart::drawing(one, number));
        self.charts.push(ChartPart { number, xml: chart::part(one, language), workbook: chart::workbook(one)? });
        Ok(())
    }

    /// The table of contents. Its page numbers are fields that Word fills in when it opens the document.
    pub(super) fn contents(&self, title: &str) -> String {
        // A mark in a title of the template to begin with has no value here, outside of its list.
        let is_listed = |level: u8, text: &str| level <= CONTENTS_LEVEL && !text.contains("{{");
        let listed = || self.headings.iter().filter(|(level, text, _)| is_listed(*level, text));
        let mut xml =
            format!(r#"<w:p><w:pPr><w:pStyle w:val="ContentsTitle"/></w:pPr><w:r>{}</w:r></w:p>"#, lines(title));
        let begin = format!(
            r#"<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \o "1-{CONTENTS_LEVEL}" \h \z \u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>"#
        );
        for (at, (level, text, mark)) in listed().enumerate() {
            let begin = if at == 0 { &*begin } else { "" };
            put!(
                xml,
                r#"<w:p><w:pPr><w:pStyle w:val="TOC{level}"/><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="{WIDTH}"/></w:tabs></w:pPr>{begin}<w:hyperlink w:anchor="{mark}" w:history="1"><w:r>{}</w:r><w:r><w:tab/></w:r><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> PAGEREF {mark} \h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:hyperlink></w:p>"#,
                lines(text)
            );
        }
        if listed().next().is_some() {
            xml.push_str(r#"<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>"#);
        }
        xml
    }
}

/// The first page: what the document is, and its facts.
pub(super) fn cover(kind: &str, title: &str, facts: &[(String, String)]) -> String {
    let mut xml = format!(
        r#"<w:p><w:pPr><w:pStyle w:val="Kind"/></w:pPr><w:r>{}</w:r></w:p><w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r>{}</w:r></w:p>"#,
        lines(kind),
        lines(title)
    );
    xml.push_str(&table::facts(facts));
    xml.push_str(r#"<w:p><w:r><w:br w:type="page"/></w:r></w:p>"#);
    xml
}

/// What stands at the bottom of every page but the first.
pub(super) fn footer(title: &str, page: &str) -> String {
    let short: String = title.chars().take(90).collect();
    let field = |name: &str| {
        format!(
            r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> {name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>"#
        )
    };
    format!(
        r#"<w:p><w:pPr><w:pStyle w:val="Footer"/><w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="{}"/></w:pBdr><w:tabs><w:tab w:val="right" w:pos="{WIDTH}"/></w:tabs></w:pPr><w:r>{}<w:tab/><w:t xml:space="preserve">{} </w:t></w:r>{}<w:r><w:t xml:space="preserve"> / </w:t></w:r>{}</w:p>"#,
        ink::LINE,
        lines(&short),
        escape(page),
        field("PAGE"),
        field("NUMPAGES")
    )
}

/// The inside of a run: text with its tabs and line breaks.
pub(super) fn lines(text: &str) -> String {
    let mut xml = String::with_capacity(text.len() + 40);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            xml.push_str("<w:br/>");
        }
        for (at, part) in line.split('\t').enumerate() {
            if at > 0 {
                xml.push_str("<w:tab/>");
            }
            if !part.is_empty() {
                put!(xml, r#"<w:t xml:space="preserve">{}</w:t>"#, escape(part));
            }
        }
    }
    xml
}
