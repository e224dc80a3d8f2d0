use super::{Dashboard, MetricInstance, MetricModel};
use crate::iam::Folder;
use cairn_model::{AnyRef, Id, Json, Markdown, Record, Ref, Translations, choice};
use serde_json::{Map, Value};

choice! {
    /// How it is drawn.
    pub enum ChartType {
        KpiCard = "kpi_card" ("KPI card"),
        Donut = "donut" ("Donut chart"),
        Pie = "pie" ("Pie chart"),
        Bar = "bar" ("Bar chart"),
        Line = "line" ("Line chart"),
        Area = "area" ("Area chart"),
        Gauge = "gauge",
        Sparkline = "sparkline",
        Table = "table",
        Text = "text",
    }
}

choice! {
    /// The time it covers.
    pub enum TimeRange {
        LastHour = "last_hour",
        LastDay = "last_24_hours" ("Last 24 hours"),
        LastWeek = "last_7_days" ("Last 7 days"),
        LastMonth = "last_30_days" ("Last 30 days"),
        LastQuarter = "last_90_days" ("Last 90 days"),
        LastYear = "last_year",
        AllTime = "all_time",
        Custom = "custom" ("Custom range"),
    }
}

choice! {
    /// How values are put together.
    pub enum Aggregation {
        None = "none" ("None (raw data)"),
        Average = "avg" ("Average"),
        Sum = "sum",
        Minimum = "min" ("Minimum"),
        Maximum = "max" ("Maximum"),
        Count = "count",
        Last = "last" ("Last value"),
    }
}

/// A chart or a text on a dashboard.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "metrology/dashboard-widgets",
    event = "dashboardwidget",
    order = "position_y,position_x",
    within = "dashboard",
    published_within,
    display = "coalesce({t}.title, {t}.metric_key, {t}.chart_type)"
)]
pub struct DashboardWidget {
    pub id: Id<DashboardWidget>,
    /// The domain of the dashboard.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable)]
    pub dashboard: Ref<Dashboard>,
    /// Defaults to the name of the metric.
    #[field(search, max = 200)]
    pub title: Option<String>,
    #[field(default = "kpi_card")]
    pub chart_type: ChartType,
    /// The metric whose samples it shows.
    #[field(shows = "name, ref_id, target_value", on_delete = "cascade")]
    pub metric_instance: Option<Ref<MetricInstance>>,
    /// The object whose numbers it shows: an audit, a risk assessment, a findings review or a domain.
    #[field(carrying = "metrics", on_delete = "cascade")]
    pub target_object_id: Option<AnyRef>,
    /// The type of the object. Filled in.
    pub target_model: Option<MetricModel>,
    /// Which of its numbers, such as `progress`.
    #[field(max = 100)]
    pub metric_key: Option<String>,
    /// The text of a widget without a metric.
    pub text_content: Option<Markdown>,
    #[field(default = "last_30_days")]
    pub time_range: TimeRange,
    #[field(default = "none")]
    pub aggregation: Aggregation,
    /// Whether the target is drawn.
    #[field(default = true)]
    pub show_target: bool,
    #[field(default = true)]
    pub show_legend: bool,
    /// The column it begins in, from 0. The grid has 12.
    #[field(min = 0, max = 11, default = 0)]
    pub position_x: i64,
    #[field(min = 0, max = 10_000, default = 0)]
    pub position_y: i64,
    /// How many columns it takes.
    #[field(min = 1, max = 12, default = 6)]
    pub width: i64,
    #[field(min = 1, max = 50, default = 2)]
    pub height: i64,
    /// How it is drawn in detail. `start` and `end` are the days of a custom range.
    #[field(default = "{}")]
    pub widget_config: Json<Map<String, Value>>,
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Always follows the dashboard.
    #[field(read_only, default = false)]
    pub is_published: bool,
    pub translations: Option<Translations>,
}
