//! Controls counted and drawn: by what they are, by impact and effort, over time.

use std::collections::BTreeMap;

use cairn_engine::query::{Label, Select, objects};
use cairn_engine::{Cx, Object, Result};
use cairn_model::choice::ChoiceDef;
use cairn_model::{Date, Describe, FieldType, Value};
use cairn_resources::work::{AppliedControl, Category, CsfFunction, Effort, Impact, Priority, Status};
use serde::Serialize;
use uuid::Uuid;

use super::budget::{self, BudgetOverview};
use super::{Place, score};
use crate::list_query::ListQuery;
use crate::work::sight::visible;

/// More could not be told apart in a chart.
const MOST_DRAWN: usize = 1000;

/// The controls that the list with these parameters shows.
async fn listed<P: Place>(cx: &mut Cx, query: &ListQuery) -> Result<Vec<AppliedControl>> {
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

fn is_open(control: &AppliedControl) -> bool {
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

/// Controls by what they bring and what they take.
#[derive(Debug, Serialize, Describe)]
pub struct ImpactEffort {
    /// The number of controls for each pair that occurs.
    pub cells: Vec<ImpactCell>,
    /// Open controls, the best first, at most 1,000.
    pub controls: Vec<Weighed>,
    /// How many lack an impact or an effort.
    pub unrated: usize,
}

#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct ImpactCell {
    /// From 1 to 5.
    pub impact: i64,
    /// `XS`, `S`, `M`, `L` or `XL`.
    pub effort: &'static str,
    pub count: usize,
}

#[derive(Debug, Serialize, Describe)]
pub struct Weighed {
    pub id: Uuid,
    pub name: String,
    pub impact: i64,
    pub effort: &'static str,
    pub status: &'static str,
    pub priority: Option<i64>,
    pub ranking_score: i64,
    /// `quick_win` (much for little), `major_project` (much for much), `fill_in` (little for little) or `thankless` (little
    /// for much).
    pub quadrant: &'static str,
}

pub async fn impact_effort<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<ImpactEffort> {
    Ok(weighed(&listed::<P>(cx, &query).await?))
}

fn weighed(controls: &[AppliedControl]) -> ImpactEffort {
    let mut cells: BTreeMap<(i64, usize), usize> = BTreeMap::new();
    let mut best: Vec<Weighed> = Vec::new();
    let mut unrated = 0;
    for control in controls.iter().filter(|control| is_open(control)) {
        let (Some(impact), Some(effort)) = (control.control_impact, control.effort) else {
            unrated += 1;
            continue;
        };
        let size = Effort::ALL.iter().position(|one| *one == effort).unwrap_or_default();
        *cells.entry((impact.key(), size)).or_default() += 1;
        best.push(Weighed {
            id: control.id.uuid(),
            name: control.name.clone(),
            impact: impact.key(),
            effort: effort.key(),
            status: control.status.key(),
            priority: control.priority.map(Priority::key),
            ranking_score: score(control),
            quadrant: quadrant(impact, effort),
        });
    }
    best.sort_by(|one, other| other.ranking_score.cmp(&one.ranking_score).then_with(|| one.name.cmp(&other.name)));
    best.truncate(MOST_DRAWN);
    let cell =
        |((impact, size), count): ((i64, usize), usize)| ImpactCell { impact, effort: Effort::ALL[size].key(), count };
    ImpactEffort { cells: cells.into_iter().map(cell).collect(), controls: best, unrated }
}

/// The middle counts as little effort and as much impact: what is in doubt is worth a look.
fn quadrant(impact: Impact, effort: Effort) -> &'static str {
    let is_easy = matches!(effort, Effort::ExtraSmall | Effort::Small | Effort::Medium);
    match (impact >= Impact::Medium, is_easy) {
        (true, true) => "quick_win",
        (true, false) => "major_project",
        (false, true) => "fill_in",
        (false, false) => "thankless",
    }
}

/// Controls over time.
#[derive(Debug, Serialize, Describe)]
pub struct Gantt {
    /// Those with a start or an implementation date, the earliest first, at most 1,000.
    pub results: Vec<Span>,
    /// How many have neither.
    pub undated: usize,
}

#[derive(Debug, Serialize, Describe)]
pub struct Span {
    pub id: Uuid,
    pub name: String,
    /// Equal to the end if there is no start date.
    pub start: Date,
    /// Equal to the start if there is no implementation date.
    pub end: Date,
    /// In percent.
    pub progress: i64,
    pub status: &'static str,
    /// Whether its implementation date has passed and it is not active.
    pub is_late: bool,
    pub folder: Option<Label>,
}

pub async fn gantt<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<Gantt> {
    let controls = listed::<P>(cx, &query).await?;
    let today = cx.today();
    let folder = |id: Uuid| {
        let node = cx.tree().get(id).filter(|_| cx.sees_folder(id))?;
        Some(Label { id, text: node.name.clone() })
    };
    let span = |control: &AppliedControl| {
        let (first, last) = (control.start_date.or(control.eta)?, control.eta.or(control.start_date)?);
        Some(Span {
            id: control.id.uuid(),
            name: control.name.clone(),
            start: first.min(last),
            end: last.max(first),
            progress: control.progress_field,
            status: control.status.key(),
            is_late: is_open(control) && control.eta.is_some_and(|eta| eta < today),
            folder: folder(control.folder.uuid()),
        })
    };
    let mut results: Vec<Span> = controls.iter().filter_map(span).collect();
    let undated = controls.len() - results.len();
    results.sort_by(|one, other| (one.start, one.end, &one.name).cmp(&(other.start, other.end, &other.name)));
    results.truncate(MOST_DRAWN);
    Ok(Gantt { results, undated })
}

/// A ring of a sunburst, from the inside: function, category, status.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct Ring {
    /// The key of the choice, or `_unset`.
    pub key: String,
    pub name: String,
    pub value: usize,
    pub children: Vec<Ring>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Sunburst {
    /// Rings of rings: by function, then by category, then by status.
    pub results: Vec<serde_json::Value>,
}

pub async fn sunburst<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<Sunburst> {
    let controls = listed::<P>(cx, &query).await?;
    let all: Vec<&AppliedControl> = controls.iter().collect();
    let results = rings(&all, &LEVELS).into_iter().map(cairn_engine::action::output).collect::<Result<_>>()?;
    Ok(Sunburst { results })
}

/// A choice of controls and how to read it.
type Level = (&'static ChoiceDef, fn(&AppliedControl) -> Option<Value>);

const LEVELS: [Level; 3] = [
    (CsfFunction::DEF, |one| one.csf_function.map(FieldType::into_value)),
    (Category::DEF, |one| one.category.map(FieldType::into_value)),
    (Status::DEF, |one| Some(one.status.into_value())),
];

/// Only what occurs, in the order of the choices. What is not set comes last.
fn rings(controls: &[&AppliedControl], levels: &[Level]) -> Vec<Ring> {
    let Some(((choices, read), deeper)) = levels.split_first() else { return Vec::new() };
    let options = choices.options.iter().map(|option| (option.key.to_string(), option.label()));
    let all = options.chain([(budget::UNSET.to_owned(), "not_set".to_owned())]);
    let key = |one: &AppliedControl| {
        read(one).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_else(|| budget::UNSET.to_owned())
    };
    all.filter_map(|(wanted, name)| {
        let own: Vec<&AppliedControl> = controls.iter().copied().filter(|one| key(one) == wanted).collect();
        let ring = || Ring { key: wanted, name, value: own.len(), children: rings(&own, deeper) };
        (!own.is_empty()).then(ring)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::applied_control::tests::control;

    #[test]
    fn every_pair_falls_into_one_quadrant() {
        let mut quick = control();
        (quick.control_impact, quick.effort) = (Some(Impact::VeryHigh), Some(Effort::ExtraSmall));
        let mut thankless = control();
        (thankless.control_impact, thankless.effort) = (Some(Impact::Low), Some(Effort::ExtraLarge));
        let mut done = quick.clone();
        done.status = Status::Active;
        let found = weighed(&[thankless, quick, control(), done]);
        let quadrants: Vec<&str> = found.controls.iter().map(|one| one.quadrant).collect();
        assert_eq!((quadrants, found.unrated), (vec!["quick_win", "thankless"], 1));
        let counts: Vec<_> = found.cells.iter().map(|cell| (cell.impact, cell.effort, cell.count)).collect();
        assert_eq!(counts, [(2, "XL", 1), (5, "XS", 1)]);
    }

    #[test]
    fn rings_add_up() {
        let mut detecting = control();
        (detecting.csf_function, detecting.category) = (Some(CsfFunction::Detect), Some(Category::Technical));
        let plain = control();
        let found = rings(&[&detecting, &plain, &plain], &LEVELS);
        let outer: Vec<_> = found.iter().map(|ring| (ring.key.as_str(), ring.value)).collect();
        assert_eq!(outer, [("detect", 1), ("_unset", 2)]);
        assert_eq!(found[0].children[0].key, "technical");
        assert_eq!(found[1].children[0].children[0].value, 2);
    }

    #[test]
    fn choices_that_do_not_occur_are_counted_as_none() {
        let shares = shares(&[control()], Priority::DEF, |one| Some(one.priority?.key().to_string()));
        let counts: Vec<_> = shares.iter().map(|share| (share.key.as_str(), share.count)).collect();
        assert_eq!(counts, [("1", 0), ("2", 0), ("3", 0), ("4", 0), ("_unset", 1)]);
    }
}
