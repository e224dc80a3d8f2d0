//! What a widget shows: values over time, put together as it says, limited to what the reader may see.

use std::collections::BTreeMap;

use cairn_engine::{Cx, Error, Result};
use cairn_model::choice::ChoiceOption;
use cairn_model::kind::Kind as FieldKind;
use cairn_model::{Date, Describe, Record, Timestamp, Type};
use cairn_report::language::Text;
use cairn_resources::library::MetricCategory;
use cairn_resources::metrology::{
    Aggregation, CustomMetricSample, DashboardWidget, MetricInstance, MetricModel, SampleValue, TimeRange,
};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::builtin::catalogue::{self, Kind, Metric, path};
use super::builtin::history::{Day, Period, history};
use super::builtin::measure::UNSET;
use super::builtin::{Subject, values};
use super::instance::{level_name, meanings};
use super::range::{self, Point, series, together};
use super::sample::{number, shown};
use super::widget::{custom_days, title};
use crate::risk::levels::Grid;
use crate::work::sight::visible;
use crate::work::told;

/// More values than a chart has points.
const MOST_SAMPLES: i64 = 20_000;

const NOT_SET: Text = Text { en: "Not set", fr: "Non défini" };
const NOT_RATED: Text = Text { en: "Not rated", fr: "Non coté" };

#[derive(Debug, Clone, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct DataQuery {
    /// A domain id. Limits what is shown to that domain and its subdomains.
    #[serde(default)]
    pub folder: Option<Uuid>,
    /// A time range in place of that of the widget.
    #[serde(default)]
    pub time_range: Option<TimeRange>,
    /// The first day of a custom range.
    #[serde(default)]
    pub start: Option<Date>,
    /// The last day of a custom range.
    #[serde(default)]
    pub end: Option<Date>,
    /// Whether days before recording began are rebuilt from the journal: at most one a week. It takes longer.
    #[serde(default)]
    pub rebuild: bool,
}

impl DataQuery {
    pub fn check(&self, cx: &Cx) -> Result<()> {
        if self.folder.is_some_and(|folder| cx.tree().get(folder).is_none() || !cx.sees_folder(folder)) {
            return Err(Error::field("folder", "There is no such domain, or you do not have access to it."));
        }
        let is_custom = self.time_range == Some(TimeRange::Custom);
        if is_custom && self.start.zip(self.end).is_none_or(|(start, end)| start > end) {
            return Err(Error::field("start", "A custom range needs `start` and `end`: days such as 2026-03-01."));
        }
        if !is_custom && (self.start.is_some() || self.end.is_some()) {
            return Err(Error::field("start", "Only for the time range `custom`."));
        }
        Ok(())
    }

    /// The same with the range of the dashboard, unless another one was asked for.
    pub fn or_range(mut self, range: Option<TimeRange>) -> Self {
        self.time_range = self.time_range.or(range.filter(|range| *range != TimeRange::Custom));
        self
    }
}

/// What a widget shows.
#[derive(Debug, Serialize, Describe)]
pub struct WidgetData {
    pub widget: Uuid,
    /// `custom`, `builtin` or `text`.
    pub kind: &'static str,
    /// `ok`; `empty` if there are no values; `hidden` if you do not have access to what it shows; `outside_filter` if it
    /// shows something outside the domain that was asked for.
    pub state: &'static str,
    pub title: String,
    pub chart_type: &'static str,
    pub aggregation: &'static str,
    pub time_range: &'static str,
    /// The first day. Null if it begins with the first value.
    pub start: Option<Date>,
    pub end: Date,
    /// The resource of the object or metric.
    pub resource: Option<&'static str>,
    pub object: Option<Shown>,
    pub metric_key: Option<String>,
    /// What a breakdown counts.
    pub counted: Option<Counted>,
    /// `number`, `percentage`, `breakdown` or `level`.
    #[serde(rename = "type")]
    pub value_type: Option<&'static str>,
    pub unit: Option<String>,
    /// The value to reach.
    pub target: Option<f64>,
    pub higher_is_better: Option<bool>,
    /// The names of the levels; a value of 1 is the first.
    pub levels: Option<Vec<String>>,
    /// The values put together: the latest, unless the aggregation says otherwise. The sum of a breakdown.
    pub value: Option<f64>,
    /// The value with its unit, or the name of its level.
    pub display_value: Option<String>,
    /// The first value of the time range.
    pub previous: Option<f64>,
    pub series: Vec<Series>,
    /// The text of a widget that is one.
    pub text: Option<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Shown {
    pub id: Uuid,
    pub str: String,
}

/// The objects that a breakdown counts, and the field whose values it has.
#[derive(Debug, Serialize, Describe)]
pub struct Counted {
    pub resource: &'static str,
    pub field: &'static str,
}

/// A line of a chart.
#[derive(Debug, Serialize, Describe)]
pub struct Series {
    /// The value of a breakdown; null for a number.
    pub key: Option<String>,
    pub label: String,
    /// The colour of a level of risk.
    pub color: Option<String>,
    pub value: Option<f64>,
    /// Oldest first.
    pub points: Vec<DataPoint>,
}

#[derive(Debug, Serialize, Describe)]
pub struct DataPoint {
    pub date: Date,
    /// When it was measured, for a single value of a metric.
    pub at: Option<Timestamp>,
    pub value: f64,
    /// Whether it was rebuilt from the journal, because nothing was recorded yet.
    pub rebuilt: bool,
}

/// The time that a widget covers.
struct Span {
    range: TimeRange,
    start: Option<Timestamp>,
    end: Timestamp,
    first: Option<Date>,
    last: Date,
}

impl Span {
    fn of(cx: &Cx, widget: &DashboardWidget, query: &DataQuery) -> Self {
        let range = query.time_range.unwrap_or(widget.time_range);
        let zone = cx.time_zone();
        if range == TimeRange::Custom {
            let (start, end) =
                query.start.zip(query.end).map_or_else(|| custom_days(widget), |(a, b)| (Some(a), Some(b)));
            let last = end.unwrap_or_else(|| cx.today());
            let after = Timestamp::start_of(cairn_model::zone::day_after(last), zone);
            let start_at = start.map(|day| Timestamp::start_of(day, zone));
            return Self {
                range,
                start: start_at,
                end: Timestamp::from_micros(after.micros() - 1),
                first: start,
                last,
            };
        }
        let start = range::seconds(range).map(|seconds| cx.now.plus_seconds(-seconds));
        Self { range, start, end: cx.now, first: start.map(|at| at.date_in(zone)), last: cx.today() }
    }
}

/// The data of a widget.
pub async fn show(cx: &mut Cx, widget: &DashboardWidget, query: &DataQuery) -> Result<WidgetData> {
    let span = Span::of(cx, widget, query);
    let mut data = WidgetData {
        widget: widget.id.uuid(),
        kind: "text",
        state: "ok",
        title: title(cx, widget, None),
        chart_type: widget.chart_type.key(),
        aggregation: widget.aggregation.key(),
        time_range: span.range.key(),
        start: span.first,
        end: span.last,
        resource: None,
        object: None,
        metric_key: widget.metric_key.clone(),
        counted: None,
        value_type: None,
        unit: None,
        target: None,
        higher_is_better: None,
        levels: None,
        value: None,
        display_value: None,
        previous: None,
        series: Vec::new(),
        text: None,
    };
    if let Some(text) = &widget.text_content {
        let translated = cx.language().and_then(|language| {
            widget.translations.as_ref()?.0.get(language.tag())?.get("text_content").filter(|text| !text.is_empty())
        });
        data.text = Some(translated.unwrap_or(&text.0).clone());
        return Ok(data);
    }
    let below = query.folder.map(|folder| cx.tree().subtree(folder));
    if let Some(instance) = widget.metric_instance {
        data.kind = "custom";
        custom(cx, widget, instance.uuid(), below.as_deref(), &span, &mut data).await?;
    } else {
        data.kind = "builtin";
        builtin(cx, widget, query, below.as_deref(), &span, &mut data).await?;
    }
    if data.state == "ok" && data.series.iter().all(|series| series.points.is_empty()) {
        data.state = "empty";
    }
    Ok(data)
}

async fn custom(
    cx: &mut Cx,
    widget: &DashboardWidget,
    id: Uuid,
    below: Option<&[Uuid]>,
    span: &Span,
    data: &mut WidgetData,
) -> Result<()> {
    let found: Vec<MetricInstance> = cx
        .list(|select| {
            select.id(id);
        })
        .await?;
    let Some(instance) = found.into_iter().next() else {
        data.state = "hidden";
        return Ok(());
    };
    if below.is_some_and(|below| !below.contains(&instance.folder.uuid())) {
        data.state = "outside_filter";
        return Ok(());
    }
    data.title = title(cx, widget, Some(&instance.name));
    data.resource = Some(MetricInstance::PATH);
    data.object = Some(Shown { id, str: instance.name.clone() });
    let target = instance.target_value.map(|target| target.scaled() as f64 / 10_000.0);
    data.target = target.filter(|_| widget.show_target);
    let definition = instance.metric_definition.uuid();
    let meanings = meanings(cx, vec![definition]).await?;
    let meaning = meanings.get(&definition);
    let is_level = meaning.is_some_and(|meaning| meaning.category == MetricCategory::Qualitative);
    data.value_type = Some(if is_level { "level" } else { "number" });
    if let Some(meaning) = meaning {
        data.unit.clone_from(&meaning.unit);
        data.higher_is_better = Some(meaning.higher_is_better);
        let names = || meaning.levels.iter().map(|level| level_name(cx.language(), level)).collect();
        data.levels = is_level.then(names);
    }
    let points = samples(cx, id, span).await?;
    let values: Vec<f64> = points.iter().map(|point| point.value).collect();
    data.value = together(widget.aggregation, &values).map(rounded);
    data.previous = values.first().copied();
    data.display_value = data.value.and_then(|value| {
        let is_counted = widget.aggregation == Aggregation::Count;
        let is_one = is_level && value.fract() == 0.0 && !is_counted;
        let value = if is_one {
            SampleValue { choice_index: Some(value as i64), result: None }
        } else {
            SampleValue { result: Some(value), choice_index: None }
        };
        if is_counted { Some(value.result?.to_string()) } else { shown(cx.language(), meaning, &value) }
    });
    let points = drawn(widget.aggregation, points);
    data.series = vec![Series { key: None, label: data.title.clone(), color: None, value: data.value, points }];
    Ok(())
}

/// The values of a metric in a time span, oldest first.
async fn samples(cx: &mut Cx, instance: Uuid, span: &Span) -> Result<Vec<Point>> {
    let mut select = visible(cx, cx.resource::<CustomMetricSample>());
    select.equals("metric_instance", instance);
    let mut until = Sql::raw("t.timestamp <= ");
    until.bind(span.end);
    select.condition(until);
    if let Some(start) = span.start {
        let mut since = Sql::raw("t.timestamp >= ");
        since.bind(start);
        select.condition(since);
    }
    // The newest, if there are too many.
    select.order_by("t.timestamp desc, t.id desc");
    let sql = select.first("t.timestamp, t.value", MOST_SAMPLES);
    let rows = cx.conn.query(&sql, &[Type::Time, Type::Json]).await?;
    let zone = cx.time_zone();
    let point = |row: &cairn_store::Row| {
        let (at, value) = (row[0].as_time()?, serde_json::from_str(row[1].as_str()?).ok()?);
        Some(Point { date: at.date_in(zone), at: Some(at), value: number(&value)?, rebuilt: false })
    };
    Ok(rows.iter().rev().filter_map(point).collect())
}

async fn builtin(
    cx: &mut Cx,
    widget: &DashboardWidget,
    query: &DataQuery,
    below: Option<&[Uuid]>,
    span: &Span,
    data: &mut WidgetData,
) -> Result<()> {
    data.state = "hidden";
    let Some(target) = widget.target_object_id else { return Ok(()) };
    let Some(subject) = Subject::find(cx, target.0).await? else { return Ok(()) };
    let key = widget.metric_key.as_deref().unwrap_or_default();
    let Some(metric) = catalogue::find(cx, subject.model, key) else { return Ok(()) };
    let own = if subject.model == MetricModel::Folder { cx.tree().subtree(subject.id) } else { vec![subject.folder] };
    if below.is_some_and(|below| !own.iter().any(|folder| below.contains(folder))) {
        data.state = "outside_filter";
        return Ok(());
    }
    let parts = subject.parts(cx, &metric, query.folder);
    if parts.is_empty() {
        return Ok(());
    }
    data.state = "ok";
    data.resource = Some(path(subject.model));
    data.object = Some(Shown { id: subject.id, str: subject.name.clone() });
    data.value_type = Some(metric.kind.word());
    data.counted = metric.by().map(|field| Counted { resource: metric.counted(cx).path, field });
    let period = Period { start: span.first, end: span.last, rebuild: query.rebuild };
    let days = history(cx, std::slice::from_ref(&metric), &parts, period).await?;
    data.series = lines(cx, &metric, &subject, widget.aggregation, &days, &data.title).await?;
    let of = |pick: fn(&Series) -> Option<f64>| {
        let all: Vec<f64> = data.series.iter().filter_map(pick).collect();
        (!all.is_empty()).then(|| all.iter().sum())
    };
    data.value = of(|series| series.value);
    data.previous = of(|series| series.points.first().map(|point| point.value));
    let suffix = if metric.kind == Kind::Percentage && widget.aggregation != Aggregation::Count { " %" } else { "" };
    data.display_value = data.value.map(|value| format!("{value}{suffix}"));
    Ok(())
}

/// The lines of a number: one, or one for each value of a breakdown.
async fn lines(
    cx: &mut Cx,
    metric: &Metric,
    subject: &Subject,
    aggregation: Aggregation,
    days: &[Day],
    title: &str,
) -> Result<Vec<Series>> {
    let names = if metric.by().is_some() { names(cx, metric, subject).await? } else { Vec::new() };
    let mut found: BTreeMap<Option<String>, Vec<Point>> = BTreeMap::new();
    for day in days {
        let amount = day.numbers.get(metric.key);
        for (key, _) in amount.map(values).unwrap_or_default() {
            found.entry(key.map(str::to_owned)).or_default();
        }
    }
    for (key, points) in &mut found {
        for day in days {
            let Some(amount) = day.numbers.get(metric.key) else { continue };
            let value = values(amount).into_iter().find(|(own, _)| *own == key.as_deref()).map(|(_, value)| value);
            // A value that nothing had on that day.
            let value = value.unwrap_or_default();
            points.push(Point { date: day.date, at: None, value, rebuilt: day.rebuilt });
        }
    }
    let place = |key: &Option<String>| {
        let known = key.as_ref().and_then(|key| names.iter().position(|name| name.key == *key));
        known.unwrap_or(names.len())
    };
    let mut all: Vec<(Option<String>, Vec<Point>)> = found.into_iter().collect();
    all.sort_by_key(|(key, _)| place(key));
    let line = |(key, points): (Option<String>, Vec<Point>)| {
        let name = names.get(place(&key));
        let numbers: Vec<f64> = points.iter().map(|point| point.value).collect();
        let label = name.map(|name| name.label.clone()).or_else(|| key.clone());
        Series {
            label: label.unwrap_or_else(|| title.to_owned()),
            color: name.and_then(|name| name.color.clone()),
            value: together(aggregation, &numbers).map(rounded),
            points: drawn(aggregation, points),
            key,
        }
    };
    Ok(all.into_iter().map(line).collect())
}

/// A value of a breakdown, for people.
struct Name {
    key: String,
    label: String,
    color: Option<String>,
}

/// The values that a breakdown can have, in their order.
async fn names(cx: &mut Cx, metric: &Metric, subject: &Subject) -> Result<Vec<Name>> {
    let unset =
        |text: &str| Name { key: text.to_owned(), label: told::language(cx).say(NOT_SET).to_owned(), color: None };
    let field = metric.by().and_then(|field| metric.counted(cx).def.field(field));
    if let Some(FieldKind::Choice(choice)) = field.map(|field| field.kind) {
        let name = |option: &ChoiceOption| Name { key: option.key.to_string(), label: option.label(), color: None };
        let mut all: Vec<Name> = choice.0.options.iter().map(name).collect();
        if all.iter().all(|name| name.key != UNSET) {
            all.push(unset(UNSET));
        }
        return Ok(all);
    }
    if subject.model == MetricModel::RiskAssessment && metric.by().is_some_and(|field| field.ends_with("_level")) {
        let levels = Grid::of_assessment(cx, subject.id).await?.risks(cx);
        let level = |level: crate::risk::levels::LevelName| Name {
            key: level.value.to_string(),
            label: level.name,
            color: Some(level.hexcolor).filter(|color| !color.is_empty()),
        };
        let mut all: Vec<Name> = levels.into_iter().map(level).collect();
        let unrated = told::language(cx).say(NOT_RATED).to_owned();
        all.insert(0, Name { key: "-1".to_owned(), label: unrated, color: None });
        return Ok(all);
    }
    Ok(Vec::new())
}

fn drawn(aggregation: Aggregation, points: Vec<Point>) -> Vec<DataPoint> {
    let point = |Point { date, at, value, rebuilt }| DataPoint { date, at, value: rounded(value), rebuilt };
    series(aggregation, points).into_iter().map(point).collect()
}

/// To four places, like every number of Cairn.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
