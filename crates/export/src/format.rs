//! What a list can be written as.

use cairn_model::Describe;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Csv,
    Xlsx,
    #[serde(rename = "jsonl")]
    JsonLines,
}

impl Format {
    pub const ALL: [Self; 3] = [Self::Csv, Self::Xlsx, Self::JsonLines];

    /// The end of the file's name, and of the path.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::JsonLines => "jsonl",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::JsonLines => "application/x-ndjson",
        }
    }
}

impl Describe for Format {
    fn schema() -> Json {
        json!({ "type": "string", "enum": Self::ALL.map(Self::ending) })
    }
}
