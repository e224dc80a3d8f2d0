//! A whole list as a file. It is read in portions while it is sent, so that neither memory nor the database is held for longer
//! than a portion takes; only a workbook is finished before it is sent, in a temporary file.

use std::io::Seek;
use std::sync::Arc;

use axum::body::Body;
use axum::response::IntoResponse;
use bytes::Bytes;
use cairn_engine::journal::{self, About};
use cairn_engine::query::ListParams;
use cairn_engine::{Caller, Error, FieldErrors, Resource};
use cairn_export::Export;
use cairn_model::LogKind;
use cairn_model::Timestamp;
use cairn_store::StoreError;
use futures_util::{StreamExt, stream};
use http::{HeaderValue, StatusCode, header};
use serde_json::json;
use tokio_util::io::ReaderStream;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::past;
use crate::resources::{Result, header_value, select};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Xlsx,
    JsonLines,
}

impl Format {
    /// The end of the file's name, and of the path.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Xlsx => "xlsx",
            Format::JsonLines => "jsonl",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Csv => "text/csv; charset=utf-8",
            Format::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Format::JsonLines => "application/x-ndjson",
        }
    }
}

/// Everything that the list would show, as a file.
pub async fn export(app: Arc<App>, resource: &'static Resource, format: Format, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    refuse_paging(&params)?;
    let found = select(&cx, resource, &params)?;
    let rows = Export::find(&mut cx, found).await?;
    drop(cx);
    // What leaves in bulk is remembered.
    let mut cx = app.engine.write(caller.clone()).await?;
    let detail = json!({ "rows": rows.len(), "query": request.parts.uri.query() });
    journal::note(&mut cx, LogKind::Exported, Some(About::resource(resource.def.path, resource.path)), detail).await?;
    cx.commit().await?;
    let reader = Reader { app, caller, as_of: past::take(&mut body::query(&request.parts))?, rows, format };
    let body = if format == Format::Xlsx { reader.workbook().await? } else { reader.stream()? };
    let mut response = (StatusCode::OK, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.media_type()));
    let name = resource.path.replace('/', "-");
    let disposition = format!("attachment; filename=\"{name}.{}\"", format.ending());
    headers.insert(header::CONTENT_DISPOSITION, header_value(&disposition));
    Ok(response)
}

/// A page is not what an export gives, and ignoring that would be worse than refusing it.
fn refuse_paging(params: &ListParams) -> std::result::Result<(), Error> {
    let mut errors = FieldErrors::default();
    for name in ["limit", "offset"].into_iter().filter(|name| params.get(name).is_some()) {
        errors.add(name, "An export has all rows. Narrow it with filters, or ask the list for a page.".to_owned());
    }
    errors.into_result()
}

/// Reads the rows of an export, portion by portion, each with a connection of its own.
struct Reader {
    app: Arc<App>,
    caller: Arc<Caller>,
    as_of: Option<Timestamp>,
    rows: Export,
    format: Format,
}

impl Reader {
    async fn begin(&self) -> cairn_engine::Result<cairn_engine::Cx> {
        match self.as_of {
            None => self.app.engine.read(self.caller.clone()).await,
            Some(at) => self.app.engine.read_as_of(self.caller.clone(), at).await,
        }
    }

    async fn portion(&mut self) -> cairn_engine::Result<Option<Bytes>> {
        if self.rows.is_done() {
            return Ok(None);
        }
        let mut cx = self.begin().await?;
        let bytes = match self.format {
            Format::JsonLines => self.rows.json_lines(&mut cx).await?,
            _ => self.rows.csv(&mut cx).await?,
        };
        Ok(Some(bytes.into()))
    }

    fn stream(self) -> Result<Body> {
        let begun = match self.format {
            Format::Csv => self.rows.csv_head()?.into(),
            _ => Bytes::new(),
        };
        let head = stream::iter([Ok::<_, Error>(begun)]);
        let rest = stream::try_unfold(self, async |mut reader| {
            let app = reader.app.clone();
            // The answer is sent from a thread that others need, too.
            let portion = app.apart.run(async move {
                let portion = reader.portion().await.inspect_err(|error| tracing::warn!(%error, "an export broke off"));
                Ok(portion?.map(|bytes| (bytes, reader)))
            });
            portion.await.unwrap_or_else(|problem| Err(Error::internal(problem.detail)))
        });
        Ok(Body::from_stream(head.chain(rest)))
    }

    async fn workbook(mut self) -> Result<Body> {
        let mut book = self.rows.book()?;
        while !self.rows.is_done() {
            let mut cx = self.begin().await?;
            self.rows.write_into(&mut cx, &mut book).await?;
        }
        let packing = tokio::task::spawn_blocking(move || -> cairn_engine::Result<std::fs::File> {
            let failed = |error: std::io::Error| StoreError::from_io("write a workbook", &error);
            let mut file = tempfile::tempfile().map_err(failed)?;
            book.finish(&mut file)?;
            file.rewind().map_err(failed)?;
            Ok(file)
        });
        let file = packing.await.map_err(|error| Error::internal(error.to_string()))??;
        Ok(Body::from_stream(ReaderStream::with_capacity(tokio::fs::File::from_std(file), 64 * 1024)))
    }
}
