//! The body of a request on its way in: within its time, and read to the end if the handler did not.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, header};
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use parking_lot::Mutex;
use tokio::time::{Instant, Sleep};

/// How much of an unread body is taken in to keep the connection; more costs more than a new one.
const MOST_UNREAD: u64 = 1024 * 1024;
/// And for how long.
const LONGEST_UNREAD: Duration = Duration::from_secs(5);
/// A body that keeps coming at this pace never runs out of time.
const BYTES_PER_SECOND: u32 = 1024;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A body that both the handler and the connection hold.
#[derive(Clone)]
pub struct Arriving(Arc<Mutex<State>>);

struct State {
    /// None once it has ended, in one way or another.
    body: Option<Incoming>,
    /// Whether it ended as it should.
    whole: bool,
    clock: Clock,
    /// The client waits for a word before it sends anything, and was not given it.
    held_back: bool,
}

impl Arriving {
    /// None where there is no body.
    pub fn new(headers: &HeaderMap, body: Incoming, patience: Duration) -> Option<Self> {
        if body.is_end_stream() {
            return None;
        }
        let held_back =
            headers.get(header::EXPECT).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"));
        Some(Self(Arc::new(Mutex::new(State {
            body: Some(body),
            whole: false,
            clock: Clock::new(patience),
            held_back,
        }))))
    }

    /// The handler's side.
    pub fn body(&self) -> Body {
        Body::new(Handed(self.clone()))
    }

    /// Takes in what the handler left, if that is soon done. Whether the connection can go on.
    pub async fn drain(self) -> bool {
        {
            let state = self.0.lock();
            let Some(body) = &state.body else { return state.whole };
            if body.is_end_stream() {
                return true;
            }
            if state.held_back || body.size_hint().lower() > MOST_UNREAD {
                return false;
            }
        }
        let mut left = MOST_UNREAD;
        let rest = async {
            let mut body = pin!(Handed(self));
            while let Some(frame) = body.frame().await {
                let bytes = frame.ok()?.data_ref().map_or(0, Bytes::len) as u64;
                left = left.checked_sub(bytes)?;
            }
            Some(())
        };
        matches!(tokio::time::timeout(LONGEST_UNREAD, rest).await, Ok(Some(())))
    }
}

struct Handed(Arriving);

impl http_body::Body for Handed {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let mut state = self.0.0.lock();
        let State { body: slot, whole, clock, held_back } = &mut *state;
        let Some(body) = slot else { return Poll::Ready(None) };
        *held_back = false;
        match Pin::new(body).poll_frame(cx) {
            Poll::Pending => {
                ready!(clock.poll_late(cx));
                *slot = None;
                Poll::Ready(Some(Err("the body did not arrive in time".into())))
            }
            Poll::Ready(Some(Ok(frame))) => {
                clock.arrived(frame.data_ref().map_or(0, Bytes::len));
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(end) => {
                *slot = None;
                *whole = end.is_none();
                Poll::Ready(end.map(|failure| failure.map_err(Into::into)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.0.lock().body.as_ref().is_none_or(http_body::Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.0.lock().body.as_ref().map_or_else(|| SizeHint::with_exact(0), http_body::Body::size_hint)
    }
}

/// Counts the time that is spent waiting for the client, and not what a handler does between two pieces.
struct Clock {
    patience: Duration,
    waited: Duration,
    waiting: Option<Instant>,
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Clock {
    fn new(patience: Duration) -> Self {
        Self { patience, waited: Duration::ZERO, waiting: None, alarm: None }
    }

    fn arrived(&mut self, bytes: usize) {
        if let Some(since) = self.waiting.take() {
            self.waited += since.elapsed();
            self.alarm = None;
        }
        self.patience += Duration::from_secs(1) * u32::try_from(bytes).unwrap_or(u32::MAX) / BYTES_PER_SECOND;
    }

    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let since = *self.waiting.get_or_insert_with(Instant::now);
        let until = since + self.patience.saturating_sub(self.waited);
        self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until))).as_mut().poll(cx)
    }
}
