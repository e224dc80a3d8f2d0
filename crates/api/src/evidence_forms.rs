//! Evidence made of files: one with its fields and its files in a form, or one for each file. The same orders and
//! uploads as one after the other, in one transaction: nothing is left of a form that is refused. Of many files, those
//! that can be taken are, and the others are named.

use std::sync::Arc;

use cairn_access::Verb;
use cairn_domain::work::upload;
use cairn_engine::order::{Deed, Order};
use cairn_engine::{Caller, Cx, Error, FieldErrors, Resource, action};
use cairn_model::text::refuse_nul;
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
use crate::evidence::{MOST, Stored, fingerprint, take_one_more};
use crate::idempotency::{Answer, Key};
use crate::incoming::{Incoming, Part, is_form};
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, finish};

/// What was made of files, in their order, and what was not.
#[derive(Serialize, Describe)]
pub struct Made {
    pub count: usize,
    pub results: Vec<MadeOfFile>,
    /// The files that could not be taken. The others were.
    pub failed: Vec<Refused>,
}

/// A file of which nothing was made, and why.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Refused {
    pub name: String,
    pub error: String,
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
    let (caller, form, key) = receive(&app, resource, request, Bad::Refuse).await?;
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
    let (caller, mut form, key) = receive(&app, resource, request, Bad::Report).await?;
    if let (true, Some(first)) = (form.files.is_empty(), form.first.take()) {
        return Err(first);
    }
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
    let (mut results, mut failed) = (Vec::new(), form.refused.clone());
    let mut first = None;
    for file in &form.files {
        let mark = cx.mark().await?;
        match create_of(&mut cx, resource, form, file).await {
            Ok(made) => {
                cx.keep().await?;
                results.push(made);
            }
            Err(error) if error.is_final() => return Err(error.into()),
            Err(error) => {
                cx.undo(mark).await?;
                failed.push(Refused { name: file.name.clone(), error: error.to_string() });
                first = first.or(Some(error.about(&file.name)));
            }
        }
    }
    // A request of which nothing comes is refused.
    if let (true, Some(error)) = (results.is_empty(), first) {
        return Err(error.into());
    }
    let made = action::output(Made { count: results.len(), results, failed })?;
    let answer = Answer::new(StatusCode::CREATED, made.to_string().into_bytes());
    Ok(commit(cx, key, answer).await?.into_response())
}

async fn create_of(
    cx: &mut Cx,
    resource: &'static Resource,
    form: &Form,
    file: &File,
) -> cairn_engine::Result<MadeOfFile> {
    let mut body = form.body.clone();
    body.insert("name".to_owned(), file.name.clone().into());
    let order = Order { resource, deed: Deed::Create, body: Json::Object(body), if_match: None };
    let (id, _) = run(cx, &order).await?;
    let stored = upload::attach(cx, None, id, file.clone()).await?;
    Ok(MadeOfFile { id, name: file.name.clone(), file: stored.into() })
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
async fn receive(app: &App, resource: &Resource, request: Call, bad: Bad) -> Result<(Arc<Caller>, Form, Option<Key>)> {
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
    let form = Form::read(app, resource, request, bad).await?;
    let said = format!("{} {} {:?}", Json::Object(form.body.clone()), fingerprint(&form.files), form.refused);
    Ok((caller, form, key.map(|key| Key::new(key, &path, said.as_bytes()))))
}

/// The parts of a form: its fields as JSON would have them, and its files, which are in the store.
struct Form {
    body: Map<String, Json>,
    files: Vec<File>,
    /// The files that are none of those that may be kept.
    refused: Vec<Refused>,
    /// What is wrong with the first of them.
    first: Option<Problem>,
}

/// What becomes of a form with a file that may not be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bad {
    Refuse,
    Report,
}

impl Form {
    async fn read(app: &App, resource: &Resource, request: Call, bad: Bad) -> Result<Self> {
        let mut incoming = Incoming::of(request, app.config.limits.attachment).await?;
        let (mut said, mut files, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut first = None;
        let mut left = app.config.limits.json;
        while let Some(mut part) = incoming.next().await? {
            if part.name.as_deref() == Some("") && is_empty(&mut part).await? {
                continue;
            }
            if part.is_file {
                let name = part.name.clone().unwrap_or_default();
                let taken = files.len() + refused.len();
                match take_one_more(app, &mut part, taken).await {
                    Ok(file) => files.push(file),
                    Err(problem) if bad == Bad::Report && taken < MOST && is_about_the_file(&problem) => {
                        part.pass_over().await?;
                        refused.push(Refused { name, error: problem.words() });
                        first = first.or(Some(problem));
                    }
                    Err(problem) => return Err(problem),
                }
            } else {
                let text = take_text(&mut part, &mut left, app.config.limits.json).await?;
                said.push((std::mem::take(&mut part.field), text));
            }
        }
        Ok(Self { body: body_of(resource, said)?, files, refused, first })
    }
}

/// Whether another file may fare better.
fn is_about_the_file(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemType::Invalid | ProblemType::TooLarge)
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
    let text = String::from_utf8(bytes).map_err(|_| Error::field(&part.field, "This is not text in UTF-8."))?;
    refuse_nul(&text).map_err(|message| Error::field(&part.field, message))?;
    Ok(text)
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
