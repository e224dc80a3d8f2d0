//! Servers as child processes, so that their time and memory can be told from ours.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::time::{Instant, sleep};

use crate::load::{Client, request};

pub struct Server {
    pub address: SocketAddr,
    /// How long it took until it answered.
    pub ready: Duration,
    child: Child,
}

impl Server {
    /// Starts a server; `--listen` and an address are added to its arguments.
    pub async fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let address = free_address()?;
        let begun = Instant::now();
        let child = Command::new(program)
            .args(arguments)
            .args(["--listen", &address.to_string()])
            .env("CAIRN_ADMIN_EMAIL", crate::data::EMAIL)
            .env("CAIRN_WEBHOOKS_ALLOW", "127.0.0.1")
            .env("CAIRN_ADMIN_PASSWORD", "Correct-Horse-42-Battery")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut server = Self { address, ready: Duration::ZERO, child };
        loop {
            if let Some(status) = server.child.try_wait()? {
                bail!("{} {} ended with {status}", program.display(), arguments.join(" "));
            }
            if let Ok(mut client) = Client::connect(address).await
                && client.send(&request("GET", "/api/health/", "", "")).await.is_ok()
            {
                server.ready = begun.elapsed();
                return Ok(server);
            }
            if begun.elapsed() > Duration::from_mins(1) {
                bail!("{} did not answer within a minute", program.display());
            }
            sleep(Duration::from_millis(2)).await;
        }
    }

    /// Seconds of processor time used so far, by the program and by the kernel for it.
    pub fn processor_time(&self) -> Result<f64> {
        let stat = self.proc("stat")?;
        // The name of the program, in parentheses, may hold spaces.
        let (_, rest) = stat.rsplit_once(')').context("a process")?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks: f64 = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
        Ok(ticks / 100.0)
    }

    /// Memory in use, in MiB: without the pages of files that the kernel shares and takes back as it likes. Of those, what
    /// SQLite maps of its database would count once for each connection.
    pub fn memory(&self) -> Result<f64> {
        memory_of(&self.proc("status")?)
    }

    fn proc(&self, file: &str) -> Result<String> {
        Ok(std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id()))?)
    }
}

/// The same for this process.
pub fn own_memory() -> Result<f64> {
    memory_of(&std::fs::read_to_string("/proc/self/status")?)
}

fn memory_of(status: &str) -> Result<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).context("RssAnon")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kib / 1024.0)
}

/// Kills it: nothing of what it holds is needed any more.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_address() -> Result<SocketAddr> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
