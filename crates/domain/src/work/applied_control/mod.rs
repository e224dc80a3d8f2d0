//! Applied controls: safeguards that are in place, or planned.
//!
//! Policies are controls too, with their own permissions; what is declared here applies to both.

mod analytics;
pub mod budget;
mod checks;
mod cost;
pub mod duplicate;
mod gantt;
mod impact_effort;
mod impact_graph;
mod links;
mod merge;
mod overview;
pub mod plan;
mod schedule;
mod sunburst;

use cairn_engine::action::Action;
use cairn_engine::computed::{Computed, schema_of};
use cairn_engine::filter::Filter;
use cairn_engine::query::Label;
use cairn_engine::watch::{Due, Measure, TODAY};
use cairn_engine::{Cx, Entry, Module, Nothing, Resource, Result, Rules, action, computed};
use cairn_model::Record;
use cairn_resources::work::{AppliedControl, Effort, Status};

use self::analytics::{Analytics, analytics, budget_overview};
use self::budget::BudgetOverview;
pub use self::checks::CHECKS;
pub use self::cost::{annual_cost, display, plain};
pub use self::duplicate::{Duplicate, Duplicated, duplicate};
use self::gantt::{Gantt, gantt};
use self::impact_effort::{ImpactEffort, impact_effort};
use self::impact_graph::{ImpactGraph, impact_graph};
use self::merge::{Merge, Merged, merge};
pub use self::overview::{Bar, Chart, ItemStyle, PerStatus, camel_case};
use self::overview::{owner, per_status};
use self::schedule::{Listed, State, to_review, todo};
use self::sunburst::{Sunburst, sunburst};
use crate::list_query::ListQuery;
use crate::work::security_exception::refuse_widening;
use crate::work::sight::in_scenarios;
use crate::work::validation_flow::about::{self, Validation};

pub const ENTRY: Entry = Entry::of::<AppliedControl>()
    .module(Module::Controls, "shield-check")
    .rank(10)
    .roles("vacd vacd vacd v v vacd - -")
    .rules::<AppliedControlRules>()
    .computed(COMPUTED)
    .filters(FILTERS)
    .actions(ACTIONS)
    .due(DUE)
    .checks(CHECKS)
    .measures(&[
        Measure { name: "controls", query: &[("status", "--,to_do,in_progress,on_hold,active,degraded")] },
        Measure { name: "controls_active", query: &[("status", "active")] },
        Measure { name: "controls_in_progress", query: &[("status", "in_progress,on_hold")] },
        Measure { name: "controls_overdue", query: &[("status", OPEN), ("eta__lt", TODAY)] },
    ]);

const ACTIONS: &[Action] = &actions::<Controls>();

/// The path under which an action was called: it decides which rows are meant and which permissions count.
pub trait Place: 'static {
    const PATH: &'static str;

    fn resource(cx: &Cx) -> &'static Resource {
        cx.registry().get(Self::PATH)
    }
}

/// All controls.
pub struct Controls;

impl Place for Controls {
    const PATH: &'static str = AppliedControl::PATH;
}

pub const COMPUTED: &[Computed] = &[
    computed!(validation_flows: Vec<Validation>, "The validations that are about it, newest first.", about::of_controls)
        .detail_only(),
    computed!(
        annual_cost: String,
        "Annual cost: implementation spread over the amortization period, plus operation.",
        cost::annual_cost
    ),
    computed!(currency: String, "The currency of the cost.", cost::currency),
    computed!(
        annual_cost_display: String,
        "The formatted annual cost. Empty if there is none.",
        cost::annual_cost_display
    ),
    computed!(
        ranking_score: i64,
        "Expected benefit, up to 100: impact (1 to 5) × ease (5 for XS to 1 for XL) × urgency (4 for P1 to 1 for P4 or none). 0 if impact or effort is not set.",
        ranking_score
    ),
    computed!(state: Option<State>, "Where it stands relative to its dates.", schedule::state),
    computed!(findings_count: i64, "Number of findings it addresses.", sql links::findings_count),
    computed!(is_assigned: bool, "Whether it has an owner.", sql links::is_assigned),
    computed!(linked_models: Vec<String>, "The types of objects it is linked to.", links::linked_models),
];

/// The statuses of a control that is not active yet.
const OPEN: &str = "--,to_do,in_progress,on_hold";

pub const DUE: &[Due] = &[
    Due { field: "eta", doc: "Implementation due.", query: &[("status__in", OPEN)] },
    Due { field: "expiry_date", doc: "Review due.", query: &[("status__in", "active,degraded")] },
];

pub const FILTERS: &[Filter] = &[
    Filter {
        name: "todo",
        doc: "Implementation due within 30 days or overdue. Set to false for the others.",
        schema: schema_of::<bool>,
        condition: schedule::filter_todo,
    },
    Filter {
        name: "to_review",
        doc: "Review due within 30 days or overdue. Set to false for the others.",
        schema: schema_of::<bool>,
        condition: schedule::filter_to_review,
    },
    Filter {
        name: "eta__month",
        doc: "ETA in this month (1 to 12) of any year.",
        schema: schema_of::<i64>,
        condition: schedule::filter_eta_month,
    },
    Filter {
        name: "eta__year",
        doc: "ETA in this year.",
        schema: schema_of::<i64>,
        condition: schedule::filter_eta_year,
    },
    Filter {
        name: "linked_models",
        doc: "Linked to any of: assets, evidences, findings, incidents, objectives, vulnerabilities.",
        schema: schema_of::<String>,
        condition: links::filter_linked_models,
    },
    Filter {
        name: "findings_assessments",
        doc: "Addresses a finding of any of these assessments.",
        schema: schema_of::<String>,
        condition: links::filter_findings_assessments,
    },
    Filter {
        name: "risk_scenarios",
        doc: "Planned for any of these risk scenarios.",
        schema: schema_of::<String>,
        condition: |cx, text| in_scenarios(cx, "applied_controls", text),
    },
    Filter {
        name: "risk_scenarios_e",
        doc: "An existing control of any of these risk scenarios.",
        schema: schema_of::<String>,
        condition: |cx, text| in_scenarios(cx, "existing_applied_controls", text),
    },
    Filter {
        name: "risk_assessments",
        doc: "Planned for a scenario of any of these risk assessments.",
        schema: schema_of::<String>,
        condition: links::filter_risk_assessments,
    },
    Filter {
        name: "compliance_assessments",
        doc: "Linked to a requirement of any of these audits.",
        schema: schema_of::<String>,
        condition: links::filter_compliance_assessments,
    },
];

pub const fn actions<P: Place>() -> [Action; 12] {
    [
        action!(
            GET "per_status", collection, View, per_status::<P>: Nothing => PerStatus,
            "The number of controls in each status."
        ),
        action!(
            GET "todo", collection, View, todo::<P>: Nothing => Listed,
            "Controls with implementation due within 30 days or overdue, most urgent first."
        ),
        action!(
            GET "to_review", collection, View, to_review::<P>: Nothing => Listed,
            "Controls with a review due within 30 days or overdue, most urgent first."
        ),
        action!(GET "owner", collection, View, owner::<P>: Nothing => Vec<Label>, "Everyone who owns at least one."),
        action!(
            GET "analytics", collection, View, analytics::<P>: ListQuery => Analytics,
            "How many controls there are of each kind, and what they cost. Takes the filters of the list."
        ),
        action!(
            GET "budget-overview", collection, View, budget_overview::<P>: ListQuery => BudgetOverview,
            "What the controls cost in a year. Takes the filters of the list."
        ),
        action!(
            GET "impact_effort", collection, View, impact_effort::<P>: ListQuery => ImpactEffort,
            "Open controls by impact and effort. Takes the filters of the list."
        ),
        action!(
            GET "impact_graph", collection, View, impact_graph::<P>: ListQuery => ImpactGraph,
            "What the controls are linked with, as nodes and links. Takes the filters of the list."
        ),
        action!(
            GET "get_gantt_data", collection, View, gantt::<P>: ListQuery => Gantt,
            "The controls over time. Takes the filters of the list."
        ),
        action!(
            GET "sunburst_data", collection, View, sunburst::<P>: ListQuery => Sunburst,
            "The number of controls by function, category and status. Takes the filters of the list."
        ),
        action!(
            POST "merge", collection, Change, merge::<P>: Merge => Merged,
            "Merges several controls into one. It gets all their links, and their values where it has none."
        ),
        action!(
            POST "duplicate", item, Add, duplicate::<P>: Duplicate => Duplicated,
            "Creates a copy with a new name, in the same domain or another."
        ),
    ]
}

pub struct AppliedControlRules;

impl Rules for AppliedControlRules {
    type Record = AppliedControl;

    async fn before_write(cx: &mut Cx, old: Option<&AppliedControl>, new: &mut AppliedControl) -> Result<()> {
        refuse_widening(cx, old.map(|old| &old.security_exceptions), &new.security_exceptions).await?;
        if let Some(cost) = &new.cost {
            cost::check(&cost.0)?;
        }
        // An active control is, by definition, done.
        if new.status == Status::Active {
            new.progress_field = 100;
        }
        Ok(())
    }
}

async fn ranking_score(_: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<i64>> {
    Ok(rows.iter().map(score).collect())
}

fn score(control: &AppliedControl) -> i64 {
    let (Some(impact), Some(effort)) = (control.control_impact, control.effort) else { return 0 };
    let ease = match effort {
        Effort::ExtraSmall => 5,
        Effort::Small => 4,
        Effort::Medium => 3,
        Effort::Large => 2,
        Effort::ExtraLarge => 1,
    };
    let urgency = control.priority.map_or(1, |priority| 5 - priority.key());
    impact.key() * ease * urgency
}

#[cfg(test)]
pub(crate) mod tests {
    use cairn_model::{Id, Many, Ref};
    use cairn_resources::work::{Impact, Priority};
    use uuid::Uuid;

    use super::*;

    /// A control about which nothing is known but its name.
    pub fn control() -> AppliedControl {
        AppliedControl {
            reference_control: None,
            id: Id::new(Uuid::from_u128(1)),
            folder: Ref::new(Uuid::from_u128(2)),
            name: "Backups".into(),
            description: None,
            ref_id: None,
            status: Status::Undefined,
            priority: None,
            category: None,
            csf_function: None,
            effort: None,
            control_impact: None,
            start_date: None,
            eta: None,
            expiry_date: None,
            link: None,
            progress_field: 0,
            cost: None,
            observation: None,
            owner: Many::default(),
            assets: Many::default(),
            evidences: Many::default(),
            findings: Many::default(),
            vulnerabilities: Many::default(),
            incidents: Many::default(),
            task_templates: Many::default(),
            objectives: Many::default(),
            security_exceptions: Many::default(),
            filtering_labels: Many::default(),
            is_published: true,
        }
    }

    #[test]
    fn a_big_effect_for_little_work_ranks_first() {
        let mut control = control();
        control.priority = Some(Priority::P1);
        control.effort = Some(Effort::ExtraSmall);
        assert_eq!(score(&control), 0, "nothing is promised while the impact is unknown");
        control.control_impact = Some(Impact::VeryHigh);
        assert_eq!(score(&control), 100);
        control.effort = Some(Effort::ExtraLarge);
        control.control_impact = Some(Impact::VeryLow);
        control.priority = None;
        assert_eq!(score(&control), 1);
    }
}
