//! Imports objects from a spreadsheet.
//!
//! Everything follows from the definition: headings are fields, references are names, choices are keys or labels. Each
//! row goes through the one write path with the caller's permissions, and all rows are one transaction: either all of
//! them are imported or none. Rows after an invalid one are still checked, so that all errors are reported.

mod cell;
mod columns;
mod csv;
mod kind;
mod matching;
mod names;
mod order;
mod outline;
mod report;
mod row;
mod sheet;
mod template;
mod xlsx;

pub use columns::importable;
pub use kind::{find_kind, kinds};
pub use outline::Outline;
pub use report::{Outcome, Report, RowError, RowReport};
pub use sheet::{MAX_ROWS, Reading, Sheet};
pub use template::{csv as template_csv, xlsx as template_xlsx};

use std::collections::BTreeMap;

use cairn_engine::cx::Cx;
use cairn_engine::error::{FieldErrors, Result};
use cairn_engine::registry::Resource;
use cairn_model::Describe;
use cairn_model::def::ID;
use cairn_model::kind::Kind;
use serde::Deserialize;
use serde_json::Value as Json;

use columns::Columns;
use matching::Matching;
use names::Names;
use row::{Defaults, Table};

/// What happens to a row that already exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum OnConflict {
    /// It is an error, and nothing is imported.
    #[default]
    Stop,
    /// It is left unchanged.
    Skip,
    /// It is updated from the row.
    Update,
}

/// What an empty cell does to a field of an existing object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum Empty {
    /// The field keeps its value.
    #[default]
    Keep,
    /// The field gets its default value.
    Clear,
}

#[derive(Debug, Clone, Default)]
pub struct Options {
    pub on_conflict: OnConflict,
    pub empty: Empty,
    /// Which field a heading means, if it isn't the field's name.
    pub mapping: BTreeMap<String, String>,
    /// What words in a column mean if they are neither keys nor labels, such as translated labels: field → word → key.
    pub words: BTreeMap<String, BTreeMap<String, Json>>,
    /// Default references for rows that name no other: field → name or id.
    pub references: BTreeMap<String, String>,
    /// The object that the rows are parts of, such as the assessment of findings; created if missing.
    pub container: Option<String>,
    /// The file name, for a container without a name.
    pub file: Option<String>,
}

impl Options {
    /// Refuses words for a field without choices.
    fn check_words(&self, resource: &Resource) -> Result<()> {
        let mut errors = FieldErrors::default();
        for (name, words) in &self.words {
            let Some(Kind::Choice(kind)) = resource.def.field(name).map(|field| &field.kind) else {
                errors.add("words", format!("“{name}” is not a field with choices."));
                continue;
            };
            for key in words.values().filter(|key| !kind.0.options.iter().any(|option| option.key.to_json() == **key)) {
                errors.add("words", format!("{key} is not a choice of “{name}”."));
            }
        }
        errors.into_result()
    }

    /// The meaning of a word in a column.
    fn meaning(&self, field: &str, text: &str) -> Option<&Json> {
        let wanted = cell::folded(text);
        let mut words = self.words.get(field)?.iter();
        words.find_map(|(word, key)| (cell::folded(word) == wanted).then_some(key))
    }
}

/// Refuses callers without any permission to write it, before the file is read, which takes time and memory.
pub fn check(cx: &Cx, resource: &'static Resource, options: &Options) -> Result<()> {
    let named = kind::with_container(cx.registry(), resource, options.container.as_deref())?;
    match kind::parts(cx.registry(), resource).filter(|_| options.container.is_none()) {
        Some(parts) => kind::may_import(cx, parts),
        None => kind::may_import(cx, named),
    }
}

/// What the rows are, and what they are parts of.
fn resolve(
    cx: &Cx,
    resource: &'static Resource,
    sheet: &Sheet,
    options: &Options,
) -> Result<(&'static Resource, Options)> {
    let mut options = options.clone();
    if options.container.is_none()
        && let Some(parts) = kind::parts(cx.registry(), resource)
        && kind::has_parts(resource, parts, sheet, &options)
    {
        options.container = Some(container_name(cx, resource, options.file.as_deref()));
    }
    let rows = kind::with_container(cx.registry(), resource, options.container.as_deref())?;
    kind::may_import(cx, rows)?;
    if rows.path != resource.path {
        // These words are for other fields.
        options.words.clear();
    }
    Ok((rows, options))
}

/// A container is named after the file that its parts come from, or after the day.
fn container_name(cx: &Cx, resource: &Resource, file: Option<&str>) -> String {
    let stem = file.map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim());
    match stem.filter(|stem| !stem.is_empty()) {
        Some(stem) => stem.chars().take(MAX_NAME).collect(),
        None => format!("{} {}", resource.name(), cx.today()),
    }
}

/// The maximum length of a name.
const MAX_NAME: usize = 200;

/// The import stops after this many errors.
const MAX_ERRORS: usize = 1000;

/// Writes the rows of a sheet. The caller commits, unless the report contains an error.
pub async fn run(cx: &mut Cx, resource: &'static Resource, sheet: &Sheet, options: &Options) -> Result<Report> {
    options.check_words(resource)?;
    let (resource, options) = &resolve(cx, resource, sheet, options)?;
    let columns = columns::find(resource, &sheet.headings, &options.mapping)?;
    let table = Table::new(resource, sheet, &columns);
    let mut names = Names::look_up(cx, table.wanted(cx.registry(), &options.references)).await?;
    let defaults = Defaults::find(cx, resource, options, &mut names).await?;
    let mut matching = Matching::new(cx, resource, table.ref_ids()).await?;
    let mut report = Report { ignored_columns: columns.ignored.clone(), ..Report::default() };
    cx.hold_access();
    for (done, at) in table.order().into_iter().enumerate() {
        if done % 50 == 0 {
            // On SQLite nothing in here yields, and other requests need their turn.
            tokio::task::yield_now().await;
        }
        if report.errors.len() >= MAX_ERRORS {
            (report.stopped, report.cut_short) = (true, true);
            break;
        }
        let row = table.row(at);
        let mark = cx.mark().await?;
        match row.write(cx, &mut names, &mut matching, &defaults, options).await {
            Ok(written) => {
                cx.keep().await?;
                report.add(written);
            }
            // If the database is gone or full, there is no point in going on.
            Err(error) if error.is_final() => {
                return Err(error);
            }
            Err(error) => {
                cx.undo(mark).await?;
                report.fail(row.number, row.name(), row.record(), &error);
            }
        }
    }
    cx.catch_up().await?;
    // There is nobody here to show a one-time secret to.
    cx.revealed.clear();
    report.finish();
    Ok(report)
}

impl Columns {
    /// The column of a field.
    fn of(&self, position: usize) -> Option<usize> {
        self.fields.iter().position(|field| *field == Some(position))
    }

    fn id(&self) -> Option<usize> {
        self.of(ID)
    }
}
