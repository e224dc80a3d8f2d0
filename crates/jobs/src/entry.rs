//! Jobs as people see them: what they requested, its progress, and how to stop it.

use cairn_engine::action::{Content, Download, Note};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, action};
use cairn_model::{Describe, Record, Ref};
use cairn_resources::platform::{Job, JobState};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use crate::WORK;

pub const ENTRY: Entry =
    Entry::of::<Job>().module(Module::Instance, "list-todo").rank(30).roles("v v v v v v v v").log().sight(sight).actions(&[
        action!(POST "cancel", item, View, cancel: Nothing => Changed, "Cancels a queued or running job. Unfinished work is rolled back."),
        action!(POST "retry", item, View, retry: Nothing => Changed, "Runs a failed or cancelled job again, with a fresh set of attempts."),
        action!(GET "download", item, View, download: Nothing => file &["text/csv", XLSX, "application/x-ndjson", "application/zip"], "The job's file, available for a week to whoever started the job."),
    ]);

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// People who see everything see all jobs; others see what they requested. A token limited to a domain sees what was
/// requested with the same limit: jobs of the same person's other tokens may reveal more than it may see.
fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    if cx.authority.sees_everything() {
        return None;
    }
    let caller = &cx.authority.caller;
    let mut sql = Sql::raw(format!("({alias}.requested_by = "));
    sql.bind(caller.user.unwrap_or_default());
    if let Some(folder) = caller.limits.folder {
        sql.push(&format!(" and {alias}.limit_folder = ")).bind(folder);
    }
    sql.push(")");
    Some(sql)
}

/// A job after it was changed.
#[derive(Serialize, Describe)]
pub struct Changed {
    pub id: Uuid,
    pub name: String,
    pub state: String,
}

/// Whoever sees a job may cancel it or run it again, unless their token is read-only.
async fn changeable(cx: &mut Cx, id: Uuid) -> Result<Job> {
    if cx.authority.caller.limits.read_only {
        return Err(Error::Forbidden("A read-only token cannot change jobs.".into()));
    }
    cx.get(id).await
}

async fn cancel(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Changed> {
    let job = changeable(cx, id).await?;
    // Without the lease, it cannot commit: whoever is running it rolls back.
    let mut sql =
        Sql::raw("update jobs set state = 'cancelled', lease = null, lease_until = null, step = null, ended_at = ");
    sql.bind(cx.now).push(", updated_at = ").bind(cx.now);
    sql.push(" where state in ('queued', 'running') and id = ").bind(id);
    if cx.conn.execute(&sql).await? == 0 {
        return Err(Error::Conflict("This job has already finished.".into()));
    }
    Ok(Changed { id, name: job.name, state: JobState::Cancelled.key().into() })
}

/// A job's file contains what its owner may see, so it is for nobody else, administrators included.
async fn download(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let job: Job = cx.get(id).await?;
    if job.requested_by.map(Ref::uuid) != cx.authority.caller.user {
        return Err(Error::Forbidden("Only the person who started a job can download its file.".into()));
    }
    let none = || Error::NotFound("This job has no file, or its file has expired.".into());
    let file = job.file.ok_or_else(none)?;
    // A backup has no such files, so a restored instance may refer to missing ones.
    let content = cx.engine.files.open_output(id).await.map_err(|_| none())?;
    let detail = json!({ "name": file.name, "sha256": file.sha256 });
    let note = Note::downloaded(Job::PATH, id, &job.name, job.folder.uuid());
    let sent = Download::new(&file.name, &file.media_type, Content::File(content), Note { detail, ..note });
    Ok(Download { size: Some(file.size), etag: Some(file.sha256), ..sent })
}

async fn retry(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Changed> {
    let job = changeable(cx, id).await?;
    let mut sql = Sql::raw(
        "update jobs set state = 'queued', attempts = 0, losses = 0, progress = 0, ended_at = null, error = null, due_at = ",
    );
    sql.bind(cx.now).push(", updated_at = ").bind(cx.now);
    sql.push(" where state in ('failed', 'cancelled') and id = ").bind(id);
    if cx.conn.execute(&sql).await? == 0 {
        return Err(Error::Conflict("Only failed or cancelled jobs can be run again.".into()));
    }
    cx.leave_work(WORK);
    Ok(Changed { id, name: job.name, state: JobState::Queued.key().into() })
}
