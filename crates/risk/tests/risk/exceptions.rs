//! Security exceptions.

use cairn_risk::ExceptionStatus as Status;
use cairn_risk::exception::{Caller, Exception, Refusal};

use crate::recorded::day;

const APPROVER: Caller = Caller { is_approver: true, may_approve: true };

#[test]
fn only_the_approver_decides() {
    let today = day("2026-11-16");
    for from in Status::ALL.iter().copied() {
        let exception = Exception { status: from, expiration_date: None, has_approver: true };
        for to in Status::ALL.iter().copied() {
            let is_decision = matches!(to, Status::Approved | Status::Rejected) && from != to;
            assert_eq!(exception.check(to, APPROVER, today), Ok(()));
            for (caller, refusal) in [
                (Caller { is_approver: false, ..APPROVER }, Refusal::NotApprover),
                (Caller { may_approve: false, ..APPROVER }, Refusal::MayNotApprove),
            ] {
                let expected = if is_decision { Err(refusal) } else { Ok(()) };
                assert_eq!(exception.check(to, caller, today), expected, "{from:?} to {to:?}");
            }
        }
    }
    let orphan = Exception { status: Status::InReview, expiration_date: None, has_approver: false };
    assert_eq!(orphan.check(Status::Approved, APPROVER, today), Err(Refusal::NoApprover));
}

#[test]
fn an_approved_exception_expires_after_its_date() {
    let date = day("2026-11-16");
    let exception = |status| Exception { status, expiration_date: Some(date), has_approver: true };
    let (last, after) = (day("2026-11-16"), day("2026-11-17"));
    assert_eq!(exception(Status::Approved).status_on(last), Status::Approved);
    assert_eq!(exception(Status::Approved).status_on(after), Status::Expired);
    for status in Status::ALL.iter().copied().filter(|status| *status != Status::Approved) {
        assert_eq!(exception(status).status_on(after), status);
    }
    let in_review = exception(Status::InReview);
    assert_eq!(in_review.check(Status::Approved, APPROVER, last), Ok(()));
    assert_eq!(in_review.check(Status::Approved, APPROVER, after), Err(Refusal::Expired(date)));
    assert_eq!(in_review.check(Status::Rejected, APPROVER, after), Ok(()));
}
