//! Whether what an audit claims is still supported: evidence that expired, controls that are no longer active.

use std::collections::{HashMap, HashSet};

use cairn_assess::freshness::{self, Control, Evidence as Proof, Stale};
use cairn_assess::{ControlStatus, EvidenceStatus};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Record, Type, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::work::{AppliedControl, Evidence};
use cairn_store::Sql;
use chrono::NaiveDate;
use serde::Serialize;
use uuid::Uuid;

use super::rows::AuditRows;
use crate::compliance::visibility::sees;

/// The requirements of an audit whose judgement is no longer supported.
#[derive(Debug, Serialize, Describe)]
pub struct StaleRequirements {
    pub count: usize,
    pub results: Vec<StaleRequirement>,
}

#[derive(Debug, Serialize, Describe)]
pub struct StaleRequirement {
    /// The id of the row in the audit.
    pub id: Uuid,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub result: &'static str,
    pub reasons: Vec<Cause>,
}

/// Why it is stale.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Cause {
    /// `control_inactive`, `evidence_expired` or `evidence_withdrawn`.
    pub reason: &'static str,
    /// The resource of the cause: `applied-controls` or `evidences`.
    pub resource: &'static str,
    pub id: Uuid,
    pub name: String,
    /// The state it has now.
    pub status: Option<&'static str>,
    /// The last day on which the evidence was valid.
    pub expired_on: Option<NaiveDate>,
}

pub async fn stale(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<StaleRequirements> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let rows = AuditRows::load(cx, &audit).await?;
    let mut causes = causes(cx, &audit, &rows).await?;
    let results: Vec<StaleRequirement> = (0..rows.ids.len())
        .filter_map(|at| {
            Some(StaleRequirement {
                id: rows.ids[at],
                ref_id: rows.nodes[at].ref_id.clone(),
                name: rows.nodes[at].name.clone(),
                result: rows.rows[at].result.as_str(),
                reasons: causes.remove(&rows.ids[at])?,
            })
        })
        .collect();
    Ok(StaleRequirements { count: results.len(), results })
}

struct Supporting<T> {
    name: String,
    state: T,
}

/// Why rows are stale, by row; fresh ones are left out. Only what the caller may see counts.
pub async fn causes(cx: &mut Cx, audit: &ComplianceAssessment, rows: &AuditRows) -> Result<HashMap<Uuid, Vec<Cause>>> {
    let of_audit = |column: &str| {
        let mut sql = Sql::raw(format!(
            "{column} in (select r.id from requirement_assessments r where r.compliance_assessment = "
        ));
        sql.bind(audit.id.uuid()).push(")");
        sql
    };
    let rows_table = RequirementAssessment::def().table;
    let mut controls_of = links(cx, &format!("{rows_table}_applied_controls"), of_audit("l.source")).await?;
    let mut evidence_of = links(cx, &format!("{rows_table}_evidences"), of_audit("l.source")).await?;
    if !sees(cx, audit, "applied_controls") {
        controls_of.clear();
    }
    if !sees(cx, audit, "evidences") {
        evidence_of.clear();
    }
    if controls_of.is_empty() && evidence_of.is_empty() {
        return Ok(HashMap::new());
    }
    let mut through = Sql::raw(format!("l.source in (select c.target from {rows_table}_applied_controls c where "));
    through.append(of_audit("c.source")).push(")");
    let evidence_of_control = links(cx, "applied_controls_evidences", through).await?;
    for (row, controls) in &controls_of {
        let more = controls.iter().filter_map(|control| evidence_of_control.get(control)).flatten();
        let known = evidence_of.entry(*row).or_default();
        for evidence in more {
            if !known.contains(evidence) {
                known.push(*evidence);
            }
        }
    }
    let controls = controls(cx, distinct(&controls_of)).await?;
    let evidence = evidence(cx, distinct(&evidence_of)).await?;
    let today = cx.today();
    let mut all = HashMap::new();
    for (id, row) in rows.ids.iter().zip(&rows.rows).filter(|(_, row)| row.counts()) {
        let own = |known: &HashMap<Uuid, Vec<Uuid>>| known.get(id).cloned().unwrap_or_default();
        let linked: Vec<(Uuid, &Supporting<Control>)> =
            own(&controls_of).into_iter().filter_map(|one| Some((one, controls.get(&one)?))).collect();
        let proofs: Vec<(Uuid, &Supporting<Proof>)> =
            own(&evidence_of).into_iter().filter_map(|one| Some((one, evidence.get(&one)?))).collect();
        let states: Vec<Control> = linked.iter().map(|(_, control)| control.state).collect();
        let given: Vec<Proof> = proofs.iter().map(|(_, proof)| proof.state).collect();
        let found = freshness::stale(row.result, &states, &given, today);
        let causes: Vec<Cause> = found
            .into_iter()
            .map(|stale| match stale {
                Stale::ControlInactive { control, status } => {
                    let (id, one) = linked[control];
                    let name = one.name.clone();
                    let status = Some(status.as_str());
                    Cause {
                        reason: "control_inactive",
                        resource: AppliedControl::PATH,
                        id,
                        name,
                        status,
                        expired_on: None,
                    }
                }
                Stale::EvidenceExpired { evidence, on } => {
                    let (id, one) = proofs[evidence];
                    let status = Some(one.state.status.as_str());
                    let name = one.name.clone();
                    Cause { reason: "evidence_expired", resource: Evidence::PATH, id, name, status, expired_on: on }
                }
                Stale::EvidenceWithdrawn { evidence, status } => {
                    let (id, one) = proofs[evidence];
                    let name = one.name.clone();
                    let status = Some(status.as_str());
                    Cause { reason: "evidence_withdrawn", resource: Evidence::PATH, id, name, status, expired_on: None }
                }
            })
            .collect();
        if !causes.is_empty() {
            all.insert(*id, causes);
        }
    }
    Ok(all)
}

fn distinct(links: &HashMap<Uuid, Vec<Uuid>>) -> Vec<Uuid> {
    links.values().flatten().copied().collect::<HashSet<_>>().into_iter().collect()
}

/// The links of a table that a condition chooses, by source, in a stable order.
async fn links(cx: &mut Cx, table: &str, condition: Sql) -> Result<HashMap<Uuid, Vec<Uuid>>> {
    let mut sql = Sql::raw(format!("select l.source, l.target from {table} l where "));
    sql.append(condition).push(" order by l.source, l.target");
    let mut all: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await? {
        if let (Some(source), Some(target)) = (row[0].as_uuid(), row[1].as_uuid()) {
            all.entry(source).or_default().push(target);
        }
    }
    Ok(all)
}

async fn controls(cx: &mut Cx, ids: Vec<Uuid>) -> Result<HashMap<Uuid, Supporting<Control>>> {
    let once = once(cx, AppliedControl::PATH, &ids, "active").await?;
    let found = named::<AppliedControl>(cx, ids, "t.status").await?;
    let all = found.into_iter().filter_map(|(id, name, rest)| {
        let status = ControlStatus::parse(rest.first()?.as_str()?)?;
        Some((id, Supporting { name, state: Control { status, was_active: once.contains(&id) } }))
    });
    Ok(all.collect())
}

async fn evidence(cx: &mut Cx, ids: Vec<Uuid>) -> Result<HashMap<Uuid, Supporting<Proof>>> {
    let once = once(cx, Evidence::PATH, &ids, "approved").await?;
    let found = named::<Evidence>(cx, ids, "t.status, t.expiry_date").await?;
    let all = found.into_iter().filter_map(|(id, name, rest)| {
        let status = EvidenceStatus::parse(rest.first()?.as_str()?)?;
        let expiry_date = match rest.get(1) {
            Some(Value::Date(date)) => Some(*date),
            _ => None,
        };
        Some((id, Supporting { name, state: Proof { status, expiry_date, was_approved: once.contains(&id) } }))
    });
    Ok(all.collect())
}

/// Name and further columns of the objects that the caller may see.
async fn named<T: Record>(cx: &mut Cx, ids: Vec<Uuid>, columns: &str) -> Result<Vec<(Uuid, String, Vec<Value>)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let resource = cx.resource::<T>();
    let scope = cx.scope(resource);
    let mut select = Select::new(cx, resource, &scope);
    select.any_of("id", Value::Uuids(ids));
    let mut types = vec![Type::Uuid, Type::Text, Type::Text];
    if columns.contains(',') {
        types.push(Type::Date);
    }
    let rows = cx.conn.query(&select.project(&format!("t.id, t.name, {columns}")), &types).await?;
    let all = rows.into_iter().filter_map(|mut row| {
        let rest = row.split_off(2);
        Some((row[0].as_uuid()?, row[1].as_str()?.to_owned(), rest))
    });
    Ok(all.collect())
}

/// Which objects had a status at some time up to now, as the journal knows.
async fn once(cx: &mut Cx, resource: &str, ids: &[Uuid], status: &str) -> Result<HashSet<Uuid>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    // A rebuilt past is made from the journal and does not contain it.
    let mut live = if cx.recalls() { None } else { Some(cx.engine.db.read().await?) };
    let now = cx.now;
    let conn = live.as_mut().unwrap_or(&mut cx.conn);
    let mut sql = Sql::raw("select object_id, cast(changes as text) from journal where object_id");
    sql.any(conn.dialect(), Value::Uuids(ids.to_vec())).push(" and resource = ").bind(resource.to_owned());
    sql.push(" and cast(changes as text) like ").bind(format!("%\"{status}\"%"));
    sql.push(" and at <= ").bind(now);
    let mut found = HashSet::new();
    for row in conn.query(&sql, &[Type::Uuid, Type::Text]).await? {
        let changes: serde_json::Value =
            row[1].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let had = changes["status"].as_array().is_some_and(|both| both.iter().any(|value| value == status));
        if let (true, Some(id)) = (had, row[0].as_uuid()) {
            found.insert(id);
        }
    }
    Ok(found)
}
