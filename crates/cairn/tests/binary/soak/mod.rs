//! Every committed change is delivered and none is invented, whatever dies along the way.
//!
//! Writers write, processes are killed at random, and in the end what the receiver got is compared with
//! the journal. `make test` runs a short version; `make soak` runs the long one.

mod receiver;

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cairn_model::Type;
use cairn_store::{Db, Options, Sql};
use serde_json::json;

use self::receiver::{Receiver, Told};
use crate::client::Client;
use crate::instance::{Instance, Server};
use crate::postgres::new_database;

const LEASE_SECONDS: u64 = 3;
const WRITERS: usize = 4;
/// How long everything committed may take to arrive once nothing is killed any more.
const SETTLING: Duration = Duration::from_mins(3);

/// How much of it: `CAIRN_SOAK=KILLS,WRITES`.
fn size() -> (usize, usize) {
    let text = std::env::var("CAIRN_SOAK").unwrap_or_else(|_| "8,120".into());
    let (kills, writes) = text.split_once(',').expect("CAIRN_SOAK=KILLS,WRITES");
    (kills.parse().expect("a number of kills"), writes.parse().expect("a number of writes"))
}

#[test]
fn a_server_that_is_killed_again_and_again_tells_of_everything_it_did() {
    let port = free_port();
    let instance = instance(port);
    let mut server = instance.start();
    let soak = Soak::begin(&instance, &server);
    let (kills, writes) = size();
    soak.while_writing(writes, |enough| {
        let mut killed = 0;
        while killed < kills || !enough() {
            std::thread::sleep(Duration::from_millis(rand::random_range(5..60)));
            if killed < kills {
                server.kill();
                killed += 1;
                server = instance.start();
            }
        }
    });
    let database = format!("sqlite:{}", instance.path("cairn-data/cairn.db").display());
    soak.settle(&database, kills);
    server.stop();
}

#[test]
fn workers_that_are_killed_or_frozen_leave_their_messages_to_others() {
    let port = free_port();
    let database = new_database();
    let instance = instance(port).with("CAIRN_DATABASE", &database);
    let mut server = instance.start_with(&["--no-worker"]);
    let mut workers: Vec<Worker> = (0..3).map(|_| Worker::start(&instance)).collect();
    let soak = Soak::begin(&instance, &server);
    let (kills, writes) = size();
    soak.while_writing(writes, |enough| {
        let mut killed = 0;
        while killed < kills || !enough() {
            std::thread::sleep(Duration::from_millis(rand::random_range(5..60)));
            if killed == kills {
                continue;
            }
            killed += 1;
            // The first worker freezes with its claims, and comes back when others have taken them over.
            match killed {
                2 => workers[0].signal("-STOP"),
                _ if rand::random_bool(0.5) => {
                    server.kill();
                    server = instance.start_with(&["--no-worker"]);
                }
                _ => workers[1] = Worker::start(&instance),
            }
        }
    });
    std::thread::sleep(Duration::from_secs(LEASE_SECONDS + 1));
    workers[0].signal("-CONT");
    soak.settle(&database, kills);
    drop(workers);
    server.stop();
}

fn instance(port: u16) -> Instance {
    Instance::new()
        .without("CAIRN_LISTEN")
        .with("CAIRN_LISTEN", &format!("127.0.0.1:{port}"))
        .with("CAIRN_WEBHOOKS_ALLOW", "127.0.0.1")
        .with("CAIRN_WEBHOOKS_LEASE_SECONDS", &LEASE_SECONDS.to_string())
        .with("CAIRN_LOG", "warn")
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port").port()
}

/// A `cairn worker`, killed when it is replaced or dropped.
struct Worker(Child);

impl Worker {
    fn start(instance: &Instance) -> Self {
        let mut command = instance.command(&["worker"]);
        Self(command.stderr(Stdio::null()).spawn().expect("a worker"))
    }

    fn signal(&self, signal: &str) {
        let sent = std::process::Command::new("kill").arg(signal).arg(self.0.id().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Soak {
    admin: Client,
    receiver: Receiver,
    root: String,
    /// Changes that got a 201: they must never be lost.
    acknowledged: std::sync::Mutex<BTreeSet<String>>,
}

impl Soak {
    fn begin(instance: &Instance, server: &Server) -> Self {
        let admin = server.with_token(&instance.token());
        admin.patch("/api/settings/feature-flags/", &json!({ "outgoing_webhooks": true })).is(200);
        let receiver = Receiver::listen();
        let events = ["asset.created", "asset.updated", "asset.deleted"];
        let endpoint = json!({
            "name": "Receiver", "url": receiver.url(), "event_types": events, "generate_secret": true, "timeout": 2,
        });
        let made = admin.post("/api/webhooks/endpoints/", &endpoint).is(201).json();
        receiver.knows(made["secret"].as_str().expect("a secret"));
        let root = admin.root();
        Self { admin, receiver, root, acknowledged: std::sync::Mutex::default() }
    }

    /// Writes while `disturb` runs, which is told when enough was written.
    fn while_writing(&self, writes: usize, disturb: impl FnOnce(&dyn Fn() -> bool)) {
        let (done, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let (done, over) = (&done, &over);
                scope.spawn(move || {
                    let mut number = 0;
                    while !over.load(Ordering::Relaxed) {
                        number += 1;
                        done.fetch_add(self.write(writer, number), Ordering::Relaxed);
                    }
                });
            }
            disturb(&|| done.load(Ordering::Relaxed) >= writes);
            over.store(true, Ordering::Relaxed);
        });
    }

    /// Creates an asset, changes it, and sometimes deletes it. Returns how many changes were confirmed.
    fn write(&self, writer: usize, number: usize) -> usize {
        let body = json!({ "name": format!("Asset {writer}-{number}"), "folder": self.root });
        let json = "Content-Type: application/json\r\n";
        let send = |method: &str, path: &str, body: &str| {
            let answer = self.admin.try_send(method, path, json, body.as_bytes()).ok()?;
            (answer.status < 300).then_some(answer)
        };
        let Some(made) = send("POST", "/api/assets/", &body.to_string()) else {
            // The server is down, or starting.
            std::thread::sleep(Duration::from_millis(5));
            return 0;
        };
        let id = made.id();
        self.acknowledged.lock().expect("a set").insert(id.clone());
        let path = format!("/api/assets/{id}/");
        let changed = send("PATCH", &path, &json!({ "description": "Changed" }).to_string()).is_some();
        let deleted = number.is_multiple_of(5) && send("DELETE", &path, "").is_some();
        1 + usize::from(changed) + usize::from(deleted)
    }

    /// Waits until everything in the journal has arrived, and compares the two.
    fn settle(&self, database: &str, kills: usize) {
        let committed = committed(database);
        let begun = Instant::now();
        while !committed.iter().all(|change| self.receiver.told().contains_key(change)) {
            if begun.elapsed() > SETTLING {
                let told = self.receiver.told();
                let missing: Vec<&Told> = committed.iter().filter(|change| !told.contains_key(*change)).collect();
                panic!("{} of {} never arrived: {missing:#?}", missing.len(), committed.len());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let told = self.receiver.told();
        for change in told.keys() {
            assert!(committed.contains(change), "nothing like this was committed: {change:?}");
        }
        let created: BTreeSet<&String> = committed.iter().map(|change| &change.object).collect();
        for id in &*self.acknowledged.lock().expect("a set") {
            assert!(created.contains(id), "{id} was answered with 201 and is lost");
        }
        for (change, ids) in &told {
            assert_eq!(ids.len(), 1, "one change, one id: {change:?} came under {ids:?}");
        }
        assert_eq!(self.receiver.bad_signatures(), 0);
        let (changes, requests) = (committed.len(), self.receiver.requests());
        println!(
            "{kills} kills: {changes} changes, all told; {requests} requests, {} of them again",
            requests - changes
        );
    }
}

/// The changes to assets in the journal.
fn committed(database: &str) -> BTreeSet<Told> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let db = Db::open(&database.parse().expect("a URL"), &Options::default()).await.expect("the database");
        let sql = Sql::raw("select kind, object_id, at from journal where resource = 'assets'");
        let mut conn = db.read().await.expect("a connection");
        let rows = conn.query(&sql, &[Type::Text, Type::Uuid, Type::Time]).await.expect("the journal");
        let told = |row: &Vec<cairn_model::Value>| Told {
            event: format!("asset.{}", row[0].as_str().expect("a kind")),
            object: row[1].as_uuid().expect("an id").to_string(),
            at: row[2].as_time().expect("a time").to_string(),
        };
        rows.iter().map(told).collect()
    })
}
