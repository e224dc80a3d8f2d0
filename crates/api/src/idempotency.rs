//! `Idempotency-Key`: a repeated POST gets the first response again.
//!
//! The response is stored in the transaction of the change, so neither exists without the other.

use axum::response::Response;
use cairn_engine::{Cx, Error};
use cairn_model::{Type, Value};
use cairn_store::Sql;
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use sha2::{Digest, Sha256};

use crate::problem::{Problem, ProblemType};
use crate::resources::json_bytes;

/// How long a response can be repeated.
const HOURS: i64 = 24;

/// A key with what it was sent for.
pub struct Key {
    key: String,
    fingerprint: String,
}

pub struct Answer {
    pub status: StatusCode,
    pub body: Vec<u8>,
    /// What only the first response shows; it is not stored for a replay.
    pub revealed: serde_json::Map<String, serde_json::Value>,
    /// Whether it was given before.
    is_replay: bool,
}

impl Answer {
    pub fn new(status: StatusCode, body: Vec<u8>) -> Self {
        Self { status, body, revealed: serde_json::Map::new(), is_replay: false }
    }

    pub fn into_response(self) -> Response {
        let mut response = json_bytes(self.status, reveal(self.body, &self.revealed));
        if self.is_replay {
            response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
        }
        response
    }
}

/// Adds what is shown once to an object that is already rendered.
pub fn reveal(mut body: Vec<u8>, revealed: &serde_json::Map<String, serde_json::Value>) -> Vec<u8> {
    if revealed.is_empty() || body.pop() != Some(b'}') {
        return body;
    }
    for (name, value) in revealed {
        body.extend_from_slice(format!(",{}:{value}", serde_json::Value::from(name.as_str())).as_bytes());
    }
    body.push(b'}');
    body
}

impl Key {
    /// The key of a request, if it has one.
    pub fn of(request: &Parts) -> Result<Option<String>, Problem> {
        let Some(header) = request.headers.get("idempotency-key") else { return Ok(None) };
        match header.to_str() {
            Ok(key) if !key.is_empty() && key.len() <= 255 => Ok(Some(key.to_owned())),
            _ => Err(Error::field("Idempotency-Key", "Must be 1 to 255 printable ASCII characters.").into()),
        }
    }

    pub fn new(key: String, path: &str, body: &[u8]) -> Self {
        let mut hash = Sha256::new();
        hash.update(path.as_bytes());
        hash.update([0]);
        hash.update(body);
        let fingerprint = hex::encode(hash.finalize());
        Self { key, fingerprint }
    }

    /// A key belongs to one request by one token: the response for a wider token is not for a narrower one.
    fn fingerprint_for(&self, cx: &Cx) -> String {
        let token = cx.authority.caller.token.map(|token| token.to_string()).unwrap_or_default();
        format!("{}{token}", self.fingerprint)
    }

    /// The earlier response. Two requests with the same key wait for each other.
    pub async fn earlier(&self, cx: &mut Cx) -> Result<Option<Answer>, Problem> {
        let user = cx.authority.caller.user.unwrap_or_default();
        cx.conn.lock(&format!("idempotency {user} {}", self.key)).await?;
        let mut old = Sql::raw("delete from idempotency_keys where at < ");
        old.bind(cx.now.plus_seconds(-HOURS * 3600));
        cx.conn.execute(&old).await?;
        let mut sql = Sql::raw("select fingerprint, status, body from idempotency_keys where \"user\" = ");
        sql.bind(user).push(" and key = ").bind(self.key.as_str());
        let rows = cx.conn.query(&sql, &[Type::Text, Type::Int, Type::Bytes]).await?;
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        if row[0].as_str() != Some(&self.fingerprint_for(cx)) {
            return Err(Problem::new(
                ProblemType::Conflict,
                "This Idempotency-Key was already used for a different request. Use a new one.",
            ));
        }
        let status = row[1].as_int().and_then(|code| StatusCode::from_u16(code as u16).ok()).unwrap_or(StatusCode::OK);
        let body = match row.into_iter().nth(2) {
            Some(Value::Bytes(body)) => body,
            _ => Vec::new(),
        };
        Ok(Some(Answer { is_replay: true, ..Answer::new(status, body) }))
    }

    /// Keeps the answer for later.
    pub async fn remember(&self, cx: &mut Cx, answer: &Answer) -> Result<(), Problem> {
        let user = cx.authority.caller.user.unwrap_or_default();
        let mut sql = Sql::raw("insert into idempotency_keys (\"user\", key, fingerprint, status, body, at) values (");
        sql.bind(user).push(", ").bind(self.key.as_str()).push(", ").bind(self.fingerprint_for(cx).as_str()).push(", ");
        sql.bind(i64::from(answer.status.as_u16())).push(", ").bind(answer.body.clone()).push(", ").bind(cx.now);
        sql.push(")");
        cx.conn.execute(&sql).await?;
        Ok(())
    }
}
