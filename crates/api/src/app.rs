//! What all handlers share.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_auth::throttle::{self, Throttle};
use cairn_domain::iam::session::{self, Identity};
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Engine};
use cairn_model::{LogKind, Record, Timestamp};
use cairn_resources::iam::{AuthToken, User};
use cairn_resources::platform::Settings;
use cairn_webhooks::Sender;
use parking_lot::Mutex;
use serde_json::json;
use uuid::Uuid;

use crate::allow_list::AllowList;
use crate::config::Config;
use crate::models::Models;
use crate::oauth::KeyCache;
use crate::observe::Metrics;
use crate::refusals::Refusals;
use crate::turns::Turns;

/// A person asks for a link a few times; an office shares one address.
const RESETS: throttle::Settings =
    throttle::Settings { account_failures: 5, address_failures: 30, window_seconds: 15 * 60, keys: 100_000 };

pub struct App {
    pub engine: Arc<Engine>,
    pub config: Config,
    pub throttle: Throttle,
    pub metrics: Metrics,
    /// Sends webhooks; none if nothing may be sent.
    pub webhooks: Option<Arc<Sender>>,
    pub(crate) identities: Identities,
    pub(crate) models: Models,
    /// Which refused tokens are recorded.
    pub(crate) refusals: Refusals,
    /// Which failed sign-ins are recorded.
    pub(crate) failures: Refusals,
    /// The public keys of issuers and service accounts.
    pub(crate) keys: KeyCache,
    /// Who adds a step to which what-if draft.
    pub(crate) turns: Turns,
    token_uses: Mutex<HashMap<Uuid, Timestamp>>,
    /// When sessions were last used, by their hash, until it is stored.
    sessions_seen: Mutex<HashMap<String, Timestamp>>,
    /// Requests for password links, counted like wrong passwords.
    pub(crate) reset_throttle: Throttle,
    /// Which refused addresses are recorded.
    pub(crate) strangers: Refusals,
    pub(crate) allow_list: AllowList,
}

impl App {
    pub fn new(engine: Arc<Engine>, config: Config, webhooks: Option<Arc<Sender>>) -> Arc<Self> {
        Arc::new(Self {
            engine,
            throttle: Throttle::new(config.throttle),
            config,
            metrics: Metrics::default(),
            webhooks,
            identities: Identities::default(),
            models: Models::default(),
            refusals: Refusals::new(1),
            failures: Refusals::new(10),
            keys: KeyCache::default(),
            turns: Turns::default(),
            token_uses: Mutex::default(),
            sessions_seen: Mutex::default(),
            reset_throttle: Throttle::new(RESETS),
            strangers: Refusals::new(1),
            allow_list: AllowList::default(),
        })
    }

    /// Notes that a token was used; [`App::flush_token_uses`] stores it.
    pub(crate) fn token_used(&self, token: Uuid, at: Timestamp) {
        self.token_uses.lock().insert(token, at);
    }

    /// Notes that a session was used, at most once a minute; [`App::flush_token_uses`] stores it.
    pub(crate) fn session_seen(&self, digest: String, stored: Option<Timestamp>, now: Timestamp) {
        if stored.is_none_or(|stored| stored.plus_seconds(session::SEEN_SECONDS) <= now) {
            self.sessions_seen.lock().insert(digest, now);
        }
    }

    /// Stores when tokens and sessions were last used. Requests do not wait for this.
    pub async fn flush_token_uses(&self) -> cairn_engine::Result<()> {
        let uses: Vec<(Uuid, Timestamp)> = self.token_uses.lock().drain().collect();
        let seen: Vec<(String, Timestamp)> = self.sessions_seen.lock().drain().collect();
        if uses.is_empty() && seen.is_empty() {
            return Ok(());
        }
        let mut cx = self.engine.write(Arc::new(Caller::system())).await?;
        session::record_uses(&mut cx.conn, &uses).await?;
        session::record_seen(&mut cx.conn, &seen).await?;
        cx.commit().await?;
        Ok(())
    }
}

impl App {
    /// Records how many refusals were left out of the log.
    pub async fn flush_refusals(&self) -> cairn_engine::Result<()> {
        let kinds = [
            (&self.refusals, LogKind::TokenRefused, AuthToken::PATH),
            (&self.failures, LogKind::SignInFailed, User::PATH),
            (&self.strangers, LogKind::AddressRefused, Settings::PATH),
        ];
        for (refusals, kind, path) in kinds {
            let left_out = refusals.take_left_out();
            if left_out > 0
                && let Err(error) = self.note_left_out(kind, path, left_out).await
            {
                refusals.give_back(left_out);
                return Err(error);
            }
        }
        Ok(())
    }

    async fn note_left_out(&self, kind: LogKind, path: &'static str, left_out: u64) -> cairn_engine::Result<()> {
        let mut cx = self.engine.write(Arc::new(Caller::system())).await?;
        let name = format!("{left_out} more");
        let about = About::resource(path, &name);
        journal::note(&mut cx, kind, Some(about), json!({ "left_out": left_out })).await?;
        cx.commit().await?;
        Ok(())
    }
}

/// Tokens that were looked up recently. An entry is valid while the access facts are those it was found with: revoking
/// a token or changing a user changes their version.
#[derive(Default)]
pub(crate) struct Identities(Mutex<HashMap<String, (i64, Identity)>>);

impl Identities {
    const MOST: usize = 10_000;

    pub fn get(&self, digest: &str, version: i64, now: Timestamp) -> Option<Identity> {
        let known = self.0.lock();
        let (found_at, identity) = known.get(digest)?;
        let good = *found_at == version && identity.good_until.is_none_or(|end| now < end);
        good.then(|| identity.clone())
    }

    pub fn put(&self, digest: String, version: i64, identity: Identity) {
        let mut known = self.0.lock();
        if known.len() >= Self::MOST {
            known.clear();
        }
        known.insert(digest, (version, identity));
    }
}
