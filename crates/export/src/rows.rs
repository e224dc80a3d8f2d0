//! The rows of a list: what belongs to it is found once, in order; then the rows are read in portions, so that a long
//! list needs little memory and no long transaction.

use std::collections::HashMap;
use std::io::Write;

use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, Result};
use cairn_engine::language::Translated;
use cairn_engine::object::Object;
use cairn_engine::query::{Fields, Page, PageRequest, Select, load_page};
use cairn_engine::registry::{FOLDERS, Resource};
use cairn_engine::render;
use cairn_model::kind::Kind;
use cairn_model::{Type, Value};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde_json::Value as Json;
use uuid::Uuid;

/// Rows are read in portions of this size.
const PORTION: usize = 1000;
/// The most rows of a file. A sheet of Excel has room for a few more.
pub const MAX_ROWS: usize = 1_000_000;

/// The rows of a list on all its pages, on their way into a file.
pub struct Export {
    resource: &'static Resource,
    fields: Fields,
    ids: Vec<Uuid>,
    done: usize,
}

impl Export {
    /// Finds what belongs to a list.
    pub async fn find(cx: &mut Cx, select: Select) -> Result<Self> {
        let rows = cx.conn.query(&select.ids(MAX_ROWS as i64 + 1), &[Type::Uuid]).await?;
        if rows.len() > MAX_ROWS {
            return Err(Error::TooLarge(format!(
                "There are more than {MAX_ROWS} rows. Narrow the list down with filters."
            )));
        }
        let ids = rows.iter().filter_map(|row| row[0].as_uuid()).collect();
        Ok(Self { resource: select.resource, fields: select.fields, ids, done: 0 })
    }

    pub fn resource(&self) -> &'static Resource {
        self.resource
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// How many rows were read.
    pub fn done(&self) -> usize {
        self.done
    }

    pub fn is_done(&self) -> bool {
        self.done >= self.ids.len()
    }

    /// The next rows, and in which order they belong. What is gone meanwhile is not among them.
    async fn next(&mut self, cx: &mut Cx) -> Result<(Page, Vec<usize>)> {
        let ids: Vec<Uuid> = self.ids[self.done..].iter().take(PORTION).copied().collect();
        self.done += ids.len();
        let scope = cx.scope(self.resource);
        let mut select = Select::new(cx, self.resource, &scope);
        select.any_of("id", Value::Uuids(ids.clone()));
        select.fields = self.fields.clone();
        let request = PageRequest { limit: PORTION as i64, offset: 0 };
        let page = load_page(cx, self.resource, select, request).await?;
        let rows: HashMap<Uuid, usize> = page.objects.iter().map(Object::id).zip(0..).collect();
        let order = ids.iter().filter_map(|id| rows.get(id).copied()).collect();
        Ok((page, order))
    }

    /// The first line of comma-separated values, after a mark that lets spreadsheets read accents.
    pub fn csv_head(&self) -> Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(vec![0xef, 0xbb, 0xbf]);
        writer.write_record(self.headings()).map_err(|error| Error::Internal(error.to_string()))?;
        writer.into_inner().map_err(|error| Error::Internal(error.to_string()))
    }

    /// A workbook, without rows yet.
    pub fn book(&self) -> Result<Book> {
        Book::begin(&self.resource.plural(), &self.headings()).map_err(broken)
    }

    fn headings(&self) -> Vec<String> {
        let computed = self.resource.entry.computed.iter();
        let computed = computed.filter(|field| !field.detail_only && self.fields.has(field.name));
        let names = shown(self.resource, &self.fields).map(|(_, name)| name).chain(computed.map(|field| field.name));
        names.map(str::to_owned).collect()
    }

    /// The next rows as comma-separated values.
    pub async fn csv(&mut self, cx: &mut Cx) -> Result<Vec<u8>> {
        let (page, order) = self.next(cx).await?;
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in order {
            let texts = cells(cx, &page, row).into_iter().map(|cell| match cell {
                Cell::Text(text) => harmless(text),
                Cell::Number(number) => number.to_string(),
            });
            writer.write_record(texts).map_err(|error| Error::Internal(error.to_string()))?;
        }
        writer.into_inner().map_err(|error| Error::Internal(error.to_string()))
    }

    /// The next rows as the list shows them, one a line.
    pub async fn json_lines(&mut self, cx: &mut Cx) -> Result<Vec<u8>> {
        let (page, order) = self.next(cx).await?;
        Ok(render::lines(cx, &page, &order))
    }

    /// The next rows for a workbook.
    pub async fn write_into(&mut self, cx: &mut Cx, book: &mut Book) -> Result<()> {
        let (page, order) = self.next(cx).await?;
        order.into_iter().try_for_each(|row| book.add(&cells(cx, &page, row)))
    }
}

enum Cell {
    Text(String),
    Number(f64),
}

fn shown(resource: &Resource, wanted: &Fields) -> impl Iterator<Item = (usize, &'static str)> {
    let fields = resource.def.fields.iter().enumerate();
    fields.filter(|(_, field)| !field.secret && wanted.has(field.name)).map(|(position, field)| (position, field.name))
}

fn cells(cx: &Cx, page: &Page, row: usize) -> Vec<Cell> {
    let resource = page.resource;
    let translated = Translated::of(cx, resource, &page.objects[row]);
    let computed = page.computed.iter().map(|(_, values)| computed_cell(&values[row]));
    shown(resource, &page.fields)
        .map(|(position, _)| {
            let value = &page.objects[row].values[position];
            match &resource.field(position).kind {
                Kind::Reference(kind) if kind.target == FOLDERS => {
                    let id = value.as_uuid().filter(|id| cx.sees_folder(*id));
                    let node = id.and_then(|id| cx.tree().get(id));
                    Cell::Text(node.map(|node| node.name.clone()).unwrap_or_default())
                }
                Kind::Reference(_) => {
                    let at = resource.references.iter().position(|reference| reference.position == position);
                    let target = at.and_then(|at| page.references[row][at].as_ref());
                    Cell::Text(target.map(|target| target.label.text.clone()).unwrap_or_default())
                }
                Kind::Any(_) => {
                    let found = value.as_uuid().and_then(|id| page.any.get(&id));
                    Cell::Text(found.map(|found| format!("{}:{}", found.resource, found.text)).unwrap_or_default())
                }
                Kind::Many(_) => {
                    let at = resource.relations.iter().position(|relation| relation.position == position);
                    let targets = at.map_or(&[][..], |at| &page.related[at][row]);
                    Cell::Text(several(targets.iter().map(|target| target.label.text.as_str())))
                }
                Kind::File(_) => Cell::Text(value.to_json()["name"].as_str().unwrap_or_default().to_owned()),
                _ => match translated.text(resource.field(position).name) {
                    Some(text) => Cell::Text(text.to_owned()),
                    None => cell(value),
                },
            }
        })
        .chain(computed)
        .collect()
}

/// What can stand between names; an import splits a cell at the last of these that it has.
const MARKS: [char; 4] = [',', ';', '|', '\n'];

/// Names in one cell, separated by what is in none of them, so that an import finds them again.
fn several<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let used = MARKS.iter().rposition(|mark| names.iter().any(|name| name.contains(*mark)));
    let mark = used.map_or(MARKS[0], |at| MARKS[(at + 1).min(MARKS.len() - 1)]);
    names.join(&format!("{mark} "))
}

fn computed_cell(value: &Json) -> Cell {
    match value {
        Json::Null => Cell::Text(String::new()),
        Json::String(text) => Cell::Text(text.clone()),
        Json::Number(number) => number.as_f64().map_or_else(|| Cell::Text(number.to_string()), Cell::Number),
        other => Cell::Text(other.to_string()),
    }
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

/// A text that a spreadsheet would run as a formula gets a mark in front that stops it.
fn harmless(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

/// An Excel workbook with one sheet. Rows go to a temporary file as they come, so that a long list takes no more memory than a
/// short one.
pub struct Book {
    workbook: Workbook,
    rows: u32,
}

impl Book {
    fn begin(name: &str, headings: &[String]) -> Result<Self, XlsxError> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(name.chars().take(31).collect::<String>())?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, heading) in (0u16..).zip(headings) {
            // The rows are not known yet: about as wide as most of what stands in a table.
            sheet.set_column_width(column, heading.chars().count().max(14) as f64)?;
            sheet.write_string_with_format(0, column, heading, &bold)?;
        }
        Ok(Self { workbook, rows: 0 })
    }

    fn add(&mut self, cells: &[Cell]) -> Result<()> {
        self.rows += 1;
        self.write(cells).map_err(broken)
    }

    fn write(&mut self, cells: &[Cell]) -> Result<(), XlsxError> {
        let sheet = self.workbook.worksheet_from_index(0)?;
        for (column, cell) in (0u16..).zip(cells) {
            match cell {
                // Written as text, a formula stays a text. Excel ends a cell at 32,767 characters.
                Cell::Text(text) if text.chars().count() > 32_767 => {
                    sheet.write_string(self.rows, column, text.chars().take(32_767).collect::<String>())?
                }
                Cell::Text(text) => sheet.write_string(self.rows, column, text)?,
                Cell::Number(number) => sheet.write_number(self.rows, column, *number)?,
            };
        }
        Ok(())
    }

    /// Writes the whole file.
    pub fn finish(mut self, file: impl Write + Send) -> Result<()> {
        self.workbook.save_to_writer(file).map_err(broken)
    }
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Internal(error.to_string())
}
