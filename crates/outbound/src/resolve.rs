//! From names to addresses.
//!
//! A resolver returns **all** addresses and judges none of them. That is up to `connect`, which asks once per
//! connection, waits at most 3 s, and dials the addresses it was given.

use std::future::Future;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::Semaphore;

/// A lookup in progress.
pub type Lookup<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Finds the addresses of a name. Tests supply their own.
pub trait Resolver: Send + Sync + 'static {
    /// All addresses of the name, in the order in which they should be tried.
    fn resolve<'a>(&'a self, host: &'a str) -> Lookup<'a>;
}

/// Half of Tokio's blocking threads, so that the other half stays available for everything else.
const MAX_LOOKUPS: usize = 256;

/// Asks the operating system.
///
/// **Trap.** The system's look-up cannot be cancelled: when the wait ends, its thread stays until the system gives up,
/// which can be half a minute. A name whose server never answers must not collect all of the runtime's blocking threads
/// that way, so the slot is given back by the thread and not by the waiter (which is why this is not
/// `tokio::net::lookup_host`).
#[derive(Clone, Debug)]
pub struct SystemResolver {
    slots: Arc<Semaphore>,
}

impl SystemResolver {
    pub fn new() -> SystemResolver {
        SystemResolver { slots: Arc::new(Semaphore::new(MAX_LOOKUPS)) }
    }
}

impl Default for SystemResolver {
    fn default() -> SystemResolver {
        SystemResolver::new()
    }
}

impl Resolver for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Lookup<'a> {
        Box::pin(async move {
            let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(io::Error::other)?;
            let host = host.to_owned();
            let lookup = tokio::task::spawn_blocking(move || {
                let _slot = slot;
                (host.as_str(), 0).to_socket_addrs().map(|found| found.map(|address| address.ip()).collect())
            });
            lookup.await.map_err(io::Error::other)?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_system_knows_localhost() {
        let found = SystemResolver::new().resolve("localhost").await.unwrap();
        assert!(!found.is_empty() && found.iter().all(IpAddr::is_loopback), "{found:?}");
    }
}
