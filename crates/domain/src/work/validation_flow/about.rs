//! The validations of an object, as its own page shows them.

use std::collections::HashMap;

use cairn_engine::query::Label;
use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Record, Ref, Value};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::risk::RiskAssessment;
use cairn_resources::work::{AppliedControl, Evidence, FindingsAssessment, SecurityException, ValidationFlow};
use serde::Serialize;
use uuid::Uuid;

use crate::work::approval::names;

/// A validation that is about an object.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Validation {
    pub id: Uuid,
    pub str: String,
    pub ref_id: Option<String>,
    pub status: &'static str,
    pub request_notes: Option<String>,
    pub last_event_notes: Option<String>,
    /// Null if there is none or you do not have access to it.
    pub approver: Option<Label>,
}

pub async fn of_audits(cx: &mut Cx, rows: &[ComplianceAssessment]) -> Result<Vec<Vec<Validation>>> {
    about(cx, "compliance_assessments", rows.iter().map(|row| row.id.uuid()).collect()).await
}

pub async fn of_risk_assessments(cx: &mut Cx, rows: &[RiskAssessment]) -> Result<Vec<Vec<Validation>>> {
    about(cx, "risk_assessments", rows.iter().map(|row| row.id.uuid()).collect()).await
}

pub async fn of_findings_assessments(cx: &mut Cx, rows: &[FindingsAssessment]) -> Result<Vec<Vec<Validation>>> {
    about(cx, "findings_assessments", rows.iter().map(|row| row.id.uuid()).collect()).await
}

pub async fn of_evidence(cx: &mut Cx, rows: &[Evidence]) -> Result<Vec<Vec<Validation>>> {
    about(cx, "evidences", rows.iter().map(|row| row.id.uuid()).collect()).await
}

pub async fn of_exceptions(cx: &mut Cx, rows: &[SecurityException]) -> Result<Vec<Vec<Validation>>> {
    about(cx, "security_exceptions", rows.iter().map(|row| row.id.uuid()).collect()).await
}

pub async fn of_controls(cx: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<Vec<Validation>>> {
    about(cx, "policies", rows.iter().map(|row| row.id.uuid()).collect()).await
}

/// The validations that the caller may see of each object that one of their fields has.
async fn about(cx: &mut Cx, field: &'static str, ids: Vec<Uuid>) -> Result<Vec<Vec<Validation>>> {
    let wanted = ids.clone();
    let flows: Vec<ValidationFlow> = cx
        .list(|select| {
            select.linked(field, wanted).order_by("t.created_at desc").order_by("t.id desc");
        })
        .await?;
    let approvers = flows.iter().filter_map(|flow| flow.approver).map(Ref::uuid).collect();
    let names = names(cx, approvers).await?;
    let position = ValidationFlow::def().position(field).expect("flows have the field");
    let mut all: HashMap<Uuid, Vec<Validation>> = HashMap::new();
    for flow in flows {
        let one = Validation {
            id: flow.id.uuid(),
            str: flow.ref_id.clone().unwrap_or_default(),
            ref_id: flow.ref_id.clone(),
            status: flow.status.key(),
            request_notes: flow.request_notes.clone().map(|notes| notes.0),
            last_event_notes: flow.events.0.last().and_then(|event| event.event_notes.clone()),
            approver: flow.approver.and_then(|user| names.get(&user.uuid()).cloned()),
        };
        let Value::Uuids(about) = &flow.encode()[position] else { continue };
        for id in about {
            all.entry(*id).or_default().push(one.clone());
        }
    }
    Ok(ids.iter().map(|id| all.remove(id).unwrap_or_default()).collect())
}
