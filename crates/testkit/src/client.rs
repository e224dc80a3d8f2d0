//! A caller of the API, and the answers it gets.

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value as Json;
use tower::ServiceExt;
use uuid::Uuid;

/// Someone who sends requests: with a token, with cookies, or with nothing.
#[derive(Clone)]
pub struct Client {
    router: Router,
    headers: Vec<(String, String)>,
    /// The user behind it, if there is one.
    pub user: Uuid,
}

impl Client {
    pub(crate) fn new(router: Router, user: Uuid) -> Self {
        Self { router, headers: Vec::new(), user }
    }

    /// The same caller with one more header on every request.
    #[must_use]
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    /// The same caller at another server.
    #[must_use]
    pub(crate) fn through(&self, router: Router) -> Self {
        Self { router, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty(), None).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, Body::empty(), None).await
    }

    pub async fn post(&self, path: &str, body: Json) -> Answer {
        self.json(Method::POST, path, &body).await
    }

    pub async fn patch(&self, path: &str, body: Json) -> Answer {
        self.json(Method::PATCH, path, &body).await
    }

    pub async fn put(&self, path: &str, body: Json) -> Answer {
        self.json(Method::PUT, path, &body).await
    }

    pub async fn json(&self, method: Method, path: &str, body: &Json) -> Answer {
        self.send(method, path, Body::from(body.to_string()), Some("application/json")).await
    }

    /// Any request at all.
    pub async fn send(&self, method: Method, path: &str, body: Body, kind: Option<&str>) -> Answer {
        let mut request = Request::builder().method(method.clone()).uri(path);
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(body).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("routes always answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a whole body").to_bytes();
        Answer { asked: format!("{method} {path}"), status: parts.status, headers: parts.headers, bytes }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    asked: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: bytes::Bytes,
}

impl Answer {
    /// Holds the status against the expected one; the body is in the message.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{} answered {}", self.asked, self.text());
        self
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The body as JSON.
    #[track_caller]
    pub fn body(&self) -> Json {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{}: {error}: {}", self.asked, self.text()))
    }

    /// The id of an object that was made or read.
    #[track_caller]
    pub fn id(&self) -> Uuid {
        let body = self.body();
        body["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("{}: no id in {body}", self.asked))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The messages for a field of a refused request.
    #[track_caller]
    pub fn error(&self, field: &str) -> String {
        let body = self.body();
        let messages = body["errors"][field].as_array();
        let messages = messages.unwrap_or_else(|| panic!("{}: no error for {field} in {body}", self.asked));
        messages.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" ")
    }

    /// The ids of a list.
    #[track_caller]
    pub fn ids(&self) -> Vec<Uuid> {
        let body = self.body();
        let results = body["results"].as_array().unwrap_or_else(|| panic!("{}: no list: {body}", self.asked));
        results.iter().filter_map(|row| row["id"].as_str()?.parse().ok()).collect()
    }

    /// One field of every row of a list.
    #[track_caller]
    pub fn column(&self, field: &str) -> Vec<Json> {
        let body = self.body();
        let results = body["results"].as_array().unwrap_or_else(|| panic!("{}: no list: {body}", self.asked));
        results.iter().map(|row| row[field].clone()).collect()
    }
}
