//! Removes old jobs and their files.

use std::collections::HashSet;

use cairn_engine::{Cx, Result};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::job::Job;
use crate::work::{Done, Work};

/// How long a file can be downloaded.
const FILE_DAYS: i64 = 7;
/// How long a finished job is shown.
const JOB_DAYS: i64 = 30;
/// In small batches, so that no write waits long.
const BITE: i64 = 500;

/// Removes the files of jobs after a week, and the jobs themselves after a month.
#[derive(Serialize, Deserialize)]
pub struct ForgetJobs {}

impl Job for ForgetJobs {
    const KIND: &'static str = "forget-jobs";
    const NAME: &'static str = "Remove old jobs";
    const SCHEDULE: Option<&'static str> = Some("40 3 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut jobs = work.checkpoint::<u64>().unwrap_or_default();
        loop {
            let mut cx = work.write().await?;
            let without_files = forget_files(&mut cx).await?;
            let forgotten = forget_jobs(&mut cx).await?;
            jobs += forgotten;
            work.keep(cx, &jobs).await?;
            if without_files.max(forgotten) < BITE as u64 {
                break;
            }
        }
        let files = sweep(&work).await?;
        let cx = work.write().await?;
        work.finish(cx, json!({ "files": files, "jobs": jobs })).await
    }
}

fn ended_before(sql: &mut Sql, limit: Timestamp) {
    sql.push(" state in ('done', 'failed', 'cancelled') and ended_at < ").bind(limit);
}

/// Removes references to expired files.
async fn forget_files(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw("update jobs set file = null where id in (select id from jobs where file is not null and");
    ended_before(&mut sql, cx.now.plus_days(-FILE_DAYS));
    sql.push(" limit ").bind(BITE).push(")");
    Ok(cx.conn.execute(&sql).await?)
}

async fn forget_jobs(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw("delete from jobs where id in (select id from jobs where file is null and");
    ended_before(&mut sql, cx.now.plus_days(-JOB_DAYS));
    sql.push(" limit ").bind(BITE).push(")");
    Ok(cx.conn.execute(&sql).await?)
}

/// Removes files without a job, and returns how many: those that have just expired, and those of a process that died
/// between writing a file and its commit. A running job may be about to write its own.
async fn sweep(work: &Work) -> Result<usize> {
    let files = work.engine().files.clone();
    let mut removed = 0;
    for ids in files.outputs().await?.chunks(BITE as usize) {
        let mut cx = work.read().await?;
        let mut sql = Sql::raw("select id from jobs where (file is not null or state in ('queued', 'running')) and id");
        sql.any(cx.conn.dialect(), Value::Uuids(ids.to_vec()));
        let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
        drop(cx);
        let known: HashSet<Uuid> = rows.iter().filter_map(|row| row[0].as_uuid()).collect();
        for id in ids.iter().filter(|id| !known.contains(id)) {
            files.remove_output(*id).await?;
            removed += 1;
        }
    }
    Ok(removed)
}
