//! A receiver that records what it gets, and sometimes fails.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use cairn_webhook::{Headers, Secret, verify};
use serde_json::Value as Json;

/// One change, as in a message and as in the journal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    pub event: String,
    pub object: String,
    pub at: String,
}

#[derive(Default)]
struct Heard {
    /// The ids under which each change arrived.
    told: BTreeMap<Told, BTreeSet<String>>,
    requests: usize,
    bad_signatures: usize,
}

#[derive(Clone)]
pub struct Receiver {
    address: SocketAddr,
    heard: Arc<Mutex<Heard>>,
    secret: Arc<OnceLock<Secret>>,
}

impl Receiver {
    pub fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let receiver = Self { address, heard: Arc::default(), secret: Arc::default() };
        let shared = receiver.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = shared.clone();
                std::thread::spawn(move || shared.serve(&stream));
            }
        });
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub fn knows(&self, secret: &str) {
        self.secret.set(Secret::parse(secret).expect("a secret")).expect("set once");
    }

    pub fn told(&self) -> BTreeMap<Told, BTreeSet<String>> {
        self.heard.lock().expect("what was heard").told.clone()
    }

    pub fn requests(&self) -> usize {
        self.heard.lock().expect("what was heard").requests
    }

    pub fn bad_signatures(&self) -> usize {
        self.heard.lock().expect("what was heard").bad_signatures
    }

    /// Responds to requests until the sender hangs up or dies.
    fn serve(&self, stream: &TcpStream) {
        let mut reader = BufReader::new(stream);
        while let Some((headers, body)) = read_request(&mut reader) {
            self.hear(&headers, &body);
            let mut writer = stream;
            if writer.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").is_err() {
                return;
            }
        }
    }

    fn hear(&self, headers: &BTreeMap<String, String>, body: &[u8]) {
        let header = |name: &str| headers.get(name).map(String::as_str);
        let signed = Headers {
            id: header("webhook-id"),
            timestamp: header("webhook-timestamp"),
            signature: header("webhook-signature"),
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_secs();
        let genuine = verify(self.secret.get().expect("a secret"), &signed, body, now as i64).is_ok();
        let message: Json = serde_json::from_slice(body).expect("a JSON body");
        let text = |value: &Json| value.as_str().expect("a string").to_owned();
        let told = Told {
            event: text(&message["type"]),
            object: text(&message["data"]["id"]),
            at: text(&message["timestamp"]),
        };
        let mut heard = self.heard.lock().expect("what was heard");
        heard.requests += 1;
        heard.bad_signatures += usize::from(!genuine);
        heard.told.entry(told).or_default().insert(header("webhook-id").unwrap_or_default().to_owned());
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<(BTreeMap<String, String>, Vec<u8>)> {
    let mut headers = BTreeMap::new();
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) => drop(headers.insert(name.to_lowercase(), value.to_owned())),
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let length = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((headers, body))
}
