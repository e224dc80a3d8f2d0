//! What is wrong with audits themselves.

use cairn_engine::watch::{Check, Concern, Fix, TODAY};

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
        name: "overdue",
        doc: "Overdue: the due date has passed.",
        severity: Concern::Warning,
        query: &[("status__in", "planned,in_progress,in_review"), ("due_date__lt", TODAY)],
        fix: Fix::Edit { label: "Change the due date", field: "due_date" },
    },
    Check {
        name: "without_due_date",
        doc: "Work has started, but there is no due date.",
        severity: Concern::Info,
        query: &[("status__in", "in_progress,in_review"), ("due_date__isnull", "true")],
        fix: Fix::Edit { label: "Set a due date", field: "due_date" },
    },
];
