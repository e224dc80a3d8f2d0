//! Controls counted by what they are.

use std::collections::BTreeMap;

use cairn_engine::query::{Select, objects};
use cairn_engine::{Cx, Object, Result};
use cairn_model::Describe;
use cairn_model::choice::ChoiceDef;
use cairn_resources::work::{AppliedControl, Category, CsfFunction, Effort, Impact, Priority, Status};
use serde::Serialize;

use super::Place;
use super::budget::{self, BudgetOverview};
use crate::list_query::ListQuery;
use crate::work::sight::visible;

/// More could not be told apart in a chart.
pub(super) const MOST_DRAWN: usize = 1000;

/// The controls that the list with these parameters shows.
pub(super) async fn listed<P: Place>(cx: &mut Cx, query: &ListQuery) -> Result<Vec<AppliedControl>> {
    let resource = P::resource(cx);
    let mut select: Select = visible(cx, resource);
    query.params().apply(cx, &mut select)?;
    objects(cx, resource, select).await?.iter().map(Object::decode).collect()
}

/// Numbers about controls, ready for charts.
#[derive(Debug, Serialize, Describe)]
pub struct Analytics {
    pub count: usize,
    pub active: usize,
    /// Neither active nor deprecated, and past the implementation date.
    pub overdue: usize,
    pub without_owner: usize,
    pub without_evidence: usize,
    /// The mean progress in percent, rounded down.
    pub progress: i64,
    pub by_status: Vec<Share>,
    pub by_priority: Vec<Share>,
    pub by_category: Vec<Share>,
    pub by_csf_function: Vec<Share>,
    pub by_effort: Vec<Share>,
    pub by_impact: Vec<Share>,
    /// What they cost in a year.
    pub budget: BudgetOverview,
}

/// How many controls have a choice.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct Share {
    /// The key of the choice, or `_unset`.
    pub key: String,
    pub label: String,
    pub count: usize,
}

pub async fn analytics<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<Analytics> {
    let controls = listed::<P>(cx, &query).await?;
    let today = cx.today();
    let count = |is_meant: &dyn Fn(&AppliedControl) -> bool| controls.iter().filter(|one| is_meant(one)).count();
    let progress: i64 = controls.iter().map(|one| one.progress_field).sum();
    Ok(Analytics {
        count: controls.len(),
        active: count(&|one| one.status == Status::Active),
        overdue: count(&|one| is_open(one) && one.eta.is_some_and(|eta| eta < today)),
        without_owner: count(&|one| one.owner.is_empty()),
        without_evidence: count(&|one| one.evidences.is_empty()),
        progress: progress.checked_div(controls.len() as i64).unwrap_or_default(),
        by_status: shares(&controls, Status::DEF, |one| Some(one.status.key().to_owned())),
        by_priority: shares(&controls, Priority::DEF, |one| Some(one.priority?.key().to_string())),
        by_category: shares(&controls, Category::DEF, |one| Some(one.category?.key().to_owned())),
        by_csf_function: shares(&controls, CsfFunction::DEF, |one| Some(one.csf_function?.key().to_owned())),
        by_effort: shares(&controls, Effort::DEF, |one| Some(one.effort?.key().to_owned())),
        by_impact: shares(&controls, Impact::DEF, |one| Some(one.control_impact?.key().to_string())),
        budget: budget::overview(cx, &controls).await?,
    })
}

pub(super) fn is_open(control: &AppliedControl) -> bool {
    !matches!(control.status, Status::Active | Status::Deprecated)
}

/// Every choice in its order, also those that do not occur. What is not set comes last.
fn shares(
    controls: &[AppliedControl],
    choices: &ChoiceDef,
    key: impl Fn(&AppliedControl) -> Option<String>,
) -> Vec<Share> {
    let mut counts: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for control in controls {
        *counts.entry(key(control)).or_default() += 1;
    }
    let known = choices.options.iter().map(|option| {
        let key = option.key.to_string();
        Share { count: counts.get(&Some(key.clone())).copied().unwrap_or_default(), label: option.label(), key }
    });
    let unset = Share {
        key: budget::UNSET.to_owned(),
        label: "not_set".to_owned(),
        count: counts.get(&None).copied().unwrap_or_default(),
    };
    known.chain([unset]).collect()
}

/// What a year of the controls of a list costs.
pub async fn budget_overview<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<BudgetOverview> {
    let controls = listed::<P>(cx, &query).await?;
    budget::overview(cx, &controls).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::applied_control::tests::control;

    #[test]
    fn choices_that_do_not_occur_are_counted_as_none() {
        let shares = shares(&[control()], Priority::DEF, |one| Some(one.priority?.key().to_string()));
        let counts: Vec<_> = shares.iter().map(|share| (share.key.as_str(), share.count)).collect();
        assert_eq!(counts, [("1", 0), ("2", 0), ("3", 0), ("4", 0), ("_unset", 1)]);
    }
}
