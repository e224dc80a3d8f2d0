//! Audits that follow the state of their controls every night.

use cairn_engine::{Cx, Error, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_resources::compliance::ComplianceAssessment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sync::{Sync, sync_to_actions};

/// Sets the results of the audits that ask for it.
#[derive(Serialize, Deserialize)]
pub struct SyncAudits {}

/// The result.
#[derive(Serialize)]
struct Followed {
    audits: usize,
    requirements: usize,
}

impl Job for SyncAudits {
    const KIND: &'static str = "sync-audits";
    const NAME: &'static str = "Set the results of audits from the state of their controls";
    const SCHEDULE: Option<&'static str> = Some("30 1 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.read().await?;
        let ids = wanting(&mut cx).await?;
        drop(cx);
        let (mut audits, mut requirements) = (0, 0);
        // One transaction each: nobody waits for all of them, and one that fails does not hold up the rest.
        for id in ids {
            let mut cx = work.write().await?;
            match sync_to_actions(&mut cx, id, Sync { dry_run: false }).await {
                Ok(synced) => {
                    cx.commit().await?;
                    audits += usize::from(!synced.changes.is_empty());
                    requirements += synced.changes.len();
                }
                Err(error) if error.is_final() => return Err(error),
                // It was locked or deleted meanwhile.
                Err(error @ (Error::Conflict(_) | Error::NotFound(_))) => {
                    tracing::info!(audit = %id, %error, "an audit was left as it is");
                }
                Err(error) => return Err(error),
            }
        }
        let cx = work.write().await?;
        work.finish(cx, Followed { audits, requirements }).await
    }
}

/// The audits that ask for it and can still change.
async fn wanting(cx: &mut Cx) -> Result<Vec<Uuid>> {
    let audits: Vec<ComplianceAssessment> = cx
        .list_all(|select| {
            select.equals("auto_sync", true).equals("is_locked", false).order_by("t.id");
        })
        .await?;
    Ok(audits.iter().map(|audit| audit.id.uuid()).collect())
}
