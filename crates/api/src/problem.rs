//! Errors as RFC 9457 problem bodies, with a closed list of types.

use axum::response::{IntoResponse, Response};
use cairn_engine::{Error, FieldErrors};
use http::{HeaderName, HeaderValue, StatusCode, header};
use serde_json::json;

/// What went wrong, for programs. The list is part of the API: names stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemType {
    Invalid,
    NotAuthenticated,
    PermissionDenied,
    ApiDisabled,
    CsrfFailed,
    NotFound,
    MethodNotAllowed,
    Conflict,
    LostUpdate,
    TooLarge,
    UnsupportedMediaType,
    Throttled,
    Unavailable,
    TooLong,
    StorageFull,
    InternalError,
}

impl ProblemType {
    pub const ALL: &'static [Self] = &[
        Self::Invalid,
        Self::NotAuthenticated,
        Self::PermissionDenied,
        Self::ApiDisabled,
        Self::CsrfFailed,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::Conflict,
        Self::LostUpdate,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::Throttled,
        Self::Unavailable,
        Self::TooLong,
        Self::StorageFull,
        Self::InternalError,
    ];

    /// The public identifier, the words for people, and the status.
    pub const fn describe(self) -> (&'static str, &'static str, StatusCode) {
        match self {
            Self::Invalid => ("invalid", "Invalid request", StatusCode::BAD_REQUEST),
            Self::NotAuthenticated => ("not_authenticated", "Authentication required", StatusCode::UNAUTHORIZED),
            Self::PermissionDenied => ("permission_denied", "Permission denied", StatusCode::FORBIDDEN),
            Self::ApiDisabled => ("api_disabled", "API access is disabled", StatusCode::FORBIDDEN),
            Self::CsrfFailed => ("csrf_failed", "CSRF check failed", StatusCode::FORBIDDEN),
            Self::NotFound => ("not_found", "Not found", StatusCode::NOT_FOUND),
            Self::MethodNotAllowed => ("method_not_allowed", "Method not allowed", StatusCode::METHOD_NOT_ALLOWED),
            Self::Conflict => ("conflict", "Conflict", StatusCode::CONFLICT),
            Self::LostUpdate => {
                ("lost_update", "The object changed while you were editing", StatusCode::PRECONDITION_FAILED)
            }
            Self::TooLarge => ("too_large", "Request too large", StatusCode::PAYLOAD_TOO_LARGE),
            Self::UnsupportedMediaType => {
                ("unsupported_media_type", "Unsupported media type", StatusCode::UNSUPPORTED_MEDIA_TYPE)
            }
            Self::Throttled => ("throttled", "Too many requests", StatusCode::TOO_MANY_REQUESTS),
            Self::Unavailable => ("unavailable", "Temporarily unavailable", StatusCode::SERVICE_UNAVAILABLE),
            Self::TooLong => ("too_long", "This takes too long", StatusCode::SERVICE_UNAVAILABLE),
            Self::StorageFull => ("storage_full", "Storage full", StatusCode::INSUFFICIENT_STORAGE),
            Self::InternalError => ("internal_error", "Internal server error", StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

/// A problem to send to the caller.
#[derive(Debug)]
pub struct Problem {
    pub kind: ProblemType,
    pub detail: String,
    pub errors: FieldErrors,
    /// The report of work that failed in parts.
    pub results: Option<Box<serde_json::Value>>,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Whether another write conflicted, so that this one can run again.
    pub collided: bool,
}

impl Problem {
    pub fn new(kind: ProblemType, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
            errors: FieldErrors::default(),
            results: None,
            headers: Vec::new(),
            collided: false,
        }
    }

    #[must_use]
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }

    /// What is wrong, in one text.
    pub fn words(&self) -> String {
        let said: Vec<&str> = self.errors.0.values().flatten().map(String::as_str).collect();
        if said.is_empty() { self.detail.clone() } else { said.join(" ") }
    }

    pub fn not_authenticated(detail: impl Into<String>) -> Self {
        Self::new(ProblemType::NotAuthenticated, detail).header(header::WWW_AUTHENTICATE, "Token")
    }

    pub fn not_found() -> Self {
        Self::new(ProblemType::NotFound, "There is nothing at this path.")
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::Invalid(errors) => Self {
                errors,
                ..Self::new(ProblemType::Invalid, "Some fields are invalid. See “errors” for details.")
            },
            Error::NotFound(_) => Self::new(ProblemType::NotFound, detail),
            Error::Forbidden(_) => Self::new(ProblemType::PermissionDenied, detail),
            Error::Conflict(_) => Self::new(ProblemType::Conflict, detail),
            Error::Collision(reason) => {
                // It runs again; the caller is told only when that is given up.
                tracing::debug!(reason, "a write conflicted with another");
                Self { collided: true, ..Self::new(ProblemType::Conflict, detail) }
            }
            Error::LostUpdate => Self::new(ProblemType::LostUpdate, detail),
            Error::TooLarge(_) => Self::new(ProblemType::TooLarge, detail),
            Error::Unavailable(reason) => {
                tracing::error!(reason, "the database cannot be reached");
                Self::new(ProblemType::Unavailable, detail).header(header::RETRY_AFTER, "5")
            }
            Error::TooLong => Self::new(ProblemType::TooLong, detail),
            Error::Full => {
                tracing::error!("the disk or the database is full");
                Self::new(ProblemType::StorageFull, detail)
            }
            Error::Internal(reason) => {
                // The caller only gets the reference; the reason is in the log.
                let reference = format!("{:012x}", rand::random::<u64>() >> 16);
                tracing::error!(reference, reason, "internal error");
                Self::new(
                    ProblemType::InternalError,
                    format!(
                        "An unexpected error occurred. If it persists, contact your operator and quote the reference {reference}."
                    ),
                )
            }
        }
    }
}

impl From<cairn_store::StoreError> for Problem {
    fn from(error: cairn_store::StoreError) -> Self {
        Error::from(error).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (name, title, status) = self.kind.describe();
        let mut body = json!({ "type": name, "title": title, "status": status.as_u16(), "detail": self.detail });
        if !self.errors.is_empty() {
            body["errors"] = json!(self.errors.0);
        }
        if let Some(results) = self.results {
            body["results"] = *results;
        }
        let mut response = (status, body.to_string()).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        for (name, value) in self.headers {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
