//! Risk acceptances: someone who may decide it lives with risks, until a day or until they change their mind.

mod checks;
mod decide;
mod expiry;
mod treatments;

use cairn_engine::computed::schema_of;
use cairn_engine::filter::{Filter, FilterCx, boolean};
use cairn_engine::watch::Due;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action};
use cairn_model::{Date, Record, Value};
use cairn_resources::risk::{AcceptanceState, RiskAcceptance, RiskScenario};
use cairn_risk::acceptance::{Acceptance, REVIEW};
use cairn_store::Sql;
use chrono::Days;

use crate::work::sight::ids;

pub use expiry::ExpireAcceptances;

/// The permission to accept, reject and revoke.
pub const APPROVE: &str = "approve_riskacceptance";

pub const ENTRY: Entry = Entry::of::<RiskAcceptance>()
    .module(Module::Risk, "stamp")
    .rank(30)
    .roles("vacd vacd vacd v v - - -")
    .extra_permissions(&[(APPROVE, "ADM APP")])
    .rules::<RiskAcceptanceRules>()
    .filters(&[
        Filter {
            name: "to_review",
            doc: "Accepted, and expired or expiring within 30 days. Set to false for the others.",
            schema: schema_of::<bool>,
            condition: filter_to_review,
        },
        Filter {
            name: "risk_assessment",
            doc: "About a scenario of any of these risk assessments.",
            schema: schema_of::<String>,
            condition: filter_risk_assessment,
        },
    ])
    .actions(&[
        action!(POST "submit", item, Change, decide::submit: Nothing => decide::Decided, "Asks the approver to decide."),
        action!(POST "draft", item, Change, decide::draft: Nothing => decide::Decided, "Makes it a draft again, to change it."),
        action!(POST "accept", item, View, decide::accept: Nothing => decide::Decided, "Accepts the risks. Only for the approver."),
        action!(POST "reject", item, View, decide::reject: Nothing => decide::Decided, "Does not accept the risks. Only for the approver."),
        action!(POST "revoke", item, View, decide::revoke: Nothing => decide::Decided, "Takes the acceptance back. Only for the approver."),
        action!(GET "waiting", collection, View, decide::waiting: Nothing => decide::Listed, "Those that wait for your decision."),
        action!(GET "to_review", collection, View, decide::to_review: Nothing => decide::Listed, "Those that have expired or expire within 30 days, most urgent first."),
    ])
    .due(&[Due { field: "expiry_date", doc: "Expires.", query: &[("state", "accepted")] }])
    .checks(checks::CHECKS);

/// As [`Acceptance::needs_review`] does, in the database.
fn needs_review(today: Date) -> Sql {
    let soon = today.checked_add_days(Days::new(REVIEW)).unwrap_or(today);
    let mut sql = Sql::raw("(t.state = 'accepted' and t.expiry_date is not null and t.expiry_date <= ");
    sql.bind(soon).push(")");
    sql
}

fn filter_to_review(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw(if boolean(text)? { "" } else { "not " });
    sql.append(needs_review(cx.today));
    Ok(sql)
}

fn filter_risk_assessment(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let relation = cx.registry.get(RiskAcceptance::PATH).relation("risk_scenarios");
    let relation = relation.expect("the field is a many-relation of acceptances");
    let mut sql = Sql::raw(format!(
        "exists (select 1 from {} l join risk_scenarios r on r.id = l.{} where l.{} = t.id and r.risk_assessment",
        relation.table, relation.other, relation.own
    ));
    sql.any(cx.dialect, Value::Uuids(ids(text)?));
    sql.push(" and ").append(cx.visible(RiskScenario::PATH, "r")).push(")");
    Ok(sql)
}

/// An acceptance as its rules see it.
fn plain(acceptance: &RiskAcceptance) -> Acceptance {
    Acceptance {
        state: cairn_risk::AcceptanceState::parse(acceptance.state.key())
            .unwrap_or(cairn_risk::AcceptanceState::Created),
        expiry_date: acceptance.expiry_date,
        has_approver: acceptance.approver.is_some(),
    }
}

pub struct RiskAcceptanceRules;

impl Rules for RiskAcceptanceRules {
    type Record = RiskAcceptance;

    async fn before_write(cx: &mut Cx, old: Option<&RiskAcceptance>, new: &mut RiskAcceptance) -> Result<()> {
        let is_submitted = std::mem::take(&mut new.submit);
        if cx.is_consequence() {
            return Ok(());
        }
        if let Some(old) = old
            && !plain(old).is_editable()
        {
            return refuse_change(old, new);
        }
        if new.risk_scenarios.is_empty() {
            return Err(Error::field("risk_scenarios", "Choose at least one risk scenario."));
        }
        let is_about = |one: &RiskAcceptance| (one.approver, one.folder, one.risk_scenarios.uuids());
        if old.is_none_or(|old| is_about(old) != is_about(new)) {
            decide::check_approver(cx, new).await?;
        }
        if is_submitted {
            decide::submit_now(cx, new)?;
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&RiskAcceptance>, new: &RiskAcceptance) -> Result<()> {
        let holds = |one: &RiskAcceptance| one.state == AcceptanceState::Accepted && one.expired_at.is_none();
        match (old.is_some_and(holds), holds(new)) {
            (false, true) => treatments::accepted(cx, new).await,
            (true, false) => treatments::ended(cx, new).await,
            _ => Ok(()),
        }
    }

    async fn after_delete(cx: &mut Cx, old: &RiskAcceptance) -> Result<()> {
        if old.state == AcceptanceState::Accepted && old.expired_at.is_none() {
            treatments::ended(cx, old).await?;
        }
        Ok(())
    }
}

/// Nobody should accept something else than what was submitted. Where it is shown may change.
fn refuse_change(old: &RiskAcceptance, new: &RiskAcceptance) -> Result<()> {
    let is_same = old.name == new.name
        && old.description == new.description
        && old.risk_scenarios == new.risk_scenarios
        && old.approver == new.approver
        && old.expiry_date == new.expiry_date
        && old.justification == new.justification
        && old.folder == new.folder;
    match old.state {
        _ if is_same => Ok(()),
        AcceptanceState::Submitted | AcceptanceState::Rejected => {
            Err(Error::Conflict("It was submitted. Set it back to draft to change it.".to_owned()))
        }
        _ => Err(Error::Conflict("The decision was made. Create another acceptance instead.".to_owned())),
    }
}
