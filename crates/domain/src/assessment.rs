//! What assessments of every kind have in common: audits, risk assessments and findings reviews have the same statuses,
//! authors, reviewers and dates.

use cairn_engine::watch::{Check, Concern, Due, Fix, TODAY};

/// The statuses of an assessment that is not finished.
const OPEN: &str = "planned,in_progress,in_review";

pub const DUE: [Due; 2] = [
    Due { field: "eta", doc: "Planned completion.", query: &[("status__in", OPEN)] },
    Due { field: "due_date", doc: "Due.", query: &[("status__in", OPEN)] },
];

pub const NOBODY_WORKS_ON_IT: Check = Check {
    name: "nobody_works_on_it",
    doc: "In progress, but no authors are assigned.",
    severity: Concern::Warning,
    query: &[("status", "in_progress"), ("authors__isnull", "true")],
    fix: Fix::Edit { label: "Assign authors", field: "authors" },
};

pub const NOBODY_REVIEWS_IT: Check = Check {
    name: "nobody_reviews_it",
    doc: "In review, but no reviewers are assigned.",
    severity: Concern::Warning,
    query: &[("status", "in_review"), ("reviewers__isnull", "true")],
    fix: Fix::Edit { label: "Assign reviewers", field: "reviewers" },
};

pub const OVERDUE: Check = Check {
    name: "overdue",
    doc: "Overdue: the due date has passed.",
    severity: Concern::Warning,
    query: &[("status__in", OPEN), ("due_date__lt", TODAY)],
    fix: Fix::Edit { label: "Change the due date", field: "due_date" },
};

pub const WITHOUT_DUE_DATE: Check = Check {
    name: "without_due_date",
    doc: "Work has started, but there is no due date.",
    severity: Concern::Info,
    query: &[("status__in", "in_progress,in_review"), ("due_date__isnull", "true")],
    fix: Fix::Edit { label: "Set a due date", field: "due_date" },
};
