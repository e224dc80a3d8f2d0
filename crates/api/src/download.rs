//! Sends files: all downloads, from actions, lists and templates, go through here.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use cairn_engine::action::{Content, Download};
use cairn_engine::{Caller, Error};
use futures_util::TryStreamExt;
use http::{HeaderValue, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio_util::io::ReaderStream;

use crate::app::App;
use crate::resources::{Result, header_value};

/// How much of a file is in memory while it is sent.
const PIECE: usize = 64 * 1024;

/// Sends a file after recording that it leaves.
pub async fn respond(app: &Arc<App>, caller: Arc<Caller>, file: Download) -> Result {
    let mut cx = app.engine.write(caller).await?;
    file.note.write(&mut cx).await?;
    cx.commit().await?;
    let streamed = |file: tokio::fs::File| Body::from_stream(ReaderStream::with_capacity(file, PIECE));
    let (body, size) = match file.content {
        Content::Bytes(bytes) => {
            let size = bytes.len() as u64;
            (Body::from(bytes), Some(size))
        }
        Content::File(content) => (streamed(content), file.size),
        Content::Making(making) => {
            let content = making.await?;
            let size = content.metadata().await.map(|about| about.len());
            (streamed(content), Some(size.map_err(|error| Error::internal(error.to_string()))?))
        }
        Content::Pieces(pieces) => {
            let pieces = pieces.inspect_err(|error| tracing::warn!(%error, "sending a file was interrupted"));
            (Body::from_stream(pieces), file.size)
        }
    };
    let mut response = sent(body, &file.media_type, &file.name, file.inline);
    if let Some(size) = size {
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    }
    if let Some(etag) = file.etag {
        response.headers_mut().insert(header::ETAG, header_value(&format!("\"{etag}\"")));
    }
    Ok(response)
}

/// A file as an answer. Nothing that a browser could run is ever shown inside a page of ours.
pub fn sent(body: Body, media_type: &str, name: &str, inline: bool) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header_value(media_type));
    headers.insert(header::CONTENT_DISPOSITION, disposition(name, inline));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"),
    );
    response
}

/// The header that sets the file name for saving, whatever characters it has.
fn disposition(name: &str, inline: bool) -> HeaderValue {
    let is_plain = |letter: char| letter == ' ' || letter.is_ascii_graphic() && letter != '"' && letter != '\\';
    let plain: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    let encoded = utf8_percent_encode(name, NON_ALPHANUMERIC);
    let way = if inline { "inline" } else { "attachment" };
    header_value(&format!("{way}; filename=\"{plain}\"; filename*=UTF-8''{encoded}"))
}
