//! Files in and out: an import against the same objects one request at a time, and a backup while others write at a
//! steady pace.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use cairn_store::DatabaseUrl;
use serde_json::json;
use tokio::process::Command;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::data::{self, Data};
use crate::load::{Client, Operation, request, run};
use crate::server::Server;
use crate::{Cli, address};

const OBJECTS: usize = 10_000;
const ROWS: usize = 25_000;
const READERS: usize = 16;
const WRITES_A_SECOND: u64 = 100;
const WRITERS: u64 = 4;

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, OBJECTS).await?;
    let (place, database) = (folder.to_string_lossy(), address(url));
    let at = ["--data", &*place, "--database", &*database];
    let server = Server::start(cairn, &[&["serve"], &at[..]].concat()).await?;
    println!("\n| files, beside {OBJECTS} assets | |\n|---|---:|");
    let idle = server.memory()?;
    import(cli, &data, &server).await?;
    let imported = server.memory()?;
    read(cli, &data, &server).await?;
    println!(
        "| memory idle / after the import / after {READERS} clients reading lists | {idle:.0} / {imported:.0} / {:.0} MB |",
        server.memory()?
    );
    backup(cairn, folder, &at, &data, &server).await?;
    data.engine.db.close().await;
    Ok(())
}

/// Many who read full pages at the same time.
async fn read(cli: &Cli, data: &Data, server: &Server) -> Result<()> {
    let bytes = request("GET", "/api/assets/?limit=100", &data.token, "");
    let operation =
        Arc::new(Operation { name: "list", is_write: false, status: 200, request: Box::new(move |_| bytes.clone()) });
    let time = Duration::from_secs_f64(cli.seconds);
    run(server.address, READERS, time, &operation, &Arc::new(AtomicU64::new(0))).await?;
    Ok(())
}

async fn import(cli: &Cli, data: &Data, server: &Server) -> Result<()> {
    let (token, domain) = (data.token.clone(), data.domain);
    let single = Arc::new(Operation {
        name: "create",
        is_write: true,
        status: 201,
        request: Box::new(move |number| {
            let body = json!({
                "name": format!("Single {number}"), "ref_id": format!("S-{number}"), "folder": domain, "type": "SP",
                "description": "Payroll, mail and maps.",
            });
            request("POST", "/api/assets/", &token, &body.to_string())
        }),
    });
    let time = Duration::from_secs_f64(cli.seconds);
    let before = server.processor_time()?;
    let done = run(server.address, cli.connections, time, &single, &Arc::new(AtomicU64::new(0))).await?;
    let cost = (server.processor_time()? - before) / done.requests as f64;
    let each = done.seconds / done.requests as f64;

    let row = |row: usize| format!("Imported {row},I-{row},SP,\"Payroll, mail and maps.\"\n");
    let file: String = std::iter::once("name,ref_id,type,description\n".to_owned()).chain((0..ROWS).map(row)).collect();
    let head = format!(
        "POST /api/data-wizard/load-file/ HTTP/1.1\r\nhost: bench\r\nauthorization: Token {}\r\nx-model-type: Asset\r\n\
         x-folder-id: {domain}\r\ncontent-type: text/csv\r\ncontent-length: {}\r\n\r\n",
        data.token,
        file.len()
    );
    let mut client = Client::connect(server.address).await?;
    let (begun, before) = (Instant::now(), server.processor_time()?);
    let (status, answer) = client.send((head + &file).as_bytes()).await?;
    let taken = begun.elapsed().as_secs_f64();
    ensure!(status == 200, "the import: {status} {}", String::from_utf8_lossy(&answer[..answer.len().min(500)]));
    let used = (server.processor_time()? - before) / ROWS as f64;
    println!("| import of {ROWS} rows, seconds | {taken:.2} |");
    println!(
        "| a row against a request of its own ({} at once), time | {:.2} |",
        cli.connections,
        taken / ROWS as f64 / each
    );
    println!("| the same, processor time | {:.2} |", used / cost);
    Ok(())
}

async fn backup(cairn: &Path, folder: &Path, at: &[&str], data: &Data, server: &Server) -> Result<()> {
    let quiet = run_cairn(cairn, &[&["backup", &file(folder, "quiet.zip"), "--with-keys"], at].concat()).await?;
    let (stop, made) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let begun = Instant::now();
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        let mut client = Client::connect(server.address).await?;
        let (token, domain) = (data.token.clone(), data.domain);
        let (stop, made) = (Arc::clone(&stop), Arc::clone(&made));
        writers.push(tokio::spawn(async move {
            let mut pace = interval(Duration::from_millis(1000 * WRITERS / WRITES_A_SECOND));
            // A write that had to wait is made up for: the pace is what is asked, not the gaps.
            pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
            for number in 0.. {
                pace.tick().await;
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let body = json!({ "name": format!("During {writer} {number}"), "folder": domain });
                let (status, _) = client.send(&request("POST", "/api/assets/", &token, &body.to_string())).await?;
                ensure!(status == 201, "a write beside the backup: {status}");
                made.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        }));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = made.load(Ordering::Relaxed);
    let beside = run_cairn(cairn, &[&["backup", &file(folder, "beside.zip"), "--with-keys"], at].concat()).await?;
    let during = made.load(Ordering::Relaxed) - before;
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await??;
    }
    let rate = made.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64();

    // Into an empty SQLite database, whatever it came from.
    let other = folder.join("other");
    std::fs::create_dir_all(&other)?;
    let (place, database) = (other.to_string_lossy(), format!("sqlite:{}", other.join("cairn.db").display()));
    let there = ["--data", &*place, "--database", &*database];
    let restored = run_cairn(cairn, &[&["restore", &file(folder, "beside.zip")], &there[..]].concat()).await?;
    run_cairn(cairn, &[&["backup", &file(folder, "second.zip"), "--with-keys"], &there[..]].concat()).await?;
    let (first, second) = (std::fs::read(folder.join("beside.zip"))?, std::fs::read(folder.join("second.zip"))?);
    ensure!(first == second, "a second export after a restore is not the same");
    println!("| backup, seconds | {:.2} |", quiet.as_secs_f64());
    println!("| backup while others write, seconds | {:.2} |", beside.as_secs_f64());
    println!("| writes a second meanwhile, {WRITES_A_SECOND} asked | {rate:.0} |");
    println!("| writes that were answered during the backup | {during} |");
    println!("| restore into SQLite, seconds | {:.2} |", restored.as_secs_f64());
    println!("| a second export of it, byte for byte | equal, {} KiB |", first.len() / 1024);
    Ok(())
}

fn file(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

async fn run_cairn(cairn: &Path, arguments: &[&str]) -> Result<Duration> {
    let begun = Instant::now();
    let ran = Command::new(cairn).args(arguments).stdin(Stdio::null()).output().await?;
    let words = String::from_utf8_lossy(&ran.stderr);
    ensure!(ran.status.success(), "cairn {}: {words}", arguments.join(" "));
    Ok(begun.elapsed())
}
