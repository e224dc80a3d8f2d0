//! What is wrong with audits themselves.

use cairn_engine::watch::{Check, Concern, Fix, TODAY};

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
        name: "overdue",
        doc: "Not done, and the due date has passed.",
        severity: Concern::Warning,
        query: &[("status__in", "planned,in_progress,in_review"), ("due_date__lt", TODAY)],
        fix: Fix::Edit { label: "Move the due date", field: "due_date" },
    },
    Check {
        name: "without_due_date",
        doc: "In progress or in review without a due date.",
        severity: Concern::Info,
        query: &[("status__in", "in_progress,in_review"), ("due_date__isnull", "true")],
        fix: Fix::Edit { label: "Set a due date", field: "due_date" },
    },
];
