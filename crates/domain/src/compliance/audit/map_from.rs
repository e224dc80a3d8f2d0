//! Takes over what another audit says, through published mappings. Where an answer came from stays with it.

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_access::Verb;
use cairn_assess::mapping::{Coverage, Derived, Filled, merge};
use cairn_assess::{ComplianceResult as Result_, RowStatus};
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Json as Stored, Many, Markdown, Record, Value};
use cairn_resources::compliance::{ComplianceAssessment, ComplianceResult, RequirementAssessment, RequirementStatus};
use cairn_resources::library::Framework;
use cairn_resources::work::{AppliedControl, Evidence, SecurityException};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::maps::{Maps, NO_PATH, Origin, Source, coverage, framework_names, reason};
use super::rows::{AuditRows, scale};
use super::rules;
use crate::compliance::questionnaire::result_of;
use crate::compliance::visibility::redact;

/// Stands between observations that come from different requirements.
const BETWEEN: &str = "\n\n---\n";
/// The field that names the other audit.
const SOURCE: &str = "source_audit_id";

/// Where to take answers from.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct From {
    /// The audit to take answers from.
    pub source_audit_id: Uuid,
    /// Also replaces results that are there already, if the other audit covers the whole requirement. Nothing that people
    /// wrote is removed. Without it only requirements that are not assessed yet are changed.
    #[serde(default)]
    pub overwrite: bool,
}

/// What taking over would change.
#[derive(Debug, Serialize, Describe)]
pub struct Preview {
    pub source_audit: Named,
    pub target_audit: Named,
    /// The frameworks on the way, by name or URN, both ends included.
    pub path: Vec<String>,
    /// How many requirements would change.
    pub updated_count: usize,
    /// Result → number of requirements, now and afterwards.
    pub current_results: BTreeMap<String, usize>,
    pub projected_results: BTreeMap<String, usize>,
    pub assessable_requirements_count: usize,
    pub differences: Vec<Difference>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Named {
    pub id: Uuid,
    pub name: String,
    /// The name of its framework.
    pub framework: String,
}

/// A requirement that would change.
#[derive(Debug, Serialize, Describe)]
pub struct Difference {
    /// The id of the row.
    pub id: Uuid,
    pub requirement: Requirement,
    pub coverage: &'static str,
    /// Whether someone has to look at it, because no source covers the whole requirement.
    pub needs_review: bool,
    pub reason: &'static str,
    /// The fields that change, as they are and as they would be.
    pub base: Json,
    pub compare: Json,
    /// How many `applied_controls` and `evidences` would be linked.
    pub m2m_added: BTreeMap<String, usize>,
    pub sources: Vec<Source>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Requirement {
    pub id: Uuid,
    pub ref_id: Option<String>,
    pub name: Option<String>,
}

/// What was taken over.
#[derive(Debug, Serialize, Describe)]
pub struct Applied {
    pub updated_count: usize,
    pub source_audit: String,
    pub source_framework: String,
}

/// What another audit says about the rows of this one.
struct Answers {
    audit: ComplianceAssessment,
    origin: Origin,
    /// By URN.
    path: Vec<String>,
    /// By row of this audit.
    derived: HashMap<Uuid, Derived>,
    sources: HashMap<Uuid, Vec<Source>>,
    /// What the other audit says, by its rows, with the links that the caller may see.
    said: HashMap<Uuid, RequirementAssessment>,
    overwrite: bool,
}

pub async fn preview(cx: &mut Cx, id: Uuid, from: From) -> Result<Preview> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let all = AuditRows::load(cx, &audit).await?;
    let answers = Answers::load(cx, &audit, &all, &from, SOURCE).await?;
    let rows = rows_of(cx, id).await?;
    let rows: HashMap<Uuid, RequirementAssessment> = rows.into_iter().map(|row| (row.id.uuid(), row)).collect();
    let (mut current_results, mut projected_results) = (BTreeMap::new(), BTreeMap::new());
    let mut differences = Vec::new();
    for (at, node) in all.nodes.iter().enumerate() {
        let Some(row) = rows.get(&all.ids[at]) else { continue };
        let after = answers.after(row);
        if all.rows[at].counts() {
            *current_results.entry(row.result.key().to_owned()).or_default() += 1;
            let result = after.as_ref().map_or(row.result, |after| after.result);
            *projected_results.entry(result.key().to_owned()).or_default() += 1;
        }
        let (Some(after), Some(derived)) = (after, answers.derived.get(&all.ids[at])) else { continue };
        let (base, compare) = changed(row, &after);
        let more = |old: usize, new: usize| (new > old).then_some(new - old);
        let controls = more(row.applied_controls.0.len(), after.applied_controls.0.len());
        let evidence = more(row.evidences.0.len(), after.evidences.0.len());
        let added = [("applied_controls", controls), ("evidences", evidence)];
        differences.push(Difference {
            id: all.ids[at],
            requirement: Requirement { id: node.id, ref_id: node.ref_id.clone(), name: node.name.clone() },
            coverage: coverage(derived.coverage),
            needs_review: derived.needs_review,
            reason: reason(derived.reason),
            base,
            compare,
            m2m_added: added.into_iter().filter_map(|(name, count)| Some((name.to_owned(), count?))).collect(),
            sources: answers.sources.get(&all.ids[at]).cloned().unwrap_or_default(),
        });
    }
    let names = framework_names(cx).await?;
    let named = |audit: &ComplianceAssessment, urn: Option<&String>| Named {
        id: audit.id.uuid(),
        name: audit.name.clone(),
        framework: urn.map(|urn| names.get(urn).unwrap_or(urn).clone()).unwrap_or_default(),
    };
    Ok(Preview {
        source_audit: named(&answers.audit, answers.path.first()),
        target_audit: named(&audit, answers.path.last()),
        path: answers.path.iter().map(|urn| names.get(urn).unwrap_or(urn).clone()).collect(),
        updated_count: differences.len(),
        current_results,
        projected_results,
        assessable_requirements_count: all.rows.iter().filter(|row| row.counts()).count(),
        differences,
    })
}

pub async fn map_from(cx: &mut Cx, id: Uuid, from: From) -> Result<Applied> {
    // Locked first: whoever changes its scope or its scale meanwhile waits.
    cx.lock::<ComplianceAssessment>(&[id]).await?;
    let audit: ComplianceAssessment = cx.get(id).await?;
    cx.require(cx.resource::<RequirementAssessment>(), Verb::Change, audit.folder.uuid())?;
    if audit.is_locked {
        return Err(Error::Conflict("The audit is locked. Unlock it to take over answers.".to_owned()));
    }
    let (updated_count, answers) = apply(cx, &audit, &from, SOURCE).await?;
    if updated_count > 0 {
        rules::follow(cx, id).await?;
    }
    let names = framework_names(cx).await?;
    let framework = answers.path.first().map(|urn| names.get(urn).unwrap_or(urn).clone()).unwrap_or_default();
    Ok(Applied { updated_count, source_audit: answers.audit.name, source_framework: framework })
}

/// Fills a new audit with what its baseline, an audit of another framework, says.
pub async fn fill(cx: &mut Cx, audit: &ComplianceAssessment, baseline: Uuid) -> Result<()> {
    let from = From { source_audit_id: baseline, overwrite: false };
    apply(cx, audit, &from, "baseline").await.map(drop)
}

/// Errors about the other audit are reported under the name of a field.
async fn apply(cx: &mut Cx, audit: &ComplianceAssessment, from: &From, field: &str) -> Result<(usize, Answers)> {
    let all = AuditRows::load(cx, audit).await?;
    let answers = Answers::load(cx, audit, &all, from, field).await?;
    let ids: Vec<Uuid> = all.ids.iter().copied().filter(|id| answers.derived.contains_key(id)).collect();
    let mut updated = 0;
    // Each row is locked before it is judged, so what someone says meanwhile counts.
    cx.modify_many::<RequirementAssessment>(&ids, |row| {
        if let Some(after) = answers.after(row) {
            *row = after;
            updated += 1;
        }
        Ok(())
    })
    .await?;
    Ok((updated, answers))
}

impl Answers {
    async fn load(
        cx: &mut Cx,
        audit: &ComplianceAssessment,
        all: &AuditRows,
        from: &From,
        field: &str,
    ) -> Result<Self> {
        let other = cx
            .list::<ComplianceAssessment>(|select| {
                select.equals("id", from.source_audit_id);
            })
            .await?
            .pop()
            .ok_or_else(|| Error::field(field, "There is no such audit."))?;
        if other.id == audit.id {
            return Err(Error::field(field, "Choose another audit than this one."));
        }
        let framework: Framework = cx.get(audit.framework.uuid()).await?;
        let mut maps = Maps::load(cx).await?;
        let origin = maps.origin(cx, &other).await?;
        let own = scale(audit);
        let targets = all.nodes.iter().zip(&all.rows);
        let targets = targets.map(|(node, row)| (node.urn.as_str(), row.counts().then(|| row.scale(own))));
        let found = maps.derive(&origin, &framework.urn, targets);
        let found = found.ok_or_else(|| Error::field(field, NO_PATH))?;
        let (mut derived, mut sources) = (HashMap::new(), HashMap::new());
        for (id, one) in all.ids.iter().zip(found.rows) {
            if let Some(one) = one {
                sources.insert(*id, maps.sources(&origin, &one));
                derived.insert(*id, one);
            }
        }
        let said = said(cx, &other).await?;
        Ok(Self { audit: other, origin, path: found.path, derived, sources, said, overwrite: from.overwrite })
    }

    /// A row with what the other audit says. None if nothing changes.
    fn after(&self, before: &RequirementAssessment) -> Option<RequirementAssessment> {
        let is_open = before.result == ComplianceResult::NotAssessed && before.score.is_none();
        let id = before.id.uuid();
        let derived = self.derived.get(&id).filter(|_| is_open || self.overwrite)?;
        let merged = merge(filled(before), derived);
        let mut after = before.clone();
        after.result = result_of(merged.row.result);
        after.status = status_of(merged.row.status);
        after.is_scored = merged.row.is_scored;
        after.score = merged.row.score;
        after.documentation_score = merged.row.documentation_score;
        let lacks = matches!(after.result, ComplianceResult::NonCompliant | ComplianceResult::PartiallyCompliant);
        after.extended_result = after.extended_result.filter(|found| lacks || !found.is_nonconformity());
        for source in &derived.sources {
            let Some(said) = self.origin.place(source).and_then(|at| self.said.get(&self.origin.rows.ids[at])) else {
                continue;
            };
            after.applied_controls = united(&after.applied_controls, &said.applied_controls);
            after.evidences = united(&after.evidences, &said.evidences);
            if source.coverage == Coverage::Full && merged.takes_observations {
                after.observation = joined(after.observation.take(), said.observation.as_ref());
            }
        }
        if !differs(before, &after) {
            return None;
        }
        after.mapping_inference = Stored(self.provenance(id, derived));
        Some(after)
    }

    /// Where an answer came from, as it is stored with it.
    fn provenance(&self, row: Uuid, derived: &Derived) -> Json {
        let sources: serde_json::Map<String, Json> = self
            .sources
            .get(&row)
            .into_iter()
            .flatten()
            .map(|source| (source.requirement_assessment.to_string(), json!(source)))
            .collect();
        json!({
            "result": derived.result.as_str(),
            "coverage": coverage(derived.coverage),
            "needs_review": derived.needs_review,
            "reason": reason(derived.reason),
            "source_audit": self.audit.id.uuid(),
            "used_path": self.path,
            "source_requirement_assessments": sources,
        })
    }
}

/// What an audit says by row, as far as the caller sees it, with the controls and evidence that they see.
pub async fn said(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<HashMap<Uuid, RequirementAssessment>> {
    let mut rows = rows_of(cx, audit.id.uuid()).await?;
    redact(cx, audit, &mut rows);
    let controls =
        seen::<AppliedControl>(cx, rows.iter().flat_map(|row| row.applied_controls.uuids()).collect()).await?;
    let evidence = seen::<Evidence>(cx, rows.iter().flat_map(|row| row.evidences.uuids()).collect()).await?;
    let exceptions =
        seen::<SecurityException>(cx, rows.iter().flat_map(|row| row.security_exceptions.uuids()).collect()).await?;
    for row in &mut rows {
        row.security_exceptions.0.retain(|one| exceptions.contains(&one.uuid()));
        row.applied_controls.0.retain(|one| controls.contains(&one.uuid()));
        row.evidences.0.retain(|one| evidence.contains(&one.uuid()));
    }
    Ok(rows.into_iter().map(|row| (row.id.uuid(), row)).collect())
}

async fn rows_of(cx: &mut Cx, audit: Uuid) -> Result<Vec<RequirementAssessment>> {
    cx.list(|select| {
        select.equals("compliance_assessment", audit);
    })
    .await
}

async fn seen<T: Record>(cx: &mut Cx, ids: HashSet<Uuid>) -> Result<HashSet<Uuid>> {
    let resource = cx.resource::<T>();
    let mut select = crate::work::sight::visible(cx, resource);
    select.any_of("id", Value::Uuids(ids.into_iter().collect()));
    let rows = cx.conn.query(&select.project("t.id"), &[cairn_model::Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

fn filled(row: &RequirementAssessment) -> Filled {
    Filled {
        result: Result_::parse(row.result.key()).unwrap_or(Result_::NotAssessed),
        status: RowStatus::parse(row.status.key()).unwrap_or(RowStatus::ToDo),
        is_scored: row.is_scored,
        score: row.score,
        documentation_score: row.documentation_score,
    }
}

fn status_of(status: RowStatus) -> RequirementStatus {
    match status {
        RowStatus::ToDo => RequirementStatus::ToDo,
        RowStatus::InProgress => RequirementStatus::InProgress,
        RowStatus::InReview => RequirementStatus::InReview,
        RowStatus::Done => RequirementStatus::Done,
    }
}

fn united<T>(own: &Many<T>, more: &Many<T>) -> Many<T> {
    let mut all = own.uuids();
    all.extend(more.uuids().into_iter().filter(|id| !own.contains(*id)));
    Many::of(all)
}

/// What is there already is not said twice.
fn joined(own: Option<Markdown>, more: Option<&Markdown>) -> Option<Markdown> {
    match (own, more) {
        (Some(own), Some(more)) if own.0.split(BETWEEN).all(|part| part != more.0) => {
            Some(Markdown(format!("{}{BETWEEN}{}", own.0, more.0)))
        }
        (None, more) => more.cloned(),
        (own, _) => own,
    }
}

fn differs(before: &RequirementAssessment, after: &RequirementAssessment) -> bool {
    let (base, _) = changed(before, after);
    base.as_object().is_some_and(|base| !base.is_empty())
        || before.applied_controls != after.applied_controls
        || before.evidences != after.evidences
}

/// The values that differ, before and after.
fn changed(before: &RequirementAssessment, after: &RequirementAssessment) -> (Json, Json) {
    let shown = |row: &RequirementAssessment| {
        json!({
            "result": row.result.key(),
            "extended_result": row.extended_result.map(cairn_resources::compliance::ExtendedResult::key),
            "status": row.status.key(),
            "is_scored": row.is_scored,
            "score": row.score,
            "documentation_score": row.documentation_score,
            "observation": row.observation.as_ref().map(|text| &text.0),
        })
    };
    let (mut base, mut compare) = (shown(before), shown(after));
    let same: Vec<String> = base
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, value)| compare.get(name.as_str()) == Some(*value))
        .map(|(name, _)| name.clone())
        .collect();
    for both in [&mut base, &mut compare] {
        if let Some(both) = both.as_object_mut() {
            both.retain(|name, _| !same.contains(name));
        }
    }
    (base, compare)
}
