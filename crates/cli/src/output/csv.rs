//! Rows as CSV with a header line. For spreadsheets, the server's own export is better; these are the values of the
//! API, with references as names.

use serde_json::Value as Json;

use super::cell::{at, plain};
use super::table::Column;
use crate::failure::{Failure, Result};

pub fn csv_lines(rows: &[Json], columns: Option<&[Column]>) -> Result<String> {
    let keys: Vec<String> = match columns {
        Some(columns) => columns.iter().map(|column| column.key.clone()).collect(),
        None => {
            let mut keys: Vec<String> = Vec::new();
            for key in rows.iter().filter_map(Json::as_object).flat_map(serde_json::Map::keys) {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
            }
            keys
        }
    };
    if keys.is_empty() {
        return Ok(String::new());
    }
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let broken = |error: ::csv::Error| Failure::other(format!("cannot write CSV: {error}"));
    writer.write_record(&keys).map_err(broken)?;
    for row in rows {
        writer.write_record(keys.iter().map(|key| plain(at(row, key)))).map_err(broken)?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::other(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
