//! The audit log: the journal, as a resource that only grows.

use cairn_engine::entry::Key;
use cairn_engine::filter::Filter;
use cairn_engine::log::{self, FieldChange, Subject};
use cairn_engine::query::among;
use cairn_engine::{Entry, computed};
use cairn_model::Describe;
use cairn_model::resource::platform::LogEntry;
use serde_json::Value as Json;
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<LogEntry>()
    .area("settings")
    .roles("v v v v v - - -")
    .log()
    .view()
    .key(Key { column: "seq", number: log::place_of })
    .sight(log::sight)
    .computed(&[
        computed!(object: Option<Subject>, "The object, as it was called then.", log::subjects),
        computed!(changes: Vec<FieldChange>, "What changed, field by field, as far as you may see it.", log::changes),
        computed!(detail: Option<Json>, "More about what is not a change of an object.", log::details),
    ])
    .filters(&[OBJECT]);

const OBJECT: Filter = Filter {
    name: "object",
    doc: "The object, by its id.",
    schema: Uuid::schema,
    condition: |cx, text| Ok(among("t.object_id", &ids(text)?, cx.dialect)),
};

fn ids(text: &str) -> Result<Vec<Uuid>, String> {
    let id = |part: &str| part.trim().parse().map_err(|_| format!("“{}” is not a valid UUID.", part.trim()));
    text.split(',').map(id).collect()
}
