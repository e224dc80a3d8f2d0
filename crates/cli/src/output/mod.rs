//! What commands print. Tables are for people and fit the terminal; the other formats are for programs and never cut
//! anything off.

pub mod cell;
mod count;
mod csv;
mod detail;
mod screen;
mod stream;
mod table;
pub mod yaml;

pub use self::csv::csv_lines;
pub use count::counted;
pub use detail::{detail, fit, wrap};
pub use screen::Screen;
pub use stream::{Stdout, aside, note, print, print_data, prompt, save, tell};
pub use table::{Column, table, table_of_sentences};

use clap::ValueEnum;
use serde_json::{Map, Value as Json};

use crate::failure::Result;

/// How the answer is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Table,
    /// As the API has it; a list as one array.
    Json,
    /// One object a line.
    Jsonl,
    /// With a header line.
    Csv,
    Yaml,
    /// The ids alone, one a line.
    Id,
}

pub fn pretty(json: &Json) -> String {
    serde_json::to_string_pretty(json).unwrap_or_default() + "\n"
}

/// Prints rows in one of the formats for programs.
pub fn rows_for_programs(rows: &[Json], columns: Option<&[Column]>, format: Format) -> Result<String> {
    let cut: Vec<Json>;
    let rows = match (columns, format) {
        // If columns were asked for, only those are printed. CSV takes them as they are.
        (Some(columns), Format::Json | Format::Jsonl | Format::Yaml) => {
            cut = rows.iter().map(|row| only(row, columns)).collect();
            &cut
        }
        _ => rows,
    };
    Ok(match format {
        Format::Json => pretty(&Json::Array(rows.to_vec())),
        Format::Jsonl => rows.iter().map(|row| row.to_string() + "\n").collect(),
        Format::Yaml if rows.is_empty() => "[]\n".to_owned(),
        Format::Yaml => yaml::emit(&Json::Array(rows.to_vec())),
        Format::Csv => csv_lines(rows, columns)?,
        Format::Id => ids(rows),
        Format::Table => String::new(),
    })
}

/// Prints one object in one of the formats for programs.
pub fn object_for_programs(object: &Json, format: Format) -> Result<String> {
    Ok(match format {
        Format::Json => pretty(object),
        Format::Jsonl => object.to_string() + "\n",
        Format::Yaml => yaml::emit(object),
        Format::Csv => csv_lines(std::slice::from_ref(object), None)?,
        Format::Id => ids(std::slice::from_ref(object)),
        Format::Table => String::new(),
    })
}

fn ids(rows: &[Json]) -> String {
    rows.iter().filter_map(|row| row["id"].as_str()).flat_map(|id| [id, "\n"]).collect()
}

fn only(row: &Json, columns: &[Column]) -> Json {
    let mut kept = Map::new();
    for column in columns {
        kept.insert(column.key.clone(), cell::at(row, &column.key).clone());
    }
    Json::Object(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn programs_get_everything_or_the_columns_they_asked_for() {
        let rows = [json!({ "id": "1", "name": "Vault", "folder": { "id": "9", "str": "Sales" } })];
        let columns = [Column::new("name", "Name"), Column::new("folder.str", "Domain")];
        let print = |columns, format| rows_for_programs(&rows, columns, format).expect("text");
        assert_eq!(print(Some(&columns[..]), Format::Jsonl), "{\"name\":\"Vault\",\"folder.str\":\"Sales\"}\n");
        assert_eq!(print(Some(&columns[..]), Format::Csv), "name,folder.str\nVault,Sales\n");
        assert_eq!(print(None, Format::Csv), "id,name,folder\n1,Vault,Sales\n");
        assert_eq!(print(None, Format::Id), "1\n");
        assert_eq!(print(None, Format::Yaml), "- id: \"1\"\n  name: Vault\n  folder:\n    id: \"9\"\n    str: Sales\n");
    }
}
