//! Takes connections in until the order to stop, and then waits for those that are there.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use parking_lot::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::places::{Full, Places};
use crate::pulse::NEXT_REQUEST;
use crate::{Settings, connection};

/// Serves until `stop` ends, and returns when every connection has ended after that.
pub async fn serve(listener: TcpListener, router: Router, settings: Settings, stop: impl Future<Output = ()>) {
    let settings = Arc::new(settings);
    let places = Places::new(&settings);
    let news = Arc::new(News::default());
    let (stopping, stopped) = watch::channel(false);
    // Every connection holds one end of it, so that it closes with the last of them.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                refused(&error, &news).await;
                continue;
            }
        };
        let place = match places.take(peer.ip()) {
            Ok(place) => place,
            Err(full) => {
                tokio::spawn(turn_away(socket, full));
                if news.is_news(peer.ip()) {
                    let why = if full == Full::Address { "too many from this address" } else { "too many in total" };
                    tracing::warn!(address = %peer.ip(), "a connection was refused: {why}");
                }
                continue;
            }
        };
        let _ = socket.set_nodelay(true);
        let (router, settings, stopped) = (router.clone(), settings.clone(), stopped.clone());
        let (news, open) = (news.clone(), open.clone());
        tokio::spawn(async move {
            let waited_for = connection::run(socket, peer, router, &settings, stopped).await;
            // A pause between two requests ends like this every time, which is nobody's fault.
            if let Some(what) = waited_for
                && what != NEXT_REQUEST
                && news.is_news(peer.ip())
            {
                tracing::warn!(address = %peer.ip(), "a connection was closed: timed out waiting for {what}");
            }
            drop((place, open));
        });
    }
    drop(listener);
    let _ = stopping.send(true);
    drop(open);
    let _ = all_closed.recv().await;
}

/// A connection that could not be taken in is gone, or the process has no room for it right now.
async fn refused(error: &io::Error, news: &News) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        return;
    }
    if news.is_news(IpAddr::from([0, 0, 0, 0])) {
        tracing::error!(%error, "connections cannot be accepted; is the limit on open files too low?");
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
}

/// Says why before it closes.
async fn turn_away(mut socket: TcpStream, full: Full) {
    let (status, kind, title, detail) = match full {
        Full::Address => (
            "429 Too Many Requests",
            "throttled",
            "Too many requests",
            "Your address has too many connections open. Close some, or send several requests over one.",
        ),
        Full::Server => (
            "503 Service Unavailable",
            "unavailable",
            "Temporarily unavailable",
            "The server has no room for another connection. Try again in a moment.",
        ),
    };
    let number = &status[..3];
    let body = format!(r#"{{"type":"{kind}","title":"{title}","status":{number},"detail":"{detail}"}}"#);
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\nretry-after: 5\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    // The request is left unread; a moment for the answer to arrive is all there is.
    let _ = tokio::time::timeout(Duration::from_secs(1), async {
        socket.write_all(answer.as_bytes()).await?;
        socket.shutdown().await?;
        socket.read(&mut [0; 4096]).await
    })
    .await;
}

/// One line a minute for each address: a log that an attacker can fill is a weapon, too.
#[derive(Default)]
struct News(Mutex<HashMap<IpAddr, Instant>>);

impl News {
    const WINDOW: Duration = Duration::from_mins(1);
    const MOST: usize = 100;

    fn is_news(&self, address: IpAddr) -> bool {
        let mut told = self.0.lock();
        told.retain(|_, at| at.elapsed() < Self::WINDOW);
        if told.len() >= Self::MOST || told.contains_key(&address) {
            return false;
        }
        told.insert(address, Instant::now());
        true
    }
}
