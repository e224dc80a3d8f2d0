//! A whole list as a file, read while it is sent. For one that is too long to wait for, every resource has `prepare-export`.

use std::sync::Arc;

use cairn_engine::Resource;
use cairn_engine::action::{Content, Download};
use cairn_export::{Format, Reader};
use futures_util::{StreamExt, stream};

use crate::app::App;
use crate::authentication;
use crate::body::Call;
use crate::download;
use crate::resources::Result;

/// Everything that the list would show, as a file.
pub async fn export(app: Arc<App>, resource: &'static Resource, format: Format, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let query = request.parts.uri.query().unwrap_or_default();
    let reader = Reader::open(app.engine.clone(), caller.clone(), resource, format, query).await?;
    // A workbook is finished before it is sent, in a temporary file: what goes wrong until then can still be said.
    let reader = reader.collect().await?;
    let (name, note) = (reader.file_name(), reader.note());
    let content = Content::Pieces(stream::try_unfold(reader, Reader::next).boxed());
    let file = Download::new(&name, format.media_type(), content, note);
    download::respond(&app, caller, file).await
}
