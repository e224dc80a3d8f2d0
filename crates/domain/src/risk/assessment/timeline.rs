//! The levels of an assessment over time, from the journal.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::{Cx, Nothing, Result, log};
use cairn_model::{Date, Describe, Record, Type, Value};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_risk::Stage;
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use super::super::levels::{Grid, LevelName};
use super::super::rating;

/// So many changes are read at most, the newest.
const MAX_CHANGES: usize = 200_000;

/// How many scenarios had which level at the end of each day on which something changed.
#[derive(Debug, Serialize, Describe)]
pub struct Timeline {
    /// The levels of the matrix that is used now.
    pub levels: Vec<LevelName>,
    pub points: Vec<Point>,
}

/// Counts by level, as numbers of the matrix that was used then. `-1` is what was not rated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Describe)]
pub struct Point {
    pub date: Date,
    pub count: usize,
    pub inherent: BTreeMap<String, usize>,
    pub current: BTreeMap<String, usize>,
    pub residual: BTreeMap<String, usize>,
}

/// A change of a scenario.
struct Change {
    day: Date,
    scenario: Uuid,
    is_deletion: bool,
    changes: Json,
}

pub async fn risk_timeline(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Timeline> {
    let assessment: RiskAssessment = cx.get(id).await?;
    let levels = Grid::of_assessment(cx, id).await?.risks(cx);
    let changes = changes(cx, &assessment).await?;
    Ok(Timeline { levels, points: points(id, &changes) })
}

/// The changes of all scenarios in the assessment's domain that the caller may read, also of deleted ones.
async fn changes(cx: &mut Cx, assessment: &RiskAssessment) -> Result<Vec<Change>> {
    let (zone, now) = (cx.time_zone(), cx.now);
    let mut sql = Sql::raw(
        "select j.at, j.object_id, j.kind, cast(j.changes as text) from journal j where j.object_id in \
         (select q.id from places q where q.resource = ",
    );
    sql.bind(RiskScenario::PATH).push(" and q.folder = ").bind(assessment.folder.uuid());
    sql.push(") and j.resource = ").bind(RiskScenario::PATH).push(&format!(" and j.kind in {}", log::CHANGES));
    sql.push(" and j.at <= ").bind(now);
    if let Some(sight) = log::sight(cx, "j") {
        sql.push(" and ").append(sight);
    }
    sql.push(" order by j.seq desc limit ").bind(MAX_CHANGES as i64);
    // A rebuilt past is made from the journal and does not contain it.
    let mut live = if cx.is_present() { None } else { Some(cx.engine.db.read().await?) };
    let conn = live.as_mut().unwrap_or(&mut cx.conn);
    let rows = conn.query(&sql, &[Type::Time, Type::Uuid, Type::Text, Type::Text]).await?;
    let read = |row: &Vec<Value>| {
        let changes = row[3].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let is_deletion = row[2].as_str() == Some("deleted");
        Some(Change { day: row[0].as_time()?.date_in(zone), scenario: row[1].as_uuid()?, is_deletion, changes })
    };
    Ok(rows.iter().rev().filter_map(read).collect())
}

/// Plays the changes one after another, and counts at the end of each day.
fn points(assessment: Uuid, changes: &[Change]) -> Vec<Point> {
    let mut known: HashMap<Uuid, [i64; 3]> = HashMap::new();
    let mut points: Vec<Point> = Vec::new();
    let assessment = Json::String(assessment.to_string());
    for (at, change) in changes.iter().enumerate() {
        if change.is_deletion {
            known.remove(&change.scenario);
        } else {
            if change.changes["risk_assessment"][1] == assessment {
                known.insert(change.scenario, [-1; 3]);
            }
            if let Some(levels) = known.get_mut(&change.scenario) {
                for (level, stage) in levels.iter_mut().zip(Stage::ALL) {
                    *level = change.changes[rating::fields(*stage)[2]][1].as_i64().unwrap_or(*level);
                }
            }
        }
        let is_last = changes.get(at + 1).is_none_or(|next| next.day != change.day);
        if is_last {
            let point = count(change.day, &known);
            let is_same = points.last().is_some_and(|last| Point { date: point.date, ..last.clone() } == point);
            let is_empty = points.is_empty() && point.count == 0;
            if !is_same && !is_empty {
                points.push(point);
            }
        }
    }
    points
}

fn count(date: Date, known: &HashMap<Uuid, [i64; 3]>) -> Point {
    let by = |stage: usize| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for levels in known.values() {
            *counts.entry(levels[stage].to_string()).or_default() += 1;
        }
        counts
    };
    Point { date, count: known.len(), inherent: by(0), current: by(1), residual: by(2) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn change(day: &str, scenario: u128, changes: Json) -> Change {
        let is_deletion = changes.is_null();
        Change { day: day.parse().unwrap(), scenario: Uuid::from_u128(scenario), is_deletion, changes }
    }

    #[test]
    fn the_end_of_each_day_counts() {
        let (ours, other) = (Uuid::from_u128(9), Uuid::from_u128(8));
        let changes = [
            change("2026-01-01", 1, json!({ "risk_assessment": [null, ours.to_string()], "current_level": [null, 2] })),
            change(
                "2026-01-01",
                2,
                json!({ "risk_assessment": [null, other.to_string()], "current_level": [null, 4] }),
            ),
            change("2026-01-02", 1, json!({ "name": ["a", "b"] })),
            change("2026-01-03", 1, json!({ "current_level": [2, 1] })),
            change("2026-01-03", 3, json!({ "risk_assessment": [null, ours.to_string()] })),
            change("2026-01-04", 1, Json::Null),
        ];
        let points = points(ours, &changes);
        let current: Vec<(String, Json)> =
            points.iter().map(|point| (point.date.to_string(), json!(point.current))).collect();
        let expected = [
            ("2026-01-01", json!({ "2": 1 })),
            ("2026-01-03", json!({ "-1": 1, "1": 1 })),
            ("2026-01-04", json!({ "-1": 1 })),
        ];
        assert_eq!(current, expected.map(|(day, counts)| (day.to_owned(), counts)));
    }
}
