//! One attempt: a pooled or new connection, a POST, and as much of the response as is worth keeping.
//!
//! **Guarantee.** [`Client::send`] returns within the time limit plus a moment, whatever the receiver does, and reports
//! every failure as an [`Outcome`] that says why. A request is written at most once: only a request that a closed
//! connection had not started to send is moved to another one.
//!
//! The status decides, and it comes with the head. So a body that is too long, too slow or cut off still gives a response,
//! with `truncated` set, but the connection is not reused. A timeout before the head is a failure.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, HOST, HeaderMap, HeaderValue, USER_AGENT as USER_AGENT_HEADER};
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use tokio::time::{Instant, timeout, timeout_at};

use crate::connect::{Connector, Stage, Trace, failure_of};
use crate::outcome::{Failure, FailureKind, Outcome, Response};
use crate::policy::Policy;
use crate::pool::{Limits, Link, Pool};
use crate::resolve::Resolver;
use crate::target::Target;
use crate::{headers, tls};

/// The default `User-Agent`.
pub const USER_AGENT: &str = concat!("Cairn-Webhooks/", env!("CARGO_PKG_VERSION"));

/// The `User-Agent` of requests that fetch something.
const READER_AGENT: &str = concat!("Cairn/", env!("CARGO_PKG_VERSION"));

/// How much of the response to a message is kept.
const KEPT_BODY: usize = 16 * 1024;

/// How much of it is read to keep the connection usable. Beyond this, the connection is closed.
const DRAINED_BODY: u64 = 64 * 1024;

/// How long a connection may take to become ready for its next request.
const SETTLING: Duration = Duration::from_millis(50);

/// Time limits and trusted roots.
#[derive(Clone, Debug)]
pub struct Settings {
    pub dns_timeout: Duration,
    /// For connecting and the TLS handshake together, across all addresses of a name.
    pub connect_timeout: Duration,
    /// The most time an attempt may take. A request's own timeout can only shorten it.
    pub attempt_timeout: Duration,
    /// How long a connection waits for its next request.
    pub idle_timeout: Duration,
    /// The maximum age of a connection.
    pub max_age: Duration,
    pub max_idle_per_host: usize,
    /// PEM files with roots that are trusted in addition to Mozilla's.
    pub extra_roots: Vec<Vec<u8>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dns_timeout: Duration::from_secs(3),
            connect_timeout: Duration::from_secs(5),
            attempt_timeout: Duration::from_secs(15),
            idle_timeout: Duration::from_secs(30),
            max_age: Duration::from_mins(5),
            max_idle_per_host: 8,
            extra_roots: Vec::new(),
        }
    }
}

/// A POST to be sent.
#[derive(Clone)]
pub struct Outgoing<'a> {
    pub target: &'a Target,
    /// Includes `Content-Type`. `Host`, `Content-Length` and `User-Agent` are added.
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
    pub timeout: Duration,
}

/// A GET of a document that is of use only as a whole, such as a set of keys.
#[derive(Clone, Copy)]
pub struct Fetch<'a> {
    pub target: &'a Target,
    /// The `Accept` header.
    pub accept: &'static str,
    pub timeout: Duration,
    /// The most bytes of the body that are kept; a longer one is truncated.
    pub most: usize,
}

/// Sends requests. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Client {
    connector: Arc<Connector>,
    pool: Arc<Pool>,
}

impl Client {
    /// Fails only if an extra root certificate cannot be read.
    pub fn new(policy: Policy, resolver: Arc<dyn Resolver>, settings: Settings) -> Result<Client, String> {
        let pool = Pool::new(Limits {
            idle: settings.idle_timeout,
            age: settings.max_age,
            per_origin: settings.max_idle_per_host,
        });
        let tls = tls::config(&settings.extra_roots)?;
        Ok(Client { connector: Arc::new(Connector { policy, resolver, tls, settings }), pool })
    }

    /// What the operator allows: for judging a URL by the same rules that its requests will meet.
    pub fn policy(&self) -> &Policy {
        &self.connector.policy
    }

    /// Makes one attempt. Dropping the future ends it and closes its connection.
    pub async fn send(&self, request: Outgoing<'_>) -> Outcome {
        self.once(request.target, compose(&request), request.timeout, KEPT_BODY).await
    }

    /// The same for a document that is read. A redirect is not followed.
    pub async fn fetch(&self, request: Fetch<'_>) -> Outcome {
        self.once(request.target, Ok(question(&request)), request.timeout, request.most).await
    }

    async fn once(
        &self,
        target: &Target,
        message: Result<Request<Full<Bytes>>, String>,
        longest: Duration,
        most: usize,
    ) -> Outcome {
        let started = Instant::now();
        let limit = longest.min(self.connector.settings.attempt_timeout);
        let mut trace = Trace::default();
        let mut result = self.attempt(target, message, started + limit, most, &mut trace).await;
        let duration = started.elapsed();
        if let Ok((_, finished)) = &mut result
            && let Some(mut finished) = finished.take()
            && matches!(timeout(SETTLING, finished.link.sender.ready()).await, Ok(Ok(())))
        {
            self.pool.put(finished.origin, finished.link);
        }
        let result = result.map(|(response, _)| response);
        Outcome { started, duration, phases: trace.phases, result, remote: trace.remote }
    }

    async fn attempt(
        &self,
        target: &Target,
        message: Result<Request<Full<Bytes>>, String>,
        deadline: Instant,
        most: usize,
        trace: &mut Trace,
    ) -> Result<(Response, Option<Finished>), Failure> {
        let message = message.map_err(|message| Failure::new(FailureKind::Refused, message))?;
        let begun = Instant::now();
        let Ok(answered) = timeout_at(deadline, self.exchange(target, message, trace)).await else {
            return Err(out_of_time(target, begun.elapsed(), trace));
        };
        let (link, response) = answered?;
        let (head, mut body) = response.into_parts();
        let mut kept = Kept { most, ..Kept::default() };
        let whole = timeout_at(deadline, kept.read(&mut body)).await.unwrap_or(false);
        let (headers, headers_truncated) = headers::keep(&head.headers);
        let response = Response {
            status: head.status.as_u16(),
            headers,
            headers_truncated,
            truncated: !whole || kept.cut,
            body: kept.bytes.freeze(),
        };
        let finished = whole.then(|| Finished { origin: target.shared_origin(), link });
        Ok((response, finished))
    }

    /// Runs until the response head has arrived.
    async fn exchange(
        &self,
        target: &Target,
        mut message: Request<Full<Bytes>>,
        trace: &mut Trace,
    ) -> Result<(Link, http::Response<Incoming>), Failure> {
        loop {
            let (mut link, reused) = match self.pool.take(target.origin()) {
                Some(link) => (link, true),
                None => (self.connector.open(target, trace).await?, false),
            };
            trace.remote = Some(link.remote);
            trace.stage = Stage::Answer;
            let begun = Instant::now();
            match link.sender.try_send_request(message).await {
                Ok(response) => {
                    trace.phases.first_byte = Some(begun.elapsed());
                    return Ok((link, response));
                }
                Err(mut error) => match error.take_message() {
                    // The receiver closed while the connection was idle and nothing was written: not its failure.
                    Some(unsent) if reused => message = unsent,
                    _ => return Err(failure_of(error.error())),
                },
            }
        }
    }
}

/// A connection whose exchange is finished.
struct Finished {
    origin: Arc<str>,
    link: Link,
}

fn compose(request: &Outgoing<'_>) -> Result<Request<Full<Bytes>>, String> {
    let mut headers: HeaderMap = headers::request(&request.headers)?;
    headers.insert(HOST, request.target.host_header());
    headers.entry(USER_AGENT_HEADER).or_insert(HeaderValue::from_static(USER_AGENT));
    let mut message = Request::new(Full::new(request.body.clone()));
    *message.method_mut() = Method::POST;
    *message.uri_mut() = request.target.path();
    *message.headers_mut() = headers;
    Ok(message)
}

fn question(request: &Fetch<'_>) -> Request<Full<Bytes>> {
    let mut message = Request::new(Full::default());
    *message.uri_mut() = request.target.path();
    let headers = message.headers_mut();
    headers.insert(HOST, request.target.host_header());
    headers.insert(USER_AGENT_HEADER, HeaderValue::from_static(READER_AGENT));
    headers.insert(ACCEPT, HeaderValue::from_static(request.accept));
    message
}

fn out_of_time(target: &Target, spent: Duration, trace: &mut Trace) -> Failure {
    let host = target.host();
    let phases = &mut trace.phases;
    let before = |phases: &[Option<Duration>]| phases.iter().flatten().sum::<Duration>();
    // The step that was cut short took the time that the finished ones did not.
    let message = match trace.stage {
        Stage::Dns => {
            phases.dns = Some(spent);
            format!("looking up “{host}” took too long")
        }
        Stage::Connect => {
            phases.connect = Some(spent.saturating_sub(before(&[phases.dns])));
            format!("no connection to “{host}”: it took too long")
        }
        Stage::Tls => {
            phases.tls = Some(spent.saturating_sub(before(&[phases.dns, phases.connect])));
            format!("“{host}” did not finish the TLS handshake in time")
        }
        Stage::Answer => format!("“{host}” did not respond in time"),
    };
    Failure::new(FailureKind::Timeout, message)
}

/// The part of the body that is kept. It outlives the reading, so that a body cut off by a timeout is kept as far as it got.
#[derive(Default)]
struct Kept {
    bytes: BytesMut,
    most: usize,
    cut: bool,
}

impl Kept {
    /// Reads to the end, so that the connection can be reused, or until there is no point in going on.
    async fn read(&mut self, body: &mut Incoming) -> bool {
        let mut seen = 0_u64;
        loop {
            // A body that announces more than we would drain does not need to be drained.
            let drained = DRAINED_BODY.max(self.most as u64);
            let hopeless = seen.saturating_add(body.size_hint().lower()) > drained;
            if seen > drained || (hopeless && self.bytes.len() >= self.most) {
                return false;
            }
            match body.frame().await {
                None => return true,
                Some(Err(_)) => return false,
                Some(Ok(frame)) => {
                    let Some(data) = frame.data_ref() else { continue };
                    seen += data.len() as u64;
                    let room = self.most - self.bytes.len();
                    self.cut |= data.len() > room;
                    self.bytes.extend_from_slice(&data[..data.len().min(room)]);
                }
            }
        }
    }
}
