//! Loads the facts that access decisions are based on from the database.
//!
//! A counter in the database changes with every change to the tree, roles and people. Each process keeps a snapshot
//! and reloads it when the counter has moved, so that several servers agree.

use std::collections::HashMap;

use cairn_access::{AssignmentFact, Facts, FolderFact, RoleFact, SessionFacts, Snapshot, TeamFact, UserFact};
use cairn_model::zone::zone;
use cairn_model::{Type, Value};
use cairn_store::{Conn, Db, Sql};
use uuid::Uuid;

use crate::error::Result;
use crate::registry::Registry;

const VERSION: &str = "select version from access_version";

pub async fn version(conn: &mut Conn) -> Result<i64> {
    let rows = conn.query(&Sql::raw(VERSION), &[Type::Int]).await?;
    Ok(number(&rows))
}

/// Begins a transaction and returns the version that it sees.
pub async fn begin(db: &Db) -> Result<(Conn, i64)> {
    let (conn, rows) = db.write_with(&Sql::raw(VERSION), &[Type::Int]).await?;
    Ok((conn, number(&rows)))
}

/// Begins a transaction that must see the expected version; otherwise its first statement fails as a collision.
pub async fn begin_expecting(db: &Db, version: i64) -> Result<Conn> {
    Ok(db.write_expecting(Sql::raw(VERSION), version).await?)
}

fn number(rows: &[Vec<Value>]) -> i64 {
    rows.first().and_then(|row| row[0].as_int()).unwrap_or_default()
}

/// Records a change to the facts; the new number is the version of the snapshot that includes it.
pub async fn bump(conn: &mut Conn) -> Result<i64> {
    conn.execute(&Sql::raw("update access_version set version = version + 1")).await?;
    version(conn).await
}

pub async fn load(conn: &mut Conn, registry: &Registry, version: i64) -> Result<Snapshot> {
    let facts = facts(conn).await?;
    Ok(Snapshot::new(version, facts, registry.permissions().clone()))
}

async fn facts(conn: &mut Conn) -> Result<Facts> {
    use Type::{Bool, Json, Text, Uuid as Key};
    let mut answers = conn
        .query_all(&[
            (
                Sql::raw("select id, name, parent_folder, content_type, is_published from folders"),
                vec![Key, Text, Key, Text, Bool],
            ),
            (
                Sql::raw(
                    "select u.id, a.id, u.is_active, u.is_third_party, u.expiry_date is not null, \
                     u.preferences, u.is_service_account from users u left join actors a on a.\"user\" = u.id",
                ),
                vec![Key, Key, Bool, Bool, Bool, Json, Bool],
            ),
            (Sql::raw("select source, target from users_user_groups"), vec![Key, Key]),
            (Sql::raw("select id, code, name from roles"), vec![Key, Text, Text]),
            (
                Sql::raw("select l.source, p.codename from roles_permissions l join permissions p on p.id = l.target"),
                vec![Key, Text],
            ),
            (
                Sql::raw("select id, \"user\", user_group, role, is_recursive from role_assignments"),
                vec![Key, Key, Key, Key, Bool],
            ),
            (Sql::raw("select source, target from role_assignments_perimeter_folders"), vec![Key, Key]),
            (Sql::raw("select id, \"user\", role, is_recursive from iam_service_accounts"), vec![Key, Key, Key, Bool]),
            (
                Sql::raw(
                    "select l.source, p.codename from iam_service_accounts_permissions l \
                     join permissions p on p.id = l.target",
                ),
                vec![Key, Text],
            ),
            (Sql::raw("select source, target from iam_service_accounts_folders"), vec![Key, Key]),
            (
                Sql::raw(
                    "select a.id, t.leader from teams t join actors a on a.team = t.id where t.leader is not null \
                     union select a.id, l.target from teams_deputies l join actors a on a.team = l.source \
                     union select a.id, l.target from teams_members l join actors a on a.team = l.source",
                ),
                vec![Key, Key],
            ),
            // A change to the settings increments the version too, so that every process notices.
            (
                Sql::raw(
                    "select name, value from settings_global where name in ('general', 'sign-in', 'infra-config')",
                ),
                vec![Text, Json],
            ),
        ])
        .await?
        .into_iter();
    let mut next = || answers.next().unwrap_or_default();
    let (folders, users, groups, roles, grants, assignments, places) =
        (next(), next(), next(), next(), next(), next(), next());
    let (programs, own_grants, own_places, people, groups_of_settings) = (next(), next(), next(), next(), next());

    let mut groups_of = pairs(&groups);
    let mut places_of = pairs(&places);
    let mut permissions_of: HashMap<Uuid, Vec<String>> = HashMap::new();
    for row in &grants {
        permissions_of.entry(key(&row[0])).or_default().push(text(&row[1]));
    }
    let mut own_permissions: HashMap<Uuid, Vec<String>> = HashMap::new();
    for row in &own_grants {
        own_permissions.entry(key(&row[0])).or_default().push(text(&row[1]));
    }
    let mut own_places_of = pairs(&own_places);
    let group = |name: &str| groups_of_settings.iter().find(|row| text(&row[0]) == name).map(|row| row[1].to_json());
    let settings = group("general").map(|general| texts(&general)).unwrap_or_default();
    let (sign_in, infra) = (group("sign-in").unwrap_or_default(), group("infra-config").unwrap_or_default());
    let networks = infra["ip_allow_list"].as_array().into_iter().flatten();
    Ok(Facts {
        folders: folders
            .iter()
            .map(|row| FolderFact {
                id: key(&row[0]),
                name: text(&row[1]),
                parent: row[2].as_uuid(),
                kind: text(&row[3]),
                is_published: flag(&row[4]),
            })
            .collect(),
        users: users
            .iter()
            .map(|row| UserFact {
                id: key(&row[0]),
                actor: row[1].as_uuid(),
                is_active: flag(&row[2]),
                is_third_party: flag(&row[3]),
                is_service_account: flag(&row[6]),
                expires: flag(&row[4]),
                language: row[5].to_json()["lang"].as_str().map(str::to_owned),
                groups: groups_of.remove(&key(&row[0])).unwrap_or_default(),
            })
            .collect(),
        roles: roles
            .iter()
            .map(|row| RoleFact {
                id: key(&row[0]),
                code: row[1].as_str().map(str::to_owned),
                name: text(&row[2]),
                permissions: permissions_of.remove(&key(&row[0])).unwrap_or_default(),
            })
            .chain(programs.iter().filter(|row| row[2].as_uuid().is_none()).map(|row| RoleFact {
                // A service account with permissions of its own is a role that only it has.
                id: key(&row[0]),
                code: None,
                name: String::new(),
                permissions: own_permissions.remove(&key(&row[0])).unwrap_or_default(),
            }))
            .collect(),
        assignments: assignments
            .iter()
            .map(|row| AssignmentFact {
                id: key(&row[0]),
                user: row[1].as_uuid(),
                group: row[2].as_uuid(),
                role: key(&row[3]),
                folders: places_of.remove(&key(&row[0])).unwrap_or_default(),
                recursive: flag(&row[4]),
            })
            .chain(programs.iter().map(|row| AssignmentFact {
                id: key(&row[0]),
                user: row[1].as_uuid(),
                group: None,
                role: row[2].as_uuid().unwrap_or_else(|| key(&row[0])),
                folders: own_places_of.remove(&key(&row[0])).unwrap_or_default(),
                recursive: flag(&row[3]),
            }))
            .collect(),
        teams: pairs(&people).into_iter().map(|(actor, people)| TeamFact { actor, people }).collect(),
        time_zone: settings.get("time_zone").and_then(|name| zone(name)),
        settings,
        sessions: SessionFacts {
            days: sign_in["session_days"].as_i64(),
            idle_minutes: sign_in["idle_minutes"].as_i64(),
        },
        allowed_networks: networks.filter_map(|one| one.as_str().map(str::to_owned)).collect(),
    })
}

fn pairs(rows: &[Vec<Value>]) -> HashMap<Uuid, Vec<Uuid>> {
    let mut all: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for row in rows {
        all.entry(key(&row[0])).or_default().push(key(&row[1]));
    }
    all
}

/// The general settings that are text.
fn texts(general: &serde_json::Value) -> HashMap<String, String> {
    let all = general.as_object().into_iter().flatten();
    all.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

fn key(value: &Value) -> Uuid {
    value.as_uuid().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn flag(value: &Value) -> bool {
    value.as_bool().unwrap_or_default()
}
