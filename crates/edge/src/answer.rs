//! One request: its body watched on the way in, the answer compressed, the connection kept or closed.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::{HeaderValue, Request, Response, header};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tower::ServiceExt;

use crate::arriving::Arriving;
use crate::compress::Wanted;
use crate::pulse::Pulse;

pub async fn answer(
    router: Router,
    peer: SocketAddr,
    pulse: Pulse,
    patience: Duration,
    request: Request<Incoming>,
) -> Result<Response<Sent>, Infallible> {
    pulse.answering();
    let wanted = Wanted::of(&request);
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(ConnectInfo(peer));
    let arriving = Arriving::new(&parts.headers, body, patience);
    let body = arriving.as_ref().map_or_else(Body::empty, Arriving::body);
    let Ok(response) = router.oneshot(Request::from_parts(parts, body)).await;
    let mut response = wanted.compress(response).await;
    if let Some(arriving) = arriving
        && !arriving.drain().await
    {
        // What is left of the body would be taken for the next request.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        pulse.leave_unread();
    }
    Ok(response.map(|body| Sent { body, pulse }))
}

/// The body of an answer; with its end the connection waits for the next request.
pub struct Sent {
    body: Body,
    pulse: Pulse,
}

impl http_body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.pulse.answered();
    }
}
