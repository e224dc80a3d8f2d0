//! Settings of the instance.

use std::sync::Arc;

use cairn_access::Verb;
use cairn_domain::platform::mail_settings;
use cairn_domain::platform::notification::{Try, prepare_trial};
use cairn_domain::platform::settings::{self, Group};
use cairn_engine::{Error, action};
use cairn_resources::platform::Settings;
use http::StatusCode;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::past;
use crate::resources::{Result, finish, json_value};

pub async fn read<G: Group>(app: Arc<App>, request: Call) -> Result {
    let (mut cx, _) = past::begin(&app, &request.parts).await?;
    let view = cx.resource::<Settings>().permission(Verb::View);
    if !cx.authority.allows_somewhere(view) {
        return Err(Error::Forbidden("You do not have permission to view the settings.".into()).into());
    }
    let group: G = settings::get(&mut cx).await?;
    json_value(StatusCode::OK, &action::output(group)?)
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

/// Sends a mail with the settings as they are, and shows what was said.
pub async fn test_mail(app: Arc<App>, request: Call) -> Result {
    let caller = authentication::caller(&app, &request.parts).await?;
    let (json, _) = body::json(request, app.config.limits.json).await?;
    let wanted: Try = action::input(json)?;
    finish(async move {
        let mut cx = app.engine.read(caller).await?;
        let trial = prepare_trial(&mut cx, wanted).await?;
        // No connection to the database is held while a server takes its time.
        drop(cx);
        json_value(StatusCode::OK, &action::output(trial.run().await)?)
    })
    .await
}
