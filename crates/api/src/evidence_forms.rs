//! Evidence made of files: one with its fields and its files in a form, or one for each file. The same orders and
//! uploads as one after the other, in one transaction: nothing is left of a form that is refused.

use std::sync::Arc;

use cairn_access::Verb;
use cairn_domain::work::upload;
use cairn_engine::order::{Deed, Order};
use cairn_engine::{Caller, Cx, Error, FieldErrors, Resource, action};
use cairn_model::{Describe, File, Record};
use cairn_resources::work::Evidence;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{self, commit, earlier, respond};
use crate::evidence::{Stored, fingerprint, take_one_more};
use crate::idempotency::{Answer, Key};
use crate::incoming::{Incoming, Part, is_form};
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, finish};

/// What was made of files, in their order.
#[derive(Serialize, Describe)]
pub struct Made {
    pub count: usize,
    pub results: Vec<MadeOfFile>,
}

/// An evidence that was made of a file.
#[derive(Serialize, Describe)]
pub struct MadeOfFile {
    pub id: Uuid,
    pub name: String,
    pub file: Stored,
}

/// Makes an evidence: of JSON like any object, or of a form with its fields and files.
pub async fn create(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    if !is_form(&request.parts.headers) {
        return changes::create(app, resource, request).await;
    }
    let (caller, form, key) = receive(&app, resource, request).await?;
    let order = Order { resource, deed: Deed::Create, body: Json::Object(form.body), if_match: None };
    finish(async move { again(|| create_one(&app, &caller, &order, &form.files, key.as_ref())).await }).await
}

async fn create_one(app: &App, caller: &Arc<Caller>, order: &Order, files: &[File], key: Option<&Key>) -> Result {
    let mut cx = app.engine.write(caller.clone()).await?;
    if let Some(answer) = earlier(&mut cx, key).await? {
        return respond(order, answer);
    }
    let (id, body) = run(&mut cx, order).await?;
    for file in files {
        upload::attach(&mut cx, None, id, file.clone()).await?;
    }
    respond(order, commit(cx, key, Answer::new(StatusCode::CREATED, body)).await?)
}

/// Makes an evidence of each file of a form, named like it. The other fields of the form are for all of them.
pub async fn batch_upload(app: Arc<App>, request: Call) -> Result {
    let resource = app.engine.registry.get(Evidence::PATH);
    let (caller, form, key) = receive(&app, resource, request).await?;
    if form.files.is_empty() {
        return Err(Error::field("file", "Send at least one file.").into());
    }
    if form.body.contains_key("name") {
        return Err(Error::field("name", "Leave it out: each evidence has the name of its file.").into());
    }
    finish(async move { again(|| create_each(&app, &caller, resource, &form, key.as_ref())).await }).await
}

async fn create_each(
    app: &App,
    caller: &Arc<Caller>,
    resource: &'static Resource,
    form: &Form,
    key: Option<&Key>,
) -> Result {
    let mut cx = app.engine.write_long(caller.clone()).await?;
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(answer.into_response());
    }
    let mut results = Vec::new();
    for file in &form.files {
        let mut body = form.body.clone();
        body.insert("name".to_owned(), file.name.clone().into());
        let order = Order { resource, deed: Deed::Create, body: Json::Object(body), if_match: None };
        let (id, _) = run(&mut cx, &order).await.map_err(|error| error.about(&file.name))?;
        let stored = upload::attach(&mut cx, None, id, file.clone()).await.map_err(|error| error.about(&file.name))?;
        results.push(MadeOfFile { id, name: file.name.clone(), file: stored.into() });
    }
    let made = action::output(Made { count: results.len(), results })?;
    let answer = Answer::new(StatusCode::CREATED, made.to_string().into_bytes());
    Ok(commit(cx, key, answer).await?.into_response())
}

/// Runs an order that makes something; gives its id with the answer.
async fn run(cx: &mut Cx, order: &Order) -> cairn_engine::Result<(Uuid, Vec<u8>)> {
    #[derive(Deserialize)]
    struct Identified {
        id: Uuid,
    }
    let body = order.run(cx).await?;
    let made: Identified = serde_json::from_slice(&body).map_err(|error| Error::internal(error.to_string()))?;
    Ok((made.id, body))
}

/// Who sent a form, what is in it, and the key of the request.
async fn receive(app: &App, resource: &Resource, request: Call) -> Result<(Arc<Caller>, Form, Option<Key>)> {
    let caller = authentication::caller(app, &request.parts).await?;
    if !is_form(&request.parts.headers) {
        let words = "Send a form, with the header “Content-Type: multipart/form-data; boundary=…”.";
        return Err(Problem::new(ProblemType::UnsupportedMediaType, words));
    }
    // Who may not make any need not send one.
    let cx = app.engine.clone().read(caller.clone()).await?;
    if !cx.authority.allows_somewhere(resource.permission(Verb::Add)) {
        return Err(Error::Forbidden(format!("You may not add {}.", resource.plural().to_lowercase())).into());
    }
    drop(cx);
    let (key, path) = (Key::of(&request.parts)?, request.parts.uri.path().to_owned());
    let form = Form::read(app, resource, request).await?;
    let said = format!("{} {}", Json::Object(form.body.clone()), fingerprint(&form.files));
    Ok((caller, form, key.map(|key| Key::new(key, &path, said.as_bytes()))))
}

/// The parts of a form: its fields as JSON would have them, and its files, which are in the store.
struct Form {
    body: Map<String, Json>,
    files: Vec<File>,
}

impl Form {
    async fn read(app: &App, resource: &Resource, request: Call) -> Result<Self> {
        let mut incoming = Incoming::of(request, app.config.limits.attachment).await?;
        let (mut said, mut files) = (Vec::new(), Vec::new());
        let mut left = app.config.limits.json;
        while let Some(mut part) = incoming.next().await? {
            if part.name.as_deref() == Some("") && is_empty(&mut part).await? {
                continue;
            }
            if part.is_file {
                files.push(take_one_more(app, &mut part, files.len()).await?);
            } else {
                let text = take_text(&mut part, &mut left, app.config.limits.json).await?;
                said.push((std::mem::take(&mut part.field), text));
            }
        }
        Ok(Self { body: body_of(resource, said)?, files })
    }
}

/// Whether a part is nothing, as a browser sends it where no file was chosen.
async fn is_empty(part: &mut Part<'_>) -> Result<bool> {
    while let Some(chunk) = part.chunk().await? {
        if !chunk.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Takes a field. All fields together may be as large as a body of JSON.
async fn take_text(part: &mut Part<'_>, left: &mut usize, most: usize) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await? {
        *left = left.checked_sub(chunk.len()).ok_or_else(|| {
            Problem::new(ProblemType::TooLarge, format!("The fields may have at most {} KiB.", most / 1024))
        })?;
        bytes.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8(bytes).map_err(|_| Error::field(&part.field, "This is not text in UTF-8."))?)
}

/// What a form says, as the body of a request: texts become what the fields hold, and what does not fit stays a text
/// for the definition to refuse. Only what has many values may be said several times.
fn body_of(resource: &Resource, said: Vec<(String, String)>) -> Result<Map<String, Json>> {
    let mut body = Map::new();
    let mut errors = FieldErrors::default();
    for (name, text) in said {
        let field = resource.def.field(&name);
        let value = match field {
            Some(field) if field.kind.is_many() && text.trim().is_empty() => Json::Array(Vec::new()),
            Some(field) if field.nullable && text.is_empty() => Json::Null,
            Some(field) => body::typed(&text, &field.kind.behaviour().schema()).unwrap_or_else(|| text.into()),
            None => text.into(),
        };
        match (body.get_mut(&name), value) {
            (None, value) => drop(body.insert(name, value)),
            (Some(Json::Array(all)), Json::Array(more)) => all.extend(more),
            (Some(_), _) => errors.add(&name, "The form says this more than once."),
        }
    }
    errors.into_result()?;
    Ok(body)
}
