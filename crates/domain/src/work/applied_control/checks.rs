//! What is wrong with controls: what an action plan needs to be carried out, and what an active control needs to be
//! believed.

use cairn_engine::watch::{Check, Concern, Fix, TODAY};

use super::OPEN;

pub const CHECKS: &[Check] = &[
    Check {
        name: "nobody_answers",
        doc: "Not deprecated, and has no owner.",
        severity: Concern::Warning,
        query: &[("is_assigned", "false"), ("status__in", "--,to_do,in_progress,on_hold,active,degraded")],
        fix: Fix::Edit { label: "Assign an owner", field: "owner" },
    },
    Check {
        name: "active_without_evidence",
        doc: "Active without any evidence.",
        severity: Concern::Warning,
        query: &[("status", "active"), ("evidences__isnull", "true")],
        fix: Fix::Edit { label: "Add evidence", field: "evidences" },
    },
    Check {
        name: "active_past_its_end",
        doc: "Active although it has expired.",
        severity: Concern::Error,
        query: &[("status", "active"), ("expiry_date__lt", TODAY)],
        fix: Fix::Edit { label: "Move the expiry date", field: "expiry_date" },
    },
    Check {
        name: "overdue",
        doc: "Not active, and the implementation date has passed.",
        severity: Concern::Warning,
        query: &[("status__in", OPEN), ("eta__lt", TODAY)],
        fix: Fix::Edit { label: "Move the implementation date", field: "eta" },
    },
    Check {
        name: "started_without_date",
        doc: "In progress without an implementation date.",
        severity: Concern::Warning,
        query: &[("status", "in_progress"), ("eta__isnull", "true")],
        fix: Fix::Edit { label: "Set the implementation date", field: "eta" },
    },
    Check {
        name: "planned_without_date",
        doc: "Planned without an implementation date.",
        severity: Concern::Info,
        query: &[("status__in", "--,to_do,on_hold"), ("eta__isnull", "true")],
        fix: Fix::Edit { label: "Set the implementation date", field: "eta" },
    },
    Check {
        name: "without_effort",
        doc: "Not active, and nobody estimated the effort.",
        severity: Concern::Info,
        query: &[("status__in", OPEN), ("effort__isnull", "true")],
        fix: Fix::Edit { label: "Estimate the effort", field: "effort" },
    },
    Check {
        name: "without_cost",
        doc: "Not active, and nobody estimated the cost.",
        severity: Concern::Info,
        query: &[("status__in", OPEN), ("cost__isnull", "true")],
        fix: Fix::Edit { label: "Estimate the cost", field: "cost" },
    },
    Check {
        name: "without_link",
        doc: "In progress without a link to where the work is tracked.",
        severity: Concern::Info,
        query: &[("status", "in_progress"), ("link__isnull", "true")],
        fix: Fix::Edit { label: "Add a link", field: "link" },
    },
];
