//! What auditors and respondents see of the requirements of an audit, field by field.

use cairn_access::Verb;
use cairn_engine::redaction::{Hidden, Redaction};
use cairn_engine::{Cx, Result};
use cairn_model::{Many, Type, Value};
use cairn_resources::compliance::{ComplianceAssessment, ComplianceResult, RequirementAssessment, RequirementStatus};
use cairn_resources::library::{AccessByRole, FieldAccess, FieldVisibility};
use cairn_store::Sql;
use futures_util::future::BoxFuture;
use uuid::Uuid;

/// The fields of a row that an audit can hide.
pub const FIELDS: &[&str] = &[
    "status",
    "result",
    "extended_result",
    "is_scored",
    "score",
    "documentation_score",
    "target_score",
    "observation",
    "applied_controls",
    "evidences",
    "security_exceptions",
    "respondent_alignment",
    PROVENANCE,
];

/// Where an answer came from. It names requirements of other audits, which are never a respondent's.
const PROVENANCE: &str = "mapping_inference";

pub const REDACTION: Redaction = Redaction { fields: FIELDS, hidden };

/// What an answer says. Audits hide it as `answers` of their rows.
const ANSWER: &[&str] = &["value", "selected_choices"];

pub const ANSWERS: Redaction = Redaction { fields: ANSWER, hidden: hidden_answers };

/// What auditors may do with a field. Scores are for audits that ask for them.
pub fn auditor(visibility: &FieldVisibility, field: &str) -> FieldAccess {
    let is_hidden_at_first = ["score", "is_scored", "documentation_score"].contains(&field);
    let default = if is_hidden_at_first { FieldAccess::Hidden } else { FieldAccess::Edit };
    of(visibility, field).and_then(|access| access.auditor).unwrap_or(default)
}

/// What respondents may do with a field. What is hidden from auditors is not for them either, unless the audit says so.
pub fn respondent(visibility: &FieldVisibility, field: &str) -> FieldAccess {
    let own = of(visibility, field).and_then(|access| access.respondent);
    own.unwrap_or(match auditor(visibility, field) {
        FieldAccess::Hidden => FieldAccess::Hidden,
        FieldAccess::Edit | FieldAccess::Read => FieldAccess::Edit,
    })
}

fn of<'a>(visibility: &'a FieldVisibility, field: &str) -> Option<&'a AccessByRole> {
    visibility.get(field)
}

/// Whether the caller sees the rows of an audit only where they are assigned.
pub fn is_respondent(cx: &Cx, folder: Uuid) -> bool {
    let rows = cx.resource::<RequirementAssessment>();
    !cx.authority.allows(rows.permission(Verb::View), folder)
}

/// Whether the caller sees a field of the rows of an audit.
pub fn sees(cx: &Cx, audit: &ComplianceAssessment, field: &str) -> bool {
    let visibility = &audit.field_visibility.0;
    let access = if is_respondent(cx, audit.folder.uuid()) { respondent } else { auditor };
    access(visibility, field) != FieldAccess::Hidden
}

/// Whether an audit keeps a field from the caller. Scores that an auditor gave are not kept from auditors, though the audit
/// never asked for them: a copy must not lose them.
pub fn withholds(cx: &Cx, audit: &ComplianceAssessment, field: &str) -> bool {
    let visibility = &audit.field_visibility.0;
    let auditors = of(visibility, field).and_then(|access| access.auditor);
    let is_respondent = is_respondent(cx, audit.folder.uuid());
    let access = if is_respondent { Some(respondent(visibility, field)) } else { auditors };
    access == Some(FieldAccess::Hidden)
}

/// Empties what the caller does not see of rows that were read as records. Rows that are shown as objects are emptied by
/// the engine.
pub fn redact(cx: &Cx, audit: &ComplianceAssessment, rows: &mut [RequirementAssessment]) {
    for field in FIELDS.iter().filter(|field| withholds(cx, audit, field)) {
        for row in rows.iter_mut() {
            empty(row, field);
        }
    }
}

fn empty(row: &mut RequirementAssessment, field: &str) {
    match field {
        "status" => row.status = RequirementStatus::ToDo,
        "result" => row.result = ComplianceResult::NotAssessed,
        "extended_result" => row.extended_result = None,
        "is_scored" => row.is_scored = false,
        "score" => row.score = None,
        "documentation_score" => row.documentation_score = None,
        "target_score" => row.target_score = None,
        "observation" => row.observation = None,
        "applied_controls" => row.applied_controls = Many::default(),
        "evidences" => row.evidences = Many::default(),
        "security_exceptions" => row.security_exceptions = Many::default(),
        "respondent_alignment" => row.respondent_alignment = None,
        _ => {}
    }
}

fn hidden(cx: &mut Cx, ids: Vec<Uuid>) -> BoxFuture<'_, Result<Hidden>> {
    Box::pin(async move {
        let rows = "select r.id, r.folder, cast(c.field_visibility as text) from requirement_assessments r \
                    join compliance_assessments c on c.id = r.compliance_assessment where r.id";
        let found = as_respondent(cx, rows, ids).await?;
        let of_row = |(id, visibility): (Uuid, FieldVisibility)| {
            let is_hidden =
                |field: &&&str| **field == PROVENANCE || respondent(&visibility, field) == FieldAccess::Hidden;
            (id, FIELDS.iter().filter(is_hidden).copied().collect())
        };
        Ok(found.into_iter().map(of_row).collect())
    })
}

fn hidden_answers(cx: &mut Cx, ids: Vec<Uuid>) -> BoxFuture<'_, Result<Hidden>> {
    Box::pin(async move {
        let answers = "select a.id, a.folder, cast(c.field_visibility as text) from answers a \
                       join requirement_assessments r on r.id = a.requirement_assessment \
                       join compliance_assessments c on c.id = r.compliance_assessment where a.id";
        let found = as_respondent(cx, answers, ids).await?.into_iter();
        let hidden = found.filter(|(_, visibility)| respondent(visibility, "answers") == FieldAccess::Hidden);
        Ok(hidden.map(|(id, _)| (id, ANSWER.iter().copied().collect())).collect())
    })
}

/// What audits say about some of their parts, where the caller is a respondent. The query finds the id, the domain and
/// the visibility, and ends before the ids.
async fn as_respondent(cx: &mut Cx, query: &str, ids: Vec<Uuid>) -> Result<Vec<(Uuid, FieldVisibility)>> {
    let mut sql = Sql::raw(query);
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Text]).await?;
    let found = rows.iter().filter_map(|row| {
        let (id, folder) = (row[0].as_uuid()?, row[1].as_uuid()?);
        let visibility = row[2].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        is_respondent(cx, folder).then_some((id, visibility))
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn respondents_never_see_more_than_auditors_by_default() {
        let visibility: FieldVisibility = serde_json::from_value(serde_json::json!({
            "result": { "auditor": "hidden" },
            "observation": { "respondent": "hidden" },
            "score": { "auditor": "edit", "respondent": "read" },
        }))
        .expect("a visibility");
        assert_eq!(respondent(&visibility, "result"), FieldAccess::Hidden);
        assert_eq!(
            (auditor(&visibility, "observation"), respondent(&visibility, "observation")),
            (FieldAccess::Edit, FieldAccess::Hidden)
        );
        assert_eq!(
            (auditor(&visibility, "score"), respondent(&visibility, "score")),
            (FieldAccess::Edit, FieldAccess::Read)
        );
        assert_eq!(respondent(&visibility, "documentation_score"), FieldAccess::Hidden);
        assert_eq!(respondent(&visibility, "status"), FieldAccess::Edit);
    }
}
