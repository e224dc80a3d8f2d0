//! Findings: what someone found, to be followed up.

use std::collections::HashMap;

use cairn_engine::query::Label;
use cairn_engine::watch::{Check, Concern, Due, Fix, Measure, TODAY};
use cairn_engine::{Cx, Entry, Module, Nothing, Result, action, computed};
use cairn_model::{Describe, Type, Value};
use cairn_resources::iam::Perimeter;
use cairn_resources::work::{Finding, FindingStatus, FindingsAssessment};
use cairn_store::{Row, Sql};
use serde::Serialize;
use uuid::Uuid;

use super::sankey::{Sankey, sankey};
use super::sight::{is_visible, owners, visible};
use crate::list_query::ListQuery;

pub const ENTRY: Entry = Entry::of::<Finding>()
    .flag("follow_up")
    .module(Module::Compliance, "triangle-alert")
    .rank(40)
    .roles("vacd vacd vacd v v - - vacd")
    .computed(&[computed!(perimeter: Option<InPerimeter>, "The perimeter of its findings assessment.", perimeter)])
    .actions(&[
        action!(GET "owner", collection, View, owner: Nothing => Vec<Label>, "Everyone who owns at least one."),
        action!(
            GET "sankey_data", collection, View, sankey_data: ListQuery => Sankey,
            "The number of findings by severity and status. Takes the filters of the list."
        ),
    ])
    .due(&[
        Due { field: "eta", doc: "Planned remediation.", query: &[("status__in", OPEN)] },
        Due { field: "due_date", doc: "Remediation due.", query: &[("status__in", OPEN)] },
    ])
    .checks(&[
        Check {
            name: "nobody_answers",
            doc: "Open without an owner.",
            severity: Concern::Warning,
            query: &[("status__in", OPEN), ("owner__isnull", "true")],
            fix: Fix::Edit { label: "Assign an owner", field: "owner" },
        },
        Check {
            name: "severe_without_date",
            doc: "Open and high or critical, but it has no due date.",
            severity: Concern::Error,
            query: &[("status__in", OPEN), ("severity__in", "3,4"), ("due_date__isnull", "true")],
            fix: Fix::Edit { label: "Set a due date", field: "due_date" },
        },
        Check {
            name: "settled_without_control",
            doc: "Mitigated or resolved without a control.",
            severity: Concern::Warning,
            query: &[("status__in", "mitigated,resolved"), ("applied_controls__isnull", "true")],
            fix: Fix::Edit { label: "Add a control", field: "applied_controls" },
        },
    ])
    .measures(&[
        Measure { name: "findings_open", query: &[("status", OPEN)] },
        Measure { name: "findings_critical", query: &[("status", OPEN), ("severity", "4")] },
        Measure { name: "findings_high", query: &[("status", OPEN), ("severity", "3")] },
        Measure { name: "findings_overdue", query: &[("status", OPEN), ("due_date__lt", TODAY)] },
    ]);

/// The statuses of an open finding.
const OPEN: &str = "--,identified,confirmed,assigned,in_progress";

/// The perimeter of a finding, with its domain as far as the caller may see it.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct InPerimeter {
    pub id: Uuid,
    pub str: String,
    pub name: String,
    pub folder: Option<Label>,
}

async fn perimeter(cx: &mut Cx, rows: &[Finding]) -> Result<Vec<Option<InPerimeter>>> {
    let ids: Vec<Uuid> = rows.iter().map(|finding| finding.findings_assessment.uuid()).collect();
    let display = cx.resource::<Perimeter>().display("p");
    let mut sql = Sql::raw(format!(
        "select a.id, p.id, {display}, p.name, p.folder from findings_assessments a join perimeters p on p.id = a.perimeter where a.id"
    ));
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    sql.push(" and ").append(is_visible::<FindingsAssessment>(cx, "a"));
    sql.push(" and ").append(is_visible::<Perimeter>(cx, "p"));
    let found = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Text, Type::Text, Type::Uuid]).await?;
    let read = |row: &Row| {
        let text = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
        let folder = row[4].as_uuid().filter(|id| cx.sees_folder(*id)).and_then(|id| cx.tree().get(id));
        let folder = folder.map(|node| Label { id: node.id, text: node.name.clone() });
        Some((row[0].as_uuid()?, InPerimeter { id: row[1].as_uuid()?, str: text(2), name: text(3), folder }))
    };
    let perimeters: HashMap<Uuid, InPerimeter> = found.iter().filter_map(read).collect();
    Ok(rows.iter().map(|finding| perimeters.get(&finding.findings_assessment.uuid()).cloned()).collect())
}

async fn owner(cx: &mut Cx, _: Nothing) -> Result<Vec<Label>> {
    owners(cx, cx.resource::<Finding>()).await
}

async fn sankey_data(cx: &mut Cx, query: ListQuery) -> Result<Sankey> {
    let mut select = visible(cx, cx.resource::<Finding>());
    query.params().apply(cx, &mut select)?;
    sankey(cx, &select, FindingStatus::DEF).await
}
