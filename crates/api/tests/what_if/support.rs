//! What several modules need.

use std::sync::Arc;

use cairn_engine::Caller;
use cairn_model::Type;
use cairn_store::Sql;
use cairn_testkit::{Client, TestApp};
use serde_json::{Value as Json, json};
use uuid::Uuid;

pub const DRAFTS: &str = "/api/what-if-drafts/";

pub async fn make(app: &TestApp, path: &str, body: Json) -> Uuid {
    app.admin.post(&format!("/api/{path}/"), body).await.is(201).id()
}

pub async fn asset(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "assets", json!({ "name": name, "folder": domain, "is_published": false })).await
}

pub async fn control(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "applied-controls", json!({ "name": name, "folder": domain, "is_published": false })).await
}

/// A draft of someone in a domain.
pub async fn draft(author: &Client, domain: Uuid) -> Uuid {
    author.post(DRAFTS, json!({ "name": "Next year", "folder": domain })).await.is(201).id()
}

pub fn of(id: Uuid, action: &str) -> String {
    format!("{DRAFTS}{id}/{action}")
}

/// A path in a draft.
pub fn within(path: &str, draft: Uuid) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    format!("{path}{mark}draft={draft}")
}

/// The last place in the journal.
pub async fn mark(app: &TestApp) -> i64 {
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.expect("a connection");
    cairn_engine::journal::last(&mut cx.conn).await.expect("the journal")
}

/// What was written after a mark: `updated assets`, with who did it.
pub async fn journal_since(app: &TestApp, mark: i64) -> Vec<(String, String)> {
    let mut sql = Sql::raw("select kind, resource, actor_label from journal where seq > ");
    sql.bind(mark).push(" order by seq");
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.expect("a connection");
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Text, Type::Text]).await.expect("the journal");
    let text = |value: &cairn_model::Value| value.as_str().unwrap_or_default().to_owned();
    rows.iter().map(|row| (format!("{} {}", text(&row[0]), text(&row[1])), text(&row[2]))).collect()
}

/// The times that changes leave in objects.
const STAMPS: [&str; 6] = ["resolved_at", "timestamp", "accepted_at", "rejected_at", "revoked_at", "expired_at"];

/// A list, an object or anything else without the times at which things were written, which differ by nature. Of the
/// times that a change leaves in an object, it counts whether there is one.
pub fn timeless(mut json: Json) -> Json {
    fn walk(json: &mut Json) {
        match json {
            Json::Object(fields) => {
                for time in ["created_at", "updated_at"] {
                    fields.remove(time);
                }
                for (_, value) in fields.iter_mut().filter(|(name, _)| STAMPS.contains(&name.as_str())) {
                    *value = Json::Bool(!value.is_null());
                }
                fields.values_mut().for_each(walk);
            }
            Json::Array(all) => all.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut json);
    json
}
