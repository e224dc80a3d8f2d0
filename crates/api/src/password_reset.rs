//! Setting a password with a link from an email, without signing in. Nothing here tells whether an account exists to
//! someone who has no link.

use std::sync::Arc;

use axum::response::IntoResponse;
use cairn_auth::password;
use cairn_auth::throttle::Via;
use cairn_domain::iam::password_link::{self, Purpose};
use cairn_domain::iam::{auth_token, password as policy, session};
use cairn_domain::platform::settings::{self, SignIn};
use cairn_engine::{Caller, Error, action};
use cairn_model::Describe;
use cairn_resources::iam::User;
use http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::language::HasMessages;
use crate::problem::ProblemType;
use crate::resources::{Result, finish, json_value};
use crate::sign_in::throttled;

/// Whose password was forgotten.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    pub email: String,
}

/// Sends a link, if there is such an account. The answer and the work are the same if there is none.
pub async fn request(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::anonymous(&app, &request.parts);
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let Forgotten { email } = action::input(json)?;
    if email.trim().is_empty() {
        return Err(Error::field("email", "This field is required.").into());
    }
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    if !password_link::can_be_sent(&mut cx).await? {
        return Err(Error::Conflict(
            "This instance does not send email. Ask an administrator for a link to set your password.".into(),
        )
        .into());
    }
    drop(cx);
    let address = caller.address.clone().unwrap_or_default();
    // Each request counts, also those that lead to a mail.
    let counted =
        app.reset_throttle.begin(&email, Via::Address(&address), app.engine.clock.now()).map_err(throttled)?;
    drop(counted);
    finish(async move {
        let mut cx = app.engine.write(Arc::new(caller)).await?;
        password_link::request(&mut cx, &email).await?;
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// The end of a link: what follows `#`.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct LinkToken {
    pub token: String,
}

/// Whom a link is for.
#[derive(Serialize, Describe)]
pub struct LinkInfo {
    pub purpose: Purpose,
    pub email: String,
    pub password_min_length: i64,
}

/// Whom a link is for, without using it up.
pub async fn check(app: Arc<App>, request: Call) -> Result {
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let LinkToken { token } = action::input(json)?;
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let (user, purpose) = password_link::find(&mut cx, &token).await?;
    let SignIn { password_min_length, .. } = settings::get(&mut cx).await?;
    let info = LinkInfo { purpose, email: user.email, password_min_length };
    json_value(StatusCode::OK, &action::output(info)?)
}

/// A new password, and the link that allows to set it.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SetByLink {
    /// The end of the link: what follows `#`.
    pub token: String,
    pub new_password: String,
    /// The new password again, to confirm it (optional).
    #[serde(default)]
    pub confirm_new_password: Option<String>,
    /// Whether to revoke your access tokens too.
    #[serde(default)]
    pub revoke_tokens: bool,
}

/// Sets the password; sessions end. Who has the link does not get a session: they sign in with the password, and with the
/// second factor where there is one.
pub async fn confirm(app: Arc<App>, request: Call) -> Result {
    let mut caller = authentication::anonymous(&app, &request.parts);
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let wanted: SetByLink = action::input(json)?;
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let (user, _) = password_link::find(&mut cx, &wanted.token).await?;
    policy::check(&mut cx, &user, &wanted.new_password, wanted.confirm_new_password.as_deref()).await?;
    drop(cx);
    let hash = password::hash_async(wanted.new_password).await;
    caller.user = Some(user.id.uuid());
    caller.label.clone_from(&user.email);
    finish(async move {
        let mut cx = app.engine.write(Arc::new(caller)).await?;
        cx.lock_access("access").await?;
        let (user, _) = password_link::take(&mut cx, &wanted.token).await?;
        let id = user.id.uuid();
        let change = |user: &mut User| {
            user.password = Some(hash);
            Ok(())
        };
        cx.modify(id, change).await?;
        session::end_all(&mut cx, id, None).await?;
        if wanted.revoke_tokens {
            auth_token::revoke_all(&mut cx, id).await?;
        }
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// A password that someone is about to choose.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    pub password: String,
    /// The end of the link with which it will be set. Without one, it is for your own account.
    #[serde(default)]
    pub token: Option<String>,
}

/// Whether a password would be accepted.
#[derive(Serialize, Describe)]
pub struct Strength {
    /// 0 if it would be refused, otherwise from 2 (acceptable) to 4 (strong).
    pub score: u32,
    /// Why it would be refused.
    pub faults: Vec<Fault>,
}

#[derive(Serialize, Describe)]
pub struct Fault {
    pub message: String,
}

/// What is wrong with a password, by the rule that applies when it is set. For people who have a link or are signed in:
/// it is no oracle for strangers.
pub async fn strength(app: Arc<App>, request: Call) -> Result {
    let caller = match authentication::caller(&app, &request.parts).await {
        Err(problem) if problem.kind != ProblemType::NotAuthenticated => return Err(problem),
        known => known,
    };
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let Candidate { password: candidate, token } = action::input(json)?;
    let caller = match token {
        Some(_) => None,
        None => Some(caller?),
    };
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let user: User = match (token, caller.and_then(|caller| caller.user)) {
        (Some(token), _) => password_link::find(&mut cx, &token).await?.0,
        (None, Some(user)) => cx.get(user).await?,
        (None, None) => return Err(Error::Forbidden("Only users have passwords.".into()).into()),
    };
    let faults = policy::faults(&mut cx, &candidate, &user.email, &[&user.first_name, &user.last_name]).await?;
    let score = if faults.is_empty() { u32::from(password::score(&candidate)) } else { 0 };
    let faults = faults.into_iter().map(|message| Fault { message }).collect();
    let mut response = json_value(StatusCode::OK, &action::output(Strength { score, faults })?)?;
    response.extensions_mut().insert(HasMessages);
    Ok(response)
}
