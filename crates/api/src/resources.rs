//! The endpoints of every resource that read.

use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use cairn_engine::action::{Action, Asked, Files, Reply};
use cairn_engine::query::{self, AS_OF, DRAFT, FIELDS, Fields, refuse_parameters};
use cairn_engine::{Cx, Error, Resource, action, cascade, language, order, render};
use cairn_model::kind::Kind;
use cairn_model::{FieldDef, Type};
use cairn_store::Sql;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::download;
use crate::language::HasMessages;
use crate::links;
use crate::past;
use crate::problem::Problem;

pub type Result<T = Response> = std::result::Result<T, Problem>;

pub async fn list(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    let page_request = params.page()?;
    let select = params.select(&cx, resource)?;
    let page = query::load_page(&mut cx, resource, select, page_request).await?;
    let (next, previous) = links::neighbours(&request.parts.uri, page_request, page.count);
    Ok(json_bytes(StatusCode::OK, render::list(&cx, &page, next.as_deref(), previous.as_deref())))
}

pub async fn retrieve(app: Arc<App>, resource: &'static Resource, id: String, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    refuse_parameters(&params.0, &[AS_OF, DRAFT, FIELDS])?;
    let fields = Fields::read(resource, params.get(FIELDS).unwrap_or_default(), true);
    let fields = fields.map_err(|message| Error::field(FIELDS, message))?;
    let page = query::item_with(&mut cx, resource, body::id(&id)?, fields).await?;
    let shown = render::item(&cx, &page);
    let etag = render::shown_etag(&render::raw_for(&cx, resource, &page.objects[0]), &shown);
    Ok(unless_known(&request.parts.headers, shown, &etag))
}

/// The raw, writable values, for a form.
pub async fn object(app: Arc<App>, resource: &'static Resource, id: String, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    refuse_parameters(&params.0, &[AS_OF, DRAFT])?;
    let page = query::item(&mut cx, resource, body::id(&id)?).await?;
    Ok(raw(render::raw_for(&cx, resource, &page.objects[0])))
}

pub async fn cascade_info(app: Arc<App>, resource: &'static Resource, id: String, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    refuse_parameters(&params.0, &[AS_OF, DRAFT])?;
    let id = body::id(&id)?;
    query::item(&mut cx, resource, id).await?;
    let info = cascade::info(&mut cx, resource, id).await?;
    json_value(StatusCode::OK, &action::output(info)?)
}

/// What deleting everything in a list would do.
pub async fn cascade_info_of_list(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    let select = params.select(&cx, resource)?;
    let info = cascade::info_of_list(&mut cx, &select).await?;
    json_value(StatusCode::OK, &action::output(info)?)
}

/// How many objects of a list have which value of a field.
pub async fn groups(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    let groups = query::groups(&mut cx, resource, params).await?;
    json_value(StatusCode::OK, &action::output(groups)?)
}

/// The value-to-label map of a choice field.
pub async fn choices(app: Arc<App>, field: &'static FieldDef, request: Call) -> Result {
    authentication::caller(&app, &request.parts).await?;
    refuse_parameters(&body::query(&request.parts).0, &[])?;
    let Kind::Choice(kind) = &field.kind else { return Err(Problem::not_found()) };
    let map: Map<String, Json> =
        kind.0.options.iter().map(|option| (option.key.to_string(), option.label().into())).collect();
    json_value(StatusCode::OK, &Json::Object(map))
}

/// A short list for pickers: the name of each object, and where it is.
pub async fn autocomplete(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    let mut page = params.page()?;
    if params.get("limit").is_none() {
        page.limit = 20;
    }
    if params.get(FIELDS).is_some() {
        return Err(
            Error::field(FIELDS, "Autocomplete always returns the same fields. Use the list for others.").into()
        );
    }
    let mut select = params.select(&cx, resource)?;
    let count = select.count(page);
    let text = |name: &str| if resource.def.field(name).is_some() { format!("t.\"{name}\"") } else { "null".into() };
    select.limit(page.limit, page.offset);
    let more = vec![Sql::raw(language::words(&cx, resource, "t")), Sql::raw(text("ref_id"))];
    let sql = select.rows_with(more, Sql::new());
    let mut types = resource.column_types.clone();
    types.extend([Type::Text, Type::Text]);
    let rows = cx.conn.query(&sql, &types).await?;
    let count = cx.conn.query(&count, &[Type::Int]).await?.first().and_then(|row| row[0].as_int()).unwrap_or_default();
    let columns = resource.columns.len();
    let scope_column = resource.columns.iter().position(|at| *at == resource.scope_position).unwrap_or(0);
    let results: Vec<Json> = rows
        .iter()
        .map(|row| {
            let folder = row[scope_column].as_uuid().filter(|id| cx.sees_folder(*id));
            let folder = folder.and_then(|id| cx.tree().get(id));
            json!({
                "id": row[0].as_uuid(),
                "str": row[columns].as_str(),
                "name": row[columns].as_str(),
                "ref_id": row[columns + 1].as_str(),
                "folder": folder.map(|node| json!({ "id": node.id, "str": node.name })),
            })
        })
        .collect();
    let (next, previous) = links::neighbours(&request.parts.uri, page, count);
    json_value(StatusCode::OK, &json!({ "count": count, "next": next, "previous": previous, "results": results }))
}

/// Runs an action that only reads.
pub async fn read_action(
    app: Arc<App>,
    resource: &'static Resource,
    action: &'static Action,
    id: Option<Uuid>,
    request: Call,
) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    let input = body::action_input(&params, &(action.input)())?;
    order::permit(&mut cx, resource, action, id).await?;
    let files = Files::default();
    match (action.run)(&mut cx, Asked { resource, id, files: &files }, input).await? {
        Reply::Text(output) => {
            let mut response = json_bytes(StatusCode::OK, output);
            if action.speaks {
                response.extensions_mut().insert(HasMessages);
            }
            Ok(response)
        }
        Reply::File(file) => {
            let caller = cx.authority.caller.clone();
            // A slow reader of the file holds no database connection.
            drop(cx);
            download::respond(&app, caller, *file).await
        }
        Reply::Json(_) | Reply::Job(_) => {
            Err(Error::internal("an action that reads answers like one that changes something").into())
        }
    }
}

/// Begins a reading context for whoever sent the request.
pub async fn begin_read(app: &Arc<App>, request: &Parts) -> Result<Cx> {
    let caller = authentication::caller(app, request).await?;
    Ok(app.engine.read(caller).await?)
}

/// Lets a write finish even if the client disconnects.
pub async fn finish<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(error) => Err(Error::internal(format!("a write did not end: {error}")).into()),
    }
}

pub fn json_bytes(status: StatusCode, bytes: impl Into<Body>) -> Response {
    let mut response = (status, bytes.into()).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[expect(clippy::unnecessary_wraps, reason = "the last line of most handlers, which answer a Result")]
pub fn json_value(status: StatusCode, value: &Json) -> Result {
    Ok(json_bytes(status, value.to_string().into_bytes()))
}

/// The raw values of an object, with their tag.
fn raw(body: Vec<u8>) -> Response {
    let etag = render::etag(&body);
    with_etag(json_bytes(StatusCode::OK, body), &etag)
}

/// A document with its ETag, or only the tag if the client already has that document.
pub fn unless_known(headers: &HeaderMap, document: impl Into<Body>, etag: &str) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| render::etag_matches(known, etag)) {
        return with_etag(StatusCode::NOT_MODIFIED.into_response(), etag);
    }
    with_etag(json_bytes(StatusCode::OK, document), etag)
}

pub fn with_etag(mut response: Response, etag: &str) -> Response {
    response.headers_mut().insert(header::ETAG, header_value(etag));
    response
}

pub fn header_value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
