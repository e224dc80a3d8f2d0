//! An incident with its timeline, as Markdown and as a PDF file.

use cairn_engine::action::{Download, Note};
use cairn_engine::language::Translated;
use cairn_engine::query::{Page, PageRequest, item, load_page};
use cairn_engine::{Cx, Error, Nothing, Object, Resource, Result};
use cairn_model::zone::Zone;
use cairn_model::{Describe, Record, Value};
use cairn_report::document::{Block, Cell, Column, Look, Row, Table};
use cairn_report::register_words as more;
use cairn_report::{Document, Language, words};
use cairn_resources::work::{Incident, TimelineEntry};
use serde::Serialize;
use uuid::Uuid;

use crate::work::sight::visible;
use crate::work::told::{self, Told};

/// A longer timeline would be read by nobody.
const MAX_ENTRIES: i64 = 5000;

#[derive(Debug, Serialize, Describe)]
pub struct Report {
    pub markdown: String,
}

pub async fn md(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Report> {
    let (document, _) = document(cx, id).await?;
    Ok(Report { markdown: cairn_report::markdown(&document) })
}

pub async fn pdf(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let (document, note) = document(cx, id).await?;
    told::pdf(cx, &document, note)
}

async fn document(cx: &mut Cx, id: Uuid) -> Result<(Document, Note)> {
    let incident = item(cx, cx.resource::<Incident>(), id).await?;
    let resource = cx.resource::<TimelineEntry>();
    let mut select = visible(cx, resource);
    select.equals("incident", id).order_by("t.timestamp").order_by("t.created_at").order_by("t.id");
    let entries = load_page(cx, resource, select, PageRequest { limit: MAX_ENTRIES, offset: 0 }).await?;
    if entries.count > MAX_ENTRIES {
        let all = entries.count;
        let words = format!("Its timeline has {all} entries. A report can contain at most {MAX_ENTRIES}.");
        return Err(Error::TooLarge(words));
    }
    let (language, zone) = (told::language(cx), cx.time_zone());
    let head = Told { page: &incident, row: 0, language };
    let folder = incident.objects[0].folder();
    let say = |text| language.say(text).to_owned();
    let at = |field: &str| moment(incident.objects[0].get(field), language, zone);
    let facts = head.facts([
        (words::DOMAIN, told::domain(cx, folder)),
        (words::REF, head.text("ref_id")),
        (words::STATUS, head.choice("status", more::choice)),
        (more::SEVERITY, head.level("severity", more::incident_severity)),
        (more::DETECTION, head.choice("detection", more::choice)),
        (more::OCCURRED, at("occurred_at")),
        (more::REPORTED, at("reported_at")),
        (more::RESOLVED, at("resolved_at")),
        (more::OWNERS, head.related("owners")),
        (more::ASSETS, head.related("assets")),
        (more::THREATS, head.related("threats")),
        (more::QUALIFICATIONS, head.related("qualifications")),
        (words::CONTROLS, head.related("applied_controls")),
        (words::LINK, head.text("link")),
    ]);
    let mut blocks = Vec::new();
    for (title, field) in [(words::DESCRIPTION, "description"), (more::RESOLUTION, "resolution")] {
        let text = head.text(field);
        if !text.is_empty() {
            blocks.extend([Block::Heading { level: 1, text: say(title) }, Block::Markdown(text)]);
        }
    }
    blocks.push(Block::Heading { level: 1, text: say(more::TIMELINE) });
    blocks.push(if entries.objects.is_empty() {
        Block::Note(say(more::NO_EVENTS))
    } else {
        let said = entries.objects.iter().map(|entry| said(cx, resource, entry)).collect();
        Block::Table(timeline(&entries, said, language, zone))
    });
    let document = Document { language, kind: say(more::INCIDENT_REPORT), title: head.text("name"), facts, blocks };
    let note = Note::downloaded(Incident::PATH, id, &incident.objects[0].name(), folder);
    Ok((document, note))
}

/// What an entry says, in the language of the reader if Cairn has recorded it.
fn said(cx: &Cx, resource: &Resource, entry: &Object) -> String {
    let translated = Translated::of(cx, resource, entry);
    let own = entry.get("entry").as_str().unwrap_or_default();
    translated.text("entry").unwrap_or(own).trim().to_owned()
}

fn timeline(entries: &Page, said: Vec<String>, language: Language, zone: Zone) -> Table {
    let columns = vec![
        Column::new(language.say(more::WHEN), 18),
        Column::new(language.say(words::CATEGORY), 16),
        Column::new(language.say(more::EVENT), 46),
        Column::new(language.say(more::WHO), 20),
    ];
    let rows = said.into_iter().enumerate().map(|(row, said)| {
        let one = Told { page: entries, row, language };
        Row::Cells(vec![
            Cell::text(moment(entries.objects[row].get("timestamp"), language, zone)),
            Cell::text(one.choice("entry_type", more::choice)),
            Cell::default().and(said, Look::Strong).and_markdown(&one.text("observation")),
            Cell::text(one.reference("author")),
        ])
    });
    Table { columns, rows: rows.collect() }
}

/// A day and a time, where the instance is.
fn moment(value: &Value, language: Language, zone: Zone) -> String {
    let Some(time) = value.as_time() else { return String::new() };
    let local = time.utc().with_timezone(&zone);
    format!("{} {}", language.date(local.date_naive()), local.format("%H:%M"))
}
