//! The numbers of objects as they are now, or at the time being viewed, in a few queries however many objects there are.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::query::{ListParams, Select, among, column};
use cairn_engine::redaction::hideable;
use cairn_engine::{Cx, Nothing, Resource, Result};
use cairn_model::{Record, Type, Value};
use cairn_resources::catalogue::Terminology;
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::metrology::{Amount, MetricModel, Numbers};
use cairn_store::{Row, Sql};
use uuid::Uuid;

use super::catalogue::{Metric, Source, path};
use crate::compliance::audit::{global_score, progress};
use crate::work::sight::visible;

/// What stands for rows without a value.
pub const UNSET: &str = "--";

/// The numbers of some objects, or of all, by id. Zeros are left out.
pub async fn numbers(cx: &mut Cx, metrics: &[Metric], of: Option<&[Uuid]>) -> Result<HashMap<Uuid, Numbers>> {
    let mut all: HashMap<Uuid, Numbers> = HashMap::new();
    for metric in metrics {
        match metric.source {
            Source::Progress | Source::Score => audits(cx, metric, of, &mut all).await?,
            Source::Rows { by, .. } => {
                let (resource, owner) = (metric.counted(cx), owner(cx, metric));
                let select = narrowed(cx, visible(cx, resource), metric, &owner, of);
                match by {
                    None => count(cx, &select, &owner, metric.key, &mut all).await?,
                    Some(field) => break_down(cx, resource, &select, &owner, (metric.key, field), &mut all).await?,
                }
            }
            Source::Measure { measure, .. } => {
                let (resource, owner) = (metric.counted(cx), owner(cx, metric));
                let select = ListParams(measure.params(cx.today())).select(cx, resource)?;
                let select = narrowed(cx, select, metric, &owner, of);
                count(cx, &select, &owner, metric.key, &mut all).await?;
            }
        }
    }
    Ok(all)
}

/// The column that says whose number a row counts for.
fn owner(cx: &Cx, metric: &Metric) -> String {
    let name = match metric.model {
        MetricModel::ComplianceAssessment => "compliance_assessment",
        MetricModel::RiskAssessment => "risk_assessment",
        MetricModel::FindingsAssessment => "findings_assessment",
        MetricModel::Folder => metric.counted(cx).scope_column(),
    };
    column("t", name)
}

fn narrowed(cx: &Cx, mut select: Select, metric: &Metric, owner: &str, of: Option<&[Uuid]>) -> Select {
    if let Some(ids) = of {
        select.condition(among(owner, ids, cx.conn.dialect()));
    }
    let is_measure = matches!(metric.source, Source::Measure { .. });
    if metric.counted(cx).path == RequirementAssessment::PATH && !is_measure {
        select.condition(Sql::raw(
            "t.selected and exists (select 1 from requirement_nodes n where n.id = t.requirement and n.assessable)",
        ));
    }
    select
}

async fn count(cx: &mut Cx, select: &Select, owner: &str, key: &str, into: &mut HashMap<Uuid, Numbers>) -> Result<()> {
    let mut sql = select.project(&format!("{owner}, count(*)"));
    sql.push(" group by ").push(owner);
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Int]).await? {
        if let (Some(id), Some(count)) = (row[0].as_uuid(), row[1].as_int()) {
            into.entry(id).or_default().insert(key.to_owned(), Amount::Whole(count));
        }
    }
    Ok(())
}

async fn break_down(
    cx: &mut Cx,
    resource: &'static Resource,
    select: &Select,
    owner: &str,
    (key, field): (&str, &str),
    into: &mut HashMap<Uuid, Numbers>,
) -> Result<()> {
    let rows = match resource.relation(field) {
        // Terms that several rows share; a row may have more than one.
        Some(relation) => {
            let mut sql = Sql::raw("select m.owner, r.name, count(*) from (");
            sql.append(select.project(&format!("t.id as id, {owner} as owner")));
            sql.push(&format!(
                ") m join {} l on l.{} = m.id join {} r on r.id = l.{} group by m.owner, r.name",
                relation.table,
                relation.own,
                cx.resource::<Terminology>().def.table,
                relation.other
            ));
            cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Int]).await?
        }
        None => {
            let kind = resource.def.field(field).and_then(|field| field.kind.behaviour().column());
            let own = column("t", field);
            let mut sql = select.project(&format!("{owner}, {own}, count(*)"));
            sql.push(&format!(" group by {owner}, {own}"));
            cx.conn.query(&sql, &[Type::Uuid, kind.unwrap_or(Type::Text), Type::Int]).await?
        }
    };
    for (id, value, count) in rows.iter().filter_map(read) {
        let numbers = into.entry(id).or_default();
        let amount = numbers.entry(key.to_owned()).or_insert_with(|| Amount::Breakdown(BTreeMap::new()));
        if let Amount::Breakdown(values) = amount {
            values.insert(value, count);
        }
    }
    Ok(())
}

fn read(row: &Row) -> Option<(Uuid, String, i64)> {
    let value = match &row[1] {
        Value::Text(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        _ => UNSET.to_owned(),
    };
    Some((row[0].as_uuid()?, value, row[2].as_int()?))
}

async fn audits(cx: &mut Cx, metric: &Metric, of: Option<&[Uuid]>, into: &mut HashMap<Uuid, Numbers>) -> Result<()> {
    let audits: Vec<ComplianceAssessment> = cx
        .list(|select| {
            if let Some(ids) = of {
                select.any_of("id", Value::Uuids(ids.to_vec()));
            }
        })
        .await?;
    if matches!(metric.source, Source::Progress) {
        let done = progress(cx, &audits).await?;
        for (audit, done) in audits.iter().zip(done) {
            let numbers = into.entry(audit.id.uuid()).or_default();
            numbers.insert(metric.key.to_owned(), Amount::Whole(i64::from(done)));
        }
        return Ok(());
    }
    for audit in &audits {
        let score = global_score(cx, audit.id.uuid(), Nothing {}).await?.maturity_score;
        // −1 stands for "nothing is scored yet".
        if let Some(score) = score.filter(|score| *score >= 0.0) {
            into.entry(audit.id.uuid()).or_default().insert(metric.key.to_owned(), Amount::Number(score));
        }
    }
    Ok(())
}

/// Whether the caller may know a number of what lies in a domain: because they see all that it counts.
pub fn may_know(cx: &Cx, metric: &Metric, folder: Uuid) -> bool {
    sees_whole(cx, metric.counted(cx), folder)
        && (metric.model == MetricModel::Folder || sees_whole(cx, cx.registry().get(path(metric.model)), folder))
}

fn sees_whole(cx: &Cx, resource: &Resource, folder: Uuid) -> bool {
    let scope = cx.scope(resource);
    scope.only_actors().is_none()
        && resource.entry.sight.is_none()
        && hideable(cx, resource).is_empty()
        && scope.allows(folder, false)
}

/// The numbers with those that were left out because they are nought.
pub fn filled(metrics: &[Metric], mut numbers: Numbers) -> Numbers {
    for metric in metrics.iter().filter(|metric| !matches!(metric.source, Source::Score)) {
        let nothing = if metric.by().is_some() { Amount::Breakdown(BTreeMap::new()) } else { Amount::Whole(0) };
        numbers.entry(metric.key.to_owned()).or_insert(nothing);
    }
    numbers
}
