//! What is measured: metrics that people collect, numbers that Cairn records every day, and dashboards that show them.

mod builtin_metric_sample;
mod custom_metric_sample;
mod dashboard;
mod dashboard_widget;
mod metric_instance;

pub use builtin_metric_sample::{Amount, BuiltinMetricSample, MetricModel, Numbers};
pub use custom_metric_sample::{CustomMetricSample, SampleValue};
pub use dashboard::{Dashboard, DashboardDefinition};
pub use dashboard_widget::{Aggregation, ChartType, DashboardWidget, TimeRange};
pub use metric_instance::{CollectionFrequency, MetricInstance, MetricStatus};
