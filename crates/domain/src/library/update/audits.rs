//! What an update does in audits: rows for new requirements, the order of all, and scores on a new scale.

use std::collections::{HashMap, HashSet};

use cairn_assess::Scale as Range;
use cairn_assess::rescaling::{Scored, Strategy, rescaled, rescaled_target};
use cairn_engine::locks::Locks;
use cairn_engine::query::Lock;
use cairn_engine::{Cx, Result};
use cairn_model::{Decimal, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::{Framework, RequirementNode, ScoreStrategy};
use uuid::Uuid;

use super::record::{Changed, Done, Scale, Scores};
use crate::compliance::audit::{follow_outcomes, is_selected, new_row, number};

/// The audits of a framework that can change. A locked one stays as it is, and catches up when it is unlocked.
pub async fn of_framework(cx: &mut Cx, framework: Uuid) -> Result<Vec<ComplianceAssessment>> {
    cx.list_all(|select| {
        select.equals("framework", framework).equals("is_locked", false);
    })
    .await
}

/// Locks the audits of a library before their rows are read, so that nobody writes into them meanwhile. Its frameworks are
/// locked first: an audit that is being created refers to one, so either it is seen here, or it waits and gets the new rows.
pub async fn lock(cx: &mut Cx, library: Uuid) -> Result<()> {
    let mut locks = Locks::default();
    for framework in frameworks(cx, library).await? {
        locks.add(cx.resource::<Framework>(), framework, Lock::Delete);
    }
    locks.take(cx).await?;
    let audits = of_library(cx, library).await?;
    cx.lock::<ComplianceAssessment>(&audits).await
}

/// Lets the rules of frameworks, which may be others now, decide about the outcomes of audits again.
pub async fn follow_rules(cx: &mut Cx, library: Uuid) -> Result<()> {
    for audit in of_library(cx, library).await? {
        follow_outcomes(cx, audit).await?;
    }
    Ok(())
}

async fn frameworks(cx: &mut Cx, library: Uuid) -> Result<Vec<Uuid>> {
    let frameworks: Vec<Framework> = cx
        .list_all(|select| {
            select.equals("library", library);
        })
        .await?;
    Ok(frameworks.iter().map(|framework| framework.id.uuid()).collect())
}

async fn of_library(cx: &mut Cx, library: Uuid) -> Result<Vec<Uuid>> {
    let ids = Value::Uuids(frameworks(cx, library).await?);
    let audits: Vec<ComplianceAssessment> = cx
        .list_all(|select| {
            select.any_of("framework", ids).equals("is_locked", false);
        })
        .await?;
    Ok(audits.iter().map(|audit| audit.id.uuid()).collect())
}

pub async fn rows_of(cx: &mut Cx, audits: &[ComplianceAssessment]) -> Result<Vec<RequirementAssessment>> {
    let ids = Value::Uuids(audits.iter().map(|audit| audit.id.uuid()).collect());
    cx.list_all(|select| {
        select.any_of("compliance_assessment", ids);
    })
    .await
}

pub fn strategy(action: ScoreStrategy) -> Strategy {
    match action {
        ScoreStrategy::Clamp => Strategy::Clamp,
        ScoreStrategy::Reset => Strategy::Reset,
        ScoreStrategy::RuleOfThree => Strategy::RuleOfThree,
    }
}

/// Gives every audit a row for each requirement that is not retired, and the requirements their new order. A row whose
/// requirement changed its groups is in scope or not as these say. Answers the rows that were made.
pub async fn align(
    cx: &mut Cx,
    old: &[RequirementNode],
    new: &[RequirementNode],
    framework: Uuid,
) -> Result<Vec<Uuid>> {
    let audits = of_framework(cx, framework).await?;
    let rows = rows_of(cx, &audits).await?;
    let there: HashSet<(Uuid, Uuid)> =
        rows.iter().map(|row| (row.compliance_assessment.uuid(), row.requirement.uuid())).collect();
    let mut made = Vec::new();
    for audit in &audits {
        let missing =
            new.iter().filter(|node| node.retired_at.is_none() && !there.contains(&(audit.id.uuid(), node.id.uuid())));
        made.extend(missing.map(|node| new_row(cx, audit, node)));
    }
    let ids = made.iter().map(|row| row.id.uuid()).collect();
    let groups: HashMap<Uuid, &Vec<String>> =
        old.iter().map(|node| (node.id.uuid(), &node.implementation_groups.0)).collect();
    let nodes: HashMap<Uuid, &RequirementNode> = new.iter().map(|node| (node.id.uuid(), node)).collect();
    let selected: HashMap<Uuid, &Vec<String>> =
        audits.iter().map(|audit| (audit.id.uuid(), &audit.selected_implementation_groups.0)).collect();
    let put = |row: &mut RequirementAssessment| {
        let Some(node) = nodes.get(&row.requirement.uuid()) else { return };
        row.order_id = node.order_id;
        let now = &node.implementation_groups.0;
        if groups.get(&node.id.uuid()).is_some_and(|before| *before != now)
            && let Some(selected) = selected.get(&row.compliance_assessment.uuid())
        {
            row.selected = is_selected(now, selected);
        }
    };
    let changed = rows.iter().filter(|row| {
        let mut after = (*row).clone();
        put(&mut after);
        (after.order_id, after.selected) != (row.order_id, row.selected)
    });
    let mut changed: Vec<Uuid> = changed.map(|row| row.id.uuid()).collect();
    changed.sort_unstable();
    cx.modify_many::<RequirementAssessment>(&changed, |row| {
        put(row);
        Ok(())
    })
    .await?;
    cx.create_many(made).await?;
    Ok(ids)
}

/// A change of a framework's scale.
pub struct NewScale<'a> {
    pub old: &'a Framework,
    pub new: &'a Framework,
    pub old_nodes: &'a [RequirementNode],
    pub new_nodes: &'a [RequirementNode],
}

/// Whether an audit has the scale of its framework, and not one of its own.
pub fn follows(audit: &ComplianceAssessment, framework: &Framework) -> bool {
    (audit.min_score.unwrap_or(framework.min_score), audit.max_score.unwrap_or(framework.max_score))
        == (framework.min_score, framework.max_score)
}

fn range(framework: &Framework) -> Range {
    Range { min: framework.min_score, max: framework.max_score }
}

/// Moves audits that have the scale of their framework to the new one.
pub async fn rescale(cx: &mut Cx, change: &NewScale<'_>, action: ScoreStrategy, done: &mut Done) -> Result<()> {
    let (from, to) = (range(change.old), range(change.new));
    let all = of_framework(cx, change.new.id.uuid()).await?;
    let audits: Vec<ComplianceAssessment> = all.into_iter().filter(|audit| follows(audit, change.old)).collect();
    let way = strategy(action);
    for audit in &audits {
        let before = Scale::of(audit);
        let own = change.old.scores_definition.as_ref().map(|scores| &scores.0);
        let definition = if before.scores_definition.as_ref() == own {
            change.new.scores_definition.as_ref().map(|scores| scores.0.clone())
        } else {
            before.scores_definition.clone()
        };
        let target = before.target_score.and_then(|target| rescaled_target(number(target), from, to, way));
        let after = Scale {
            min_score: Some(to.min),
            max_score: Some(to.max),
            scores_definition: definition,
            target_score: target.and_then(decimal),
        };
        done.audits.push(Changed { id: audit.id.uuid(), before, after });
    }
    put_scales(cx, done.audits.iter().map(|one| (one.id, one.after.clone())).collect()).await?;
    let scales = Scales::new(change.old_nodes, change.new_nodes, from, to);
    let rows = rows_of(cx, &audits).await?;
    for row in rows.iter().filter(|row| Scores::of(row).are_any()) {
        let after = scales.moved(row, way);
        done.scores.push(Changed { id: row.id.uuid(), before: Scores::of(row), after });
    }
    let changed = done.scores.iter().filter(|one| one.before != one.after);
    put_scores(cx, changed.map(|one| (one.id, one.after.clone())).collect()).await
}

/// The scales of requirements before and after: their own, or that of the audit.
pub struct Scales {
    by_node: HashMap<Uuid, (Range, Range)>,
    audit: (Range, Range),
}

impl Scales {
    pub fn new(old: &[RequirementNode], new: &[RequirementNode], from: Range, to: Range) -> Self {
        let own = |node: &RequirementNode, audit: Range| Range {
            min: node.min_score.unwrap_or(audit.min),
            max: node.max_score.unwrap_or(audit.max),
        };
        let after: HashMap<Uuid, Range> = new.iter().map(|node| (node.id.uuid(), own(node, to))).collect();
        let pair = |node: &RequirementNode| {
            let id = node.id.uuid();
            (id, (own(node, from), after.get(&id).copied().unwrap_or(to)))
        };
        Self { by_node: old.iter().map(pair).collect(), audit: (from, to) }
    }

    /// The scores of a row on the new scale.
    pub fn moved(&self, row: &RequirementAssessment, way: Strategy) -> Scores {
        let (from, to) = self.by_node.get(&row.requirement.uuid()).copied().unwrap_or(self.audit);
        let scored = Scored {
            is_scored: row.is_scored,
            score: row.score,
            documentation_score: row.documentation_score,
            target: row.target_score.map(number),
        };
        match rescaled(scored, from, to, way) {
            None => Scores::of(row),
            Some(change) => Scores {
                is_scored: change.after.is_scored,
                score: change.after.score,
                documentation_score: change.after.documentation_score,
                target_score: change.after.target.and_then(decimal),
            },
        }
    }
}

fn decimal(number: f64) -> Option<Decimal> {
    Decimal::parse(&format!("{number:.4}"))
}

pub async fn put_scales(cx: &mut Cx, mut scales: HashMap<Uuid, Scale>) -> Result<()> {
    let mut ids: Vec<Uuid> = scales.keys().copied().collect();
    ids.sort_unstable();
    cx.modify_many::<ComplianceAssessment>(&ids, |audit| {
        if let Some(scale) = scales.remove(&audit.id.uuid()) {
            scale.put(audit);
        }
        Ok(())
    })
    .await
}

pub async fn put_scores(cx: &mut Cx, mut scores: HashMap<Uuid, Scores>) -> Result<()> {
    let mut ids: Vec<Uuid> = scores.keys().copied().collect();
    ids.sort_unstable();
    cx.modify_many::<RequirementAssessment>(&ids, |row| {
        if let Some(scores) = scores.remove(&row.id.uuid()) {
            scores.put(row);
        }
        Ok(())
    })
    .await
}
