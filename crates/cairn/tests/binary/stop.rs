//! The end of a server: in order, or by force.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;

use serde_json::json;

use crate::client::Answer;
use crate::instance::Instance;

#[test]
fn a_request_in_flight_is_finished() {
    let instance = Instance::new();
    let mut server = instance.start();
    let admin = server.with_token(&instance.token());
    let evidence = json!({ "name": "Minutes", "folder": admin.root() });
    let evidence = admin.post("/api/evidences/", &evidence).is(201).id();

    let body = b"What was decided, and by whom.";
    let headers = "Content-Disposition: attachment; filename=\"minutes.txt\"\r\nExpect: 100-continue\r\n";
    let path = format!("/api/evidences/{evidence}/upload/");
    let mut stream = admin.begin("POST", &path, headers, body.len()).expect("a connection");
    // The server asks for the body: now it is at work.
    let mut asked = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut asked).expect("an interim answer");
    stream.write_all(&body[..10]).expect("half of the body");

    // Someone who only connected must not hold it up.
    let _idle = TcpStream::connect(server.address).expect("a connection");
    server.terminate();
    server.log.wait_for("stopping");
    stream.write_all(&body[10..]).expect("the rest of the body");
    let answer = Answer::read(stream).expect("an answer").is(200).json();
    assert_eq!(answer["files"][0]["size"], body.len());
    assert!(server.wait().success());

    let again = instance.start();
    let admin = again.with_token(&instance.token());
    let content = admin.get(&format!("/api/evidences/{evidence}/attachment/")).is(200).body;
    assert_eq!(content.as_bytes(), body);
}

#[test]
fn every_acknowledged_write_survives_a_kill() {
    let instance = Instance::new();
    let mut server = instance.start();
    let admin = server.with_token(&instance.token());
    let root = admin.root();
    let acknowledged = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (admin, root, acknowledged) = (admin.clone(), &root, &acknowledged);
            scope.spawn(move || {
                for number in 0.. {
                    let name = format!("asset {writer}-{number}");
                    let body = json!({ "name": name, "folder": root }).to_string();
                    let kind = "Content-Type: application/json\r\n";
                    match admin.try_send("POST", "/api/assets/", kind, body.as_bytes()) {
                        Ok(answer) if answer.status == 201 => acknowledged.lock().expect("a list").push(name),
                        _ => return,
                    }
                }
            });
        }
        while acknowledged.lock().expect("a list").len() < 20 {
            std::thread::yield_now();
        }
        server.kill();
    });

    let again = instance.start();
    let kept = again.with_token(&instance.token()).get("/api/assets/").is(200).column("name");
    let acknowledged = acknowledged.into_inner().expect("a list");
    let lost: Vec<_> = acknowledged.iter().filter(|name| !kept.contains(name)).collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert!(kept.len() <= acknowledged.len() + 4, "at most one unanswered write of each client");
}
