//! The sender of webhooks: how many it delivers, how soon, and what it costs a write.

pub mod receiver;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_store::DatabaseUrl;
use cairn_webhook::{Secret, SignMode, sign};
use serde_json::{Value as Json, json};
use tokio::time::{Instant, sleep};

use crate::data::{self, Data};
use crate::load::{Client, Operation, request, run};
use crate::server::Server;
use crate::{Cli, address};

/// Endpoints that share the load.
const ENDPOINTS: usize = 16;
/// As many requests as the sender has under way.
const IN_FLIGHT: usize = 64;

struct Bench<'a> {
    cli: &'a Cli,
    cairn: &'a Path,
    folder: String,
    address: String,
    data: Data,
}

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    let data = data::make(url, folder, 100).await?;
    let (folder, address) = (folder.to_string_lossy().into_owned(), address(url));
    let bench = Bench { cli, cairn, folder, address, data };
    println!("\nWebhooks\n");
    bench.cost_of_a_write().await?;
    bench.throughput().await?;
    bench.latency().await?;
    bench.fairness().await?;
    bench.data.engine.db.close().await;
    Ok(())
}

impl Bench<'_> {
    async fn serve(&self, more: &[&str]) -> Result<Server> {
        let mut arguments = vec!["serve", "--data", &self.folder, "--database", &self.address];
        arguments.extend(more);
        Server::start(self.cairn, &arguments).await
    }

    fn how_many(&self, quick: usize, otherwise: usize) -> usize {
        if self.cli.quick { quick } else { otherwise }
    }

    /// Creates a second, first with the feature off, then on without and with subscribers. The
    /// messages are stored and not sent: what is measured is the write.
    async fn cost_of_a_write(&self) -> Result<()> {
        let server = self.serve(&["--no-worker"]).await?;
        let mut admin = Admin::of(&server, &self.data.token).await?;
        admin.switch(false).await?;
        let mut rates = vec![("feature off", self.creates(&server).await?)];
        admin.switch(true).await?;
        rates.push(("no subscriber", self.creates(&server).await?));
        let mut endpoints = Vec::new();
        for subscribers in [1, 10] {
            while endpoints.len() < subscribers {
                endpoints.push(admin.endpoint("http://127.0.0.1:9/", 4).await?);
            }
            let name = if subscribers == 1 { "1 subscriber" } else { "10 subscribers" };
            rates.push((name, self.creates(&server).await?));
        }
        for endpoint in endpoints {
            admin.delete(&endpoint).await?;
        }
        println!("| a write with | creates/s | ratio |\n|---|---:|---:|");
        for (name, rate) in &rates {
            println!("| {name} | {rate:.0} | {:.2} |", rates[0].1 / rate);
        }
        Ok(())
    }

    /// Creates a second, the median of rounds.
    async fn creates(&self, server: &Server) -> Result<f64> {
        let token = self.data.token.clone();
        let create = Operation {
            name: "create",
            is_write: true,
            status: 201,
            request: Box::new(move |number| new_asset(&token, number)),
        };
        let (create, numbers) = (Arc::new(create), Arc::new(AtomicU64::new(rand::random_range(0..u64::MAX / 2))));
        let time = Duration::from_secs_f64(self.cli.seconds);
        let mut rates = Vec::new();
        for round in 0..=self.cli.rounds {
            let done = run(server.address, self.cli.connections, time, &create, &numbers).await?;
            if round > 0 {
                rates.push(done.requests as f64 / done.seconds);
            }
        }
        Ok(percentile(&mut rates, 0.5))
    }

    /// Deliveries a second from stored messages to recorded results, against a loop that signs and
    /// posts the same body over kept connections and stores nothing.
    async fn throughput(&self) -> Result<()> {
        let receiver = Server::start(&std::env::current_exe()?, &["receive"]).await?;
        let url = format!("http://{}/hook", receiver.address);
        let server = self.serve(&["--no-worker"]).await?;
        let mut admin = Admin::of(&server, &self.data.token).await?;
        admin.switch(true).await?;
        let mut endpoints = Vec::new();
        for _ in 0..ENDPOINTS {
            endpoints.push(admin.endpoint(&url, 4).await?);
        }
        let writes = self.how_many(250, 1000);
        for _ in 0..writes {
            admin.create().await?;
        }
        drop((admin, server));

        let mut counter = Counter::of(receiver.address).await?;
        let server = self.serve(&[]).await?;
        let (first, begun) = counter.wait_for(1).await?;
        let (last, ended) = counter.wait_for((writes * ENDPOINTS) as u64).await?;
        let durable = (last - first) as f64 / (ended - begun).as_secs_f64();
        let used = server.processor_time()? * 1e6 / last as f64;

        let raw = raw_posts(receiver.address, self.how_many(20_000, 100_000)).await?;
        println!(
            "\n- durable deliveries: {durable:.0} a second over {ENDPOINTS} endpoints ({used:.0} µs of processor each); a loop \
             of signed posts that stores nothing: {raw:.0}; ratio {:.2}",
            raw / durable
        );
        let mut admin = Admin::of(&server, &self.data.token).await?;
        for endpoint in endpoints {
            admin.delete(&endpoint).await?;
        }
        Ok(())
    }

    /// From the answer of a write to its request on the wire, when nothing else happens.
    async fn latency(&self) -> Result<()> {
        let (receiver, at) = receiver::here().await?;
        let server = self.serve(&[]).await?;
        let mut admin = Admin::of(&server, &self.data.token).await?;
        let endpoint = admin.endpoint(&format!("http://{at}/hook"), 4).await?;
        admin.create().await?;
        sleep(Duration::from_millis(500)).await;
        let mut waits = Vec::new();
        for _ in 0..self.how_many(50, 500) {
            waits.push(admin.create_and_wait(&receiver).await?);
            sleep(Duration::from_millis(20)).await;
        }
        admin.delete(&endpoint).await?;
        println!(
            "- from the answer of a write to its request on the wire, idle: p50 {:.1} ms, p99 {:.1} ms",
            percentile(&mut waits, 0.5) * 1e3,
            percentile(&mut waits, 0.99) * 1e3
        );
        Ok(())
    }

    /// How long deliveries take under a steady load, alone and beside as many endpoints that never
    /// answer.
    async fn fairness(&self) -> Result<()> {
        let (receiver, at) = receiver::here().await?;
        let server = self.serve(&[]).await?;
        let mut admin = Admin::of(&server, &self.data.token).await?;
        let mut endpoints = vec![admin.endpoint(&format!("http://{at}/hook"), 4).await?];
        let mut p99s = Vec::new();
        for dead in [0, ENDPOINTS] {
            for _ in 0..dead {
                endpoints.push(admin.endpoint(&format!("http://{at}{}", receiver::NEVER), 4).await?);
            }
            let mut waits = Vec::new();
            for _ in 0..self.how_many(100, 1000) {
                waits.push(admin.create_and_wait(&receiver).await?);
                sleep(Duration::from_millis(5)).await;
            }
            p99s.push(percentile(&mut waits, 0.99) * 1e3);
        }
        // Attempts under way hold their deliveries; a server that is killed lets go of them.
        println!(
            "- under a steady load: p99 {:.1} ms alone, {:.1} ms beside {ENDPOINTS} endpoints that never answer; ratio {:.2}",
            p99s[0],
            p99s[1],
            p99s[1] / p99s[0]
        );
        for endpoint in endpoints {
            admin.delete(&endpoint).await?;
        }
        Ok(())
    }
}

fn new_asset(token: &str, number: u64) -> Vec<u8> {
    let body = json!({ "name": format!("Asset {number}"), "description": "Something that is worth protecting." });
    request("POST", "/api/assets/", token, &body.to_string())
}

/// An administrator's connection.
struct Admin {
    client: Client,
    token: String,
}

impl Admin {
    async fn of(server: &Server, token: &str) -> Result<Self> {
        Ok(Self { client: Client::connect(server.address).await?, token: token.to_owned() })
    }

    async fn send(&mut self, method: &str, path: &str, body: &Json, status: u16) -> Result<Json> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.raw(&request(method, path, &self.token.clone(), &body), status).await
    }

    async fn raw(&mut self, request: &[u8], status: u16) -> Result<Json> {
        let (answered, body) = self.client.send(request).await?;
        ensure!(answered == status, "{answered}: {}", String::from_utf8_lossy(&body));
        if body.is_empty() { Ok(Json::Null) } else { Ok(serde_json::from_slice(&body)?) }
    }

    async fn switch(&mut self, on: bool) -> Result<()> {
        let flags = json!({ "outgoing_webhooks": on });
        self.send("PATCH", "/api/settings/feature-flags/", &flags, 200).await.map(drop)
    }

    async fn endpoint(&mut self, url: &str, in_flight: u32) -> Result<String> {
        let body = json!({
            "name": "Receiver", "url": url, "event_types": ["asset.created"], "generate_secret": true,
            "max_in_flight": in_flight,
        });
        let made = self.send("POST", "/api/webhooks/endpoints/", &body, 201).await?;
        Ok(made["id"].as_str().context("an id")?.to_owned())
    }

    async fn delete(&mut self, endpoint: &str) -> Result<()> {
        self.send("DELETE", &format!("/api/webhooks/endpoints/{endpoint}/"), &Json::Null, 204).await.map(drop)
    }

    async fn create(&mut self) -> Result<String> {
        let made = self.raw(&new_asset(&self.token.clone(), rand::random()), 201).await?;
        Ok(made["id"].as_str().context("an id")?.to_owned())
    }

    /// Seconds from the answer of a write until the receiver has its message.
    async fn create_and_wait(&mut self, receiver: &receiver::Receiver) -> Result<f64> {
        let id = self.create().await?;
        let committed = Instant::now();
        loop {
            if let Some(heard) = receiver.heard.lock().get(&id) {
                return Ok(heard.saturating_duration_since(committed).as_secs_f64());
            }
            ensure!(committed.elapsed() < Duration::from_secs(30), "nothing arrived for half a minute");
            sleep(Duration::from_micros(200)).await;
        }
    }
}

/// Asks a receiver in another process how many requests it has had.
struct Counter(Client);

impl Counter {
    async fn of(address: SocketAddr) -> Result<Self> {
        Ok(Self(Client::connect(address).await?))
    }

    async fn wait_for(&mut self, wanted: u64) -> Result<(u64, Instant)> {
        let begun = Instant::now();
        loop {
            let (_, body) = self.0.send(&request("GET", "/count", "", "")).await?;
            let count: u64 = std::str::from_utf8(&body)?.parse()?;
            if count >= wanted {
                return Ok((count, Instant::now()));
            }
            ensure!(begun.elapsed() < Duration::from_mins(5), "{count} of {wanted} arrived");
            sleep(Duration::from_millis(2)).await;
        }
    }
}

/// The raw limit: sign, post, read the answer, over as many connections as the sender uses.
async fn raw_posts(receiver: SocketAddr, posts: usize) -> Result<f64> {
    let secret = Secret::generate();
    let body = json!({
        "type": "asset.created", "timestamp": "2026-03-01T09:00:00Z",
        "data": { "id": uuid::Uuid::now_v7(), "name": "Asset", "filling": "x".repeat(900) },
    });
    let (body, next) = (body.to_string(), Arc::new(AtomicU64::new(0)));
    let begun = Instant::now();
    let mut tasks = VecDeque::new();
    for _ in 0..IN_FLIGHT {
        let (body, next, secret) = (body.clone(), next.clone(), secret.clone());
        let mut client = Client::connect(receiver).await?;
        tasks.push_back(tokio::spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= posts as u64 {
                    return anyhow::Ok(());
                }
                let id = format!("msg_{number:032x}");
                let signature = sign(&secret, SignMode::Text, &id, 1_700_000_000, body.as_bytes())?;
                let post = format!(
                    "POST /hook HTTP/1.1\r\nhost: {receiver}\r\ncontent-type: application/json\r\nwebhook-id: {id}\r\n\
                     webhook-timestamp: 1700000000\r\nwebhook-signature: {signature}\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                );
                client.send_for_head(post.as_bytes()).await?;
            }
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(posts as f64 / begun.elapsed().as_secs_f64())
}

/// The value below which this part of the samples lies.
fn percentile(samples: &mut [f64], part: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[((samples.len() - 1) as f64 * part).round() as usize]
}
