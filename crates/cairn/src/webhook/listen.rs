//! `cairn webhook listen`.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use cairn_webhook::{Headers, SeenIds};
use clap::Args;
use tokio::net::TcpListener;

use super::forward::Target;
use super::judge::Judge;
use super::screen::Screen;

const LARGEST_BODY: usize = 16 * 1024 * 1024;

#[derive(Args)]
#[command(after_help = "\
Examples:
  cairn webhook listen --secret-stdin < secret.txt
  cairn webhook listen --secret-stdin --port 9000 --forward http://localhost:3000/hooks < secret.txt

Genuine deliveries are shown and answered with 200 or, with --forward, with the answer of that program. Others are
answered with 400 and the reason. An id that was seen before is answered with 200, marked, and not forwarded again.

A server does not deliver to its own machine unless it is told to: start it with CAIRN_WEBHOOKS_ALLOW=127.0.0.1.")]
pub struct Listen {
    /// Read the endpoint's secret (whsec_…) from the first line of standard input.
    #[arg(long, required = true)]
    secret_stdin: bool,
    /// Port to listen on; 0 picks a free one.
    #[arg(long, default_value_t = 8787)]
    port: u16,
    /// Address to listen on; use 0.0.0.0 to accept connections from other machines.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// Forward each new, valid delivery to this http URL, headers and body unchanged, and respond with its status.
    #[arg(long, value_name = "URL")]
    forward: Option<Target>,
    /// The endpoint uses the signing mode standard: the key is the base64-decoded part after whsec_.
    #[arg(long)]
    standard: bool,
}

struct Listener {
    judge: Judge,
    seen: Mutex<SeenIds>,
    screen: Screen,
    forward: Option<Target>,
}

impl Listen {
    pub async fn run(self) -> Result<()> {
        ensure!(self.secret_stdin, "the secret is read from standard input: add --secret-stdin");
        let judge = Judge::new(&super::secret_from_stdin()?, self.standard)?;
        let address = SocketAddr::from((self.address, self.port));
        let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        cairn_cli::note(&format!("Waiting for deliveries at http://{}/ (Ctrl-C to stop)", listener.local_addr()?));
        let state =
            Listener { judge, seen: Mutex::new(SeenIds::default()), screen: Screen::new(), forward: self.forward };
        let app = Router::new().fallback(receive).with_state(Arc::new(state));
        tokio::select! {
            result = axum::serve(listener, app) => result.context("the listener stopped"),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    }
}

async fn receive(State(listener): State<Arc<Listener>>, request: Request) -> Response {
    let now = super::now_seconds();
    let (parts, body) = request.into_parts();
    let refuse = |status: StatusCode, id: Option<&str>, reason: &str| {
        listener.screen.rejected(now, id, reason);
        (status, format!("{reason}\n")).into_response()
    };
    if parts.method != Method::POST {
        let reason = format!("{} {} is not a delivery: deliveries are POST requests", parts.method, parts.uri.path());
        return refuse(StatusCode::METHOD_NOT_ALLOWED, None, &reason);
    }
    let Ok(body) = to_bytes(body, LARGEST_BODY).await else {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, None, "the body is too large, or ended early");
    };
    let headers = Headers::from_fn(|name| parts.headers.get(name)?.to_str().ok());
    if let Err(reason) = listener.judge.judge(&headers, &body, now) {
        return refuse(StatusCode::BAD_REQUEST, headers.id, &reason);
    }
    let id = headers.id.unwrap_or_default();
    if !listener.seen().insert(id, now) {
        listener.screen.repeated(now, id, &body);
        return StatusCode::OK.into_response();
    }
    listener.screen.accepted(now, id, &body);
    match &listener.forward {
        Some(target) => listener.pass_on(target, id, &parts.headers, &body).await.into_response(),
        None => StatusCode::OK.into_response(),
    }
}

impl Listener {
    /// Forgets a delivery that the other program rejected, so that the retry is forwarded too.
    async fn pass_on(&self, target: &Target, id: &str, headers: &HeaderMap, body: &[u8]) -> StatusCode {
        let (status, result) = match target.post(headers, body).await {
            Ok(status) => (status, status.to_string()),
            Err(error) => (StatusCode::BAD_GATEWAY, format!("{error:#}")),
        };
        if !status.is_success() {
            self.seen().forget(id);
        }
        self.screen.forwarded(super::now_seconds(), id, &result, status.is_success());
        status
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, SeenIds> {
        self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
