//! Scenarios counted: by level, and by what they affect.

use std::collections::BTreeMap;

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Type, Value};
use cairn_resources::library::RiskMatrix;
use cairn_resources::risk::RiskScenario;
use cairn_risk::Stage;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::levels::{Grid, LevelName};
use super::super::rating;
use crate::catalogue::terminology;
use crate::list_query::ListQuery;
use crate::work::sight::visible;

/// An assessment.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct In {
    pub risk_assessment: Uuid,
}

/// Which scenarios to count: the filters of their list.
pub type Within = ListQuery;

#[derive(Debug, Serialize, Describe)]
pub struct PerLevels {
    pub results: Stages,
}

/// From the lowest level to the highest; what is not rated comes first. Levels of different matrices that have the same name and
/// place are one.
#[derive(Debug, Default, Serialize, Describe)]
pub struct Stages {
    pub inherent: Vec<LevelCount>,
    pub current: Vec<LevelCount>,
    pub residual: Vec<LevelCount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Describe)]
pub struct LevelCount {
    /// The level. -1 for what is not rated.
    pub level: i64,
    /// Empty for what is not rated.
    pub name: String,
    pub color: String,
    pub value: i64,
}

/// So many scenarios with this matrix have these levels: inherent, current and residual.
struct Group {
    matrix: Option<Uuid>,
    levels: [i64; 3],
    count: i64,
}

async fn groups(cx: &mut Cx, query: &ListQuery) -> Result<Vec<Group>> {
    let mut select = visible(cx, cx.resource::<RiskScenario>());
    query.params().apply(cx, &mut select)?;
    let [inherent, current, residual] =
        [Stage::Inherent, Stage::Current, Stage::Residual].map(|stage| rating::fields(stage)[2]);
    let columns = format!(
        "(select a.risk_matrix from risk_assessments a where a.id = t.risk_assessment) as m, \
         t.{inherent} as i, t.{current} as c, t.{residual} as r"
    );
    let mut sql = Sql::raw("select x.m, x.i, x.c, x.r, count(*) from (");
    sql.append(select.project(&columns)).push(") x group by x.m, x.i, x.c, x.r");
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Int, Type::Int, Type::Int, Type::Int]).await?;
    let number = |value: &Value| value.as_int().unwrap_or(-1);
    let read = |row: &cairn_store::Row| Group {
        matrix: row[0].as_uuid(),
        levels: [number(&row[1]), number(&row[2]), number(&row[3])],
        count: number(&row[4]),
    };
    Ok(rows.iter().map(read).collect())
}

/// All scenarios that the caller may see, by level.
pub async fn levels(cx: &mut Cx) -> Result<Stages> {
    Ok(count_per_level(cx, ListQuery::default()).await?.results)
}

pub async fn count_per_level(cx: &mut Cx, query: ListQuery) -> Result<PerLevels> {
    let groups = groups(cx, &query).await?;
    let ids: Vec<Uuid> = groups.iter().filter_map(|group| group.matrix).collect();
    let matrices: Vec<RiskMatrix> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(ids));
        })
        .await?;
    let mut names: BTreeMap<Uuid, Vec<LevelName>> = BTreeMap::new();
    for matrix in matrices {
        let grid = Grid::new(matrix.json_definition.0)?;
        names.insert(matrix.id.uuid(), grid.risks(cx));
    }
    let mut stages = [BTreeMap::new(), BTreeMap::new(), BTreeMap::new()];
    for group in &groups {
        let known = group.matrix.and_then(|matrix| names.get(&matrix));
        for (level, counts) in group.levels.into_iter().zip(&mut stages) {
            let at = usize::try_from(level).ok();
            let named = at.and_then(|at| known?.get(at));
            let (name, color) = named.map_or_else(
                || (at.map(|at| at.to_string()).unwrap_or_default(), String::new()),
                |level| (level.name.clone(), level.hexcolor.clone()),
            );
            let place = counts.entry((level, name)).or_insert((color, 0));
            place.1 += group.count;
        }
    }
    let [inherent, current, residual] = stages.map(|counts| {
        let all = counts.into_iter();
        all.map(|((level, name), (color, value))| LevelCount { level, name, color, value }).collect()
    });
    Ok(PerLevels { results: Stages { inherent, current, residual } })
}

#[derive(Debug, Serialize, Describe)]
pub struct Qualifications {
    pub results: Vec<QualificationCount>,
}

#[derive(Debug, Serialize, Describe)]
pub struct QualificationCount {
    pub id: Uuid,
    pub name: String,
    pub value: i64,
}

pub async fn qualifications_count(cx: &mut Cx, query: ListQuery) -> Result<Qualifications> {
    let scenarios = cx.resource::<RiskScenario>();
    let mut select = visible(cx, scenarios);
    query.params().apply(cx, &mut select)?;
    let counts = terminology::counted(cx, scenarios, &select, "qualifications").await?;
    let results = counts.into_iter().map(|(id, name, value)| QualificationCount { id, name, value }).collect();
    Ok(Qualifications { results })
}
