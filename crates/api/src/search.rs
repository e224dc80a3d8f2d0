//! `/api/search/?q=`: words over everything that the caller may see.

use std::sync::Arc;

use cairn_engine::query::within::{self, WITHIN};
use cairn_engine::{Error, Resource, action, search};
use http::StatusCode;

use crate::app::App;
use crate::body::Call;
use crate::past;
use crate::resources::{Result, json_value};

const DEFAULT_LIMIT: i64 = 50;
const MAX_LIMIT: i64 = 200;

pub async fn everywhere(app: Arc<App>, request: Call) -> Result {
    let (mut cx, params) = past::begin(&app, &request.parts).await?;
    let text = params.get("q").unwrap_or_default();
    if text.trim().is_empty() {
        return Err(Error::field("q", "Enter something to search for.").into());
    }
    let limit = params.get("limit").map_or(Ok(DEFAULT_LIMIT), str::parse::<i64>);
    let limit = limit.ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
    let limit = limit.ok_or_else(|| Error::field("limit", format!("Must be a whole number from 1 to {MAX_LIMIT}.")))?;
    let only = match params.get("type") {
        None => cx.registry().tables().collect(),
        Some(paths) => named(&cx, paths)?,
    };
    let domain = params.get(WITHIN).map(within::domain).transpose().map_err(|message| Error::field(WITHIN, message))?;
    let found = search::everywhere(&mut cx, text, &only, domain, limit).await?;
    json_value(StatusCode::OK, &action::output(found)?)
}

fn named(cx: &cairn_engine::Cx, paths: &str) -> Result<Vec<&'static Resource>> {
    let find = |path: &str| {
        let found = cx.registry().find(path.trim()).filter(|resource| resource.entry.part.is_none());
        found.ok_or_else(|| Error::field("type", format!("There is no resource “{}”.", path.trim())))
    };
    Ok(paths.split(',').map(find).collect::<cairn_engine::Result<Vec<_>>>()?)
}
