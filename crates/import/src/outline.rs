//! A preview of a file before it is imported: its columns, and the field each would become.

use cairn_engine::error::Result;
use cairn_engine::registry::{Registry, Resource};
use cairn_model::Describe;
use serde::Serialize;

use super::sheet::{Reading, Sheet};
use super::{Options, columns, kind, xlsx};

/// How many cells of a column are shown, and how much of each.
const SAMPLES: usize = 3;
const SAMPLE_LENGTH: usize = 100;

#[derive(Debug, Serialize, Describe)]
pub struct Outline {
    /// How many rows there are below the headings.
    pub rows: usize,
    /// The visible sheets of a workbook.
    pub sheets: Vec<String>,
    /// The sheet that was read, of a workbook.
    pub sheet: Option<String>,
    pub columns: Vec<Column>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Column {
    pub heading: String,
    /// The field the column is imported into unless it is mapped to another; null if it is ignored.
    pub field: Option<&'static str>,
    /// The first values.
    pub samples: Vec<String>,
}

impl Outline {
    pub fn read(
        registry: &'static Registry,
        resource: &'static Resource,
        bytes: &[u8],
        reading: &Reading,
        options: &Options,
    ) -> Result<Self> {
        let sheet = Sheet::read(bytes, reading)?;
        // The rows may be parts of the named resource, such as the findings of an assessment.
        let resource = match kind::parts(registry, resource) {
            Some(parts) if options.container.is_none() && kind::has_parts(resource, parts, &sheet, options) => parts,
            _ => kind::with_container(registry, resource, options.container.as_deref())?,
        };
        let (sheets, name) = if Sheet::is_workbook(bytes) {
            let (all, chosen) = xlsx::sheets(bytes, reading)?;
            (all, Some(chosen))
        } else {
            (Vec::new(), None)
        };
        let mut taken = Vec::new();
        let columns = sheet.headings.iter().enumerate().map(|(at, heading)| {
            // Two columns can't be the same field; the first one wins.
            let field = columns::field_named(resource, heading).filter(|field| !taken.contains(field));
            taken.extend(field);
            Column { heading: heading.clone(), field, samples: samples(&sheet, at) }
        });
        Ok(Self { rows: sheet.rows.len(), sheets, sheet: name, columns: columns.collect() })
    }
}

fn samples(sheet: &Sheet, at: usize) -> Vec<String> {
    let cells = sheet.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| cell.trim());
    let filled = cells.filter(|cell| !cell.is_empty()).take(SAMPLES);
    filled.map(|cell| cell.chars().take(SAMPLE_LENGTH).collect()).collect()
}
