//! The current user, passwords and personal access tokens.

use std::sync::Arc;

use axum::response::IntoResponse;
use cairn_access::Verb;
use cairn_auth::throttle::Via;
use cairn_auth::{password, token};
use cairn_domain::iam::auth_token::{self, NewToken};
use cairn_domain::iam::{current_user, password as policy, scim, session};
use cairn_engine::{Cx, Error, Origin, action};
use cairn_model::Describe;
use cairn_resources::iam::User;
use http::StatusCode;
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::problem::Problem;
use crate::resources::{Result, begin_read, finish, json_value};
use crate::sign_in::throttled;

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
    let hash = new_hash(&app, &user, change.new_password, change.confirm_new_password).await?;
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
    let hash = new_hash(&app, &user, wanted.new_password, wanted.confirm_new_password).await?;
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
async fn new_hash(app: &App, user: &User, new: String, confirmed: Option<String>) -> Result<String> {
    let mut cx = app.engine.clone().read(Arc::new(cairn_engine::Caller::system())).await?;
    policy::check(&mut cx, user, &new, confirmed.as_deref()).await?;
    drop(cx);
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

pub async fn read_scim_token(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    json_value(StatusCode::OK, &action::output(scim::token::read(&mut cx).await?)?)
}

/// Creates the token of the identity provider, or replaces it.
pub async fn create_scim_token(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (_, bytes) = body::json(request, app.config.limits.json).await?;
    let key = key.map(|key| Key::new(key, &path, &bytes));
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        if let Some(answer) = earlier(&mut cx, key.as_ref()).await? {
            return Ok(answer.into_response());
        }
        let mut made = scim::token::create(&mut cx).await?;
        // Shown once: the response stored for a replay does not contain it.
        cx.revealed.extend(made.token.take().map(|token| ("token".to_owned(), token.into())));
        let answer = Answer::new(StatusCode::CREATED, action::output(made)?.to_string().into_bytes());
        Ok(commit(cx, key.as_ref(), answer).await?.into_response())
    })
    .await
}

pub async fn revoke_scim_token(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        scim::token::revoke(&mut cx).await?;
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}
