//! `/api/scim/v2/`: identity providers create, change and disable users and groups (SCIM 2.0, RFC 7643 and 7644).
//!
//! A provider has a token of its own, which is good for nothing else. What it sends is read ([`resource`], [`patch`]) and
//! written by `domain/src/iam/scim/`, through the same rules as everything else.

mod discovery;
mod filter;
mod patch;
mod refusal;
mod resource;

use std::collections::HashMap;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use cairn_domain::iam::scim::{self, Listed, Wanted};
use cairn_engine::{Caller, Cx};
use cairn_resources::iam::{IdpGroup, User};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, header};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use self::filter::Filter;
use self::refusal::{MEDIA, Refusal, Type};
use self::resource::{Kind, Shape, Times};
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::feeds::origin;
use crate::resources::finish;

/// Where everything here is.
pub const PATH: &str = "/api/scim/v2";

type Result<T = Response> = std::result::Result<T, Refusal>;

/// Answers any request below [`PATH`].
pub async fn answer(app: Arc<App>, rest: String, request: Call) -> Response {
    respond(app, &rest, request).await.unwrap_or_else(IntoResponse::into_response)
}

async fn respond(app: Arc<App>, rest: &str, request: Call) -> Result {
    let caller = authenticate(&app, &request.parts).await?;
    let base = format!("{}{PATH}", origin(&app, &request.parts));
    let rest = rest.trim_matches('/').to_owned();
    let (first, id) = rest.split_once('/').map_or((rest.as_str(), None), |(first, id)| (first, Some(id)));
    let kind = [Kind::User, Kind::Group].into_iter().find(|kind| kind.endpoint().eq_ignore_ascii_case(first));
    let method = request.parts.method.clone();
    match (kind, first, id) {
        (Some(_), _, Some(".search")) | (None, ".search", None) => {
            Err(Refusal::new(StatusCode::NOT_IMPLEMENTED, "Search with GET and a filter."))
        }
        (Some(kind), _, None) => match method {
            Method::GET => list(&app, caller, kind, &base, &request.parts).await,
            Method::POST => create(app, caller, kind, base, request).await,
            _ => Err(not_allowed()),
        },
        (Some(kind), _, Some(id)) => {
            let id = id.parse::<Uuid>().map_err(|_| Refusal::not_found())?;
            match method {
                Method::GET => read(&app, caller, kind, id, &base, &request.parts).await,
                Method::PUT | Method::PATCH => change(app, caller, kind, id, base, request).await,
                Method::DELETE => delete(app, caller, kind, id, base, request).await,
                _ => Err(not_allowed()),
            }
        }
        (None, "ServiceProviderConfig", None) => only_get(&method, || discovery::config(&base)),
        (None, "Schemas", id) => discovered(&method, id, discovery::schemas(&base)),
        (None, "ResourceTypes", id) => discovered(&method, id, discovery::resource_types(&base)),
        _ => Err(Refusal::not_found()),
    }
}

fn not_allowed() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This method is not supported here.")
}

fn only_get(method: &Method, shown: impl FnOnce() -> Json) -> Result {
    if *method == Method::GET { Ok(json(StatusCode::OK, &shown())) } else { Err(not_allowed()) }
}

/// A list of descriptions, or one of them.
fn discovered(method: &Method, id: Option<&str>, all: Vec<Json>) -> Result {
    if *method != Method::GET {
        return Err(not_allowed());
    }
    match id {
        None => Ok(json(StatusCode::OK, &page(all.len(), 1, &all))),
        Some(id) => {
            let found = all.into_iter().find(|one| one["id"] == id);
            found.map(|one| json(StatusCode::OK, &one)).ok_or_else(Refusal::not_found)
        }
    }
}

/// The provider, if it has shown the token of this instance. No other token is good here.
async fn authenticate(app: &Arc<App>, request: &Parts) -> Result<Arc<Caller>> {
    let authorization = request.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let shown = cairn_auth::header::token(authorization).ok();
    let mut cx = app.engine.read(Arc::new(Caller::system())).await?;
    let is_known = match shown {
        Some(shown) => scim::token::verify(&mut cx, shown).await?,
        None => false,
    };
    drop(cx);
    if !is_known {
        if let Some(shown) = shown {
            authentication::note_refusal(app, request, Some(shown), None, "not_the_scim_token").await;
        }
        let problem = crate::problem::Problem::not_authenticated("Send the SCIM token: “Authorization: Bearer …”.");
        return Err(problem.header(header::WWW_AUTHENTICATE, "Bearer").into());
    }
    authentication::require_api(app).await?;
    Ok(Arc::new(Caller { address: authentication::address(app, request), ..Caller::provisioning() }))
}

async fn list(app: &Arc<App>, caller: Arc<Caller>, kind: Kind, base: &str, request: &Parts) -> Result {
    let params = Params::read(request);
    let filter = params.filter()?;
    let (start, count) = params.page()?;
    let shape = params.shape()?;
    let mut cx = app.engine.read(caller).await?;
    let Some(filter) = filter else {
        let (skip, take) = (i64::try_from(start - 1).unwrap_or(i64::MAX), i64::try_from(count).unwrap_or(i64::MAX));
        let shown = show_all(&mut cx, kind, base, Wanted::Page(skip, take)).await?;
        let total = match kind {
            Kind::User => scim::users::count(&mut cx).await?,
            Kind::Group => scim::groups::count(&mut cx).await?,
        };
        let shown: Vec<Json> = shown.into_iter().map(|one| shape.of(one)).collect();
        return Ok(json(StatusCode::OK, &page(total, start, &shown)));
    };
    // An exact name is looked up; anything else is compared with all there are.
    let name = match kind {
        Kind::User => "userName",
        Kind::Group => "displayName",
    };
    let wanted = filter.pinned(name).map_or(Wanted::All, Wanted::Named);
    let all = show_all(&mut cx, kind, base, wanted).await?;
    let fitting: Vec<Json> = all.into_iter().filter(|one| filter.fits(one)).collect();
    let total = fitting.len();
    let shown: Vec<Json> = fitting.into_iter().skip(start - 1).take(count).map(|one| shape.of(one)).collect();
    Ok(json(StatusCode::OK, &page(total, start, &shown)))
}

async fn show_all(cx: &mut Cx, kind: Kind, base: &str, wanted: Wanted<'_>) -> Result<Vec<Json>> {
    match kind {
        Kind::User => {
            let found = scim::users::list(cx, wanted).await?;
            show_users(cx, base, found).await
        }
        Kind::Group => {
            let found = scim::groups::list(cx, wanted).await?;
            Ok(found.into_iter().map(|one| resource::group(base, &one.object, times(&one))).collect())
        }
    }
}

async fn read(app: &Arc<App>, caller: Arc<Caller>, kind: Kind, id: Uuid, base: &str, request: &Parts) -> Result {
    let shape = Params::read(request).shape()?;
    let mut cx = app.engine.read(caller).await?;
    let shown = show(&mut cx, kind, id, base).await?;
    if header(request, header::IF_NONE_MATCH).is_some_and(|sent| is_version(sent, &shown)) {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        tag(&mut response, &shown);
        return Ok(response);
    }
    let mut response = json(StatusCode::OK, &shape.of(shown.clone()));
    tag(&mut response, &shown);
    Ok(response)
}

async fn create(app: Arc<App>, caller: Arc<Caller>, kind: Kind, base: String, request: Call) -> Result {
    let shape = Params::read(&request.parts).shape()?;
    let (sent, _) = body::read_json(request, app.config.limits.json).await?;
    let made = match kind {
        Kind::User => Made::User(resource::person(&sent)?),
        Kind::Group => Made::Group(resource::sent_group(&sent)?),
    };
    write(app, caller, move |mut cx| async move {
        let id = match made {
            Made::User(person) => scim::users::create(&mut cx, person).await,
            Made::Group(group) => scim::groups::create(&mut cx, group).await,
        };
        let id = id.map_err(taken)?;
        let shown = show(&mut cx, kind, id, &base).await?;
        cx.commit().await?;
        let mut response = json(StatusCode::CREATED, &shape.of(shown.clone()));
        if let Ok(value) = HeaderValue::from_str(&resource::location(&base, kind, id)) {
            response.headers_mut().insert(header::LOCATION, value);
        }
        tag(&mut response, &shown);
        Ok(response)
    })
    .await
}

enum Made {
    User(scim::Person),
    Group(scim::Group),
}

async fn change(app: Arc<App>, caller: Arc<Caller>, kind: Kind, id: Uuid, base: String, request: Call) -> Result {
    let shape = Params::read(&request.parts).shape()?;
    let is_patch = request.parts.method == Method::PATCH;
    let if_match = header(&request.parts, header::IF_MATCH).map(str::to_owned);
    let (sent, _) = body::read_json(request, app.config.limits.json).await?;
    write(app, caller, move |mut cx| async move {
        cx.lock_access("access").await?;
        let before = show(&mut cx, kind, id, &base).await?;
        expect_version(if_match.as_deref(), &before)?;
        let wanted = if is_patch { patch::apply(kind, &before, &sent)? } else { sent };
        match kind {
            Kind::User => scim::users::replace(&mut cx, id, resource::person(&wanted)?).await.map_err(taken)?,
            Kind::Group => scim::groups::replace(&mut cx, id, resource::sent_group(&wanted)?).await.map_err(taken)?,
        }
        let shown = show(&mut cx, kind, id, &base).await?;
        cx.commit().await?;
        let mut response = json(StatusCode::OK, &shape.of(shown.clone()));
        tag(&mut response, &shown);
        Ok(response)
    })
    .await
}

async fn delete(app: Arc<App>, caller: Arc<Caller>, kind: Kind, id: Uuid, base: String, request: Call) -> Result {
    let if_match = header(&request.parts, header::IF_MATCH).map(str::to_owned);
    write(app, caller, move |mut cx| async move {
        cx.lock_access("access").await?;
        let before = show(&mut cx, kind, id, &base).await?;
        expect_version(if_match.as_deref(), &before)?;
        match kind {
            Kind::User => scim::users::remove(&mut cx, id).await?,
            Kind::Group => scim::groups::remove(&mut cx, id).await?,
        }
        cx.commit().await?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// Runs a write to its end, even if the provider hangs up.
async fn write<F, W>(app: Arc<App>, caller: Arc<Caller>, work: F) -> Result
where
    F: FnOnce(Cx) -> W + Send + 'static,
    W: Future<Output = Result> + Send + 'static,
{
    let done = finish(async move {
        let cx = app.engine.write(caller).await?;
        Ok(work(cx).await)
    });
    done.await?
}

/// A name that somebody has is a conflict in SCIM, not a wrong value.
fn taken(error: cairn_engine::Error) -> Refusal {
    match error {
        cairn_engine::Error::Conflict(words) => Refusal::taken(words),
        other => other.into(),
    }
}

/// One resource as it is now.
async fn show(cx: &mut Cx, kind: Kind, id: Uuid, base: &str) -> Result<Json> {
    match kind {
        Kind::User => {
            let found = scim::users::find(cx, id).await?.ok_or_else(Refusal::not_found)?;
            let mut shown = show_users(cx, base, vec![found]).await?;
            shown.pop().ok_or_else(Refusal::not_found)
        }
        Kind::Group => {
            let found: Listed<IdpGroup> = scim::groups::find(cx, id).await?.ok_or_else(Refusal::not_found)?;
            Ok(resource::group(base, &found.object, times(&found)))
        }
    }
}

async fn show_users(cx: &mut Cx, base: &str, users: Vec<Listed<User>>) -> Result<Vec<Json>> {
    let groups: HashMap<Uuid, Vec<(Uuid, String)>> = scim::groups::of_users(cx, &users).await?;
    let none = Vec::new();
    Ok(users
        .iter()
        .map(|one| {
            let groups = groups.get(&one.object.id.uuid()).unwrap_or(&none);
            resource::user(base, &one.object, groups, times(one))
        })
        .collect())
}

fn times<T>(listed: &Listed<T>) -> Times {
    Times { created: listed.created, updated: listed.updated }
}

fn expect_version(if_match: Option<&str>, shown: &Json) -> Result<()> {
    match if_match {
        Some(sent) if !is_version(sent, shown) => {
            Err(Refusal::new(StatusCode::PRECONDITION_FAILED, "The resource has changed since you read it."))
        }
        _ => Ok(()),
    }
}

/// Whether a header names the version of a resource, or any.
fn is_version(sent: &str, shown: &Json) -> bool {
    let version = shown["meta"]["version"].as_str().unwrap_or_default();
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").trim_matches('"').to_owned();
    sent.split(',').any(|tag| tag.trim() == "*" || bare(tag) == bare(version))
}

fn tag(response: &mut Response, shown: &Json) {
    if let Some(value) = shown["meta"]["version"].as_str().and_then(|tag| HeaderValue::from_str(tag).ok()) {
        response.headers_mut().insert(header::ETAG, value);
    }
}

fn header(request: &Parts, name: http::HeaderName) -> Option<&str> {
    request.headers.get(name).and_then(|value| value.to_str().ok())
}

fn page(total: usize, start: usize, resources: &[Json]) -> Json {
    json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": total,
        "startIndex": start,
        "itemsPerPage": resources.len(),
        "Resources": resources,
    })
}

fn json(status: StatusCode, value: &Json) -> Response {
    let mut response = (status, value.to_string()).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA));
    response
}

/// The parameters of a request.
struct Params(Vec<(String, String)>);

impl Params {
    fn read(request: &Parts) -> Self {
        let query = request.uri.query().unwrap_or_default();
        let all = form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name.into_owned(), value.into_owned()));
        Self(all.collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    fn filter(&self) -> Result<Option<Filter>> {
        let filter = self.get("filter").map(Filter::read).transpose();
        filter.map_err(|words| Refusal::invalid(Type::InvalidFilter, words))
    }

    /// The number of the first resource, from 1, and how many at most. Numbers out of range count as the nearest one.
    fn page(&self) -> Result<(usize, usize)> {
        let number = |name: &str| match self.get(name).map(str::parse::<i64>) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => Err(Refusal::invalid(Type::InvalidValue, format!("{name} must be a whole number."))),
        };
        let start = number("startIndex")?.unwrap_or(1).max(1);
        let count = number("count")?.unwrap_or(discovery::MOST as i64).clamp(0, discovery::MOST as i64);
        Ok((usize::try_from(start).unwrap_or(usize::MAX), usize::try_from(count).unwrap_or_default()))
    }

    fn shape(&self) -> Result<Shape> {
        Shape::new(self.get("attributes"), self.get("excludedAttributes"))
    }
}
