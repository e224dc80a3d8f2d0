//! Numbers over everything that the caller may see, by status and domain: what the first pages of interfaces show.
//! Each answer takes a fixed number of queries, and the database counts.

use std::collections::{BTreeMap, BTreeSet};

use cairn_engine::query::within::within_condition;
use cairn_engine::query::{Select, column};
use cairn_engine::redaction::hideable;
use cairn_engine::{Cx, Resource, Result};
use cairn_model::choice::ChoiceOption;
use cairn_model::{Describe, Record, Type};
use cairn_resources::compliance::{ComplianceAssessment, ComplianceResult, RequirementAssessment};
use cairn_resources::iam::FolderKind;
use cairn_resources::library::Framework;
use cairn_resources::risk::{RiskAcceptance, RiskAssessment, RiskScenario};
use cairn_resources::work::{
    AppliedControl, AssessmentStatus, CsfFunction, Evidence, FindingsAssessment, SecurityException, Status,
};
use cairn_store::{Row, Sql};
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::compliance::audit::progress;
use crate::work::sight::visible;

/// What stands under `results`, as existing clients expect it.
#[derive(Debug, Serialize)]
pub struct Results<T> {
    pub results: T,
}

impl<T: Describe> Describe for Results<T> {
    fn schema() -> Json {
        json!({ "type": "object", "properties": { "results": T::schema() }, "required": ["results"] })
    }
}

/// The rows of a resource that the caller may see, in a domain and its subdomains if one is given.
fn rows_of(cx: &Cx, path: &str, folder: Option<Uuid>) -> (Select, &'static Resource) {
    let resource = cx.registry().get(path);
    let mut select = visible(cx, resource);
    if let Some(folder) = folder {
        select.condition(within_condition(cx, &column("t", resource.scope_column()), folder));
    }
    (select, resource)
}

fn int(row: &Row, at: usize) -> i64 {
    row[at].as_int().unwrap_or_default()
}

/// SQL for the number of rows for which a condition holds.
fn how_many(condition: &str) -> String {
    format!("cast(coalesce(sum(case when {condition} then 1 else 0 end), 0) as bigint)")
}

/// Rows counted by domain and, if a field is given, by its value.
async fn counted(
    cx: &mut Cx,
    path: &str,
    folder: Option<Uuid>,
    field: Option<&str>,
) -> Result<Vec<(Uuid, Option<String>, i64)>> {
    let (select, resource) = rows_of(cx, path, folder);
    let place = column("t", resource.scope_column());
    let value = field.map_or_else(|| "cast(null as text)".to_owned(), |field| column("t", field));
    let mut sql = select.project(&format!("{place}, {value}, count(*)"));
    sql.push(&format!(" group by {place}{}", field.map(|_| format!(", {value}")).unwrap_or_default()));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Int]).await?;
    Ok(rows
        .iter()
        .filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str().map(str::to_owned), int(row, 2))))
        .collect())
}

fn total(counts: &[(Uuid, Option<String>, i64)]) -> i64 {
    counts.iter().map(|(_, _, count)| count).sum()
}

fn in_domain(counts: &[(Uuid, Option<String>, i64)], domain: Uuid) -> i64 {
    counts.iter().filter(|(place, ..)| *place == domain).map(|(_, _, count)| count).sum()
}

fn with_value(counts: &[(Uuid, Option<String>, i64)], value: &str) -> i64 {
    counts.iter().filter(|(_, own, _)| own.as_deref() == Some(value)).map(|(_, _, count)| count).sum()
}

/// The domains that the caller sees and that have any of the counts, by name.
fn domains(cx: &Cx, counts: &[&[(Uuid, Option<String>, i64)]]) -> Vec<(Uuid, String)> {
    let places: BTreeSet<Uuid> = counts.iter().flat_map(|one| one.iter().map(|(place, ..)| *place)).collect();
    let seen = places.into_iter().filter(|place| cx.sees_folder(*place));
    let mut all: Vec<(Uuid, String)> =
        seen.filter_map(|place| cx.tree().get(place).map(|node| (place, node.name.clone()))).collect();
    all.sort_by_key(|(_, name)| name.to_lowercase());
    all
}

/// How much there is.
#[derive(Debug, Serialize, Describe)]
pub struct Counters {
    pub results: CounterTotals,
    /// The same for each domain, without its subdomains. Domains that have none of it are left out.
    pub domains: Vec<DomainCounters>,
}

#[derive(Debug, Serialize, Describe)]
pub struct CounterTotals {
    pub domains: i64,
    pub frameworks: i64,
    /// Those that are not policies.
    pub applied_controls: i64,
    pub policies: i64,
    pub exceptions: i64,
    pub risk_acceptances: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct DomainCounters {
    pub id: Uuid,
    pub str: String,
    pub applied_controls: i64,
    pub policies: i64,
    pub exceptions: i64,
    pub risk_acceptances: i64,
}

const POLICY: &str = "policy";

pub async fn counters(cx: &mut Cx, folder: Option<Uuid>) -> Result<Counters> {
    let controls = counted(cx, AppliedControl::PATH, folder, Some("category")).await?;
    let (policies, controls): (Vec<_>, Vec<_>) =
        controls.into_iter().partition(|(_, category, _)| category.as_deref() == Some(POLICY));
    let exceptions = counted(cx, SecurityException::PATH, folder, None).await?;
    let acceptances = counted(cx, RiskAcceptance::PATH, folder, None).await?;
    // Frameworks belong to nobody in particular, so a domain does not narrow them.
    let frameworks = total(&counted(cx, Framework::PATH, None, None).await?);
    let below = match folder {
        Some(folder) if cx.sees_folder(folder) => cx.tree().subtree(folder),
        Some(_) => Vec::new(),
        None => cx.tree().iter().map(|node| node.id).collect(),
    };
    let is_domain = |id: &&Uuid| {
        cx.tree().get(**id).is_some_and(|node| node.kind == FolderKind::Domain.key()) && cx.sees_folder(**id)
    };
    let results = CounterTotals {
        domains: below.iter().filter(is_domain).count() as i64,
        frameworks,
        applied_controls: total(&controls),
        policies: total(&policies),
        exceptions: total(&exceptions),
        risk_acceptances: total(&acceptances),
    };
    let domains = domains(cx, &[&controls, &policies, &exceptions, &acceptances]);
    let line = |(id, str): (Uuid, String)| DomainCounters {
        id,
        str,
        applied_controls: in_domain(&controls, id),
        policies: in_domain(&policies, id),
        exceptions: in_domain(&exceptions, id),
        risk_acceptances: in_domain(&acceptances, id),
    };
    Ok(Counters { results, domains: domains.into_iter().map(line).collect() })
}

/// How controls, risks and audits stand.
#[derive(Debug, Serialize, Describe)]
pub struct Metrics {
    pub results: MetricTotals,
    /// The same for each domain, without its subdomains.
    pub domains: Vec<DomainMetrics>,
}

#[derive(Debug, Serialize, Describe)]
pub struct MetricTotals {
    pub controls: ControlMetrics,
    pub risk: RiskMetrics,
    pub compliance: ComplianceMetrics,
    /// Controls by function of the NIST Cybersecurity Framework.
    pub csf_functions: Vec<Named>,
}

#[derive(Debug, Serialize, Describe)]
pub struct ControlMetrics {
    pub total: i64,
    pub to_do: i64,
    pub in_progress: i64,
    pub on_hold: i64,
    pub active: i64,
    pub degraded: i64,
    pub deprecated: i64,
    /// Of priority 1 and not active.
    pub p1: i64,
    /// Not active, although the implementation was due.
    pub eta_missed: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct RiskMetrics {
    pub assessments: i64,
    pub scenarios: i64,
    /// The threats that scenarios name.
    pub threats: i64,
    pub acceptances: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct ComplianceMetrics {
    pub used_frameworks: i64,
    pub audits: i64,
    /// In progress or in review.
    pub active_audits: i64,
    pub evidences: i64,
    pub expired_evidences: i64,
    pub non_compliant_items: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct Named {
    pub name: String,
    pub value: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct DomainMetrics {
    pub id: Uuid,
    pub str: String,
    /// Status → number of controls.
    pub controls: BTreeMap<String, i64>,
    /// Status → number of audits.
    pub audits: BTreeMap<String, i64>,
    pub scenarios: i64,
    pub evidences: i64,
}

pub async fn metrics(cx: &mut Cx, folder: Option<Uuid>) -> Result<Metrics> {
    let controls = counted(cx, AppliedControl::PATH, folder, Some("status")).await?;
    let (p1, eta_missed) = late_controls(cx, folder).await?;
    let functions = counted(cx, AppliedControl::PATH, folder, Some("csf_function")).await?;
    let scenarios = counted(cx, RiskScenario::PATH, folder, None).await?;
    let audits = counted(cx, ComplianceAssessment::PATH, folder, Some("status")).await?;
    let evidences = counted(cx, Evidence::PATH, folder, None).await?;
    let status = |status: Status| with_value(&controls, status.key());
    let results = MetricTotals {
        controls: ControlMetrics {
            total: total(&controls),
            to_do: status(Status::ToDo),
            in_progress: status(Status::InProgress),
            on_hold: status(Status::OnHold),
            active: status(Status::Active),
            degraded: status(Status::Degraded),
            deprecated: status(Status::Deprecated),
            p1,
            eta_missed,
        },
        risk: RiskMetrics {
            assessments: total(&counted(cx, RiskAssessment::PATH, folder, None).await?),
            scenarios: total(&scenarios),
            threats: threats(cx, folder).await?,
            acceptances: total(&counted(cx, RiskAcceptance::PATH, folder, None).await?),
        },
        compliance: ComplianceMetrics {
            used_frameworks: one(cx, ComplianceAssessment::PATH, folder, "count(distinct t.framework)").await?,
            audits: total(&audits),
            active_audits: [AssessmentStatus::InProgress, AssessmentStatus::InReview]
                .iter()
                .map(|status| with_value(&audits, status.key()))
                .sum(),
            evidences: total(&evidences),
            expired_evidences: expired_evidences(cx, folder).await?,
            non_compliant_items: non_compliant(cx, folder).await?,
        },
        csf_functions: csf_functions(&functions),
    };
    let domains = domains(cx, &[&controls, &scenarios, &audits, &evidences]);
    let by_value = |counts: &[(Uuid, Option<String>, i64)], domain: Uuid| {
        let own = counts.iter().filter(|(place, ..)| *place == domain);
        own.map(|(_, value, count)| (value.clone().unwrap_or_else(|| "--".to_owned()), *count)).collect()
    };
    let line = |(id, str): (Uuid, String)| DomainMetrics {
        id,
        str,
        controls: by_value(&controls, id),
        audits: by_value(&audits, id),
        scenarios: in_domain(&scenarios, id),
        evidences: in_domain(&evidences, id),
    };
    Ok(Metrics { results, domains: domains.into_iter().map(line).collect() })
}

/// A number over all rows.
async fn one(cx: &mut Cx, path: &str, folder: Option<Uuid>, expression: &str) -> Result<i64> {
    let (select, _) = rows_of(cx, path, folder);
    let rows = cx.conn.query(&select.project(expression), &[Type::Int]).await?;
    Ok(rows.first().map(|row| int(row, 0)).unwrap_or_default())
}

async fn late_controls(cx: &mut Cx, folder: Option<Uuid>) -> Result<(i64, i64)> {
    let urgent = how_many("t.priority = 1 and t.status <> 'active'");
    let missed = how_many(&format!("t.eta < '{}' and t.status <> 'active'", cx.today()));
    let (select, _) = rows_of(cx, AppliedControl::PATH, folder);
    let rows = cx.conn.query(&select.project(&format!("{urgent}, {missed}")), &[Type::Int, Type::Int]).await?;
    Ok(rows.first().map(|row| (int(row, 0), int(row, 1))).unwrap_or_default())
}

async fn expired_evidences(cx: &mut Cx, folder: Option<Uuid>) -> Result<i64> {
    let expired = how_many(&format!("t.status = 'expired' or t.expiry_date < '{}'", cx.today()));
    one(cx, Evidence::PATH, folder, &expired).await
}

/// The threats that the caller sees in scenarios.
async fn threats(cx: &mut Cx, folder: Option<Uuid>) -> Result<i64> {
    let (select, scenarios) = rows_of(cx, RiskScenario::PATH, folder);
    let relation = scenarios.relation("threats").expect("scenarios have threats");
    let threats = cx.registry().get(relation.target);
    let mut sql = Sql::raw(format!(
        "select count(distinct l.{}) from {} l join {} r on r.id = l.{} where l.{} in (",
        relation.other, relation.table, threats.def.table, relation.other, relation.own
    ));
    sql.append(select.project("t.id")).push(")");
    if let Some(sight) = cx.sight(threats, "r") {
        sql.push(" and ").append(sight);
    }
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().map(|row| int(row, 0)).unwrap_or_default())
}

/// Requirements in the scope of audits.
const IN_SCOPE: &str =
    "t.selected and exists (select 1 from requirement_nodes n where n.id = t.requirement and n.assessable)";

async fn non_compliant(cx: &mut Cx, folder: Option<Uuid>) -> Result<i64> {
    // What may be hidden is not counted: the number would tell something about it.
    if !hideable(cx, cx.resource::<RequirementAssessment>()).is_empty() {
        return Ok(0);
    }
    let result = ComplianceResult::NonCompliant.key();
    let wanted = how_many(&format!("t.result = '{result}' and {IN_SCOPE}"));
    one(cx, RequirementAssessment::PATH, folder, &wanted).await
}

fn csf_functions(counts: &[(Uuid, Option<String>, i64)]) -> Vec<Named> {
    let named =
        |option: &ChoiceOption| Named { name: option.label(), value: with_value(counts, &option.key.to_string()) };
    let mut all: Vec<Named> = CsfFunction::DEF.options.iter().map(named).collect();
    let without: i64 = counts.iter().filter(|(_, value, _)| value.is_none()).map(|(_, _, count)| count).sum();
    if without > 0 {
        all.push(Named { name: "(undefined)".to_owned(), value: without });
    }
    all
}

/// The results of audits.
#[derive(Debug, Serialize, Describe)]
pub struct AuditsMetrics {
    /// How much of all audits is done on average, in percent.
    pub progress_avg: i64,
    pub audits_stats: AuditsStats,
}

/// The lists go together, by the name of the audit.
#[derive(Debug, Serialize, Describe)]
pub struct AuditsStats {
    pub names: Vec<String>,
    pub uuids: Vec<Uuid>,
    /// The results that the columns of `data` count.
    pub results: Vec<&'static str>,
    /// For each audit how many requirements have which result.
    pub data: Vec<Vec<i64>>,
}

pub async fn audits_metrics(cx: &mut Cx, folder: Option<Uuid>) -> Result<Results<AuditsMetrics>> {
    let below = folder.map(|folder| if cx.sees_folder(folder) { cx.tree().subtree(folder) } else { Vec::new() });
    let mut audits: Vec<ComplianceAssessment> = cx
        .list(|select| {
            if let Some(below) = below {
                select.any_of("folder", cairn_model::Value::Uuids(below));
            }
        })
        .await?;
    audits.sort_by_key(|audit| (audit.name.to_lowercase(), audit.id.uuid()));
    let done = progress(cx, &audits).await?;
    let progress_avg = match i64::try_from(done.len()).unwrap_or_default() {
        0 => 0,
        count => done.iter().map(|one| i64::from(*one)).sum::<i64>() / count,
    };
    let mut found: BTreeMap<(Uuid, String), i64> = BTreeMap::new();
    if hideable(cx, cx.resource::<RequirementAssessment>()).is_empty() {
        let (mut select, _) = rows_of(cx, RequirementAssessment::PATH, folder);
        select.condition(Sql::raw(IN_SCOPE));
        let mut sql = select.project("t.compliance_assessment, t.result, count(*)");
        sql.push(" group by t.compliance_assessment, t.result");
        let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Int]).await?;
        found = rows
            .iter()
            .filter_map(|row| Some(((row[0].as_uuid()?, row[1].as_str()?.to_owned()), int(row, 2))))
            .collect();
    }
    let results: Vec<&'static str> = ComplianceResult::ALL.iter().map(|result| result.key()).collect();
    let line = |audit: &ComplianceAssessment| -> Vec<i64> {
        let count = |result: &&str| found.get(&(audit.id.uuid(), (*result).to_owned())).copied().unwrap_or_default();
        results.iter().map(count).collect()
    };
    let data = audits.iter().map(line).collect();
    Ok(Results {
        results: AuditsMetrics {
            progress_avg,
            audits_stats: AuditsStats {
                names: audits.iter().map(|audit| audit.name.clone()).collect(),
                uuids: audits.iter().map(|audit| audit.id.uuid()).collect(),
                results,
                data,
            },
        },
    })
}

/// Assessments of every kind by status.
#[derive(Debug, Serialize, Describe)]
pub struct CombinedStatuses {
    pub statuses: Vec<String>,
    pub status_labels: Vec<String>,
    pub series: Vec<StatusSeries>,
}

#[derive(Debug, Serialize, Describe)]
pub struct StatusSeries {
    pub name: &'static str,
    /// The number of assessments in each status, in the order of `statuses`.
    pub data: Vec<i64>,
}

const UNDEFINED: &str = "undefined";

pub async fn combined_statuses(cx: &mut Cx, folder: Option<Uuid>) -> Result<Results<CombinedStatuses>> {
    let known = AssessmentStatus::DEF.options;
    let keys: Vec<String> = known.iter().map(|option| option.key.to_string()).collect();
    let mut series = Vec::new();
    for (name, path) in [
        ("complianceAssessments", ComplianceAssessment::PATH),
        ("riskAssessments", RiskAssessment::PATH),
        ("findingsAssessments", FindingsAssessment::PATH),
    ] {
        let counts = counted(cx, path, folder, Some("status")).await?;
        let unset: i64 = counts.iter().filter(|(_, status, _)| status.is_none()).map(|(_, _, count)| count).sum();
        let mut data = vec![unset];
        data.extend(keys.iter().map(|key| with_value(&counts, key)));
        series.push(StatusSeries { name, data });
    }
    let undefined = || std::iter::once(UNDEFINED.to_owned());
    let status_labels = undefined().chain(known.iter().map(ChoiceOption::label)).collect();
    Ok(Results { results: CombinedStatuses { statuses: undefined().chain(keys).collect(), status_labels, series } })
}
