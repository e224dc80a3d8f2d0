//! Signing in and out. Whatever proves who someone is, it ends in [`complete`].

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_auth::seal::Sealer;
use cairn_auth::throttle::{RetryAfter, Via};
use cairn_auth::{cookie, device, password, token};
use cairn_domain::iam::session::{self, Policy};
use cairn_domain::iam::{current_user, user};
use cairn_domain::platform::instance::Instance;
use cairn_domain::setup;
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Cx, Error, Origin, action};
use cairn_model::LogKind;
use cairn_model::{Describe, Record};
use cairn_resources::iam::User;
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, finish, json_value};

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

/// By what someone has proven who they are, as the journal names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Password,
}

impl Method {
    pub const fn word(self) -> &'static str {
        match self {
            Method::Password => "password",
        }
    }
}

/// The browser that signs in: where it is, and what it carries.
#[derive(Clone)]
pub struct Browser {
    /// Nobody yet.
    pub caller: Caller,
    pub agent: Option<String>,
    session: Option<String>,
    device: Option<String>,
}

impl Browser {
    pub fn of(app: &App, request: &Parts) -> Self {
        let agent = request.headers.get(header::USER_AGENT);
        let cookie = |name| authentication::find_cookie(&request.headers, name).map(str::to_owned);
        Self {
            caller: authentication::anonymous(app, request),
            agent: agent.map(|agent| String::from_utf8_lossy(agent.as_bytes()).into_owned()),
            session: cookie(cookie::SESSION),
            device: cookie(cookie::DEVICE),
        }
    }

    /// What it is known by, if the user has used it before: by a session that is still open, or by the cookie of an
    /// earlier sign-in. Other people's attempts on the account do not affect it.
    pub async fn known(&self, cx: &mut Cx, sealer: &Sealer, user: &User) -> Result<Option<String>> {
        let device = self.device.as_deref();
        if let Some(known) = device.and_then(|sent| device::known(sealer, sent, &user.id.to_string())) {
            return Ok(Some(known));
        }
        let Some(session) = self.session.as_deref() else { return Ok(None) };
        let policy = Policy::of(&cx.authority.snapshot);
        let found = session::find_session(&mut cx.conn, session, cx.now, policy).await?;
        Ok(found.filter(|found| found.identity.user == user.id.uuid()).map(|_| token::digest(session)))
    }

    /// The cookie by which it is known to the user from now on.
    fn device(&self, sealer: &Sealer, user: &User) -> String {
        let id = user.id.to_string();
        let sent = self.device.clone().filter(|sent| device::known(sealer, sent, &id).is_some());
        sent.unwrap_or_else(|| device::issue(sealer, &id))
    }
}

/// Signs in with a password.
pub async fn login(app: Arc<App>, request: Call) -> Result {
    let browser = Browser::of(&app, &request.parts);
    let address = browser.caller.address.clone().unwrap_or_default();
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let credentials: Credentials = action::input(json)?;
    let email = credentials.email.or(credentials.username);
    let email = email.ok_or_else(|| Error::field("email", "This field is required."))?;

    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let user = setup::find_user(&mut cx, &email).await?;
    let sealer = Instance::of(&cx)?.sealer.clone();
    let known = match &user {
        Some(user) => browser.known(&mut cx, &sealer, user).await?,
        None => None,
    };
    drop(cx);
    let via = known.as_deref().map_or(Via::Address(&address), Via::Known);
    let attempt = app.throttle.begin(&email, via, app.engine.clock.now()).map_err(throttled)?;
    let verified = match user.as_ref().and_then(|user| user.password.clone()) {
        Some(hash) => password::verify_async(credentials.password, hash).await,
        None => password::verify_nobody_async(credentials.password).await,
    };
    let outcome = match user.filter(|_| verified) {
        Some(user) => complete(&app, browser.clone(), user.id.uuid(), Method::Password).await,
        None => Err(refused()),
    };
    match &outcome {
        Ok(_) => attempt.succeeded(),
        Err(problem) if problem.kind == ProblemType::NotAuthenticated => {
            note_failure(&app, browser.caller, &email).await;
        }
        Err(_) => {}
    }
    outcome
}

/// Signs in whoever has proven to be a user: sets the session cookie, and the CSRF cookie that later requests must
/// repeat. An account that does not work gets the same response as a wrong password.
pub async fn complete(app: &Arc<App>, browser: Browser, user: Uuid, method: Method) -> Result {
    let app = app.clone();
    finish(async move {
        let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
        let found: Option<User> = cx.find(user).await?;
        let user = found.filter(|user| user::is_open(&cx, user)).ok_or_else(refused)?;
        drop(cx);
        begin_session(&app, browser, &user, method).await
    })
    .await
}

async fn begin_session(app: &App, browser: Browser, user: &User, method: Method) -> Result {
    let mut caller = browser.caller.clone();
    caller.user = Some(user.id.uuid());
    caller.label.clone_from(&user.email);
    let mut cx = app.engine.write(Arc::new(caller)).await?;
    let (session, _) = token::generate_session();
    let csrf = token::generate_csrf();
    session::create(&mut cx, user.id.uuid(), &session, &csrf, browser.agent.as_deref()).await?;
    let about = About::object(User::PATH, user.id.uuid(), &user.email);
    journal::note(&mut cx, LogKind::SignedIn, Some(about), json!({ "method": method.word() })).await?;
    let sealer = Instance::of(&cx)?.sealer.clone();
    if browser.known(&mut cx, &sealer, user).await?.is_none() {
        session::tell_of_new_device(&mut cx, user.id.uuid(), browser.agent.as_deref()).await?;
    }
    let current = current_user::read(&mut cx).await?;
    cx.commit().await?;
    let mut response = json_value(StatusCode::OK, &json!({ "user": current, "csrf_token": csrf }))?;
    let (life, transport) = (cookie::Life::Seconds(Policy::of(&app.engine.access()).seconds()), transport(app));
    set_cookie(&mut response, &cookie::set_device(&browser.device(&sealer, user), transport));
    set_cookie(&mut response, &cookie::set_session(&session, life, transport));
    set_cookie(&mut response, &cookie::set_csrf(&csrf, life, transport));
    Ok(response)
}

/// The same response for a wrong address and a wrong password: neither can be found out.
fn refused() -> Problem {
    Problem::not_authenticated("The email address or password is incorrect.")
}

pub fn throttled(wait: RetryAfter) -> Problem {
    let detail = format!("Too many attempts. Wait {} seconds and try again.", wait.seconds);
    Problem::new(ProblemType::Throttled, detail).header(header::RETRY_AFTER, &wait.seconds.to_string())
}

/// Records a failed sign-in, within limits. The response is the same, whether it could be recorded or not.
async fn note_failure(app: &Arc<App>, caller: Caller, email: &str) {
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

async fn write_failure(app: &Arc<App>, caller: Caller, email: &str) -> cairn_engine::Result<()> {
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

fn transport(app: &App) -> cookie::Transport {
    if app.config.secure_cookies { cookie::Transport::Https } else { cookie::Transport::Http }
}

fn set_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
