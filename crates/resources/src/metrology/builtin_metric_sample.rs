use std::collections::BTreeMap;

use crate::iam::Folder;
use cairn_model::{AnyRef, Date, Describe, Id, Json, Record, Ref, choice};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

choice! {
    /// What Cairn records numbers of.
    pub enum MetricModel {
        ComplianceAssessment = "ComplianceAssessment" ("Audit"),
        RiskAssessment = "RiskAssessment" ("Risk assessment"),
        FindingsAssessment = "FindingsAssessment" ("Findings review"),
        Folder = "Folder" ("Domain"),
    }
}

/// A number, or how many of something have which value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    Whole(i64),
    Number(f64),
    Breakdown(BTreeMap<String, i64>),
}

impl Describe for Amount {
    fn schema() -> Value {
        json!({ "oneOf": [
            { "type": "number" },
            { "type": "object", "additionalProperties": { "type": "integer" } },
        ] })
    }
}

/// The numbers of an object, by the key of the metric.
pub type Numbers = BTreeMap<String, Amount>;

/// The numbers of an object on a day. A row exists only for days on which one of them changed.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "metrology/builtin-metric-samples",
    event = "builtinmetricsample",
    order = "-date",
    unique = "object_id,date",
    display = "cast({t}.date as text)",
    read_only
)]
pub struct BuiltinMetricSample {
    pub id: Id<BuiltinMetricSample>,
    /// The domain of the object on that day.
    pub folder: Ref<Folder>,
    pub content_type: MetricModel,
    /// The object.
    #[field(carrying = "metrics")]
    pub object_id: AnyRef,
    pub date: Date,
    #[field(secret)]
    pub numbers: Json<Numbers>,
}
