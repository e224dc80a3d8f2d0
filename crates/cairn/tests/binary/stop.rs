//! How a server ends: gracefully, or by force.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;

use serde_json::json;

use crate::client::Answer;
use crate::instance::{DEADLINE, Instance, names_in, wait_until};

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
    // The server asks for the body, so it is now handling the request.
    let mut asked = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut asked).expect("an interim answer");
    stream.write_all(&body[..10]).expect("half of the body");

    // An idle connection must not delay it.
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

#[test]
fn an_export_survives_a_kill_and_leaves_one_file() {
    let instance = Instance::new();
    let mut server = instance.start();
    let admin = server.with_token(&instance.token());
    let rows = (0..6000).map(|number| format!("Server {number}")).collect::<Vec<_>>().join("\n");
    let headers = format!("Content-Type: text/csv\r\nX-Model-Type: assets\r\nX-Folder-Id: {}\r\n", admin.root());
    admin.send("POST", "/api/data-wizard/load-file/", &headers, format!("name\n{rows}").as_bytes()).is(200);
    let body = json!({ "format": "xlsx", "query": "ordering=name" });
    let job = format!("/api/jobs/{}/", admin.post("/api/assets/prepare-export/", &body).is(202).id());
    wait_until("the job has begun", DEADLINE, || admin.get(&job).is(200).json()["state"] != "queued");
    server.kill();

    let again = instance.start();
    let admin = again.with_token(&instance.token());
    wait_until("the job is done", DEADLINE, || admin.get(&job).is(200).json()["state"] == "done");
    let done = admin.get(&job).is(200).json();
    assert_eq!(done["result"]["rows"], 6000);
    let files = instance.path("cairn-data").join("files");
    assert_eq!(names_in(&files.join("outputs")).len(), 1);
    assert_eq!(names_in(&files.join("unfinished")), [] as [String; 0]);
    admin.get(&format!("{job}download/")).is(200);
    let exports = admin.get("/api/log-entries/?kind=exported").is(200).json();
    assert_eq!(exports["count"], 1, "it is told once, however often it was begun");
}
