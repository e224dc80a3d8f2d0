//! A report that is made in the background, for audits whose report takes longer than a request should.

use cairn_engine::action::file_name;
use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Output, Work};
use cairn_model::Describe;
use cairn_resources::compliance::ComplianceAssessment;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{File, Kind, make};

/// The report to make.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub kind: Kind,
}

/// Makes a report with what its requester may see.
#[derive(Serialize, Deserialize)]
pub struct AuditReport {
    audit: Uuid,
    name: String,
    kind: Kind,
}

/// Requests it.
pub async fn prepare(cx: &mut Cx, id: Uuid, wanted: Wanted) -> Result<Uuid> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    cairn_jobs::enqueue(cx, &AuditReport { audit: id, name: audit.name, kind: wanted.kind }).await
}

impl Job for AuditReport {
    const KIND: &'static str = "audit-report";
    const NAME: &'static str = "Report on an audit";
    const RETRIES: i64 = 2;

    fn name(&self) -> String {
        format!("Report on the audit “{}”", self.name)
    }

    async fn run(self, work: Work) -> Result<Done> {
        work.progress(5, "Reading the audit").await?;
        let mut cx = work.read().await?;
        // On threads that nobody else waits for.
        let (audit, kind) = (self.audit, self.kind);
        let making = async move { make(&mut cx, audit, kind).await };
        let File { name, bytes, note } = work.engine().apart.run(making).await??;
        work.progress(80, "Writing the file").await?;
        let mut writer = work.engine().files.begin().await?;
        writer.write(&bytes).await?;
        let file = Output::new(&file_name(&name), kind.media(), writer).await?;
        let mut cx = work.write().await?;
        note.write(&mut cx).await?;
        work.finish_with_file(cx, json!({ "bytes": bytes.len() }), file).await
    }
}
