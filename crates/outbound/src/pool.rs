//! Idle connections, waiting for their next request.
//!
//! **Guarantee.** A connection is only handed out for the origin (scheme, host, port) it was opened and checked for. It
//! waits 30 s at most and lives 5 minutes at most, so that a name that moves is followed soon.
//!
//! This is ours and not hyper-util's pool. That one races a new connection against the return of the last one and lets
//! the loser connect in the background, after its request is over and outside its time limit; and it calls the connector
//! without saying for which request. Here a connection is back before the attempt's outcome is, nothing connects in the
//! background, and each attempt can tell how far it came.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::SendRequest;
use parking_lot::Mutex;
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// Across all origins. Connections returned beyond this number are closed.
const MAX_IDLE: usize = 512;

/// An open connection. Dropping it closes the socket, whatever the state of the exchange.
pub(crate) struct Link {
    pub(crate) sender: SendRequest<Full<Bytes>>,
    pub(crate) remote: SocketAddr,
    pub(crate) opened: Instant,
    /// The task that moves the bytes and owns the socket.
    pub(crate) driver: AbortHandle,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

struct Idle {
    link: Link,
    since: Instant,
}

pub(crate) struct Limits {
    pub(crate) idle: Duration,
    pub(crate) age: Duration,
    pub(crate) per_origin: usize,
}

pub(crate) struct Pool {
    limits: Limits,
    shelves: Mutex<Shelves>,
}

#[derive(Default)]
struct Shelves {
    by_origin: HashMap<Arc<str>, Vec<Idle>>,
    count: usize,
    swept: bool,
}

impl Pool {
    pub(crate) fn new(limits: Limits) -> Arc<Pool> {
        Arc::new(Pool { limits, shelves: Mutex::default() })
    }

    fn usable(&self, idle: &Idle, now: Instant) -> bool {
        !idle.link.sender.is_closed()
            && now.duration_since(idle.since) < self.limits.idle
            && now.duration_since(idle.link.opened) < self.limits.age
    }

    /// The most recently used connection of this origin: the one least likely to have been closed since.
    pub(crate) fn take(&self, origin: &str) -> Option<Link> {
        let now = Instant::now();
        let mut shelves = self.shelves.lock();
        loop {
            let idle = shelves.by_origin.get_mut(origin)?.pop()?;
            shelves.count -= 1;
            if self.usable(&idle, now) {
                return Some(idle.link);
            }
        }
    }

    pub(crate) fn put(self: &Arc<Pool>, origin: Arc<str>, link: Link) {
        let mut guard = self.shelves.lock();
        let shelves = &mut *guard;
        if shelves.count >= MAX_IDLE {
            return;
        }
        let waiting = shelves.by_origin.entry(origin).or_default();
        if waiting.len() >= self.limits.per_origin {
            return;
        }
        waiting.push(Idle { link, since: Instant::now() });
        shelves.count += 1;
        if !shelves.swept {
            shelves.swept = true;
            tokio::spawn(sweep(Arc::downgrade(self), self.limits.idle));
        }
    }

    /// Closes connections that have been idle too long. Returns whether any are left.
    fn prune(&self) -> bool {
        let now = Instant::now();
        let mut guard = self.shelves.lock();
        let shelves = &mut *guard;
        shelves.by_origin.retain(|_, waiting| {
            waiting.retain(|idle| self.usable(idle, now));
            !waiting.is_empty()
        });
        shelves.count = shelves.by_origin.values().map(Vec::len).sum();
        shelves.swept = shelves.count > 0;
        shelves.swept
    }
}

/// Runs while the pool is not empty. Otherwise, a receiver that is never called again would keep its connection.
async fn sweep(pool: Weak<Pool>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        if !pool.upgrade().is_some_and(|pool| pool.prune()) {
            return;
        }
    }
}
