//! Requests over HTTP/1.1: connections are kept while they are good, and redirects are never followed, since a token
//! must not travel to an address that its owner has not named.

use std::error::Error as _;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{HOST, HeaderMap, HeaderValue, USER_AGENT};
use http::{Method, Request};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use rustls::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::address::Address;
use crate::body::{Pieces, Watch};
use crate::error::{Error, Result};
use crate::tls;

const CONNECT: Duration = Duration::from_secs(10);
/// Until the answer begins: an export of everything takes its time.
const ANSWER: Duration = Duration::from_mins(2);
/// The same for a file that the server works through row by row.
const LONG_ANSWER: Duration = Duration::from_mins(20);
/// Between two parts of an answer.
const PART: Duration = Duration::from_secs(30);

const INTRODUCTION: &str = concat!("Cairn-Client/", env!("CARGO_PKG_VERSION"));

type Link = SendRequest<Pieces>;

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// A request on its way.
#[derive(Debug, Clone)]
pub struct Sending {
    pub method: Method,
    /// With the query, such as `/api/assets/?limit=1`.
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// Hears how much of the body was sent; set for what takes long.
    pub watch: Option<Watch>,
    /// Takes the body of a good answer as it comes; without one it is collected.
    pub sink: Option<Sink>,
    /// Whether it may be sent a second time when a connection breaks before the answer: it only reads, or carries a
    /// key by which the server knows it.
    pub again: bool,
}

/// Takes the body of an answer piece by piece, so that it may be larger than memory. It is opened when the answer has begun and
/// is a good one.
#[derive(Clone)]
pub struct Sink(Arc<Open>);

type Open = dyn Fn(&HeaderMap) -> io::Result<Box<dyn Write + Send>> + Send + Sync;

impl Sink {
    pub fn new(open: impl Fn(&HeaderMap) -> io::Result<Box<dyn Write + Send>> + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }

    /// For carriers: where the pieces go.
    pub fn open(&self, headers: &HeaderMap) -> Result<Box<dyn Write + Send>> {
        (self.0)(headers).map_err(|error| unwritten(&error))
    }
}

impl std::fmt::Debug for Sink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sink")
    }
}

fn unwritten(error: &io::Error) -> Error {
    Error::Local(plain(error))
}

/// What a carrier promises.
pub type Carried<'a> = Pin<Box<dyn Future<Output = Result<Reply>> + Send + 'a>>;

/// Takes requests to an instance and brings the answers back. Over the network this is [`Transport`]; a server that
/// speaks for its callers to its own API needs no network for it.
pub trait Carrier: std::fmt::Debug + Send + Sync {
    fn address(&self) -> &Address;

    fn send(&self, sending: Sending) -> Carried<'_>;
}

#[derive(Debug)]
pub struct Transport {
    address: Address,
    /// Made when it is first needed: reading the machine's certificates takes a moment.
    tls: Mutex<Option<Arc<ClientConfig>>>,
    idle: Mutex<Vec<Link>>,
}

impl Carrier for Transport {
    fn address(&self) -> &Address {
        &self.address
    }

    fn send(&self, sending: Sending) -> Carried<'_> {
        Box::pin(self.exchange(sending))
    }
}

impl Transport {
    pub fn new(address: Address) -> Self {
        Self { address, tls: Mutex::new(None), idle: Mutex::new(Vec::new()) }
    }

    async fn exchange(&self, sending: Sending) -> Result<Reply> {
        let mut fresh = false;
        let patience = if sending.watch.is_some() { LONG_ANSWER } else { ANSWER };
        loop {
            let kept = if fresh { None } else { self.idle.lock().pop() };
            let was_kept = kept.is_some();
            let mut link = match kept {
                Some(link) => link,
                None => self.connect().await?,
            };
            let request = self.request(&sending)?;
            match timeout(patience, link.try_send_request(request)).await {
                Err(_) => return Err(self.unreachable("it did not respond in time")),
                Ok(Ok(response)) => return self.read(link, response, sending.sink.as_ref()).await,
                Ok(Err(mut error)) => {
                    // A kept connection may have been closed by the other side; if nothing was sent, nothing is lost.
                    let unsent = error.take_message().is_some();
                    if !fresh && (sending.again || was_kept && unsent) {
                        fresh = true;
                        continue;
                    }
                    return Err(self.unreachable(&innermost(error.error())));
                }
            }
        }
    }

    fn request(&self, sending: &Sending) -> Result<Request<Pieces>> {
        let mut request = Request::new(Pieces::new(sending.body.clone(), sending.watch.clone()));
        *request.method_mut() = sending.method.clone();
        let uri = self.address.path(&sending.path);
        *request.uri_mut() = uri.parse().map_err(|_| Error::Local(format!("“{uri}” is not a path")))?;
        *request.headers_mut() = sending.headers.clone();
        let host = HeaderValue::from_str(&self.address.authority()).map_err(|error| Error::Local(error.to_string()))?;
        request.headers_mut().insert(HOST, host);
        request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(INTRODUCTION));
        Ok(request)
    }

    async fn read(&self, mut link: Link, response: http::Response<Incoming>, sink: Option<&Sink>) -> Result<Reply> {
        let (head, mut incoming) = response.into_parts();
        let mut body = Vec::new();
        let mut out = sink.filter(|_| head.status.is_success()).map(|sink| sink.open(&head.headers)).transpose()?;
        loop {
            match timeout(PART, incoming.frame()).await {
                Err(_) => return Err(self.unreachable("the response was cut off")),
                Ok(None) => break,
                Ok(Some(Err(error))) => return Err(self.unreachable(&innermost(&error))),
                Ok(Some(Ok(frame))) => match (frame.data_ref(), &mut out) {
                    (Some(data), Some(out)) => out.write_all(data).map_err(|error| unwritten(&error))?,
                    (Some(data), None) => body.extend_from_slice(data),
                    (None, _) => {}
                },
            }
        }
        if let Some(out) = &mut out {
            out.flush().map_err(|error| unwritten(&error))?;
        }
        // A connection is ready for the next request a moment after the last byte, or not at all.
        if matches!(timeout(Duration::from_millis(20), link.ready()).await, Ok(Ok(()))) {
            self.idle.lock().push(link);
        }
        Ok(Reply { status: head.status.as_u16(), headers: head.headers, body: body.into() })
    }

    async fn connect(&self) -> Result<Link> {
        match timeout(CONNECT, self.open()).await {
            Ok(opened) => opened,
            Err(_) => Err(self.unreachable("no connection within 10 seconds")),
        }
    }

    async fn open(&self) -> Result<Link> {
        let (host, port) = (self.address.host(), self.address.port());
        let stream = TcpStream::connect((host, port)).await.map_err(|error| self.unreachable(&plain(&error)))?;
        let _ = stream.set_nodelay(true);
        if !self.address.is_encrypted() {
            return self.shake(stream).await;
        }
        let config = self.tls()?;
        let name = tls::server_name(&self.address).map_err(Error::Local)?;
        let stream = TlsConnector::from(config).connect(name, stream).await;
        let stream = stream.map_err(|error| self.unreachable(&handshake_failure(&error)))?;
        self.shake(stream).await
    }

    fn tls(&self) -> Result<Arc<ClientConfig>> {
        let mut kept = self.tls.lock();
        if let Some(config) = &*kept {
            return Ok(config.clone());
        }
        let config = tls::config().map_err(Error::Local)?;
        *kept = Some(config.clone());
        Ok(config)
    }

    async fn shake(&self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> Result<Link> {
        let (link, connection) =
            handshake(TokioIo::new(stream)).await.map_err(|error| self.unreachable(&innermost(&error)))?;
        // It ends with the link; whatever breaks it is told to the request that was under way.
        tokio::spawn(connection);
        Ok(link)
    }

    fn unreachable(&self, reason: &str) -> Error {
        Error::Unreachable { address: self.address.to_string(), reason: reason.to_owned() }
    }
}

/// What the system says, without its error number.
fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::ConnectionRefused => "nothing is listening there; is the server running?".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

fn handshake_failure(error: &std::io::Error) -> String {
    let text = error.to_string();
    if text.contains("UnknownIssuer") {
        return "its certificate is not signed by a root that this machine trusts; set SSL_CERT_FILE to a file with another \
                root"
            .to_owned();
    }
    if text.contains("InvalidContentType") || text.contains("corrupt message") {
        return "the server does not use TLS; try http://".to_owned();
    }
    format!("the TLS handshake failed: {text}")
}

fn innermost(error: &hyper::Error) -> String {
    let mut last: &dyn std::error::Error = error;
    while let Some(source) = last.source() {
        last = source;
    }
    if error.is_incomplete_message() || error.source().is_none() && error.is_closed() {
        return "the connection was closed before the response".to_owned();
    }
    last.to_string()
}
