//! A receiver that costs as little as possible: it reads, counts and answers.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use parking_lot::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

/// Under this path nobody ever answers.
pub const NEVER: &str = "/never";
/// Whoever asks is told how many there were.
const COUNT: &str = "GET ";

#[derive(Default)]
pub struct Receiver {
    count: AtomicU64,
    /// When each object was first heard of, for those who measure how long it took.
    pub heard: Mutex<HashMap<String, Instant>>,
}

impl Receiver {
    /// Serves until the process ends.
    pub async fn serve(self: Arc<Self>, listener: TcpListener) -> Result<()> {
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(self.clone().connection(stream));
        }
    }

    async fn connection(self: Arc<Self>, mut stream: TcpStream) -> Result<()> {
        let mut buffer = Vec::with_capacity(16 * 1024);
        loop {
            let head = loop {
                if let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                    break end + 4;
                }
                if stream.read_buf(&mut buffer).await? == 0 {
                    return Ok(());
                }
            };
            let text = std::str::from_utf8(&buffer[..head])?.to_owned();
            let length = text.lines().find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().ok())?
            });
            let whole = head + length.unwrap_or_default();
            while buffer.len() < whole {
                if stream.read_buf(&mut buffer).await? == 0 {
                    return Ok(());
                }
            }
            if text.contains(NEVER) {
                std::future::pending::<()>().await;
            }
            if text.starts_with(COUNT) {
                let count = self.count.load(Ordering::Relaxed).to_string();
                let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{count}", count.len());
                stream.write_all(answer.as_bytes()).await?;
            } else {
                self.count.fetch_add(1, Ordering::Relaxed);
                self.hear(&buffer[head..whole]);
                stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await?;
            }
            buffer.drain(..whole);
        }
    }

    /// The first id in a body is that of the object.
    fn hear(&self, body: &[u8]) {
        let marker = b"\"data\":{\"id\":\"";
        if let Some(at) = body.windows(marker.len()).position(|window| window == marker) {
            let id = &body[at + marker.len()..][..36];
            let id = String::from_utf8_lossy(id).into_owned();
            self.heard.lock().entry(id).or_insert_with(Instant::now);
        }
    }
}

/// A receiver in a process of its own, so that sender and receiver have a processor each.
pub async fn serve(listen: SocketAddr) -> Result<()> {
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    Arc::new(Receiver::default()).serve(listener).await
}

/// A receiver in this process, whose memory can be looked at.
pub async fn here() -> Result<(Arc<Receiver>, SocketAddr)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let receiver = Arc::new(Receiver::default());
    tokio::spawn(receiver.clone().serve(listener));
    Ok((receiver, address))
}
