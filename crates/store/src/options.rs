//! How much a database may use. The defaults suit a small machine.

use std::time::Duration;

/// Sizes and timeouts of the pools.
#[derive(Debug, Clone)]
pub struct Options {
    /// SQLite: how many connections may read at the same time. They are opened when needed.
    pub readers: usize,
    /// PostgreSQL: how many connections the pool may hold.
    pub connections: usize,
    /// How long a request waits for a free connection before it is told to try again later.
    pub wait: Duration,
    /// SQLite: how long a write waits for its turn. Longer than `wait`, because on SQLite a big
    /// import of someone else holds up all writes, and waiting is better than refusing.
    pub write_wait: Duration,
    /// How long one statement of a connection for reading may take.
    pub longest_read: Duration,
    /// PostgreSQL: how long opening one connection may take.
    pub connect: Duration,
    /// SQLite: whether the data may be lost in a crash because it can be rebuilt. Nothing waits for the disk then.
    pub scratch: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            readers: 8,
            connections: 16,
            wait: Duration::from_secs(5),
            write_wait: Duration::from_secs(30),
            longest_read: Duration::from_secs(30),
            connect: Duration::from_secs(5),
            scratch: false,
        }
    }
}
