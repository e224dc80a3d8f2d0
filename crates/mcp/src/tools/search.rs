//! `search`: full-text search over everything.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::Result;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Search terms; all must match.
    query: String,
    /// Only these resources, such as `["assets", "findings"]`.
    #[serde(default)]
    resources: Vec<String>,
    /// Maximum number of results, 1 to 100. Defaults to 20.
    limit: Option<u64>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let limit = super::limit(arguments.limit, 20, 100)?;
    let mut query = vec![("q".to_owned(), arguments.query), ("limit".to_owned(), limit.to_string())];
    if !arguments.resources.is_empty() {
        let mut paths = Vec::new();
        for word in &arguments.resources {
            paths.push(desk.resource(word)?.path.clone());
        }
        query.push(("type".to_owned(), paths.join(",")));
    }
    let found = desk.client.get("/api/search/", &query).await?;
    let rows = found["results"].as_array().cloned().unwrap_or_default();
    let more = rows.len() as u64 >= limit;
    let mut answer = json!({ "shown": rows.len() });
    if more {
        answer["more"] =
            "There may be more results. Use more specific terms, set `resources`, or raise `limit`.".into();
    }
    answer["untrusted_data"] = rows.iter().map(|row| answer::value(row, IN_LIST)).collect();
    Ok(answer)
}
