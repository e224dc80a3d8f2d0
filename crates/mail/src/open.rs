//! Opens the connection that SMTP is spoken on: one lookup, every address checked, encrypted as the settings say.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use cairn_outbound::{Policy, Resolver, SystemResolver};
use cairn_tls::Trust;
use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::tape::Tape;
use crate::{Failure, Security, Server};

/// The longest line that a server may greet us with.
const LONGEST: usize = 2000;

/// A stream whose words are recorded.
pub(crate) struct Recorded {
    inner: Box<dyn Stream>,
    tape: Tape,
    peer: SocketAddr,
    /// What is read first: a greeting that came before the connection was encrypted.
    first: Vec<u8>,
}

pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Sync + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Sync + Unpin> Stream for T {}

pub(crate) async fn open(server: &Server, policy: &Policy, hello: &str, tape: &Tape) -> Result<Recorded, Failure> {
    let stream = dial(server, policy).await?;
    let peer = stream.peer_addr().map_err(|error| unavailable(server, &error))?;
    tape.note(&format!("connected to {} at {peer}", server.host));
    let (inner, first): (Box<dyn Stream>, Vec<u8>) = match server.security {
        Security::None => (Box::new(stream), Vec::new()),
        Security::Tls => (Box::new(encrypt(server, stream, tape).await?), Vec::new()),
        Security::Starttls => {
            let mut stream = stream;
            let greeting = ask_for_tls(server, &mut stream, hello, tape).await?;
            (Box::new(encrypt(server, stream, tape).await?), greeting)
        }
    };
    Ok(Recorded { inner, tape: tape.clone(), peer, first })
}

async fn dial(server: &Server, policy: &Policy) -> Result<TcpStream, Failure> {
    let found = match server.host.parse::<IpAddr>() {
        Ok(address) => vec![address],
        Err(_) => SystemResolver::new()
            .resolve(&server.host)
            .await
            .map_err(|error| Failure::Unavailable(format!("“{}” cannot be resolved: {error}", server.host)))?,
    };
    let mut addresses = Vec::new();
    for address in found {
        let address = SocketAddr::new(address.to_canonical(), server.port);
        policy.check_address(address, &server.host).map_err(|refusal| Failure::Unavailable(refusal.to_string()))?;
        addresses.push(address);
    }
    let stream = TcpStream::connect(&addresses[..]).await.map_err(|error| unavailable(server, &error))?;
    stream.set_nodelay(true).ok();
    Ok(stream)
}

fn unavailable(server: &Server, error: &dyn std::fmt::Display) -> Failure {
    Failure::Unavailable(format!("no connection to “{}” on port {}: {error}", server.host, server.port))
}

async fn encrypt(
    server: &Server,
    stream: TcpStream,
    tape: &Tape,
) -> Result<tokio_rustls::client::TlsStream<TcpStream>, Failure> {
    let failed =
        |why: &dyn std::fmt::Display| Failure::Unavailable(format!("TLS with “{}” failed: {why}", server.host));
    let roots = cairn_tls::machine().map_err(|error| failed(&error))?;
    let mut config = cairn_tls::client(Trust::Name(roots), b"smtp").map_err(|error| failed(&error))?;
    // Mail servers know no protocols inside TLS.
    config.alpn_protocols.clear();
    let name = cairn_tls::server_name(&server.host, server.host.parse().ok()).map_err(|error| failed(&error))?;
    let shaken = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    let stream = shaken.map_err(|error| failed(&error))?;
    tape.note("encrypted with TLS");
    Ok(stream)
}

/// Asks for encryption and returns the greeting, which lettre reads afterwards. Replies are read byte by byte: nothing
/// that was sent before the connection was encrypted may count as said after it.
async fn ask_for_tls(server: &Server, stream: &mut TcpStream, hello: &str, tape: &Tape) -> Result<Vec<u8>, Failure> {
    let greeting = reply(server, stream, tape).await?;
    if !greeting.starts_with("220") {
        return Err(Failure::Unavailable(format!("the server does not greet: {}", greeting.trim_end())));
    }
    say(server, stream, tape, &format!("EHLO {hello}\r\n")).await?;
    let offers = reply(server, stream, tape).await?;
    let offers_tls =
        offers.lines().any(|line| line.get(4..).is_some_and(|word| word.trim().eq_ignore_ascii_case("STARTTLS")));
    if !offers_tls {
        return Err(Failure::Unavailable("the server does not offer STARTTLS, so nothing was sent".to_owned()));
    }
    say(server, stream, tape, "STARTTLS\r\n").await?;
    let answer = reply(server, stream, tape).await?;
    if !answer.starts_with("220") {
        return Err(Failure::Unavailable(format!("the server refused STARTTLS: {}", answer.trim_end())));
    }
    Ok(greeting.into_bytes())
}

async fn say(server: &Server, stream: &mut TcpStream, tape: &Tape, line: &str) -> Result<(), Failure> {
    tape.said(line.as_bytes());
    stream.write_all(line.as_bytes()).await.map_err(|error| unavailable(server, &error))
}

/// A reply, of one line or several.
async fn reply(server: &Server, stream: &mut TcpStream, tape: &Tape) -> Result<String, Failure> {
    let mut all = String::new();
    loop {
        let mut line = Vec::new();
        while !line.ends_with(b"\n") {
            let byte = stream.read_u8().await.map_err(|error| unavailable(server, &error))?;
            line.push(byte);
            if line.len() > LONGEST || all.len() > 10 * LONGEST {
                return Err(unavailable(server, &"the reply is too long; is this a mail server?"));
            }
        }
        tape.heard(&line);
        let text = String::from_utf8_lossy(&line);
        all.push_str(&text);
        if text.as_bytes().get(3) != Some(&b'-') {
            return Ok(all);
        }
    }
}

impl std::fmt::Debug for Recorded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recorded({})", self.peer)
    }
}

impl AsyncTokioStream for Recorded {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

impl AsyncRead for Recorded {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if !self.first.is_empty() {
            let count = self.first.len().min(buffer.remaining());
            let bytes: Vec<u8> = self.first.drain(..count).collect();
            buffer.put_slice(&bytes);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        self.tape.heard(&buffer.filled()[before..]);
        polled
    }
}

impl AsyncWrite for Recorded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(cx, bytes);
        if let Poll::Ready(Ok(count)) = polled {
            self.tape.said(&bytes[..count]);
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
