//! What an update would change, before it is applied.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::{Cx, Nothing, Result};
use cairn_library::{Difference, FrameworkChanges, compare};
use cairn_model::{Describe, Type};
use cairn_resources::compliance::RequirementAssessment;
use cairn_resources::library::{Framework, LoadedLibrary, RequirementNode};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::super::file;
use super::super::load::by_urn;
use super::difference::{self, Changed};
use super::{audits, newer};

#[derive(Debug, Serialize, Describe)]
pub struct Preview {
    pub id: Uuid,
    pub old_version: i64,
    pub new_version: i64,
    pub frameworks: Vec<FrameworkPreview>,
    /// Other kinds of objects that change.
    pub others: BTreeMap<String, Counts>,
    /// What can be done with scores. One has to be chosen if a framework has a `score_change` and audits.
    pub actions: Vec<&'static str>,
}

#[derive(Debug, Serialize, Describe)]
pub struct FrameworkPreview {
    pub urn: String,
    pub name: String,
    /// How many audits it would change. Locked ones stay as they are.
    pub audits: usize,
    pub score_change: Option<ScoreChange>,
    pub added: Vec<Requirement>,
    /// Requirements whose texts, questions or settings change.
    pub changed: Vec<Requirement>,
    /// Requirements that would be retired. They keep their answers.
    pub removed: Vec<Requirement>,
    /// Requirements in another place.
    pub moved: Vec<Requirement>,
}

/// Another scale.
#[derive(Debug, Serialize, Describe)]
pub struct ScoreChange {
    pub old_min: i64,
    pub old_max: i64,
    pub new_min: i64,
    pub new_max: i64,
    /// Audits on this scale.
    pub audits: usize,
    /// Requirements with scores in them.
    pub scores: usize,
}

#[derive(Debug, Serialize, Describe)]
pub struct Requirement {
    pub urn: String,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    /// In how many audits it has been assessed.
    pub answers: i64,
    /// The fields that change.
    pub fields: Vec<String>,
}

#[derive(Debug, Default, Serialize, Describe)]
pub struct Counts {
    pub added: usize,
    pub changed: usize,
    pub removed: usize,
}

pub async fn preview(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Preview> {
    let loaded: LoadedLibrary = cx.get(id).await?;
    let (_, new) = newer(cx, &loaded).await?;
    let old = file::read_kept(cx, &loaded.file).await?;
    let changes = compare(&old, &new);
    let mut frameworks = Vec::with_capacity(changes.frameworks.changed.len());
    for change in &changes.frameworks.changed {
        frameworks.push(framework(cx, change).await?);
    }
    let lists = [
        ("threats", &changes.threats),
        ("reference_controls", &changes.reference_controls),
        ("risk_matrices", &changes.risk_matrices),
        ("metric_definitions", &changes.metric_definitions),
    ];
    let mut others: BTreeMap<_, _> = lists.into_iter().map(|(kind, list)| (kind.to_owned(), counts(list))).collect();
    let sets = &changes.requirement_mapping_sets;
    let (added, changed, removed) = (sets.added.len(), sets.changed.len(), sets.removed.len());
    others.insert("requirement_mapping_sets".to_owned(), Counts { added, changed, removed });
    let whole = &changes.frameworks;
    others.insert(
        "frameworks".to_owned(),
        Counts { added: whole.added.len(), changed: whole.changed.len(), removed: whole.removed.len() },
    );
    others.retain(|_, counts| counts.added + counts.changed + counts.removed > 0);
    Ok(Preview {
        id,
        old_version: old.version,
        new_version: new.version,
        frameworks,
        others,
        actions: vec!["clamp", "reset", "rule_of_three"],
    })
}

fn counts(list: &Difference) -> Counts {
    Counts { added: list.added.len(), changed: list.changed.len(), removed: list.removed.len() }
}

async fn framework(cx: &mut Cx, change: &FrameworkChanges) -> Result<FrameworkPreview> {
    let id = by_urn::<Framework>(cx, std::iter::once(&change.urn)).await?.into_values().next();
    let answers = match id {
        Some(id) => answers(cx, id).await?,
        None => HashMap::new(),
    };
    let all = match id {
        Some(id) => audits::of_framework(cx, id).await?,
        None => Vec::new(),
    };
    let row: Option<Framework> = match id {
        Some(id) => cx.find(id).await?,
        None => None,
    };
    let mut score_change = None;
    if let (Some(row), Some(range)) = (&row, change.score_range) {
        let on_scale: Vec<_> = all.iter().filter(|audit| audits::follows(audit, row)).cloned().collect();
        let rows = audits::rows_of(cx, &on_scale).await?;
        score_change = Some(ScoreChange {
            old_min: row.min_score,
            old_max: row.max_score,
            new_min: range.new.min.unwrap_or(0),
            new_max: range.new.max.unwrap_or(100),
            audits: on_scale.len(),
            scores: rows.iter().filter(|row| row.score.is_some() || row.documentation_score.is_some()).count(),
        });
    }
    let about = |one: Changed| Requirement {
        answers: answers.get(&one.entry.urn).copied().unwrap_or_default(),
        urn: one.entry.urn,
        ref_id: one.entry.ref_id,
        name: one.entry.name,
        fields: one.fields,
    };
    let lists = difference::of(change);
    Ok(FrameworkPreview {
        urn: change.urn.to_string(),
        name: change.name.clone(),
        audits: all.len(),
        score_change,
        added: lists.added.into_iter().map(about).collect(),
        changed: lists.changed.into_iter().map(about).collect(),
        removed: lists.removed.into_iter().map(about).collect(),
        moved: lists.moved.into_iter().map(about).collect(),
    })
}

/// Whether somebody has said something in the row `r` of an audit.
const IS_ASSESSED: &str = "(r.result <> 'not_assessed' or r.status <> 'to_do' or r.score is not null or r.observation is not null \
     or exists (select 1 from answers a where a.requirement_assessment = r.id))";

/// In how many audits each requirement of a framework has been assessed, by URN.
async fn answers(cx: &mut Cx, framework: Uuid) -> Result<HashMap<String, i64>> {
    let rows = cx.resource::<RequirementAssessment>();
    let nodes = cx.resource::<RequirementNode>();
    let mut sql = Sql::raw(format!(
        "select n.urn, count(*) from {} r join {} n on n.id = r.requirement where \
         {IS_ASSESSED} and n.framework = ",
        rows.def.table, nodes.def.table
    ));
    sql.bind(framework).push(" group by n.urn");
    let found = cx.conn.query(&sql, &[Type::Text, Type::Int]).await?;
    Ok(found.iter().filter_map(|row| Some((row[0].as_str()?.to_owned(), row[1].as_int()?))).collect())
}
