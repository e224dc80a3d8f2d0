//! Objectives, what is inherited of them, and whether the capabilities of an asset meet them.
//!
//! A primary asset must meet its own objectives. A supporting asset must meet the strictest objectives of all primary
//! assets above it: what it supports decides, not what it says about itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cairn_engine::computed::Structs;
use cairn_engine::{Cx, FieldErrors, Nothing, Result};
use cairn_model::{Describe, FieldType, Type, Value};
use cairn_resources::work::{Asset, AssetType, ObjectiveSet, RecoveryObjectives, RecoverySet, SecurityObjectives};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::around::Lineage;
use super::lineage::{Way, join_found, lineage};
use super::scale;
use crate::work::sight::{sight, visible};

/// The levels of the scale of security objectives.
const SCALE: std::ops::RangeInclusive<i64> = 0..=4;

/// The two sets of objectives that an asset has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// Levels: higher is stricter.
    Security,
    /// Seconds: lower is stricter.
    Recovery,
}

/// A number for each objective of a kind, in the order of its names.
pub(super) type Levels = Vec<Option<i64>>;

impl Sort {
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Sort::Security => &ObjectiveSet::NAMES,
            Sort::Recovery => &RecoverySet::NAMES,
        }
    }

    pub const fn column(self) -> &'static str {
        match self {
            Sort::Security => "security_objectives",
            Sort::Recovery => "disaster_recovery_objectives",
        }
    }

    /// The column with the actual capabilities of an asset.
    pub const fn capability_column(self) -> &'static str {
        match self {
            Sort::Security => "security_capabilities",
            Sort::Recovery => "recovery_capabilities",
        }
    }

    pub fn none(self) -> Levels {
        vec![None; self.names().len()]
    }

    /// The levels of a column, as it was read.
    pub fn levels(self, column: &Value) -> Levels {
        let text = column.as_str().unwrap_or("{}");
        match self {
            Sort::Security => serde_json::from_str(text).map_or(self.none(), |set: SecurityObjectives| security(&set)),
            Sort::Recovery => serde_json::from_str(text).map_or(self.none(), |set: RecoveryObjectives| recovery(&set)),
        }
    }

    fn objectives(self, asset: &Asset) -> Levels {
        match self {
            Sort::Security => security(&asset.security_objectives.0),
            Sort::Recovery => recovery(&asset.disaster_recovery_objectives.0),
        }
    }

    fn capabilities(self, asset: &Asset) -> Levels {
        match self {
            Sort::Security => security(&asset.security_capabilities.0),
            Sort::Recovery => recovery(&asset.recovery_capabilities.0),
        }
    }

    fn meets(self, reality: i64, expectation: i64) -> bool {
        match self {
            Sort::Security => reality >= expectation,
            Sort::Recovery => reality <= expectation,
        }
    }

    /// Takes the stricter of two, for each objective.
    pub fn raise(self, to: &mut Levels, by: &Levels) {
        for (own, other) in to.iter_mut().zip(by) {
            *own = match (*own, *other) {
                (Some(a), Some(b)) => Some(if self.meets(a, b) { a } else { b }),
                (a, b) => a.or(b),
            };
        }
    }

    /// Takes the worse of two, for each objective.
    pub fn lower(self, to: &mut Levels, by: &Levels) {
        for (own, other) in to.iter_mut().zip(by) {
            *own = match (*own, *other) {
                (Some(a), Some(b)) => Some(if self.meets(a, b) { b } else { a }),
                (a, b) => a.or(b),
            };
        }
    }
}

/// Disabled objectives require nothing.
fn security(set: &SecurityObjectives) -> Levels {
    let level = |name: &&str| set.objectives.get(name).filter(|objective| objective.is_enabled)?.value;
    ObjectiveSet::NAMES.iter().map(level).collect()
}

fn recovery(set: &RecoveryObjectives) -> Levels {
    RecoverySet::NAMES.iter().map(|name| set.objectives.get(name)?.value.map(i64::from)).collect()
}

/// Refuses levels outside the scale.
pub fn check(asset: &Asset) -> Result<()> {
    let mut errors = FieldErrors::default();
    for (field, set) in [
        ("security_objectives", &asset.security_objectives.0),
        ("security_capabilities", &asset.security_capabilities.0),
    ] {
        for name in ObjectiveSet::NAMES {
            let value = set.objectives.get(name).and_then(|objective| objective.value);
            if let Some(value) = value.filter(|value| !SCALE.contains(value)) {
                let (low, high) = (SCALE.start(), SCALE.end());
                errors.add(field, format!("The level of {name} must be from {low} to {high}, not {value}."));
            }
        }
    }
    errors.into_result()
}

/// An objective of an asset compared with its actual capability.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct Comparison {
    pub objective: &'static str,
    pub expectation: Option<i64>,
    /// The objective as text: a level on the instance's scale, or a time.
    pub expectation_label: Option<String>,
    pub reality: Option<i64>,
    /// The actual capability, as text.
    pub reality_label: Option<String>,
    /// Whether the capability meets the objective. Null if either is unknown.
    pub verdict: Option<bool>,
}

fn compare(
    sort: Sort,
    expectations: &Levels,
    realities: &Levels,
    words: impl Fn(i64) -> Option<String>,
) -> Vec<Comparison> {
    let pairs = expectations.iter().zip(realities);
    let compared = sort.names().iter().zip(pairs).map(|(objective, (expectation, reality))| Comparison {
        objective,
        expectation: *expectation,
        expectation_label: expectation.and_then(&words),
        reality: *reality,
        reality_label: reality.and_then(&words),
        verdict: expectation.and_then(|expectation| reality.map(|reality| sort.meets(reality, expectation))),
    });
    compared.collect()
}

/// What the primary assets above require of each asset below. Only assets that the caller may see count, and only
/// paths through such assets.
async fn inherited(cx: &mut Cx, sort: Sort, origins: Option<Vec<Uuid>>) -> Result<HashMap<Uuid, Levels>> {
    let dialect = cx.conn.dialect();
    let mut sql: Sql = lineage(Way::Up, dialect, origins, |alias| sight::<Asset>(cx, alias));
    let assets = join_found(dialect);
    sql.push(&format!(" select w.origin, r.{} from w{assets} and r.\"type\" = ", sort.column()));
    sql.bind(AssetType::Primary.into_value());
    let mut all: HashMap<Uuid, Levels> = HashMap::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Json]).await? {
        let (Some(origin), false) = (row[0].as_uuid(), row[1].is_null()) else { continue };
        sort.raise(all.entry(origin).or_insert_with(|| sort.none()), &sort.levels(&row[1]));
    }
    Ok(all)
}

/// The own objectives of a primary asset; the inherited ones of a supporting asset.
fn expected(sort: Sort, is_primary: bool, own: Levels, inherited: Option<&Levels>) -> Levels {
    if is_primary { own } else { inherited.cloned().unwrap_or_else(|| sort.none()) }
}

async fn comparisons(cx: &mut Cx, sort: Sort, rows: &Structs<Asset>) -> Result<Vec<Vec<Comparison>>> {
    let lineage: Arc<Lineage> = rows.around(cx).await?;
    let carriers = lineage.carriers(sort);
    let words = |number: i64| match sort {
        Sort::Security => scale::word(cx, number).map(str::to_owned),
        Sort::Recovery => Some(scale::duration(number)),
    };
    let compared = rows.iter().map(|asset| {
        let (id, is_primary) = (asset.id.uuid(), asset.r#type == AssetType::Primary);
        let expectations = expected(sort, is_primary, sort.objectives(asset), Some(&lineage.inherited(sort, id)));
        let reality = if is_primary { carriers.reality(sort, id) } else { sort.capabilities(asset) };
        compare(sort, &expectations, &reality, words)
    });
    Ok(compared.collect())
}

pub async fn security_comparison(cx: &mut Cx, rows: &Structs<Asset>) -> Result<Vec<Vec<Comparison>>> {
    comparisons(cx, Sort::Security, rows).await
}

pub async fn recovery_comparison(cx: &mut Cx, rows: &Structs<Asset>) -> Result<Vec<Vec<Comparison>>> {
    comparisons(cx, Sort::Recovery, rows).await
}

/// The objectives of an asset.
#[derive(Debug, Serialize, Describe)]
pub struct Expected {
    pub id: Uuid,
    #[serde(rename = "str")]
    pub text: String,
    pub is_primary: bool,
    /// The asset's own objectives if it is primary, otherwise the most demanding objectives of the primary assets it
    /// supports.
    pub objectives: BTreeMap<String, i64>,
    /// Whether they are inherited.
    pub is_inherited: bool,
}

async fn all_expected(cx: &mut Cx, sort: Sort) -> Result<Vec<Expected>> {
    let assets = cx.resource::<Asset>();
    let mut sql = visible(cx, assets).project(&format!("t.id, t.name, t.\"type\", t.{}", sort.column()));
    sql.push(" order by lower(t.name), t.id");
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Text, Type::Json]).await?;
    let above = inherited(cx, sort, None).await?;
    let mut all = Vec::new();
    for row in rows {
        let id = row[0].as_uuid().unwrap_or_default();
        let is_primary = row[2].as_str() == Some(AssetType::Primary.key());
        let levels = expected(sort, is_primary, sort.levels(&row[3]), above.get(&id));
        let named = sort.names().iter().zip(&levels);
        let objectives: BTreeMap<String, i64> =
            named.filter_map(|(name, level)| Some(((*name).to_owned(), (*level)?))).collect();
        if !objectives.is_empty() {
            let text = row[1].as_str().unwrap_or_default().to_owned();
            all.push(Expected { id, text, is_primary, objectives, is_inherited: !is_primary });
        }
    }
    Ok(all)
}

pub async fn security_objectives(cx: &mut Cx, _: Nothing) -> Result<Vec<Expected>> {
    all_expected(cx, Sort::Security).await
}

pub async fn disaster_recovery_objectives(cx: &mut Cx, _: Nothing) -> Result<Vec<Expected>> {
    all_expected(cx, Sort::Recovery).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn security_of(json: &str) -> Levels {
        Sort::Security.levels(&Value::Json(json.into()))
    }

    #[test]
    fn only_enabled_objectives_count() {
        let levels = security_of(
            r#"{"objectives":{"confidentiality":{"value":3},"integrity":{"value":2,"is_enabled":false},"privacy":{"value":null}}}"#,
        );
        assert_eq!(levels, [Some(3), None, None, None, None, None, None]);
        assert_eq!(security_of("{}"), Sort::Security.none());
    }

    #[test]
    fn the_highest_level_and_the_shortest_time_are_inherited() {
        let mut levels = vec![Some(1), None, Some(4)];
        Sort::Security.raise(&mut levels, &vec![Some(3), Some(2), Some(0)]);
        assert_eq!(levels, [Some(3), Some(2), Some(4)]);
        let mut times = vec![Some(3600), None, Some(60)];
        Sort::Recovery.raise(&mut times, &vec![Some(600), Some(10), Some(90)]);
        assert_eq!(times, [Some(600), Some(10), Some(60)]);
        Sort::Recovery.lower(&mut times, &vec![Some(900), None, Some(5)]);
        assert_eq!(times, [Some(900), Some(10), Some(60)]);
    }

    #[test]
    fn a_primary_asset_answers_for_itself_and_a_supporting_one_for_those_above() {
        let (own, above) = (vec![Some(4)], vec![Some(1)]);
        assert_eq!(expected(Sort::Security, true, own.clone(), Some(&above)), [Some(4)]);
        assert_eq!(expected(Sort::Security, false, own.clone(), Some(&above)), [Some(1)]);
        assert_eq!(expected(Sort::Security, false, own, None), Sort::Security.none());
    }

    #[test]
    fn a_verdict_needs_both_sides() {
        let words = |number: i64| Some(number.to_string());
        let compared =
            compare(Sort::Recovery, &vec![Some(600), Some(600), Some(600)], &vec![Some(600), Some(601), None], words);
        let verdicts: Vec<Option<bool>> = compared.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [Some(true), Some(false), None]);
        assert_eq!(compared[0].objective, "rto");
        let compared = compare(Sort::Security, &vec![Some(3), Some(3), None], &vec![Some(3), Some(2), Some(1)], words);
        let verdicts: Vec<Option<bool>> = compared.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [Some(true), Some(false), None]);
    }
}
