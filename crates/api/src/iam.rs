//! Signing in and out, the current user, passwords and personal access tokens.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_access::Verb;
use cairn_auth::seal::Sealer;
use cairn_auth::throttle::{RetryAfter, Via};
use cairn_auth::{cookie, device, password, token};
use cairn_domain::iam::auth_token::{self, NewToken};
use cairn_domain::iam::{current_user, session};
use cairn_domain::platform::instance::Instance;
use cairn_domain::setup;
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Error, FieldErrors, Origin, action};
use cairn_model::LogKind;
use cairn_model::{Describe, Record};
use cairn_resources::iam::User;
use http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, begin_read, finish, json_value};

/// E-mail address and password.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The e-mail address; `email` is accepted too.
    #[serde(default)]
    pub username: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    pub password: String,
}

/// Signs in: sets the session cookie, and the CSRF cookie that later requests must repeat.
pub async fn login(app: Arc<App>, request: Call) -> Result {
    let mut caller = authentication::anonymous(&app, &request.parts);
    let address = caller.address.clone().unwrap_or_default();
    let agent = request.parts.headers.get(header::USER_AGENT);
    let agent = agent.map(|agent| String::from_utf8_lossy(agent.as_bytes()).into_owned());
    let cookie = |name| authentication::find_cookie(&request.parts.headers, name).map(str::to_owned);
    let (session, device) = (cookie(cookie::SESSION), cookie(cookie::DEVICE));
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let credentials: Credentials = action::input(json)?;
    let email = credentials.email.or(credentials.username);
    let email = email.ok_or_else(|| Error::field("email", "This field is required."))?;

    let mut cx = app.engine.read(Arc::new(cairn_engine::Caller::system())).await?;
    let user = setup::find_user(&mut cx, &email).await?;
    let (today, sealer) = (cx.today(), Instance::of(&cx)?.sealer.clone());
    let known = match &user {
        Some(user) => known_browser(&mut cx, &sealer, user, session.as_deref(), device.as_deref()).await?,
        None => None,
    };
    drop(cx);
    let via = known.as_deref().map_or(Via::Address(&address), Via::Known);
    let attempt = app.throttle.begin(&email, via, app.engine.clock.now()).map_err(throttled)?;
    let verified = match user.as_ref().and_then(|user| user.password.clone()) {
        Some(hash) => password::verify_async(credentials.password, hash).await,
        None => password::verify_nobody_async(credentials.password).await,
    };
    let user = user.filter(|user| verified && user.is_active && !session::expired(user.expiry_date, today));
    let Some(user) = user else {
        note_failure(&app, caller, &email).await;
        // The same response for a wrong address and a wrong password: neither can be found out.
        return Err(Problem::not_authenticated("The email address or password is incorrect."));
    };
    attempt.succeeded();
    caller.user = Some(user.id.uuid());
    caller.label.clone_from(&user.email);
    finish(async move {
        let mut cx = app.engine.write(Arc::new(caller)).await?;
        let (session, _) = token::generate_session();
        let csrf = token::generate_csrf();
        session::create(&mut cx, user.id.uuid(), &session, &csrf, agent.as_deref()).await?;
        let about = About::object(User::PATH, user.id.uuid(), &user.email);
        journal::note(&mut cx, LogKind::SignedIn, Some(about), json!({})).await?;
        let current = current_user::read(&mut cx).await?;
        cx.commit().await?;
        let mut response = json_value(StatusCode::OK, &json!({ "user": current, "csrf_token": csrf }))?;
        let (life, transport) = (cookie::Life::Seconds(session::SESSION_DAYS as u32 * 86_400), transport(&app));
        let id = user.id.to_string();
        let device = device.filter(|sent| device::known(&sealer, sent, &id).is_some());
        let device = device.unwrap_or_else(|| device::issue(&sealer, &id));
        set_cookie(&mut response, &cookie::set_device(&device, transport));
        set_cookie(&mut response, &cookie::set_session(&session, life, transport));
        set_cookie(&mut response, &cookie::set_csrf(&csrf, life, transport));
        Ok(response)
    })
    .await
}

/// The browser that tries to sign in, if the user has used it before: by a session that is still open, or by the
/// cookie of an earlier sign-in. Other people's attempts on the account do not affect it.
async fn known_browser(
    cx: &mut Cx,
    sealer: &Sealer,
    user: &User,
    session: Option<&str>,
    device: Option<&str>,
) -> Result<Option<String>> {
    if let Some(known) = device.and_then(|sent| device::known(sealer, sent, &user.id.to_string())) {
        return Ok(Some(known));
    }
    let Some(session) = session else { return Ok(None) };
    let zone = cx.time_zone();
    let found = session::find_session(&mut cx.conn, session, cx.now, zone).await?;
    Ok(found.filter(|found| found.user == user.id.uuid()).map(|_| token::digest(session)))
}

fn throttled(wait: RetryAfter) -> Problem {
    let detail = format!("Too many attempts. Wait {} seconds and try again.", wait.seconds);
    Problem::new(ProblemType::Throttled, detail).header(header::RETRY_AFTER, &wait.seconds.to_string())
}

/// Records a failed sign-in, within limits. The response is the same, whether it could be recorded or not.
async fn note_failure(app: &Arc<App>, caller: cairn_engine::Caller, email: &str) {
    let address = caller.address.clone().unwrap_or_default();
    let account = email.trim().to_lowercase();
    let whose = [&*format!("address {address}"), &*format!("account {account}")];
    if !app.failures.is_news(&whose, app.engine.clock.now()) {
        return;
    }
    if let Err(error) = write_failure(app, caller, email).await {
        tracing::warn!(%error, "a failed sign-in could not be recorded in the audit log");
    }
}

async fn write_failure(app: &Arc<App>, caller: cairn_engine::Caller, email: &str) -> cairn_engine::Result<()> {
    let mut cx = app.engine.write(Arc::new(caller)).await?;
    let tried: String = email.chars().take(200).collect();
    // People search the log for the address, whether anybody has it or not.
    let about = About::resource(User::PATH, &tried);
    journal::note(&mut cx, LogKind::SignInFailed, Some(about), json!({ "email": tried })).await?;
    cx.commit().await?;
    Ok(())
}

/// Signs out: the session ends on the server, not only in the browser.
pub async fn logout(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let session = authentication::session_cookie(&request.parts.headers).map(str::to_owned);
    let mut cx = app.engine.write(caller.clone()).await?;
    if let Some(session) = session.filter(|_| caller.origin == Origin::Session) {
        session::end(&mut cx, &session).await?;
    }
    let user = caller.user.map(|user| About::object(User::PATH, user, &caller.label));
    journal::note(&mut cx, LogKind::SignedOut, user, json!({})).await?;
    cx.commit().await?;
    Ok(signed_out(&app))
}

/// The answer to a browser whose session has ended.
pub fn signed_out(app: &App) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    for cookie in cookie::delete(transport(app)) {
        set_cookie(&mut response, &cookie);
    }
    response
}

pub async fn read_current_user(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let user = current_user::read(&mut cx).await?;
    json_value(StatusCode::OK, &action::output(user)?)
}

pub async fn read_preferences(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let user = current_user::read(&mut cx).await?;
    json_value(StatusCode::OK, &user.preferences.shown())
}

pub async fn change_preferences(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (json, _) = body::json(request, app.config.limits.json).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let preferences = current_user::change_preferences(&mut cx, &json).await?;
        cx.commit().await?;
        json_value(StatusCode::OK, &preferences.shown())
    })
    .await
}

#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    pub old_password: String,
    pub new_password: String,
    /// The new password again, to confirm it (optional).
    #[serde(default)]
    pub confirm_new_password: Option<String>,
    /// Whether to revoke your access tokens too.
    #[serde(default)]
    pub revoke_tokens: bool,
}

/// Changes one's own password; other sessions end.
pub async fn change_password(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    if caller.origin != Origin::Session {
        return Err(Error::Forbidden(
            "Sign in with your password to change it. Tokens cannot change passwords.".into(),
        )
        .into());
    }
    let session = authentication::session_cookie(&request.parts.headers).map(str::to_owned);
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let change: ChangePassword = action::input(json)?;
    let user_id = caller.user.unwrap_or_default();
    // Someone with an open session is only slowed down by their own mistakes.
    let browser = token::digest(session.as_deref().unwrap_or_default());
    let attempt = app.throttle.begin(&caller.label, Via::Known(&browser), app.engine.clock.now()).map_err(throttled)?;
    let user = find_user(&app, user_id).await?;
    let stored = user.password.clone().unwrap_or_default();
    if !password::verify_async(change.old_password, stored).await {
        return Err(Error::field("old_password", "Your current password is incorrect.").into());
    }
    attempt.succeeded();
    let hash = new_hash(&user, change.new_password, change.confirm_new_password).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        store_password(&mut cx, &user, hash).await?;
        session::end_all(&mut cx, user_id, session.as_deref()).await?;
        if change.revoke_tokens {
            auth_token::revoke_all(&mut cx, user_id).await?;
        }
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SetPassword {
    pub user: Uuid,
    pub new_password: String,
    #[serde(default)]
    pub confirm_new_password: Option<String>,
    /// Whether to revoke the user's access tokens too.
    #[serde(default)]
    pub revoke_tokens: bool,
}

/// Sets someone else's password, for callers who may change that account; their sessions end.
pub async fn set_password(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let wanted: SetPassword = action::input(json)?;
    if caller.user == Some(wanted.user) {
        return Err(Error::Forbidden("To change your own password, enter your current one.".into()).into());
    }
    let mut cx = app.engine.read(caller.clone()).await?;
    let user: User = cx.get_for(wanted.user, Verb::Change).await?;
    drop(cx);
    let hash = new_hash(&user, wanted.new_password, wanted.confirm_new_password).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        cx.lock_access("access").await?;
        cx.get_for::<User>(wanted.user, Verb::Change).await?;
        store_password(&mut cx, &user, hash).await?;
        session::end_all(&mut cx, wanted.user, None).await?;
        if wanted.revoke_tokens {
            auth_token::revoke_all(&mut cx, wanted.user).await?;
        }
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

async fn find_user(app: &App, id: Uuid) -> Result<User> {
    let mut cx = app.engine.clone().read(Arc::new(cairn_engine::Caller::system())).await?;
    cx.find(id).await?.ok_or_else(|| Problem::not_authenticated("This account no longer exists."))
}

/// Checks a new password and hashes it, outside any transaction because it takes time.
async fn new_hash(user: &User, new: String, confirmed: Option<String>) -> Result<String> {
    let mut errors = FieldErrors::default();
    if confirmed.is_some_and(|confirmed| confirmed != new) {
        errors.add("confirm_new_password", "The passwords do not match.");
    }
    if let Err(faults) = password::check(&new, &user.email, &[&user.first_name, &user.last_name]) {
        for fault in faults {
            errors.add("new_password", fault);
        }
    }
    errors.into_result()?;
    Ok(password::hash_async(new).await)
}

/// Replaces the password that the request was checked against. It is written in the caller's own name: the rules
/// decide whether they may.
async fn store_password(cx: &mut Cx, checked: &User, hash: String) -> Result<()> {
    let change = |user: &mut User| {
        if user.password != checked.password {
            return Err(Error::Conflict("Someone else changed the password in the meantime. Try again.".into()));
        }
        user.password = Some(hash);
        Ok(())
    };
    cx.modify(checked.id.uuid(), change).await?;
    Ok(())
}

pub async fn list_tokens(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    json_value(StatusCode::OK, &action::output(auth_token::list(&mut cx).await?)?)
}

pub async fn create_token(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (json, bytes) = body::json(request, app.config.limits.json).await?;
    let wanted: NewToken = action::input(json)?;
    let key = key.map(|key| Key::new(key, &path, &bytes));
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        if let Some(answer) = earlier(&mut cx, key.as_ref()).await? {
            return Ok(answer.into_response());
        }
        let mut info = auth_token::create(&mut cx, wanted).await?;
        // Shown once: the response stored for a replay does not contain them.
        let secrets = [("token", info.token.take()), ("calendar_path", info.calendar_path.take())];
        cx.revealed.extend(secrets.into_iter().filter_map(|(name, secret)| Some((name.to_owned(), secret?.into()))));
        let answer = Answer::new(StatusCode::CREATED, action::output(info)?.to_string().into_bytes());
        Ok(commit(cx, key.as_ref(), answer).await?.into_response())
    })
    .await
}

pub async fn revoke_token(app: Arc<App>, id: String, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let id = body::id(&id)?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        auth_token::revoke(&mut cx, id).await?;
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

fn transport(app: &App) -> cookie::Transport {
    if app.config.secure_cookies { cookie::Transport::Https } else { cookie::Transport::Http }
}

fn set_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
