//! Whether a service account has proved who it is.

use std::sync::Arc;

use cairn_auth::jwt::{Claims, Expected, JwtError, KeySet, Unverified};
use cairn_domain::iam::service_account::client::{self, Shown};
use cairn_domain::iam::service_account::token::{KEY, SECRET};
use cairn_domain::platform::mail_settings::Mail;
use cairn_domain::platform::settings;
use cairn_engine::Caller;
use cairn_model::Timestamp;
use cairn_resources::iam::{ServiceAccount, WorkloadIdentity};
use http::request::Parts;

use super::keys::{KeySource, Wanted};
use super::refusal::Refusal;
use super::request::Credentials;
use crate::app::App;
use crate::feeds::origin;

pub const PATH: &str = "/api/identity/o/api/token";

/// The longest that an assertion of an account's own may be valid: so long it has to be remembered.
const LONGEST_ASSERTION: i64 = 3600;
/// CI systems give tokens for the length of a job.
const LONGEST_WORKLOAD: i64 = 24 * 3600;

/// What an account was given a token for.
#[derive(Debug)]
pub struct Proof {
    pub credential: String,
    /// The workload identity that accepted it, if one did.
    pub identity: Option<WorkloadIdentity>,
    /// When what it has shown ends.
    pub until: Option<Timestamp>,
    /// The id of an assertion that counts once, and when it can be forgotten.
    pub assertion: Option<(String, Timestamp)>,
}

/// The proof, or why it does not count; in words for the audit log.
pub type Checked = std::result::Result<Proof, &'static str>;

pub async fn check(
    app: &Arc<App>,
    request: &Parts,
    account: &ServiceAccount,
    credentials: &Credentials,
) -> Result<Checked, Refusal> {
    let text = match credentials {
        Credentials::Secret { secret, .. } => return Ok(by_secret(app, account, secret)),
        Credentials::Assertion(text) => text,
    };
    let token = match Unverified::read(text) {
        Ok(token) => token,
        Err(error) => return Ok(Err(reason(error))),
    };
    // An assertion of the account's own is by itself and about itself; every other token comes from somebody else.
    if token.issuer() == Some(account.client_id.as_str()) {
        by_key(app, request, account, text).await
    } else {
        by_issuer(app, account, text).await
    }
}

fn by_secret(app: &App, account: &ServiceAccount, secret: &str) -> Checked {
    let until = match client::verify_secret(account, secret, app.engine.clock.now()) {
        Some(Shown::Current) => None,
        Some(Shown::Previous(end)) => Some(end),
        None => return Err("wrong_secret"),
    };
    Ok(Proof { credential: SECRET.to_owned(), identity: None, until, assertion: None })
}

/// `private_key_jwt`: the account signs with a key whose public half is stored here, or where its URL says.
async fn by_key(app: &Arc<App>, request: &Parts, account: &ServiceAccount, text: &str) -> Result<Checked, Refusal> {
    let audiences = audiences(app, request).await?;
    let now = app.engine.clock.now();
    let expected =
        Expected { issuer: &account.client_id, audiences: &audiences, now: now.seconds(), longest: LONGEST_ASSERTION };
    let claims = match (&account.jwks, &account.jwks_url) {
        (Some(jwks), _) => KeySet::read(&jwks.0).map_err(|_| "no_keys").and_then(|keys| verify(text, &keys, &expected)),
        (None, Some(url)) => by_source(app, &KeySource::Keys(url), text, &expected).await,
        (None, None) => Err("no_keys"),
    };
    Ok(claims.and_then(|claims| {
        if claims.text("sub") != Some(account.client_id.as_str()) {
            return Err(reason(JwtError::Subject));
        }
        let id = claims.text("jti").filter(|id| !id.is_empty() && id.len() <= 500).ok_or("no_jti")?;
        let forget = Timestamp::from_micros(0).plus_seconds(claims.expires() + 2 * cairn_auth::jwt::SKEW);
        Ok(Proof { credential: KEY.to_owned(), identity: None, until: None, assertion: Some((id.to_owned(), forget)) })
    }))
}

/// A token of an issuer that the account trusts.
async fn by_issuer(app: &Arc<App>, account: &ServiceAccount, text: &str) -> Result<Checked, Refusal> {
    let Ok(token) = Unverified::read(text) else { return Ok(Err(reason(JwtError::Malformed))) };
    let issuer = token.issuer().unwrap_or_default().to_owned();
    drop(token);
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let trusting = client::trusting(&mut cx, account, &issuer).await?;
    drop(cx);
    // Nothing is fetched from an issuer that nobody has named.
    if trusting.is_empty() {
        return Ok(Err("unknown_issuer"));
    }
    let mut refused = "unknown_issuer";
    for identity in trusting {
        let audiences = [identity.audience.clone()];
        let now = app.engine.clock.now().seconds();
        let expected = Expected { issuer: &issuer, audiences: &audiences, now, longest: LONGEST_WORKLOAD };
        match by_source(app, &KeySource::Issuer(&issuer), text, &expected).await {
            Ok(claims) if client::accepts(&identity, &claims) => {
                let credential = identity.id.to_string();
                return Ok(Ok(Proof { credential, identity: Some(identity), until: None, assertion: None }));
            }
            Ok(_) => refused = "wrong_subject",
            Err(reason) => refused = reason,
        }
    }
    Ok(Err(refused))
}

/// Verifies with keys that are fetched. A key that is not among them may be new: they are fetched again, though not for
/// everyone who makes up a name.
async fn by_source(
    app: &Arc<App>,
    source: &KeySource<'_>,
    text: &str,
    expected: &Expected<'_>,
) -> std::result::Result<Claims, &'static str> {
    let keys = app.keys.get(app, source, Wanted::Known).await?;
    match verify(text, &keys, expected) {
        Err("unknown_key") => {
            let keys = app.keys.get(app, source, Wanted::Newer).await?;
            verify(text, &keys, expected)
        }
        other => other,
    }
}

fn verify(text: &str, keys: &KeySet, expected: &Expected<'_>) -> std::result::Result<Claims, &'static str> {
    Unverified::read(text).and_then(|token| token.verify(keys, expected)).map_err(reason)
}

/// Whom an assertion for this endpoint is meant for: the endpoint or the instance, by the URL that the settings give, or
/// by the host of the request where they give none. Nothing more depends on it: a client id is good for one instance.
async fn audiences(app: &Arc<App>, request: &Parts) -> Result<Vec<String>, Refusal> {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let mail: Mail = settings::get(&mut cx).await?;
    let site = mail.site_url.trim_end_matches('/').to_owned();
    let site = if site.is_empty() { origin(app, request) } else { site };
    Ok(vec![format!("{site}{PATH}"), format!("{site}{PATH}/"), format!("{site}/"), site])
}

/// For the audit log.
fn reason(error: JwtError) -> &'static str {
    match error {
        JwtError::Malformed => "malformed",
        JwtError::TooLong => "too_long",
        JwtError::Algorithm => "algorithm_not_allowed",
        JwtError::UnknownKey => "unknown_key",
        JwtError::Signature => "wrong_signature",
        JwtError::Issuer => "wrong_issuer",
        JwtError::Subject => "wrong_subject",
        JwtError::Audience => "wrong_audience",
        JwtError::Expired => "expired",
        JwtError::NotYetValid => "not_yet_valid",
        JwtError::TooLongLived => "valid_for_too_long",
    }
}
