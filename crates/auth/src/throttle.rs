//! Limits how often a password may be guessed, without letting anyone lock out the owner of an account.
//!
//! Failures are counted by account and address together: who fails too often from one address waits, longer each time,
//! and nobody else does. One address that tries many accounts waits, too. Guesses on one account from very many
//! addresses make each new address more careful: one try, then a long wait. A browser that has signed in to the account
//! before (see [`Via::Known`]) is counted by itself alone, so that no failure of others keeps the owner out.
//!
//! An attempt counts from its start, so that guesses sent all at once cannot slip through while the first is still
//! being hashed. The counts live in memory: a restart forgives, which gains an attacker at most one more round.

mod key;
mod window;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use cairn_model::Timestamp;
use parking_lot::Mutex;

use key::Key;
use window::{Growth, Window};

/// An account that fails so many times as often as one address may is under attack from many.
const ATTACK: usize = 10;
/// Seconds of the first wait; each further failure doubles it, up to the window.
const FIRST_WAIT: u64 = 1;
/// The same, for an address that has not signed in before, while the account is under attack.
const FIRST_WAIT_UNDER_ATTACK: u64 = 60;
/// So many doublings exceed every window.
const DOUBLINGS: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Failures on one account within the window after which an address, or a known browser, must wait.
    pub account_failures: usize,
    /// Failures within the window after which an address must wait. Higher, since an office shares one address.
    pub address_failures: usize,
    pub window_seconds: u32,
    /// What is remembered at once, so that made-up names cannot fill the memory.
    pub keys: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { account_failures: 10, address_failures: 50, window_seconds: 15 * 60, keys: 100_000 }
    }
}

/// By which way a password comes in.
#[derive(Debug, Clone, Copy)]
pub enum Via<'a> {
    /// From an address that nothing more is known of.
    Address(&'a str),
    /// From a browser that has proven to belong to the account: with a session, or with what an earlier sign-in left
    /// there.
    Known(&'a str),
}

/// Too many failures: the next attempt may start after so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many failed sign-ins; try again in {seconds} s")]
pub struct RetryAfter {
    pub seconds: u64,
}

/// The failures of everyone; clones share them.
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

/// What one attempt is counted by.
#[derive(Debug, Clone, Copy)]
struct Keys {
    /// The account together with the address or browser.
    own: Key,
    /// The account and the address by themselves, unless the browser is known.
    account: Option<Key>,
    address: Option<Key>,
}

impl Keys {
    fn of(account: &str, via: Via<'_>) -> Self {
        let account = Key::account(account);
        match via {
            Via::Known(browser) => {
                Self { own: Key::both(account, Key::browser(browser)), account: None, address: None }
            }
            Via::Address(address) => {
                let address = Key::address(address);
                Self { own: Key::both(account, address), account: Some(account), address: Some(address) }
            }
        }
    }

    fn iter(self) -> impl Iterator<Item = Key> {
        [Some(self.own), self.account, self.address].into_iter().flatten()
    }

    /// Each with how many attempts are worth remembering of it.
    fn with_room(self, settings: &Settings) -> impl Iterator<Item = (Key, usize)> {
        let own = (self.own, settings.account_failures.max(1) + DOUBLINGS);
        let account = self.account.map(|key| (key, settings.account_failures.max(1) * ATTACK));
        let address = self.address.map(|key| (key, settings.address_failures.max(1)));
        [Some(own), account, address].into_iter().flatten()
    }
}

impl Throttle {
    pub fn new(settings: Settings) -> Self {
        Self(Arc::new(Shared { settings, state: Mutex::default() }))
    }

    /// Starts an attempt, which counts as failed unless told that it succeeded.
    pub fn begin(&self, account: &str, via: Via<'_>, now: Timestamp) -> Result<Attempt, RetryAfter> {
        let keys = Keys::of(account, via);
        let mut state = self.0.state.lock();
        if let Some(seconds) = state.wait(&self.0.settings, keys, now) {
            return Err(RetryAfter { seconds });
        }
        let id = state.count(&self.0.settings, keys, now);
        drop(state);
        Ok(Attempt { throttle: self.clone(), keys, id, succeeded: false })
    }
}

/// A sign-in under way. Dropping it, also because the client hung up, leaves it counted as failed.
#[derive(Debug)]
#[must_use = "a dropped attempt counts as failed"]
pub struct Attempt {
    throttle: Throttle,
    keys: Keys,
    id: u64,
    succeeded: bool,
}

impl Attempt {
    /// Takes this attempt back, and forgives the failures on the account that came the same way. The address keeps its
    /// other ones: else an attacker would clear them with an account of theirs.
    pub fn succeeded(mut self) {
        self.succeeded = true;
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut state = self.throttle.0.state.lock();
        if self.succeeded {
            state.withdraw(self.keys, self.id);
            state.clear(self.keys.own);
        } else {
            state.settle(self.keys, self.id);
        }
    }
}

impl State {
    /// How long an attempt has to wait, if it has to: the longer time when both its account and its address are over
    /// their limits.
    fn wait(&self, settings: &Settings, keys: Keys, now: Timestamp) -> Option<u64> {
        let seconds = settings.window_seconds;
        let count = |key: Key| self.windows.get(&key).map_or(0, |window| window.count(seconds, now));
        let is_attacked = keys.account.is_some_and(|key| count(key) >= settings.account_failures.max(1) * ATTACK);
        let growth = if is_attacked {
            Growth { free: 1, first: FIRST_WAIT_UNDER_ATTACK }
        } else {
            Growth { free: settings.account_failures.max(1), first: FIRST_WAIT }
        };
        let own = self.windows.get(&keys.own).and_then(|window| window.growing_wait(growth, seconds, now));
        let address = keys.address.and_then(|key| self.windows.get(&key));
        own.max(address.and_then(|window| window.wait(settings.address_failures, seconds, now)))
    }

    /// Counts an attempt that has started and returns its number.
    fn count(&mut self, settings: &Settings, keys: Keys, now: Timestamp) -> u64 {
        let id = self.next_attempt;
        self.next_attempt += 1;
        for (key, room) in keys.with_room(settings) {
            if !self.windows.contains_key(&key) {
                self.make_room(settings, now);
            }
            self.windows.entry(key).or_default().push(id, room, settings.window_seconds, now);
        }
        id
    }

    /// Marks a counted attempt as a failure that a later success may clear.
    fn settle(&mut self, keys: Keys, id: u64) {
        for key in keys.iter() {
            if let Some(window) = self.windows.get_mut(&key) {
                window.settle(id);
            }
        }
    }

    fn withdraw(&mut self, keys: Keys, id: u64) {
        for key in keys.iter() {
            self.retain(key, |window| window.withdraw(id));
        }
    }

    /// Forgets failures but not attempts under way, which may be guesses yet to fail.
    fn clear(&mut self, key: Key) {
        self.retain(key, Window::clear_settled);
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
        let most = settings.keys.max(3);
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
