//! Audits of campaigns that are overdue: they are locked at night, and wait for their review.

use cairn_engine::Result;
use cairn_jobs::{Done, Job, Work};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::work::AssessmentStatus;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Locks the audits of campaigns whose due date has passed.
#[derive(Serialize, Deserialize)]
pub struct LockOverdueAudits {}

/// The result.
#[derive(Serialize)]
struct Locked {
    audits: usize,
}

impl Job for LockOverdueAudits {
    const KIND: &'static str = "lock-overdue-audits";
    const NAME: &'static str = "Lock the audits of campaigns whose due date has passed";
    const SCHEDULE: Option<&'static str> = Some("15 0 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let mut overdue = Sql::raw("t.campaign is not null and t.due_date < ");
        overdue.bind(cx.today());
        let found: Vec<ComplianceAssessment> = cx
            .list_all(|select| {
                select.equals("is_locked", false).condition(overdue);
            })
            .await?;
        let is_open = |audit: &&ComplianceAssessment| is_open(audit.status);
        let ids: Vec<Uuid> = found.iter().filter(is_open).map(|audit| audit.id.uuid()).collect();
        let mut audits = 0;
        cx.modify_many::<ComplianceAssessment>(&ids, |audit| {
            // Someone may have finished it meanwhile.
            if !audit.is_locked && self::is_open(audit.status) {
                audit.is_locked = true;
                audit.status = Some(AssessmentStatus::InReview);
                audits += 1;
            }
            Ok(())
        })
        .await?;
        work.finish(cx, Locked { audits }).await
    }
}

fn is_open(status: Option<AssessmentStatus>) -> bool {
    matches!(status, None | Some(AssessmentStatus::Planned | AssessmentStatus::InProgress))
}
