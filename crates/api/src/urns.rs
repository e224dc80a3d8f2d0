//! Objects of libraries have a URN, and clients may say it wherever an address has an id. Here it becomes the id, before
//! the request finds its way.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cairn_engine::Resource;
use cairn_engine::query::Select;
use cairn_model::Type;
use http::Uri;
use http::uri::PathAndQuery;
use percent_encoding::percent_decode_str;
use uuid::Uuid;

use crate::app::App;
use crate::resources::{self, Result};

pub async fn to_ids(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    if let Some((resource, urn, rest)) = named(&app, request.uri().path()) {
        let (parts, body) = request.into_parts();
        let found = find(&app, resource, &urn, &parts).await;
        request = Request::from_parts(parts, body);
        match found {
            Ok(Some(id)) => rewrite(&mut request, &format!("/api/{}/{id}/{rest}", resource.path)),
            // Whoever may not see it learns what they would learn of an id.
            Ok(None) => {}
            Err(problem) => return problem.into_response(),
        }
    }
    next.run(request).await
}

/// The resource, the URN and what follows it in a path such as `/api/frameworks/urn:…/tree/`.
fn named(app: &App, path: &str) -> Option<(&'static Resource, String, String)> {
    let below = path.strip_prefix("/api/")?;
    let at = below.find("/urn")?;
    let (resource, rest) = (&below[..at], &below[at + 1..]);
    let (segment, rest) = rest.split_once('/').unwrap_or((rest, ""));
    let urn = percent_decode_str(segment).decode_utf8().ok()?.to_lowercase();
    let resource = app.engine.registry.routed().find(|one| one.path == resource && one.entry.by_urn)?;
    urn.starts_with("urn:").then(|| (resource, urn, rest.to_owned()))
}

/// The object of a URN that the caller may see; of one in several languages that in theirs.
async fn find(
    app: &Arc<App>,
    resource: &'static Resource,
    urn: &str,
    parts: &http::request::Parts,
) -> Result<Option<Uuid>> {
    let mut cx = resources::begin_read(app, parts).await?;
    let scope = cx.scope(resource);
    let mut select = Select::new(&cx, resource, &scope);
    select.equals("urn", urn);
    let locale = if resource.def.field("locale").is_some() { "t.locale" } else { "''" };
    let sql = select.project(&format!("t.id, {locale}"));
    let mut rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await.map_err(cairn_engine::Error::from)?;
    rows.sort_by(|one, other| one[1].as_str().cmp(&other[1].as_str()));
    let language = cx.language().map(|language| language.tag().to_owned()).unwrap_or_default();
    let own = rows.iter().find(|row| row[1].as_str() == Some(&language));
    Ok(own.or(rows.first()).and_then(|row| row[0].as_uuid()))
}

fn rewrite(request: &mut Request, path: &str) {
    let uri = request.uri();
    let whole = uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    let Ok(whole) = whole.parse::<PathAndQuery>() else { return };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(whole);
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
}
