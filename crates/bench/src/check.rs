//! Whether both servers answer with the same and leave the same behind.

use std::net::SocketAddr;

use anyhow::{Result, bail, ensure};
use cairn_model::Type;
use cairn_store::Sql;
use serde_json::{Value as Json, json};

use crate::data::{Data, WORD};
use crate::load::{Client, request};

/// The body of a create request, without a name of its own.
pub fn new_asset(data: &Data) -> Json {
    json!({
        "name": "",
        "folder": data.domain,
        "description": "Made while **measuring**, with an accent: évaluation.",
        "ref_id": "N-1",
        "type": "SP",
        "asset_class": data.class,
        "parent_assets": [data.assets[0], data.assets[1], data.assets[2]],
        "owner": [data.actors[0], data.actors[1], data.actors[2]],
        "filtering_labels": [data.labels[0], data.labels[1], data.labels[2]],
        "security_objectives": { "objectives": { "integrity": { "value": 3, "is_enabled": true } } },
    })
}

pub async fn same_answers(data: &Data, ours: SocketAddr, reference: SocketAddr) -> Result<()> {
    let mut clients = [Client::connect(ours).await?, Client::connect(reference).await?];
    let paths = [
        "/api/assets/?limit=20".to_owned(),
        "/api/assets/?limit=20&offset=40".to_owned(),
        format!("/api/assets/?search={WORD}&limit=20"),
        format!("/api/assets/{}/", data.assets[0]),
        format!("/api/assets/{}/", data.assets[9]),
    ];
    for path in &paths {
        let mut answers = Vec::new();
        for client in &mut clients {
            let (status, body) = client.send(&request("GET", path, &data.token, "")).await?;
            ensure!(status == 200, "{path}: {status} {}", String::from_utf8_lossy(&body));
            answers.push(body);
        }
        same(path, &serde_json::from_slice(&answers[0])?, &serde_json::from_slice(&answers[1])?)?;
    }
    let mut made = Vec::new();
    let mut patched = Vec::new();
    for (client, name) in clients.iter_mut().zip(["Made by A", "Made by B"]) {
        let mut body = new_asset(data);
        body["name"] = name.into();
        let (status, answer) = client.send(&request("POST", "/api/assets/", &data.token, &body.to_string())).await?;
        ensure!(status == 201, "create: {status} {}", String::from_utf8_lossy(&answer));
        let answer: Json = serde_json::from_slice(&answer)?;
        let path = format!("/api/assets/{}/", answer["id"].as_str().unwrap_or_default());
        made.push(answer);
        let body = json!({ "description": "Changed", "ref_id": "R-0" }).to_string();
        let (status, answer) = client.send(&request("PATCH", &path, &data.token, &body)).await?;
        ensure!(status == 200, "patch: {status} {}", String::from_utf8_lossy(&answer));
        patched.push(serde_json::from_slice(&answer)?);
    }
    same("create", &plain(&made[0]), &plain(&made[1]))?;
    same("patch", &plain(&patched[0]), &plain(&patched[1]))?;
    let left = [traces(data, &made[0]).await?, traces(data, &made[1]).await?];
    same("journal and search", &left[0], &left[1])
}

fn same(what: &str, ours: &Json, reference: &Json) -> Result<()> {
    match difference(ours, reference) {
        None => Ok(()),
        Some((place, ours, reference)) => bail!("{what}{place}: {ours} is not {reference}"),
    }
}

/// The first place where two documents differ, and what is there.
fn difference(a: &Json, b: &Json) -> Option<(String, Json, Json)> {
    let inside =
        |key: &str, found: Option<(String, Json, Json)>| found.map(|(place, a, b)| (format!(" → {key}{place}"), a, b));
    match (a, b) {
        (Json::Object(x), Json::Object(y)) if x.keys().eq(y.keys()) => {
            x.iter().find_map(|(key, value)| inside(key, difference(value, &y[key])))
        }
        (Json::Array(x), Json::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).enumerate().find_map(|(at, (x, y))| inside(&at.to_string(), difference(x, y)))
        }
        _ => (a != b).then(|| (String::new(), a.clone(), b.clone())),
    }
}

/// Without what differs between any two objects.
fn plain(asset: &Json) -> Json {
    let mut asset = asset.clone();
    for name in ["id", "created_at", "updated_at", "name"] {
        asset[name] = Json::Null;
    }
    asset
}

/// What a create and a patch left in the journal and in the search index.
async fn traces(data: &Data, asset: &Json) -> Result<Json> {
    let id: uuid::Uuid = serde_json::from_value(asset["id"].clone())?;
    let mut conn = data.engine.db.read().await?;
    let mut sql = Sql::raw(
        "select kind, resource, folder, origin, actor, actor_label, token, address, changes, state \
         from journal where object_id = ",
    );
    sql.bind(id).push(" order by seq");
    let types = [
        Type::Text,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Uuid,
        Type::Text,
        Type::Json,
        Type::Json,
    ];
    let mut left = Vec::new();
    for row in conn.query(&sql, &types).await? {
        let mut entry: Vec<Json> = row.iter().map(cairn_model::Value::to_json).collect();
        entry[8]["name"] = Json::Null;
        entry[9] = plain(&entry[9]);
        left.push(Json::Array(entry));
    }
    let mut sql = Sql::raw("select folder, is_published, body from search_documents where object_id = ");
    sql.bind(id);
    for row in conn.query(&sql, &[Type::Uuid, Type::Bool, Type::Text]).await? {
        left.push(row.iter().map(cairn_model::Value::to_json).collect());
    }
    ensure!(left.len() == 3, "expected two journal entries and a search document, found {}", left.len());
    Ok(Json::Array(left))
}
