//! Templates: Word documents that people made and uploaded, with marks where values go.
//!
//! A mark is `{{ audit.name }}`. `{{#requirements}}` and `{{/requirements}}` repeat what is between them for every
//! requirement: a table row if both stand in it, else the paragraphs and tables between their own paragraphs. A paragraph
//! with `{{ block.summary }}` alone becomes that part of our own report. There are no expressions: what a template cannot
//! say cannot go wrong when a job fills it. See `docs/REPORTS.md`.

mod archive;
mod fill;
mod starter;
mod tags;
mod tree;
mod values;

use std::collections::HashMap;

pub use archive::MAX_TEMPLATE;
pub use starter::starter_template;

use self::archive::{Archive, CONTENT_TYPES, MAIN, RELATIONS};
use self::fill::{Filler, Place};
use self::tree::{Element, Node};
use super::body::Body;
use super::chart::relation;
use super::package::{CHART_TYPE, Files, WORKBOOK_TYPE, chart_relation, properties};
use crate::audit::Report;
use crate::check::{Error, Result};
use crate::document::{Block, Contents, of_view};
use crate::language::Language;
use crate::view::View;

const PROPERTIES: &str = "docProps/core.xml";

/// A Word document made from a template.
pub fn docx_from_template(report: &Report, language: Language, template: &[u8]) -> Result<Vec<u8>> {
    let view = View::new(report, language)?;
    let mut archive = Archive::open(template)?;
    let values = values::of(&view);
    let scopes = [&values];
    let main = archive.tree(MAIN)?.filter(|root| root.name == "w:document");
    let main = main.ok_or_else(|| Error::Template("The template is not a Word document (.docx).".to_owned()))?;
    let mut body = Body::within(heading_styles(&archive)?);
    let mut blocks = |name: &str| block(&view, &mut body, name);
    let main = Filler::new(Some(&mut blocks)).element(&main, Place::new(&scopes))?;
    archive.set(MAIN, file(&main));
    for name in edges(&archive) {
        if let Some(edge) = archive.tree(&name)? {
            let edge = Filler::new(None).element(&edge, Place::new(&scopes))?;
            archive.set(&name, file(&edge));
        }
    }
    if archive.get(PROPERTIES).is_some() {
        // Those of the template speak of the template, and of whoever made it.
        let audit = &report.audit;
        let title = crate::view::one_line(&audit.name);
        let kind = language.say(crate::words::AUDIT_REPORT);
        archive.set(PROPERTIES, properties(&title, kind, language, audit.made_on).into_bytes());
    }
    register(&mut archive, &body)?;
    let mut files = Files::default();
    archive.files().try_for_each(|(name, content)| files.add(name, content))?;
    files.add_charts(&body)?;
    files.finish()
}

/// Whether a template can be filled, tried on an audit with one of everything. For when it is uploaded.
pub fn check_template(template: &[u8]) -> Result<()> {
    docx_from_template(&starter::sample(), Language::English, template).map(drop)
}

/// Headers and footers.
fn edges(archive: &Archive) -> Vec<String> {
    let is_edge = |name: &str| {
        let name = name.strip_prefix("word/").and_then(|name| name.strip_suffix(".xml"));
        name.is_some_and(|name| name.starts_with("header") || name.starts_with("footer"))
    };
    archive.files().map(|(name, _)| name.to_owned()).filter(|name| is_edge(name)).collect()
}

/// A part of our own report as XML. None if there is none of that name.
fn block(view: &View, body: &mut Body, name: &str) -> Result<Option<String>> {
    let whole = of_view(view, Contents::Report, &HashMap::new()).blocks;
    let is_heading = |block: &Block, wanted: u8| matches!(block, Block::Heading { level, .. } if *level == wanted);
    // The parts of the report, without their titles: the template has its own.
    let part = |wanted: crate::language::Text| -> Vec<Block> {
        let title = view.say(wanted);
        let begins = |block: &Block| matches!(block, Block::Heading { level: 1, text } if text == title);
        let after = whole.iter().skip_while(|block| !begins(block)).skip(1);
        after.take_while(|block| !is_heading(block, 1)).cloned().collect()
    };
    let charts = |is_wanted: fn(&crate::document::Shape) -> bool| -> Vec<Block> {
        let of_summary = part(crate::words::SUMMARY).into_iter();
        of_summary.filter(|block| matches!(block, Block::Chart(chart) if is_wanted(&chart.shape))).collect()
    };
    let blocks = match name {
        "block.summary" => part(crate::words::SUMMARY),
        "block.requirements" => part(crate::words::REQUIREMENTS),
        "block.action_plan" => part(crate::words::ACTION_PLAN),
        "block.applicability" => part(crate::words::STATEMENT),
        "block.evidence" => part(crate::words::EVIDENCE),
        "block.results_chart" => charts(|shape| matches!(shape, crate::document::Shape::Ring { .. })),
        "block.sections_chart" => charts(|shape| matches!(shape, crate::document::Shape::Bars { .. })),
        _ => return Ok(None),
    };
    let from = body.xml.len();
    body.add_all(&blocks, view.language)?;
    Ok(Some(body.xml.split_off(from)))
}

/// The styles that the template has for headings. Word names them in its own language, but knows them by these names.
fn heading_styles(archive: &Archive) -> Result<[String; 4]> {
    let styles = archive.tree("word/styles.xml")?.unwrap_or_default();
    let find = |level: usize| {
        let wanted = format!("heading {level}");
        let is_wanted = |style: &&Element| {
            let name = style.elements().find(|child| child.name == "w:name");
            name.and_then(|name| name.attribute("w:val")).is_some_and(|name| name.eq_ignore_ascii_case(&wanted))
        };
        let style = styles.elements().filter(|child| child.name == "w:style").find(is_wanted);
        style.and_then(|style| style.attribute("w:styleId")).map_or_else(|| format!("Heading{level}"), str::to_owned)
    };
    Ok([1, 2, 3, 4].map(find))
}

/// Tells the document of the charts that came into it, and that it is a document and no template any more.
fn register(archive: &mut Archive, body: &Body) -> Result<()> {
    let broken = || Error::Template("The template is not a Word document (.docx).".to_owned());
    let mut types = archive.tree(CONTENT_TYPES)?.ok_or_else(broken)?;
    for child in &mut types.children {
        if let Node::Element(element) = child {
            element.replace("template.main+xml", "document.main+xml");
        }
    }
    let mut relations = archive.tree(RELATIONS)?.unwrap_or_else(|| {
        Element::new("Relationships").with("xmlns", "http://schemas.openxmlformats.org/package/2006/relationships")
    });
    let knows_workbooks = types.elements().any(|known| known.attribute("Extension") == Some("xlsx"));
    if !body.charts.is_empty() && !knows_workbooks {
        let kind = Element::new("Default").with("Extension", "xlsx").with("ContentType", WORKBOOK_TYPE);
        types.children.insert(0, Node::Element(kind));
    }
    for chart in &body.charts {
        let part = format!("/word/charts/cairn{}.xml", chart.number);
        let kind = Element::new("Override").with("PartName", &part).with("ContentType", CHART_TYPE);
        types.children.push(Node::Element(kind));
        let target = format!("charts/cairn{}.xml", chart.number);
        let known = Element::new("Relationship")
            .with("Id", &relation(chart.number))
            .with("Type", &chart_relation())
            .with("Target", &target);
        relations.children.push(Node::Element(known));
    }
    archive.set(CONTENT_TYPES, file(&types));
    archive.set(RELATIONS, file(&relations));
    Ok(())
}

fn file(root: &Element) -> Vec<u8> {
    let mut xml = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#.to_owned();
    root.write(&mut xml);
    xml.into_bytes()
}
