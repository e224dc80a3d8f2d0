//! Objectives of the organisation: what it wants to achieve, and by when.

use cairn_engine::watch::{Check, Concern, Due, Fix, Measure, TODAY};
use cairn_engine::{Cx, Entry, Module, Result, Rules, action};
use cairn_model::Record;
use cairn_resources::work::{ObjectiveStatus, OrganisationObjective};

use super::applied_control::{Duplicate, Duplicated, Place, duplicate};
use super::organisation_issue::check_order;

pub const ENTRY: Entry = Entry::of::<OrganisationObjective>()
    .module(Module::Assurance, "goal")
    .rank(10)
    .roles("vacd vacd - - - - - -")
    .rules::<OrganisationObjectiveRules>()
    .actions(&[action!(
        POST "duplicate", item, Add, duplicate::<Objectives>: Duplicate => Duplicated,
        "Creates a copy with a new name, in the same domain or another."
    )])
    .due(&[
        Due { field: "eta", doc: "Planned completion.", query: &[("status__in", OPEN)] },
        Due { field: "due_date", doc: "Objective due.", query: &[("status__in", OPEN)] },
    ])
    .checks(&[
        Check {
            name: "nobody_answers",
            doc: "In progress, but not assigned to anyone.",
            severity: Concern::Warning,
            query: &[("status", "in_progress"), ("assigned_to__isnull", "true")],
            fix: Fix::Edit { label: "Assign someone", field: "assigned_to" },
        },
        Check {
            name: "nothing_is_done",
            doc: "In progress without a control.",
            severity: Concern::Warning,
            query: &[("status", "in_progress"), ("applied_controls__isnull", "true")],
            fix: Fix::Edit { label: "Add a control", field: "applied_controls" },
        },
    ])
    .measures(&[Measure { name: "objectives_overdue", query: &[("status", OPEN), ("due_date__lt", TODAY)] }]);

/// The statuses of an objective that is not achieved yet.
const OPEN: &str = "draft,in_progress,degraded";

/// All objectives.
pub struct Objectives;

impl Place for Objectives {
    const PATH: &'static str = OrganisationObjective::PATH;
}

pub struct OrganisationObjectiveRules;

impl Rules for OrganisationObjectiveRules {
    type Record = OrganisationObjective;

    async fn before_write(
        cx: &mut Cx,
        old: Option<&OrganisationObjective>,
        new: &mut OrganisationObjective,
    ) -> Result<()> {
        let was_achieved = old.is_some_and(|old| old.status == ObjectiveStatus::Achieved);
        if new.status == ObjectiveStatus::Achieved && !was_achieved && new.closing_date.is_none() {
            new.closing_date = Some(cx.today());
        }
        check_order(new.start_date, new.eta, "eta")?;
        check_order(new.start_date, new.due_date, "due_date")?;
        check_order(new.start_date, new.closing_date, "closing_date")
    }
}
