//! Action plans: the controls of something larger, as in their own list, with what they are for.

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Value};
use cairn_resources::work::AppliedControl;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::list_query::ListQuery;
use crate::shown::shown_page;
use crate::work::sight::visible;

/// A page of an action plan.
#[derive(Debug, Serialize, Describe)]
pub struct Plan {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    /// Controls as in their list, each with what it is for: `requirement_assessments`, `stale` and `stale_reasons` in an audit,
    /// `risk_scenarios` in a risk assessment.
    pub results: Vec<Json>,
}

/// A page of some controls at a path, with the filters and the order of their list. Each gets what the caller adds to it.
pub async fn page(
    cx: &mut Cx,
    path: &str,
    query: &ListQuery,
    controls: Vec<Uuid>,
    mut more: impl FnMut(Uuid, &Json) -> Map<String, Json>,
) -> Result<Plan> {
    let params = query.params();
    let page = params.page()?;
    let resource = cx.resource::<AppliedControl>();
    let mut select = visible(cx, resource);
    params.apply(cx, &mut select)?;
    select.any_of("id", Value::Uuids(controls));
    let (count, mut results) = shown_page(cx, resource, select, page).await?;
    for control in &mut results {
        let Some(id) = control["id"].as_str().and_then(|id| id.parse().ok()) else { continue };
        let more = more(id, control);
        if let Some(control) = control.as_object_mut() {
            control.extend(more);
        }
    }
    let (next, previous) = query.neighbours(cx, path, page, count);
    Ok(Plan { count, next, previous, results })
}
