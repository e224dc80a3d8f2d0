//! Removing files that nothing refers to any more, every night.

use cairn_engine::{Result, unused_files};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::job::Job;
use crate::work::{Done, Work};

/// How long a file is left alone after it was stored: an upload may be in progress.
const DAYS_OF_GRACE: u32 = 7;

/// Removes files that neither an object nor the journal refers to.
#[derive(Serialize, Deserialize)]
pub struct RemoveUnusedFiles {}

impl Job for RemoveUnusedFiles {
    const KIND: &'static str = "remove-unused-files";
    const NAME: &'static str = "Remove unused files";
    // After retention, which releases files.
    const SCHEDULE: Option<&'static str> = Some("10 4 * * *");

    /// It can be restarted at any point: what was removed is not found again.
    async fn run(self, work: Work) -> Result<Done> {
        let files = unused_files::remove(work.engine(), DAYS_OF_GRACE).await?;
        let cx = work.write().await?;
        work.finish(cx, json!({ "files": files })).await
    }
}
