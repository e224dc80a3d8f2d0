//! What several modules need: objects with only what must be given, and the journal.

use cairn_engine::Caller;
use cairn_model::{Type, Value};
use cairn_store::Sql;
use cairn_testkit::TestApp;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use uuid::Uuid;

/// Makes an object of any resource and answers its id.
pub async fn make(app: &TestApp, path: &str, body: Json) -> Uuid {
    app.admin.post(&format!("/api/{path}/"), body).await.is(201).id()
}

pub async fn asset(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "assets", json!({ "name": name, "folder": domain })).await
}

pub async fn control(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "applied-controls", json!({ "name": name, "folder": domain })).await
}

pub async fn evidence(app: &TestApp, domain: Uuid, name: &str) -> Uuid {
    make(app, "evidences", json!({ "name": name, "folder": domain })).await
}

/// The domain above all others.
pub async fn root(app: &TestApp) -> Uuid {
    app.admin.get("/api/folders/?content_type=GL").await.is(200).ids()[0]
}

/// The actor behind a user.
pub async fn actor_of(app: &TestApp, user: Uuid) -> Uuid {
    let found = app.admin.get(&format!("/api/actors/?user={user}")).await.is(200).ids();
    assert_eq!(found.len(), 1, "a user has one actor");
    found[0]
}

/// One field of an object, as it is read.
pub async fn field(app: &TestApp, path: &str, id: Uuid, name: &str) -> Json {
    app.admin.get(&format!("/api/{path}/{id}/")).await.is(200).body()[name].clone()
}

/// The plain ids of a many-relation.
pub async fn targets(app: &TestApp, path: &str, id: Uuid, name: &str) -> Vec<Uuid> {
    let object = app.admin.get(&format!("/api/{path}/{id}/object/")).await.is(200).body();
    serde_json::from_value(object[name].clone()).expect("a list of ids")
}

/// A row of the journal.
#[derive(Debug)]
pub struct Entry {
    pub seq: i64,
    pub at: i64,
    pub kind: String,
    pub resource: String,
    pub object: Option<Uuid>,
    pub name: String,
    pub folder: Option<Uuid>,
    pub origin: String,
    pub actor: Option<Uuid>,
    pub actor_label: String,
    pub token: Option<Uuid>,
    pub address: Option<String>,
    pub request: Option<String>,
    pub changes: Json,
    pub state: Option<Json>,
}

impl Entry {
    /// `updated assets`.
    pub fn what(&self) -> String {
        format!("{} {}", self.kind, self.resource)
    }
}

/// The last place in the journal: what is written later comes after it.
pub async fn mark(app: &TestApp) -> i64 {
    journal_since(app, 0).await.last().map_or(0, |entry| entry.seq)
}

/// Everything that was written after a mark.
pub async fn journal_since(app: &TestApp, mark: i64) -> Vec<Entry> {
    let mut sql = Sql::raw(
        "select seq, at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, token, address, \
         request, changes, state from journal where seq > ",
    );
    sql.bind(mark).push(" order by seq");
    let types = [
        Type::Int,
        Type::Time,
        Type::Text,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Text,
        Type::Json,
        Type::Json,
    ];
    let mut cx = app.engine.read(Arc::new(Caller::system())).await.expect("a connection");
    let rows = cx.conn.query(&sql, &types).await.expect("the journal is read");
    rows.iter().map(|row| entry(row)).collect()
}

fn entry(row: &[Value]) -> Entry {
    let text = |at: usize| row[at].as_str().map(str::to_owned);
    let json = |at: usize| row[at].as_str().map(|text| serde_json::from_str(text).expect("JSON"));
    Entry {
        seq: row[0].as_int().unwrap_or_default(),
        at: row[1].as_time().map_or(0, cairn_model::Timestamp::micros),
        kind: text(2).unwrap_or_default(),
        resource: text(3).unwrap_or_default(),
        object: row[4].as_uuid(),
        name: text(5).unwrap_or_default(),
        folder: row[6].as_uuid(),
        origin: text(7).unwrap_or_default(),
        actor: row[8].as_uuid(),
        actor_label: text(9).unwrap_or_default(),
        token: row[10].as_uuid(),
        address: text(11),
        request: text(12),
        changes: json(13).unwrap_or_default(),
        state: json(14),
    }
}
