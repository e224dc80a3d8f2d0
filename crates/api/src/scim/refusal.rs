//! Refusals as SCIM writes them (RFC 7644, section 3.12).

use axum::response::{IntoResponse, Response};
use cairn_engine::Error;
use http::{HeaderName, HeaderValue, StatusCode, header};
use serde_json::json;

use crate::problem::{Problem, ProblemType};

pub const MEDIA: &str = "application/scim+json";

/// What is wrong with a request, by the names of the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    InvalidFilter,
    InvalidPath,
    InvalidSyntax,
    InvalidValue,
    Mutability,
    NoTarget,
    TooMany,
    Uniqueness,
}

impl Type {
    const fn word(self) -> &'static str {
        match self {
            Self::InvalidFilter => "invalidFilter",
            Self::InvalidPath => "invalidPath",
            Self::InvalidSyntax => "invalidSyntax",
            Self::InvalidValue => "invalidValue",
            Self::Mutability => "mutability",
            Self::NoTarget => "noTarget",
            Self::TooMany => "tooMany",
            Self::Uniqueness => "uniqueness",
        }
    }
}

#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    kind: Option<Type>,
    words: String,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Refusal {
    pub fn new(status: StatusCode, words: impl Into<String>) -> Self {
        Self { status, kind: None, words: words.into(), headers: Vec::new() }
    }

    pub fn invalid(kind: Type, words: impl Into<String>) -> Self {
        Self { kind: Some(kind), ..Self::new(StatusCode::BAD_REQUEST, words) }
    }

    pub fn taken(words: impl Into<String>) -> Self {
        Self { kind: Some(Type::Uniqueness), ..Self::new(StatusCode::CONFLICT, words) }
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is no such resource.")
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let (_, _, status) = problem.kind.describe();
        let kind = match problem.kind {
            ProblemType::Invalid => Some(Type::InvalidValue),
            _ => None,
        };
        Self { status, kind, words: problem.words(), headers: problem.headers }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Problem::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
            "status": self.status.as_u16().to_string(),
            "detail": self.words,
        });
        if let Some(kind) = self.kind {
            body["scimType"] = kind.word().into();
        }
        let mut response = (self.status, body.to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA));
        for (name, value) in self.headers {
            headers.insert(name, value);
        }
        response
    }
}
