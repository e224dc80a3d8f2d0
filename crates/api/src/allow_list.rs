//! From where the instance can be reached. The list is part of the access facts, so every process has it as soon as it
//! changes. Requests with credentials are checked again once these facts are confirmed.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cairn_engine::journal::{self, About};
use cairn_model::{LogKind, Record};
use cairn_outbound::Network;
use cairn_resources::platform::Settings;
use http::request::Parts;
use parking_lot::Mutex;
use serde_json::json;

use crate::app::App;
use crate::authentication::{address, anonymous};
use crate::problem::{Problem, ProblemType};

/// The list, as it was read for a version of the access facts.
#[derive(Default)]
pub(crate) struct AllowList(Mutex<Option<(i64, Arc<[Network]>)>>);

impl AllowList {
    /// The networks, or none where everyone may come from anywhere.
    fn networks(&self, app: &App) -> Option<Arc<[Network]>> {
        let access = app.engine.access();
        if access.allowed_networks().is_empty() {
            return None;
        }
        let mut known = self.0.lock();
        if let Some((version, networks)) = &*known
            && *version == access.version()
        {
            return Some(networks.clone());
        }
        let networks: Arc<[Network]> =
            access.allowed_networks().iter().filter_map(|text| Network::parse_loosely(text).ok()).collect();
        *known = Some((access.version(), networks.clone()));
        Some(networks)
    }
}

/// What answers whether the server is alive: load balancers ask from anywhere.
const HEALTH: &str = "/api/health/";

/// Refuses requests from elsewhere, whatever they ask for.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.uri().path() == HEALTH {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    if let Err(refused) = check(&app, &parts) {
        note(&app, &parts).await;
        return refused.into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

/// Refuses an address that is not in the list. One that is not known is in no list.
pub fn check(app: &App, request: &Parts) -> Result<(), Problem> {
    let Some(networks) = app.allow_list.networks(app) else { return Ok(()) };
    let text = address(app, request).unwrap_or_default();
    let parsed = text.parse::<IpAddr>().ok().map(|address| address.to_canonical());
    if parsed.is_some_and(|address| networks.iter().any(|network| network.contains(address))) {
        return Ok(());
    }
    Err(Problem::new(
        ProblemType::PermissionDenied,
        format!(
            "This instance cannot be used from your address {text}. Ask an administrator to add it to the allow list."
        ),
    ))
}

/// Records a refusal, within limits. The response is the refusal, whether it could be recorded or not.
async fn note(app: &Arc<App>, request: &Parts) {
    let address = address(app, request).unwrap_or_default();
    if !app.strangers.is_news(&[address.as_str()], app.engine.clock.now()) {
        return;
    }
    let written = async {
        let mut cx = app.engine.write(Arc::new(anonymous(app, request))).await?;
        let about = About::resource(Settings::PATH, &address);
        let detail = json!({ "address": address, "method": request.method.as_str(), "path": request.uri.path() });
        journal::note(&mut cx, LogKind::AddressRefused, Some(about), detail).await?;
        cx.commit().await?;
        Ok::<(), cairn_engine::Error>(())
    };
    if let Err(error) = written.await {
        tracing::warn!(%error, "a refused address could not be recorded in the audit log");
    }
}
