//! A report that is made in the background, for audits whose report takes longer than a request should.

use cairn_engine::action::{Content, file_name};
use cairn_engine::{Cx, Error, Result};
use cairn_jobs::{Done, Job, Output, Work};
use cairn_model::Describe;
use cairn_resources::compliance::ComplianceAssessment;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::{File, Kind, make, template};

/// How much of an archive is written at a time.
const PIECE: u64 = 1024 * 1024;

/// The report to make.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub kind: Kind,
    /// The id of a report template, for a Word report.
    #[serde(default)]
    pub template: Option<Uuid>,
}

/// Makes a report with what its requester may see.
#[derive(Serialize, Deserialize)]
pub struct AuditReport {
    audit: Uuid,
    name: String,
    kind: Kind,
    #[serde(default)]
    template: Option<Uuid>,
}

/// Requests it.
pub async fn prepare(cx: &mut Cx, id: Uuid, wanted: Wanted) -> Result<Uuid> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let Wanted { kind, template } = wanted;
    if let Some(template) = template {
        if kind != Kind::Word {
            return Err(Error::field("template", template::ONLY_WORD));
        }
        template::find(cx, template).await?;
    }
    cairn_jobs::enqueue(cx, &AuditReport { audit: id, name: audit.name, kind, template }).await
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
        let Self { audit, kind, template, .. } = self;
        let making = async move { make(&mut cx, audit, kind, template).await };
        let File { name, content, note } = work.engine().apart.run(making).await??;
        work.progress(60, "Writing the file").await?;
        let mut writer = work.engine().files.begin().await?;
        match content {
            Content::Bytes(bytes) => writer.write(&bytes).await?,
            Content::Making(making) => {
                let mut packed = making.await?;
                loop {
                    let mut piece = Vec::new();
                    let read = (&mut packed).take(PIECE).read_to_end(&mut piece).await;
                    if read.map_err(|error| Error::internal(format!("cannot read a packed audit: {error}")))? == 0 {
                        break;
                    }
                    writer.write(&piece).await?;
                }
            }
            Content::File(_) | Content::Pieces(_) => return Err(Error::internal("a report is bytes or an archive")),
        }
        let bytes = writer.size();
        let file = Output::new(&file_name(&name), kind.media(), writer).await?;
        let mut cx = work.write().await?;
        note.write(&mut cx).await?;
        work.finish_with_file(cx, json!({ "bytes": bytes }), file).await
    }
}
