//! `cairn worker`: sends webhooks, apart from the server.

use anyhow::{Result, ensure};
use cairn_store::DatabaseUrl;
use clap::Args;

use crate::config::Config;
use crate::instance;
use crate::serve::{start_log, stop_signal};

#[derive(Args)]
pub struct Worker {}

impl Worker {
    pub async fn run(self, config: &Config) -> Result<()> {
        start_log(&config.log)?;
        // SQLite has one writer, in one process: the server's own worker is the only one it needs.
        ensure!(
            matches!(config.database, DatabaseUrl::Postgres(_)),
            "a worker of its own needs PostgreSQL; with SQLite the server sends webhooks itself"
        );
        let instance = instance::open(config).await?;
        let stop = stop_signal()?;
        let working = tokio::spawn(instance.worker().run());
        eprintln!("Cairn {} sends webhooks from here", env!("CARGO_PKG_VERSION"));
        stop.await;
        // What is under way is given back by its lease, under the same id.
        working.abort();
        instance.engine.db.close().await;
        Ok(())
    }
}
