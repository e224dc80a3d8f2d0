//! Limits how often a password can be guessed, without letting anyone lock out the owner of an account.
//!
//! Failures are counted by account and address together: after too many failures from one address, that address has to
//! wait, longer each time, and nobody else does. An address that tries many accounts has to wait too. When very many
//! addresses guess the password of one account, each new address gets one attempt, then a long wait. A browser that has
//! signed in to the account before (see [`Via::Known`]) is counted on its own, so nobody else's failures lock it out.
//!
//! An attempt counts from its start, so that guesses sent all at once can't slip through while the first is still
//! being hashed. The counts are in memory: a restart clears them, which gives an attacker at most one more round.

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

/// An account is under attack from many addresses if it fails this many times as often as one address may.
const ATTACK: usize = 10;
/// The first wait in seconds; each further failure doubles it, up to the window.
const FIRST_WAIT: u64 = 1;
/// The same for an address that hasn't signed in before, while the account is under attack.
const FIRST_WAIT_UNDER_ATTACK: u64 = 60;
/// This many doublings exceed every window.
const DOUBLINGS: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Failures on one account within the window after which an address, or a known browser, must wait.
    pub account_failures: usize,
    /// Failures within the window after which an address must wait. Higher, since an office shares one address.
    pub address_failures: usize,
    pub window_seconds: u32,
    /// The maximum number of keys, so that made-up names can't fill the memory.
    pub keys: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { account_failures: 10, address_failures: 50, window_seconds: 15 * 60, keys: 100_000 }
    }
}

/// Where a sign-in attempt comes from.
#[derive(Debug, Clone, Copy)]
pub enum Via<'a> {
    /// An address that nothing else is known about.
    Address(&'a str),
    /// A browser that is known to belong to the account: it has a session, or the cookie of an earlier
    /// sign-in.
    Known(&'a str),
}

/// Too many failures: the next attempt can start after this many seconds.
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

/// The keys that one attempt is counted under.
#[derive(Debug, Clone, Copy)]
struct Keys {
    /// The account together with the address or browser.
    own: Key,
    /// The account and the address separately, unless the browser is known.
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

    /// Each key with how many of its attempts are worth remembering.
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

    /// Starts an attempt, which counts as failed unless it is reported as successful.
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

/// An attempt in progress. If it is dropped, for example because the client disconnected, it counts as failed.
#[derive(Debug)]
#[must_use = "a dropped attempt counts as failed"]
pub struct Attempt {
    throttle: Throttle,
    keys: Keys,
    id: u64,
    succeeded: bool,
}

impl Attempt {
    /// Removes this attempt, and clears earlier failures on the account from the same source. The address keeps its
    /// other failures: otherwise an attacker could clear them with an account of their own.
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
    /// How long an attempt has to wait, if at all: the longer time if both its account and its address are over
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

    /// Marks a counted attempt as a failure that a later success can clear.
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

    /// Clears failures but not attempts in progress, which may turn out to be wrong guesses.
    fn clear(&mut self, key: Key) {
        self.retain(key, Window::clear_settled);
    }

    /// Changes a window and removes its key once it is empty.
    fn retain(&mut self, key: Key, change: impl FnOnce(&mut Window)) {
        if let Some(window) = self.windows.get_mut(&key) {
            change(window);
            if window.is_empty() {
                self.windows.remove(&key);
            }
        }
    }

    /// Makes room for a new key: removes what has expired, then the tenth that has been quiet the longest. A tenth at a
    /// time, so that scanning all keys stays rare under a flood of made-up names.
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
