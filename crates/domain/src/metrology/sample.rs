//! Values of metrics.

use std::collections::HashMap;

use cairn_engine::computed::Structs;
use cairn_engine::language::Language;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, computed};
use cairn_model::{Type, Value};
use cairn_resources::library::{MetricCategory, MetricDefinition};
use cairn_resources::metrology::{CustomMetricSample, MetricInstance, MetricStatus, SampleValue};
use cairn_store::Sql;
use uuid::Uuid;

use super::instance::{Meaning, level_name, meanings};
use super::staleness::overdue_after;

/// Clocks differ a little.
const AHEAD: i64 = 300;

pub const ENTRY: Entry = Entry::of::<CustomMetricSample>()
    .module(Module::Assurance, "chart-spline")
    .beside("metrology/metric-instances")
    .roles("vacd vacd vacd v v - - -")
    // A value makes a stale metric active again.
    .takes_turns()
    .rules::<CustomMetricSampleRules>()
    .computed(&[
        computed!(display_value: Option<String>, "The value with its unit, or the name of its level.", display_value),
        computed!(raw_value: Option<f64>, "The number, or the place of the level counted from 1.", raw_value),
    ]);

pub struct CustomMetricSampleRules;

impl Rules for CustomMetricSampleRules {
    type Record = CustomMetricSample;

    async fn before_write(cx: &mut Cx, old: Option<&CustomMetricSample>, new: &mut CustomMetricSample) -> Result<()> {
        if new.timestamp.seconds() > cx.now.seconds() + AHEAD && old.is_none_or(|old| old.timestamp != new.timestamp) {
            return Err(Error::field("timestamp", "Must not be in the future."));
        }
        if old.is_some_and(|old| old.value == new.value) {
            return Ok(());
        }
        let instance: Option<MetricInstance> = cx.find(new.metric_instance.uuid()).await?;
        let Some(instance) = instance else { return Ok(()) };
        let definition: Option<MetricDefinition> = cx.find(instance.metric_definition.uuid()).await?;
        definition.map_or(Ok(()), |definition| check(&definition, &new.value.0))
    }

    async fn after_write(cx: &mut Cx, _: Option<&CustomMetricSample>, new: &CustomMetricSample) -> Result<()> {
        let Some(instance) = cx.find::<MetricInstance>(new.metric_instance.uuid()).await? else { return Ok(()) };
        let is_recent = instance
            .collection_frequency
            .is_none_or(|frequency| new.timestamp.plus_seconds(overdue_after(frequency)) >= cx.now);
        if instance.status == MetricStatus::Stale && is_recent {
            cx.modify::<MetricInstance>(instance.id.uuid(), |instance| {
                instance.status = MetricStatus::Active;
                Ok(())
            })
            .await?;
        }
        Ok(())
    }
}

/// Refuses a value that the definition does not have.
fn check(definition: &MetricDefinition, value: &SampleValue) -> Result<()> {
    let levels = definition.choices_definition.0.len();
    match (definition.category, value) {
        (MetricCategory::Quantitative, SampleValue { result: Some(_), choice_index: None }) => Ok(()),
        (MetricCategory::Quantitative, _) => Err(Error::field("value", "A number is required, as `result`.")),
        (MetricCategory::Qualitative, SampleValue { result: None, choice_index: Some(place) })
            if usize::try_from(*place).is_ok_and(|place| (1..=levels).contains(&place)) =>
        {
            Ok(())
        }
        (MetricCategory::Qualitative, _) => {
            Err(Error::field("value", format!("One of the levels is required, as `choice_index` from 1 to {levels}.")))
        }
    }
}

/// The number of a value, or the place of its level.
pub fn number(value: &SampleValue) -> Option<f64> {
    value.result.or_else(|| value.choice_index.map(|place| place as f64))
}

/// A value for people; none if they may not know what it means.
pub fn shown(language: Option<&Language>, meaning: Option<&Meaning>, value: &SampleValue) -> Option<String> {
    let meaning = meaning?;
    if let Some(place) = value.choice_index {
        let level = usize::try_from(place - 1).ok().and_then(|place| meaning.levels.get(place));
        return Some(level.map_or_else(|| place.to_string(), |level| level_name(language, level)));
    }
    let number = value.result?;
    Some(meaning.unit.as_ref().map_or_else(|| number.to_string(), |unit| format!("{number} {unit}")))
}

async fn display_value(cx: &mut Cx, rows: &Structs<CustomMetricSample>) -> Result<Vec<Option<String>>> {
    let mut sql = Sql::raw("select i.id, i.metric_definition from metrology_metric_instances i where i.id");
    let instances = rows.iter().map(|row| row.metric_instance.uuid()).collect();
    sql.any(cx.conn.dialect(), Value::Uuids(instances));
    let found = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await?;
    let definitions: HashMap<Uuid, Uuid> =
        found.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_uuid()?))).collect();
    let meanings = meanings(cx, definitions.values().copied().collect()).await?;
    let of = |row: &CustomMetricSample| {
        let definition = definitions.get(&row.metric_instance.uuid())?;
        shown(cx.language(), meanings.get(definition), &row.value.0)
    };
    Ok(rows.iter().map(of).collect())
}

async fn raw_value(_: &mut Cx, rows: &Structs<CustomMetricSample>) -> Result<Vec<Option<f64>>> {
    Ok(rows.iter().map(|row| number(&row.value.0)).collect())
}
