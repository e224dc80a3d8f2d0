//! Policies: the applied controls of that category, under their own path and permissions.

use cairn_engine::action::Action;
use cairn_engine::{Entry, Module, Part};
use cairn_resources::work::AppliedControl;

use super::applied_control::{AppliedControlRules, CHECKS, COMPUTED, DUE, FILTERS, Place, actions};

pub const ENTRY: Entry = Entry::of::<AppliedControl>()
    .part(Part {
        path: Policies::PATH,
        model: "policy",
        name: "Policy",
        doc: "A policy the organisation has adopted or plans to adopt. It is an applied control of the category policy.",
        field: "category",
        value: "policy",
    })
    .module(Module::Controls, "scroll-text")
    .rank(20)
    .roles("vacd vacd vacd v v - - -")
    .rules::<AppliedControlRules>()
    .computed(COMPUTED)
    .filters(FILTERS)
    .actions(ACTIONS)
    .due(DUE)
    .checks(CHECKS);

const ACTIONS: &[Action] = &actions::<Policies>();

/// The actions of controls, on policies.
pub struct Policies;

impl Place for Policies {
    const PATH: &'static str = "policies";
}
