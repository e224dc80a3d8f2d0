//! What updates have changed in the framework of an audit since it was created.

use std::collections::{HashMap, HashSet};

use cairn_assess::{ComplianceResult, RowStatus};
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Record, Type};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::rows::AuditRows;
use crate::compliance::visibility::sees;
use crate::library::update::since::{Changed, since};

/// What has changed since an audit was created. Only requirements that the reader sees in the audit are listed.
#[derive(Debug, Serialize, Describe)]
pub struct ChangesSince {
    /// The version of the library when the audit was created.
    pub old_version: i64,
    /// The version in use.
    pub new_version: i64,
    pub score_change: Option<NewScale>,
    pub added: Vec<ChangedRequirement>,
    /// Requirements whose texts, questions or settings changed.
    pub changed: Vec<ChangedRequirement>,
    /// Requirements that are no longer in the framework. They keep their answers.
    pub retired: Vec<ChangedRequirement>,
    /// Requirements in another place.
    pub moved: Vec<ChangedRequirement>,
    /// How many assessed requirements were changed, retired or moved.
    pub answers_affected: usize,
}

/// Another scale of the framework.
#[derive(Debug, Serialize, Describe)]
pub struct NewScale {
    pub old_min: i64,
    pub old_max: i64,
    pub new_min: i64,
    pub new_max: i64,
}

#[derive(Debug, Clone, Serialize, Describe)]
pub struct ChangedRequirement {
    pub id: Uuid,
    /// Its row in the audit.
    pub requirement_assessment: Uuid,
    pub urn: String,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    /// Whether it has been assessed in this audit.
    pub is_assessed: bool,
    /// The fields that changed.
    pub fields: Vec<String>,
}

pub async fn framework_changes(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<ChangesSince> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let since = since(cx, &audit).await?;
    let rows = visible(cx, &audit).await?;
    // What is not in a row that the reader sees does not exist for them.
    let shown = |list: Vec<Changed>| -> Vec<ChangedRequirement> {
        let entries = list.into_iter().filter_map(|one| {
            let row = rows.get(&one.entry.urn)?;
            Some(ChangedRequirement { fields: one.fields, ..row.clone() })
        });
        entries.collect()
    };
    let [added, changed, retired, moved] =
        [since.lists.added, since.lists.changed, since.lists.removed, since.lists.moved].map(shown);
    let affected: HashSet<Uuid> =
        changed.iter().chain(&retired).chain(&moved).filter(|one| one.is_assessed).map(|one| one.id).collect();
    Ok(ChangesSince {
        old_version: since.old_version,
        new_version: since.new_version,
        score_change: since.scale.map(|(old, new)| NewScale {
            old_min: old.min.unwrap_or(0),
            old_max: old.max.unwrap_or(100),
            new_min: new.min.unwrap_or(0),
            new_max: new.max.unwrap_or(100),
        }),
        answers_affected: affected.len(),
        added,
        changed,
        retired,
        moved,
    })
}

/// The rows of an audit that the caller sees, by the URN of their requirement. What the audit hides from respondents
/// does not tell them that a requirement was assessed.
async fn visible(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<HashMap<String, ChangedRequirement>> {
    let all = AuditRows::load(cx, audit).await?;
    let spoken = spoken(cx, audit).await?;
    let rows = all.ids.iter().zip(all.nodes).zip(&all.rows).map(|((id, node), row)| {
        let is_judged =
            row.result != ComplianceResult::NotAssessed || row.status != RowStatus::ToDo || row.score.is_some();
        let requirement = ChangedRequirement {
            id: node.id,
            requirement_assessment: *id,
            urn: node.urn.clone(),
            ref_id: node.ref_id,
            name: node.name,
            is_assessed: is_judged || spoken.contains(id),
            fields: Vec::new(),
        };
        (node.urn, requirement)
    });
    Ok(rows.collect())
}

/// The rows with an answer or an observation, as far as the caller sees these.
async fn spoken(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<HashSet<Uuid>> {
    let said = [
        ("observation", "r.observation is not null"),
        ("answers", "exists (select 1 from answers a where a.requirement_assessment = r.id)"),
    ];
    let said: Vec<&str> =
        said.iter().filter(|(field, _)| sees(cx, audit, field)).map(|(_, condition)| *condition).collect();
    if said.is_empty() {
        return Ok(HashSet::new());
    }
    let table = RequirementAssessment::def().table;
    let mut sql =
        Sql::raw(format!("select r.id from {table} r where ({}) and r.compliance_assessment = ", said.join(" or ")));
    sql.bind(audit.id.uuid());
    let found = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(found.iter().filter_map(|row| row[0].as_uuid()).collect())
}
