//! Clients that keep a connection and send nothing. Each test has one deadline that can pass, and waits for it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::routing::get;
use bytes::Bytes;
use cairn_edge::Settings;
use tokio::sync::Notify;

use crate::wire::{SHORT, Server, patient, routes};

#[tokio::test]
async fn a_header_that_does_not_end_ends_the_connection() {
    let server = Server::start(routes(), Settings { header: SHORT, ..patient() }).await;
    let mut silent = server.connect().await;
    let mut half = server.connect().await;
    half.send("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
    let mut second = server.connect().await;
    assert_eq!(second.get("/").await.status, 200);
    second.send("GET / HT").await;
    silent.closed().await;
    half.closed().await;
    second.closed().await;
}

#[tokio::test]
async fn a_connection_may_rest_between_two_requests_but_not_for_ever() {
    let server = Server::start(routes(), Settings { header: SHORT, ..patient() }).await;
    let mut wire = server.connect().await;
    assert_eq!(wire.get("/").await.status, 200);
    tokio::time::sleep(SHORT * 2).await;
    assert_eq!(wire.get("/").await.status, 200, "the time for headers is not that for pauses");

    let server = Server::start(routes(), Settings { idle: SHORT, ..patient() }).await;
    let mut wire = server.connect().await;
    assert_eq!(wire.get("/").await.status, 200);
    wire.closed().await;
}

#[tokio::test]
async fn half_a_body_is_an_error_after_its_time() {
    let server = Server::start(routes(), Settings { body: SHORT, ..patient() }).await;
    let mut wire = server.connect().await;
    wire.send("POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n12345").await;
    let answer = wire.answer().await;
    assert_eq!((answer.status, answer.header("connection")), (400, Some("close")));
}

#[tokio::test]
async fn an_answer_that_nobody_takes_is_given_up() {
    struct Told(Arc<Notify>);
    impl Drop for Told {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let given_up = Arc::new(Notify::new());
    let told = given_up.clone();
    let endless = get(move || async move {
        let told = Told(told);
        let piece = Bytes::from(vec![b'x'; 64 * 1024]);
        Body::new(http_body_util::StreamBody::new(futures_util::stream::repeat_with(move || {
            let _kept = &told;
            Ok::<_, std::convert::Infallible>(http_body::Frame::data(piece.clone()))
        })))
    });
    let server = Server::start(routes().route("/endless", endless), Settings { body: SHORT, ..patient() }).await;
    let mut wire = server.connect().await;
    wire.send("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n").await;
    given_up.notified().await;
}

#[tokio::test]
async fn a_slow_handler_is_not_the_client_s_fault() {
    let slow = get(|| async {
        tokio::time::sleep(SHORT * 3).await;
        "done"
    });
    let settings = Settings { header: SHORT, body: SHORT, idle: SHORT, ..patient() };
    let server = Server::start(routes().route("/slow", slow), settings).await;
    let mut wire = server.connect().await;
    assert_eq!(wire.get("/slow").await.body, b"done");
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let server = Server::start(routes(), Settings { per_address: Some(2), ..patient() }).await;
    let mut first = server.connect().await;
    let mut second = server.connect().await;
    assert_eq!(first.get("/").await.status, 200);
    assert_eq!(second.get("/").await.status, 200);
    let mut third = server.connect().await;
    let refused = third.answer().await;
    assert_eq!((refused.status, refused.header("connection")), (429, Some("close")));
    assert!(String::from_utf8_lossy(&refused.body).contains("too many connections"), "{refused:?}");
    assert_eq!(first.get("/").await.status, 200);
    drop(first);
    // The server notices that it has gone a moment later.
    loop {
        let mut next = server.connect().await;
        next.send("GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
        if next.answer().await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
