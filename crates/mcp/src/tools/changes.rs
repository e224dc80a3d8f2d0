//! `changes`: what has changed since a point in time.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::get;
use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::{Failure, Result};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Start time, such as "2026-03-01" or "2026-03-01T08:00:00Z". Required unless an object is given.
    since: Option<String>,
    /// End time. Defaults to now.
    until: Option<String>,
    /// Only this domain and its subdomains; name or id.
    domain: Option<String>,
    /// With `object`: the resource of that object.
    resource: Option<String>,
    /// One object, by id, name or ref id: returns its full history, newest first, including who made each change.
    object: Option<String>,
    /// Number of results, 1 to 100. Defaults to 20.
    limit: Option<u64>,
    /// Number of results to skip: the `next` of the previous response.
    offset: Option<u64>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let (limit, offset) = (super::limit(arguments.limit, 20, 100)?, arguments.offset.unwrap_or(0));
    match (&arguments.resource, &arguments.object) {
        (Some(resource), Some(object)) => {
            let resource = desk.resource(resource)?;
            let id = desk.object(resource, object).await?;
            get::history(desk, resource, &id.to_string(), limit, offset).await
        }
        (None, None) => between(desk, &arguments, limit, offset).await,
        _ => Err(Failure::new(
            "the history of an object requires both `resource` and `object`; omit both for all changes",
        )),
    }
}

async fn between(desk: &Desk, arguments: &Arguments, limit: u64, offset: u64) -> Result<Json> {
    let since = arguments
        .since
        .as_deref()
        .ok_or_else(|| Failure::new("set `since`, such as \"2026-03-01\", or `resource` and `object`"))?;
    let mut query = vec![
        ("from".to_owned(), instant(since)),
        ("limit".to_owned(), limit.to_string()),
        ("offset".to_owned(), offset.to_string()),
    ];
    if let Some(until) = &arguments.until {
        query.push(("to".to_owned(), instant(until)));
    }
    if let Some(domain) = &arguments.domain {
        let id = desk.object(desk.resource("folders")?, domain).await?;
        query.push(("folder".to_owned(), id.to_string()));
    }
    let found = desk.client.get("/api/diff/", &query).await?;
    let rows = found["results"].as_array().cloned().unwrap_or_default();
    let (count, end) = (found["count"].as_u64().unwrap_or_default(), offset + rows.len() as u64);
    let mut answer = json!({ "from": found["from"], "to": found["to"], "count": count, "shown": rows.len(),
        "by_resource": found["resources"] });
    if end < count {
        answer["next"] = json!({ "offset": end });
    }
    answer["untrusted_data"] = rows.iter().map(|row| answer::value(row, IN_LIST)).collect();
    Ok(answer)
}

/// A date means the start of that day.
fn instant(text: &str) -> String {
    let text = text.trim();
    if text.len() == 10 && !text.contains('T') { format!("{text}T00:00:00Z") } else { text.to_owned() }
}
