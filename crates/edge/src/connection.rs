//! One connection, from its first byte to its last.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::task::Poll;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::Settings;
use crate::answer::answer;
use crate::pulse::{Pulse, Watched};

/// Answers requests until the client or a deadline ends the connection; says which deadline it was.
pub async fn run(
    socket: TcpStream,
    peer: SocketAddr,
    router: Router,
    settings: &Settings,
    mut stop: watch::Receiver<bool>,
) -> Option<&'static str> {
    let pulse = Pulse::new();
    let io = TokioIo::new(Watched { socket, pulse: pulse.clone() });
    let (patience, service_pulse) = (settings.body, pulse.clone());
    let service = service_fn(move |request| answer(router.clone(), peer, service_pulse.clone(), patience, request));
    let mut builder = http1::Builder::new();
    // The deadlines below know what the connection is doing; hyper's one does not.
    builder.timer(TokioTimer::new()).header_read_timeout(None);
    let mut connection = pin!(builder.serve_connection(io, service));
    let mut stopping = pin!(stop.wait_for(|stop| *stop));
    let mut stopped = false;
    let mut armed = Instant::now() + settings.header;
    let mut alarm = pin!(sleep_until(armed));
    poll_fn(|cx| {
        if !stopped && stopping.as_mut().poll(cx).is_ready() {
            stopped = true;
            connection.as_mut().graceful_shutdown();
        }
        if connection.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        // Moved to an earlier time at once, to a later one only when it rings: most requests then never touch it.
        loop {
            let deadline = pulse.deadline(settings);
            if let Some((at, what)) = deadline
                && at <= Instant::now()
            {
                return Poll::Ready(Some(what));
            }
            if let Some((at, _)) = deadline
                && at < armed
            {
                armed = at;
                alarm.as_mut().reset(armed);
            }
            if alarm.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            armed = deadline.map_or_else(|| Instant::now() + settings.idle, |(at, _)| at);
            alarm.as_mut().reset(armed);
        }
    })
    .await
}
