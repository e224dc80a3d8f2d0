//! Refuses parameters that a fixed route does not declare, in one place for all of them: a handler cannot forget it,
//! and what the OpenAPI document says is what is accepted. Resources check theirs against their definitions.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use cairn_engine::query::refuse_parameters;
use http::Method;

use crate::app::App;
use crate::problem::Problem;
use crate::{authentication, body, operations};

/// What the fixed operations declare, by method and path.
pub struct Declared(HashMap<(Method, String), Parameters>);

#[derive(Default)]
struct Parameters {
    names: Vec<String>,
    /// Whether someone who is not signed in may know about them.
    public: bool,
}

impl Declared {
    pub fn new() -> Self {
        let of_operation = |operation: cairn_describe::Operation| {
            let method = operation.method.word().to_uppercase().parse().unwrap_or_default();
            let parameters = Parameters { names: operation.query_names(), public: operation.public };
            ((method, operation.path), parameters)
        };
        Self(operations::fixed_operations().into_iter().map(of_operation).collect())
    }
}

const HEALTH: &str = "/api/health/";

pub async fn refuse_undeclared(
    State((app, declared)): State<(Arc<App>, Arc<Declared>)>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    // Monitoring may add a parameter that keeps the response out of caches.
    if path.as_str() == HEALTH {
        return Ok(next.run(request).await);
    }
    let (parts, content) = request.into_parts();
    let method = if parts.method == Method::HEAD { Method::GET } else { parts.method.clone() };
    let nothing = Parameters::default();
    let takes = declared.0.get(&(method, path.as_str().to_owned())).unwrap_or(&nothing);
    let names: Vec<&str> = takes.names.iter().map(String::as_str).collect();
    if let Err(refused) = refuse_parameters(&body::query(&parts).0, &names) {
        if !takes.public {
            authentication::sender(&app, &parts).await?;
        }
        return Err(refused.into());
    }
    Ok(next.run(Request::from_parts(parts, content)).await)
}
