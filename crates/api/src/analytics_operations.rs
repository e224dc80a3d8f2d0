//! The routes of `analytics`, described for OpenAPI.

use cairn_describe::{Content, Method, Operation};
use cairn_domain::analytics::{AuditsMetrics, CombinedStatuses, Counters, Metrics, Results};
use cairn_model::Describe;
use serde_json::json;
use uuid::Uuid;

use crate::analytics::{FOLDER, YEAR};

pub fn analytics() -> Vec<Operation> {
    let of = |path: &str, summary: &str, schema: serde_json::Value| {
        Operation::new(Method::Get, format!("/api/{path}/"), path, "Analytics")
            .summary(summary)
            .response(Content::json(schema))
            .status(200)
            .as_of(true)
    };
    let in_domain = |operation: Operation| {
        operation.query(
            FOLDER,
            "A domain id. Limits the result to that domain and its subdomains.",
            &Uuid::schema(),
            false,
        )
    };
    let pair =
        json!({ "type": "array", "prefixItems": [{ "type": "string", "format": "date" }, { "type": "integer" }] });
    let days = json!({
        "type": "object",
        "properties": { "results": { "type": "array", "items": pair } },
        "required": ["results"],
    });
    let year = json!({ "type": "integer", "minimum": 1900, "maximum": 2200 });
    vec![
        in_domain(of("get_counters", "How much there is, in total and by domain", Counters::schema())),
        in_domain(of("get_metrics", "How controls, risks and audits stand, in total and by domain", Metrics::schema())),
        in_domain(of("get_audits_metrics", "The progress and results of audits", Results::<AuditsMetrics>::schema())),
        in_domain(of(
            "get_combined_assessments_status",
            "Audits, risk assessments and findings reviews by status",
            Results::<CombinedStatuses>::schema(),
        )),
        of("get_governance_calendar_data", "How much is due on each day of a year", days).query(
            YEAR,
            "The year. Defaults to the current one.",
            &year,
            false,
        ),
    ]
}
