//! X-rays: the checks of resources ([`cairn_engine::watch::Check`]), run over an assessment, a domain or everything. The
//! answer says what is wrong, how bad it is and how to fix it.
//!
//! However many objects there are, a resource takes two queries: one counts what each of its checks finds, the other
//! reads the first objects of those that find something.

use std::collections::BTreeMap;

use cairn_engine::query::{Label, ListParams, Select};
use cairn_engine::redaction::hideable;
use cairn_engine::watch::{Check, Concern};
use cairn_engine::{Cx, Error, Nothing, Resource, Result, language};
use cairn_model::{Describe, Record, Type};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::risk::{RiskAcceptance, RiskAssessment, RiskScenario};
use cairn_resources::work::{AppliedControl, Evidence};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::platform::settings::{self, FeatureFlags};
use crate::work::sight::label;

/// How many objects of each check are shown; its list shows all.
const SHOWN: i64 = 20;

/// What the checks have found.
#[derive(Debug, Serialize, Describe)]
pub struct QualityCheck {
    /// How many findings there are. An object that several checks find counts for each.
    pub count: i64,
    pub errors: i64,
    pub warnings: i64,
    pub infos: i64,
    /// The checks that found something: errors first, then warnings, then infos.
    pub checks: Vec<Found>,
}

/// What one check has found.
#[derive(Debug, Serialize, Describe)]
pub struct Found {
    pub name: &'static str,
    /// The path of the resource whose objects are found.
    pub resource: &'static str,
    /// `error`, `warning` or `info`.
    pub severity: &'static str,
    /// What is wrong with them.
    pub message: &'static str,
    pub count: i64,
    /// The parameters of the list that shows them.
    pub query: BTreeMap<String, String>,
    /// The first of them, at most 20.
    pub objects: Vec<Label>,
    /// How each of them is put right. `kind` is `set` (change it to `fields`), `action` (post `body` to `action`) or
    /// `edit` (ask for `field`); `label` says it in words.
    pub fix: Json,
}

/// The resources that are checked, each with the parameters that narrow its list.
type Places = Vec<(&'static Resource, Vec<(String, String)>)>;

/// What belongs to a risk assessment: a resource, and the parameter of its list that takes the assessment.
const RISK: &[(&str, &str)] = &[
    (RiskAssessment::PATH, "id"),
    (RiskScenario::PATH, "risk_assessment"),
    (RiskAcceptance::PATH, "risk_assessment"),
    (AppliedControl::PATH, "risk_assessments"),
];

/// What belongs to an audit. All but the audit itself is found through its requirements.
const AUDIT: &[(&str, &str)] = &[
    (ComplianceAssessment::PATH, "id"),
    (RequirementAssessment::PATH, "compliance_assessment"),
    (AppliedControl::PATH, "compliance_assessments"),
    (Evidence::PATH, "compliance_assessments"),
];

pub async fn of_risk_assessment(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<QualityCheck> {
    let places = belonging(cx, RISK, id);
    run(cx, places).await
}

pub async fn of_audit(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<QualityCheck> {
    let is_partly_hidden = !hideable(cx, cx.resource::<RequirementAssessment>()).is_empty();
    let parts = if is_partly_hidden { &AUDIT[..1] } else { AUDIT };
    let places = belonging(cx, parts, id);
    run(cx, places).await
}

pub async fn of_risk_assessments(cx: &mut Cx, _: Nothing) -> Result<QualityCheck> {
    let paths = [RiskAssessment::PATH, RiskScenario::PATH, RiskAcceptance::PATH];
    let places = paths.map(|path| (cx.registry().get(path), Vec::new())).into();
    run(cx, places).await
}

pub async fn of_audits(cx: &mut Cx, _: Nothing) -> Result<QualityCheck> {
    let paths = [ComplianceAssessment::PATH, RequirementAssessment::PATH];
    let places = paths.map(|path| (cx.registry().get(path), Vec::new())).into();
    run(cx, places).await
}

pub async fn of_domain(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<QualityCheck> {
    let places = everywhere(cx, &[("within".to_owned(), id.to_string())]);
    run(cx, places).await
}

pub async fn of_everything(cx: &mut Cx, _: Nothing) -> Result<QualityCheck> {
    let places = everywhere(cx, &[]);
    run(cx, places).await
}

fn belonging(cx: &Cx, parts: &[(&str, &str)], id: Uuid) -> Places {
    let place = |(path, name): &(&str, &str)| (cx.registry().get(path), vec![((*name).to_owned(), id.to_string())]);
    parts.iter().map(place).collect()
}

/// All resources with checks. Part of another resource is checked with that.
fn everywhere(cx: &Cx, narrow: &[(String, String)]) -> Places {
    let resources = cx.registry().routed();
    let checked = resources.filter(|resource| !resource.entry.checks.is_empty() && resource.entry.part.is_none());
    checked.map(|resource| (resource, narrow.to_vec())).collect()
}

async fn run(cx: &mut Cx, places: Places) -> Result<QualityCheck> {
    let flags: FeatureFlags = settings::get(cx).await?;
    if !flags.xrays {
        return Err(Error::Conflict("X-rays are off. Turn on the feature flag “xrays” first.".to_owned()));
    }
    let mut checks = Vec::new();
    for (resource, narrow) in places {
        // A count of what is partly hidden from the caller would tell them something about it.
        let is_seen = cx.authority.may_view(resource) && hideable(cx, resource).is_empty();
        if is_seen && flags.is_on(resource.entry.flag) {
            checks.extend(found(cx, resource, &narrow).await?);
        }
    }
    // Stable, so that the checks of a resource stay together and in their order.
    checks.sort_by_key(|(severity, _)| *severity);
    let total = |wanted: Concern| {
        let of_it = checks.iter().filter(|(severity, _)| *severity == wanted);
        of_it.map(|(_, found)| found.count).sum()
    };
    let [errors, warnings, infos] = Concern::ALL.map(total);
    let checks = checks.into_iter().map(|(_, found)| found).collect();
    Ok(QualityCheck { count: errors + warnings + infos, errors, warnings, infos, checks })
}

/// A check with its list.
struct Asked {
    check: &'static Check,
    params: Vec<(String, String)>,
    select: Select,
}

/// What the checks of a resource find among the objects that the caller sees.
async fn found(cx: &mut Cx, resource: &'static Resource, narrow: &[(String, String)]) -> Result<Vec<(Concern, Found)>> {
    let mut asked = Vec::new();
    for check in resource.entry.checks {
        let params = [narrow.to_vec(), check.params(cx.today())].concat();
        let select = ListParams(params.clone()).select(cx, resource)?;
        asked.push(Asked { check, params, select });
    }
    let mut sql = Sql::new();
    for (at, asked) in asked.iter().enumerate() {
        sql.push(if at > 0 { " union all " } else { "" });
        sql.append(asked.select.project(&format!("{at}, count(*)")));
    }
    let mut counts = vec![0; asked.len()];
    for row in cx.conn.query(&sql, &[Type::Int, Type::Int]).await? {
        if let Some(count) = position(&row[0]).and_then(|at| counts.get_mut(at)) {
            *count = row[1].as_int().unwrap_or_default();
        }
    }
    let objects = first(cx, resource, &asked, &counts).await?;
    let all = asked.into_iter().zip(counts).zip(objects).filter(|((_, count), _)| *count > 0);
    Ok(all
        .map(|((Asked { check, params, .. }, count), objects)| {
            let found = Found {
                name: check.name,
                resource: resource.path,
                severity: check.severity.word(),
                message: check.doc,
                count,
                query: params.into_iter().collect(),
                objects,
                fix: check.fix.json(),
            };
            (check.severity, found)
        })
        .collect())
}

/// The first objects of each check that finds something.
async fn first(cx: &mut Cx, resource: &Resource, asked: &[Asked], counts: &[i64]) -> Result<Vec<Vec<Label>>> {
    let mut objects: Vec<Vec<Label>> = asked.iter().map(|_| Vec::new()).collect();
    let words = language::words(cx, resource, "t");
    let mut sql = Sql::new();
    for (at, asked) in asked.iter().enumerate().filter(|(at, _)| counts[*at] > 0) {
        sql.push(if sql.text().is_empty() { "select * from (" } else { " union all select * from (" });
        sql.append(asked.select.first(&format!("{at}, t.id, {words}"), SHOWN)).push(&format!(") s{at}"));
    }
    if sql.text().is_empty() {
        return Ok(objects);
    }
    for row in cx.conn.query(&sql, &[Type::Int, Type::Uuid, Type::Text]).await? {
        if let (Some(at), Some(label)) = (position(&row[0]), label(&row[1], &row[2])) {
            objects[at].push(label);
        }
    }
    Ok(objects)
}

fn position(value: &cairn_model::Value) -> Option<usize> {
    value.as_int().and_then(|at| usize::try_from(at).ok())
}
