//! `list`: objects of one resource.

use cairn_client::{Query, Resource};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::answer;
use crate::desk::Desk;
use crate::failure::{Failure, Result};
use crate::values;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "applied-controls".
    resource: String,
    /// Filters by field, such as `{"status": ["to_do", "in_progress"], "owner": "ada@example.com", "eta__lte":
    /// "2026-12-31", "evidences__isnull": true}`. Suffixes: __in, __isnull, __gte, __gt, __lte, __lt, __icontains.
    #[serde(default)]
    filters: Map<String, Json>,
    /// Search terms; all must match.
    search: Option<String>,
    /// Only this domain and its subdomains; name or id.
    domain: Option<String>,
    /// The columns to return, such as `["name", "status", "owner"]`. Defaults to a sensible selection.
    #[serde(default)]
    columns: Vec<String>,
    /// Sort order: one or more fields separated by commas. Prefix a field with a hyphen for descending order: "-severity,due_date".
    order: Option<String>,
    /// Number of results, 1 to 100. Defaults to 20.
    limit: Option<u64>,
    /// Number of results to skip: the `next` of the previous response.
    offset: Option<u64>,
    /// As of this time, such as "2026-03-01T00:00:00Z".
    as_of: Option<String>,
    /// As if this what-if draft were applied; its id.
    draft: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let columns = chosen(resource, arguments.columns)?;
    let mut query: Query = values::filters(desk, resource, &arguments.filters).await?;
    desk.narrow(&mut query, arguments.domain.as_deref()).await?;
    let more = [
        ("search", arguments.search),
        ("ordering", arguments.order),
        ("as_of", arguments.as_of),
        ("draft", arguments.draft),
    ];
    query.extend(more.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    let (limit, offset) = (super::limit(arguments.limit, 20, 100)?, arguments.offset.unwrap_or(0));
    let page = desk.client.page(&resource.collection(), &query, limit, offset).await?;
    Ok(answer::page(resource, &page.rows, page.count, offset, &columns))
}

/// The requested columns, always with the id; by default those that fit.
fn chosen(resource: &Resource, mut asked: Vec<String>) -> Result<Vec<String>> {
    if asked.is_empty() {
        return Ok(answer::default_columns(resource));
    }
    let known = answer::columns(resource);
    if let Some(unknown) = asked.iter().find(|name| !known.contains(name) && *name != "str") {
        return Err(Failure::new(format!(
            "{} have no column “{unknown}”. Columns: {}",
            resource.several(),
            known.join(", ")
        )));
    }
    if !asked.iter().any(|name| name == "id") {
        asked.insert(0, "id".to_owned());
    }
    Ok(asked)
}
