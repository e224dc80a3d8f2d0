//! Audits and requirements by status, and the requirements that are due.

use std::collections::BTreeMap;

use cairn_engine::query::{PageRequest, Select};
use cairn_engine::redaction::hideable;
use cairn_engine::{Cx, Nothing, Resource, Result};
use cairn_model::choice::ChoiceDef;
use cairn_model::{Describe, Type, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment, RequirementStatus};
use cairn_resources::work::AssessmentStatus;
use cairn_store::Sql;
use chrono::Days;
use serde::Serialize;
use serde_json::Value as Json;

use crate::shown::{shown, shown_page};
use crate::work::applied_control::{Bar, Chart, ItemStyle, PerStatus, camel_case};
use crate::work::sight::visible;

/// What is due within so many days is current work.
const SOON: u64 = 30;
/// More than anyone works through at once; the list itself has pages.
const MAX_LISTED: i64 = 1000;

/// How many audits have which status.
pub async fn audits(cx: &mut Cx, _: Nothing) -> Result<PerStatus> {
    let resource = cx.resource::<ComplianceAssessment>();
    assessments_per_status(cx, resource).await
}

/// How many assessments of a kind have which status.
pub async fn assessments_per_status(cx: &mut Cx, resource: &'static Resource) -> Result<PerStatus> {
    let colors = ["#CCCCCC", "#BFDBFE", "#5470C6", "#F4D06F", "#46D39A", "#E55759"];
    counted(cx, resource, AssessmentStatus::DEF, true, &colors, None).await
}

/// How many requirements in the scope of audits have which status.
pub async fn rows(cx: &mut Cx, _: Nothing) -> Result<PerStatus> {
    let resource = cx.resource::<RequirementAssessment>();
    let colors = ["#BFDBFE", "#5470C6", "#F4D06F", "#46D39A"];
    counted(cx, resource, RequirementStatus::DEF, false, &colors, Some(in_scope())).await
}

fn in_scope() -> Sql {
    Sql::raw("t.selected and exists (select 1 from requirement_nodes n where n.id = t.requirement and n.assessable)")
}

async fn counted(
    cx: &mut Cx,
    resource: &'static Resource,
    choices: &ChoiceDef,
    can_be_unset: bool,
    colors: &[&'static str],
    condition: Option<Sql>,
) -> Result<PerStatus> {
    let mut select = visible(cx, resource);
    if let Some(condition) = condition {
        select.condition(condition);
    }
    let found = statuses(cx, resource, select).await?;
    let count = |key: Option<&str>| found.iter().find(|(own, _)| own.as_deref() == key).map_or(0, |(_, count)| *count);
    let unset = can_be_unset.then(|| (None, "undefined".to_owned(), "undefined".to_owned()));
    let known = choices.options.iter().map(|option| {
        let key = option.key.to_string();
        (Some(key.clone()), camel_case(&key), option.label())
    });
    let mut chart = Chart { local_labels: Vec::new(), labels: Vec::new(), values: Vec::new() };
    for (at, (key, local, label)) in unset.into_iter().chain(known).enumerate() {
        chart.local_labels.push(local);
        chart.labels.push(label);
        let color = colors.get(at).copied().unwrap_or("#CCCCCC");
        chart.values.push(Bar { value: count(key.as_deref()), item_style: ItemStyle { color } });
    }
    Ok(PerStatus { results: chart })
}

/// How many rows have which status, as the caller sees it: what is hidden from respondents is not counted.
async fn statuses(cx: &mut Cx, resource: &'static Resource, mut select: Select) -> Result<Vec<(Option<String>, i64)>> {
    if hideable(cx, resource).is_empty() {
        let mut sql = select.project("t.status, count(*)");
        sql.push(" group by t.status");
        let found = cx.conn.query(&sql, &[Type::Text, Type::Int]).await?;
        let text = |row: &Vec<Value>| row[0].as_str().map(str::to_owned);
        return Ok(found.iter().map(|row| (text(row), row[1].as_int().unwrap_or_default())).collect());
    }
    select.order_by("t.id");
    let (_, rows) = shown_page(cx, resource, select, PageRequest { limit: MAX_LISTED, offset: 0 }).await?;
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    for status in rows.iter().filter_map(|row| row["status"].as_str()) {
        *counts.entry(status.to_owned()).or_default() += 1;
    }
    Ok(counts.into_iter().map(|(status, count)| (Some(status), count)).collect())
}

/// Requirements, as in their list.
#[derive(Debug, Serialize, Describe)]
pub struct Due {
    pub results: Vec<Json>,
}

/// Requirements that are not done although their date is near or past, the most urgent first.
pub async fn todo(cx: &mut Cx, _: Nothing) -> Result<Due> {
    let resource = cx.resource::<RequirementAssessment>();
    let soon = cx.today().checked_add_days(Days::new(SOON)).unwrap_or_else(|| cx.today());
    let mut due = in_scope();
    // Whether it is done may be hidden from respondents.
    if hideable(cx, resource).is_empty() {
        due.push(" and t.status <> ").bind(RequirementStatus::Done.key());
    }
    due.push(" and coalesce(t.due_date, t.eta) <= ").bind(soon);
    let mut results = shown(cx, resource, MAX_LISTED, |select| {
        select.condition(due).order_by("coalesce(t.due_date, t.eta)").order_by("t.id");
    })
    .await?;
    results.retain(|row| row["status"] != RequirementStatus::Done.key());
    Ok(Due { results })
}
