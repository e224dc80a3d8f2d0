//! The files of which a Word document consists.

use std::io::{Cursor, Write};

use chrono::NaiveDate;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::body::{Body, MARGIN, cover, footer};
use super::chart::relation;
use super::styles::styles;
use crate::check::{Error, Result};
use crate::document::Document;
use crate::language::Language;
use crate::words;
use crate::xml::{escape, put};

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const MAIN: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
pub(super) const CHART_TYPE: &str = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";
pub(super) const WORKBOOK_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub(super) fn write(document: &Document, made_on: NaiveDate) -> Result<Vec<u8>> {
    let language = document.language;
    let mut body = Body::default();
    body.add_all(&document.blocks, language)?;
    let page = format!(
        r#"<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="{MARGIN}" w:right="{MARGIN}" w:bottom="{MARGIN}" w:left="{MARGIN}" w:header="567" w:footer="567" w:gutter="0"/><w:titlePg/></w:sectPr>"#
    );
    let main = format!(
        r#"{HEAD}<w:document xmlns:w="{MAIN}" xmlns:r="{OFFICE}"><w:body>{}{}{}{page}</w:body></w:document>"#,
        cover(&document.kind, &document.title, &document.facts),
        body.contents(language.say(words::CONTENTS)),
        body.xml
    );
    let bottom = footer(&document.title, language.say(words::PAGE));
    let bottom = format!(r#"{HEAD}<w:ftr xmlns:w="{MAIN}">{bottom}</w:ftr>"#);
    let settings = format!(
        r#"{HEAD}<w:settings xmlns:w="{MAIN}"><w:defaultTabStop w:val="720"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="{}"/></w:settings>"#,
        language.tag()
    );
    let mut files = Files::default();
    files.add("[Content_Types].xml", content_types(&body))?;
    files.add(
        "_rels/.rels",
        relations(&[
            ("rId1", &format!("{OFFICE}/officeDocument"), "word/document.xml"),
            (
                "rId2",
                "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
                "docProps/core.xml",
            ),
        ]),
    )?;
    files.add("docProps/core.xml", properties(&document.title, &document.kind, language, made_on))?;
    files.add("word/document.xml", &main)?;
    files.add("word/styles.xml", styles(language))?;
    files.add("word/settings.xml", &settings)?;
    files.add("word/footer1.xml", &bottom)?;
    let charts: Vec<(String, String)> =
        body.charts.iter().map(|chart| (relation(chart.number), format!("charts/cairn{}.xml", chart.number))).collect();
    let (styles, footers, charting) = (format!("{OFFICE}/styles"), format!("{OFFICE}/footer"), chart_relation());
    let settings = format!("{OFFICE}/settings");
    let mut known = vec![
        ("rId1", &*styles, "styles.xml"),
        ("rId2", &*footers, "footer1.xml"),
        ("rId3", &*settings, "settings.xml"),
    ];
    known.extend(charts.iter().map(|(id, target)| (&**id, &*charting, &**target)));
    files.add("word/_rels/document.xml.rels", relations(&known))?;
    files.add_charts(&body)?;
    files.finish()
}

pub(super) fn chart_relation() -> String {
    format!("{OFFICE}/chart")
}

/// The archive, as it grows.
pub(super) struct Files(ZipWriter<Cursor<Vec<u8>>>);

impl Default for Files {
    fn default() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }
}

impl Files {
    pub(super) fn add(&mut self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
        self.0.start_file(name, SimpleFileOptions::default()).map_err(Error::write)?;
        self.0.write_all(content.as_ref()).map_err(Error::write)
    }

    /// Charts with the workbooks that have their data.
    pub(super) fn add_charts(&mut self, body: &Body) -> Result<()> {
        for chart in &body.charts {
            let number = chart.number;
            self.add(&format!("word/charts/cairn{number}.xml"), &chart.xml)?;
            let data = format!("../embeddings/cairn{number}.xlsx");
            let relations = relations(&[("rId1", &format!("{OFFICE}/package"), &data)]);
            self.add(&format!("word/charts/_rels/cairn{number}.xml.rels"), relations)?;
            self.add(&format!("word/embeddings/cairn{number}.xlsx"), &chart.workbook)?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Vec<u8>> {
        Ok(self.0.finish().map_err(Error::write)?.into_inner())
    }
}

fn content_types(body: &Body) -> String {
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml";
    let mut xml = format!(
        r#"{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="xlsx" ContentType="{WORKBOOK_TYPE}"/><Override PartName="/word/document.xml" ContentType="{kind}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="{kind}.styles+xml"/><Override PartName="/word/settings.xml" ContentType="{kind}.settings+xml"/><Override PartName="/word/footer1.xml" ContentType="{kind}.footer+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>"#
    );
    for chart in &body.charts {
        put!(xml, r#"<Override PartName="/word/charts/cairn{}.xml" ContentType="{CHART_TYPE}"/>"#, chart.number);
    }
    xml.push_str("</Types>");
    xml
}

fn relations(known: &[(&str, &str, &str)]) -> String {
    let mut xml = format!(r#"{HEAD}<Relationships xmlns="{PACKAGE}">"#);
    for (id, kind, target) in known {
        put!(xml, r#"<Relationship Id="{id}" Type="{kind}" Target="{target}"/>"#);
    }
    xml.push_str("</Relationships>");
    xml
}

/// What file managers show of a document.
pub(super) fn properties(title: &str, kind: &str, language: Language, made_on: NaiveDate) -> String {
    format!(
        r#"{HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>{}</dc:title><dc:subject>{}</dc:subject><dc:creator>Cairn</dc:creator><dc:language>{}</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">{}T00:00:00Z</dcterms:created></cp:coreProperties>"#,
        escape(&title.chars().take(255).collect::<String>()),
        escape(kind),
        language.tag(),
        made_on.format("%Y-%m-%d")
    )
}
