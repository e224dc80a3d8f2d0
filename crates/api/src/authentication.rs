//! Finds the caller of a request from its headers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use cairn_access::Limits;
use cairn_auth::header::AuthorizationError;
use cairn_auth::{cookie, token};
use cairn_domain::iam::session::{self, Identity, Policy};
use cairn_domain::platform::settings::{self, Operator};
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Origin};
use cairn_model::LogKind;
use cairn_model::Record;
use cairn_resources::iam::{AuthToken, CalendarFeed};
use http::request::Parts;
use http::{HeaderMap, Method, header};
use serde_json::json;
use uuid::Uuid;

use crate::allow_list;
use crate::app::App;
use crate::config::Deployment;
use crate::language;
use crate::observe::RequestId;
use crate::problem::{Problem, ProblemType};

/// The header in which a browser repeats the value of its CSRF cookie.
pub const CSRF_HEADER: &str = "x-csrf-token";

/// The sender of the request; 401 if there are no credentials, or if they are invalid. A propose-only token changes
/// nothing here: handlers whose change can be proposed use [`changer`].
pub async fn caller(app: &App, request: &Parts) -> Result<Arc<Caller>, Problem> {
    let caller = changer(app, request).await?;
    if !is_safe(&request.method) {
        let words = "This token can only propose changes. Files, settings, tokens and your own account cannot be changed by proposal.";
        refuse_proposer(app, request, &caller, words).await?;
    }
    Ok(caller)
}

/// The sender of a request whose change can be stored as a proposal.
pub async fn changer(app: &App, request: &Parts) -> Result<Arc<Caller>, Problem> {
    let caller = sender(app, request).await?;
    if !is_safe(&request.method) {
        refuse_reader(app, request, &caller).await?;
    }
    Ok(caller)
}

/// Refuses a read-only token.
pub async fn refuse_reader(app: &App, request: &Parts, caller: &Caller) -> Result<(), Problem> {
    if !caller.limits.read_only {
        return Ok(());
    }
    note_refusal(app, request, None, caller.token, "read_only").await;
    Err(Problem::new(ProblemType::PermissionDenied, "This token is read-only."))
}

/// Refuses a propose-only token where nothing can be proposed.
pub async fn refuse_proposer(app: &App, request: &Parts, caller: &Caller, words: &str) -> Result<(), Problem> {
    if !caller.limits.propose_only {
        return Ok(());
    }
    note_refusal(app, request, None, caller.token, "propose_only").await;
    Err(Problem::new(ProblemType::PermissionDenied, words))
}

/// The sender of a request, before it is known whether it changes anything: the handler refuses tokens that may not,
/// unless nothing is written.
pub async fn sender(app: &App, request: &Parts) -> Result<Arc<Caller>, Problem> {
    let authorization = match request.headers.get(header::AUTHORIZATION) {
        Some(value) => {
            Some(value.to_str().map_err(|_| Problem::not_authenticated("The Authorization header is malformed."))?)
        }
        None => None,
    };
    let (identity, origin) = match cairn_auth::header::token(authorization) {
        Ok(shown) => (by_token(app, request, shown).await?, Origin::Token),
        Err(AuthorizationError::Missing) => (by_session(app, request).await?, Origin::Session),
        Err(error) => return Err(Problem::not_authenticated(format!("{}.", capitalize(&error.to_string())))),
    };
    if origin == Origin::Token
        && app.config.deployment == Deployment::Hosted
        && let Err(refused) = require_api_access(app).await
    {
        note_refusal(app, request, None, identity.token, "api_disabled").await;
        return Err(refused);
    }
    Ok(Arc::new(of_identity(app, request, identity, origin)))
}

fn of_identity(app: &App, request: &Parts, identity: Identity, origin: Origin) -> Caller {
    Caller {
        origin,
        label: identity.email,
        user: Some(identity.user),
        token: identity.token,
        limits: identity.limits,
        language: language::of_caller(app, request, identity.user),
        address: address(app, request),
        request: request.extensions.get::<RequestId>().map(|id| id.0.clone()),
    }
}

/// The owner of a calendar feed, by the secret in its URL, and what the feed contains.
pub async fn by_feed(app: &App, request: &Parts, secret: &str) -> Result<(Arc<Caller>, CalendarFeed), Problem> {
    confirm(app, request).await?;
    let (now, zone) = (app.engine.clock.now(), app.engine.access().time_zone());
    let mut conn = app.engine.db.read().await?;
    let found = session::find_feed(&mut conn, secret, now, zone).await?;
    drop(conn);
    let Some((identity, feed)) = found else {
        return Err(Problem::new(ProblemType::NotFound, "This calendar does not exist, or its link was revoked."));
    };
    if app.config.deployment == Deployment::Hosted {
        require_api_access(app).await?;
    }
    if let Some(token) = identity.token {
        app.token_used(token, now);
    }
    Ok((Arc::new(of_identity(app, request, identity, Origin::Token)), feed))
}

/// What another server has just changed about who may do what, and from where, applies to this request already.
async fn confirm(app: &App, request: &Parts) -> Result<(), Problem> {
    app.engine.confirm_access().await?;
    allow_list::check(app, request)
}

async fn by_token(app: &App, request: &Parts, shown: &str) -> Result<Identity, Problem> {
    confirm(app, request).await?;
    let now = app.engine.clock.now();
    let digest = token::digest(shown);
    let version = app.engine.access().version();
    let known = app.identities.get(&digest, version, now);
    let identity = match known {
        Some(identity) => identity,
        None => {
            let mut conn = app.engine.db.read().await?;
            let found = session::find_token(&mut conn, shown, now, app.engine.access().time_zone()).await?;
            drop(conn);
            let Some(identity) = found else {
                note_refusal(app, request, Some(shown), None, "not_valid").await;
                return Err(Problem::not_authenticated("The token is invalid, expired or revoked."));
            };
            app.identities.put(digest, version, identity.clone());
            identity
        }
    };
    if let Some(token) = identity.token {
        app.token_used(token, now);
    }
    Ok(identity)
}

/// Records a refused token, within limits: someone without a valid token must not be able to fill the database. The
/// response is the refusal, whether it could be recorded or not.
pub async fn note_refusal(app: &App, request: &Parts, shown: Option<&str>, token: Option<Uuid>, reason: &str) {
    let address = address(app, request).unwrap_or_default();
    let key = token.map_or_else(|| token::digest(shown.unwrap_or_default()), |token| token.to_string());
    if !app.refusals.is_news(&[&format!("address {address}"), &format!("token {key}")], app.engine.clock.now()) {
        return;
    }
    if let Err(error) = write_refusal(app, request, shown, token, reason).await {
        tracing::warn!(%error, "a refused token could not be recorded in the audit log");
    }
}

async fn write_refusal(
    app: &App,
    request: &Parts,
    shown: Option<&str>,
    token: Option<Uuid>,
    reason: &str,
) -> cairn_engine::Result<()> {
    let caller = Caller { origin: Origin::Token, ..anonymous(app, request) };
    let mut cx = app.engine.clone().write(Arc::new(caller)).await?;
    let known = session::known_token(&mut cx, shown, token).await?;
    let about = known.as_ref().map(|(id, name)| About::object(AuthToken::PATH, *id, name));
    let detail = json!({ "reason": reason, "method": request.method.as_str(), "path": request.uri.path() });
    journal::note(&mut cx, LogKind::TokenRefused, about, detail).await?;
    cx.commit().await?;
    Ok(())
}

async fn by_session(app: &App, request: &Parts) -> Result<Identity, Problem> {
    let nobody = || {
        Problem::not_authenticated(
            "Authentication credentials were not provided. Send “Authorization: Token <ACCESS_TOKEN>”.",
        )
    };
    let session = session_cookie(&request.headers).ok_or_else(nobody)?;
    confirm(app, request).await?;
    let (now, policy) = (app.engine.clock.now(), Policy::of(&app.engine.access()));
    let mut conn = app.engine.db.read().await?;
    let found = session::find_session(&mut conn, session, now, policy).await?;
    drop(conn);
    let found = found.ok_or_else(|| Problem::not_authenticated("Your session has expired. Sign in again."))?;
    app.session_seen(token::digest(session), found.seen_at, now);
    check_csrf(request, &found.identity)?;
    Ok(found.identity)
}

/// A page of another site can make a browser send our cookie, but cannot know the value that our own pages repeat in a
/// header.
fn check_csrf(request: &Parts, identity: &Identity) -> Result<(), Problem> {
    if is_safe(&request.method) {
        return Ok(());
    }
    let sent = request.headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let wanted = identity.csrf_digest.as_deref().unwrap_or_default();
    if !sent.is_empty() && token::same(&token::digest(sent), wanted) {
        return Ok(());
    }
    Err(Problem::new(
        ProblemType::CsrfFailed,
        format!("Send the value of the cookie “{}” in the header “X-CSRF-Token”.", cookie::CSRF),
    ))
}

/// Whether a method only reads.
fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Refuses programs on a hosted instance whose operator has not enabled API access.
pub async fn require_api(app: &App) -> Result<(), Problem> {
    if app.config.deployment == Deployment::Hosted { require_api_access(app).await } else { Ok(()) }
}

async fn require_api_access(app: &App) -> Result<(), Problem> {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let operator: Operator = settings::get(&mut cx).await?;
    if operator.api_access {
        return Ok(());
    }
    Err(Problem::new(
        ProblemType::ApiDisabled,
        "API access is disabled on this instance. Ask the operator to enable it.",
    ))
}

/// The value of the session cookie.
pub fn session_cookie(headers: &HeaderMap) -> Option<&str> {
    find_cookie(headers, cookie::SESSION)
}

/// The value of a cookie.
pub fn find_cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.into_iter().find_map(|value| cookie::find(value, name))
}

/// Where the request came from; a proxy's header counts only if the operator trusts it.
pub fn address(app: &App, request: &Parts) -> Option<String> {
    let told = app.config.trust_proxy.then(|| forwarded(&request.headers)).flatten();
    let peer = || request.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    told.or_else(peer).map(|address| address.to_string())
}

/// The address that the nearest proxy saw. Of several headers, and of several addresses in one, the last is its own;
/// those before it may be made up by the client.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = line.rsplit(',').next()?.trim();
    // Some proxies write the port as well, or brackets and the zone of an IPv6 address.
    let bare = last.trim_start_matches('[').trim_end_matches(']').split('%').next()?;
    bare.parse().ok().or_else(|| Some(last.parse::<SocketAddr>().ok()?.ip()))
}

/// A caller who has not signed in yet.
pub fn anonymous(app: &App, request: &Parts) -> Caller {
    Caller {
        origin: Origin::Session,
        label: "anonymous".into(),
        user: None,
        token: None,
        limits: Limits::default(),
        language: None,
        address: address(app, request),
        request: request.extensions.get::<RequestId>().map(|id| id.0.clone()),
    }
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().expect("a header"));
        }
        forwarded(&headers).map(|address| address.to_string())
    }

    #[test]
    fn the_last_address_is_the_proxys() {
        assert_eq!(told(&["203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(told(&["10.0.0.1, 203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(told(&["10.0.0.1", "203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(told(&["[2001:db8::1]:443"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(told(&["[2001:db8::1]"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(told(&["fe80::1%eth0"]).as_deref(), Some("fe80::1"));
        assert_eq!(told(&["203.0.113.7:4711"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(told(&["203.0.113.7, unknown"]), None, "what is no address is not kept as one");
        assert_eq!(told(&[]), None);
    }
}
