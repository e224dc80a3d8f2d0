//! An assessment in numbers: levels, treatments, tolerance and controls.

use std::collections::{BTreeMap, BTreeSet};

use cairn_engine::{Cx, Nothing, Result};
use cairn_model::choice::ChoiceOption;
use cairn_model::{Describe, Type, Value};
use cairn_resources::risk::Treatment;
use cairn_resources::work::{AppliedControl, Status};
use cairn_risk::Stage;
use cairn_risk::controls::Controls;
use cairn_risk::counts::{PerLevel, per_tolerance};
use serde::Serialize;
use uuid::Uuid;

use super::super::levels::LevelName;
use super::super::scenario::LevelCount;
use super::scenarios::Loaded;
use crate::work::sight::visible;

#[derive(Debug, Serialize, Describe)]
pub struct Analytics {
    /// How many scenarios there are.
    pub count: usize,
    /// All levels from the lowest, after what is not rated.
    pub inherent: Vec<LevelCount>,
    pub current: Vec<LevelCount>,
    pub residual: Vec<LevelCount>,
    pub within_tolerance: Tolerated,
    pub treatments: Vec<Treated>,
    /// Controls that exist, each once, by status.
    pub existing_controls: Vec<ControlCount>,
    /// Planned controls, each once, by status.
    pub planned_controls: Vec<ControlCount>,
    /// Scenarios whose controls are both existing and planned.
    pub planned_twice: Vec<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Tolerated {
    pub yes: usize,
    pub no: usize,
    /// Without a tolerance, or without a current level.
    pub unknown: usize,
}

#[derive(Debug, Serialize, Describe)]
pub struct Treated {
    pub treatment: &'static str,
    pub value: usize,
}

#[derive(Debug, Serialize, Describe)]
pub struct ControlCount {
    pub status: &'static str,
    pub label: String,
    pub value: usize,
}

pub async fn risk_analytics(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Analytics> {
    let loaded = Loaded::load(cx, id).await?;
    let names = loaded.grid.risks(cx);
    let [inherent, current, residual] = [Stage::Inherent, Stage::Current, Stage::Residual]
        .map(|stage| levels(&PerLevel::of(&loaded.grid.matrix, &loaded.ratings, stage), &names));
    let tolerance = usize::try_from(loaded.assessment.risk_tolerance).ok();
    let [yes, no, unknown] = per_tolerance(&loaded.grid.matrix, &loaded.ratings, tolerance);
    let treatments = Treatment::ALL.iter().map(|treatment| Treated {
        treatment: treatment.key(),
        value: loaded.rows.iter().filter(|row| row.treatment == *treatment).count(),
    });
    let existing: BTreeSet<Uuid> = loaded.rows.iter().flat_map(|row| row.existing_applied_controls.uuids()).collect();
    let planned: BTreeSet<Uuid> = loaded.rows.iter().flat_map(|row| row.applied_controls.uuids()).collect();
    let statuses = statuses(cx, existing.union(&planned).copied().collect()).await?;
    let twice = loaded.rows.iter().filter(|row| {
        let (existing, planned) = (row.existing_applied_controls.uuids(), row.applied_controls.uuids());
        !Controls { existing: &existing, planned: &planned }.twice().is_empty()
    });
    Ok(Analytics {
        count: loaded.rows.len(),
        inherent,
        current,
        residual,
        within_tolerance: Tolerated { yes, no, unknown },
        treatments: treatments.collect(),
        existing_controls: by_status(&existing, &statuses),
        planned_controls: by_status(&planned, &statuses),
        planned_twice: twice.map(|row| row.id.uuid()).collect(),
    })
}

fn levels(counts: &PerLevel, names: &[LevelName]) -> Vec<LevelCount> {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let unrated = LevelCount { level: -1, name: String::new(), color: String::new(), value: count(counts.unrated) };
    let rated = counts.levels.iter().zip(names).map(|(value, level)| LevelCount {
        level: level.value,
        name: level.name.clone(),
        color: level.hexcolor.clone(),
        value: count(*value),
    });
    [unrated].into_iter().chain(rated).collect()
}

/// The statuses of the controls that the caller sees.
async fn statuses(cx: &mut Cx, ids: Vec<Uuid>) -> Result<BTreeMap<Uuid, String>> {
    let mut select = visible(cx, cx.resource::<AppliedControl>());
    select.any_of("id", Value::Uuids(ids));
    let rows = cx.conn.query(&select.project("t.id, t.status"), &[Type::Uuid, Type::Text]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned()))).collect())
}

fn by_status(controls: &BTreeSet<Uuid>, statuses: &BTreeMap<Uuid, String>) -> Vec<ControlCount> {
    let has = |status: &Status| {
        let own = controls.iter().filter_map(|control| statuses.get(control));
        own.filter(|own| own.as_str() == status.key()).count()
    };
    let labels = Status::DEF.options.iter().map(ChoiceOption::label);
    let all = Status::ALL.iter().zip(labels);
    all.map(|(status, label)| ControlCount { status: status.key(), label, value: has(status) }).collect()
}
