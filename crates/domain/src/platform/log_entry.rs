//! The audit log: the journal, as a resource that only grows.

use cairn_engine::entry::Key;
use cairn_engine::filter::Filter;
use cairn_engine::log::{self, FieldChange, RawChanges, Subject};
use cairn_engine::query::among;
use cairn_engine::{Cx, Entry, Module, Result, computed};
use cairn_model::{Describe, LogKind};
use cairn_resources::platform::LogEntry;
use serde_json::Value as Json;
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<LogEntry>()
    .module(Module::Assurance, "logs")
    .rank(10)
    .roles("v v v v v - - -")
    .log()
    .view()
    .key(Key { column: "seq", number: log::place_of })
    .sight(log::sight)
    .computed(&[
        computed!(object: Option<Subject>, "The object, by its name at the time.", subjects),
        computed!(changes: Vec<FieldChange>, "What changed, field by field, limited to what you have access to.", changes),
        computed!(detail: Option<Json>, "Details of events other than object changes.", details),
    ])
    .filters(&[OBJECT]);

const OBJECT: Filter = Filter {
    name: "object",
    doc: "The id of the object.",
    schema: Uuid::schema,
    condition: |cx, text| Ok(among("t.object_id", &ids(text)?, cx.dialect)),
};

fn ids(text: &str) -> std::result::Result<Vec<Uuid>, String> {
    let id = |part: &str| part.trim().parse().map_err(|_| format!("“{}” is not a valid UUID.", part.trim()));
    text.split(',').map(id).collect()
}

async fn subjects(_: &mut Cx, entries: &[LogEntry]) -> Result<Vec<Option<Subject>>> {
    let subject = |entry: &LogEntry| {
        let id = entry.object_id?.uuid();
        let str = entry.object_name.clone().unwrap_or_default();
        (!id.is_nil()).then(|| Subject { resource: entry.resource.clone(), id, str })
    };
    Ok(entries.iter().map(subject).collect())
}

fn is_change(entry: &LogEntry) -> bool {
    matches!(entry.kind, LogKind::Created | LogKind::Updated | LogKind::Deleted)
}

async fn changes(cx: &mut Cx, entries: &[LogEntry]) -> Result<Vec<Vec<FieldChange>>> {
    let nothing = RawChanges::new();
    let raw: Vec<(&str, &RawChanges)> = entries
        .iter()
        .map(|entry| {
            let fields = entry.data.0.as_object().filter(|_| is_change(entry));
            (entry.resource.as_str(), fields.unwrap_or(&nothing))
        })
        .collect();
    log::readable(cx, &raw).await
}

async fn details(_: &mut Cx, entries: &[LogEntry]) -> Result<Vec<Option<Json>>> {
    let detail = |entry: &LogEntry| {
        let mut detail = entry.data.0.clone();
        // Hundreds of hashes are for people who verify the journal, and they get them from a bundle.
        if let (LogKind::Erased, Some(members)) = (entry.kind, detail.as_object_mut()) {
            members.remove("contents");
        }
        detail
    };
    Ok(entries.iter().map(|entry| (!is_change(entry)).then(|| detail(entry))).collect())
}
