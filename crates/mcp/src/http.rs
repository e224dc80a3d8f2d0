//! Streamable HTTP, without sessions: every request stands alone and carries its own token, so any of several servers
//! may answer it and nothing is kept between two of them.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::server::Server;

/// Answers one request. Who may ask, and from which page, is checked before: here the `Host` may be any, since a server
/// does not know all its names.
pub async fn answer<B>(
    server: Server,
    request: Request<B>,
    most_bytes: usize,
) -> Response<BoxBody<Bytes, std::convert::Infallible>>
where
    B: Body + Send + 'static,
    B::Error: std::fmt::Display,
{
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .enforce_origin_validation()
        .with_max_request_body_bytes(most_bytes);
    let service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::new(NeverSessionManager::default()), config);
    service.handle(request).await
}
