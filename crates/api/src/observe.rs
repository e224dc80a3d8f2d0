//! Every request gets an id, a log line and a place in the metrics. Neither contains a query string, a body, a
//! header or the secret in the URL of a feed, which are confidential.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cairn_engine::Error;
use futures_util::FutureExt;
use http::{HeaderValue, Method, StatusCode, header};
use prometheus::{Histogram, HistogramOpts, IntCounterVec, Opts, Registry, TextEncoder};

use crate::app::App;
use crate::language::{self, HasMessages, Preferred};
use crate::problem::{Problem, ProblemType};
use crate::{body, past};

/// The id by which a request is found in the log and the journal.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

pub async fn observe(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let id = request_id(&request);
    let (method, path) = (request.method().clone(), without_secret(request.uri().path()).to_owned());
    request.extensions_mut().insert(RequestId(id.clone()));
    let (preferred, accepted) = (Preferred::default(), request.headers().get(header::ACCEPT_LANGUAGE).cloned());
    request.extensions_mut().insert(preferred.clone());
    let begun = tokio::time::Instant::now();
    let asked = past::asked(request.uri().query());
    // A bug in one request must not cost the caller more than that request.
    let mut response = match past::refuse_change(&method, request.headers(), &asked) {
        Some(refused) => refused,
        None => match body::refuse_nul(&request) {
            Err(refused) => refused.into_response(),
            Ok(()) => match AssertUnwindSafe(next.run(request)).catch_unwind().await {
                Ok(response) => response,
                Err(_) => Problem::from(Error::internal("a handler panicked")).into_response(),
            },
        },
    };
    past::mark(&mut response, &asked);
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response = method_not_allowed(&response, &method);
    }
    let is_problem = response.status().is_client_error() || response.status().is_server_error();
    if is_problem || response.extensions().get::<HasMessages>().is_some() {
        response = language::speak(response, language::of_messages(accepted.as_ref(), &preferred)).await;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let status = response.status().as_u16();
    app.metrics.count(&method, status, seconds);
    tracing::info!(request = id, %method, path, status, milliseconds = (seconds * 1e5).round() / 100.0, "request");
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", value);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    if app.config.secure_cookies {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    response
}

/// Paths that end in a secret: those of feeds, and of the links in emails.
const SECRET: [&str; 2] = ["/feeds/", "/unsubscribe/"];

/// A path as logs have it.
fn without_secret(path: &str) -> &str {
    SECRET.into_iter().find(|prefix| path.starts_with(prefix)).unwrap_or(path)
}

/// A proxy's own id is kept, if it is harmless, so that one id connects all logs.
fn request_id(request: &Request) -> String {
    let given = request.headers().get("x-request-id").and_then(|value| value.to_str().ok());
    match given {
        Some(id) if (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') => {
            id.to_owned()
        }
        _ => format!("{:016x}", rand::random::<u64>()),
    }
}

fn method_not_allowed(response: &Response, method: &Method) -> Response {
    let allow = response.headers().get(header::ALLOW).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let detail = format!("{method} is not allowed here. Allowed: {}.", allow.replace(',', ", "));
    Problem::new(ProblemType::MethodNotAllowed, detail).header(header::ALLOW, allow).into_response()
}

/// Counts and times of requests.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: Histogram,
}

const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

impl Default for Metrics {
    fn default() -> Self {
        Self::new().expect("the names are constants that Prometheus takes")
    }
}

impl Metrics {
    fn new() -> prometheus::Result<Self> {
        let requests = Opts::new("cairn_http_requests_total", "Requests by method and status.");
        let seconds = HistogramOpts::new("cairn_http_request_seconds", "Time to answer.").buckets(BUCKETS.to_vec());
        let metrics = Self {
            registry: Registry::new(),
            requests: IntCounterVec::new(requests, &["method", "status"])?,
            seconds: Histogram::with_opts(seconds)?,
        };
        metrics.registry.register(Box::new(metrics.requests.clone()))?;
        metrics.registry.register(Box::new(metrics.seconds.clone()))?;
        Ok(metrics)
    }

    fn count(&self, method: &Method, status: u16, seconds: f64) {
        // Made-up methods must not create endless series.
        let known = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::HEAD];
        let method = if known.contains(method) { method.as_str() } else { "other" };
        self.requests.with_label_values(&[method, &status.to_string()]).inc();
        self.seconds.observe(seconds);
    }

    pub fn render(&self) -> prometheus::Result<String> {
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}
