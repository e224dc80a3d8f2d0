//! Numbers of earlier days. An object has a row for a day only if a number differs from the previous row, so what does
//! not change costs nothing.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::query::{among, column};
use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Date, Id, Type, Value};
use cairn_resources::metrology::{BuiltinMetricSample, MetricModel, Numbers};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::catalogue::{of_model, path};
use super::measure;
use crate::work::sight::visible;

const TABLE: &str = "metrology_builtin_metric_samples";

/// Records the numbers of domains and assessments.
#[derive(Serialize, Deserialize)]
pub struct MeasureDomains {}

/// The result.
#[derive(Serialize)]
struct Recorded {
    domains: usize,
    assessments: usize,
}

impl Job for MeasureDomains {
    const KIND: &'static str = "measure-domains";
    const NAME: &'static str = "Record the numbers of domains and assessments for trends";
    /// Several times a day: the last before midnight stays, and a machine that is off at night still has some.
    const SCHEDULE: Option<&'static str> = Some("50 5,11,17,23 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        // Counting takes time, and nobody should wait for it.
        let mut cx = work.read().await?;
        let today = cx.today();
        let mut counted = Vec::new();
        for model in MetricModel::ALL {
            let metrics = of_model(&cx, *model);
            let numbers = measure::numbers(&mut cx, &metrics, None).await?;
            counted.push((*model, places(&mut cx, *model).await?, numbers));
        }
        drop(cx);
        let mut cx = work.write().await?;
        let mut recorded = Recorded { domains: 0, assessments: 0 };
        for (model, places, numbers) in counted {
            let rows = record(&mut cx, model, today, &places, &numbers).await?;
            *(if model == MetricModel::Folder { &mut recorded.domains } else { &mut recorded.assessments }) += rows;
        }
        forget_deleted(&mut cx).await?;
        work.finish(cx, recorded).await
    }
}

/// All objects of a model with their domains. Those without any number are recorded as well.
async fn places(cx: &mut Cx, model: MetricModel) -> Result<Vec<(Uuid, Uuid)>> {
    if model == MetricModel::Folder {
        return Ok(cx.tree().iter().map(|node| (node.id, node.id)).collect());
    }
    let resource = cx.registry().get(path(model));
    let sql = visible(cx, resource).project(&format!("t.id, {}", column("t", resource.scope_column())));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_uuid()?))).collect())
}

/// Writes today's numbers where they differ from the last row. Returns how many objects have new ones.
pub(super) async fn record(
    cx: &mut Cx,
    model: MetricModel,
    today: Date,
    places: &[(Uuid, Uuid)],
    counted: &HashMap<Uuid, Numbers>,
) -> Result<usize> {
    let mut which = Sql::raw(format!("select object_id, max(date) from {TABLE} where content_type = "));
    which.bind(model.key()).push(" group by object_id");
    let last = lines(cx, which).await?;
    let mut recorded = 0;
    for (object, folder) in places {
        let numbers = counted.get(object).cloned().unwrap_or_default();
        let before = last.get(object).and_then(|days| days.values().next_back());
        if before == Some(&numbers) {
            continue;
        }
        let id: Id<BuiltinMetricSample> = cx.new_id();
        let now = cx.now;
        let mut sql = Sql::raw(format!(
            "insert into {TABLE} (id, created_at, updated_at, folder, content_type, object_id, date, numbers) values ("
        ));
        sql.bind(id.uuid()).push(", ").bind(now).push(", ").bind(now).push(", ").bind(*folder).push(", ");
        sql.bind(model.key()).push(", ").bind(*object).push(", ").bind(today).push(", ");
        sql.bind(Value::Json(serde_json::to_string(&numbers).unwrap_or_default()));
        sql.push(
            ") on conflict (object_id, date) do update set numbers = excluded.numbers, updated_at = excluded.updated_at",
        );
        cx.conn.execute(&sql).await?;
        recorded += 1;
    }
    Ok(recorded)
}

/// What no longer exists needs no numbers.
async fn forget_deleted(cx: &mut Cx) -> Result<()> {
    for model in MetricModel::ALL {
        let table = cx.registry().get(path(*model)).def.table;
        let mut sql = Sql::raw(format!("delete from {TABLE} where content_type = "));
        sql.bind(model.key()).push(&format!(" and object_id not in (select o.id from {table} o)"));
        cx.conn.execute(&sql).await?;
    }
    Ok(())
}

/// What is known of each object, by day.
pub type Known = HashMap<Uuid, BTreeMap<Date, Numbers>>;

/// What was recorded of a model since a day, with the row before it, which still applied at its start. Without objects,
/// of all.
pub async fn recorded(cx: &mut Cx, model: MetricModel, of: Option<&[Uuid]>, from: Option<Date>) -> Result<Known> {
    // A rebuilt past has only what is in the journal, and these rows are not.
    if !cx.is_present() {
        return Ok(Known::new());
    }
    let dialect = cx.conn.dialect();
    let narrow = |sql: &mut Sql| {
        sql.push(" and content_type = ").bind(model.key());
        if let Some(ids) = of {
            sql.push(" and ").append(among("object_id", ids, dialect));
        }
    };
    let mut known = Known::new();
    let mut sql = Sql::raw(format!("select object_id, date, numbers from {TABLE} where 1 = 1"));
    if let Some(from) = from {
        let mut newest = Sql::raw(format!("select object_id, max(date) from {TABLE} where date <= "));
        newest.bind(from);
        narrow(&mut newest);
        newest.push(" group by object_id");
        known = lines(cx, newest).await?;
        sql.push(" and date > ").bind(from);
    }
    narrow(&mut sql);
    read(cx, &sql, &mut known).await?;
    Ok(known)
}

/// The rows whose object and day a query returns.
async fn lines(cx: &mut Cx, which: Sql) -> Result<Known> {
    let mut known = Known::new();
    let mut sql = Sql::raw(format!("select object_id, date, numbers from {TABLE} where (object_id, date) in ("));
    sql.append(which).push(")");
    read(cx, &sql, &mut known).await?;
    Ok(known)
}

async fn read(cx: &mut Cx, sql: &Sql, into: &mut Known) -> Result<()> {
    for row in cx.conn.query(sql, &[Type::Uuid, Type::Date, Type::Json]).await? {
        if let (Some(object), Value::Date(day), Some(numbers)) = (row[0].as_uuid(), &row[1], row[2].as_str()) {
            into.entry(object).or_default().insert(*day, serde_json::from_str(numbers).unwrap_or_default());
        }
    }
    Ok(())
}
