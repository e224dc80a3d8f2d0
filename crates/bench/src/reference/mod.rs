//! The reference: what a good engineer would write by hand for assets alone. Prepared statements,
//! few queries, structs for serde, and nothing that interprets definitions.
//!
//! It answers with the same content and leaves the same rows behind: asset, links, search document
//! and journal entry in one durable transaction. It is let off everything else: its one caller may
//! do all, tokens and domains are read once at the start, and it writes no log.

mod asset;
mod postgres;
mod sqlite;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cairn_store::DatabaseUrl;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use self::asset::{Asset, Label, List, NewAsset, Patch};

/// Who stands behind a token.
#[derive(Clone)]
struct Caller {
    user: Uuid,
    email: String,
    token: Uuid,
}

/// The domains of each folder, topmost first, ending with itself.
type Paths = HashMap<Uuid, Vec<Label>>;

/// A caller with the address and the id of the request, for the journal.
struct Origin {
    caller: Caller,
    address: String,
    request: String,
    at: DateTime<Utc>,
}

enum Database {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

struct Server {
    database: Database,
    callers: HashMap<String, Caller>,
    paths: Paths,
    /// What each folder is called.
    folders: HashMap<Uuid, String>,
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default = "thousand")]
    limit: i64,
    #[serde(default)]
    offset: i64,
    search: Option<String>,
}

fn thousand() -> i64 {
    1000
}

/// A failure; the benchmark makes none, so the words do not matter.
struct Failure(StatusCode, String);

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR, format!("{:#}", error.into()))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

type Answer = Result<Response, Failure>;

pub async fn serve(listen: SocketAddr, database: &DatabaseUrl) -> Result<()> {
    let database = match database {
        DatabaseUrl::Sqlite(path) => Database::Sqlite(sqlite::Sqlite::open(path)?),
        DatabaseUrl::Postgres(url) => Database::Postgres(postgres::Postgres::open(url)?),
    };
    let (callers, folders) = match &database {
        Database::Sqlite(sqlite) => sqlite.facts()?,
        Database::Postgres(postgres) => postgres.facts().await?,
    };
    let paths = paths(&folders);
    let folders = folders.into_iter().map(|(id, _, name)| (id, name)).collect();
    let server = Arc::new(Server { database, callers, paths, folders });
    let routes = Router::new()
        .route("/api/assets/", get(list).post(create))
        .route("/api/assets/{id}/", get(retrieve).patch(update))
        .with_state(server);
    let listener = tokio::net::TcpListener::bind(listen).await?;
    axum::serve(listener, routes.into_make_service_with_connect_info::<SocketAddr>()).await.context("serving")
}

/// Id, parent and name of every folder, as the way to it from below the root.
fn paths(folders: &[(Uuid, Option<Uuid>, String)]) -> Paths {
    let by_id: HashMap<Uuid, &(Uuid, Option<Uuid>, String)> = folders.iter().map(|folder| (folder.0, folder)).collect();
    let path = |id: Uuid| {
        let way = std::iter::successors(by_id.get(&id), |folder| by_id.get(&folder.1?));
        let below = way.filter(|folder| folder.1.is_some());
        let mut labels: Vec<Label> = below.map(|(id, _, name)| Label::new(*id, name.clone())).collect();
        labels.reverse();
        labels
    };
    folders.iter().map(|(id, _, _)| (*id, path(*id))).collect()
}

/// The callers of personal tokens and of those of service accounts, by digest.
const TOKENS: &str = "select t.digest, u.id, u.email, t.id from iam_auth_tokens t join users u on u.id = t.\"user\" \
                      union all select t.digest, u.id, s.name, s.id from service_account_tokens t \
                      join iam_service_accounts s on s.id = t.service_account join users u on u.id = s.\"user\"";

impl Server {
    fn caller(&self, headers: &HeaderMap) -> Result<&Caller, Failure> {
        let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let shown = sent.and_then(|sent| sent.strip_prefix("Token ").or_else(|| sent.strip_prefix("Bearer ")));
        shown
            .and_then(|shown| self.callers.get(&cairn_auth::token::digest(shown)))
            .ok_or_else(|| Failure(StatusCode::UNAUTHORIZED, "Send a token.".to_owned()))
    }

    fn origin(&self, headers: &HeaderMap, address: SocketAddr) -> Result<Origin, Failure> {
        let caller = self.caller(headers)?.clone();
        let request = format!("{:016x}", rand::random::<u64>());
        Ok(Origin { caller, address: address.ip().to_string(), request, at: now() })
    }

    /// Adds what follows from the folder and the type.
    fn complete(&self, assets: &mut [Asset<Label>]) {
        for asset in assets {
            if let Some(path) = self.paths.get(&asset.folder.id) {
                asset.path = Some(path.clone());
            }
            let tags = asset.filtering_labels.iter_mut().filter_map(|tag| tag.folder.as_deref_mut());
            for folder in tags.chain([&mut asset.folder]) {
                folder.text = self.folders.get(&folder.id).cloned().unwrap_or_default();
            }
            asset.is_primary = Some(asset.r#type == "PR");
        }
    }
}

fn now() -> DateTime<Utc> {
    use cairn_engine::clock::{Clock, SystemClock};
    DateTime::from_timestamp_micros(SystemClock.now().micros()).unwrap_or_default()
}

async fn list(State(server): State<Arc<Server>>, headers: HeaderMap, Query(query): Query<ListQuery>) -> Answer {
    server.caller(&headers)?;
    let (mut results, count) = match &server.database {
        Database::Sqlite(sqlite) => sqlite.list(&query)?,
        Database::Postgres(postgres) => postgres.list(&query).await?,
    };
    server.complete(&mut results);
    let link = |offset: i64| {
        let search = query.search.as_ref().map(|word| format!("search={word}&")).unwrap_or_default();
        let offset = if offset > 0 { format!("&offset={offset}") } else { String::new() };
        format!("/api/assets/?{search}limit={}{offset}", query.limit)
    };
    let next = (query.offset + query.limit < count).then(|| link(query.offset + query.limit));
    let previous = (query.offset > 0).then(|| link((query.offset - query.limit).max(0)));
    Ok(json(StatusCode::OK, serde_json::to_vec(&List { count, next, previous, results })?))
}

async fn retrieve(State(server): State<Arc<Server>>, headers: HeaderMap, Path(id): Path<Uuid>) -> Answer {
    server.caller(&headers)?;
    let found = match &server.database {
        Database::Sqlite(sqlite) => sqlite.find(id)?,
        Database::Postgres(postgres) => postgres.find(id).await?,
    };
    let Some((mut asset, above)) = found else {
        return Err(Failure(StatusCode::NOT_FOUND, "There is no such asset.".to_owned()));
    };
    server.complete(std::slice::from_mut(&mut asset));
    asset::compare(&mut asset, &above)?;
    Ok(with_etag(StatusCode::OK, serde_json::to_vec(&asset)?))
}

async fn create(
    State(server): State<Arc<Server>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let origin = server.origin(&headers, address)?;
    let wanted: NewAsset = serde_json::from_slice(&body)?;
    let mut asset = wanted.into_asset(origin.at)?;
    let location = format!("/api/assets/{}/", asset.id);
    let trace = asset.created()?;
    let body = match &server.database {
        Database::Sqlite(sqlite) => sqlite.create(asset, trace, origin).await?,
        Database::Postgres(postgres) => postgres.create(asset, trace, origin).await?,
    };
    let mut response = with_etag(StatusCode::CREATED, body);
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_str(&location)?);
    Ok(response)
}

async fn update(
    State(server): State<Arc<Server>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Path(id): Path<Uuid>,
    body: Bytes,
) -> Answer {
    let origin = server.origin(&headers, address)?;
    let patch: Patch = serde_json::from_slice(&body)?;
    let body = match &server.database {
        Database::Sqlite(sqlite) => sqlite.patch(id, patch, origin).await?,
        Database::Postgres(postgres) => postgres.patch(id, patch, origin).await?,
    };
    Ok(with_etag(StatusCode::OK, body))
}

fn json(status: StatusCode, body: Vec<u8>) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn with_etag(status: StatusCode, body: Vec<u8>) -> Response {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    (status, [(header::CONTENT_TYPE, "application/json".to_owned()), (header::ETAG, etag)], body).into_response()
}
