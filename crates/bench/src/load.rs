//! A load generator: a few connections that each send the next request when the answer is there.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

/// A sort of request.
pub struct Operation {
    pub name: &'static str,
    pub is_write: bool,
    pub status: u16,
    /// The request with this number, as it goes over the wire.
    pub request: Box<dyn Fn(u64) -> Vec<u8> + Send + Sync>,
}

/// The bytes of a request that keeps its connection.
pub fn request(method: &str, path: &str, token: &str, body: &str) -> Vec<u8> {
    let content = if body.is_empty() {
        String::new()
    } else {
        format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len())
    };
    let scheme = if cairn_auth::token::is_access_token(token) { "Bearer" } else { "Token" };
    format!("{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: {scheme} {token}\r\n{content}\r\n{body}")
        .into_bytes()
}

/// How many requests were answered, and in what time.
pub struct Outcome {
    pub requests: u64,
    pub seconds: f64,
}

/// Sends requests for a while. Numbers go up over all runs, so that names stay unique.
pub async fn run(
    server: SocketAddr,
    connections: usize,
    time: Duration,
    operation: &Arc<Operation>,
    numbers: &Arc<AtomicU64>,
) -> Result<Outcome> {
    let mut clients = Vec::new();
    for _ in 0..connections {
        clients.push(Client::connect(server).await?);
    }
    let begun = Instant::now();
    let tasks = clients.into_iter().map(|mut client| {
        let (operation, numbers) = (Arc::clone(operation), Arc::clone(numbers));
        tokio::spawn(async move {
            let mut answered = 0;
            while begun.elapsed() < time {
                let number = numbers.fetch_add(1, Ordering::Relaxed);
                let (status, body) = client.send(&(operation.request)(number)).await?;
                if status != operation.status {
                    bail!("{}: {status} {}", operation.name, String::from_utf8_lossy(&body));
                }
                answered += 1;
            }
            Ok(answered)
        })
    });
    let tasks: Vec<_> = tasks.collect();
    let mut requests = 0;
    for task in tasks {
        requests += task.await??;
    }
    Ok(Outcome { requests, seconds: begun.elapsed().as_secs_f64() })
}

/// One connection that is kept.
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub async fn connect(server: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads the whole answer: status and body.
    pub async fn send(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            self.fill().await?;
            if let Some(end) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let text = std::str::from_utf8(&self.buffer[..head])?.to_ascii_lowercase();
        let status: u16 = text.split(' ').nth(1).and_then(|word| word.parse().ok()).context("a status")?;
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        // An answer that says it has no content has no length either.
        let length = if status == 204 { 0 } else { length.context("an answer with a length")? };
        while self.buffer.len() < head + length {
            self.fill().await?;
        }
        Ok((status, self.buffer[head..].to_vec()))
    }

    /// Sends a request whose answer has no body, and reads that.
    pub async fn send_for_head(&mut self, request: &[u8]) -> Result<()> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        while !self.buffer.ends_with(b"\r\n\r\n") {
            self.fill().await?;
        }
        Ok(())
    }

    async fn fill(&mut self) -> Result<()> {
        ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server hung up");
        Ok(())
    }
}
