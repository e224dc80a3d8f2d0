//! `inconsistencies`: what doesn't add up, according to the checks of the model.

use cairn_client::{Check, Query, Resource};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::{Failure, Result};
use crate::values;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Only this resource, such as "applied-controls".
    resource: Option<String>,
    /// Only this check, such as "active_without_evidence".
    check: Option<String>,
    /// Only this domain and its subdomains; name or id.
    domain: Option<String>,
    /// Number of objects per check, 1 to 100. Defaults to 5.
    limit: Option<u64>,
    /// Number of results to skip, with `check`: the `next` of the previous response.
    offset: Option<u64>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let checks = chosen(desk, &arguments)?;
    let mut within = Query::new();
    desk.narrow(&mut within, arguments.domain.as_deref()).await?;
    let (limit, offset) = (super::limit(arguments.limit, 5, 100)?, arguments.offset.unwrap_or(0));
    let today = desk.today().await?.to_string();
    let (mut found, mut clean) = (Vec::new(), Vec::new());
    for (resource, check) in checks {
        let mut query = parameters(&check.query, &today);
        query.extend(within.clone());
        let page = desk.client.page(&resource.collection(), &query, limit, offset).await?;
        if page.count == 0 {
            clean.push(format!("{}.{}", resource.path, check.name));
            continue;
        }
        let columns = ["id", "ref_id", "name", "folder", "status"].map(str::to_owned);
        let rows: Vec<Json> = page.rows.iter().map(|row| answer::object(row, Some(&columns), IN_LIST)).collect();
        let end = offset + rows.len() as u64;
        let mut section = json!({
            "resource": resource.path, "check": check.name, "severity": check.severity, "wrong": check.help,
            "fix": check.fix, "count": page.count, "shown": rows.len(),
        });
        if end < page.count {
            section["next"] = json!({ "check": check.name, "offset": end });
        }
        section["untrusted_data"] = rows.into();
        found.push(section);
    }
    Ok(json!({ "found": found, "nothing_wrong": clean }))
}

fn chosen<'a>(desk: &'a Desk, arguments: &Arguments) -> Result<Vec<(&'a Resource, &'a Check)>> {
    let resources: Vec<&Resource> = match &arguments.resource {
        Some(word) => vec![desk.resource(word)?],
        None => desk.model.wholes().collect(),
    };
    let all = resources.iter().flat_map(|resource| resource.checks.iter().map(move |check| (*resource, check)));
    let wanted = |check: &Check| arguments.check.as_ref().is_none_or(|name| *name == check.name);
    let kept: Vec<_> = all.clone().filter(|(_, check)| wanted(check)).collect();
    if kept.is_empty() {
        let known: Vec<String> = all.map(|(resource, check)| format!("{}.{}", resource.path, check.name)).collect();
        let known = if known.is_empty() { "none here".to_owned() } else { known.join(", ") };
        return Err(Failure::new(format!("there is no such check. Checks: {known}")));
    }
    Ok(kept)
}

/// Parameters from the model document, with today's date filled in.
pub fn parameters(query: &Map<String, Json>, today: &str) -> Query {
    query.iter().map(|(name, value)| (name.clone(), values::text(value).replace("{today}", today))).collect()
}
