//! Notifications of changes, made in the transaction of the change.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use cairn_engine::journal::{Change, ChangeKind};
use cairn_engine::{Cx, Engine, Listener, Resource, Result};
use cairn_model::{Record, Type, Value};
use cairn_notify::{Kind, mentioned};
use cairn_resources::iam::User;
use cairn_resources::platform::Proposal;
use cairn_resources::risk::RiskAcceptance;
use cairn_resources::work::{Comment, Evidence, SecurityException, ValidationFlow};
use cairn_store::Sql;
use futures_util::future::BoxFuture;
use uuid::Uuid;

use super::make::{Told, make};
use super::people;

/// More names than anyone mentions in a comment.
const MOST_MENTIONED: usize = 20;

/// Is told of every change and notifies the people it concerns.
pub struct Notifier;

impl Listener for Notifier {
    fn does(&self) -> &'static str {
        "notifications"
    }

    fn before_commit<'a>(&'a self, cx: &'a mut Cx) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let changes = std::mem::take(&mut cx.changes);
            let result = notify(cx, &changes).await;
            cx.changes = changes;
            result
        })
    }

    fn work_waits(&self, _: &Arc<Engine>) {}
}

async fn notify(cx: &mut Cx, changes: &[Change]) -> Result<()> {
    forget_deleted(cx, changes).await?;
    let mut concerned = assigned(changes);
    concerned.extend(decided(cx, changes).await?);
    let named: BTreeSet<Uuid> = concerned.iter().flat_map(|one| one.named.iter().copied()).collect();
    let people = people::behind(cx, &named).await?;
    let (now, by) = (cx.now.micros(), cx.authority.caller.user);
    let mut told = Vec::new();
    for one in &concerned {
        for person in one.named.iter().filter_map(|named| people.get(named)).flatten() {
            // It may happen again to the same object, and is told again then.
            let key = format!("{}:{now}", one.about.1.simple());
            told.push(Told {
                about: Some(one.about),
                by,
                field: one.field,
                status: one.status.clone(),
                ..Told::to(*person, one.kind, key)
            });
        }
    }
    told.extend(mentions(cx, changes).await?);
    make(cx, told).await?;
    Ok(())
}

/// Nobody can open what is gone, and nobody is left to read what was for a deleted account.
async fn forget_deleted(cx: &mut Cx, changes: &[Change]) -> Result<()> {
    let deleted = changes.iter().filter(|change| change.kind == ChangeKind::Deleted);
    let ids: Vec<Uuid> = deleted.map(|change| change.object.id()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::raw("delete from notifications where about");
    sql.any(cx.conn.dialect(), Value::Uuids(ids.clone()));
    cx.conn.execute(&sql).await?;
    forget_recipients(cx, ids).await
}

/// Removes what was for some people, sent or not.
pub async fn forget_recipients(cx: &mut Cx, ids: Vec<Uuid>) -> Result<()> {
    for table in ["notifications", "mails"] {
        let mut sql = Sql::raw(format!("delete from {table} where recipient"));
        sql.any(cx.conn.dialect(), Value::Uuids(ids.clone()));
        cx.conn.execute(&sql).await?;
    }
    Ok(())
}

/// Actors and users whom a change concerns, by the ids that name them.
struct Concerned {
    kind: Kind,
    about: (&'static Resource, Uuid),
    named: Vec<Uuid>,
    field: Option<&'static str>,
    status: Option<String>,
}

/// Those who are named by an object now and were not before.
fn assigned(changes: &[Change]) -> Vec<Concerned> {
    let mut concerned = Vec::new();
    for change in changes.iter().filter(|change| change.kind != ChangeKind::Deleted) {
        for name in &change.changed {
            let Some(position) = change.resource.def.position(name) else { continue };
            if people::is_assignment(change.resource, change.resource.field(position)) {
                let named = added(change, position, name);
                let about = (change.resource, change.object.id());
                concerned.push(Concerned { kind: Kind::Assigned, about, named, field: Some(name), status: None });
            }
        }
    }
    concerned
}

/// Whom a field names that it did not name before.
fn added(change: &Change, position: usize, name: &str) -> Vec<Uuid> {
    let value = &change.object.values[position];
    let after = || value.as_uuid().into_iter().chain(value.as_uuids().iter().copied());
    if change.kind == ChangeKind::Created {
        return after().collect();
    }
    let difference = change.difference.as_ref().map(|all| &all[name]);
    match difference.and_then(|one| one.get("added")).and_then(|added| added.as_array()) {
        Some(added) => after().filter(|id| added.iter().any(|one| one.as_str() == Some(&id.to_string()))).collect(),
        // A reference to one person: who it names is new, or it would not have changed.
        None if value.as_uuid().is_some() => after().collect(),
        None => Vec::new(),
    }
}

/// Who learns of a decision.
enum Learns {
    /// Those that a field of the object names.
    Named(&'static str),
    /// The owners of the risk scenarios that were to be accepted.
    ScenarioOwners,
}

/// A field whose change to one of these values is a decision about an object.
struct Decision {
    path: &'static str,
    field: &'static str,
    values: &'static [&'static str],
    learns: Learns,
}

const DECISIONS: &[Decision] = &[
    Decision {
        path: ValidationFlow::PATH,
        field: "status",
        values: &["accepted", "rejected", "change_requested", "revoked", "expired"],
        learns: Learns::Named("requester"),
    },
    Decision {
        path: SecurityException::PATH,
        field: "status",
        values: &["approved", "rejected"],
        learns: Learns::Named("owners"),
    },
    Decision {
        path: Evidence::PATH,
        field: "status",
        values: &["approved", "rejected"],
        learns: Learns::Named("owner"),
    },
    Decision {
        path: RiskAcceptance::PATH,
        field: "state",
        values: &["accepted", "rejected", "revoked"],
        learns: Learns::ScenarioOwners,
    },
    Decision {
        path: Proposal::PATH,
        field: "status",
        values: &["approved", "rejected"],
        learns: Learns::Named("author"),
    },
];

async fn decided(cx: &mut Cx, changes: &[Change]) -> Result<Vec<Concerned>> {
    let mut concerned = Vec::new();
    for change in changes.iter().filter(|change| change.kind == ChangeKind::Updated) {
        let made = |one: &&Decision| one.path == change.resource.def.path && change.changed.contains(&one.field);
        let Some(decision) = DECISIONS.iter().find(made) else { continue };
        let status = change.object.get(decision.field).as_str().unwrap_or_default();
        if !decision.values.contains(&status) {
            continue;
        }
        let named = match decision.learns {
            Learns::Named(field) => {
                let value = change.object.get(field);
                value.as_uuid().into_iter().chain(value.as_uuids().iter().copied()).collect()
            }
            Learns::ScenarioOwners => scenario_owners(cx, change.object.get("risk_scenarios").as_uuids()).await?,
        };
        concerned.push(Concerned {
            kind: Kind::Decision,
            about: (change.resource, change.object.id()),
            named,
            field: Some(decision.field),
            status: Some(status.to_owned()),
        });
    }
    Ok(concerned)
}

async fn scenario_owners(cx: &mut Cx, scenarios: &[Uuid]) -> Result<Vec<Uuid>> {
    let mut sql = Sql::raw("select distinct target from risk_scenarios_owner where source");
    sql.any(cx.conn.dialect(), Value::Uuids(scenarios.to_vec()));
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// Those who are mentioned in comments, once for each comment.
async fn mentions(cx: &mut Cx, changes: &[Change]) -> Result<Vec<Told>> {
    let mut told = Vec::new();
    for change in changes {
        let is_said = change.kind != ChangeKind::Deleted && change.changed.contains(&"body");
        if change.resource.def.path != Comment::PATH || !is_said {
            continue;
        }
        let mut names = mentioned(change.object.get("body").as_str().unwrap_or_default());
        names.truncate(MOST_MENTIONED);
        let about = ["applied_control", "finding", "requirement_assessment"].into_iter().find_map(|field| {
            let position = change.resource.def.position(field)?;
            let target = change.resource.field(position).kind.target()?;
            Some((cx.registry().get(target), change.object.values[position].as_uuid()?))
        });
        let Some(about) = about else { continue };
        for person in called(cx, &names).await? {
            let key = change.object.id().simple().to_string();
            let by = cx.authority.caller.user;
            told.push(Told { about: Some(about), by, ..Told::new(person, Kind::Mention, key) });
        }
    }
    Ok(told)
}

/// The people with these addresses, or with these names before the @ of their address if nobody shares them.
async fn called(cx: &mut Cx, names: &[String]) -> Result<Vec<Uuid>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::raw(format!("select id, lower(email) from {} where is_active and (1 = 0", User::def().table));
    for name in names {
        let literal = name.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        sql.push(" or lower(email) = ").bind(name.as_str());
        sql.push(" or lower(email) like ").bind(format!("{literal}@%")).push(" escape '\\'");
    }
    sql.push(")");
    let mut by_name: HashMap<String, Vec<Uuid>> = HashMap::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await? {
        let (Some(id), Some(email)) = (row[0].as_uuid(), row[1].as_str()) else { continue };
        let (local, _) = email.rsplit_once('@').unwrap_or((email, ""));
        by_name.entry(local.to_owned()).or_default().push(id);
        by_name.entry(email.to_owned()).or_default().push(id);
    }
    let one = |name: &String| match by_name.get(name).map(Vec::as_slice) {
        Some([id]) => Some(*id),
        _ => None,
    };
    Ok(names.iter().filter_map(one).collect())
}
