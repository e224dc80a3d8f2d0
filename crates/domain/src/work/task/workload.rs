//! How much there is to do, and who has to do it.

use cairn_engine::query::ListParams;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Type};
use cairn_resources::iam::{Actor, Folder};
use cairn_resources::work::{TaskNode, TaskStatus, TaskTemplate};
use cairn_store::Sql;
use chrono::Days;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::work::sight::is_visible;

const DAYS: u64 = 30;
const MOST_DAYS: u64 = 366;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Narrowed {
    /// How many days ahead counts as soon, up to 366. Defaults to 30.
    #[serde(default)]
    pub days: Option<u64>,
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Workload {
    /// People and teams, those with the most overdue first. What is assigned to several counts for each.
    pub actors: Vec<ActorLoad>,
    /// Domains, those with the most overdue first.
    pub domains: Vec<DomainLoad>,
}

#[derive(Debug, Serialize, Describe)]
pub struct ActorLoad {
    pub id: Uuid,
    pub str: String,
    /// `user` or `team`.
    pub r#type: String,
    /// Occurrences that are not done yet and due up to the last of these days, or overdue.
    pub open: i64,
    pub due: i64,
    pub overdue: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct DomainLoad {
    pub id: Uuid,
    pub str: String,
    pub open: i64,
    pub due: i64,
    pub overdue: i64,
}

pub async fn workload(cx: &mut Cx, wanted: Narrowed) -> Result<Workload> {
    let days = wanted.days.unwrap_or(DAYS);
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(Error::field("days", format!("Must be from 1 to {MOST_DAYS}.")));
    }
    let today = cx.today();
    let soon = today.checked_add_days(Days::new(days)).unwrap_or(today);
    let mut params: Vec<(String, String)> = vec![
        ("status__in".to_owned(), TaskStatus::OPEN.iter().map(|status| status.key()).collect::<Vec<_>>().join(",")),
        ("due_date__lte".to_owned(), soon.to_string()),
    ];
    params.extend(wanted.within.map(|domain| ("within".to_owned(), domain)));
    let open =
        ListParams(params).select(cx, cx.resource::<TaskNode>())?.project("t.task_template, t.folder, t.due_date");
    let mut counts = Sql::raw("count(*), sum(case when n.due_date >= ");
    counts.bind(today).push(" then 1 else 0 end), sum(case when n.due_date < ").bind(today);
    counts.push(" then 1 else 0 end) as overdue");
    Ok(Workload { actors: actors(cx, open.clone(), counts.clone()).await?, domains: domains(cx, open, counts).await? })
}

async fn actors(cx: &mut Cx, open: Sql, counts: Sql) -> Result<Vec<ActorLoad>> {
    let tasks = cx.resource::<TaskTemplate>();
    let relation = tasks.relation("assigned_to").expect("tasks are assigned");
    let mut sql = Sql::raw("select a.id, a.name, a.type, ");
    sql.append(counts).push(" from (").append(open).push(&format!(
        ") n join {} w on w.id = n.task_template join {} l on l.{} = w.id join {} a on a.id = l.{} where ",
        tasks.def.table,
        relation.table,
        relation.own,
        cx.resource::<Actor>().def.table,
        relation.other,
    ));
    sql.append(is_visible::<TaskTemplate>(cx, "w")).push(" and ").append(is_visible::<Actor>(cx, "a"));
    sql.push(" group by a.id, a.name, a.type order by overdue desc, 4 desc, lower(a.name), a.id");
    let types = [Type::Uuid, Type::Text, Type::Text, Type::Int, Type::Int, Type::Int];
    let rows = cx.conn.query(&sql, &types).await?;
    let load = rows.iter().filter_map(|row| {
        Some(ActorLoad {
            id: row[0].as_uuid()?,
            str: row[1].as_str()?.to_owned(),
            r#type: row[2].as_str()?.to_owned(),
            open: row[3].as_int()?,
            due: row[4].as_int()?,
            overdue: row[5].as_int()?,
        })
    });
    Ok(load.collect())
}

async fn domains(cx: &mut Cx, open: Sql, counts: Sql) -> Result<Vec<DomainLoad>> {
    let mut sql = Sql::raw("select f.id, f.name, ");
    let folders = cx.resource::<Folder>().def.table;
    sql.append(counts).push(" from (").append(open).push(&format!(") n join {folders} f on f.id = n.folder where "));
    sql.append(is_visible::<Folder>(cx, "f"));
    sql.push(" group by f.id, f.name order by overdue desc, 3 desc, lower(f.name), f.id");
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Int, Type::Int, Type::Int]).await?;
    let load = rows.iter().filter_map(|row| {
        Some(DomainLoad {
            id: row[0].as_uuid()?,
            str: row[1].as_str()?.to_owned(),
            open: row[2].as_int()?,
            due: row[3].as_int()?,
            overdue: row[4].as_int()?,
        })
    });
    Ok(load.collect())
}
