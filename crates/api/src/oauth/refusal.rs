//! Refusals as OAuth 2.0 writes them (RFC 6749, section 5.2).

use axum::response::{IntoResponse, Response};
use cairn_auth::throttle::RetryAfter;
use cairn_engine::Error;
use http::{HeaderValue, StatusCode, header};
use serde_json::json;

use crate::problem::{Problem, ProblemType};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    InvalidRequest,
    InvalidClient,
    UnsupportedGrantType,
    InvalidScope,
    /// The instance does not let programs use the API.
    UnauthorizedClient,
    /// Too many attempts, or too many tokens.
    Busy,
    TooLarge,
    Unavailable,
    Failed,
}

impl Code {
    const fn describe(self) -> (&'static str, StatusCode) {
        match self {
            Self::InvalidRequest => ("invalid_request", StatusCode::BAD_REQUEST),
            Self::InvalidClient => ("invalid_client", StatusCode::UNAUTHORIZED),
            Self::UnsupportedGrantType => ("unsupported_grant_type", StatusCode::BAD_REQUEST),
            Self::InvalidScope => ("invalid_scope", StatusCode::BAD_REQUEST),
            Self::UnauthorizedClient => ("unauthorized_client", StatusCode::FORBIDDEN),
            Self::Busy => ("temporarily_unavailable", StatusCode::TOO_MANY_REQUESTS),
            Self::TooLarge => ("invalid_request", StatusCode::PAYLOAD_TOO_LARGE),
            Self::Unavailable => ("temporarily_unavailable", StatusCode::SERVICE_UNAVAILABLE),
            Self::Failed => ("server_error", StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

#[derive(Debug)]
pub struct Refusal {
    code: Code,
    words: String,
    /// Whether the client used HTTP authentication and is asked to try again.
    asks: bool,
    retry_after: Option<u64>,
}

impl Refusal {
    pub fn new(code: Code, words: impl Into<String>) -> Self {
        Self { code, words: words.into(), asks: false, retry_after: None }
    }

    pub fn request(words: impl Into<String>) -> Self {
        Self::new(Code::InvalidRequest, words)
    }

    /// With the challenge that HTTP authentication needs.
    pub fn asking(mut self) -> Self {
        self.asks = true;
        self
    }
}

impl From<RetryAfter> for Refusal {
    fn from(wait: RetryAfter) -> Self {
        let words = format!("Too many attempts. Wait {} seconds and try again.", wait.seconds);
        Self { retry_after: Some(wait.seconds), ..Self::new(Code::Busy, words) }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let code = match problem.kind {
            ProblemType::TooLarge => Code::TooLarge,
            ProblemType::ApiDisabled => Code::UnauthorizedClient,
            ProblemType::Unavailable | ProblemType::TooLong | ProblemType::StorageFull => Code::Unavailable,
            ProblemType::InternalError => Code::Failed,
            _ => Code::InvalidRequest,
        };
        Self::new(code, problem.words())
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Problem::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (error, status) = self.code.describe();
        let body = json!({ "error": error, "error_description": ascii(&self.words) });
        let mut response = (status, body.to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.asks {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"cairn\""));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// RFC 6749 allows printable ASCII without quotes and backslashes in a description.
fn ascii(words: &str) -> String {
    let plain = |letter: char| match letter {
        '“' | '”' | '"' | '’' => '\'',
        letter if letter.is_ascii_graphic() && letter != '\\' || letter == ' ' => letter,
        _ => '?',
    };
    words.chars().map(plain).collect()
}
