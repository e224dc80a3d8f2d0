//! Files in: every resource, all rows or none.

mod formats;
mod hostile;
mod outline;
mod rows;
mod templates;

use cairn_testkit::{Answer, Client};
use http::Method;
use serde_json::Value as Json;

/// Sends a file with the headers that say what it is.
pub async fn load(client: &Client, kind: &str, headers: &[(&str, &str)], file: impl Into<Vec<u8>>) -> Answer {
    let mut client = client.with("X-Model-Type", kind).with("Content-Disposition", "attachment; filename=rows.csv");
    for (name, value) in headers {
        client = client.with(name, value);
    }
    let body = axum::body::Body::from(file.into());
    client.send(Method::POST, "/api/data-wizard/load-file/", body, Some("application/octet-stream")).await
}

/// The report of an import that was taken.
pub async fn loaded(client: &Client, kind: &str, headers: &[(&str, &str)], file: &str) -> Json {
    load(client, kind, headers, file).await.is(200).body()["results"].clone()
}

/// The messages of an import that failed, with their rows.
pub async fn refused(client: &Client, kind: &str, headers: &[(&str, &str)], file: &str) -> Vec<(u64, String)> {
    let body = load(client, kind, headers, file).await.is(400).body();
    let errors = body["results"]["errors"].as_array().unwrap_or_else(|| panic!("no report: {body}"));
    errors.iter().map(|error| (error["row"].as_u64().unwrap(), error["error"].as_str().unwrap().to_owned())).collect()
}
