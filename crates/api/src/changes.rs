//! The endpoints of every resource that change something: each request is an order, and all of them run here.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_domain::platform::proposal::{self, Asked};
use cairn_domain::platform::what_if::add;
use cairn_engine::action::{Action, Answers, Files, Form, Method};
use cairn_engine::order::{self, Deed, JOBS, Order};
use cairn_engine::query::DRAFT;
use cairn_engine::write::Mode;
use cairn_engine::{Caller, Cx, Error, Resource, query, render};
use cairn_model::Record;
use cairn_resources::platform::Proposal;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use uuid::Uuid;

use crate::again::{Try, again, swiftly};
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::form::{self, Received};
use crate::idempotency::{self, Answer, Key};
use crate::past::NO_FILES;
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

/// Restores an earlier state of an object.
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

/// Runs an order, or stores it as a proposal or as a step of a what-if draft. A wrong id is only reported to callers who may ask.
async fn change(app: Arc<App>, resource: &'static Resource, deed: Result<Deed>, request: Call) -> Result {
    let caller = caller_for(&app, &request.parts, deed.as_ref().ok()).await?;
    let deed = deed?;
    let mut params = body::query(&request.parts);
    let draft = params.take_draft()?;
    if let Deed::Action(action, id) = deed
        && let Some(form) = action.form
    {
        if draft.is_some() {
            return Err(Error::field(DRAFT, NO_FILES).into());
        }
        return with_files(app, caller, resource, (action, id), form, request).await;
    }
    let given = match deed {
        Deed::Action(action, _) => body::action_input(&params, &body::switches(&(action.input)()))?,
        _ => {
            query::refuse_parameters(&params.0, &[])?;
            serde_json::Value::Null
        }
    };
    let if_match = if_match(&request.parts.headers);
    let asked = asked(&request.parts);
    if draft.is_some() {
        let words = "This token can only propose changes, and a what-if draft is not a proposal.";
        authentication::refuse_proposer(&app, &request.parts, &caller, words).await?;
    }
    let key = if request.parts.method == http::Method::POST { Key::of(&request.parts)? } else { None };
    let target = request.parts.uri.to_string();
    let (body, bytes) = match deed {
        Deed::Delete(_) => (serde_json::Value::Null, bytes::Bytes::new()),
        _ => body::read_json(request, app.config.limits.of(resource)).await?,
    };
    let key = key.map(|key| Key::new(key, &target, &bytes));
    let mut body = body::with_query(body, given)?;
    if draft.is_some() && matches!(deed, Deed::Batch) && body.is_object() {
        // A step is made whole or not at all.
        body["atomic"] = true.into();
    }
    let order = Order { resource, deed, body, if_match, files: Files::default() };
    // A client that disconnects must not leave a write half done, so it runs in its own task.
    finish(async move {
        if let Some(draft) = draft {
            let (_turn, order) = (app.turns.take(draft).await, Arc::new(order));
            return again(|| into_draft(&app, &caller, &order, draft, key.as_ref())).await;
        }
        if caller.limits.propose_only {
            return again(|| propose(&app, &caller, &order, &asked, key.as_ref())).await;
        }
        match order.deed {
            Deed::Create | Deed::Update(..) => {
                swiftly(|attempt| carry_out(&app, &caller, &order, key.as_ref(), attempt)).await
            }
            _ => again(|| carry_out(&app, &caller, &order, key.as_ref(), Try::Again)).await,
        }
    })
    .await
}

/// The caller, if they may ask for this at all: files and jobs cannot be proposed, but a read-only token may start a
/// job that only reads.
async fn caller_for(app: &App, request: &Parts, deed: Option<&Deed>) -> Result<Arc<Caller>> {
    match deed {
        Some(Deed::Action(action, _)) if action.form.is_some() => authentication::caller(app, request).await,
        Some(Deed::Action(action, _)) if action.answers == Answers::Job => {
            let caller = authentication::sender(app, request).await?;
            let words = "This token can only propose changes, and jobs cannot be proposed.";
            authentication::refuse_proposer(app, request, &caller, words).await?;
            if !action.only_reads() {
                authentication::refuse_reader(app, request, &caller).await?;
            }
            Ok(caller)
        }
        _ => authentication::changer(app, request).await,
    }
}

/// Runs an action that takes files. Callers who may not run it are refused before they send them.
async fn with_files(
    app: Arc<App>,
    caller: Arc<Caller>,
    resource: &'static Resource,
    (action, id): (&'static Action, Option<Uuid>),
    form: &'static Form,
    request: Call,
) -> Result {
    let mut cx = app.engine.read(caller.clone()).await?;
    order::permit(&mut cx, resource, action, id).await?;
    drop(cx);
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let (query, headers) = (body::query(&request.parts).0, request.parts.headers.clone());
    let Received { said, mut files } = form::receive(&app, form, request).await?;
    let body = form::input(form::all_said(form, &query, &headers, said), &(action.input)())?;
    let key = key.map(|key| Key::new(key, &path, format!("{body} {}", files.fingerprint()).as_bytes()));
    if let Some(prepare) = form.prepare {
        let mut cx = app.engine.read(caller.clone()).await?;
        files.prepared = Some(prepare(&mut cx, &files).await?);
    }
    let order = Order { resource, deed: Deed::Action(action, id), body, if_match: None, files };
    finish(async move { again(|| carry_out(&app, &caller, &order, key.as_ref(), Try::Again)).await }).await
}

async fn carry_out(app: &App, caller: &Arc<Caller>, order: &Order, key: Option<&Key>, attempt: Try) -> Result {
    let mut cx = match order.deed {
        _ if attempt == Try::First => app.engine.write_swiftly(caller.clone()).await?,
        Deed::Action(action, _) if action.long => app.engine.write_long(caller.clone()).await?,
        _ => app.engine.write(caller.clone()).await?,
    };
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(respond(order, answer));
    }
    let body = match order.run(&mut cx).await {
        Ok(body) => body,
        // The refusal is based on a snapshot that has not been compared with the database yet.
        Err(_) if !cx.conn.has_begun() => return Err(Error::Collision("nothing was asked yet".to_owned()).into()),
        Err(error) => return Err(error.into()),
    };
    let answer = commit(cx, key, Answer::new(status(order), body)).await?;
    Ok(respond(order, answer))
}

/// The status of the response to an order that was carried out.
fn status(order: &Order) -> StatusCode {
    match order.deed {
        Deed::Create => StatusCode::CREATED,
        Deed::Delete(_) => StatusCode::NO_CONTENT,
        Deed::Action(action, _) if action.answers == Answers::Made => StatusCode::CREATED,
        Deed::Action(action, _) if action.answers == Answers::Job => StatusCode::ACCEPTED,
        _ => StatusCode::OK,
    }
}

/// Tries out the order on a copy, after the other steps of a what-if draft, and stores it as the next one. The response
/// is that of the order, as if it had been carried out.
async fn into_draft(app: &App, caller: &Arc<Caller>, order: &Arc<Order>, draft: Uuid, key: Option<&Key>) -> Result {
    if key.is_some() {
        let mut cx = app.engine.write(caller.clone()).await?;
        if let Some(answer) = earlier(&mut cx, key).await? {
            return Ok(respond(order, answer));
        }
    }
    let (engine, sender, wanted) = (app.engine.clone(), caller.clone(), order.clone());
    let trial = async move { add::try_step(&engine, sender, draft, &wanted).await };
    let tried = Box::pin(app.engine.apart.run(trial)).await??;
    let mut cx = app.engine.write(caller.clone()).await?;
    // The same request may have been sent twice at once.
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(respond(order, answer));
    }
    let answer = Answer::new(status(order), tried.answer.clone());
    add::keep(&mut cx, draft, tried).await?;
    Ok(respond(order, commit(cx, key, answer).await?))
}

/// Tries out the order, rolls it back, and stores it as a proposal.
async fn propose(app: &App, caller: &Arc<Caller>, order: &Order, asked: &Asked, key: Option<&Key>) -> Result {
    let mut trial = app.engine.write(caller.clone()).await?;
    if let Some(answer) = earlier(&mut trial, key).await? {
        return Ok(answer.into_response());
    }
    let draft = proposal::draft(&mut trial, order, asked.clone()).await;
    drop(trial);
    let draft = draft?;
    let mut cx = app.engine.write(caller.clone()).await?;
    // The same request may have been sent twice at once.
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

/// The response to an order. All of it follows from the body, so that a replay is the same.
pub fn respond(order: &Order, answer: Answer) -> Response {
    match order.deed {
        Deed::Action(action, _) if action.answers == Answers::Job => located(JOBS, answer),
        Deed::Action(action, _) if action.answers == Answers::Made => located(order.resource.path, answer),
        _ if answer.status == StatusCode::ACCEPTED => answer.into_response(),
        Deed::Create => {
            let etag = render::etag(&answer.body);
            with_etag(located(order.resource.path, answer), &etag)
        }
        Deed::Update(..) => {
            let etag = render::etag(&answer.body);
            with_etag(json_bytes(StatusCode::OK, idempotency::reveal(answer.body, &answer.revealed)), &etag)
        }
        Deed::Delete(_) => StatusCode::NO_CONTENT.into_response(),
        Deed::Batch | Deed::Restore(_) | Deed::Action(..) => answer.into_response(),
    }
}

/// A response with the URL of what it shows, if it shows one thing.
fn located(path: &str, answer: Answer) -> Response {
    #[derive(serde::Deserialize)]
    struct Shown {
        id: Uuid,
    }
    let shown = serde_json::from_slice::<Shown>(&answer.body);
    let mut response = answer.into_response();
    if let Ok(Shown { id }) = shown {
        response.headers_mut().insert(header::LOCATION, header_value(&format!("/api/{path}/{id}/")));
    }
    response
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
