//! The history of an object, restoring an earlier state, and the differences between two instants.

use std::sync::Arc;

use cairn_engine::query::{instant, refuse_parameters};
use cairn_engine::{Cx, Error, Resource, action, diff, log, render};
use cairn_model::Timestamp;
use http::StatusCode;
use uuid::Uuid;

use crate::app::App;
use crate::body::{self, Call};
use crate::links;
use crate::resources::{Result, begin_read, json_bytes, json_value};

/// The history of an object, newest first, also after it was deleted.
pub async fn history(app: Arc<App>, resource: &'static Resource, id: String, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let mut params = body::query(&request.parts);
    let until = params.take_instant()?;
    refuse_parameters(&params.0, &["limit", "offset", "as_of"])?;
    let page_request = params.page()?;
    let page = log::history(&mut cx, resource, body::id(&id)?, until, page_request).await?;
    let (next, previous) = links::neighbours(&request.parts.uri, page_request, page.count);
    Ok(json_bytes(StatusCode::OK, render::list(&cx, &page, next.as_deref(), previous.as_deref())))
}

/// What was created, changed and deleted between two instants.
pub async fn between(app: Arc<App>, request: Call) -> Result {
    let mut cx: Cx = begin_read(&app, &request.parts).await?;
    let params = body::query(&request.parts);
    let page = params.page()?;
    let time = |name: &str| -> cairn_engine::Result<Option<Timestamp>> {
        params.get(name).map(|text| instant(text).map_err(|message| Error::field(name, message))).transpose()
    };
    let from = time("from")?.ok_or_else(|| Error::field("from", "This parameter is required."))?;
    let to = time("to")?.unwrap_or(cx.now);
    let folder = params
        .get("folder")
        .map(|text| text.parse::<Uuid>().map_err(|_| Error::field("folder", format!("“{text}” is not a valid UUID."))));
    let mut found = diff::between(&mut cx, from, to, folder.transpose()?, page).await?;
    (found.next, found.previous) = links::neighbours(&request.parts.uri, page, found.count as i64);
    json_value(StatusCode::OK, &action::output(found)?)
}
