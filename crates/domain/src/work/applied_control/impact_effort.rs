//! Controls by what they bring and what they take.

use std::collections::BTreeMap;

use cairn_engine::{Cx, Result};
use cairn_model::Describe;
use cairn_resources::work::{AppliedControl, Effort, Impact, Priority};
use serde::Serialize;
use uuid::Uuid;

use super::analytics::{MOST_DRAWN, is_open, listed};
use super::{Place, score};
use crate::list_query::ListQuery;

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

#[cfg(test)]
mod tests {
    use cairn_resources::work::Status;

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
}
