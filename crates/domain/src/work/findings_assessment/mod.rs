//! Findings reviews: a pentest, an audit, and the follow-up of their findings.

mod report;

use cairn_engine::{Cx, Entry, Module, Nothing, Result, Rules, action, computed, query};
use cairn_model::choice::ChoiceOption;
use cairn_model::{Describe, FieldType, Type};
use cairn_resources::work::{Finding, FindingStatus, FindingsAssessment, Severity};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Map;
use uuid::Uuid;

use self::report::{Report, md, pdf, xlsx};
use super::applied_control::camel_case;
use super::capitalized;
use super::sight::visible;
use super::validation_flow::about::{self, Validation};
use super::validation_flow::refuse_unlock;
use crate::assessment::{DUE, NOBODY_REVIEWS_IT, NOBODY_WORKS_ON_IT};

pub const ENTRY: Entry = Entry::of::<FindingsAssessment>()
    .flag("follow_up")
    .module(Module::Compliance, "clipboard-list")
    .beside("findings")
    .roles("vacd vacd vacd v v - - vacd")
    .rules::<FindingsAssessmentRules>()
    .computed(&[
        computed!(validation_flows: Vec<Validation>, "The validations that are about it, newest first.", about::of_findings_assessments)
            .detail_only(),
        computed!(findings_count: i64, "Number of findings.", sql findings_count),
        computed!(treatment_progress: i64, "Share of findings that are closed, in percent.", sql treatment_progress),
    ])
    .actions(&[
        action!(GET "metrics", item, View, metrics: Nothing => Metrics, "Finding counts, ready for charts."),
        action!(GET "md", item, View, md: Nothing => Report, "The assessment and its findings as Markdown."),
        action!(
            GET "pdf", item, View, pdf: Nothing => file &[cairn_pdf::MEDIA_TYPE],
            "The assessment and its findings as a PDF file."
        ),
        action!(
            GET "xlsx", item, View, xlsx: Nothing => file &[cairn_report::media::XLSX],
            "The assessment and its findings as a workbook."
        ),
    ])
    .due(&DUE)
    .checks(&[NOBODY_WORKS_ON_IT, NOBODY_REVIEWS_IT]);

pub struct FindingsAssessmentRules;

impl Rules for FindingsAssessmentRules {
    type Record = FindingsAssessment;

    async fn before_write(cx: &mut Cx, old: Option<&FindingsAssessment>, new: &mut FindingsAssessment) -> Result<()> {
        if old.is_some_and(|old| old.is_locked && !new.is_locked) {
            refuse_unlock(cx, "findings_assessments", new.id.uuid()).await?;
        }
        Ok(())
    }
}

fn findings_count(cx: &Cx) -> Sql {
    query::referring(cx, cx.resource::<Finding>(), "findings_assessment", "count(*)")
}

/// Rounded down, so that 100 means all.
fn treatment_progress(cx: &Cx) -> Sql {
    let settled: Vec<String> = Finding::SETTLED.iter().map(|status| format!("'{}'", status.key())).collect();
    let percent = format!(
        "coalesce(sum(case when r.status in ({}) then 100 else 0 end) / nullif(count(*), 0), 0)",
        settled.join(", ")
    );
    query::referring(cx, cx.resource::<Finding>(), "findings_assessment", &percent)
}

/// Rounded down, so that 100 means all.
fn percent(part: i64, all: i64) -> i64 {
    if all == 0 { 0 } else { part * 100 / all }
}

/// Statistics on the findings of an assessment.
#[derive(Debug, Serialize, Describe)]
pub struct Metrics {
    pub raw_metrics: RawMetrics,
    pub severity_chart_data: Vec<Slice>,
    pub status_chart_data: StatusChart,
}

#[derive(Debug, Serialize, Describe)]
pub struct RawMetrics {
    pub total_count: i64,
    /// Status → number of findings.
    pub status_distribution: Map<String, serde_json::Value>,
    /// Severity → number of findings.
    pub severity_distribution: Map<String, serde_json::Value>,
    /// Unresolved findings of high or critical severity.
    pub unresolved_important_count: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct Slice {
    pub name: String,
    pub value: i64,
    pub color: &'static str,
}

#[derive(Debug, Serialize, Describe)]
pub struct StatusChart {
    pub values: Vec<StatusSlice>,
}

#[derive(Debug, Serialize, Describe)]
pub struct StatusSlice {
    pub value: i64,
    #[serde(rename = "localName")]
    pub local_name: String,
    #[serde(rename = "itemStyle")]
    pub item_style: ItemStyle,
}

#[derive(Debug, Serialize, Describe)]
pub struct ItemStyle {
    pub color: &'static str,
}

async fn metrics(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Metrics> {
    let mut select = visible(cx, cx.resource::<Finding>());
    select.equals("findings_assessment", id);
    let rows = cx.conn.query(&select.project("t.severity, t.status"), &[Type::Int, Type::Text]).await?;
    let findings = rows.into_iter().filter_map(|mut row| {
        let status = FindingStatus::from_value(row.pop()?).ok()?;
        Some((Severity::from_value(row.pop()?).ok()?, status))
    });
    Ok(measure(&findings.collect::<Vec<_>>()))
}

fn measure(findings: &[(Severity, FindingStatus)]) -> Metrics {
    let of_severity = |severity: Severity| findings.iter().filter(|finding| finding.0 == severity).count() as i64;
    let of_status = |status: FindingStatus| findings.iter().filter(|finding| finding.1 == status).count() as i64;
    let important = |(severity, status): &&(Severity, FindingStatus)| {
        *severity >= Severity::High && !Finding::SETTLED.contains(status)
    };
    let severities = || Severity::ALL.iter().copied().zip(Severity::DEF.options.iter().map(ChoiceOption::label));
    Metrics {
        raw_metrics: RawMetrics {
            total_count: findings.len() as i64,
            status_distribution: FindingStatus::ALL
                .iter()
                .map(|one| (one.key().to_owned(), of_status(*one).into()))
                .collect(),
            severity_distribution: severities().map(|(one, label)| (label, of_severity(one).into())).collect(),
            unresolved_important_count: findings.iter().filter(important).count() as i64,
        },
        severity_chart_data: severities()
            .map(|(one, label)| Slice {
                name: capitalized(&label),
                value: of_severity(one),
                color: severity_color(one),
            })
            .collect(),
        status_chart_data: StatusChart {
            values: FindingStatus::ALL
                .iter()
                .map(|one| StatusSlice {
                    value: of_status(*one),
                    local_name: camel_case(one.key()),
                    item_style: ItemStyle { color: status_color(*one) },
                })
                .collect(),
        },
    }
}

const fn severity_color(severity: Severity) -> &'static str {
    match severity {
        Severity::Undefined => "#CCCCCC",
        Severity::Info => "#3B82F6",
        Severity::Low => "#59BBB2",
        Severity::Medium => "#F5C481",
        Severity::High => "#E6686D",
        Severity::Critical => "#C71E1D",
    }
}

const fn status_color(status: FindingStatus) -> &'static str {
    match status {
        FindingStatus::Undefined => "#CCCCCC",
        FindingStatus::Identified => "#F5C481",
        FindingStatus::Confirmed => "#E6686D",
        FindingStatus::Dismissed => "#94A3B8",
        FindingStatus::Assigned => "#FAE7B5",
        FindingStatus::InProgress => "#93C5FD",
        FindingStatus::Mitigated => "#A7F3D0",
        FindingStatus::Resolved => "#59BBB2",
        FindingStatus::Closed => "#34D399",
        FindingStatus::Deprecated => "#64748B",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_only_complete_when_nothing_is_open() {
        assert_eq!(percent(0, 0), 0);
        assert_eq!(percent(2, 3), 66);
        assert_eq!(percent(199, 200), 99);
        assert_eq!(percent(5, 5), 100);
    }

    #[test]
    fn findings_are_counted_by_severity_and_status() {
        let metrics = measure(&[
            (Severity::High, FindingStatus::Mitigated),
            (Severity::Critical, FindingStatus::Identified),
            (Severity::Undefined, FindingStatus::Undefined),
        ]);
        assert_eq!(metrics.raw_metrics.total_count, 3);
        assert_eq!(metrics.raw_metrics.unresolved_important_count, 1);
        assert_eq!(metrics.raw_metrics.status_distribution["mitigated"], 1);
        assert_eq!(metrics.raw_metrics.severity_distribution["critical"], 1);
        assert_eq!(metrics.severity_chart_data[0].name, "Undefined");
        assert_eq!(metrics.status_chart_data.values[0].local_name, "undefined");
        assert_eq!(metrics.status_chart_data.values.len(), 10);
    }
}
