//! Evidence created from a form: its fields and its files. The same order and uploads as one after another, in one
//! transaction: nothing is left of a refused form.

use std::sync::Arc;

use cairn_access::Verb;
use cairn_domain::work::upload::{self, actions::ATTACHMENTS};
use cairn_engine::order::{Deed, Order};
use cairn_engine::{Caller, Error, Resource};
use http::StatusCode;
use serde_json::{Map, Value as Json};

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{self, commit, earlier, respond};
use crate::form;
use crate::idempotency::{Answer, Key};
use crate::incoming::is_form;
use crate::resources::{Result, finish};

/// Creates a piece of evidence: from JSON like any object, or from a form with its fields and files.
pub async fn create(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    if !is_form(&request.parts.headers) {
        return changes::create(app, resource, request).await;
    }
    let caller = authentication::caller(&app, &request.parts).await?;
    // Callers who may not create any are refused before they send one.
    let cx = app.engine.read(caller.clone()).await?;
    if !cx.authority.allows_somewhere(resource.permission(Verb::Add)) {
        return Err(Error::Forbidden(format!(
            "You do not have permission to add {}.",
            resource.plural().to_lowercase()
        ))
        .into());
    }
    drop(cx);
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let received = form::receive(&app, &ATTACHMENTS, request).await?;
    let body = Json::Object(body_of(resource, received.said)?);
    let said = format!("{body} {}", received.files.fingerprint());
    let key = key.map(|key| Key::new(key, &path, said.as_bytes()));
    let order = Order { resource, deed: Deed::Create, body, if_match: None, files: received.files };
    finish(async move { again(|| create_one(&app, &caller, &order, key.as_ref())).await }).await
}

async fn create_one(app: &App, caller: &Arc<Caller>, order: &Order, key: Option<&Key>) -> Result {
    let mut cx = app.engine.write(caller.clone()).await?;
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(respond(order, answer));
    }
    let (id, body) = order.run_for_id(&mut cx).await?;
    for file in order.files.kept() {
        upload::attach(&mut cx, None, id, file.clone()).await?;
    }
    Ok(respond(order, commit(cx, key, Answer::new(StatusCode::CREATED, body)).await?))
}

/// The fields of a form as the body of a request: texts are converted to the types of the fields, and what does not
/// fit stays a text for the definition to refuse.
fn body_of(resource: &Resource, said: Vec<(String, String)>) -> Result<Map<String, Json>> {
    form::gathered(said, |name, text| {
        Some(match resource.def.field(name) {
            Some(field) if field.kind.is_many() && text.trim().is_empty() => Json::Array(Vec::new()),
            Some(field) if field.nullable && text.is_empty() => Json::Null,
            Some(field) => body::typed(text, &field.kind.behaviour().schema()).unwrap_or_else(|| text.into()),
            None => text.into(),
        })
    })
}
