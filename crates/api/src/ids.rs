//! Names to ids, for scripts that know objects by name.

use std::sync::Arc;

use cairn_engine::Resource;
use cairn_engine::named::ids_by_name;
use cairn_engine::query::{AS_OF, DRAFT, ListParams, refuse_parameters};
use http::StatusCode;
use serde_json::Value as Json;

use crate::app::App;
use crate::body::Call;
use crate::past;
use crate::resources::{Result, json_value};

pub async fn ids(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    refuse_parameters(&params.0, &[AS_OF, DRAFT])?;
    let select = ListParams::default().select(&cx, resource)?;
    json_value(StatusCode::OK, &Json::Object(ids_by_name(&mut cx, select).await?))
}
