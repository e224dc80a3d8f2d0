//! Standard input and output, one message a line.
//!
//! The library passes over lines that are not JSON. Whoever writes a client then waits for an answer that never comes,
//! so lines are looked at first, and such a one is answered with the error that JSON-RPC has for it.

use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc;

/// The library's own limit for a line.
const LONGEST: u64 = 16 * 1024 * 1024;
const ROOM: usize = 64 * 1024;

/// A transport that answers every line.
pub struct Lines<W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, DuplexStream, W>,
    refused: mpsc::Receiver<ErrorData>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Lines<W> {
    pub fn new(read: impl AsyncRead + Send + Unpin + 'static, write: W) -> Self {
        let (good, forwarded) = tokio::io::duplex(ROOM);
        let (refuse, refused) = mpsc::channel(16);
        tokio::spawn(sort(read, good, refuse));
        Self { inner: AsyncRwTransport::new(forwarded, write), refused }
    }
}

/// Hands on the lines that are JSON until there are no more.
async fn sort(read: impl AsyncRead + Unpin, mut good: DuplexStream, refuse: mpsc::Sender<ErrorData>) {
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    loop {
        line.clear();
        // A longer one comes in pieces, none of which is JSON.
        match (&mut read).take(LONGEST).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => {}
        }
        let gone = match serde_json::from_slice::<IgnoredAny>(&line) {
            Ok(_) => good.write_all(&line).await.is_err(),
            Err(error) => {
                refuse.send(ErrorData::parse_error(format!("This line is not JSON: {error}"), None)).await.is_err()
            }
        };
        if gone {
            return;
        }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<W> {
    type Error = std::io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            tokio::select! {
                // What was refused is answered also when it was the last line.
                biased;
                Some(error) = self.refused.recv() => {
                    self.inner.send(ServerJsonRpcMessage::error(error, None)).await.ok()?;
                }
                message = self.inner.receive() => return message,
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    #[tokio::test]
    async fn a_line_that_is_not_json_is_answered_and_the_next_one_read() {
        let (mut client, server) = tokio::io::duplex(ROOM);
        let (read, write) = tokio::io::split(server);
        let mut lines = Lines::new(read, write);
        client.write_all(b"{bad\n\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n").await.expect("room");
        let received = lines.receive().await.expect("a message");
        assert_eq!(serde_json::to_value(&received).expect("JSON")["id"], 7);
        let mut answer = String::new();
        let mut client = BufReader::new(client);
        client.read_line(&mut answer).await.expect("an answer");
        let answer: Json = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["error"]["code"], -32700);
        client.write_all(b"[\n").await.expect("room");
        client.shutdown().await.expect("an end");
        assert!(lines.receive().await.is_none());
        let mut answer = String::new();
        client.read_line(&mut answer).await.expect("an answer");
        assert!(answer.contains("-32700"), "{answer}");
    }
}
