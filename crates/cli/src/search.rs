//! `cairn search WORDS`: searches everything you have access to.

use clap::Args;
use serde_json::Value as Json;

use crate::common::Common;
use crate::connection::{Connection, Wanted};
use crate::failure::Result;
use crate::output::{Column, Format, Screen, note, print, print_data, rows_for_programs, table};

/// Search everything you have access to.
#[derive(Debug, Args)]
pub struct Search {
    /// The words to search for; all must match.
    #[arg(required = true)]
    words: Vec<String>,
    #[command(flatten)]
    common: Common,
}

impl Search {
    pub async fn run(self, wanted: Wanted) -> Result {
        let connection = Connection::open(&self.common.wanted(wanted))?;
        let query = vec![("q".to_owned(), self.words.join(" "))];
        let answer = connection.client.get("/api/search/", &query).await?;
        let rows: Vec<Json> = answer["results"].as_array().cloned().unwrap_or_default();
        match self.common.output {
            Format::Table if rows.is_empty() => {
                note("No results.");
                Ok(())
            }
            Format::Table => {
                let columns = [("type", "What"), ("name", "Name"), ("folder", "Domain"), ("id", "Id")];
                let columns = columns.map(|(key, label)| Column::new(key, label));
                print(&table(&rows, &columns, Screen::stdout()).0)
            }
            format => print_data(rows_for_programs(&rows, None, format)?),
        }
    }
}
