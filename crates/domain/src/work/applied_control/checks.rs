//! What is wrong with controls: what an action plan needs to be carried out, and what an active control needs to be
//! believed.

use cairn_engine::watch::{Check, Concern, Fix, TODAY};

use super::OPEN;

pub const CHECKS: &[Check] = &[
    Check {
        name: "nobody_answers",
        doc: "It has no owner.",
        severity: Concern::Warning,
        query: &[("is_assigned", "false"), ("status__in", "--,to_do,in_progress,on_hold,active,degraded")],
        fix: Fix::Edit { label: "Assign an owner", field: "owner" },
    },
    Check {
        name: "active_without_evidence",
        doc: "Active without evidence.",
        severity: Concern::Warning,
        query: &[("status", "active"), ("evidences__isnull", "true")],
        fix: Fix::Edit { label: "Add evidence", field: "evidences" },
    },
    Check {
        name: "active_past_its_end",
        doc: "Active, but past its expiry date.",
        severity: Concern::Error,
        query: &[("status", "active"), ("expiry_date__lt", TODAY)],
        fix: Fix::Edit { label: "Change the expiry date", field: "expiry_date" },
    },
    Check {
        name: "overdue",
        doc: "The implementation is overdue.",
        severity: Concern::Warning,
        query: &[("status__in", OPEN), ("eta__lt", TODAY)],
        fix: Fix::Edit { label: "Change the implementation date", field: "eta" },
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
        doc: "It has no effort estimate.",
        severity: Concern::Info,
        query: &[("status__in", OPEN), ("effort__isnull", "true")],
        fix: Fix::Edit { label: "Estimate the effort", field: "effort" },
    },
    Check {
        name: "without_cost",
        doc: "It has no cost estimate.",
        severity: Concern::Info,
        query: &[("status__in", OPEN), ("cost__isnull", "true")],
        fix: Fix::Edit { label: "Estimate the cost", field: "cost" },
    },
    Check {
        name: "without_link",
        doc: "In progress without a link to its ticket.",
        severity: Concern::Info,
        query: &[("status", "in_progress"), ("link__isnull", "true")],
        fix: Fix::Edit { label: "Add a link", field: "link" },
    },
];
