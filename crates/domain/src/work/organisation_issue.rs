//! Issues of the organisation: what affects what it can achieve, for as long as it does.

use cairn_engine::watch::{Check, Concern, Due, Fix, TODAY};
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_jobs::{Done, Job, Work};
use cairn_model::Date;
use cairn_resources::work::{IssueStatus, OrganisationIssue};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<OrganisationIssue>()
    .module(Module::Assurance, "landmark")
    .rank(20)
    .roles("vacd vacd - - - - - -")
    .rules::<OrganisationIssueRules>()
    .due(&[Due { field: "expiration_date", doc: "Issue ends.", query: &[("status", "active")] }])
    .checks(&[Check {
        name: "active_before_its_start",
        doc: "Active, but its start date is in the future.",
        severity: Concern::Warning,
        query: &[("status", "active"), ("start_date__gt", TODAY)],
        fix: Fix::Edit { label: "Change the start date", field: "start_date" },
    }]);

pub struct OrganisationIssueRules;

impl Rules for OrganisationIssueRules {
    type Record = OrganisationIssue;

    async fn before_write(_: &mut Cx, _: Option<&OrganisationIssue>, new: &mut OrganisationIssue) -> Result<()> {
        check_order(new.start_date, new.expiration_date, "expiration_date")
    }
}

/// Nothing ends before it starts.
pub fn check_order(start: Option<Date>, end: Option<Date>, field: &str) -> Result<()> {
    match (start, end) {
        (Some(start), Some(end)) if end < start => Err(Error::field(field, "Must not be before the start date.")),
        _ => Ok(()),
    }
}

/// Sets issues aside whose last day has passed.
#[derive(Serialize, Deserialize)]
pub struct ExpireIssues {}

/// The result.
#[derive(Serialize)]
struct Expired {
    issues: usize,
}

impl Job for ExpireIssues {
    const KIND: &'static str = "expire-issues";
    const NAME: &'static str = "Set organisation issues aside whose last day has passed";
    const SCHEDULE: Option<&'static str> = Some("20 0 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let today = cx.today();
        let mut over = Sql::raw("t.expiration_date < ");
        over.bind(today);
        let found: Vec<OrganisationIssue> = cx
            .list_all(|select| {
                select.equals("status", IssueStatus::Active.key()).condition(over);
            })
            .await?;
        let ids: Vec<Uuid> = found.iter().map(|one| one.id.uuid()).collect();
        let mut issues = 0;
        cx.modify_many::<OrganisationIssue>(&ids, |one| {
            // Someone may have changed it meanwhile.
            if one.status == IssueStatus::Active && one.expiration_date.is_some_and(|date| date < today) {
                one.status = IssueStatus::Inactive;
                issues += 1;
            }
            Ok(())
        })
        .await?;
        work.finish(cx, Expired { issues }).await
    }
}
