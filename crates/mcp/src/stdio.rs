//! Standard input and output, one message per line.
//!
//! The library skips lines that it can't parse. The author of a client would wait for a response that never
//! comes, so lines are read here, and an invalid one gets the JSON-RPC error for it.

use std::fmt::Display;
use std::io;

use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, BufReader, Empty};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

type Message = RxJsonRpcMessage<RoleServer>;

/// The library's own limit for a line.
const LONGEST: u64 = 16 * 1024 * 1024;

/// A transport that responds to every line.
pub struct Lines<W: AsyncWrite> {
    output: AsyncRwTransport<RoleServer, Empty, W>,
    input: mpsc::Receiver<Result<Message, ErrorData>>,
    /// The pending response to a refused line. It survives if the future that receives is dropped.
    answering: Option<JoinHandle<io::Result<()>>>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Lines<W> {
    pub fn new(read: impl AsyncRead + Send + Unpin + 'static, write: W) -> Self {
        let (hand_on, input) = mpsc::channel(16);
        tokio::spawn(read_lines(read, hand_on));
        Self { output: AsyncRwTransport::new(tokio::io::empty(), write), input, answering: None }
    }

    async fn answered(&mut self) -> io::Result<()> {
        let Some(answering) = &mut self.answering else { return Ok(()) };
        let sent = answering.await;
        self.answering = None;
        sent.map_err(io::Error::other)?
    }
}

/// Passes on the messages until there are no more lines.
async fn read_lines(read: impl AsyncRead + Unpin, hand_on: mpsc::Sender<Result<Message, ErrorData>>) {
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut is_too_long = false;
        // A line without an end is the last one, or continues.
        loop {
            match (&mut read).take(LONGEST).read_until(b'\n', &mut line).await {
                Err(_) => return,
                Ok(length) if length as u64 == LONGEST && !line.ends_with(b"\n") => {
                    is_too_long = true;
                    line.clear();
                }
                Ok(0) if !is_too_long => return,
                Ok(_) => break,
            }
        }
        let said = if is_too_long {
            Err(ErrorData::invalid_request(format!("This line is longer than {LONGEST} bytes"), None))
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            message(&line)
        };
        if hand_on.send(said).await.is_err() {
            return;
        }
    }
}

fn message(line: &[u8]) -> Result<Message, ErrorData> {
    let text = std::str::from_utf8(line).map_err(|error| not_json(&error))?;
    // Some programs start their output with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|_| match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => ErrorData::invalid_request("This line is not a JSON-RPC 2.0 message", None),
        Err(error) => not_json(&error),
    })
}

fn not_json(error: &dyn Display) -> ErrorData {
    ErrorData::parse_error(format!("This line is not JSON: {error}"), None)
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<W> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.output.send(item)
    }

    /// Can be dropped at any time without losing anything; the library does so whenever it has something to send.
    async fn receive(&mut self) -> Option<Message> {
        loop {
            self.answered().await.ok()?;
            match self.input.recv().await? {
                Ok(message) => return Some(message),
                Err(error) => {
                    let sending = self.output.send(ServerJsonRpcMessage::error(error, None));
                    self.answering = Some(tokio::spawn(sending));
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        let answered = self.answered().await;
        self.output.close().await.and(answered)
    }
}

#[cfg(test)]
mod tests {
    use rmcp::{ServerHandler, ServiceExt};
    use serde_json::Value as Json;
    use tokio::io::AsyncWriteExt;

    use super::*;

    const ROOM: usize = 64 * 1024;
    const HELLO: &str = concat!(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#,
        r#""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n",
    );

    struct Quiet;

    impl ServerHandler for Quiet {}

    /// The server's responses to these lines after the handshake, up to the end.
    async fn answers(lines: Vec<u8>) -> Vec<Json> {
        let (client, server) = tokio::io::duplex(ROOM);
        let (read, write) = tokio::io::split(server);
        tokio::spawn(async move {
            let running = Quiet.serve(Lines::new(read, write)).await.expect("a greeting");
            running.waiting().await.expect("an end");
        });
        let (read, mut write) = tokio::io::split(client);
        tokio::spawn(async move {
            write.write_all(HELLO.as_bytes()).await.expect("room");
            write.write_all(&lines).await.expect("room");
            write.shutdown().await.expect("an end");
        });
        let mut text = String::new();
        BufReader::new(read).read_to_string(&mut text).await.expect("answers");
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    fn count(answers: &[Json], code: i64) -> usize {
        answers.iter().filter(|answer| answer["error"]["code"] == code).count()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_line_is_answered_also_between_others() {
        let lines = (1..=300).map(|id| format!("{{bad\n[]\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n"));
        let answers = answers(lines.collect::<String>().into_bytes()).await;
        let pongs = answers.iter().filter(|answer| answer["result"].is_object()).count();
        assert_eq!((count(&answers, -32700), count(&answers, -32600), pongs), (300, 300, 300));
    }

    #[tokio::test]
    async fn a_line_of_no_text_and_one_without_an_end_are_answered() {
        let not_text = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n".to_vec();
        assert_eq!(count(&answers(not_text).await, -32700), 1);
        let deep = format!("{}{}\n", "[".repeat(1000), "]".repeat(1000));
        assert_eq!(count(&answers(deep.into_bytes()).await, -32600), 1);
        let answers = answers(b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}".to_vec()).await;
        assert_eq!((answers.len(), &answers[0]["id"]), (1, &Json::from(7)));
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_answered_once() {
        let longest = usize::try_from(LONGEST).expect("a length");
        for more in [0, 1, longest + 1] {
            let mut lines = vec![b'1'; longest + more];
            lines.extend(b"\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n");
            let answers = answers(lines).await;
            assert_eq!((answers.len(), count(&answers, -32600)), (2, 1), "{answers:?}");
        }
    }

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
