//! A whole list as a streamed file. For lists that take too long, every resource has `prepare-export`.

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
    // A workbook is completed in a temporary file before it is sent: errors up to then can still be reported.
    let reader = reader.collect().await?;
    let (name, note) = (reader.file_name(), reader.note());
    let content = Content::Pieces(stream::try_unfold(reader, Reader::next).boxed());
    let file = Download::new(&name, format.media_type(), content, note);
    download::respond(&app, caller, file).await
}
