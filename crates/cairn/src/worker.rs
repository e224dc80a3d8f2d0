//! `cairn worker`: sends webhooks, runs jobs and seals the journal, separately from the server.

use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::routing::get;
use cairn_api::{App, health};
use cairn_store::DatabaseUrl;
use clap::Args;
use tokio::net::TcpListener;

use crate::config::{self, Config};
use crate::serve::{stop_jobs, stop_signal};
use crate::{instance, log};

#[derive(Args)]
pub struct Worker {
    /// Serve `/metrics` on this address and port.
    #[arg(long, env = "CAIRN_WORKER_METRICS", value_name = "ADDRESS")]
    metrics: Option<String>,
}

impl Worker {
    pub async fn run(self, config: &Config) -> Result<()> {
        log::start(&config.log)?;
        // SQLite has one writer in one process: it needs no worker besides the server's own.
        ensure!(
            matches!(config.database, DatabaseUrl::Postgres(_)),
            "a separate worker needs PostgreSQL; with SQLite, the server does its work"
        );
        let instance = instance::open(config).await?;
        let stop = stop_signal()?;
        if let Some(address) = self.metrics.filter(|address| !address.is_empty()) {
            let listener = TcpListener::bind(config::address(&address)?).await;
            let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
            let app = App::new(instance.engine.clone(), config.api.clone(), Some(instance.sender.clone()));
            let routes = Router::new().route("/metrics", get(move || health::render_metrics(app.clone())));
            let settings = config.connections.clone();
            tokio::spawn(cairn_edge::serve(listener, routes, settings, std::future::pending()));
        }
        let working = tokio::spawn(instance.worker().run());
        // Only one process seals at a time, whichever comes first.
        let journal = instance.journal(config)?;
        let sealing = tokio::spawn(journal.clone().run());
        let jobs = instance.jobs(config, &journal);
        let doing = tokio::spawn(jobs.clone().run());
        cairn_cli::note(concat!("Cairn ", env!("CARGO_PKG_VERSION"), " is ready to send webhooks and run jobs"));
        stop.await;
        // When its lease ends, unfinished work is picked up by others, under the same id.
        working.abort();
        sealing.abort();
        stop_jobs(doing, &jobs).await;
        instance.engine.db.close().await;
        Ok(())
    }
}
