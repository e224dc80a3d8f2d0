//! Security exceptions: who may approve them, and when they end.

use cairn_access::Verb;
use cairn_engine::watch::{Check, Concern, Due, Fix, Measure, SOON, TODAY};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Date, Describe, Many, Ref, Value};
use cairn_resources::work::{ExceptionStatus, SecurityException};
use cairn_risk::exception::{self, Exception, Refusal};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sankey::{Sankey, sankey};
use super::sight::visible;
use super::validation_flow::about::{self, Validation};
use crate::list_query::ListQuery;

/// The permission to approve and reject.
const APPROVE: &str = "approve_securityexception";

pub const ENTRY: Entry = Entry::of::<SecurityException>()
    .module(Module::Risk, "shield-off")
    .rank(45)
    .roles("vacd vacd vacd v v - - v")
    .extra_permissions(&[(APPROVE, "ADM APP")])
    .rules::<SecurityExceptionRules>()
    .computed(&[
        computed!(
            associated_objects_count: i64,
            "Number of assets, controls, vulnerabilities and requirements it is for.",
            associated_objects_count
        ),
        computed!(validation_flows: Vec<Validation>, "The validations that are about it, newest first.", about::of_exceptions)
            .detail_only(),
    ])
    .actions(&[
        action!(
            POST "approve", item, View, approve: Nothing => Decided,
            "Approves it. Only its approver can."
        ),
        action!(
            POST "reject", item, View, reject: Nothing => Decided,
            "Rejects it. Only its approver can."
        ),
        action!(
            GET "sankey_data", collection, View, sankey_data: ListQuery => Sankey,
            "The number of exceptions by severity and status. Takes the filters of the list."
        ),
    ])
    .due(&[Due { field: "expiration_date", doc: "Exception ends.", query: &[("status__in", "in_review,approved")] }])
    .checks(&[
        Check {
            name: "nobody_answers",
            doc: "Approved without an owner.",
            severity: Concern::Warning,
            query: &[("status", "approved"), ("owners__isnull", "true")],
            fix: Fix::Edit { label: "Assign an owner", field: "owners" },
        },
        Check {
            name: "nobody_decides",
            doc: "In review without an approver.",
            severity: Concern::Error,
            query: &[("status", "in_review"), ("approver__isnull", "true")],
            fix: Fix::Edit { label: "Choose an approver", field: "approver" },
        },
        Check {
            name: "never_ends",
            doc: "Approved without an expiration date.",
            severity: Concern::Warning,
            query: &[("status", "approved"), ("expiration_date__isnull", "true")],
            fix: Fix::Edit { label: "Set an expiration date", field: "expiration_date" },
        },
    ])
    .measures(&[
        Measure { name: "exceptions_approved", query: &[("status", "approved")] },
        Measure {
            name: "exceptions_ending",
            query: &[("status", "approved"), ("expiration_date__gte", TODAY), ("expiration_date__lte", SOON)],
        },
    ]);

pub struct SecurityExceptionRules;

impl Rules for SecurityExceptionRules {
    type Record = SecurityException;

    async fn before_write(cx: &mut Cx, old: Option<&SecurityException>, new: &mut SecurityException) -> Result<()> {
        if cx.is_detaching() {
            return Ok(());
        }
        let (caller, today) = (cx.authority.caller.user, cx.today());
        // Whoever enters a decision that has no approver yet has decided.
        if old.is_none() && is_decision(new.status) && new.approver.is_none() {
            new.approver = caller.map(Ref::new);
        }
        // Nobody makes themselves the approver with the same change that approves.
        let approver = old.map_or(new.approver, |old| old.approver);
        let caller = exception::Caller {
            is_approver: approver.is_some() && approver.map(Ref::uuid) == caller,
            may_approve: may_approve(cx, old.map_or(new.folder, |old| old.folder).uuid()),
        };
        let before = old.map_or(ExceptionStatus::Draft, |old| old.status);
        let known =
            Exception { status: word(before), expiration_date: new.expiration_date, has_approver: approver.is_some() };
        known.check(word(new.status), caller, today).map_err(refused)?;
        if !cx.is_consequence() && old.is_none_or(|old| (old.approver, old.folder) != (new.approver, new.folder)) {
            check_approver(cx, new)?;
        }
        let is_free = cx.is_consequence() || (caller.is_approver && caller.may_approve);
        match old.filter(|old| old.status == ExceptionStatus::Approved && new.status == old.status) {
            Some(old) if !is_free => refuse_change(old, new),
            _ => Ok(()),
        }
    }
}

fn may_approve(cx: &Cx, folder: Uuid) -> bool {
    let permission = cx.registry().permissions().find(APPROVE);
    permission.is_some_and(|permission| cx.authority.allows(permission, folder))
}

/// Refuses an approver who may not approve in the domain: otherwise whoever enters an exception could approve it.
fn check_approver(cx: &Cx, exception: &SecurityException) -> Result<()> {
    let Some(approver) = exception.approver else { return Ok(()) };
    let rights = cx.facts().rights(approver.uuid());
    let permission = cx.registry().permissions().find(APPROVE);
    if permission.is_some_and(|permission| rights.allows(permission, exception.folder.uuid())) {
        return Ok(());
    }
    Err(Error::field("approver", "Choose someone who may approve security exceptions in this domain."))
}

/// What was approved stays as it was, or the approver would stand for something else. An earlier end does no harm.
fn refuse_change(old: &SecurityException, new: &SecurityException) -> Result<()> {
    if is_longer(old.expiration_date, new.expiration_date) {
        let words = "Only the approver can let an approved exception apply for longer.";
        return Err(Error::field("expiration_date", words));
    }
    let is_same = old.name == new.name
        && old.description == new.description
        && old.severity == new.severity
        && old.approver == new.approver
        && old.folder == new.folder;
    if is_same { Ok(()) } else { Err(Error::Conflict(APPROVED.to_owned())) }
}

const APPROVED: &str =
    "It was approved, so only the approver can change what it allows. Put it back into review first.";

/// For the rules of everything that exceptions are for: only the approver brings something else under an approved
/// exception, from either side of the link. Copies and merged objects keep the exceptions that they come with.
pub async fn refuse_widening(
    cx: &mut Cx,
    old: Option<&Many<SecurityException>>,
    new: &Many<SecurityException>,
) -> Result<()> {
    if cx.is_consequence() && !cx.is_linking() {
        return Ok(());
    }
    let before = old.map(Many::uuids).unwrap_or_default();
    let mut added = new.uuids();
    added.retain(|id| !before.contains(id));
    if added.is_empty() {
        return Ok(());
    }
    let approved: Vec<SecurityException> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(added)).equals("status", ExceptionStatus::Approved.key());
        })
        .await?;
    let caller = cx.authority.caller.user;
    let is_approver = |one: &SecurityException| {
        caller.is_some() && one.approver.map(Ref::uuid) == caller && may_approve(cx, one.folder.uuid())
    };
    if approved.iter().all(is_approver) { Ok(()) } else { Err(Error::Conflict(WIDENED.to_owned())) }
}

const WIDENED: &str =
    "Only the approver can bring something else under an approved security exception. Put it back into review first.";

const fn is_decision(status: ExceptionStatus) -> bool {
    matches!(status, ExceptionStatus::Approved | ExceptionStatus::Rejected)
}

/// Without a date it applies for ever.
fn is_longer(old: Option<Date>, new: Option<Date>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => new > old,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// A status as the arithmetic calls it.
fn word(status: ExceptionStatus) -> cairn_risk::ExceptionStatus {
    cairn_risk::ExceptionStatus::parse(status.key()).unwrap_or(cairn_risk::ExceptionStatus::Draft)
}

fn refused(refusal: Refusal) -> Error {
    let field = match refusal {
        Refusal::NoApprover => "approver",
        Refusal::NotApprover | Refusal::MayNotApprove => "status",
        Refusal::Expired(_) => "expiration_date",
    };
    Error::field(field, refusal.to_string())
}

#[derive(Debug, Serialize, Describe)]
pub struct Decided {
    pub id: Uuid,
    /// The status it has now.
    pub status: &'static str,
}

async fn approve(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    decide(cx, id, ExceptionStatus::Approved).await
}

async fn reject(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Decided> {
    decide(cx, id, ExceptionStatus::Rejected).await
}

/// An approver need not be able to change exceptions otherwise.
async fn decide(cx: &mut Cx, id: Uuid, status: ExceptionStatus) -> Result<Decided> {
    let (caller, authority) = (cx.authority.caller.user, cx.authority.clone());
    let permission = cx.registry().permissions().find(APPROVE);
    let decided: SecurityException = cx
        .modify_for(id, Verb::View, |exception: &mut SecurityException| {
            if exception.approver.is_some() && exception.approver.map(Ref::uuid) != caller {
                return Err(Error::Forbidden(Refusal::NotApprover.to_string()));
            }
            if !permission.is_some_and(|permission| authority.allows(permission, exception.folder.uuid())) {
                return Err(Error::Forbidden(Refusal::MayNotApprove.to_string()));
            }
            if exception.status != status && !is_waiting(exception.status) {
                return Err(Error::Conflict(
                    "It is not waiting for a decision. Put it back into review first.".to_owned(),
                ));
            }
            exception.status = status;
            Ok(())
        })
        .await?;
    Ok(Decided { id, status: decided.status.key() })
}

/// A draft can be decided about too: the approver need not wait for anybody to submit it.
const fn is_waiting(status: ExceptionStatus) -> bool {
    matches!(status, ExceptionStatus::Draft | ExceptionStatus::InReview)
}

async fn sankey_data(cx: &mut Cx, query: ListQuery) -> Result<Sankey> {
    let mut select = visible(cx, cx.resource::<SecurityException>());
    query.params().apply(cx, &mut select)?;
    sankey(cx, &select, ExceptionStatus::DEF).await
}

/// As far as the caller may see them: the page has only those.
async fn associated_objects_count(_: &mut Cx, rows: &[SecurityException]) -> Result<Vec<i64>> {
    let count = |one: &SecurityException| {
        one.assets.0.len()
            + one.applied_controls.0.len()
            + one.vulnerabilities.0.len()
            + one.requirement_assessments.0.len()
    };
    Ok(rows.iter().map(|one| count(one) as i64).collect())
}

/// Ends the approved exceptions whose date has passed.
#[derive(Serialize, Deserialize)]
pub struct ExpireExceptions {}

/// The result.
#[derive(Serialize)]
struct Expired {
    exceptions: usize,
}

impl Job for ExpireExceptions {
    const KIND: &'static str = "expire-exceptions";
    const NAME: &'static str = "End the security exceptions whose last day has passed";
    /// Soon after the start of each day in the time zone of the instance.
    const SCHEDULE: Option<&'static str> = Some("10 0 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let today = cx.today();
        let mut over = Sql::raw("t.expiration_date < ");
        over.bind(today);
        let found: Vec<SecurityException> = cx
            .list_all(|select| {
                select.equals("status", ExceptionStatus::Approved.key()).condition(over);
            })
            .await?;
        let ids: Vec<Uuid> = found.iter().map(|one| one.id.uuid()).collect();
        let mut exceptions = 0;
        cx.modify_many::<SecurityException>(&ids, |one| {
            let known = Exception {
                status: word(one.status),
                expiration_date: one.expiration_date,
                has_approver: one.approver.is_some(),
            };
            // Someone may have resolved or extended it meanwhile.
            if known.status_on(today) == cairn_risk::ExceptionStatus::Expired && one.status != ExceptionStatus::Expired
            {
                one.status = ExceptionStatus::Expired;
                exceptions += 1;
            }
            Ok(())
        })
        .await?;
        work.finish(cx, Expired { exceptions }).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn for_ever_is_longer_than_any_date() {
        let day = |text: &str| text.parse::<Date>().ok();
        assert!(is_longer(day("2026-03-01"), day("2026-03-02")));
        assert!(is_longer(day("2026-03-01"), None));
        for (old, new) in [("2026-03-02", "2026-03-01"), ("2026-03-01", "2026-03-01")] {
            assert!(!is_longer(day(old), day(new)));
        }
        assert!(!is_longer(None, day("2026-03-01")) && !is_longer(None, None));
    }

    #[test]
    fn every_status_is_known_to_the_arithmetic() {
        let words: Vec<&str> = ExceptionStatus::ALL.iter().map(|status| word(*status).as_str()).collect();
        let keys: Vec<&str> = ExceptionStatus::ALL.iter().map(|status| status.key()).collect();
        assert_eq!(words, keys);
    }
}
