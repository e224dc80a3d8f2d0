//! A server with a few routes, and a client that decides itself which bytes go out when.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use cairn_edge::Settings;
use http::{StatusCode, header};
use http_body_util::BodyExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// So long that no test waits for it.
pub const LONG: Duration = Duration::from_mins(10);
pub const SHORT: Duration = Duration::from_millis(150);

/// Settings under which nothing happens by itself.
pub fn patient() -> Settings {
    Settings { header: LONG, body: LONG, idle: LONG, per_address: None, most: 100 }
}

pub fn routes() -> Router {
    Router::new()
        .route("/", get(|| async { "hello" }))
        .route("/refused", post(|| async { (StatusCode::UNAUTHORIZED, "no") }))
        .route("/read", post(read))
}

async fn read(body: Body) -> impl IntoResponse {
    match body.collect().await {
        Ok(body) => (StatusCode::OK, format!("{} bytes", body.to_bytes().len())),
        Err(_) => (StatusCode::BAD_REQUEST, "not whole".to_owned()),
    }
}

/// A text that shrinks.
pub fn long_text() -> String {
    (0..2000).map(|n| n.to_string() + " is a line of a long text\n").collect()
}

pub fn typed(kind: &'static str, body: impl Into<Body>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind), (header::ETAG, "\"the-tag\"")], body.into())
}

pub struct Server {
    pub address: SocketAddr,
    pub running: JoinHandle<()>,
    stop: oneshot::Sender<()>,
}

impl Server {
    pub async fn start(router: Router, settings: Settings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(cairn_edge::serve(listener, router, settings, async move {
            let _ = stopped.await;
        }));
        Self { address, running, stop }
    }

    pub async fn connect(&self) -> Wire {
        Wire(TcpStream::connect(self.address).await.unwrap())
    }

    pub fn stop(self) -> JoinHandle<()> {
        let _ = self.stop.send(());
        self.running
    }
}

pub struct Wire(pub TcpStream);

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

impl Wire {
    pub async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads one answer and not a byte more.
    pub async fn answer(&mut self) -> Answer {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let read = self.0.read_u8().await;
            head.push(read.unwrap_or_else(|error| panic!("{error} after {:?}", String::from_utf8_lossy(&head))));
        }
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap().parse().unwrap();
        let headers: HashMap<String, String> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
            .collect();
        let body = match headers.get("content-length") {
            Some(length) => self.exactly(length.parse().unwrap()).await,
            None if headers.get("transfer-encoding").is_some_and(|kind| kind == "chunked") => self.chunks().await,
            None => Vec::new(),
        };
        Answer { status, headers, body }
    }

    async fn exactly(&mut self, length: usize) -> Vec<u8> {
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.unwrap();
        body
    }

    async fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let mut line = Vec::new();
            while !line.ends_with(b"\r\n") {
                line.push(self.0.read_u8().await.unwrap());
            }
            let size = usize::from_str_radix(String::from_utf8_lossy(&line).trim(), 16).unwrap();
            let chunk = self.exactly(size + 2).await;
            body.extend(&chunk[..size]);
            if size == 0 {
                return body;
            }
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n")).await;
        self.answer().await
    }

    /// Waits until the server has closed the connection, with nothing more to say.
    pub async fn closed(&mut self) {
        let mut rest = Vec::new();
        // Whether by an end or by a reset does not matter here.
        let _ = self.0.read_to_end(&mut rest).await;
        assert!(rest.is_empty(), "{:?}", String::from_utf8_lossy(&rest));
    }
}
