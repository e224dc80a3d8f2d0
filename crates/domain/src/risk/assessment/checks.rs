//! What is wrong with risk assessments themselves.

use cairn_engine::watch::{Check, Concern, Fix, TODAY, To};

use super::OPEN;

pub const CHECKS: &[Check] = &[
    Check {
        name: "nobody_works_on_it",
        doc: "In progress without authors.",
        severity: Concern::Warning,
        query: &[("status", "in_progress"), ("authors__isnull", "true")],
        fix: Fix::Edit { label: "Choose the authors", field: "authors" },
    },
    Check {
        name: "nobody_reviews_it",
        doc: "In review without reviewers.",
        severity: Concern::Warning,
        query: &[("status", "in_review"), ("reviewers__isnull", "true")],
        fix: Fix::Edit { label: "Choose the reviewers", field: "reviewers" },
    },
    Check {
        name: "done_without_scenarios",
        doc: "Done without any scenario.",
        severity: Concern::Error,
        query: &[("status", "done"), ("risk_scenarios_count", "0")],
        fix: REOPEN,
    },
    Check {
        name: "done_with_open_scenarios",
        doc: "Done, but for some scenarios nothing is decided.",
        severity: Concern::Error,
        query: &[("status", "done"), ("scenario_treatment", "open")],
        fix: REOPEN,
    },
    Check {
        name: "reviewed_without_scenarios",
        doc: "In review without any scenario.",
        severity: Concern::Warning,
        query: &[("status", "in_review"), ("risk_scenarios_count", "0")],
        fix: REOPEN,
    },
    Check {
        name: "overdue",
        doc: "Not done, and the due date has passed.",
        severity: Concern::Warning,
        query: &[("status__in", OPEN), ("due_date__lt", TODAY)],
        fix: Fix::Edit { label: "Move the due date", field: "due_date" },
    },
    Check {
        name: "without_due_date",
        doc: "In progress or in review without a due date.",
        severity: Concern::Info,
        query: &[("status__in", "in_progress,in_review"), ("due_date__isnull", "true")],
        fix: Fix::Edit { label: "Set a due date", field: "due_date" },
    },
    Check {
        name: "without_tolerance",
        doc: "No risk tolerance, so no risk counts as too high.",
        severity: Concern::Info,
        query: &[("status__in", "planned,in_progress,in_review,done"), ("risk_tolerance", "-1")],
        fix: Fix::Edit { label: "Set the risk tolerance", field: "risk_tolerance" },
    },
];

const REOPEN: Fix =
    Fix::Set { label: "Set the status back to in progress", fields: &[("status", To::Text("in_progress"))] };
