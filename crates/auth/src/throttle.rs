//! Limits how often a password may be guessed, per account and per address.
//!
//! The account's limit stops many machines from guessing one password; the address's limit stops one machine from
//! trying one password on many accounts. An attempt counts from its start, so that guesses sent all at once cannot
//! slip through while the first is still being hashed. The counts live in memory: a restart forgives, which costs an
//! attacker's victim at most one more window of guesses.

mod key;
mod window;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use cairn_model::Timestamp;
use parking_lot::Mutex;

use key::Key;
use window::Window;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Failures within the window after which an account must wait.
    pub account_failures: usize,
    /// Failures within the window after which an address must wait. Higher, since an office shares one address.
    pub address_failures: usize,
    pub window_seconds: u32,
    /// Accounts and addresses remembered at once, so that made-up names cannot fill the memory.
    pub keys: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { account_failures: 10, address_failures: 50, window_seconds: 15 * 60, keys: 100_000 }
    }
}

/// Too many failures: the next attempt may start after so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many failed sign-ins; try again in {seconds} s")]
pub struct RetryAfter {
    pub seconds: u64,
}

/// The failures of every account and address; clones share them.
#[derive(Debug, Clone)]
pub struct Throttle(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    settings: Settings,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    windows: HashMap<Key, Window>,
    next_attempt: u64,
}

impl Throttle {
    pub fn new(settings: Settings) -> Self {
        Self(Arc::new(Shared { settings, state: Mutex::default() }))
    }

    /// Starts an attempt, which counts as failed unless told that it succeeded.
    pub fn begin(&self, account: &str, address: &str, now: Timestamp) -> Result<Attempt, RetryAfter> {
        let (account, address) = (Key::account(account), Key::address(address));
        let mut state = self.0.state.lock();
        state.check(&self.0.settings, [account, address], now)?;
        let id = state.count(&self.0.settings, [account, address], now);
        drop(state);
        Ok(Attempt { throttle: self.clone(), account, address, id, succeeded: false })
    }

    /// Whether an attempt could start now. It reserves nothing: to guard a sign-in, use [`Throttle::begin`].
    pub fn check(&self, account: &str, address: &str, now: Timestamp) -> Result<(), RetryAfter> {
        self.0.state.lock().check(&self.0.settings, [Key::account(account), Key::address(address)], now)
    }

    /// Counts a failure of something that was not begun as an attempt, such as a wrong second factor.
    pub fn failed(&self, account: &str, address: &str, now: Timestamp) {
        let (account, address) = (Key::account(account), Key::address(address));
        let mut state = self.0.state.lock();
        let id = state.count(&self.0.settings, [account, address], now);
        state.settle(&[account, address], id);
    }

    /// Clears the account's failures. The address's stay: else an attacker would reset them with an account of theirs.
    pub fn succeeded(&self, account: &str) {
        self.0.state.lock().clear(Key::account(account));
    }
}

/// A sign-in under way. Dropping it, also because the client hung up, leaves it counted as failed.
#[derive(Debug)]
#[must_use = "a dropped attempt counts as failed"]
pub struct Attempt {
    throttle: Throttle,
    account: Key,
    address: Key,
    id: u64,
    succeeded: bool,
}

impl Attempt {
    /// Takes this attempt back and clears the account's failures; the address keeps its other ones.
    pub fn succeeded(mut self) {
        self.succeeded = true;
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut state = self.throttle.0.state.lock();
        if self.succeeded {
            state.withdraw(&[self.account, self.address], self.id);
            state.clear(self.account);
        } else {
            state.settle(&[self.account, self.address], self.id);
        }
    }
}

impl State {
    /// Fails with the longer wait when both the account and the address are over their limits.
    fn check(&self, settings: &Settings, [account, address]: [Key; 2], now: Timestamp) -> Result<(), RetryAfter> {
        [(account, settings.account_failures), (address, settings.address_failures)]
            .into_iter()
            .filter_map(|(key, limit)| self.windows.get(&key)?.wait(limit, settings.window_seconds, now))
            .max()
            .map_or(Ok(()), |seconds| Err(RetryAfter { seconds }))
    }

    /// Counts an attempt that has started and returns its number.
    fn count(&mut self, settings: &Settings, [account, address]: [Key; 2], now: Timestamp) -> u64 {
        let id = self.next_attempt;
        self.next_attempt += 1;
        for (key, limit) in [(account, settings.account_failures), (address, settings.address_failures)] {
            if !self.windows.contains_key(&key) {
                self.make_room(settings, now);
            }
            self.windows.entry(key).or_default().push(id, limit, settings.window_seconds, now);
        }
        id
    }

    /// Marks a counted attempt as a failure that a later success may clear.
    fn settle(&mut self, keys: &[Key], id: u64) {
        for key in keys {
            if let Some(window) = self.windows.get_mut(key) {
                window.settle(id);
            }
        }
    }

    fn withdraw(&mut self, keys: &[Key], id: u64) {
        for key in keys {
            self.retain(*key, |window| window.withdraw(id));
        }
    }

    /// Forgets an account's failures but not its attempts under way, which may be guesses yet to fail.
    fn clear(&mut self, account: Key) {
        self.retain(account, Window::clear_settled);
    }

    /// Changes a window and drops its key when nothing is left in it.
    fn retain(&mut self, key: Key, change: impl FnOnce(&mut Window)) {
        if let Some(window) = self.windows.get_mut(&key) {
            change(window);
            if window.is_empty() {
                self.windows.remove(&key);
            }
        }
    }

    /// Before a new key: when full, drops what has expired, then the tenth that has been quiet the longest. A tenth at
    /// once, so that the walk over all keys stays rare under a flood of made-up names.
    fn make_room(&mut self, settings: &Settings, now: Timestamp) {
        let most = settings.keys.max(2);
        if self.windows.len() < most {
            return;
        }
        self.windows.retain(|_, window| !window.has_expired(settings.window_seconds, now));
        let spare = (most / 10).max(1);
        let Some(surplus) = (self.windows.len() + spare).checked_sub(most).filter(|surplus| *surplus > 0) else {
            return;
        };
        let mut keys: Vec<_> = self.windows.iter().map(|(key, window)| (window.latest(), *key)).collect();
        keys.select_nth_unstable(surplus - 1);
        for (_, key) in &keys[..surplus] {
            self.windows.remove(key);
        }
    }
}
