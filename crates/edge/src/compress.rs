//! Answers in fewer bytes, for clients that take them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body::{Body as _, Frame};
use http_body_util::BodyExt;

use crate::encoding::{Encoder, Encoding};

/// What is not larger fits into one packet anyway.
const LEAST: u64 = 1024;
/// From here on, compressing takes long enough to be in the way of other requests.
const LONG: usize = 64 * 1024;

/// What the sender of a request takes.
pub struct Wanted {
    encoding: Option<Encoding>,
    is_head: bool,
}

impl Wanted {
    pub fn of<B>(request: &Request<B>) -> Self {
        let accepted = request.headers().get_all(header::ACCEPT_ENCODING).iter();
        let accepted = accepted.filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",");
        Self { encoding: Encoding::preferred(&accepted), is_head: request.method() == Method::HEAD }
    }

    pub async fn compress(self, mut response: Response<Body>) -> Response<Body> {
        if !gains(&response) {
            return response;
        }
        vary(response.headers_mut());
        let Some(encoding) = self.encoding.filter(|_| !self.is_head) else { return response };
        let size = response.body().size_hint().exact();
        if size.is_some_and(|size| size <= LEAST) {
            return response;
        }
        let (mut parts, body) = response.into_parts();
        let packed = if size.is_some() { whole(encoding, body).await } else { in_pieces(encoding, body) };
        let Ok(body) = packed else {
            // Nothing has been sent yet, and half an answer would be worse than none.
            tracing::error!("a response could not be compressed");
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            return response;
        };
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.remove(header::ACCEPT_RANGES);
        parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.word()));
        Response::from_parts(parts, body)
    }
}

/// Whether an answer may become smaller: text of some kind that nobody has compressed, and no part of something larger. A stream of
/// events has to arrive as it happens, and so stays as it is.
fn gains(response: &Response<Body>) -> bool {
    let headers = response.headers();
    if headers.contains_key(header::CONTENT_ENCODING) || headers.contains_key(header::CONTENT_RANGE) {
        return false;
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_text = kind.starts_with("text/") && kind != "text/event-stream";
    let is_data = ["json", "x-ndjson", "xml", "javascript", "yaml", "x-yaml"].iter().any(|end| {
        kind.strip_prefix("application/").is_some_and(|kind| kind == *end)
            || kind.strip_suffix(end).is_some_and(|rest| rest.ends_with('+'))
    });
    is_text || is_data
}

/// Caches keep what each kind of client gets apart. The tag stays the same for all of them: it stands for the object, and clients
/// send it back in `If-Match`.
fn vary(headers: &mut HeaderMap) {
    let known = headers.get_all(header::VARY).iter().filter_map(|value| value.to_str().ok());
    let is_there =
        known.flat_map(|value| value.split(',')).any(|name| name.trim().eq_ignore_ascii_case("accept-encoding"));
    if !is_there {
        headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
}

async fn whole(encoding: Encoding, body: Body) -> io::Result<Body> {
    let bytes = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let packed = if bytes.len() < LONG {
        encoding.compress(&bytes)
    } else {
        tokio::task::spawn_blocking(move || encoding.compress(&bytes)).await.map_err(io::Error::other)?
    };
    Ok(packed?.into())
}

fn in_pieces(encoding: Encoding, body: Body) -> io::Result<Body> {
    Ok(Body::new(Pieces { body, encoder: Some(Encoder::new(encoding)?) }))
}

struct Pieces {
    body: Body,
    /// None once everything is out.
    encoder: Option<Encoder>,
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        loop {
            let Some(encoder) = &mut this.encoder else { return Poll::Ready(None) };
            let ready = match Pin::new(&mut this.body).poll_frame(cx) {
                Poll::Ready(Some(Ok(frame))) => {
                    let Ok(bytes) = frame.into_data() else { continue };
                    encoder.write(&bytes).map(|()| encoder.take())
                }
                other => match ready!(other) {
                    Some(Err(error)) => {
                        this.encoder = None;
                        return Poll::Ready(Some(Err(error)));
                    }
                    _ => this.encoder.take().map_or(Ok(Bytes::new()), |encoder| encoder.finish().map(Bytes::from)),
                },
            };
            match ready {
                Ok(bytes) if bytes.is_empty() => {}
                Ok(bytes) => return Poll::Ready(Some(Ok(Frame::data(bytes)))),
                Err(error) => {
                    this.encoder = None;
                    return Poll::Ready(Some(Err(axum::Error::new(error))));
                }
            }
        }
    }
}
