//! A domain as a file, created in the background: a large one takes longer than a request stays open.

use cairn_engine::action::file_name;
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_jobs::{Done, Job, Output, Work};
use cairn_resources::iam::Folder;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::actions::{domain_name, note};
use super::pack::packed;

/// How much of the file is written at a time.
const PIECE: u64 = 1024 * 1024;

/// Packs a domain with everything in it that the requester may see.
#[derive(Serialize, Deserialize)]
pub struct PackDomain {
    folder: Uuid,
    name: String,
}

/// Requests it.
pub async fn pack(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Uuid> {
    let folder: Folder = cx.get(id).await?;
    if id == cx.root_folder() {
        return Err(Error::field("detail", "The root domain is the instance itself. Choose one of its subdomains."));
    }
    cairn_jobs::enqueue(cx, &PackDomain { folder: id, name: folder.name }).await
}

impl Job for PackDomain {
    const KIND: &'static str = "domain-export";
    const NAME: &'static str = "Export a domain";
    const RETRIES: i64 = 2;

    fn name(&self) -> String {
        format!("Export of the domain “{}”", self.name)
    }

    async fn run(self, work: Work) -> Result<Done> {
        work.progress(1, "Reading the objects").await?;
        let mut cx = work.read().await?;
        // On threads that nobody else waits for.
        let reading = async move { cairn_extract::extract(&mut cx, self.folder).await };
        let document = work.engine().apart.run(reading).await??;
        work.progress(30, "Packing").await?;
        let (objects, note) = (document.objects.len() + 1, note(&document, self.folder));
        let name = file_name(&format!("{}.zip", domain_name(&document)));
        let mut packed = tokio::fs::File::from_std(packed(work.engine(), document).await?);
        let size = packed.metadata().await.map_or(0, |about| about.len());
        let mut writer = work.engine().files.begin().await?;
        loop {
            let mut piece = Vec::new();
            let read = (&mut packed).take(PIECE).read_to_end(&mut piece).await;
            if read.map_err(|error| Error::internal(format!("cannot read a packed domain: {error}")))? == 0 {
                break;
            }
            writer.write(&piece).await?;
            let part = writer.size() * 39 / size.max(1);
            work.progress(60 + i64::try_from(part).unwrap_or_default(), "Writing the file").await?;
        }
        let file = Output::new(&name, "application/zip", writer).await?;
        let mut cx = work.write().await?;
        note.write(&mut cx).await?;
        work.finish_with_file(cx, json!({ "objects": objects }), file).await
    }
}
