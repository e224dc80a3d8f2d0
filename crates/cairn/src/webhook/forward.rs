//! Forwards a verified delivery to a program on the developer's machine, over plain http.
//!
//! Written by hand, since a single POST on its own connection needs no client library.

use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use axum::http::uri::Scheme;
use axum::http::{HeaderMap, StatusCode, Uri};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A little less than the sender waits, so that it still gets a response.
const TIME: Duration = Duration::from_secs(14);
const LINGER: Duration = Duration::from_millis(500);
const LONGEST_RESPONSE: u64 = 1024 * 1024;

/// Headers of the connection, not of the message; they are set anew.
const OWN: [&str; 10] = [
    "host",
    "connection",
    "content-length",
    "expect",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Where to forward.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    host: String,
    port: u16,
    authority: String,
    path: String,
}

impl FromStr for Target {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let uri: Uri = text.parse().context("not a URL")?;
        ensure!(uri.scheme() == Some(&Scheme::HTTP), "only http:// URLs can be forwarded to");
        let authority = uri.authority().context("the URL has no host")?;
        ensure!(!authority.as_str().contains('@'), "the URL must not have a user name");
        Ok(Self {
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port: authority.port_u16().unwrap_or(80),
            authority: authority.to_string(),
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        })
    }
}

impl Target {
    /// Sends the same body with the same headers and returns the status of the response.
    pub async fn post(&self, headers: &HeaderMap, body: &[u8]) -> Result<StatusCode> {
        tokio::time::timeout(TIME, self.exchange(headers, body)).await.context("no response in time")?
    }

    async fn exchange(&self, headers: &HeaderMap, body: &[u8]) -> Result<StatusCode> {
        let stream = TcpStream::connect((self.host.as_str(), self.port))
            .await
            .with_context(|| format!("cannot connect to {}", self.authority))?;
        let mut stream = BufReader::new(stream);
        let mut request = self.head(headers, body.len());
        request.extend_from_slice(body);
        // A receiver may respond before it has read everything: its response counts more than the failed write.
        let written = stream.write_all(&request).await;
        let mut response = stream.take(LONGEST_RESPONSE);
        let status = match (read_status(&mut response).await, written) {
            (Ok(status), _) => status,
            (Err(_), Err(error)) => return Err(error).context("the request could not be sent"),
            (Err(error), Ok(())) => return Err(error),
        };
        // Closing right away would cut off a receiver that is still sending its response.
        let _ = tokio::time::timeout(LINGER, tokio::io::copy(&mut response, &mut tokio::io::sink())).await;
        Ok(status)
    }

    fn head(&self, headers: &HeaderMap, length: usize) -> Vec<u8> {
        let Self { path, authority, .. } = self;
        let mut head = format!("POST {path} HTTP/1.1\r\nhost: {authority}\r\n").into_bytes();
        for (name, value) in headers.iter().filter(|(name, _)| !OWN.contains(&name.as_str())) {
            head.extend_from_slice(name.as_str().as_bytes());
            head.extend_from_slice(b": ");
            head.extend_from_slice(value.as_bytes());
            head.extend_from_slice(b"\r\n");
        }
        head.extend_from_slice(format!("content-length: {length}\r\nconnection: close\r\n\r\n").as_bytes());
        head
    }
}

/// The status of the final response; interim ones (1xx) are skipped.
async fn read_status(response: &mut (impl AsyncBufReadExt + Unpin)) -> Result<StatusCode> {
    loop {
        let line = read_line(response).await?;
        let code = line.strip_prefix("HTTP/1.").and_then(|rest| rest.split(' ').nth(1));
        let Some(Ok(status)) = code.map(|code| StatusCode::from_bytes(code.as_bytes())) else {
            bail!("the response is not HTTP");
        };
        while !read_line(response).await?.is_empty() {}
        if !status.is_informational() {
            return Ok(status);
        }
    }
}

async fn read_line(response: &mut (impl AsyncBufReadExt + Unpin)) -> Result<String> {
    let mut line = Vec::new();
    response.read_until(b'\n', &mut line).await.context("the response could not be read")?;
    ensure!(line.ends_with(b"\n"), "the response ended early");
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// A receiver that responds once with these bytes; returns what it received.
    async fn exchange(answer: &'static str, body: &[u8]) -> (Result<StatusCode>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target: Target = format!("http://{}/hooks?a=b", listener.local_addr().unwrap()).parse().unwrap();
        let end = body.to_vec();
        let receiver = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut received = Vec::new();
            while !received.ends_with(&end) || received.is_empty() {
                stream.read_buf(&mut received).await.unwrap();
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            String::from_utf8(received).unwrap()
        });
        let headers: HeaderMap = [("webhook-id", "msg_1"), ("connection", "keep-alive"), ("content-length", "999")]
            .into_iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        (target.post(&headers, body).await, receiver.await.unwrap())
    }

    #[tokio::test]
    async fn the_request_is_passed_on_with_its_headers() {
        let (status, request) = exchange("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n", b"{}").await;
        assert_eq!(status.unwrap(), StatusCode::CREATED);
        assert!(request.starts_with("POST /hooks?a=b HTTP/1.1\r\nhost: 127.0.0.1:"), "{request}");
        assert!(request.contains("\r\nwebhook-id: msg_1\r\n"));
        assert!(request.ends_with("\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"), "{request}");
        assert!(!request.contains("999") && !request.contains("keep-alive"));
    }

    #[tokio::test]
    async fn odd_answers() {
        let status = async |answer| exchange(answer, b"{}").await.0.map_err(|error| error.to_string());
        assert_eq!(status("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 503 No\r\n\r\n").await, Ok(503.try_into().unwrap()));
        assert_eq!(status("SSH-2.0-x\r\n").await, Err("the response is not HTTP".to_owned()));
        assert_eq!(status("HTTP/1.1 2").await, Err("the response ended early".to_owned()));
    }

    #[test]
    fn only_plain_http() {
        let target = |text: &str| text.parse::<Target>().map_err(|error| error.to_string());
        let found = target("http://[::1]:3000").unwrap();
        assert_eq!((found.host.as_str(), found.port, found.path.as_str()), ("::1", 3000, "/"));
        assert_eq!(target("http://localhost/x").unwrap().port, 80);
        for wrong in ["https://localhost/", "localhost:3000", "/hooks", "http://a:b@localhost/", ""] {
            assert!(target(wrong).is_err(), "{wrong}");
        }
    }
}
