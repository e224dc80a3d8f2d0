//! `/api/identity/o/api/token`: short-lived access tokens for service accounts (OAuth 2.0, RFC 6749 section 4.4).
//!
//! An account proves who it is by its secret, by an assertion signed with its own key (RFC 7523), or by a token of an
//! issuer that it trusts, sent as an assertion or to be exchanged (RFC 8693). Whatever is wrong with a proof, the client
//! is told no more than `invalid_client`; the audit log says why.

mod keys;
mod operations;
mod proof;
mod refusal;
mod request;

pub use keys::KeyCache;
pub use operations::operations;

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_access::Limits;
use cairn_auth::throttle::Via;
use cairn_domain::iam::service_account::token::{self, Grant, Issued};
use cairn_domain::iam::service_account::{client, works};
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Cx, Error, Origin};
use cairn_model::{LogKind, Record};
use cairn_resources::iam::ServiceAccount;
use http::{HeaderValue, StatusCode, header};
use serde_json::json;
use uuid::Uuid;

use self::proof::Proof;
use self::refusal::{Code, Refusal};
use self::request::{Asked, Credentials};
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::resources::{finish, json_value};

/// Bytes of a request: an assertion and some names.
const MAX_BODY: usize = 64 * 1024;

type Result<T, E = Refusal> = std::result::Result<T, E>;

pub async fn token(app: Arc<App>, request: Call) -> Response {
    let mut response = answer(app, request).await.unwrap_or_else(IntoResponse::into_response);
    // RFC 6749 asks for both.
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

async fn answer(app: Arc<App>, request: Call) -> Result<Response> {
    let visitor = authentication::anonymous(&app, &request.parts);
    let parts = request.parts.clone();
    let bytes = body::bytes(request, MAX_BODY).await?;
    let asked = Asked::read(&parts.headers, &bytes)?;
    authentication::require_api(&app).await?;
    let address = visitor.address.clone().unwrap_or_default();
    let counted = format!("client {}", asked.client_id);
    let attempt = app.throttle.begin(&counted, Via::Address(&address), app.engine.clock.now())?;

    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let account = client::find(&mut cx, &asked.client_id).await?;
    let working = account.as_ref().filter(|account| works(&cx, account));
    drop(cx);
    let proved = match (working, account.as_ref()) {
        (Some(account), _) => proof::check(&app, &parts, account, &asked.credentials).await?,
        (None, Some(_)) => Err("disabled"),
        (None, None) => Err("unknown_client"),
    };
    let (account, proof) = match (account, proved) {
        (Some(account), Ok(proof)) => (account, proof),
        (account, Err(reason)) => return Err(refuse(&app, visitor, &asked, account.as_ref(), reason).await),
        (None, Ok(_)) => return Err(Refusal::new(Code::InvalidClient, "The client is unknown.")),
    };
    let issued = finish(issue(app.clone(), visitor.clone(), account.clone(), asked.scope.clone(), proof)).await?;
    let issued = match issued {
        Outcome::Issued(issued) => issued,
        Outcome::Replayed => return Err(refuse(&app, visitor, &asked, Some(&account), "replayed").await),
        Outcome::Refused(refusal) => return Err(refusal),
    };
    attempt.succeeded();
    let mut body = json!({ "access_token": issued.token, "token_type": "Bearer", "expires_in": issued.seconds });
    if let Some(scope) = &asked.scope {
        body["scope"] = json!(scope);
    }
    if asked.is_exchange {
        body["issued_token_type"] = json!("urn:ietf:params:oauth:token-type:access_token");
    }
    Ok(json_value(StatusCode::OK, &body)?)
}

enum Outcome {
    Issued(Issued),
    Replayed,
    Refused(Refusal),
}

/// Stores a token and answers it. Runs to its end even if the client hangs up.
async fn issue(
    app: Arc<App>,
    visitor: Caller,
    account: ServiceAccount,
    scope: Option<String>,
    proof: Proof,
) -> crate::resources::Result<Outcome> {
    let (id, user) = (account.id.uuid(), account.user.uuid());
    let caller =
        Caller { origin: Origin::Token, label: account.name.clone(), user: Some(user), token: Some(id), ..visitor };
    let mut cx = app.engine.write(Arc::new(caller)).await?;
    let limits = match limits(&cx, scope.as_deref()) {
        Ok(limits) => limits,
        Err(refusal) => return Ok(Outcome::Refused(refusal)),
    };
    if let Some((assertion, end)) = &proof.assertion
        && !client::use_once(&mut cx, &account.client_id, assertion, *end).await?
    {
        return Ok(Outcome::Replayed);
    }
    let grant = Grant { credential: proof.credential, account, identity: proof.identity, limits, until: proof.until };
    let issued = match token::issue(&mut cx, &grant).await {
        Ok(issued) => issued,
        Err(Error::Conflict(words)) => return Ok(Outcome::Refused(Refusal::new(Code::Busy, words))),
        Err(Error::Forbidden(words)) => return Ok(Outcome::Refused(Refusal::new(Code::InvalidClient, words))),
        Err(error) => return Err(error.into()),
    };
    cx.commit().await?;
    Ok(Outcome::Issued(issued))
}

/// The limits that a scope asks for: `read`, `propose`, and `domain:` with an id. Without one, the token has all that the
/// account has.
fn limits(cx: &Cx, scope: Option<&str>) -> Result<Limits> {
    let mut limits = Limits::default();
    // Whoever sees everything sees every id, whether there is such a domain or not.
    let is_known = |domain: Uuid| cx.tree().get(domain).is_some() && cx.sees_folder(domain);
    for word in scope.unwrap_or_default().split(' ').filter(|word| !word.is_empty()) {
        let domain = word.strip_prefix("domain:").and_then(|id| id.parse::<Uuid>().ok());
        match (word, domain) {
            ("read", _) => limits.read_only = true,
            ("propose", _) => limits.propose_only = true,
            (_, Some(domain)) if limits.folder.is_none() && is_known(domain) => limits.folder = Some(domain),
            _ => {
                return Err(Refusal::new(
                    Code::InvalidScope,
                    "A scope is “read”, “propose”, or “domain:” with the id of a domain that the account has access to.",
                ));
            }
        }
    }
    if limits.read_only && limits.propose_only {
        return Err(Refusal::new(Code::InvalidScope, "A token is either read-only or propose-only."));
    }
    Ok(limits)
}

/// Records a refused proof, within limits, and refuses it.
async fn refuse(
    app: &Arc<App>,
    visitor: Caller,
    asked: &Asked,
    account: Option<&ServiceAccount>,
    reason: &'static str,
) -> Refusal {
    let address = visitor.address.clone().unwrap_or_default();
    let whose = [&*format!("address {address}"), &*format!("client {}", asked.client_id)];
    if app.failures.is_news(&whose, app.engine.clock.now())
        && let Err(error) = note(app, visitor, asked, account, reason).await
    {
        tracing::warn!(%error, "a refused service account could not be recorded in the audit log");
    }
    let refusal = Refusal::new(Code::InvalidClient, "The client is unknown or disabled, or its credentials are wrong.");
    if matches!(asked.credentials, Credentials::Secret { by_header: true, .. }) { refusal.asking() } else { refusal }
}

async fn note(
    app: &Arc<App>,
    visitor: Caller,
    asked: &Asked,
    account: Option<&ServiceAccount>,
    reason: &str,
) -> cairn_engine::Result<()> {
    let mut cx = app.engine.write(Arc::new(Caller { origin: Origin::Token, ..visitor })).await?;
    let tried: String = asked.client_id.chars().take(100).collect();
    let about = match account {
        Some(account) => About::object(ServiceAccount::PATH, account.id.uuid(), &account.name),
        None => About::resource(ServiceAccount::PATH, &tried),
    };
    let detail = json!({ "client_id": tried, "method": asked.credentials.word(), "reason": reason });
    journal::note(&mut cx, LogKind::SignInFailed, Some(about), detail).await?;
    cx.commit().await?;
    Ok(())
}
