//! Cairn against a reference written by hand, on SQLite and on PostgreSQL, in one run.
//!
//! Both are servers in processes of their own on the same database. Rounds alternate between
//! them, so that whatever else the machine does hits both alike; the medians of the rounds and
//! their ratios are reported. Before anything is measured, the answers of both are compared.

mod audits;
mod check;
mod data;
mod files;
mod jobs;
mod journal;
mod load;
mod reference;
mod risk;
mod sealing;
mod search;
mod server;
mod sets;
mod webhooks;
mod work;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_store::DatabaseUrl;
use clap::{Parser, Subcommand, ValueEnum};
use serde_json::json;

use crate::data::Data;
use crate::load::{Operation, request};
use crate::server::Server;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Cairn against a reference written by hand.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Seconds for each operation of each server in each round.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Connections that send requests at the same time.
    #[arg(long, default_value_t = 8)]
    connections: usize,
    #[arg(long, value_enum, default_value_t = Databases::Both)]
    database: Databases,
    /// A short run that shows whether everything works.
    #[arg(long)]
    quick: bool,
    /// One part alone.
    #[arg(long, value_enum)]
    part: Option<Part>,
    /// Only the operations whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the reference; the benchmark starts this itself.
    #[command(hide = true)]
    ServeReference {
        #[arg(long)]
        listen: SocketAddr,
        #[arg(long)]
        database: String,
    },
    /// Receives webhooks and counts them; the benchmark starts this itself.
    #[command(hide = true)]
    Receive {
        #[arg(long)]
        listen: SocketAddr,
    },
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Requests against handlers written by hand.
    Requests,
    /// The sender of webhooks against a loop of posts.
    Webhooks,
    /// The log when it is long, the past against the present, and what keeping it costs a write.
    Journal,
    /// Sealing the journal against hashing alone.
    Sealing,
    /// An import against single requests, and a backup while others write.
    Files,
    /// Words that few and words that very many objects have.
    Search,
    /// Many rows made, moved and deleted as a set.
    Sets,
    /// How soon a job begins after it was asked for.
    Jobs,
    /// An audit of 1,200 requirements.
    Audits,
    /// An assessment of 500 scenarios, counters and X-rays.
    Risk,
    /// What is assigned to someone among very much, and a night of rules.
    Work,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Databases {
    Sqlite,
    Postgres,
    Both,
}

const ASSETS: usize = 10_000;

fn main() -> Result<()> {
    let cli = Cli::parse();
    match cli.command {
        Some(Command::ServeReference { listen, ref database }) => {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(reference::serve(listen, &database.parse()?))
        }
        Some(Command::Receive { listen }) => tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?
            .block_on(webhooks::receiver::serve(listen)),
        // One thread sends requests: the other processor, on a small machine, is the server's.
        None => tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(compare(cli)),
    }
}

async fn compare(mut cli: Cli) -> Result<()> {
    if cli.quick {
        (cli.seconds, cli.rounds) = (0.3, 1);
    }
    let cairn = std::env::current_exe()?.with_file_name("cairn");
    ensure!(cairn.exists(), "{} is missing: run `make bench`, which builds it", cairn.display());
    println!(
        "Cairn (the real binary, logging) against handlers written by hand (no log, no rights). {} connections, {} \
         rounds of {} s for each; medians. Processor time is the server's own, without the database server's.",
        cli.connections, cli.rounds, cli.seconds
    );
    if cli.database != Databases::Postgres {
        let folder = tempfile::tempdir()?;
        println!("\nSQLite, durable (synchronous = full), in {}", folder.path().display());
        let names = [
            "cairn.db",
            "empty.db",
            "webhooks.db",
            "journal.db",
            "sealing.db",
            "files.db",
            "search.db",
            "sets.db",
            "jobs.db",
            "audits.db",
            "risk.db",
            "work.db",
        ];
        let urls = names.map(|name| DatabaseUrl::Sqlite(folder.path().join(name)));
        measure(&cli, &cairn, folder.path(), urls.each_ref()).await?;
    }
    if cli.database != Databases::Sqlite {
        let folder = tempfile::tempdir()?;
        let server = std::env::var("CAIRN_TEST_POSTGRES").context("CAIRN_TEST_POSTGRES: run this with `make bench`")?;
        let (client, connection) = tokio_postgres::connect(&server, tokio_postgres::NoTls).await?;
        tokio::spawn(connection);
        let durable = client.query_one("select current_setting('fsync'), version()", &[]).await?;
        let version: String = durable.get(1);
        let version = version.split(" on ").next().unwrap_or_default();
        match durable.get(0) {
            "on" => println!("\n{version}, durable (fsync = on), on this machine"),
            _ => println!("\n{version}, NOT durable (fsync = off): writes are faster than they would be"),
        }
        let (base, _) = server.rsplit_once('/').context("an address with a database name")?;
        let names = [
            "",
            "_empty",
            "_webhooks",
            "_journal",
            "_sealing",
            "_files",
            "_search",
            "_sets",
            "_jobs",
            "_audits",
            "_risk",
            "_work",
        ]
        .map(|part| format!("cairn_bench_{}{part}", std::process::id()));
        for name in &names {
            client.batch_execute(&format!("create database {name}")).await?;
        }
        let urls = names.each_ref().map(|name| DatabaseUrl::Postgres(format!("{base}/{name}")));
        measure(&cli, &cairn, folder.path(), urls.each_ref()).await?;
        for name in &names {
            client.batch_execute(&format!("drop database {name} with (force)")).await?;
        }
    }
    Ok(())
}

async fn measure(cli: &Cli, cairn: &Path, folder: &Path, urls: [&DatabaseUrl; 12]) -> Result<()> {
    let [
        url,
        empty,
        for_webhooks,
        for_journal,
        for_sealing,
        for_files,
        for_search,
        for_sets,
        for_jobs,
        for_audits,
        for_risk,
        for_work,
    ] = urls;
    let wanted = |part: Part| cli.part.is_none_or(|only| only == part);
    if wanted(Part::Requests) {
        measure_requests(cli, cairn, folder, url, empty).await?;
    }
    if wanted(Part::Webhooks) {
        webhooks::measure(cli, cairn, &folder.join("webhooks"), for_webhooks).await?;
    }
    if wanted(Part::Journal) {
        journal::measure(cli, cairn, &folder.join("journal"), for_journal).await?;
    }
    if wanted(Part::Sealing) {
        sealing::measure(&folder.join("sealing"), for_sealing).await?;
    }
    if wanted(Part::Files) {
        files::measure(cli, cairn, &folder.join("files-part"), for_files).await?;
    }
    if wanted(Part::Search) {
        search::measure(cli, cairn, &folder.join("search"), for_search).await?;
    }
    if wanted(Part::Sets) {
        sets::measure(&folder.join("sets"), for_sets).await?;
    }
    if wanted(Part::Jobs) {
        jobs::measure(&folder.join("jobs"), for_jobs).await?;
    }
    if wanted(Part::Audits) {
        audits::measure(cli, cairn, &folder.join("audits"), for_audits).await?;
    }
    if wanted(Part::Risk) {
        risk::measure(cli, cairn, &folder.join("risk"), for_risk).await?;
    }
    if wanted(Part::Work) {
        work::measure(cli, cairn, &folder.join("work"), for_work).await?;
    }
    Ok(())
}

async fn measure_requests(
    cli: &Cli,
    cairn: &Path,
    folder: &Path,
    url: &DatabaseUrl,
    empty: &DatabaseUrl,
) -> Result<()> {
    let data = data::make(url, folder, ASSETS).await?;
    let queries = data::queries_of_a_list(&data.engine).await?;
    let (address, empty_address) = (address(url), address(empty));
    let folder_name = folder.to_string_lossy();
    let serve = |address: &str| {
        let (address, folder) = (address.to_owned(), folder_name.to_string());
        async move { Server::start(cairn, &["serve", "--data", &folder, "--database", &address]).await }
    };

    let first = serve(&empty_address).await?;
    let ready_on_empty = first.ready;
    drop(first);
    let ours = serve(&address).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (ready, memory) = (ours.ready, ours.memory()?);
    let program = std::env::current_exe()?;
    let reference = Server::start(&program, &["serve-reference", "--database", &address]).await?;

    check::same_answers(&data, ours.address, reference.address).await?;
    println!("\n| operation | req/s | by hand | ratio | µs CPU | by hand | ratio |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let numbers = Arc::new(AtomicU64::new(1000));
    for operation in operations(&data).into_iter().filter(|operation| operation.name.contains(&cli.only)) {
        let operation = Arc::new(operation);
        let mut samples: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
        for round in 0..=cli.rounds {
            for (server, samples) in [&ours, &reference].into_iter().zip(&mut samples) {
                let time = Duration::from_secs_f64(if round == 0 { 0.3 } else { cli.seconds });
                let before = server.processor_time()?;
                let done = load::run(server.address, cli.connections, time, &operation, &numbers).await?;
                let used = server.processor_time()? - before;
                // The first round only warms up.
                if round > 0 {
                    let requests = done.requests as f64;
                    samples.push((requests / done.seconds, used * 1e6 / requests));
                }
            }
        }
        report(&operation, &samples);
    }
    println!("\n- queries for a list of 20 with all expansions: {queries}");
    println!("- memory: {memory:.0} MB idle after the start, {:.0} MB after the load", ours.memory()?);
    println!("- ready in {} ms on this database, {} ms on an empty one", ready.as_millis(), ready_on_empty.as_millis());
    drop((ours, reference));
    data.engine.db.close().await;
    Ok(())
}

fn address(url: &DatabaseUrl) -> String {
    match url {
        DatabaseUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
        DatabaseUrl::Postgres(url) => url.clone(),
    }
}

/// How many times slower, or dearer, than the reference.
fn report(operation: &Operation, samples: &[Vec<(f64, f64)>; 2]) {
    let median = |which: usize, of: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f64> = samples[which].iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (rate, hand_rate) = (median(0, |sample| sample.0), median(1, |sample| sample.0));
    let (cost, hand_cost) = (median(0, |sample| sample.1), median(1, |sample| sample.1));
    let limit = if operation.is_write { 1.5 } else { 2.0 };
    let judge = |ratio: f64| format!("{ratio:.2}{}", if ratio > limit { " ✗" } else { "" });
    println!(
        "| {} | {rate:.0} | {hand_rate:.0} | {} | {cost:.0} | {hand_cost:.0} | {} |",
        operation.name,
        judge(hand_rate / rate),
        judge(cost / hand_cost)
    );
}

fn operations(data: &Data) -> Vec<Operation> {
    let token = &data.token;
    let read = |name, request: Box<dyn Fn(u64) -> Vec<u8> + Send + Sync>| Operation {
        name,
        is_write: false,
        status: 200,
        request,
    };
    let fixed = |path: String| {
        let bytes = request("GET", &path, token, "");
        Box::new(move |_| bytes.clone())
    };
    let item = |number: u64, assets: &[uuid::Uuid]| format!("/api/assets/{}/", assets[number as usize % assets.len()]);
    let (one_token, one_assets) = (token.clone(), data.assets.clone());
    let (patch_token, patch_assets) = (token.clone(), data.assets.clone());
    let create_token = token.clone();
    let new = check::new_asset(data);
    let as_program = request("GET", "/api/assets/?limit=20", &data.bearer, "");
    vec![
        read("list of 20", fixed("/api/assets/?limit=20".into())),
        read("list of 20, Bearer", Box::new(move |_| as_program.clone())),
        read("search", fixed(format!("/api/assets/?search={}&limit=20", data::WORD))),
        read("one", Box::new(move |number| request("GET", &item(number, &one_assets), &one_token, ""))),
        Operation {
            name: "create",
            is_write: true,
            status: 201,
            request: Box::new(move |number| {
                let mut body = new.clone();
                body["name"] = format!("New asset {number}").into();
                request("POST", "/api/assets/", &create_token, &body.to_string())
            }),
        },
        Operation {
            name: "patch",
            is_write: true,
            status: 200,
            request: Box::new(move |number| {
                let body = json!({ "description": format!("Changed to {number}"), "ref_id": format!("R-{number}") });
                request("PATCH", &item(number, &patch_assets), &patch_token, &body.to_string())
            }),
        },
    ]
}
