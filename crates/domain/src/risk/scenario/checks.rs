//! What is wrong with risk scenarios: gaps and contradictions in their ratings, treatments and controls.

use cairn_engine::watch::{Check, Concern, Fix, To};

use super::COUNTED;

pub const CHECKS: &[Check] = &[
    Check {
        name: "without_current_probability",
        doc: "The current probability is not rated.",
        severity: Concern::Error,
        query: &[("treatment__in", COUNTED), ("current_proba", "-1")],
        fix: Fix::Edit { label: "Rate the current probability", field: "current_proba" },
    },
    Check {
        name: "without_current_impact",
        doc: "The current impact is not rated.",
        severity: Concern::Error,
        query: &[("treatment__in", COUNTED), ("current_impact", "-1")],
        fix: Fix::Edit { label: "Rate the current impact", field: "current_impact" },
    },
    Check {
        name: "without_residual_probability",
        doc: "Marked for mitigation, but the residual probability is not rated.",
        severity: Concern::Warning,
        query: &[("treatment", "mitigate"), ("residual_proba", "-1")],
        fix: Fix::Edit { label: "Rate the residual probability", field: "residual_proba" },
    },
    Check {
        name: "without_residual_impact",
        doc: "Marked for mitigation, but the residual impact is not rated.",
        severity: Concern::Warning,
        query: &[("treatment", "mitigate"), ("residual_impact", "-1")],
        fix: Fix::Edit { label: "Rate the residual impact", field: "residual_impact" },
    },
    Check {
        name: "current_above_inherent",
        doc: "The current risk is higher than the inherent risk.",
        severity: Concern::Error,
        query: &[("current_to_inherent", "higher")],
        fix: Fix::Set {
            label: "Clear the inherent rating",
            fields: &[("inherent_proba", To::Number(-1)), ("inherent_impact", To::Number(-1))],
        },
    },
    Check {
        name: "residual_above_current",
        doc: "The residual risk is higher than the current risk.",
        severity: Concern::Error,
        query: &[("residual_to_current", "higher")],
        fix: Fix::Set {
            label: "Clear the residual rating",
            fields: &[("residual_proba", To::Number(-1)), ("residual_impact", To::Number(-1))],
        },
    },
    Check {
        name: "lowered_without_existing_controls",
        doc: "The current risk is lower than the inherent risk, but no existing controls explain why.",
        severity: Concern::Warning,
        query: &[
            ("current_to_inherent", "lower"),
            ("existing_applied_controls__isnull", "true"),
            ("existing_controls__isnull", "true"),
        ],
        fix: Fix::Edit { label: "Add existing controls", field: "existing_applied_controls" },
    },
    Check {
        name: "lowered_without_planned_controls",
        doc: "The residual risk is lower than the current risk, but no controls are planned.",
        severity: Concern::Error,
        query: &[("residual_to_current", "lower"), ("applied_controls__isnull", "true")],
        fix: Fix::Edit { label: "Add planned controls", field: "applied_controls" },
    },
    Check {
        name: "mitigated_without_controls",
        doc: "Marked for mitigation, but no controls are planned.",
        severity: Concern::Error,
        query: &[("treatment", "mitigate"), ("applied_controls__isnull", "true")],
        fix: Fix::Edit { label: "Add planned controls", field: "applied_controls" },
    },
    Check {
        name: "intolerable_and_open",
        doc: "Above tolerance, with no treatment decision.",
        severity: Concern::Error,
        query: &[("treatment", "open"), ("within_tolerance", "NO")],
        fix: Fix::Edit { label: "Choose a treatment", field: "treatment" },
    },
    Check {
        name: "accepted_without_acceptance",
        doc: "The treatment is accept, but no risk acceptance is in effect.",
        severity: Concern::Error,
        query: &[("treatment", "accept"), ("accepted", "false")],
        fix: Fix::Set { label: "Set the treatment back to open", fields: &[("treatment", To::Text("open"))] },
    },
    Check {
        name: "accepted_but_treated_otherwise",
        doc: "A risk acceptance is in effect, but the treatment is not accept.",
        severity: Concern::Warning,
        query: &[("treatment__in", "open,mitigate,avoid,transfer,cancelled"), ("accepted", "true")],
        fix: Fix::Set { label: "Set the treatment to accept", fields: &[("treatment", To::Text("accept"))] },
    },
    Check {
        name: "transferred_without_reason",
        doc: "Marked for transfer, but no justification says to whom.",
        severity: Concern::Warning,
        query: &[("treatment", "transfer"), ("justification__isnull", "true")],
        fix: Fix::Edit { label: "Add a justification", field: "justification" },
    },
    Check {
        name: "dropped_without_reason",
        doc: "Avoided or cancelled without a justification.",
        severity: Concern::Warning,
        query: &[("treatment__in", "avoid,cancelled"), ("justification__isnull", "true")],
        fix: Fix::Edit { label: "Add a reason", field: "justification" },
    },
    Check {
        name: "planned_controls_are_active",
        doc: "All planned controls are active, but still listed as planned.",
        severity: Concern::Info,
        query: &[("planned_controls_active", "true")],
        fix: Fix::Run {
            label: "Move them to existing controls",
            action: "sync-to-actions",
            body: &[("dry_run", To::Flag(false))],
        },
    },
    Check {
        name: "nobody_answers",
        doc: "Open or being mitigated, but it has no owner.",
        severity: Concern::Warning,
        query: &[("treatment__in", "open,mitigate"), ("owner__isnull", "true")],
        fix: Fix::Edit { label: "Assign an owner", field: "owner" },
    },
    Check {
        name: "antecedent_is_cancelled",
        doc: "An antecedent scenario is cancelled.",
        severity: Concern::Info,
        query: &[("treatment__in", COUNTED), ("antecedent_treatment", "cancelled")],
        fix: Fix::Edit { label: "Review the antecedent scenarios", field: "antecedent_scenarios" },
    },
    Check {
        name: "without_assets",
        doc: "No assets are linked.",
        severity: Concern::Info,
        query: &[("treatment__in", COUNTED), ("assets__isnull", "true")],
        fix: Fix::Edit { label: "Link assets", field: "assets" },
    },
    Check {
        name: "without_threats",
        doc: "No threats are linked.",
        severity: Concern::Info,
        query: &[("treatment__in", COUNTED), ("threats__isnull", "true")],
        fix: Fix::Edit { label: "Link threats", field: "threats" },
    },
];
