use super::MetricInstance;
use crate::iam::Folder;
use crate::work::EvidenceRevision;
use cairn_model::{Describe, Id, Json, Markdown, Record, Ref, Timestamp};
use serde::{Deserialize, Serialize};

/// A value: a number, or one of the levels of a qualitative metric.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SampleValue {
    /// The number of a quantitative metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<f64>,
    /// The place of the level of a qualitative metric, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice_index: Option<i64>,
}

/// A value of a metric at a moment.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "metrology/custom-metric-samples",
    event = "custommetricsample",
    order = "-timestamp",
    mine = "through:metric_instance",
    within = "metric_instance",
    published_within,
    display = "(select w.name from metrology_metric_instances w where w.id = {t}.metric_instance)"
)]
pub struct CustomMetricSample {
    pub id: Id<CustomMetricSample>,
    /// The domain of the metric.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable, shows = "name, ref_id")]
    pub metric_instance: Ref<MetricInstance>,
    /// When it was measured.
    pub timestamp: Timestamp,
    /// `{"result": 80.5}` for a number, `{"choice_index": 2}` for the second level.
    pub value: Json<SampleValue>,
    #[field(search)]
    pub observation: Option<Markdown>,
    /// The revision of a piece of evidence that shows it.
    #[field(on_delete = "set_null")]
    pub evidence_revision: Option<Ref<EvidenceRevision>>,
    /// Always follows the metric.
    #[field(read_only, default = false)]
    pub is_published: bool,
}
