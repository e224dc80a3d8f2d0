//! A new audit that starts from an earlier one: of the same framework, or of one that mappings lead from.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_model::Ref;
use cairn_resources::compliance::{Answer, ComplianceAssessment, RequirementAssessment};
use uuid::Uuid;

use super::map_from;
use crate::compliance::visibility::withholds;

/// Whoever copies an audit must see it.
pub async fn check(cx: &mut Cx, baseline: Uuid) -> Result<()> {
    cx.get::<ComplianceAssessment>(baseline).await.map(drop)
}

/// Copies what was said about each requirement: results, scores, controls, evidence and answers. From another framework it takes
/// over what follows.
pub async fn answers(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<()> {
    let Some(baseline) = audit.baseline else { return Ok(()) };
    let source: ComplianceAssessment = cx.get(baseline.uuid()).await?;
    if source.framework != audit.framework {
        return map_from::fill(cx, audit, baseline.uuid()).await;
    }
    let said = map_from::said(cx, &source).await?;
    let before: HashMap<Uuid, RequirementAssessment> =
        said.into_values().map(|row| (row.requirement.uuid(), row)).collect();
    let now = rows(cx, audit.id.uuid()).await?;
    let ids: Vec<Uuid> = now.iter().map(|row| row.id.uuid()).collect();
    cx.modify_many::<RequirementAssessment>(&ids, |row| {
        if let Some(old) = before.get(&row.requirement.uuid()).cloned() {
            row.status = old.status;
            row.result = old.result;
            row.extended_result = old.extended_result;
            row.is_scored = old.is_scored;
            row.score = old.score;
            row.documentation_score = old.documentation_score;
            row.target_score = old.target_score;
            row.observation = old.observation;
            row.applied_controls = old.applied_controls;
            row.evidences = old.evidences;
            row.security_exceptions = old.security_exceptions;
        }
        Ok(())
    })
    .await?;
    if withholds(cx, &source, "answers") {
        return Ok(());
    }
    let place: HashMap<Uuid, Uuid> =
        now.iter().filter_map(|row| Some((before.get(&row.requirement.uuid())?.id.uuid(), row.id.uuid()))).collect();
    let sources: Vec<Uuid> = place.keys().copied().collect();
    let given: Vec<Answer> = cx
        .list(|select| {
            select.any_of("requirement_assessment", cairn_model::Value::Uuids(sources));
        })
        .await?;
    let copies = given
        .into_iter()
        .filter_map(|answer| {
            let row = *place.get(&answer.requirement_assessment.uuid())?;
            Some(Answer { id: cx.new_id(), folder: audit.folder, requirement_assessment: Ref::new(row), ..answer })
        })
        .collect();
    cx.create_many(copies).await
}

/// The rows that the caller sees.
async fn rows(cx: &mut Cx, audit: Uuid) -> Result<Vec<RequirementAssessment>> {
    cx.list(|select| {
        select.equals("compliance_assessment", audit);
    })
    .await
}
