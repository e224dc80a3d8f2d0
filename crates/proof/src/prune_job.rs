//! Retention as a job.

use std::sync::Arc;

use cairn_engine::error::Result;
use cairn_jobs::{Done, Job, Work};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::retention;
use crate::sealer::Sealer;

/// The operator's retention setting, and the sealer for the entry that records the pruning.
pub struct Retention {
    pub sealer: Arc<Sealer>,
    pub days: u32,
}

/// Removes journal content past its retention period. Only registered where the operator has set one.
#[derive(Serialize, Deserialize)]
pub struct PruneJournal {}

impl Job for PruneJournal {
    const KIND: &'static str = "prune-journal";
    const NAME: &'static str = "Remove old content from the journal";
    const SCHEDULE: Option<&'static str> = Some("20 2 * * *");

    /// Safe to restart at any point: the horizon is recorded first, and content already removed is skipped.
    async fn run(self, work: Work) -> Result<Done> {
        let retention = work.tool::<Retention>()?;
        let entries = retention::prune(&retention.sealer, retention.days).await?;
        let cx = work.write().await?;
        work.finish(cx, json!({ "entries": entries })).await
    }
}
