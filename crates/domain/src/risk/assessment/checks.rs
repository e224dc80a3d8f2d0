//! What is wrong with risk assessments themselves.

use cairn_engine::watch::{Check, Concern, Fix, TODAY, To};

use super::OPEN;

pub const CHECKS: &[Check] = &[
    Check {
        name: "nobody_works_on_it",
        doc: "In progress, but no authors are assigned.",
        severity: Concern::Warning,
        query: &[("status", "in_progress"), ("authors__isnull", "true")],
        fix: Fix::Edit { label: "Assign authors", field: "authors" },
    },
    Check {
        name: "nobody_reviews_it",
        doc: "In review, but no reviewers are assigned.",
        severity: Concern::Warning,
        query: &[("status", "in_review"), ("reviewers__isnull", "true")],
        fix: Fix::Edit { label: "Assign reviewers", field: "reviewers" },
    },
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
    Check {
        name: "overdue",
        doc: "Overdue: the due date has passed.",
        severity: Concern::Warning,
        query: &[("status__in", OPEN), ("due_date__lt", TODAY)],
        fix: Fix::Edit { label: "Change the due date", field: "due_date" },
    },
    Check {
        name: "without_due_date",
        doc: "Work has started, but there is no due date.",
        severity: Concern::Info,
        query: &[("status__in", "in_progress,in_review"), ("due_date__isnull", "true")],
        fix: Fix::Edit { label: "Set a due date", field: "due_date" },
    },
    Check {
        name: "without_tolerance",
        doc: "No risk tolerance is set, so no risk counts as too high.",
        severity: Concern::Info,
        query: &[("status__in", "planned,in_progress,in_review,done"), ("risk_tolerance", "-1")],
        fix: Fix::Edit { label: "Set the risk tolerance", field: "risk_tolerance" },
    },
];

const REOPEN: Fix = Fix::Set { label: "Move it back to in progress", fields: &[("status", To::Text("in_progress"))] };
