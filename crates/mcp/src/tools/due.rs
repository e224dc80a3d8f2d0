//! `due`: what has to be done, by the due dates of the model.

use cairn_client::{Due, Kind, Query, Resource};
use chrono::Days;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::inconsistencies::parameters;
use crate::answer::{self, IN_LIST};
use crate::desk::Desk;
use crate::failure::{Failure, Result};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Number of days to look ahead. Defaults to 30; use 0 for overdue or due today.
    days: Option<u32>,
    /// Only this resource, such as "findings".
    resource: Option<String>,
    /// Only this domain and its subdomains; name or id.
    domain: Option<String>,
    /// Only what is assigned to the token's owner or their teams.
    #[serde(default)]
    mine: bool,
    /// Number of results per kind, 1 to 50. Defaults to 10.
    limit: Option<u64>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let today = desk.today().await?;
    let until = today.checked_add_days(Days::new(arguments.days.unwrap_or(30).into()));
    let until = until.ok_or_else(|| Failure::new("`days` is too large"))?.to_string();
    let mut within = Query::new();
    desk.narrow(&mut within, arguments.domain.as_deref()).await?;
    let actors = if arguments.mine { Some(own_actors(desk).await?) } else { None };
    let limit = super::limit(arguments.limit, 10, 50)?;
    let mut sections = Vec::new();
    let mut total = 0;
    for (resource, due) in questions(desk, arguments.resource.as_deref())? {
        let mut query = parameters(&due.query, &today.to_string());
        query.push((format!("{}__lte", due.field), until.clone()));
        query.push(("ordering".to_owned(), due.field.clone()));
        query.extend(within.clone());
        if let Some(actors) = &actors {
            let Some(field) = answering(resource) else { continue };
            query.push((field.to_owned(), actors.clone()));
        }
        let page = desk.client.page(&resource.collection(), &query, limit, 0).await?;
        if page.count == 0 {
            continue;
        }
        total += page.count;
        query.push((format!("{}__lt", due.field), today.to_string()));
        let late = desk.client.page(&resource.collection(), &query, 1, 0).await?.count;
        let columns = columns(resource, due);
        let rows: Vec<Json> = page.rows.iter().map(|row| answer::object(row, Some(&columns), IN_LIST)).collect();
        sections.push(json!({
            "resource": resource.path, "date": due.field, "what": due.help,
            "count": page.count, "late": late, "shown": rows.len(), "untrusted_data": rows,
        }));
    }
    Ok(json!({ "today": today.to_string(), "until": until, "count": total, "due": sections }))
}

/// The due dates of one resource, or of all. Parts are left out, since the whole shows them too.
fn questions<'a>(desk: &'a Desk, word: Option<&str>) -> Result<Vec<(&'a Resource, &'a Due)>> {
    let chosen: Vec<&Resource> = match word {
        Some(word) => vec![desk.resource(word)?],
        None => desk.model.wholes().collect(),
    };
    if let (Some(word), true) = (word, chosen.iter().all(|resource| resource.due.is_empty())) {
        let known: Vec<&str> =
            desk.model.resources().iter().filter(|r| !r.due.is_empty()).map(|r| r.path.as_str()).collect();
        return Err(Failure::new(format!("{word} have no due dates. Resources with due dates: {}", known.join(", "))));
    }
    Ok(chosen.into_iter().flat_map(|resource| resource.due.iter().map(move |due| (resource, due))).collect())
}

/// The field with the owners of an object.
fn answering(resource: &Resource) -> Option<&str> {
    let of_actors =
        |field: &&cairn_client::Field| field.kind == Kind::Many && field.target.as_deref() == Some("actors");
    resource.fields.iter().find(of_actors).map(|field| field.name.as_str())
}

fn columns(resource: &Resource, due: &Due) -> Vec<String> {
    let mut columns: Vec<String> =
        ["id", "ref_id", "name", "folder", "status", "severity"].into_iter().map(str::to_owned).collect();
    columns.push(due.field.clone());
    columns.extend(answering(resource).map(str::to_owned));
    columns
}

async fn own_actors(desk: &Desk) -> Result<String> {
    let user = desk.client.get("/api/iam/current-user/", &Vec::new()).await?;
    let ids: Vec<&str> = user["all_actor_ids"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if ids.is_empty() {
        return Err(Failure::new("the token's owner cannot own anything; omit `mine`"));
    }
    Ok(ids.join(","))
}
