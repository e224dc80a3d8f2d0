//! `/api/get_counters/` and its like: numbers over everything that the caller may see.

use std::sync::Arc;

use cairn_domain::analytics::{self, Results};
use cairn_domain::calendar;
use cairn_engine::query::within;
use cairn_engine::{Cx, Error, action};
use http::StatusCode;
use http::request::Parts;
use serde::Serialize;
use uuid::Uuid;

use crate::app::App;
use crate::body::Call;
use crate::past;
use crate::resources::{Result, json_value};

pub const FOLDER: &str = "folder";
pub const YEAR: &str = "year";

async fn begin(app: &Arc<App>, request: &Parts) -> Result<(Cx, Option<Uuid>)> {
    let (cx, params) = past::begin(app, request).await?;
    let folder = params.get(FOLDER).filter(|text| !text.is_empty()).map(within::domain).transpose();
    Ok((cx, folder.map_err(|message| Error::field(FOLDER, message))?))
}

fn answer(value: impl Serialize) -> Result {
    json_value(StatusCode::OK, &action::output(value)?)
}

pub async fn counters(app: Arc<App>, request: Call) -> Result {
    let (mut cx, folder) = begin(&app, &request.parts).await?;
    answer(analytics::counters(&mut cx, folder).await?)
}

pub async fn metrics(app: Arc<App>, request: Call) -> Result {
    let (mut cx, folder) = begin(&app, &request.parts).await?;
    answer(analytics::metrics(&mut cx, folder).await?)
}

pub async fn audits_metrics(app: Arc<App>, request: Call) -> Result {
    let (mut cx, folder) = begin(&app, &request.parts).await?;
    answer(analytics::audits_metrics(&mut cx, folder).await?)
}

pub async fn combined_statuses(app: Arc<App>, request: Call) -> Result {
    let (mut cx, folder) = begin(&app, &request.parts).await?;
    answer(analytics::combined_statuses(&mut cx, folder).await?)
}

pub async fn calendar_days(app: Arc<App>, request: Call) -> Result {
    let (mut cx, params) = past::begin(&app, &request.parts).await?;
    let year = params.get(YEAR).filter(|text| !text.is_empty()).map(str::parse::<i32>).transpose();
    let year = year.ok().filter(|year| year.is_none_or(|year| (1900..=2200).contains(&year)));
    let year = year.ok_or_else(|| Error::field(YEAR, "Must be a year from 1900 to 2200."))?;
    answer(Results { results: calendar::days(&mut cx, year).await? })
}
