//! Widgets: charts and texts on a dashboard.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use cairn_engine::computed::{Shared, Structs};
use cairn_engine::query::{AnyTarget, find_any};
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, action, computed};
use cairn_model::{Date, Type, Value};
use cairn_resources::metrology::{
    Aggregation, ChartType, Dashboard, DashboardWidget, MetricInstance, MetricModel, TimeRange,
};
use cairn_store::Sql;
use uuid::Uuid;

use super::builtin::{Subject, catalogue};
use super::label;
use super::show::{DataQuery, WidgetData, show};
use crate::work::sight::visible;
use crate::work::told;

/// How many columns the grid has.
const COLUMNS: i64 = 12;
/// A dashboard with more is no overview.
const MOST: i64 = 60;

pub const ENTRY: Entry = Entry::of::<DashboardWidget>()
    .module(Module::Assurance, "layout-grid")
    .unlisted()
    .roles("vacd vacd vacd v v - - -")
    // How many there are is limited.
    .takes_turns()
    .rules::<DashboardWidgetRules>()
    .computed(&[
        computed!(display_title: String, "Its title, or the name of its metric.", display_title),
        computed!(chart_type_display: String, "How it is drawn, in words.", chart_type_display),
        computed!(time_range_display: String, "The time it covers, in words.", time_range_display),
        computed!(aggregation_display: String, "How values are put together, in words.", aggregation_display),
        computed!(is_builtin_metric: bool, "Whether it shows a number that Cairn records.", is_builtin_metric),
        computed!(is_custom_metric: bool, "Whether it shows a metric.", is_custom_metric),
        computed!(is_text_widget: bool, "Whether it is a text.", is_text_widget),
        computed!(target_content_type_display: Option<String>, "What the object is.", target_content_type_display),
        computed!(target_object_name: Option<String>, "The name of the object.", target_object_name),
    ])
    .actions(&[action!(
        GET "data", item, View, data: DataQuery => WidgetData,
        "What it shows: values over time, limited to what you have access to."
    )]);

pub struct DashboardWidgetRules;

impl Rules for DashboardWidgetRules {
    type Record = DashboardWidget;

    async fn before_write(cx: &mut Cx, old: Option<&DashboardWidget>, new: &mut DashboardWidget) -> Result<()> {
        if cx.is_detaching() {
            return Ok(());
        }
        if new.position_x + new.width > COLUMNS {
            let words = format!("It does not fit: the grid has {COLUMNS} columns.");
            return Err(Error::field("width", words));
        }
        if old.is_none() {
            check_dashboard(cx, new.dashboard.uuid()).await?;
        }
        check_kind(new)?;
        check_range(new)?;
        check_number(cx, old, new).await
    }
}

async fn check_dashboard(cx: &mut Cx, id: Uuid) -> Result<()> {
    let dashboard: Option<Dashboard> = cx.find(id).await?;
    if dashboard.is_some_and(|dashboard| dashboard.builtin) && !cx.is_consequence() {
        return Err(Error::Conflict("A built-in dashboard cannot be changed. Duplicate it first.".into()));
    }
    let mut sql = Sql::raw("select count(*) from metrology_dashboard_widgets w where w.dashboard = ");
    sql.bind(id);
    let count = cx.conn.query(&sql, &[Type::Int]).await?.first().and_then(|row| row[0].as_int());
    if count.unwrap_or_default() >= MOST {
        return Err(Error::field("dashboard", format!("A dashboard can have at most {MOST} widgets.")));
    }
    Ok(())
}

/// It shows exactly one thing.
fn check_kind(new: &DashboardWidget) -> Result<()> {
    let is_builtin = new.target_object_id.is_some() || new.metric_key.is_some();
    let is_text = new.text_content.is_some();
    if [is_builtin, is_text, new.metric_instance.is_some()].into_iter().filter(|is_set| *is_set).count() != 1 {
        let words = "Choose one thing to show: a metric, a number of an object, or a text.";
        return Err(Error::field("metric_instance", words));
    }
    if (new.chart_type == ChartType::Text) != is_text {
        let words = if is_text { "A text is drawn as a text." } else { "Only a text is drawn as a text." };
        return Err(Error::field("chart_type", words));
    }
    if is_builtin && new.target_object_id.is_none() {
        return Err(Error::field("target_object_id", "Choose the object whose numbers it shows."));
    }
    if is_builtin && new.metric_key.is_none() {
        return Err(Error::field("metric_key", "Choose which of its numbers to show."));
    }
    if !is_builtin && new.target_model.is_some() {
        return Err(Error::field("target_model", "Only for numbers of an object."));
    }
    Ok(())
}

fn check_range(new: &DashboardWidget) -> Result<()> {
    if new.time_range != TimeRange::Custom {
        return Ok(());
    }
    match custom_days(new) {
        (Some(start), Some(end)) if start <= end => Ok(()),
        _ => Err(Error::field("widget_config", "A custom range needs `start` and `end`: days such as 2026-03-01.")),
    }
}

/// The days of a custom range.
pub fn custom_days(widget: &DashboardWidget) -> (Option<Date>, Option<Date>) {
    let day = |name: &str| widget.widget_config.0.get(name)?.as_str()?.parse().ok();
    (day("start"), day("end"))
}

/// The object has the number.
async fn check_number(cx: &mut Cx, old: Option<&DashboardWidget>, new: &mut DashboardWidget) -> Result<()> {
    let (Some(target), Some(key)) = (new.target_object_id, new.metric_key.clone()) else { return Ok(()) };
    let is_same = |old: &DashboardWidget| {
        old.target_object_id.map(|id| id.0) == Some(target.0)
            && old.metric_key.as_ref() == Some(&key)
            && old.target_model == new.target_model
    };
    if old.is_some_and(is_same) {
        return Ok(());
    }
    let Some(subject) = Subject::find(cx, target.0).await? else { return Ok(()) };
    let was = old.and_then(|old| old.target_model);
    if new.target_model.is_some_and(|model| model != subject.model && Some(model) != was) {
        return Err(Error::field("target_model", "The object is of another type."));
    }
    new.target_model = Some(subject.model);
    if catalogue::find(cx, subject.model, &key).is_none() {
        let known: Vec<&str> = catalogue::of_model(cx, subject.model).iter().map(|metric| metric.key).collect();
        return Err(Error::field("metric_key", format!("Choose one of: {}.", known.join(", "))));
    }
    Ok(())
}

async fn data(cx: &mut Cx, id: Uuid, query: DataQuery) -> Result<WidgetData> {
    let widget: DashboardWidget = cx.get(id).await?;
    let dashboard: Option<Dashboard> = cx.find(widget.dashboard.uuid()).await?;
    let range = dashboard.and_then(|dashboard| dashboard.dashboard_definition.0.time_range);
    query.check(cx)?;
    show(cx, &widget, &query.or_range(range)).await
}

/// What the widgets of a page are about, as far as the caller may see it.
struct Subjects {
    objects: HashMap<Uuid, AnyTarget>,
    metrics: HashMap<Uuid, String>,
}

impl Shared<DashboardWidget> for Subjects {
    async fn load(cx: &mut Cx, rows: &[DashboardWidget]) -> Result<Self> {
        let kind = cx.resource::<DashboardWidget>().def.field("target_object_id").expect("widgets have one").kind;
        let ids: BTreeSet<Uuid> = rows.iter().filter_map(|row| row.target_object_id.map(|id| id.0)).collect();
        let objects = find_any(cx, &kind, ids).await?;
        let mut select = visible(cx, cx.resource::<MetricInstance>());
        select.any_of("id", Value::Uuids(rows.iter().filter_map(|row| Some(row.metric_instance?.uuid())).collect()));
        let found = cx.conn.query(&select.project("t.id, t.name"), &[Type::Uuid, Type::Text]).await?;
        let metrics = found.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned())));
        Ok(Self { objects, metrics: metrics.collect() })
    }
}

/// The title in the caller's language, or the name of what it shows.
pub fn title(cx: &Cx, widget: &DashboardWidget, metric: Option<&str>) -> String {
    let translated = cx.language().and_then(|language| {
        widget.translations.as_ref()?.0.get(language.tag())?.get("title").filter(|text| !text.is_empty())
    });
    if let Some(title) = translated.or(widget.title.as_ref()) {
        return title.clone();
    }
    let key = widget.metric_key.as_deref().zip(widget.target_model);
    let label = key.and_then(|(key, model)| catalogue::find(cx, model, key)).map(|metric| metric.label);
    let said = label.map(|label| told::language(cx).say(label));
    metric.or(said).unwrap_or_default().to_owned()
}

async fn display_title(cx: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<String>> {
    let subjects: Arc<Subjects> = rows.shared(cx).await?;
    let of = |row: &DashboardWidget| {
        let metric = row.metric_instance.and_then(|id| subjects.metrics.get(&id.uuid()));
        title(cx, row, metric.map(String::as_str))
    };
    Ok(rows.iter().map(of).collect())
}

async fn chart_type_display(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<String>> {
    Ok(rows.iter().map(|row| label(ChartType::DEF, row.chart_type.key())).collect())
}

async fn time_range_display(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<String>> {
    Ok(rows.iter().map(|row| label(TimeRange::DEF, row.time_range.key())).collect())
}

async fn aggregation_display(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<String>> {
    Ok(rows.iter().map(|row| label(Aggregation::DEF, row.aggregation.key())).collect())
}

// What is hidden from the caller is empty in the row, but says by what is left what the widget is.
async fn is_builtin_metric(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|row| row.metric_key.is_some()).collect())
}

async fn is_custom_metric(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|row| row.metric_key.is_none() && row.text_content.is_none()).collect())
}

async fn is_text_widget(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|row| row.text_content.is_some()).collect())
}

async fn target_content_type_display(_: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<Option<String>>> {
    Ok(rows.iter().map(|row| row.target_model.map(|model| label(MetricModel::DEF, model.key()))).collect())
}

async fn target_object_name(cx: &mut Cx, rows: &Structs<DashboardWidget>) -> Result<Vec<Option<String>>> {
    let subjects: Arc<Subjects> = rows.shared(cx).await?;
    let name = |row: &DashboardWidget| Some(subjects.objects.get(&row.target_object_id?.0)?.text.clone());
    Ok(rows.iter().map(name).collect())
}
