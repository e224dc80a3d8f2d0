//! A server that responds with what a test wants, and records the requests.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};

pub struct Fake {
    pub address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    /// Responds by path without the query; everything else is not found.
    pub fn new(answers: &[(&str, Json)]) -> Self {
        Self::with(answers, || {})
    }

    /// The same, with a callback before each response.
    pub fn with(answers: &[(&str, Json)], before: impl Fn() + Clone + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let answers: BTreeMap<String, Json> =
            answers.iter().map(|(path, body)| ((*path).to_owned(), body.clone())).collect();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let remembered = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (answers, remembered, before) = (answers.clone(), remembered.clone(), before.clone());
                std::thread::spawn(move || answer(stream, &answers, &remembered, before));
            }
        });
        Self { address, asked }
    }

    /// The heads of the requests, each starting with method and target.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("the requests").clone()
    }
}

fn answer(stream: TcpStream, answers: &BTreeMap<String, Json>, remembered: &Mutex<Vec<String>>, before: impl FnOnce()) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut head = String::new();
    while reader.read_line(&mut head).is_ok_and(|read| read > 2) {}
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.trim().parse().ok());
    let _ = reader.read_exact(&mut vec![0; length.unwrap_or(0)]);
    if head.is_empty() {
        return;
    }
    let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
    remembered.lock().expect("the requests").push(head);
    before();
    let path = target.split('?').next().unwrap_or_default();
    let (status, kind, body) = match answers.get(path) {
        Some(body) => ("200 OK", "application/json", body.clone()),
        None => {
            ("404 Not Found", "application/problem+json", json!({ "type": "not_found", "detail": "Nothing here." }))
        }
    };
    let body = body.to_string();
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let mut stream = stream;
    let _ = stream.write_all((head + &body).as_bytes());
}

/// A list with these rows.
pub fn list(rows: &[Json]) -> Json {
    json!({ "count": rows.len(), "next": null, "previous": null, "results": rows })
}
