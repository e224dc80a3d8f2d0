//! A receiver that does what it is told, and a resolver that says what it is told.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use cairn_outbound::{
    Client, Failure, FailureKind, Lookup, Outcome, Outgoing, Policy, Resolver, Response, Settings, Target,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A listener that counts who comes.
pub struct Receiver {
    pub address: SocketAddr,
    accepted: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Receiver {
    /// Serves every connection with `serve`.
    pub async fn start<F, R>(serve: F) -> Receiver
    where
        F: Fn(TcpStream) -> R + Send + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        Receiver::start_at("127.0.0.1:0", serve).await
    }

    pub async fn start_at<F, R>(address: &str, serve: F) -> Receiver
    where
        F: Fn(TcpStream) -> R + Send + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let accepted = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&accepted);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream));
            }
        });
        Receiver { address, accepted, task }
    }

    /// Answers every request with these bytes, on connections that stay open.
    pub async fn answering(answer: impl Into<Vec<u8>>) -> Receiver {
        let answer: Arc<Vec<u8>> = Arc::new(answer.into());
        Receiver::start(move |mut stream| {
            let answer = Arc::clone(&answer);
            async move {
                while read_request(&mut stream).await.is_some() {
                    if stream.write_all(&answer).await.is_err() {
                        return;
                    }
                }
            }
        })
        .await
    }

    pub fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Reads one request with a body of a known length; none at the end of the connection.
pub async fn read_request(stream: &mut (impl AsyncReadExt + Unpin)) -> Option<String> {
    let mut request = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some(end) = text.find("\r\n\r\n") {
            let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
            if request.len() >= end + 4 + length.parse::<usize>().unwrap() {
                return Some(text);
            }
        }
        let mut piece = [0; 4096];
        match stream.read(&mut piece).await {
            Ok(count) if count > 0 => request.extend_from_slice(&piece[..count]),
            _ => return None,
        }
    }
}

pub const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/// Gives its answers one after the other, the last one for good, and counts.
pub struct Script {
    answers: Vec<Vec<IpAddr>>,
    asked: AtomicUsize,
}

impl Script {
    pub fn new(answers: &[&[&str]]) -> Arc<Script> {
        let parse = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        Arc::new(Script { answers: answers.iter().map(parse).collect(), asked: AtomicUsize::new(0) })
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Resolver for Script {
    fn resolve<'a>(&'a self, _host: &'a str) -> Lookup<'a> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = self.answers[asked.min(self.answers.len() - 1)].clone();
        Box::pin(async move { Ok(answer) })
    }
}

pub fn policy(list: &[&str]) -> Policy {
    Policy::parse(&list.iter().map(|&entry| entry.to_owned()).collect::<Vec<_>>()).unwrap()
}

/// Everything a second long in life is short here.
pub fn quick() -> Settings {
    Settings {
        dns_timeout: Duration::from_millis(300),
        connect_timeout: Duration::from_millis(500),
        attempt_timeout: Duration::from_secs(5),
        ..Settings::default()
    }
}

/// A client that may reach loopback at 127.0.0.1 and knows no names.
pub fn local() -> Client {
    Client::new(policy(&["127.0.0.1"]), Script::new(&[&[]]), quick()).unwrap()
}

pub fn outgoing(target: &Target) -> Outgoing<'_> {
    Outgoing {
        target,
        headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
        body: Bytes::from_static(b"{\"a\":1}"),
        timeout: Duration::from_secs(5),
    }
}

pub async fn post(client: &Client, url: &str) -> Outcome {
    let target = Target::parse(url, client.policy()).unwrap();
    client.send(outgoing(&target)).await
}

/// Like `post`, with a time limit that something is meant to run into.
pub async fn post_within(client: &Client, url: &str, limit: Duration) -> Outcome {
    let target = Target::parse(url, client.policy()).unwrap();
    let outcome = client.send(Outgoing { timeout: limit, ..outgoing(&target) }).await;
    assert!(outcome.duration < limit + Duration::from_secs(2), "{:?} for {limit:?}", outcome.duration);
    outcome
}

pub trait Expect {
    fn response(&self) -> &Response;
    fn failure(&self, kind: FailureKind) -> &Failure;
}

impl Expect for Outcome {
    fn response(&self) -> &Response {
        self.result.as_ref().unwrap()
    }

    fn failure(&self, kind: FailureKind) -> &Failure {
        let failure = self.result.as_ref().unwrap_err();
        assert_eq!(failure.kind, kind, "{failure}");
        failure
    }
}
