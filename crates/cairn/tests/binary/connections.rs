//! Connection handling with the real routes. The details are tested in the crate of the edge.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::instance::Instance;

fn answer(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("a whole header");
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("text").to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("a whole body");
    (head, body)
}

#[test]
fn a_refused_request_does_not_cost_the_next_one_on_its_connection() {
    let server = Instance::new().start();
    let mut stream = TcpStream::connect(server.nobody().address).expect("a connection");
    for (method, path, status) in
        [("POST", "/api/assets/", "401"), ("POST", "/api/health/", "405"), ("POST", "/api/nothing/", "404")]
    {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("sent");
        std::thread::sleep(std::time::Duration::from_millis(20));
        stream.write_all(b"{}").expect("sent");
        let (head, _) = answer(&mut stream);
        assert!(head.starts_with(&format!("http/1.1 {status} ")), "{head}");
        stream.write_all(b"GET /api/health/ HTTP/1.1\r\nhost: x\r\n\r\n").expect("sent");
        assert!(answer(&mut stream).0.starts_with("http/1.1 200 "), "after {method} {path}");
    }
}

#[test]
fn the_settings_of_connections_are_those_of_the_file_and_the_variables() {
    let file = "[connections]\nheader_seconds = 1\nper_address = 2\n";
    let instance = Instance::new().with_file(file);
    let server = instance.start();
    let mut half = TcpStream::connect(server.nobody().address).expect("a connection");
    half.write_all(b"GET /api/health/ HTTP/1.1\r\n").expect("sent");
    let second = TcpStream::connect(server.nobody().address).expect("a connection");
    let mut third = TcpStream::connect(server.nobody().address).expect("a connection");
    assert!(answer(&mut third).0.starts_with("http/1.1 429 "));
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest);
    assert!(rest.is_empty(), "a header that does not end is not answered");
    drop(second);
    let log = server.stop();
    assert!(log.contains("a connection was refused: too many from this address"), "{log}");
    instance.with("CAIRN_CONNECTIONS_MOST", "0").run(&["serve"]).refused(1, "CAIRN_CONNECTIONS_MOST must be from 1 to");
}

#[test]
fn a_large_answer_is_compressed_and_keeps_its_tag() {
    let server = Instance::new().start();
    let session = server.nobody().session();
    let plain = session.get("/api/model/").is(200);
    let packed = session.with("Accept-Encoding", "gzip").get("/api/model/").is(200);
    assert_eq!(packed.headers("content-encoding"), ["gzip"]);
    let outline = session.with("Accept-Encoding", "gzip").get("/api/model/?outline=true").is(200);
    let length = |answer: &crate::client::Answer| answer.body.len();
    assert!(length(&outline) * 3 < length(&packed), "what the first page needs is a part of it");
    assert_eq!(outline.headers("cache-control"), ["private, no-cache"]);
    let tag = plain.headers("etag")[0];
    assert_eq!(packed.headers("etag"), [tag]);
    session.with("Accept-Encoding", "gzip").with("If-None-Match", tag).get("/api/model/").is(304);
}
