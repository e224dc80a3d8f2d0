//! Settings of the instance.

use std::sync::Arc;

use cairn_access::Verb;
use cairn_domain::platform::mail_settings;
use cairn_domain::platform::mail_templates::{self, Draft, MailTemplates};
use cairn_domain::platform::notification::{Try, prepare_trial};
use cairn_domain::platform::settings::{self, Group};
use cairn_engine::journal::{self, About};
use cairn_engine::{Caller, Cx, Error, action};
use cairn_model::{LogKind, Record};
use cairn_resources::platform::Settings;
use http::StatusCode;
use serde_json::json;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::past;
use crate::resources::{Result, finish, json_value};

pub async fn read<G: Group>(app: Arc<App>, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    require_view(&cx)?;
    let group: G = settings::get(&mut cx).await?;
    json_value(StatusCode::OK, &action::output(group)?)
}

fn require_view(cx: &Cx) -> Result<()> {
    let view = cx.resource::<Settings>().permission(Verb::View);
    if cx.authority.allows_somewhere(view) {
        return Ok(());
    }
    Err(Error::Forbidden("You do not have permission to view the settings.".into()).into())
}

/// Changes the given settings; the rest stays, with PUT as with PATCH: a settings page that knows fewer settings than
/// the server must not reset the others.
pub async fn change<G: Group + Send>(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (json, _) = body::json(request, app.config.limits.json).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let group: G = settings::change(&mut cx, &json).await?;
        cx.commit().await?;
        json_value(StatusCode::OK, &action::output(group)?)
    })
    .await
}

/// Changes from where the instance can be reached; it applies to the next request.
pub async fn change_infra(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (json, _) = body::json(request, app.config.limits.json).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let infra = settings::change_infra(&mut cx, &json).await?;
        cx.commit().await?;
        json_value(StatusCode::OK, &action::output(infra)?)
    })
    .await
}

/// The values of a fresh instance.
pub async fn defaults<G: Group>(app: Arc<App>, request: Call) -> Result {
    authentication::caller(&app, &request.parts).await?;
    json_value(StatusCode::OK, &action::output(G::default())?)
}

pub async fn read_mail(app: Arc<App>, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    json_value(StatusCode::OK, &mail_settings::read(&mut cx).await?)
}

pub async fn change_mail(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (json, _) = body::json(request, app.config.limits.json).await?;
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        let shown = mail_settings::change(&mut cx, &json).await?;
        cx.commit().await?;
        json_value(StatusCode::OK, &shown)
    })
    .await
}

/// Sends a mail with the settings as they are, and shows what was said. No transaction is open meanwhile.
pub async fn test_mail(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (json, bytes) = body::json(request, app.config.limits.json).await?;
    let wanted: Try = action::input(json)?;
    let key = key.map(|key| Key::new(key, &path, &bytes));
    // A client that disconnects must not leave an email that the journal does not know about.
    finish(async move { send_test(&app, caller, wanted, key.as_ref()).await }).await
}

async fn send_test(app: &App, caller: Arc<Caller>, wanted: Try, key: Option<&Key>) -> Result {
    let mut cx = app.engine.read(caller.clone()).await?;
    let trial = prepare_trial(&mut cx, wanted).await?;
    drop(cx);
    if key.is_some() {
        let mut cx = app.engine.write(caller.clone()).await?;
        if let Some(answer) = earlier(&mut cx, key).await? {
            return Ok(answer.into_response());
        }
    }
    let tried = trial.run().await;
    let mut cx = app.engine.write(caller).await?;
    let detail = json!({ "to": tried.to, "sent": tried.is_sent });
    journal::note(&mut cx, LogKind::Tested, Some(About::resource(Settings::PATH, "mail")), detail).await?;
    // The same request may have been sent twice at once: the response is that of the first to finish.
    match earlier(&mut cx, key).await {
        Ok(None) => {}
        known => {
            cx.commit().await?;
            return known.map(|answer| answer.map(Answer::into_response).unwrap_or_default());
        }
    }
    let answer = Answer::new(StatusCode::OK, action::output(tried)?.to_string().into_bytes());
    Ok(commit(cx, key, answer).await?.into_response())
}

/// The templates of mail that come with Cairn, to start from.
pub async fn included_templates(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    require_view(&app.engine.read(caller).await?)?;
    json_value(StatusCode::OK, &action::output(MailTemplates::included())?)
}

/// An email with templates that are not stored yet. They are too long for a GET.
pub async fn preview_mail(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (json, bytes) = body::json(request, app.config.limits.json).await?;
    let draft: Draft = action::input(json)?;
    let Some(key) = key.map(|key| Key::new(key, &path, &bytes)) else {
        let mut cx = app.engine.read(caller).await?;
        return json_value(StatusCode::OK, &action::output(mail_templates::preview(&mut cx, draft).await?)?);
    };
    finish(async move {
        let mut cx = app.engine.write(caller).await?;
        if let Some(answer) = earlier(&mut cx, Some(&key)).await? {
            return Ok(answer.into_response());
        }
        let preview = action::output(mail_templates::preview(&mut cx, draft).await?)?;
        let answer = Answer::new(StatusCode::OK, preview.to_string().into_bytes());
        Ok(commit(cx, Some(&key), answer).await?.into_response())
    })
    .await
}
