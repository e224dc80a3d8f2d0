//! A draft against the present: what it changes, and what that does to the numbers.
//!
//! Both sides are read with the caller's own permissions, so nothing is compared that they do not see.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_engine::journal::{changes, differences};
use cairn_engine::log::{self, FieldChange, RawChanges};
use cairn_engine::past::Touched;
use cairn_engine::query::objects;
use cairn_engine::{Cx, Error, Nothing, Object, Result};
use cairn_model::{Date, Describe, Record, Type, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::platform::WhatIfDraft;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::add::draft_of;
use super::steps::Sight;
use super::{is_author, require_open};
use crate::compliance::audit::{AuditNumbers, numbers};
use crate::iam::posture::{Total, totals};
use crate::risk::scenario::{LevelCount, Stages, levels};
use crate::work::sight::visible;

/// More than this nobody reads.
const MOST_OBJECTS: usize = 500;
const MOST_AUDITS: usize = 50;

/// The measures that are shown even if they stay the same.
const ALWAYS: [&str; 5] =
    ["controls_active", "risks_intolerable", "findings_open", "requirements_stale", "exceptions_approved"];

#[derive(Debug, Serialize, Describe)]
pub struct Comparison {
    /// Identifies the steps. Send it with a decision to make sure that they are the ones you looked at.
    pub fingerprint: String,
    pub today: Date,
    /// Number of steps.
    pub steps: usize,
    /// Steps that cannot be carried out in the present. They are left out of everything that is shown, and the draft
    /// cannot be applied with them.
    pub problems: Vec<StepProblem>,
    /// What differs from the present, object by object, limited to what you have access to.
    pub objects: Vec<Compared>,
    /// Whether more objects differ than are listed.
    pub truncated: bool,
    /// The measures that differ, and the most important ones in any case.
    pub measures: Vec<MeasurePair>,
    pub levels: LevelPairs,
    /// The audits that the changes concern.
    pub audits: Vec<AuditPair>,
}

#[derive(Debug, Serialize, Describe)]
pub struct StepProblem {
    /// The number of the step, from 1.
    pub step: usize,
    /// What it does, in words. Empty if you do not have access to the object.
    pub name: String,
    /// Why it cannot be carried out. Only the author sees the details.
    pub message: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct Compared {
    /// `created`, `updated` or `deleted`.
    pub kind: &'static str,
    /// The path of its resource.
    pub resource: &'static str,
    pub id: Uuid,
    pub str: String,
    /// The fields that differ; none for a deleted object.
    pub changes: Vec<FieldChange>,
}

#[derive(Debug, Serialize, Describe)]
pub struct MeasurePair {
    pub name: &'static str,
    /// The path of the resource whose objects are counted.
    pub resource: &'static str,
    /// The parameters of the list that shows these objects.
    pub query: BTreeMap<String, String>,
    pub before: i64,
    pub after: i64,
}

/// How many risk scenarios have which level, by stage.
#[derive(Debug, Serialize, Describe)]
pub struct LevelPairs {
    pub inherent: Vec<LevelPair>,
    pub current: Vec<LevelPair>,
    pub residual: Vec<LevelPair>,
}

#[derive(Debug, Serialize, Describe)]
pub struct LevelPair {
    /// The level. -1 for what is not rated.
    pub level: i64,
    /// Empty for what is not rated.
    pub name: String,
    pub color: String,
    pub before: i64,
    pub after: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct AuditPair {
    pub id: Uuid,
    pub str: String,
    /// None for an audit that the draft creates.
    pub before: Option<AuditNumbers>,
    /// None for an audit that the draft deletes.
    pub after: Option<AuditNumbers>,
}

pub async fn comparison(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Comparison> {
    let (engine, caller) = (cx.engine.clone(), cx.authority.caller.clone());
    // It is compared with the present, whatever else was asked for.
    let mut present = if cx.is_present() { None } else { Some(engine.read(caller.clone()).await?) };
    let now = present.as_mut().unwrap_or(cx);
    let record: WhatIfDraft = now.get(id).await?;
    require_open(&record)?;
    let sees_details = is_author(now, &record) || now.authority.sees_everything();
    let mut then = engine.read_as_if(caller, id).await?;
    let as_if = then.as_if().ok_or_else(|| Error::internal("a draft is read as such"))?;
    let (fingerprint, touched, failed) = (as_if.fingerprint.clone(), as_if.touched.clone(), as_if.problems.clone());

    let draft = draft_of(&record)?;
    let sights = Sight::of_all(now, &draft.steps).await?;
    let mut problems = Vec::new();
    for problem in failed {
        let Some(step) = draft.steps.get(problem.step) else { continue };
        let shows = sights[problem.step].shows_object;
        let general = "This step can no longer be carried out.";
        problems.push(StepProblem {
            step: problem.step + 1,
            name: if shows { step.name.clone() } else { String::new() },
            message: if sees_details { problem.message } else { general.to_owned() },
        });
    }
    let (all, truncated) = compare_objects(now, &mut then, &touched).await?;
    let (before, after) = (totals(now).await?, totals(&mut then).await?);
    let levels = LevelPairs::of(levels(now).await?, levels(&mut then).await?);
    let audits = compare_audits(now, &mut then, &touched).await?;
    Ok(Comparison {
        fingerprint,
        today: now.today(),
        steps: draft.steps.len(),
        problems,
        objects: all,
        truncated,
        measures: pairs(before, &after),
        levels,
        audits,
    })
}

/// Both states of each object, as far as the caller sees them, by resource and id.
async fn states(cx: &mut Cx, touched: &[Touched]) -> Result<HashMap<Uuid, Object>> {
    let mut by_path: BTreeMap<&'static str, Vec<Uuid>> = BTreeMap::new();
    for one in touched {
        by_path.entry(one.resource.def.path).or_default().push(one.id);
    }
    let mut found = HashMap::new();
    for (path, ids) in by_path {
        let resource = cx.registry().get(path);
        if !cx.authority.may_view(resource) {
            continue;
        }
        for some in ids.chunks(500) {
            let mut select = visible(cx, resource);
            select.any_of("id", Value::Uuids(some.to_vec()));
            found.extend(objects(cx, resource, select).await?.into_iter().map(|object| (object.id(), object)));
        }
    }
    Ok(found)
}

async fn compare_objects(now: &mut Cx, then: &mut Cx, touched: &[Touched]) -> Result<(Vec<Compared>, bool)> {
    let (before, after) = (states(now, touched).await?, states(then, touched).await?);
    let mut all: Vec<(Compared, Json)> = Vec::new();
    let mut truncated = false;
    for Touched { resource, id } in touched {
        let (old, new) = (before.get(id), after.get(id));
        let (kind, shown) = match (old, new) {
            (None, Some(new)) => ("created", new),
            (Some(_), Some(new)) => ("updated", new),
            (Some(old), None) => ("deleted", old),
            (None, None) => continue,
        };
        let changed = differences(resource, old, new);
        if kind == "updated" && changed.is_empty() {
            continue;
        }
        if all.len() == MOST_OBJECTS {
            truncated = true;
            break;
        }
        let raw = if kind == "deleted" { Json::Null } else { changes(resource, old, new, &changed) };
        let one = Compared { kind, resource: resource.path, id: *id, str: shown.name(), changes: Vec::new() };
        all.push((one, raw));
    }
    let nothing = RawChanges::new();
    let raw: Vec<(&str, &RawChanges)> =
        all.iter().map(|(one, raw)| (one.resource, raw.as_object().unwrap_or(&nothing))).collect();
    // What is new has its name only in the draft.
    let made = after.iter().filter(|(id, _)| !before.contains_key(*id));
    let made: BTreeMap<Uuid, String> = made.map(|(id, object)| (*id, object.name())).collect();
    let readable = log::readable_with(now, &raw, &made).await?;
    let all = all.into_iter().zip(readable).map(|((one, _), changes)| Compared { changes, ..one });
    Ok((all.collect(), truncated))
}

fn pairs(before: Vec<Total>, after: &[Total]) -> Vec<MeasurePair> {
    let counted: HashMap<&str, i64> = after.iter().map(|total| (total.name, total.value)).collect();
    let pair = |total: Total| MeasurePair {
        after: counted.get(total.name).copied().unwrap_or_default(),
        name: total.name,
        resource: total.resource,
        query: total.query,
        before: total.value,
    };
    let is_shown = |pair: &MeasurePair| pair.before != pair.after || ALWAYS.contains(&pair.name);
    before.into_iter().map(pair).filter(is_shown).collect()
}

impl LevelPairs {
    fn of(before: Stages, after: Stages) -> Self {
        Self {
            inherent: level_pairs(before.inherent, after.inherent),
            current: level_pairs(before.current, after.current),
            residual: level_pairs(before.residual, after.residual),
        }
    }
}

fn level_pairs(before: Vec<LevelCount>, after: Vec<LevelCount>) -> Vec<LevelPair> {
    let mut all: BTreeMap<(i64, String), (String, i64, i64)> = BTreeMap::new();
    for one in before {
        all.insert((one.level, one.name), (one.color, one.value, 0));
    }
    for one in after {
        all.entry((one.level, one.name)).or_insert((one.color, 0, 0)).2 = one.value;
    }
    let pair = |((level, name), (color, before, after))| LevelPair { level, name, color, before, after };
    all.into_iter().map(pair).collect()
}

/// The audits that were changed themselves, in a requirement, or in a control or evidence of one.
async fn compare_audits(now: &mut Cx, then: &mut Cx, touched: &[Touched]) -> Result<Vec<AuditPair>> {
    let mut concerned: BTreeSet<Uuid> = BTreeSet::new();
    for cx in [&mut *now, &mut *then] {
        concerned.extend(audits_of(cx, touched).await?);
    }
    let mut all = Vec::new();
    for id in concerned.into_iter().take(MOST_AUDITS) {
        let (before, after) = (of_audit(now, id).await?, of_audit(then, id).await?);
        let name = after.as_ref().or(before.as_ref()).map(|(name, _)| name.clone());
        let numbers = |side: Option<(String, AuditNumbers)>| side.map(|(_, numbers)| numbers);
        all.extend(name.map(|name| AuditPair { id, str: name, before: numbers(before), after: numbers(after) }));
    }
    Ok(all)
}

async fn audits_of(cx: &mut Cx, touched: &[Touched]) -> Result<BTreeSet<Uuid>> {
    let of =
        |path: &str| touched.iter().filter(|one| one.resource.def.path == path).map(|one| one.id).collect::<Vec<_>>();
    let mut audits: BTreeSet<Uuid> = of(ComplianceAssessment::PATH).into_iter().collect();
    let requirements = cx.resource::<RequirementAssessment>();
    if !cx.authority.may_view(requirements) {
        return Ok(audits);
    }
    let table = requirements.def.table;
    let dialect = cx.conn.dialect();
    let mut conditions = vec![("t.id".to_owned(), of(RequirementAssessment::PATH))];
    for (field, path) in [("applied_controls", "applied-controls"), ("evidences", "evidences")] {
        conditions.push((format!("{table}_{field}"), of(path)));
    }
    for (at, (place, ids)) in conditions.into_iter().enumerate().filter(|(_, (_, ids))| !ids.is_empty()) {
        for some in ids.chunks(500) {
            let mut condition = cairn_store::Sql::new();
            if at == 0 {
                condition.push(&place).any(dialect, Value::Uuids(some.to_vec()));
            } else {
                condition.push(&format!("exists (select 1 from {place} l where l.source = t.id and l.target"));
                condition.any(dialect, Value::Uuids(some.to_vec())).push(")");
            }
            let mut select = visible(cx, requirements);
            select.condition(condition);
            let rows = cx.conn.query(&select.project("distinct t.compliance_assessment"), &[Type::Uuid]).await?;
            audits.extend(rows.iter().filter_map(|row| row[0].as_uuid()));
        }
    }
    Ok(audits)
}

/// The name and numbers of an audit; none if it does not exist there, or is hidden.
async fn of_audit(cx: &mut Cx, id: Uuid) -> Result<Option<(String, AuditNumbers)>> {
    match cx.get::<ComplianceAssessment>(id).await {
        Ok(audit) => Ok(Some((audit.name.clone(), numbers(cx, &audit).await?))),
        Err(Error::NotFound(_)) => Ok(None),
        Err(other) => Err(other),
    }
}
