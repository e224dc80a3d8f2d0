//! A list as a table for spreadsheets.

use cairn_model::Value;
use cairn_model::kind::Kind;
use rust_xlsxwriter::{Format, Workbook, XlsxError};

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::query::{ListParams, Page, PageRequest, Select, load_page};
use crate::registry::{FOLDERS, Resource};

/// Rows are read in portions of this size.
const PORTION: i64 = 1000;
/// What a spreadsheet can hold.
const MAX_ROWS: usize = 1_000_000;

/// A heading and its rows.
pub struct Table {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

pub enum Cell {
    Text(String),
    Number(f64),
}

/// Reads everything that a list would show on all its pages.
pub async fn table(cx: &mut Cx, resource: &'static Resource, params: &ListParams) -> Result<Table> {
    let mut table = Table { headings: headings(resource), rows: Vec::new() };
    loop {
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        params.apply(cx, &mut select)?;
        let request = PageRequest { limit: PORTION, offset: table.rows.len() as i64 };
        let page = load_page(cx, resource, select, request).await?;
        let full = page.objects.len() as i64 == PORTION;
        table.rows.extend((0..page.objects.len()).map(|row| cells(cx, &page, row)));
        if !full {
            return Ok(table);
        }
        if table.rows.len() >= MAX_ROWS {
            return Err(Error::TooLarge("Too many rows for one table. Narrow it with filters.".into()));
        }
    }
}

fn headings(resource: &Resource) -> Vec<String> {
    shown(resource).map(|(_, name)| name.to_owned()).collect()
}

fn shown(resource: &Resource) -> impl Iterator<Item = (usize, &'static str)> {
    let fields = resource.def.fields.iter().enumerate();
    fields.filter(|(_, field)| !field.secret).map(|(position, field)| (position, field.name))
}

fn cells(cx: &Cx, page: &Page, row: usize) -> Vec<Cell> {
    let resource = page.resource;
    shown(resource)
        .map(|(position, _)| {
            let value = &page.objects[row].values[position];
            match &resource.field(position).kind {
                Kind::Reference(kind) if kind.target == FOLDERS => {
                    let id = value.as_uuid().filter(|id| cx.sees_folder(*id));
                    let node = id.and_then(|id| cx.authority.snapshot.tree().get(id));
                    Cell::Text(node.map(|node| node.name.clone()).unwrap_or_default())
                }
                Kind::Reference(_) => {
                    let at = resource.references.iter().position(|reference| reference.position == position);
                    let label = at.and_then(|at| page.references[row][at].as_ref());
                    Cell::Text(label.map(|label| label.text.clone()).unwrap_or_default())
                }
                Kind::Many(_) => {
                    let at = resource.relations.iter().position(|relation| relation.position == position);
                    let labels = at.map_or(&[][..], |at| &page.related[at][row]);
                    Cell::Text(labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>().join(", "))
                }
                Kind::File(_) => Cell::Text(value.to_json()["name"].as_str().unwrap_or_default().to_owned()),
                _ => cell(value),
            }
        })
        .collect()
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Text(String::new()),
        Value::Int(number) => Cell::Number(*number as f64),
        Value::Decimal(number) => Cell::Number(number.scaled() as f64 / 10_000.0),
        Value::Text(text) | Value::Json(text) => Cell::Text(text.clone()),
        other => {
            let json = other.to_json();
            Cell::Text(json.as_str().map_or_else(|| json.to_string(), str::to_owned))
        }
    }
}

/// Comma-separated values in UTF-8, with a mark so that spreadsheets read the accents.
pub fn csv(table: &Table) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(vec![0xef, 0xbb, 0xbf]);
    let failed = |error: csv::Error| Error::Internal(error.to_string());
    writer.write_record(&table.headings).map_err(failed)?;
    for row in &table.rows {
        let texts = row.iter().map(|cell| match cell {
            Cell::Text(text) => harmless(text),
            Cell::Number(number) => number.to_string(),
        });
        writer.write_record(texts).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| Error::Internal(error.to_string()))
}

/// A text that a spreadsheet would run as a formula gets a mark in front that stops it.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

/// An Excel workbook with one sheet.
pub fn xlsx(table: &Table, sheet_name: &str) -> Result<Vec<u8>> {
    write_xlsx(table, sheet_name).map_err(|error| Error::Internal(error.to_string()))
}

fn write_xlsx(table: &Table, sheet_name: &str) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name(sheet_name.chars().take(31).collect::<String>())?;
    let bold = Format::new().set_bold();
    for (column, heading) in (0u16..).zip(&table.headings) {
        sheet.write_string_with_format(0, column, heading, &bold)?;
    }
    for (row, cells) in (1u32..).zip(&table.rows) {
        for (column, cell) in (0u16..).zip(cells) {
            match cell {
                // Written as text, a formula stays a text. Excel ends a cell at 32,767 characters.
                Cell::Text(text) if text.chars().count() > 32_767 => {
                    sheet.write_string(row, column, text.chars().take(32_767).collect::<String>())?
                }
                Cell::Text(text) => sheet.write_string(row, column, text)?,
                Cell::Number(number) => sheet.write_number(row, column, *number)?,
            };
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofit();
    workbook.save_to_buffer()
}
