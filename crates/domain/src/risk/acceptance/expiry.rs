//! Acceptances that expire: in the night after their last day, the treatments of their risks come back, once.

use cairn_engine::{Cx, Error, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_resources::risk::{AcceptanceState, RiskAcceptance, RiskScenario};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::plain;

/// Ends the acceptances whose last day has passed.
#[derive(Serialize, Deserialize)]
pub struct ExpireAcceptances {}

/// The result.
#[derive(Serialize)]
struct Expired {
    acceptances: usize,
}

impl Job for ExpireAcceptances {
    const KIND: &'static str = "expire-risk-acceptances";
    const NAME: &'static str = "End risk acceptances that have expired";
    /// Soon after the start of each day, and at noon for anything that was missed.
    const SCHEDULE: Option<&'static str> = Some("10 0,12 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.read().await?;
        let due = due(&mut cx).await?;
        drop(cx);
        let mut acceptances = 0;
        // One transaction each: one that cannot be ended does not hold up the rest.
        for id in due {
            let mut cx = work.write().await?;
            match expire(&mut cx, id).await {
                Ok(is_expired) => {
                    cx.commit().await?;
                    acceptances += usize::from(is_expired);
                }
                Err(error) if error.is_final() => return Err(error),
                // A risk is in a locked assessment, or it was deleted meanwhile. The next night tries again.
                Err(error @ (Error::Conflict(_) | Error::NotFound(_))) => {
                    tracing::info!(acceptance = %id, %error, "a risk acceptance was left as it is");
                }
                Err(error) => return Err(error),
            }
        }
        let cx = work.write().await?;
        work.finish(cx, Expired { acceptances }).await
    }
}

async fn due(cx: &mut Cx) -> Result<Vec<Uuid>> {
    let mut passed = Sql::raw("t.expired_at is null and t.expiry_date < ");
    passed.bind(cx.today());
    let due: Vec<RiskAcceptance> = cx
        .list_all(|select| {
            select.equals("state", AcceptanceState::Accepted.key()).condition(passed).order_by("t.id");
        })
        .await?;
    Ok(due.iter().map(|acceptance| acceptance.id.uuid()).collect())
}

/// Notes that an acceptance has expired; its rules do the rest. False if someone was faster.
async fn expire(cx: &mut Cx, id: Uuid) -> Result<bool> {
    cx.lock::<RiskAcceptance>(&[id]).await?;
    let Some(read) = cx.find::<RiskAcceptance>(id).await? else { return Ok(false) };
    cx.lock::<RiskScenario>(&read.risk_scenarios.uuids()).await?;
    let (today, now) = (cx.today(), cx.now);
    let mut is_expired = false;
    cx.modify::<RiskAcceptance>(id, |acceptance| {
        if acceptance.expired_at.is_none() && plain(acceptance).is_expired(today) {
            acceptance.expired_at = Some(now);
            is_expired = true;
        }
        Ok(())
    })
    .await?;
    Ok(is_expired)
}
