//! Words that few, some and nearly all of 100,000 assets have: a page of hits must not cost more for more hits.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::Result;
use cairn_store::DatabaseUrl;

use crate::data;
use crate::load::{Operation, request, run};
use crate::server::Server;
use crate::{Cli, address};

const ASSETS: usize = 100_000;
const CLIENTS: usize = 16;

/// What is looked for, and how many have it.
const WORDS: [(&str, &str); 4] = [
    ("00042", "1"),
    (data::WORD, "1,000, in the name"),
    (data::TENTH, "10,000, in the description"),
    ("service", "99,000, in the name"),
];

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, ASSETS).await?;
    let (place, database) = (folder.to_string_lossy(), address(url));
    let server = Server::start(cairn, &["serve", "--data", &*place, "--database", &*database]).await?;
    println!(
        "\n| µs CPU for a page of 20 among {ASSETS} assets, {CLIENTS} clients; hits | everywhere | ratio | list | ratio |"
    );
    println!("|---|---:|---:|---:|---:|");
    let mut least = [0.0; 2];
    for (word, hits) in WORDS {
        let paths = [format!("/api/search/?q={word}&limit=20"), format!("/api/assets/?search={word}&limit=20")];
        let mut line = vec![format!("| {hits} ")];
        for (path, least) in paths.into_iter().zip(&mut least) {
            let cost = cost(cli, &server, &data.token, path).await?;
            if *least == 0.0 {
                *least = cost;
            }
            line.push(format!("| {cost:.0} | {:.1} ", cost / *least));
        }
        println!("{}|", line.concat());
    }
    println!("\n- memory after it: {:.0} MB", server.memory()?);
    data.engine.db.close().await;
    Ok(())
}

/// The processor time of the server for one request.
async fn cost(cli: &Cli, server: &Server, token: &str, path: String) -> Result<f64> {
    let bytes = request("GET", &path, token, "");
    let operation =
        Arc::new(Operation { name: "search", is_write: false, status: 200, request: Box::new(move |_| bytes.clone()) });
    let numbers = Arc::new(AtomicU64::new(0));
    run(server.address, CLIENTS, Duration::from_millis(300), &operation, &numbers).await?;
    let before = server.processor_time()?;
    let done = run(server.address, CLIENTS, Duration::from_secs_f64(cli.seconds), &operation, &numbers).await?;
    Ok((server.processor_time()? - before) * 1e6 / done.requests as f64)
}
