//! Assessments whose scenarios follow their controls every night.

use cairn_engine::{Cx, Error, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_resources::risk::RiskAssessment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::is_open;
use super::sync::{Sync, of_assessment};

/// Syncs the assessments that ask for it.
#[derive(Serialize, Deserialize)]
pub struct SyncRiskAssessments {}

/// The result.
#[derive(Serialize)]
struct Followed {
    assessments: usize,
    scenarios: usize,
}

impl Job for SyncRiskAssessments {
    const KIND: &'static str = "sync-risk-assessments";
    const NAME: &'static str = "Set the current risk of scenarios whose planned controls are active";
    const SCHEDULE: Option<&'static str> = Some("40 1 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.read().await?;
        let ids = wanting(&mut cx).await?;
        drop(cx);
        let (mut assessments, mut scenarios) = (0, 0);
        // One transaction each: nobody waits for all of them, and one that fails does not hold up the rest.
        for id in ids {
            let mut cx = work.write().await?;
            match of_assessment(&mut cx, id, Sync { dry_run: false, reset_residual: false }).await {
                Ok(synced) => {
                    cx.commit().await?;
                    assessments += usize::from(!synced.changes.is_empty());
                    scenarios += synced.changes.len();
                }
                Err(error) if error.is_final() => return Err(error),
                // It was locked or deleted meanwhile.
                Err(error @ (Error::Conflict(_) | Error::NotFound(_))) => {
                    tracing::info!(assessment = %id, %error, "a risk assessment was left as it is");
                }
                Err(error) => return Err(error),
            }
        }
        let cx = work.write().await?;
        work.finish(cx, Followed { assessments, scenarios }).await
    }
}

/// The assessments that ask for it and are not finished.
async fn wanting(cx: &mut Cx) -> Result<Vec<Uuid>> {
    let all: Vec<RiskAssessment> = cx
        .list_all(|select| {
            select.equals("auto_sync", true).order_by("t.id");
        })
        .await?;
    Ok(all.iter().filter(|assessment| is_open(assessment)).map(|assessment| assessment.id.uuid()).collect())
}
