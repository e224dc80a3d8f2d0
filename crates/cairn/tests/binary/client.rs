//! A small HTTP client with one connection per request.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value as Json, json};

use crate::instance::{ADMIN, DEADLINE, PASSWORD};

#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    headers: String,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, headers: String::new() }
    }

    /// The same client with one more header on every request.
    pub fn with(&self, name: &str, value: &str) -> Self {
        Self { address: self.address, headers: format!("{}{name}: {value}\r\n", self.headers) }
    }

    pub fn with_token(&self, token: &str) -> Self {
        self.with("Authorization", &format!("Token {token}"))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", b"")
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, "", b"")
    }

    pub fn post(&self, path: &str, body: &Json) -> Answer {
        self.send("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
    }

    pub fn patch(&self, path: &str, body: &Json) -> Answer {
        self.send("PATCH", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
    }

    #[track_caller]
    pub fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        self.try_send(method, path, headers, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// A request that may get no response, because the server is killed.
    pub fn try_send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> std::io::Result<Answer> {
        let mut stream = self.begin(method, path, headers, body.len())?;
        stream.write_all(body)?;
        Answer::read(stream)
    }

    /// Sends everything except the body.
    pub fn begin(&self, method: &str, path: &str, headers: &str, length: usize) -> std::io::Result<TcpStream> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(DEADLINE))?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{}{headers}\r\n",
            self.address, self.headers
        );
        stream.write_all(head.as_bytes())?;
        Ok(stream)
    }

    pub fn sign_in(&self, email: &str, password: &str) -> Answer {
        self.post("/api/iam/login/", &json!({ "email": email, "password": password }))
    }

    /// The first administrator, with the cookies of a session.
    pub fn session(&self) -> Self {
        let answer = self.sign_in(ADMIN, PASSWORD).is(200);
        let csrf = answer.json()["csrf_token"].as_str().expect("a CSRF token").to_owned();
        self.with("Cookie", &answer.cookies()).with("X-CSRF-Token", &csrf)
    }

    /// The id of the root domain.
    pub fn root(&self) -> String {
        self.get("/api/folders/?content_type=GL").is(200).json()["results"][0]["id"].as_str().expect("an id").to_owned()
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Answer {
    pub fn read(mut stream: TcpStream) -> std::io::Result<Self> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let broken = || std::io::Error::other("the answer broke off");
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(broken)?;
        Ok(Self { status, head: head.to_owned(), body: body.to_owned() })
    }

    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    /// Asserts that the request was refused with this problem type.
    #[track_caller]
    pub fn is_problem(&self, status: u16, kind: &str) {
        assert_eq!((self.status, self.json()["type"].as_str()), (status, Some(kind)), "{}", self.body);
    }

    #[track_caller]
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    #[track_caller]
    pub fn id(&self) -> String {
        self.json()["id"].as_str().expect("an id").to_owned()
    }

    /// One field of every row of a list.
    #[track_caller]
    pub fn column(&self, field: &str) -> Vec<String> {
        let body = self.json();
        let rows = body["results"].as_array().expect("a list");
        rows.iter().map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub fn headers(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).collect()
    }

    /// The cookies set by the response, as a browser sends them back.
    pub fn cookies(&self) -> String {
        let pairs = self.headers("set-cookie").into_iter().filter_map(|cookie| cookie.split(';').next());
        pairs.collect::<Vec<_>>().join("; ")
    }
}
