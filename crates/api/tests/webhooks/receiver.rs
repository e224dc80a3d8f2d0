//! A receiver that remembers what it was sent and answers as it is told.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::IntoResponse;
use cairn_webhook::{Headers, Secret, SignMode, Verifier};
use http::{HeaderMap, StatusCode};
use parking_lot::Mutex;
use serde_json::Value as Json;

#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: String,
    pub timestamp: i64,
    pub signature: Option<String>,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Delivery {
    pub fn json(&self) -> Json {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }

    /// Holds the signature against the secret, at the time of the attempt.
    pub fn is_signed_with(&self, secret: &str, mode: SignMode) -> bool {
        let secret = Secret::parse(secret).expect("a secret");
        let timestamp = self.timestamp.to_string();
        let headers = Headers { id: Some(&self.id), timestamp: Some(&timestamp), signature: self.signature.as_deref() };
        let verifier = Verifier::with_mode(&secret, mode).expect("a key");
        verifier.verify(&headers, &self.body, self.timestamp).is_ok()
    }
}

#[derive(Default)]
struct Inner {
    received: Vec<Delivery>,
    answers: VecDeque<u16>,
    default: u16,
}

#[derive(Clone)]
pub struct Receiver {
    inner: Arc<Mutex<Inner>>,
    pub url: String,
}

impl Receiver {
    /// Listens on a port of its own and answers 204 until told otherwise.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let inner = Arc::new(Mutex::new(Inner { default: 204, ..Inner::default() }));
        let router = Router::new().fallback(receive).with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { inner, url }
    }

    /// The statuses of the next answers.
    pub fn will_answer(&self, statuses: &[u16]) {
        self.inner.lock().answers.extend(statuses);
    }

    pub fn always_answers(&self, status: u16) {
        self.inner.lock().default = status;
    }

    pub fn received(&self) -> Vec<Delivery> {
        self.inner.lock().received.clone()
    }

    /// The names of the events it was told of, in order of arrival.
    pub fn events(&self) -> Vec<String> {
        let name = |one: &Delivery| one.json()["type"].as_str().unwrap_or_default().to_owned();
        self.received().iter().map(name).collect()
    }
}

async fn receive(State(inner): State<Arc<Mutex<Inner>>>, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let mut inner = inner.lock();
    inner.received.push(Delivery {
        id: header("webhook-id").unwrap_or_default(),
        timestamp: header("webhook-timestamp").and_then(|text| text.parse().ok()).unwrap_or_default(),
        signature: header("webhook-signature"),
        headers: headers.clone(),
        body,
    });
    let status = inner.answers.pop_front().unwrap_or(inner.default);
    StatusCode::from_u16(status).expect("a status")
}
