//! Empty files to fill in: the headings that an import recognises, and their possible values.

use cairn_engine::error::{Error, Result};
use cairn_engine::registry::{Registry, Resource};
use cairn_model::FieldDef;
use cairn_model::kind::Kind;
use rust_xlsxwriter::{DataValidation, Format, Workbook, XlsxError};

use super::columns::importable;

/// How many rows get a drop-down list of choices.
const PREPARED: u32 = 1000;
/// A longer list doesn't fit into a cell's validation rule.
const MAX_LIST: usize = 255;

/// The headings as CSV, after a byte order mark that makes spreadsheets read accents.
pub fn csv(resource: &Resource) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(vec![0xef, 0xbb, 0xbf]);
    let headings = importable(resource).map(|(_, field)| field.name);
    writer.write_record(headings).map_err(|error| Error::Internal(error.to_string()))?;
    writer.into_inner().map_err(|error| Error::Internal(error.to_string()))
}

/// A workbook with the headings on its first sheet and their meaning on the second.
pub fn xlsx(registry: &'static Registry, resource: &Resource) -> Result<Vec<u8>> {
    write(registry, resource).map_err(|error| Error::Internal(error.to_string()))
}

fn write(registry: &'static Registry, resource: &Resource) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let bold = Format::new().set_bold();
    let sheet = book.add_worksheet();
    sheet.set_name(resource.plural().chars().take(31).collect::<String>())?;
    for (column, (_, field)) in (0u16..).zip(importable(resource)) {
        sheet.write_string_with_format(0, column, field.name, &bold)?;
        if let Some(list) = choices(field) {
            let rule = DataValidation::new().allow_list_strings(&list)?;
            sheet.add_data_validation(1, column, PREPARED, column, &rule)?;
        }
        sheet.set_column_width(column, 20)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    let help = book.add_worksheet();
    help.set_name("Fields")?;
    for (column, heading) in (0u16..).zip(["Field", "Required", "What it is", "What to write"]) {
        help.write_string_with_format(0, column, heading, &bold)?;
    }
    for (row, (_, field)) in (1u32..).zip(importable(resource)) {
        help.write_string(row, 0, field.name)?;
        help.write_string(row, 1, if is_required(resource, field) { "yes" } else { "" })?;
        help.write_string(row, 2, field.doc)?;
        help.write_string(row, 3, hint(registry, field))?;
    }
    help.set_freeze_panes(1, 0)?;
    help.autofit();
    book.save_to_buffer()
}

/// The domain is never required: a row without one belongs to the root.
fn is_required(resource: &Resource, field: &FieldDef) -> bool {
    field.required() && resource.field(resource.scope_position).name != field.name
}

fn choices(field: &FieldDef) -> Option<Vec<String>> {
    let Kind::Choice(kind) = &field.kind else { return None };
    let list: Vec<String> = kind.0.options.iter().map(cairn_model::choice::ChoiceOption::label).collect();
    let is_plain = list.iter().all(|label| !label.contains(','));
    (is_plain && list.iter().map(|label| label.len() + 1).sum::<usize>() <= MAX_LIST).then_some(list)
}

fn hint(registry: &'static Registry, field: &FieldDef) -> String {
    match &field.kind {
        Kind::Choice(kind) => {
            let options = kind.0.options.iter().map(|option| format!("{} ({})", option.label(), option.key));
            format!("One of: {}", options.collect::<Vec<_>>().join(", "))
        }
        Kind::Reference(kind) => format!("The name, ref id or id of one of the {}", words(registry, kind.target)),
        Kind::Any(_) => "The resource and the name, as in “findings:Open port”, or the id".to_owned(),
        Kind::Many(kind) => {
            format!("Names, ref ids or ids of {}, with a semicolon between them", words(registry, kind.target))
        }
        Kind::Boolean(_) => "yes or no".to_owned(),
        Kind::Integer(_) => "A whole number".to_owned(),
        Kind::Decimal(_) => "A number".to_owned(),
        Kind::Date(_) => "A date: YYYY-MM-DD".to_owned(),
        Kind::DateTime(_) => "A time: YYYY-MM-DDThh:mm:ssZ".to_owned(),
        Kind::Json(_) | Kind::Translations(_) => "JSON".to_owned(),
        _ => "Text".to_owned(),
    }
}

fn words(registry: &'static Registry, target: &str) -> String {
    registry.get(target).plural().to_lowercase()
}
