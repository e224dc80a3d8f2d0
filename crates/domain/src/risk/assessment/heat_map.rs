//! Where the scenarios of an assessment are on its matrix, and how they move.

use cairn_engine::{Cx, Nothing, Result};
use cairn_model::Describe;
use cairn_risk::Stage;
use cairn_risk::heat_map::{HeatMap, Place, movements};
use serde::Serialize;
use uuid::Uuid;

use super::super::levels::LevelName;
use super::scenarios::Loaded;

/// The matrix with its scenarios, for each stage.
#[derive(Debug, Serialize, Describe)]
pub struct HeatMaps {
    /// The axes and the levels, from the lowest.
    pub probability: Vec<LevelName>,
    pub impact: Vec<LevelName>,
    pub risk: Vec<LevelName>,
    /// The highest level that is acceptable. -1 if there is none.
    pub risk_tolerance: i64,
    /// The scenarios in the order of their references.
    pub scenarios: Vec<Dot>,
    pub inherent: StageMap,
    pub current: StageMap,
    pub residual: StageMap,
    /// What moves from the inherent over the current to the residual risk.
    pub movements: Vec<Moved>,
}

/// A scenario on the map.
#[derive(Debug, Serialize, Describe)]
pub struct Dot {
    pub id: Uuid,
    pub ref_id: String,
    pub name: String,
    pub treatment: &'static str,
}

#[derive(Debug, Serialize, Describe)]
pub struct StageMap {
    /// All cells, row by row, by probability and then by impact.
    pub cells: Vec<Filled>,
    /// Scenarios without both scores.
    pub unrated: Vec<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Filled {
    pub probability: usize,
    pub impact: usize,
    pub level: usize,
    pub scenarios: Vec<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Moved {
    pub from: Spot,
    pub to: Spot,
    pub scenarios: Vec<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Spot {
    /// `inherent`, `current` or `residual`.
    pub stage: &'static str,
    pub probability: usize,
    pub impact: usize,
}

pub async fn heat_map(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<HeatMaps> {
    let loaded = Loaded::load(cx, id).await?;
    let matrix = &loaded.grid.matrix;
    let stage = |stage: Stage| {
        let map = HeatMap::of(matrix, &loaded.ratings, stage);
        let filled = map.cells.into_iter().map(|cell| Filled {
            probability: cell.place.0,
            impact: cell.place.1,
            level: cell.level,
            scenarios: loaded.ids(&cell.scenarios),
        });
        StageMap { cells: filled.collect(), unrated: loaded.ids(&map.unrated) }
    };
    let spot = |(stage, (probability, impact)): (Stage, Place)| Spot { stage: stage.as_str(), probability, impact };
    let moved = movements(matrix, &loaded.ratings).into_iter().map(|movement| Moved {
        from: spot(movement.from),
        to: spot(movement.to),
        scenarios: loaded.ids(&movement.scenarios),
    });
    let dots = loaded.rows.iter().map(|row| Dot {
        id: row.id.uuid(),
        ref_id: row.ref_id.clone(),
        name: row.name.clone(),
        treatment: row.treatment.key(),
    });
    Ok(HeatMaps {
        probability: loaded.grid.probabilities(cx),
        impact: loaded.grid.impacts(cx),
        risk: loaded.grid.risks(cx),
        risk_tolerance: loaded.assessment.risk_tolerance,
        scenarios: dots.collect(),
        inherent: stage(Stage::Inherent),
        current: stage(Stage::Current),
        residual: stage(Stage::Residual),
        movements: moved.collect(),
    })
}
