//! Forgetting jobs that ended long ago, and what they made.

use cairn_engine::{Cx, Result};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::job::Job;
use crate::work::{Done, Work};

/// How long a file waits to be fetched.
const FILE_DAYS: i64 = 7;
/// How long a job that ended is shown.
const JOB_DAYS: i64 = 30;
/// A small bite at a time, so that no write waits long.
const BITE: i64 = 500;

/// Removes the files of jobs after a week, and the jobs themselves after a month.
#[derive(Serialize, Deserialize)]
pub struct ForgetJobs {}

impl Job for ForgetJobs {
    const KIND: &'static str = "forget-jobs";
    const NAME: &'static str = "Forget jobs that ended long ago";
    const SCHEDULE: Option<&'static str> = Some("40 3 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let (mut files, mut jobs) = work.checkpoint::<(usize, u64)>().unwrap_or_default();
        loop {
            let mut cx = work.write().await?;
            let old = with_old_files(&mut cx).await?;
            for id in &old {
                cx.engine.files.remove_output(*id).await?;
            }
            let forgotten = forget(&mut cx, &old).await?;
            files += old.len();
            jobs += forgotten;
            if old.len() < BITE as usize && forgotten < BITE as u64 {
                return work.finish(cx, json!({ "files": files, "jobs": jobs })).await;
            }
            work.keep(cx, &(files, jobs)).await?;
        }
    }
}

fn ended_before(sql: &mut Sql, limit: Timestamp) {
    sql.push(" state in ('done', 'failed', 'cancelled') and ended_at < ").bind(limit);
}

/// Jobs whose files have waited long enough. The file goes before the row forgets it: the other way round it could stay
/// for ever.
async fn with_old_files(cx: &mut Cx) -> Result<Vec<Uuid>> {
    let mut sql = Sql::raw("select id from jobs where file is not null and");
    ended_before(&mut sql, cx.now.plus_days(-FILE_DAYS));
    sql.push(" order by ended_at limit ").bind(BITE);
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

async fn forget(cx: &mut Cx, without_files: &[Uuid]) -> Result<u64> {
    let mut files = Sql::raw("update jobs set file = null where id");
    files.any(cx.conn.dialect(), Value::Uuids(without_files.to_vec()));
    cx.conn.execute(&files).await?;
    let mut sql = Sql::raw("delete from jobs where id in (select id from jobs where file is null and");
    ended_before(&mut sql, cx.now.plus_days(-JOB_DAYS));
    sql.push(" limit ").bind(BITE).push(")");
    Ok(cx.conn.execute(&sql).await?)
}
