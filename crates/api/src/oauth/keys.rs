//! Public keys that are fetched: of issuers, found by discovery, and of service accounts, where their URL says.
//!
//! Only addresses that the operator allows are asked, redirects are not followed, and no more is read than a set of keys
//! needs. Keys are kept for an hour. A token with an unknown key makes them be fetched again, but not within
//! [`FLOOR`] of the last time: whoever sends made-up tokens cannot make this server send requests.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cairn_auth::jwt::KeySet;
use cairn_domain::iam::service_account::client::check_url;
use cairn_domain::platform::instance::Instance;
use cairn_model::Timestamp;
use cairn_outbound::Fetch;
use parking_lot::Mutex;
use serde_json::Value as Json;
use tokio::sync::Mutex as Turn;

use crate::app::App;

/// Seconds for which keys are kept.
const FRESH: i64 = 3600;
/// Seconds before they are fetched again, because they failed or because a token names another key.
const FLOOR: i64 = 60;
/// Bytes of a document.
const MOST: usize = 256 * 1024;
const LONGEST: Duration = Duration::from_secs(5);
/// More sources than an instance has.
const SOURCES: usize = 1000;

/// Where keys come from.
#[derive(Debug, Clone, Copy)]
pub enum KeySource<'a> {
    /// The key set at this URL.
    Keys(&'a str),
    /// Where the issuer says (OpenID Connect Discovery).
    Issuer(&'a str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Those that are kept will do.
    Known,
    /// Those that are kept lack one.
    Newer,
}

#[derive(Default)]
pub struct KeyCache(Mutex<HashMap<String, Arc<Turn<Kept>>>>);

#[derive(Default)]
struct Kept {
    asked: Option<Timestamp>,
    /// None if they could not be fetched.
    keys: Option<Arc<KeySet>>,
}

impl Kept {
    fn will_do(&self, wanted: Wanted, now: Timestamp) -> bool {
        let within = |seconds: i64| self.asked.is_some_and(|asked| asked <= now && now < asked.plus_seconds(seconds));
        match (&self.keys, wanted) {
            (Some(_), Wanted::Known) => within(FRESH),
            _ => within(FLOOR),
        }
    }
}

impl KeyCache {
    /// The keys of a source; the error is for the audit log. One request fetches them, and others wait for it.
    pub async fn get(&self, app: &App, source: &KeySource<'_>, wanted: Wanted) -> Result<Arc<KeySet>, &'static str> {
        let place = self.place(source);
        let mut kept = place.lock().await;
        let now = app.engine.clock.now();
        if !kept.will_do(wanted, now) {
            kept.asked = Some(now);
            match fetch(app, source).await {
                Ok(keys) => kept.keys = Some(Arc::new(keys)),
                // Keys that were good an hour ago are not good for ever; but a moment's failure changes nothing.
                Err(error) => {
                    tracing::warn!(error, ?source, "the keys of an issuer could not be fetched");
                    if wanted == Wanted::Known {
                        kept.keys = None;
                    }
                }
            }
        }
        kept.keys.clone().ok_or("keys_not_available")
    }

    fn place(&self, source: &KeySource<'_>) -> Arc<Turn<Kept>> {
        let name = match source {
            KeySource::Keys(url) => format!("keys {url}"),
            KeySource::Issuer(url) => format!("issuer {url}"),
        };
        let mut all = self.0.lock();
        if all.len() >= SOURCES && !all.contains_key(&name) {
            all.clear();
        }
        all.entry(name).or_default().clone()
    }
}

async fn fetch(app: &App, source: &KeySource<'_>) -> Result<KeySet, String> {
    let keys = match source {
        KeySource::Keys(url) => (*url).to_owned(),
        KeySource::Issuer(issuer) => {
            let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
            let found = document(app, &url).await?;
            if found["issuer"].as_str() != Some(*issuer) {
                return Err("the discovery document is of another issuer".to_owned());
            }
            found["jwks_uri"].as_str().ok_or("the discovery document has no jwks_uri")?.to_owned()
        }
    };
    Ok(KeySet::read(&document(app, &keys).await?)?)
}

async fn document(app: &App, url: &str) -> Result<Json, String> {
    let client = &app.webhooks.as_ref().ok_or("this server sends no requests")?.client;
    let instance = Instance::of_engine(&app.engine).map_err(|error| error.to_string())?;
    let target = check_url(&instance, url)?;
    let request = Fetch { target: &target, accept: "application/json", timeout: LONGEST, most: MOST };
    let answer = client.fetch(request).await.result.map_err(|failure| failure.to_string())?;
    if answer.status != 200 {
        return Err(format!("the status was {}", answer.status));
    }
    if answer.truncated {
        return Err("the document is too large or incomplete".to_owned());
    }
    serde_json::from_slice(&answer.body).map_err(|_| "the document is not JSON".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_keys_do_not_cause_requests() {
        let at = |seconds: i64| Timestamp::from_micros(0).plus_seconds(seconds);
        let good = Kept { asked: Some(at(0)), keys: Some(Arc::new(KeySet::default())) };
        assert!(good.will_do(Wanted::Known, at(FRESH - 1)) && !good.will_do(Wanted::Known, at(FRESH)));
        assert!(good.will_do(Wanted::Newer, at(FLOOR - 1)) && !good.will_do(Wanted::Newer, at(FLOOR)));
        let failed = Kept { asked: Some(at(0)), keys: None };
        assert!(failed.will_do(Wanted::Known, at(FLOOR - 1)) && !failed.will_do(Wanted::Known, at(FLOOR)));
        assert!(!Kept::default().will_do(Wanted::Known, at(0)));
        // A clock that was set back does not keep keys for ever.
        assert!(!good.will_do(Wanted::Known, at(-1)));
    }
}
