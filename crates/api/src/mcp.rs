//! `/mcp`: the tools for AI assistants over HTTP.
//!
//! The tools call this server's own API, in process, with the caller's token. So permissions, journal and limits are
//! those of the API, and there is no second path to the data.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use cairn_client::{Address, Carried, Carrier, Client, Error, Reply, Sending};
use cairn_mcp::Server;
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, header};
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::app::App;
use crate::authentication;
use crate::observe::RequestId;
use crate::problem::{Problem, ProblemType};

/// Headers of the caller that go along with every call of the API.
const KEPT: [HeaderName; 2] = [header::AUTHORIZATION, HeaderName::from_static("x-forwarded-for")];

pub async fn answer(app: Arc<App>, api: Router, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    if let Err(problem) = admit(&app, &parts).await {
        return problem.into_response();
    }
    let server = Server::new(Client::over(Arc::new(InProcess::new(api, &parts))));
    let request = Request::from_parts(parts, body);
    cairn_mcp::answer_http(server, request, app.config.limits.json).await.map(Body::new)
}

/// Only programs with a token. Browser cookies are ignored, and pages of any site are refused, so that no page can
/// reach a server in its visitor's network under a name of its own (DNS rebinding).
async fn admit(app: &App, request: &Parts) -> Result<(), Problem> {
    if request.headers.contains_key(header::ORIGIN) {
        let detail = "Web pages cannot use the tool server. Requests with an Origin header are rejected.";
        return Err(Problem::new(ProblemType::PermissionDenied, detail));
    }
    if !request.headers.contains_key(header::AUTHORIZATION) {
        return Err(Problem::not_authenticated(
            "The tool server requires a token. Create a personal access token on your profile page and have the assistant send “Authorization: Bearer <ACCESS_TOKEN>”.",
        ));
    }
    // Every call is a POST, whatever it does: the API decides whether a token may change something.
    let mut asked = request.clone();
    asked.method = Method::GET;
    authentication::caller(app, &asked).await.map(drop)
}

/// Passes the requests of the tools straight to the router.
#[derive(Debug)]
struct InProcess {
    api: Router,
    address: Address,
    /// What each request takes from the caller's own.
    caller: Parts,
}

impl InProcess {
    fn new(api: Router, caller: &Parts) -> Self {
        let mut kept = http::Request::new(()).into_parts().0;
        // Where it comes from; not the address that it asked for, which is none of the API's.
        if let Some(peer) = caller.extensions.get::<ConnectInfo<SocketAddr>>() {
            kept.extensions.insert(*peer);
        }
        for name in KEPT {
            kept.headers.extend(caller.headers.get_all(&name).iter().map(|value| (name.clone(), value.clone())));
        }
        // The same request id for a tool call and everything that it did.
        if let Some(RequestId(id)) = caller.extensions.get::<RequestId>()
            && let Ok(id) = HeaderValue::from_str(id)
        {
            kept.headers.insert("x-request-id", id);
        }
        let address = "http://localhost".parse().expect("an address");
        Self { api, address, caller: kept }
    }

    async fn exchange(&self, sending: Sending) -> Result<Reply, Error> {
        let mut request = Request::new(Body::from(sending.body));
        *request.method_mut() = sending.method;
        let uri = sending.path.parse();
        *request.uri_mut() = uri.map_err(|_| Error::Local(format!("“{}” is not a path", sending.path)))?;
        *request.headers_mut() = sending.headers;
        for (name, value) in &self.caller.headers {
            request.headers_mut().insert(name, value.clone());
        }
        *request.extensions_mut() = self.caller.extensions.clone();
        let response = self.api.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        let (head, mut body) = response.into_parts();
        if let Some(sink) = sending.sink.as_ref().filter(|_| head.status.is_success()) {
            let mut out = sink.open(&head.headers)?;
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|error| Error::Local(format!("the answer broke off: {error}")))?;
                if let Some(data) = frame.data_ref() {
                    out.write_all(data).map_err(|error| Error::Local(error.to_string()))?;
                }
            }
            return Ok(Reply { status: head.status.as_u16(), headers: head.headers, body: Bytes::new() });
        }
        let body = body.collect().await.map_err(|error| Error::Local(format!("the answer broke off: {error}")))?;
        Ok(Reply { status: head.status.as_u16(), headers: head.headers, body: body.to_bytes() })
    }
}

impl Carrier for InProcess {
    fn address(&self) -> &Address {
        &self.address
    }

    fn send(&self, sending: Sending) -> Carried<'_> {
        Box::pin(self.exchange(sending))
    }
}
