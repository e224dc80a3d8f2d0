//! Metrics that a domain collects.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_engine::computed::{Shared, Structs};
use cairn_engine::watch::{Check, Concern, Fix, Measure};
use cairn_engine::{Cx, Entry, Module, Result, Rules, computed, language};
use cairn_model::{Describe, Timestamp, Type, Value};
use cairn_resources::library::{MetricCategory, MetricDefinition, MetricLevel};
use cairn_resources::metrology::{CustomMetricSample, MetricInstance, SampleValue};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::sample::{number, shown};
use crate::work::sight::{is_visible, visible};

pub const ENTRY: Entry = Entry::of::<MetricInstance>()
    .module(Module::Assurance, "gauge")
    .rank(30)
    .roles("vacd vacd vacd v v - - -")
    .rules::<MetricInstanceRules>()
    .computed(&[
        computed!(current_value: Option<String>, "The latest value, with its unit or as the name of its level.", current_value),
        computed!(raw_value: Option<f64>, "The latest value: the number, or the place of the level counted from 1.", raw_value),
        computed!(unit: Option<Unit>, "What the number counts.", unit),
        computed!(last_refresh: Option<Timestamp>, "When the latest value was measured.", last_refresh),
    ])
    .checks(&[
        Check {
            name: "metric_without_owner",
            doc: "Collected, but nobody is accountable for it.",
            severity: Concern::Warning,
            query: &[("status__in", "active,stale"), ("owner__isnull", "true")],
            fix: Fix::Edit { label: "Assign someone", field: "owner" },
        },
        Check {
            name: "metric_without_frequency",
            doc: "Active, but nothing says how often a value is expected.",
            severity: Concern::Info,
            query: &[("status", "active"), ("collection_frequency__isnull", "true")],
            fix: Fix::Edit { label: "Choose how often", field: "collection_frequency" },
        },
    ])
    .measures(&[Measure { name: "metrics_stale", query: &[("status", "stale")] }]);

pub struct MetricInstanceRules;

impl Rules for MetricInstanceRules {
    type Record = MetricInstance;

    async fn before_write(cx: &mut Cx, old: Option<&MetricInstance>, new: &mut MetricInstance) -> Result<()> {
        if old.is_none() && new.target_value.is_none() {
            let definition: Option<MetricDefinition> = cx.find(new.metric_definition.uuid()).await?;
            new.target_value = definition.and_then(|definition| definition.default_target);
        }
        if old.is_some_and(|old| old.metric_definition != new.metric_definition)
            && has_samples(cx, "metric_instance", new.id.uuid()).await?
        {
            let words = "It already has values. Create another metric, or delete them first.";
            return Err(cairn_engine::Error::field("metric_definition", words));
        }
        Ok(())
    }
}

/// Whether a metric, or any metric of a definition, has values.
pub async fn has_samples(cx: &mut Cx, field: &str, id: Uuid) -> Result<bool> {
    let mut sql = Sql::raw(
        "select 1 from metrology_custom_metric_samples s join metrology_metric_instances i on i.id = s.metric_instance \
         where ",
    );
    sql.push(if field == "metric_instance" { "i.id = " } else { "i.metric_definition = " }).bind(id).push(" limit 1");
    Ok(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty())
}

/// What the number of a metric counts.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Unit {
    pub name: String,
}

/// What the values of a metric mean.
pub struct Meaning {
    pub category: MetricCategory,
    pub unit: Option<String>,
    pub levels: Vec<MetricLevel>,
    pub higher_is_better: bool,
}

/// The latest value of a metric.
pub struct Latest {
    pub at: Timestamp,
    pub value: SampleValue,
}

/// The latest value of each metric of a page, and what it means.
pub struct Values {
    latest: HashMap<Uuid, Latest>,
    pub meanings: HashMap<Uuid, Meaning>,
}

impl Shared<MetricInstance> for Values {
    async fn load(cx: &mut Cx, rows: &[MetricInstance]) -> Result<Self> {
        let mut select = visible(cx, cx.resource::<CustomMetricSample>());
        select.any_of("metric_instance", Value::Uuids(rows.iter().map(|row| row.id.uuid()).collect()));
        // Of two values at the same moment, the one that was entered later.
        select.condition(Sql::raw(
            "not exists (select 1 from metrology_custom_metric_samples n where n.metric_instance = t.metric_instance \
             and (n.timestamp > t.timestamp or (n.timestamp = t.timestamp and n.id > t.id)))",
        ));
        let sql = select.project("t.metric_instance, t.timestamp, t.value");
        let found = cx.conn.query(&sql, &[Type::Uuid, Type::Time, Type::Json]).await?;
        let latest = found.iter().filter_map(|row| {
            let value = serde_json::from_str(row[2].as_str()?).ok()?;
            Some((row[0].as_uuid()?, Latest { at: row[1].as_time()?, value }))
        });
        let latest = latest.collect();
        let definitions = rows.iter().map(|row| row.metric_definition.uuid()).collect();
        Ok(Self { latest, meanings: meanings(cx, definitions).await? })
    }
}

/// What the values of some definitions mean, as far as the caller may see them, in their language.
pub async fn meanings(cx: &mut Cx, definitions: Vec<Uuid>) -> Result<HashMap<Uuid, Meaning>> {
    let mut sql = Sql::raw(
        "select d.id, d.category, d.unit, d.choices_definition, d.higher_is_better from metrology_metric_definitions d \
         where d.id",
    );
    sql.any(cx.conn.dialect(), Value::Uuids(definitions)).push(" and ").append(is_visible::<MetricDefinition>(cx, "d"));
    let types = [Type::Uuid, Type::Text, Type::Text, Type::Json, Type::Bool];
    let rows = cx.conn.query(&sql, &types).await?;
    let read = |row: &cairn_store::Row| {
        let is_number = row[1].as_str() == Some(MetricCategory::Quantitative.key());
        let meaning = Meaning {
            category: if is_number { MetricCategory::Quantitative } else { MetricCategory::Qualitative },
            unit: row[2].as_str().map(str::to_owned),
            levels: row[3].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default(),
            higher_is_better: row[4].as_bool().unwrap_or(true),
        };
        Some((row[0].as_uuid()?, meaning))
    };
    Ok(rows.iter().filter_map(read).collect())
}

/// The name of a level in the caller's language.
pub fn level_name(language: Option<&language::Language>, level: &MetricLevel) -> String {
    let translated = language.and_then(|language| level.translations.get(language.tag())?.get("name"));
    translated.filter(|name| !name.is_empty()).unwrap_or(&level.name).clone()
}

async fn of_each<T>(
    cx: &mut Cx,
    rows: &Structs<MetricInstance>,
    make: impl Fn(&Cx, Option<&Latest>, Option<&Meaning>) -> Option<T>,
) -> Result<Vec<Option<T>>> {
    let values: Arc<Values> = rows.shared(cx).await?;
    let of = |row: &MetricInstance| {
        make(cx, values.latest.get(&row.id.uuid()), values.meanings.get(&row.metric_definition.uuid()))
    };
    Ok(rows.iter().map(of).collect())
}

async fn current_value(cx: &mut Cx, rows: &Structs<MetricInstance>) -> Result<Vec<Option<String>>> {
    of_each(cx, rows, |cx, latest, meaning| shown(cx.language(), meaning, &latest?.value)).await
}

async fn raw_value(cx: &mut Cx, rows: &Structs<MetricInstance>) -> Result<Vec<Option<f64>>> {
    of_each(cx, rows, |_, latest, _| number(&latest?.value)).await
}

async fn unit(cx: &mut Cx, rows: &Structs<MetricInstance>) -> Result<Vec<Option<Unit>>> {
    of_each(cx, rows, |_, _, meaning| Some(Unit { name: meaning?.unit.clone()? })).await
}

async fn last_refresh(cx: &mut Cx, rows: &Structs<MetricInstance>) -> Result<Vec<Option<Timestamp>>> {
    of_each(cx, rows, |_, latest, _| Some(latest?.at)).await
}
