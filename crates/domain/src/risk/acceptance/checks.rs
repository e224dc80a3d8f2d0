//! What is wrong with risk acceptances.

use cairn_engine::watch::{Check, Concern, Fix, TODAY};

pub const CHECKS: &[Check] = &[
    Check {
        name: "nobody_decides",
        doc: "Draft without an approver.",
        severity: Concern::Warning,
        query: &[("state", "created"), ("approver__isnull", "true")],
        fix: Fix::Edit { label: "Choose an approver", field: "approver" },
    },
    Check {
        name: "draft_without_end",
        doc: "Draft without an expiry date.",
        severity: Concern::Warning,
        query: &[("state", "created"), ("expiry_date__isnull", "true")],
        fix: Fix::Edit { label: "Set an expiry date", field: "expiry_date" },
    },
    Check {
        name: "draft_past_its_end",
        doc: "Draft whose expiry date has passed.",
        severity: Concern::Warning,
        query: &[("state", "created"), ("expiry_date__lt", TODAY)],
        fix: Fix::Edit { label: "Change the expiry date", field: "expiry_date" },
    },
    Check {
        name: "draft_without_reason",
        doc: "Draft without a justification.",
        severity: Concern::Info,
        query: &[("state", "created"), ("justification__isnull", "true")],
        fix: Fix::Edit { label: "Add a reason", field: "justification" },
    },
    Check {
        name: "submitted_past_its_end",
        doc: "Submitted, but the expiry date has passed, so it cannot be accepted.",
        severity: Concern::Warning,
        query: &[("state", "submitted"), ("expiry_date__lt", TODAY)],
        fix: Fix::Run { label: "Return it to draft", action: "draft", body: &[] },
    },
    Check {
        name: "accepted_without_end",
        doc: "Accepted without an expiry date.",
        severity: Concern::Warning,
        query: &[("state", "accepted"), ("expiry_date__isnull", "true")],
        fix: REVOKE,
    },
    Check {
        name: "expired",
        doc: "Expired, so the risks are no longer accepted.",
        severity: Concern::Error,
        query: &[("state", "accepted"), ("expiry_date__lt", TODAY)],
        fix: REVOKE,
    },
];

/// What was accepted cannot be changed, only taken back.
const REVOKE: Fix = Fix::Run { label: "Revoke the acceptance", action: "revoke", body: &[] };
