//! The endpoints of every resource that change something: each is an order, and all of them run here.

use std::sync::Arc;

use axum::response::IntoResponse;
use cairn_domain::platform::proposal::{self, Asked};
use cairn_engine::action::{Action, Method};
use cairn_engine::order::{Deed, Order};
use cairn_engine::write::Mode;
use cairn_engine::{Caller, Cx, Error, Resource, query, render};
use cairn_model::Record;
use cairn_resources::platform::Proposal;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use uuid::Uuid;

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::idempotency::{self, Answer, Key};
use crate::resources::{Result, finish, header_value, json_bytes, read_action, with_etag};

/// The header in which a proposer says why.
pub const NOTE: &str = "cairn-note";

pub async fn create(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    change(app, resource, Ok(Deed::Create), request).await
}

pub async fn update(app: Arc<App>, resource: &'static Resource, id: String, mode: Mode, request: Call) -> Result {
    change(app, resource, body::id(&id).map(|id| Deed::Update(id, mode)), request).await
}

pub async fn delete(app: Arc<App>, resource: &'static Resource, id: String, request: Call) -> Result {
    change(app, resource, body::id(&id).map(Deed::Delete), request).await
}

pub async fn batch_action(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    change(app, resource, Ok(Deed::Batch), request).await
}

/// Brings an earlier state of an object back.
pub async fn restore(app: Arc<App>, resource: &'static Resource, id: String, request: Call) -> Result {
    change(app, resource, body::id(&id).map(Deed::Restore), request).await
}

/// Runs one of a resource's own actions.
pub async fn run_action(
    app: Arc<App>,
    resource: &'static Resource,
    action: &'static Action,
    id: Option<String>,
    request: Call,
) -> Result {
    let id = id.map(|id| body::id(&id)).transpose()?;
    if action.method == Method::Get {
        return read_action(app, resource, action, id, request).await;
    }
    change(app, resource, Ok(Deed::Action(action, id)), request).await
}

/// Carries an order out, or keeps it as a proposal. A wrong id is told only to those who may ask.
async fn change(app: Arc<App>, resource: &'static Resource, deed: Result<Deed>, request: Call) -> Result {
    let caller = authentication::changer(&app, &request.parts).await?;
    let deed = deed?;
    query::refuse_parameters(&body::query(&request.parts).0, &[])?;
    let if_match = if_match(&request.parts.headers);
    let asked = asked(&request.parts);
    let key = if request.parts.method == http::Method::POST { Key::of(&request.parts)? } else { None };
    let (body, bytes) = match deed {
        Deed::Delete(_) => (serde_json::Value::Null, bytes::Bytes::new()),
        _ => body::json(request, app.config.limits.json).await?,
    };
    let key = key.map(|key| Key::new(key, &asked.path, &bytes));
    let order = Order { resource, deed, body, if_match };
    // A client that hangs up must not leave a write half way: it runs on its own.
    finish(async move {
        if caller.limits.propose_only {
            return again(|| propose(&app, &caller, &order, &asked, key.as_ref())).await;
        }
        again(|| carry_out(&app, &caller, &order, key.as_ref())).await
    })
    .await
}

async fn carry_out(app: &App, caller: &Arc<Caller>, order: &Order, key: Option<&Key>) -> Result {
    let mut cx = app.engine.write(caller.clone()).await?;
    if let Some(answer) = earlier(&mut cx, key).await? {
        return respond(order, answer);
    }
    let body = order.run(&mut cx).await?;
    let status = match order.deed {
        Deed::Create => StatusCode::CREATED,
        Deed::Delete(_) => StatusCode::NO_CONTENT,
        _ => StatusCode::OK,
    };
    let answer = commit(cx, key, Answer::new(status, body)).await?;
    respond(order, answer)
}

/// Tries the order out, gives it up, and keeps it as a proposal.
async fn propose(app: &App, caller: &Arc<Caller>, order: &Order, asked: &Asked, key: Option<&Key>) -> Result {
    let mut trial = app.engine.write(caller.clone()).await?;
    if let Some(answer) = earlier(&mut trial, key).await? {
        return Ok(answer.into_response());
    }
    let draft = proposal::draft(&mut trial, order, asked.clone()).await;
    drop(trial);
    let draft = draft?;
    let mut cx = app.engine.write(caller.clone()).await?;
    // The same request may have come twice at once.
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(answer.into_response());
    }
    let id = proposal::keep(&mut cx, draft).await?;
    let proposals = cx.resource::<Proposal>();
    let page = query::item(&mut cx, proposals, id).await?;
    let answer = Answer::new(StatusCode::ACCEPTED, render::item(&cx, &page));
    let mut response = commit(cx, key, answer).await?.into_response();
    let location = format!("/api/{}/{id}/", Proposal::PATH);
    response.headers_mut().insert(header::LOCATION, header_value(&location));
    Ok(response)
}

/// The answer to an order. All of it follows from the body, so that a replay has it too.
pub fn respond(order: &Order, answer: Answer) -> Result {
    if answer.status == StatusCode::ACCEPTED {
        return Ok(answer.into_response());
    }
    match order.deed {
        Deed::Create => {
            #[derive(serde::Deserialize)]
            struct Made {
                id: Uuid,
            }
            let made: Made =
                serde_json::from_slice(&answer.body).map_err(|error| Error::internal(error.to_string()))?;
            let location = format!("/api/{}/{}/", order.resource.path, made.id);
            let etag = render::etag(&answer.body);
            let mut response = with_etag(answer.into_response(), &etag);
            response.headers_mut().insert(header::LOCATION, header_value(&location));
            Ok(response)
        }
        Deed::Update(..) => {
            let etag = render::etag(&answer.body);
            Ok(with_etag(json_bytes(StatusCode::OK, idempotency::reveal(answer.body, &answer.revealed)), &etag))
        }
        Deed::Delete(_) => Ok(StatusCode::NO_CONTENT.into_response()),
        Deed::Batch | Deed::Restore(_) | Deed::Action(..) => Ok(answer.into_response()),
    }
}

pub async fn earlier(cx: &mut Cx, key: Option<&Key>) -> Result<Option<Answer>> {
    match key {
        Some(key) => key.earlier(cx).await,
        None => Ok(None),
    }
}

pub async fn commit(mut cx: Cx, key: Option<&Key>, mut answer: Answer) -> Result<Answer> {
    if let Some(key) = key {
        key.remember(&mut cx, &answer).await?;
    }
    answer.revealed = std::mem::take(&mut cx.revealed);
    cx.commit().await?;
    Ok(answer)
}

fn if_match(headers: &HeaderMap) -> Option<String> {
    headers.get(header::IF_MATCH).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn asked(request: &Parts) -> Asked {
    let note = request.headers.get(NOTE).map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_owned());
    Asked {
        method: request.method.to_string(),
        path: request.uri.path().to_owned(),
        note: note.filter(|note| !note.is_empty()),
    }
}
