//! Retention as a job.

use std::sync::Arc;

use cairn_engine::error::Result;
use cairn_jobs::{Done, Job, Work};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::retention;
use crate::sealer::Sealer;

/// What the operator decided, and who seals the entry that tells of it.
pub struct Retention {
    pub sealer: Arc<Sealer>,
    pub days: u32,
}

/// Removes content of the journal that is too old. A worker knows it where the operator has set an age.
#[derive(Serialize, Deserialize)]
pub struct PruneJournal {}

impl Job for PruneJournal {
    const KIND: &'static str = "prune-journal";
    const NAME: &'static str = "Remove old content from the journal";
    const SCHEDULE: Option<&'static str> = Some("20 2 * * *");

    /// It may be begun again at any point: the horizon is announced first, and what was removed is found removed.
    async fn run(self, work: Work) -> Result<Done> {
        let retention = work.tool::<Retention>()?;
        let entries = retention::prune(&retention.sealer, retention.days).await?;
        let cx = work.write().await?;
        work.finish(cx, json!({ "entries": entries })).await
    }
}
