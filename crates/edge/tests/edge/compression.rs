use std::io::Read;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_util::stream;

use crate::wire::{Answer, Server, long_text, patient, typed};

fn site() -> Router {
    let in_pieces = || {
        let text = long_text().into_bytes();
        let pieces: Vec<_> = text.chunks(1000).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect();
        Body::from_stream(stream::iter(pieces))
    };
    Router::new()
        .route("/json", get(async || typed("application/json", long_text())))
        .route("/problem", get(async || typed("application/problem+json", long_text())))
        .route("/huge", get(async || typed("text/plain; charset=utf-8", long_text().repeat(20))))
        .route("/pieces", get(async move || typed("text/csv; charset=utf-8", in_pieces())))
        .route("/short", get(async || typed("application/json", "x".repeat(1024))))
        .route("/events", get(async move || typed("text/event-stream", in_pieces())))
        .route("/picture", get(async || typed("image/png", long_text())))
        .route(
            "/book",
            get(async || typed("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", long_text())),
        )
}

async fn ask(server: &Server, method: &str, path: &str, accept: &str) -> Answer {
    let mut wire = server.connect().await;
    wire.send(&format!("{method} {path} HTTP/1.1\r\nhost: x\r\naccept-encoding: {accept}\r\n\r\n")).await;
    wire.answer().await
}

fn plain(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    let body = answer.body.as_slice();
    match answer.header("content-encoding") {
        Some("gzip") => drop(flate2::read::GzDecoder::new(body).read_to_end(&mut plain).unwrap()),
        Some("br") => drop(brotli::Decompressor::new(body, 4096).read_to_end(&mut plain).unwrap()),
        Some("zstd") => plain = zstd::stream::decode_all(body).unwrap(),
        other => panic!("{other:?}"),
    }
    plain
}

#[tokio::test]
async fn what_a_client_accepts_is_what_it_gets() {
    let server = Server::start(site(), patient()).await;
    for encoding in ["gzip", "br", "zstd"] {
        for (path, expected) in [
            ("/json", long_text()),
            ("/problem", long_text()),
            ("/pieces", long_text()),
            ("/huge", long_text().repeat(20)),
        ] {
            let answer = ask(&server, "GET", path, encoding).await;
            assert_eq!(answer.header("content-encoding"), Some(encoding), "{path}");
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
            assert_eq!(
                answer.header("etag"),
                Some("\"the-tag\""),
                "the tag is the object's, in whatever form it travels"
            );
            assert!(plain(&answer) == expected.as_bytes(), "{encoding} of {path}");
            assert!(answer.body.len() < expected.len() / 3, "{encoding} of {path}: {}", answer.body.len());
        }
    }
}

#[tokio::test]
async fn nothing_is_compressed_without_need() {
    let server = Server::start(site(), patient()).await;
    for (path, accept) in [
        ("/json", "identity"),
        ("/json", "gzip;q=0"),
        ("/short", "gzip"),
        ("/events", "gzip, br, zstd"),
        ("/picture", "gzip, br, zstd"),
        ("/book", "gzip, br, zstd"),
    ] {
        let answer = ask(&server, "GET", path, accept).await;
        assert_eq!(answer.header("content-encoding"), None, "{path} for {accept}");
    }
    // Who asks without accepting anything is told that the answer depends on it; a cache would not know otherwise.
    assert_eq!(ask(&server, "GET", "/json", "identity").await.header("vary"), Some("accept-encoding"));
    assert_eq!(ask(&server, "GET", "/picture", "gzip").await.header("vary"), None);
}
