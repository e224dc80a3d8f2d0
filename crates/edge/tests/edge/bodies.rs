//! Bodies that the handler did not read.

use std::time::Duration;

use crate::wire::{Server, patient, routes};

#[tokio::test]
async fn a_connection_goes_on_after_a_body_that_nobody_read() {
    let server = Server::start(routes(), patient()).await;
    let mut wire = server.connect().await;
    for path in ["/refused", "/nowhere", "/"] {
        for _ in 0..20 {
            wire.send(&format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n")).await;
            // Long enough for the handler to be done before the body is there.
            tokio::time::sleep(Duration::from_millis(5)).await;
            wire.send("12345").await;
            let answer = wire.answer().await;
            assert!([401, 404, 405].contains(&answer.status), "{path}: {answer:?}");
            assert_eq!(answer.header("connection"), None, "{path}");
            assert_eq!(wire.get("/").await.body, b"hello", "the next request on the same connection");
        }
    }
}

#[tokio::test]
async fn a_body_in_chunks_is_taken_in_too() {
    let server = Server::start(routes(), patient()).await;
    let mut wire = server.connect().await;
    wire.send("POST /refused HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n").await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    wire.send("5\r\n12345\r\n0\r\n\r\n").await;
    assert_eq!(wire.answer().await.status, 401);
    assert_eq!(wire.get("/").await.status, 200);
}

#[tokio::test]
async fn a_large_body_that_nobody_reads_ends_the_connection_and_says_so() {
    let server = Server::start(routes(), patient()).await;
    let mut wire = server.connect().await;
    let size = 8 * 1024 * 1024;
    wire.send(&format!("POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n")).await;
    // A client that sends everything before it reads still gets its answer.
    wire.send(&"x".repeat(size)).await;
    let answer = wire.answer().await;
    assert_eq!((answer.status, answer.header("connection")), (401, Some("close")));
    wire.closed().await;
}

#[tokio::test]
async fn a_body_in_chunks_without_end_is_given_up() {
    let server = Server::start(routes(), patient()).await;
    let mut wire = server.connect().await;
    wire.send("POST /refused HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n").await;
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..32 {
        wire.send(&chunk).await;
    }
    let answer = wire.answer().await;
    assert_eq!((answer.status, answer.header("connection")), (401, Some("close")));
    wire.closed().await;
}

#[tokio::test]
async fn who_waits_for_a_word_before_the_body_is_refused_without_it() {
    let server = Server::start(routes(), patient()).await;
    let mut wire = server.connect().await;
    wire.send("POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\r\n").await;
    let answer = wire.answer().await;
    assert_eq!((answer.status, answer.header("connection")), (401, Some("close")));

    let mut wire = server.connect().await;
    wire.send("POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\r\n").await;
    assert_eq!(wire.answer().await.status, 100);
    wire.send("12345").await;
    assert_eq!(wire.answer().await.body, b"5 bytes");
    assert_eq!(wire.get("/").await.status, 200);
}
