//! `/api/task-templates/calendar/{start}/{end}/`: the action `calendar` of tasks with the period in its path, as existing
//! clients ask for it.

use std::sync::Arc;

use cairn_engine::Error;
use cairn_model::{Date, Record};
use cairn_resources::work::TaskTemplate;

use crate::app::App;
use crate::authentication;
use crate::body::Call;
use crate::problem::Problem;
use crate::resources::{Result, read_action};

pub async fn between(app: Arc<App>, days: (String, String), mut request: Call) -> Result {
    // Nobody learns anything before it is known who asks.
    authentication::sender(&app, &request.parts).await?;
    let (start, end) = (day("start", &days.0)?, day("end", &days.1)?);
    let resource = app.engine.registry.get(TaskTemplate::PATH);
    let action = resource.actions().find(|action| action.name == "calendar");
    let action = action.ok_or_else(|| Problem::from(Error::internal("tasks have no calendar")))?;
    let more = request.parts.uri.query().map(|query| format!("&{query}")).unwrap_or_default();
    let asked = format!("/api/{}/calendar/?start={start}&end={end}{more}", resource.path);
    request.parts.uri = asked.parse().map_err(|_| Problem::not_found())?;
    read_action(app, resource, action, None, request).await
}

fn day(name: &str, text: &str) -> Result<Date> {
    text.parse().map_err(|_| Error::field(name, "Date has wrong format. Write it as YYYY-MM-DD.").into())
}
