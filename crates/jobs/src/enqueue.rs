//! Requesting a job.

use std::sync::Arc;

use cairn_engine::clock::new_id;
use cairn_engine::{Authority, Caller, Cx, Error, Result};
use cairn_model::{Timestamp, Type, Value};
use cairn_store::Sql;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::WORK;
use crate::job::Job;

/// How many queued or running jobs a person may have: a runaway script stops here.
pub const MOST_UNFINISHED: i64 = 20;

/// Requests a job, which exists once the context is committed. It runs with the caller's permissions at that time,
/// within the limits of their token now.
pub async fn enqueue<J: Job>(cx: &mut Cx, job: &J) -> Result<Uuid> {
    let caller = cx.authority.caller.clone();
    if let Some(user) = caller.user {
        if caller.limits.propose_only {
            return Err(Error::Forbidden("A propose-only token cannot start jobs.".into()));
        }
        let mut sql = Sql::raw("select count(*) from jobs where state in ('queued', 'running') and requested_by = ");
        sql.bind(user);
        let unfinished = cx.conn.query(&sql, &[Type::Int]).await?[0][0].as_int().unwrap_or_default();
        if unfinished >= MOST_UNFINISHED {
            let words = format!("You have {unfinished} unfinished jobs. Wait for some to finish, or cancel them.");
            return Err(Error::Conflict(words));
        }
    }
    let input = serde_json::to_value(job).map_err(|error| Error::internal(error.to_string()))?;
    let id = new_id(cx.engine.clock.now());
    let new = New { id, kind: J::KIND, name: &job.name(), input, due: cx.now };
    let insert = new.statement(cx);
    cx.conn.execute(&insert).await?;
    cx.leave_work(WORK);
    Ok(id)
}

/// Makes sure that one of Cairn's own jobs of a kind begins by a time, whoever the caller is: it works for nobody in
/// particular. One that is running does not count, since it may have looked already.
pub async fn ensure<J: Job>(cx: &mut Cx, job: &J, due: Timestamp) -> Result<()> {
    let mut sql = Sql::raw("select 1 from jobs where state = 'queued' and requested_by is null and kind = ");
    sql.bind(J::KIND).push(" and due_at <= ").bind(due).push(" limit 1");
    if !cx.conn.query(&sql, &[Type::Int]).await?.is_empty() {
        return Ok(());
    }
    let input = serde_json::to_value(job).map_err(|error| Error::internal(error.to_string()))?;
    let new = New { id: new_id(cx.engine.clock.now()), kind: J::KIND, name: &job.name(), input, due };
    let worker = Authority::new(Arc::new(Caller::worker()), cx.authority.snapshot.clone());
    let own = std::mem::replace(&mut cx.authority, worker);
    let insert = new.statement(cx);
    cx.authority = own;
    cx.conn.execute(&insert).await?;
    cx.leave_work(WORK);
    Ok(())
}

/// A job to be created.
pub(crate) struct New<'a> {
    pub id: Uuid,
    pub kind: &'a str,
    pub name: &'a str,
    pub input: Json,
    pub due: Timestamp,
}

impl New<'_> {
    pub fn statement(self, cx: &Cx) -> Sql {
        let caller = &cx.authority.caller;
        let (read_only, domain) = (caller.limits.read_only, caller.limits.folder);
        let name: String = self.name.chars().take(400).collect();
        let values: [Value; 14] = [
            self.id.into(),
            cx.now.into(),
            cx.now.into(),
            cx.root_folder().into(),
            name.into(),
            self.kind.into(),
            "queued".into(),
            caller.user.into(),
            caller.user.map(|_| caller.label.clone()).into(),
            read_only.into(),
            domain.into(),
            self.due.into(),
            Value::Json(self.input.to_string()),
            Value::Int(0),
        ];
        let mut sql = Sql::raw(
            "insert into jobs (id, created_at, updated_at, folder, name, kind, state, requested_by, requested_by_label, \
             limit_read_only, limit_folder, due_at, input, losses, progress, attempts) values (",
        );
        for (at, value) in values.into_iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(value);
        }
        sql.push(", 0, 0)");
        sql
    }
}
