//! What is wrong with risk assessments themselves.

use cairn_engine::watch::{Check, Concern, Fix, To};

use crate::assessment::{NOBODY_REVIEWS_IT, NOBODY_WORKS_ON_IT, OVERDUE, WITHOUT_DUE_DATE};

pub const CHECKS: &[Check] = &[
    NOBODY_WORKS_ON_IT,
    NOBODY_REVIEWS_IT,
    Check {
        name: "done_without_scenarios",
        doc: "Done, but it has no scenarios.",
        severity: Concern::Error,
        query: &[("status", "done"), ("risk_scenarios_count", "0")],
        fix: REOPEN,
    },
    Check {
        name: "done_with_open_scenarios",
        doc: "Done, but some scenarios have no treatment decision.",
        severity: Concern::Error,
        query: &[("status", "done"), ("scenario_treatment", "open")],
        fix: REOPEN,
    },
    Check {
        name: "reviewed_without_scenarios",
        doc: "In review, but it has no scenarios.",
        severity: Concern::Warning,
        query: &[("status", "in_review"), ("risk_scenarios_count", "0")],
        fix: REOPEN,
    },
    OVERDUE,
    WITHOUT_DUE_DATE,
    Check {
        name: "without_tolerance",
        doc: "No risk tolerance is set, so no risk counts as too high.",
        severity: Concern::Info,
        query: &[("status__in", "planned,in_progress,in_review,done"), ("risk_tolerance", "-1")],
        fix: Fix::Edit { label: "Set the risk tolerance", field: "risk_tolerance" },
    },
];

const REOPEN: Fix = Fix::Set { label: "Move it back to in progress", fields: &[("status", To::Text("in_progress"))] };
