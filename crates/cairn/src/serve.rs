//! `cairn serve`.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use cairn_api::App;
use cairn_auth::password;
use cairn_cli::note;
use cairn_domain::iam::password as policy;
use cairn_domain::library::stock;
use cairn_domain::setup;
use cairn_engine::{Caller, Engine};
use clap::Args;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::config::{self, Config};
use crate::{instance, log};

#[derive(Args)]
pub struct Serve {
    /// Address and port to listen on [default: 127.0.0.1:8000].
    #[arg(long, env = "CAIRN_LISTEN", value_name = "ADDRESS")]
    listen: Option<String>,
    /// Leave webhooks and jobs to separate `cairn worker` processes.
    #[arg(long)]
    no_worker: bool,
}

/// How long requests in progress may take to finish after the signal to stop.
const GRACE: Duration = Duration::from_secs(30);
/// How often permission changes by other processes are checked for.
const REFRESH: Duration = Duration::from_millis(250);
const FLUSH: Duration = Duration::from_secs(20);

impl Serve {
    pub async fn run(self, config: &Config) -> Result<()> {
        log::start(&config.log)?;
        let listen = self.listen.as_deref().filter(|text| !text.is_empty()).unwrap_or(&config.listen);
        let listen = config::address(listen)?;
        // The port comes first, so that whoever starts a second server by mistake finds out at once.
        let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        let _locks = instance::take_folders(config)?;
        let instance = instance::open(config).await?;
        let engine = instance.engine.clone();
        first_administrator(&engine).await?;
        let app = App::new(engine.clone(), config.api.clone(), Some(instance.sender.clone()));
        let upkeep = tokio::spawn(upkeep(app.clone()));
        let journal = instance.journal(config)?;
        let sealing = tokio::spawn(journal.clone().run());
        let background = (!self.no_worker).then(|| {
            let jobs = instance.jobs(config, &journal);
            (tokio::spawn(instance.worker().run()), tokio::spawn(jobs.clone().run()), jobs)
        });

        // Signals are handled before anyone is told that the server is ready and could stop it.
        let stop = stop_signal()?;
        let address = listener.local_addr()?;
        note(&format!("Cairn {} is ready at http://{address}/", env!("CARGO_PKG_VERSION")));
        // Only after the server responds: a folder with hundreds of libraries takes minutes the first time.
        let stocking = tokio::spawn(stock::run(engine.clone(), config.libraries.clone()));
        let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
        let server = cairn_edge::serve(listener, cairn_api::router(app.clone()), connections(config), async move {
            stop.await;
            tracing::info!("stopping: no new requests, waiting for those in flight");
            let _ = stopping.send(());
        });
        let too_long = async {
            let _ = stopped.await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            () = server => {}
            () = too_long => tracing::warn!("some requests did not finish in time"),
        }
        stocking.abort();
        upkeep.abort();
        sealing.abort();
        if let Some((worker, working, jobs)) = background {
            worker.abort();
            stop_jobs(working, &jobs).await;
        }
        if let Err(error) = app.flush_token_uses().await {
            tracing::warn!(%error, "the last use of some tokens was not recorded");
        }
        if let Err(error) = app.flush_refusals().await {
            tracing::warn!(%error, "the number of refusals left out of the audit log was not recorded");
        }
        if let Err(error) = journal.seal().await {
            tracing::warn!(%error, "the last journal entries will be sealed after the next start");
        }
        engine.db.close().await;
        Ok(())
    }
}

/// Open files besides connections: databases, attachments, outgoing webhooks.
const OTHER_FILES: usize = 256;

/// The connection limits, as far as the system allows this process so many open files.
fn connections(config: &Config) -> cairn_edge::Settings {
    let wanted = config.connections.clone();
    let most = match rlimit::increase_nofile_limit((wanted.most + OTHER_FILES) as u64) {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES).max(64),
        Err(error) => {
            tracing::warn!(%error, "the limit on open files cannot be read");
            wanted.most
        }
    };
    if most < wanted.most {
        tracing::warn!(most, "the limit on open files (ulimit -n) allows fewer connections than connections.most");
    }
    cairn_edge::Settings { most: most.min(wanted.most), ..wanted }
}

/// Stops the running jobs and leaves them to the next process.
pub async fn stop_jobs(working: JoinHandle<()>, jobs: &cairn_jobs::Worker) {
    working.abort();
    let _ = working.await;
    if let Err(error) = jobs.release().await {
        tracing::warn!(%error, "jobs that were running will continue when their leases expire");
    }
}

/// Creates the first administrator of an empty instance and prints how to sign in, once.
async fn first_administrator(engine: &Arc<Engine>) -> Result<()> {
    if !setup::has_no_users(engine).await? {
        return Ok(());
    }
    let email = std::env::var("CAIRN_ADMIN_EMAIL").ok().filter(|text| !text.is_empty());
    let email = email.unwrap_or_else(|| "admin@cairn.local".into());
    let chosen = std::env::var("CAIRN_ADMIN_PASSWORD").ok().filter(|text| !text.is_empty());
    let generated = chosen.is_none();
    let password = chosen.unwrap_or_else(password::generate);
    let hash = password::hash_async(password.clone()).await;
    let mut cx = engine.write(Arc::new(Caller::system())).await?;
    // The operator's password is accepted as it is, since a server that doesn't start helps nobody.
    let faults = policy::faults(&mut cx, &password, &email, &[]).await?;
    if !faults.is_empty() {
        tracing::warn!("CAIRN_ADMIN_PASSWORD is weak. Change it soon: {}", faults.join(" "));
    }
    cx.conn.lock("setup").await?;
    match setup::create_user(&mut cx, &email, hash, true).await {
        Ok(_) => drop(cx.commit().await?),
        // Another server that started at the same time was faster.
        Err(_) if !setup::has_no_users(engine).await? => return Ok(()),
        Err(error) => return Err(error).context("CAIRN_ADMIN_EMAIL"),
    }
    note(&format!("\n  First sign-in:  {email}"));
    if generated {
        note(&format!("  Password:       {password}   (shown only now; change it after signing in)\n"));
    } else {
        note("  Password:       the one in CAIRN_ADMIN_PASSWORD\n");
    }
    Ok(())
}

/// What runs besides requests.
async fn upkeep(app: Arc<App>) {
    let mut refresh = tokio::time::interval(REFRESH);
    let mut flush = tokio::time::interval(FLUSH);
    refresh.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    flush.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let result = tokio::select! {
            _ = refresh.tick() => app.engine.refresh_access().await,
            _ = flush.tick() => {
                let forgotten = app.engine.forget_erased().await;
                app.flush_token_uses().await.and(app.flush_refusals().await).and(forgotten)
            }
        };
        if let Err(error) = result {
            tracing::debug!(%error, "upkeep failed and will be tried again");
        }
    }
}

/// Ends when the process is asked to stop, starting from this call.
pub fn stop_signal() -> Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).context("cannot listen for signals");
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
