//! What is wrong with the requirements of audits: results that nothing supports or explains. Only what is in the scope
//! of its audit counts.

use cairn_engine::watch::{Check, Concern, Fix, TODAY, To};

const IN_SCOPE: (&str, &str) = ("assessable", "true");

pub const CHECKS: &[Check] = &[
    Check {
        name: "stale",
        doc: "Evidence has expired, or a control is no longer active.",
        severity: Concern::Error,
        query: &[("stale", "true")],
        fix: Fix::Set {
            label: "Reset to not assessed",
            fields: &[("result", To::Text("not_assessed")), ("extended_result", To::Nothing)],
        },
    },
    Check {
        name: "unassessed_in_done_audit",
        doc: "Not assessed, although the audit is done.",
        severity: Concern::Error,
        query: &[IN_SCOPE, ("result", "not_assessed"), ("audit_status", "done")],
        fix: Fix::Edit { label: "Assess the requirement", field: "result" },
    },
    Check {
        name: "done_but_not_assessed",
        doc: "Marked as done without a result.",
        severity: Concern::Error,
        query: &[IN_SCOPE, ("status", "done"), ("result", "not_assessed")],
        fix: Fix::Edit { label: "Assess the requirement", field: "result" },
    },
    Check {
        name: "not_applicable_with_score",
        doc: "Not applicable, but it is scored.",
        severity: Concern::Error,
        query: &[IN_SCOPE, ("result", "not_applicable"), ("score__isnull", "false")],
        fix: Fix::Set {
            label: "Remove the score",
            fields: &[("score", To::Nothing), ("documentation_score", To::Nothing), ("is_scored", To::Flag(false))],
        },
    },
    Check {
        name: "compliant_without_proof",
        doc: "Compliant, but no control or evidence supports it.",
        severity: Concern::Warning,
        query: &[
            IN_SCOPE,
            ("result", "compliant"),
            ("applied_controls__isnull", "true"),
            ("evidences__isnull", "true"),
        ],
        fix: Fix::Edit { label: "Add evidence", field: "evidences" },
    },
    Check {
        name: "not_met_and_nothing_planned",
        doc: "Not fully compliant, with no control or exception.",
        severity: Concern::Warning,
        query: &[
            IN_SCOPE,
            ("result__in", "non_compliant,partially_compliant"),
            ("applied_controls__isnull", "true"),
            ("security_exceptions__isnull", "true"),
        ],
        fix: Fix::Edit { label: "Add a control", field: "applied_controls" },
    },
    Check {
        name: "not_applicable_without_reason",
        doc: "Not applicable without an explanation.",
        severity: Concern::Warning,
        query: &[IN_SCOPE, ("result", "not_applicable"), ("observation__isnull", "true")],
        fix: Fix::Edit { label: "Add a reason", field: "observation" },
    },
    Check {
        name: "scored_without_score",
        doc: "Scoring is on, but there is no score.",
        severity: Concern::Warning,
        query: &[
            IN_SCOPE,
            ("is_scored", "true"),
            ("score__isnull", "true"),
            ("result__in", "partially_compliant,non_compliant,compliant"),
        ],
        fix: Fix::Edit { label: "Set the score", field: "score" },
    },
    Check {
        name: "overdue",
        doc: "Overdue: the due date has passed.",
        severity: Concern::Warning,
        query: &[IN_SCOPE, ("status__in", "to_do,in_progress,in_review"), ("due_date__lt", TODAY)],
        fix: Fix::Edit { label: "Change the due date", field: "due_date" },
    },
    Check {
        name: "not_met_without_comment",
        doc: "Not fully compliant, but no observation says what is missing.",
        severity: Concern::Info,
        query: &[IN_SCOPE, ("result__in", "non_compliant,partially_compliant"), ("observation__isnull", "true")],
        fix: Fix::Edit { label: "Add an observation", field: "observation" },
    },
];
