//! Rolling back the last update of a library.

use std::collections::{HashMap, HashSet};

use cairn_assess::Scale as Range;
use cairn_assess::rescaling::Strategy;
use cairn_engine::query::Select;
use cairn_engine::{Cx, Error, Result, cascade};
use cairn_model::{Describe, Record, Type, Value};
use cairn_resources::compliance::{Answer, ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::{
    Framework, LoadedLibrary, MetricDefinition, Question, QuestionChoice, ReferenceControl, RequirementNode,
    RiskMatrix, ScoreStrategy, Threat,
};
use cairn_resources::work::Comment;
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::super::file;
use super::super::library_version;
use super::super::load::{self, Source};
use super::audits::{self, Scales};
use super::record::{self, Done, Scale, Scores};
use super::{State, content, put_row, remember, state};

/// What rolling back did.
#[derive(Debug, Serialize, Describe)]
pub struct RolledBack {
    pub status: &'static str,
    pub id: Uuid,
    /// The version that is in use again.
    pub version: i64,
    /// Requirements of the newer version that people have assessed since. They are retired and keep their answers.
    pub requirements_kept: usize,
}

pub async fn roll_back(cx: &mut Cx, id: Uuid, _: cairn_engine::Nothing) -> Result<RolledBack> {
    cx.get::<LoadedLibrary>(id).await?;
    cx.conn.lock("load libraries").await?;
    let loaded: LoadedLibrary = cx.get(id).await?;
    let (Some(previous), Some(values)) = (&loaded.previous_file, &loaded.previous_values) else {
        return Err(Error::Conflict(format!("“{}” has no update that could be rolled back.", loaded.name)));
    };
    let library = file::read_kept(cx, previous).await?;
    let store = cx.engine.files.clone();
    let done = record::read(&store, values).await?;
    audits::lock(cx, id).await?;
    let before = state(cx, id).await?;
    library_version::keep(cx, &loaded, library.version).await?;
    let mut row = load::row(cx, &library, previous.clone(), loaded.builtin).await?;
    row.id = loaded.id;
    put_row(cx, row).await?;
    let source = Source { id: loaded.id, folder: cx.root_folder(), library: &library };
    content::sync(cx, &source).await?;
    remove_untouched_rows(cx, &done.made_rows).await?;
    let requirements_kept = remove_made(cx, &done).await?;
    let after = state(cx, id).await?;
    restore_scores(cx, &done, &before, &after).await?;
    for (framework, nodes) in &after {
        let old = before.iter().find(|(old, _)| old.id == framework.id);
        let old = old.map(|(_, nodes)| nodes.as_slice()).unwrap_or_default();
        audits::align(cx, old, nodes, framework.id.uuid()).await?;
    }
    audits::follow_rules(cx, id).await?;
    remember(cx, &loaded, None).await?;
    Ok(RolledBack { status: "success", id, version: library.version, requirements_kept })
}

/// Rows of audits that the update made, and that nobody has touched.
async fn remove_untouched_rows(cx: &mut Cx, made: &[Uuid]) -> Result<()> {
    let mut touched = referring::<Answer>(cx, "requirement_assessment", made).await?;
    touched.extend(referring::<Comment>(cx, "requirement_assessment", made).await?);
    let ids = Value::Uuids(made.to_vec());
    // What was locked since stays.
    let open =
        "exists (select 1 from compliance_assessments c where c.id = t.compliance_assessment and not c.is_locked)";
    let rows: Vec<RequirementAssessment> = cx
        .list_all(|select| {
            select.any_of("id", ids).condition(Sql::raw(open));
        })
        .await?;
    for row in rows.iter().filter(|row| !touched.contains(&row.id.uuid()) && is_untouched(row)) {
        cx.delete::<RequirementAssessment>(row.id.uuid()).await?;
    }
    Ok(())
}

fn is_untouched(row: &RequirementAssessment) -> bool {
    use cairn_resources::compliance::{ComplianceResult, RequirementStatus};
    row.status == RequirementStatus::ToDo
        && row.result == ComplianceResult::NotAssessed
        && row.extended_result.is_none()
        && !Scores::of(row).are_any()
        && row.observation.is_none()
        && row.eta.is_none()
        && row.due_date.is_none()
        && row.respondent_alignment.is_none()
        && row.applied_controls.is_empty()
        && row.evidences.is_empty()
}

/// Which of these some rows refer to.
async fn referring<T: Record>(cx: &mut Cx, field: &str, ids: &[Uuid]) -> Result<HashSet<Uuid>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let resource = cx.resource::<T>();
    let mut select = Select::new(cx, resource, &cairn_access::Scope::system());
    select.any_of(field, Value::Uuids(ids.to_vec()));
    let rows = cx.conn.query(&select.project(&format!("t.{field}")), &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// Removes what the update made and nobody uses. Answers how many requirements stay.
async fn remove_made(cx: &mut Cx, done: &Done) -> Result<usize> {
    let made = &done.made;
    remove_unused::<QuestionChoice>(cx, &made.choices).await?;
    remove_unused::<Question>(cx, &made.questions).await?;
    let nodes = remove_unused::<RequirementNode>(cx, &made.nodes).await?;
    remove_unused::<Framework>(cx, &made.frameworks).await?;
    remove_unused::<RiskMatrix>(cx, &made.risk_matrices).await?;
    remove_unused::<MetricDefinition>(cx, &made.metric_definitions).await?;
    remove_unused::<ReferenceControl>(cx, &made.reference_controls).await?;
    remove_unused::<Threat>(cx, &made.threats).await?;
    Ok(nodes)
}

async fn remove_unused<T: Record>(cx: &mut Cx, ids: &[Uuid]) -> Result<usize> {
    let resource = cx.resource::<T>();
    let mut kept = 0;
    for id in ids {
        if cx.find::<T>(*id).await?.is_none() {
            continue;
        }
        if load::users(&cascade::info(cx, resource, *id).await?).next().is_some() {
            kept += 1;
        } else {
            cx.delete::<T>(*id).await?;
        }
    }
    Ok(kept)
}

/// Gives audits back the scale they had, and every score exactly as it was. What was scored since is moved to the old
/// scale.
async fn restore_scores(cx: &mut Cx, done: &Done, before: &State, after: &State) -> Result<()> {
    let ids = Value::Uuids(done.audits.iter().map(|one| one.id).collect());
    let audits: Vec<ComplianceAssessment> = cx
        .list_all(|select| {
            select.any_of("id", ids).equals("is_locked", false);
        })
        .await?;
    let way = match done.action {
        Some(ScoreStrategy::RuleOfThree) => Strategy::RuleOfThree,
        _ => Strategy::Clamp,
    };
    let known: HashMap<Uuid, _> = done.scores.iter().map(|one| (one.id, one)).collect();
    let mut scores = HashMap::new();
    for audit in &audits {
        let framework = audit.framework;
        let pair = super::pairs(before, after).find(|(old, _)| old.0.id.uuid() == framework.uuid());
        let Some((old, new)) = pair else { continue };
        let range = |one: &Framework| Range { min: one.min_score, max: one.max_score };
        let scales = Scales::new(&old.1, &new.1, range(&old.0), range(&new.0));
        for row in audits::rows_of(cx, std::slice::from_ref(audit)).await? {
            let now = Scores::of(&row);
            let restored = match known.get(&row.id.uuid()) {
                Some(change) if change.after == now => change.before.clone(),
                _ => scales.moved(&row, way),
            };
            if restored != now {
                scores.insert(row.id.uuid(), restored);
            }
        }
    }
    // An audit that was given another scale since keeps it.
    let is_as_left =
        |id: Uuid, after: &Scale| audits.iter().any(|audit| audit.id.uuid() == id && Scale::of(audit) == *after);
    let left = done.audits.iter().filter(|one| is_as_left(one.id, &one.after));
    let scales = left.map(|one| (one.id, one.before.clone())).collect();
    audits::put_scales(cx, scales).await?;
    audits::put_scores(cx, scores).await
}
