//! The data wizard: imports files and provides templates.
//!
//! The options are in headers, as scripts of this kind of API expect, so that the body can be the file itself. Unlike
//! there, a failed import is not a success: the response is 400, with the same report.

mod operations;
mod wanted;

pub use operations::operations;

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use cairn_access::Verb;
use cairn_engine::{Caller, Error, Resource};
use cairn_export::Format;
use cairn_import::{Outline, Report, Sheet};
use http::StatusCode;
use serde_json::json;

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::download;
use crate::idempotency::{Answer, Key};
use crate::incoming::Incoming;
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, begin_read, finish, json_value};
use wanted::Wanted;

/// Imports a file: all of its rows or none.
pub async fn load_file(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let mut wanted = Wanted::read(app.engine.registry, &request.parts.headers)?;
    let cx = app.engine.read(caller.clone()).await?;
    cairn_import::check(&cx, wanted.resource, &wanted.options)?;
    drop(cx);
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (bytes, name) = receive(&app, request).await?;
    wanted.options.file = name;
    let key = key.map(|key| Key::new(key, &format!("{path} {}", wanted.fingerprint), &bytes));
    let lane = app.clone();
    let work = async move {
        let reading = wanted.reading.clone();
        let sheet = read_apart(move || Sheet::read(&bytes, &reading)).await?;
        again(|| carry_out(&app, &caller, &wanted, &sheet, key.as_ref())).await
    };
    Box::pin(finish(async move { lane.engine.apart.run(work).await? })).await
}

/// Previews a file: its columns, what they would be imported as, and some of their values.
pub async fn read_file(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let wanted = Wanted::read(app.engine.registry, &request.parts.headers)?;
    let cx = app.engine.read(caller).await?;
    cairn_import::check(&cx, wanted.resource, &wanted.options)?;
    drop(cx);
    let (bytes, _) = receive(&app, request).await?;
    let registry = app.engine.registry;
    let read = move || Outline::read(registry, wanted.resource, &bytes, &wanted.reading, &wanted.options);
    let outline = read_apart(read).await?;
    json_value(StatusCode::OK, &json!(outline))
}

/// Reads a file on a separate thread, before anybody has to wait for the database. If a malicious file crashes the
/// reader, nothing else is affected.
async fn read_apart<T: Send + 'static>(
    read: impl FnOnce() -> std::result::Result<T, Error> + Send + 'static,
) -> std::result::Result<T, Error> {
    let read = tokio::task::spawn_blocking(read).await;
    read.map_err(|_| Error::field("file", "The file cannot be read. Save it again, or save it as CSV."))?
}

async fn carry_out(app: &App, caller: &Arc<Caller>, wanted: &Wanted, sheet: &Sheet, key: Option<&Key>) -> Result {
    let mut cx = if wanted.dry_run {
        app.engine.rehearse(caller.clone()).await?
    } else {
        app.engine.write_long(caller.clone()).await?
    };
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(answer.into_response());
    }
    let mut report = cairn_import::run(&mut cx, wanted.resource, sheet, &wanted.options).await?;
    if wanted.dry_run {
        report.dry();
    }
    if !report.is_whole() {
        return Err(failed(&report));
    }
    report.at = (!wanted.dry_run).then_some(cx.now);
    let answer = Answer::new(StatusCode::OK, json!({ "results": report }).to_string().into_bytes());
    if wanted.dry_run {
        return Ok(answer.into_response());
    }
    Ok(commit(cx, key, answer).await?.into_response())
}

/// Nothing was written; the report says why, row by row.
fn failed(report: &Report) -> Problem {
    let (failed, seen) = (report.failed, report.rows.len());
    let detail = if report.cut_short {
        format!("{failed} of the first {seen} rows cannot be imported. The rest were not checked. Nothing was changed.")
    } else {
        format!("{failed} of {seen} rows cannot be imported. Nothing was changed.")
    };
    let mut problem = Problem::new(ProblemType::Invalid, detail);
    for error in &report.errors {
        problem.errors.add(&format!("row {}", error.row), error.error.clone());
    }
    problem.results = Some(Box::new(json!(report)));
    problem
}

/// The first file of the request, and its name if it has one.
async fn receive(app: &App, request: Call) -> Result<(Bytes, Option<String>)> {
    let mut incoming = Incoming::of(request).await?;
    while let Some(mut part) = incoming.next().await? {
        if part.is_file {
            part.limit(app.config.limits.attachment);
            let mut content = BytesMut::new();
            while let Some(chunk) = part.chunk().await? {
                content.extend_from_slice(&chunk);
            }
            return Ok((content.freeze(), part.name.take()));
        }
    }
    Err(Error::field("file", "The form does not contain a file.").into())
}

/// What the caller can import, with the URLs of the templates.
pub async fn templates(app: Arc<App>, request: Call) -> Result {
    let cx = begin_read(&app, &request.parts).await?;
    let may = |resource: &Resource| cx.authority.allows_somewhere(resource.permission(Verb::Add));
    let all: Vec<_> = cairn_import::kinds(app.engine.registry)
        .filter(|resource| may(resource))
        .map(|resource| {
            let address = format!("/api/data-wizard/templates/{}/", resource.path.replace('/', "-"));
            json!({
                "type": resource.entry.part.map_or(resource.def.type_name, |part| part.name),
                "path": resource.path,
                "name": resource.name(),
                "xlsx": format!("{address}?file_format=xlsx"),
                "csv": format!("{address}?file_format=csv"),
            })
        })
        .collect();
    json_value(StatusCode::OK, &json!({ "results": all }))
}

/// An empty file with the headings of a resource.
pub async fn template(app: Arc<App>, kind: String, request: Call) -> Result {
    authentication::caller(&app, &request.parts).await?;
    let params = body::query(&request.parts);
    let registry = app.engine.registry;
    let resource = cairn_import::find_kind(registry, &kind).ok_or_else(Problem::not_found)?;
    let (format, content) = match params.get("file_format").unwrap_or("xlsx") {
        "xlsx" => (Format::Xlsx, cairn_import::template_xlsx(registry, resource)?),
        "csv" => (Format::Csv, cairn_import::template_csv(resource)?),
        _ => return Err(Error::field("file_format", "Choose xlsx or csv.").into()),
    };
    let name = format!("{}-template.{}", resource.path.replace('/', "-"), format.ending());
    Ok(download::sent(content.into(), format.media_type(), &name, false))
}
