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
        doc: "To be mitigated, but the residual probability is not rated.",
        severity: Concern::Warning,
        query: &[("treatment", "mitigate"), ("residual_proba", "-1")],
        fix: Fix::Edit { label: "Rate the residual probability", field: "residual_proba" },
    },
    Check {
        name: "without_residual_impact",
        doc: "To be mitigated, but the residual impact is not rated.",
        severity: Concern::Warning,
        query: &[("treatment", "mitigate"), ("residual_impact", "-1")],
        fix: Fix::Edit { label: "Rate the residual impact", field: "residual_impact" },
    },
    Check {
        name: "current_above_inherent",
        doc: "The current risk is higher than the inherent one.",
        severity: Concern::Error,
        query: &[("current_to_inherent", "higher")],
        fix: Fix::Set {
            label: "Remove the inherent rating",
            fields: &[("inherent_proba", To::Number(-1)), ("inherent_impact", To::Number(-1))],
        },
    },
    Check {
        name: "residual_above_current",
        doc: "The residual risk is higher than the current one.",
        severity: Concern::Error,
        query: &[("residual_to_current", "higher")],
        fix: Fix::Set {
            label: "Remove the residual rating",
            fields: &[("residual_proba", To::Number(-1)), ("residual_impact", To::Number(-1))],
        },
    },
    Check {
        name: "lowered_without_existing_controls",
        doc: "The current risk is lower than the inherent one, but there are no existing controls.",
        severity: Concern::Warning,
        query: &[
            ("current_to_inherent", "lower"),
            ("existing_applied_controls__isnull", "true"),
            ("existing_controls__isnull", "true"),
        ],
        fix: Fix::Edit { label: "Add the existing controls", field: "existing_applied_controls" },
    },
    Check {
        name: "lowered_without_planned_controls",
        doc: "The residual risk is lower than the current one, but no control is planned.",
        severity: Concern::Error,
        query: &[("residual_to_current", "lower"), ("applied_controls__isnull", "true")],
        fix: Fix::Edit { label: "Add the planned controls", field: "applied_controls" },
    },
    Check {
        name: "mitigated_without_controls",
        doc: "To be mitigated without a planned control.",
        severity: Concern::Error,
        query: &[("treatment", "mitigate"), ("applied_controls__isnull", "true")],
        fix: Fix::Edit { label: "Add the planned controls", field: "applied_controls" },
    },
    Check {
        name: "intolerable_and_open",
        doc: "Above the tolerance, and nothing is decided.",
        severity: Concern::Error,
        query: &[("treatment", "open"), ("within_tolerance", "NO")],
        fix: Fix::Edit { label: "Decide the treatment", field: "treatment" },
    },
    Check {
        name: "accepted_without_acceptance",
        doc: "Treated as accepted, but no acceptance applies.",
        severity: Concern::Error,
        query: &[("treatment", "accept"), ("accepted", "false")],
        fix: Fix::Set { label: "Set the treatment back to open", fields: &[("treatment", To::Text("open"))] },
    },
    Check {
        name: "accepted_but_treated_otherwise",
        doc: "An acceptance applies, but the treatment is another one.",
        severity: Concern::Warning,
        query: &[("treatment__in", "open,mitigate,avoid,transfer,cancelled"), ("accepted", "true")],
        fix: Fix::Set { label: "Set the treatment to accept", fields: &[("treatment", To::Text("accept"))] },
    },
    Check {
        name: "transferred_without_reason",
        doc: "To be transferred, but nobody wrote down to whom.",
        severity: Concern::Warning,
        query: &[("treatment", "transfer"), ("justification__isnull", "true")],
        fix: Fix::Edit { label: "Write down who takes the risk", field: "justification" },
    },
    Check {
        name: "dropped_without_reason",
        doc: "Avoided or cancelled, but nobody wrote down why.",
        severity: Concern::Warning,
        query: &[("treatment__in", "avoid,cancelled"), ("justification__isnull", "true")],
        fix: Fix::Edit { label: "Write down the reason", field: "justification" },
    },
    Check {
        name: "planned_controls_are_active",
        doc: "All planned controls are active, but they still count as planned.",
        severity: Concern::Info,
        query: &[("planned_controls_active", "true")],
        fix: Fix::Run {
            label: "Make the planned controls existing ones",
            action: "sync-to-actions",
            body: &[("dry_run", To::Flag(false))],
        },
    },
    Check {
        name: "nobody_answers",
        doc: "Open or to be mitigated, without an owner.",
        severity: Concern::Warning,
        query: &[("treatment__in", "open,mitigate"), ("owner__isnull", "true")],
        fix: Fix::Edit { label: "Assign an owner", field: "owner" },
    },
    Check {
        name: "antecedent_is_cancelled",
        doc: "A scenario that leads to it is cancelled.",
        severity: Concern::Info,
        query: &[("treatment__in", COUNTED), ("antecedent_treatment", "cancelled")],
        fix: Fix::Edit { label: "Review the antecedent scenarios", field: "antecedent_scenarios" },
    },
    Check {
        name: "without_assets",
        doc: "Nobody says which assets are at risk.",
        severity: Concern::Info,
        query: &[("treatment__in", COUNTED), ("assets__isnull", "true")],
        fix: Fix::Edit { label: "Add the assets at risk", field: "assets" },
    },
    Check {
        name: "without_threats",
        doc: "Nobody says which threat it comes from.",
        severity: Concern::Info,
        query: &[("treatment__in", COUNTED), ("threats__isnull", "true")],
        fix: Fix::Edit { label: "Add the threats", field: "threats" },
    },
];
