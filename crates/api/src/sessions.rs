//! Where a person is signed in, and how that ends.

use std::sync::Arc;

use axum::response::IntoResponse;
use cairn_domain::iam::{own_sessions, session};
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Origin, action};
use cairn_model::LogKind;
use cairn_model::{Describe, Record};
use cairn_resources::iam::User;
use http::StatusCode;
use http::request::Parts;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::resources::{Result, begin_read, finish, json_value};
use crate::sign_in::signed_out;

/// Number of sessions ended.
#[derive(Serialize, Describe)]
pub struct Ended {
    pub ended: u64,
}

pub async fn list(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let current = current(&cx, &request.parts);
    json_value(StatusCode::OK, &action::output(own_sessions::list(&mut cx, current.as_deref()).await?)?)
}

/// Ends one of the caller's sessions, even the current one.
pub async fn end(app: Arc<App>, id: String, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let id = body::id(&id)?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        own_sessions::end(&mut cx, id).await?;
        note(&mut cx, json!({ "session": id })).await?;
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// Ends all of the caller's sessions except the current one.
pub async fn end_others(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let current = current(&cx, &request.parts);
        let user = own_sessions::user(&cx)?;
        let ended = session::end_all(&mut cx, user, current.as_deref()).await?;
        note(&mut cx, json!({ "sessions": ended })).await?;
        cx.commit().await?;
        json_value(StatusCode::OK, &action::output(Ended { ended })?)
    })
    .await
}

/// Signs the caller out everywhere.
pub async fn end_all(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let user = own_sessions::user(&cx)?;
        let ended = session::end_all(&mut cx, user, None).await?;
        note(&mut cx, json!({ "sessions": ended })).await?;
        cx.commit().await?;
        Ok(signed_out(&app))
    })
    .await
}

/// The caller's session cookie, if the request came from a browser.
fn current(cx: &Cx, request: &Parts) -> Option<String> {
    let cookie = authentication::session_cookie(&request.headers).map(str::to_owned);
    cookie.filter(|_| cx.authority.caller.origin == Origin::Session)
}

async fn note(cx: &mut Cx, detail: Json) -> Result<()> {
    let caller = cx.authority.caller.clone();
    let about = caller.user.map(|user| About::object(User::PATH, user, &caller.label));
    Ok(journal::note(cx, LogKind::SignedOut, about, detail).await?)
}
