//! What a connection is doing, and until when it may.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use crate::Settings;

/// How long a connection that is given up still takes what the client is sending. Closing at once would reset it, and the
/// client might never see the answer that tells it why.
const LINGER: Duration = Duration::from_secs(10);

/// What a connection waits for between two requests.
pub const NEXT_REQUEST: &str = "the next request";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Between two requests.
    Idle,
    /// A header is on its way.
    Header,
    /// A request is being answered.
    Answering,
    /// The answer is out, and what still comes in is thrown away.
    Closing,
}

struct State {
    phase: Phase,
    since: Instant,
    /// Since when the client has taken nothing of what it was sent.
    stuck: Option<Instant>,
    /// Whether a body was left unread.
    unread: bool,
}

/// Shared by the socket, which sees bytes, and the service, which sees requests.
#[derive(Clone)]
pub struct Pulse(Arc<Mutex<State>>);

impl Pulse {
    pub fn new() -> Self {
        // A new connection is there to send something.
        let state = State { phase: Phase::Header, since: Instant::now(), stuck: None, unread: false };
        Self(Arc::new(Mutex::new(state)))
    }

    fn enter(&self, phase: Phase) {
        let mut state = self.0.lock();
        state.phase = phase;
        state.since = Instant::now();
    }

    /// A whole header is there.
    pub fn answering(&self) {
        self.enter(Phase::Answering);
    }

    /// The answer was handed to the socket.
    pub fn answered(&self) {
        self.enter(Phase::Idle);
    }

    /// The connection ends after this answer, and the rest of the request was not read.
    pub fn leave_unread(&self) {
        self.0.lock().unread = true;
    }

    /// When the connection has to be closed if nothing happens, and what it would then have waited for.
    pub fn deadline(&self, settings: &Settings) -> Option<(Instant, &'static str)> {
        let state = self.0.lock();
        let phase = match state.phase {
            Phase::Idle => Some((state.since + settings.idle, NEXT_REQUEST)),
            Phase::Header => Some((state.since + settings.header, "the header of a request")),
            Phase::Answering => None,
            Phase::Closing => Some((state.since + LINGER, "the end of a refused body")),
        };
        let stuck = state.stuck.map(|since| (since + settings.body, "the client to read its response"));
        phase.into_iter().chain(stuck).min_by_key(|(at, _)| *at)
    }

    fn read(&self, bytes: usize) {
        let mut state = self.0.lock();
        if bytes > 0 && state.phase == Phase::Idle {
            state.phase = Phase::Header;
            state.since = Instant::now();
        }
    }

    fn wrote<T>(&self, result: &Poll<T>) {
        let mut state = self.0.lock();
        match result {
            Poll::Pending => drop(state.stuck.get_or_insert_with(Instant::now)),
            Poll::Ready(_) => state.stuck = None,
        }
    }

    /// Whether the socket is to take what still comes, from the first time it is asked.
    fn lingers(&self) -> bool {
        let mut state = self.0.lock();
        if state.unread && state.phase != Phase::Closing {
            state.phase = Phase::Closing;
            state.since = Instant::now();
        }
        state.unread
    }
}

/// A socket that keeps its pulse.
pub struct Watched<S> {
    pub socket: S,
    pub pulse: Pulse,
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.socket).poll_read(cx, buffer))?;
        self.pulse.read(buffer.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.socket).poll_write(cx, bytes);
        self.pulse.wrote(&result);
        result
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.socket).poll_write_vectored(cx, parts);
        self.pulse.wrote(&result);
        result
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.socket).poll_shutdown(cx))?;
        if !self.pulse.lingers() {
            return Poll::Ready(Ok(()));
        }
        let mut space = [0; 8192];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            ready!(Pin::new(&mut self.socket).poll_read(cx, &mut buffer))?;
            if buffer.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}
