//! One lookup; every address is checked, and one of them is dialled.
//!
//! **Guarantee.** The addresses that are dialled are the ones that were checked: the same values, in the same call. A
//! host given as an address takes the same path, through the same check. If any address of an answer is rejected, all
//! are: a name that resolves to both a public and a private address is suspicious.
//!
//! **Trap.** A name with one dead and one working address must not spend all its time on the dead one, so each address
//! gets an equal share of the time left.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_rustls::TlsConnector;

use crate::client::Settings;
use crate::outcome::{Failure, FailureKind, Phases};
use crate::policy::Policy;
use crate::pool::Link;
use crate::resolve::Resolver;
use crate::target::Target;
use crate::tls;

/// How many addresses of a name are tried at most.
const MAX_DIALLED: usize = 8;

/// The maximum size of a response head.
const MAX_HEAD: usize = 64 * 1024;

/// The progress of an attempt. It outlives the attempt's future, so that it is still known after a timeout.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) phases: Phases,
    pub(crate) remote: Option<SocketAddr>,
    pub(crate) stage: Stage,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Stage {
    #[default]
    Dns,
    Connect,
    Tls,
    Answer,
}

pub(crate) struct Connector {
    pub(crate) policy: Policy,
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) tls: Arc<ClientConfig>,
    pub(crate) settings: Settings,
}

impl Connector {
    /// Opens a connection to a target, or explains why it cannot.
    pub(crate) async fn open(&self, target: &Target, trace: &mut Trace) -> Result<Link, Failure> {
        let addresses = self.addresses(target, trace).await?;
        let deadline = Instant::now() + self.settings.connect_timeout;
        let (stream, remote) = dial(target, &addresses, deadline, trace).await?;
        let (sender, driver) = if target.is_https() {
            let begun = Instant::now();
            trace.stage = Stage::Tls;
            let name = tls::server_name(target).map_err(|message| Failure::new(FailureKind::Tls, message))?;
            let handshake = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream);
            let shaken = timeout_at(deadline, handshake).await;
            trace.phases.tls = Some(begun.elapsed());
            match shaken {
                Ok(Ok(stream)) => speak(stream).await?,
                Ok(Err(error)) => {
                    return Err(Failure::new(
                        FailureKind::Tls,
                        format!("TLS with “{}” failed: {error}", target.host()),
                    ));
                }
                Err(_) => {
                    let message = format!("“{}” did not finish the TLS handshake in time", target.host());
                    return Err(Failure::new(FailureKind::Timeout, message));
                }
            }
        } else {
            speak(stream).await?
        };
        Ok(Link { sender, remote, opened: Instant::now(), driver })
    }

    /// The addresses that may be dialled, all of them checked.
    async fn addresses(&self, target: &Target, trace: &mut Trace) -> Result<Vec<SocketAddr>, Failure> {
        let host = target.host();
        let found = if let Some(address) = target.address() {
            vec![address]
        } else {
            let begun = Instant::now();
            trace.stage = Stage::Dns;
            let found = timeout(self.settings.dns_timeout, self.resolver.resolve(host)).await;
            trace.phases.dns = Some(begun.elapsed());
            found
                .map_err(|_| Failure::new(FailureKind::Timeout, format!("looking up “{host}” took too long")))?
                .map_err(|error| Failure::new(FailureKind::Dns, format!("“{host}” cannot be resolved: {error}")))?
        };
        let mut addresses = Vec::with_capacity(found.len());
        for address in found {
            let address = SocketAddr::new(address.to_canonical(), target.port());
            self.policy
                .check_address(address, host)
                .map_err(|refusal| Failure::new(FailureKind::Refused, refusal.to_string()))?;
            addresses.push(address);
        }
        if addresses.is_empty() {
            return Err(Failure::new(FailureKind::Dns, format!("“{host}” has no address")));
        }
        Ok(addresses)
    }
}

/// Tries the addresses in order and stays with the first that answers.
async fn dial(
    target: &Target,
    addresses: &[SocketAddr],
    deadline: Instant,
    trace: &mut Trace,
) -> Result<(TcpStream, SocketAddr), Failure> {
    let begun = Instant::now();
    trace.stage = Stage::Connect;
    let addresses = &addresses[..addresses.len().min(MAX_DIALLED)];
    let mut failure = None;
    for (tried, &address) in addresses.iter().enumerate() {
        trace.remote = Some(address);
        let share = deadline.saturating_duration_since(Instant::now()) / (addresses.len() - tried) as u32;
        let dialled = timeout(share, TcpStream::connect(address)).await;
        trace.phases.connect = Some(begun.elapsed());
        failure = Some(match dialled {
            Ok(Ok(stream)) => {
                // Small requests must not wait for each other. Where this cannot be set, they are merely slower.
                stream.set_nodelay(true).ok();
                return Ok((stream, address));
            }
            Ok(Err(error)) => (FailureKind::Connect, error.to_string()),
            Err(_) => (FailureKind::Timeout, "it took too long".to_owned()),
        });
    }
    let (kind, reason) = failure.unwrap_or((FailureKind::Connect, "there is no address".to_owned()));
    Err(Failure::new(kind, format!("no connection to “{}”: {reason}", target.host())))
}

/// Starts HTTP/1.1 on a stream.
async fn speak<S>(stream: S) -> Result<(SendRequest<Full<Bytes>>, AbortHandle), Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let started = http1::Builder::new().max_buf_size(MAX_HEAD).handshake(TokioIo::new(stream)).await;
    let (sender, connection) = started.map_err(|error| failure_of(&error))?;
    let task = tokio::spawn(async move {
        // Whoever waits for the answer gets the error too.
        connection.await.ok();
    });
    Ok((sender, task.abort_handle()))
}

/// What an error after connecting means.
pub(crate) fn failure_of(error: &hyper::Error) -> Failure {
    if error.is_parse_too_large() {
        let message = "the receiver sent more than 64 KiB, or more than 100 lines, of response headers";
        return Failure::new(FailureKind::TooLarge, message);
    }
    let cause = std::error::Error::source(error);
    if let Some(error) = cause.and_then(|cause| cause.downcast_ref::<io::Error>()) {
        let tls = error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<rustls::Error>);
        let kind = if tls { FailureKind::Tls } else { FailureKind::Protocol };
        return Failure::new(kind, format!("the connection was lost before the receiver responded: {error}"));
    }
    let message = if error.is_parse() {
        format!("the receiver did not respond in HTTP/1.1: {error}")
    } else if error.is_incomplete_message() || error.is_canceled() || error.is_closed() {
        "the receiver closed the connection before it responded".to_owned()
    } else {
        format!("the exchange failed: {error}")
    };
    Failure::new(FailureKind::Protocol, message)
}
