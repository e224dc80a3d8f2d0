//! The body of a request, handed over in pieces so that someone can watch how far it is.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

/// Hears how many bytes were sent so far.
#[derive(Clone)]
pub struct Watch(Arc<dyn Fn(u64) + Send + Sync>);

impl Watch {
    pub fn new(hear: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hear))
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

const PIECE: usize = 64 * 1024;

pub(crate) struct Pieces {
    rest: Bytes,
    sent: u64,
    watch: Option<Watch>,
}

impl Pieces {
    pub fn new(content: Bytes, watch: Option<Watch>) -> Self {
        Self { rest: content, sent: 0, watch }
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        // In one piece where nobody looks.
        let length = if self.watch.is_some() { PIECE.min(self.rest.len()) } else { self.rest.len() };
        let piece = self.rest.split_to(length);
        self.sent += piece.len() as u64;
        if let Some(watch) = &self.watch {
            (watch.0)(self.sent);
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("sent", &self.sent).finish_non_exhaustive()
    }
}
