//! A list as a file, made in the background: a very long one takes longer than anyone keeps a request open.

use std::sync::Arc;

use cairn_engine::language::Language;
use cairn_engine::{Action, Caller, Cx, Error, Resource, Result, action};
use cairn_jobs::{Done, Job, Output, Work, enqueue};
use cairn_model::Describe;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::format::Format;
use crate::reader::{Reader, parameters};

/// The action of every resource that has its list written by a job.
pub const PREPARE_EXPORT: Action = action!(
    POST "prepare-export", every, View, prepare: Wanted => job,
    "Exports the list to a file in a background job, for long lists. Download the file from the job once it is done."
);

/// The list and the format.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub format: Format,
    /// The query parameters of the list, such as `status=active&ordering=name`.
    #[serde(default)]
    pub query: Option<String>,
}

/// Asks for it. What could not be listed is refused now, and not by the job.
async fn prepare(cx: &mut Cx, resource: &'static Resource, wanted: Wanted) -> Result<Uuid> {
    let query = wanted.query.unwrap_or_default().trim_start_matches('?').to_owned();
    let (params, _) = parameters(resource, &query)?;
    params.select(cx, resource)?;
    let language = cx.language().map(|language| language.tag().to_owned());
    enqueue(cx, &ListExport { resource: resource.path.to_owned(), format: wanted.format, query, language }).await
}

/// Writes a list into a file.
#[derive(Serialize, Deserialize)]
pub struct ListExport {
    resource: String,
    format: Format,
    query: String,
    /// The language in which whoever asked for it reads.
    #[serde(default)]
    language: Option<String>,
}

impl Job for ListExport {
    const KIND: &'static str = "list-export";
    const NAME: &'static str = "Export a list";
    const RETRIES: i64 = 2;

    fn name(&self) -> String {
        format!("Export of {} as {}", self.resource, self.format.ending())
    }

    async fn run(self, work: Work) -> Result<Done> {
        let engine = work.engine().clone();
        let gone = || Error::NotFound(format!("The list of {} no longer exists.", self.resource));
        let resource = engine.registry.find(&self.resource).ok_or_else(gone)?;
        let language = self.language.as_deref().and_then(Language::parse);
        let caller = Arc::new(Caller { language, ..Caller::clone(work.caller()) });
        let inner = engine.clone();
        let opening = async move { Reader::open(inner, caller, resource, self.format, &self.query).await };
        let mut reader = engine.apart.run(opening).await??;
        let (rows, name, note) = (reader.len(), reader.file_name(), reader.note());
        let media_type = reader.format().media_type();
        let mut writer = engine.files.begin().await?;
        while let Some((piece, rest)) = reader.next().await? {
            writer.write(&piece).await?;
            let percent = rest.done() * 100 / rows.max(1);
            work.progress(percent as i64, &format!("{} of {rows} rows", rest.done())).await?;
            reader = rest;
        }
        let file = Output::new(&name, media_type, writer).await?;
        let mut cx = work.write().await?;
        note.write(&mut cx).await?;
        work.finish_with_file(cx, json!({ "rows": rows }), file).await
    }
}
