//! Many rows at once: made, moved and deleted as a set, against as many single writes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_engine::write::{self, Mode};
use cairn_engine::{Caller, Cx, Engine, cascade, decode};
use cairn_model::{Id, Record, Ref};
use cairn_resources::iam::{Folder, FolderKind};
use cairn_resources::work::{AppliedControl, Finding, FindingsAssessment};
use cairn_store::DatabaseUrl;
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use crate::data;

const MADE: usize = 1000;
const PARTS: usize = 1200;
const ROUNDS: usize = 5;

pub async fn measure(folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let engine = data::open(url, folder).await?;
    cairn_domain::setup::run(&engine).await?;
    let (here, there) = (domain(&engine, "Here").await?, domain(&engine, "There").await?);
    let mut times: [Vec<Duration>; 5] = Default::default();
    // The first round only warms up.
    for round in 0..=ROUNDS {
        let singly = make_controls(&engine, here, round, false).await?;
        let together = make_controls(&engine, here, round, true).await?;
        let review = make_review(&engine, here, round).await?;
        let moved = move_review(&engine, review, there).await?;
        let (told, deleted) = delete_review(&engine, review).await?;
        for (times, time) in times.iter_mut().zip([singly, together, moved, told, deleted]) {
            times.extend((round > 0).then_some(time));
        }
    }
    let median = |of: &mut Vec<Duration>| {
        of.sort_unstable();
        of[of.len() / 2].as_secs_f64() * 1e3
    };
    let [singly, together, moved, told, deleted] = times.each_mut().map(median);
    println!("\n| rows as a set, one transaction, median of {ROUNDS} | ms |");
    println!("|---|---:|");
    println!("| {MADE} controls made one by one | {singly:.0} |");
    println!("| {MADE} controls made together | {together:.0} |");
    println!("| an assessment with {PARTS} findings moved | {moved:.0} |");
    println!("| what deleting it would take along | {told:.0} |");
    println!("| it is deleted | {deleted:.0} |");
    engine.db.close().await;
    Ok(())
}

async fn begin(engine: &Arc<Engine>) -> Result<Cx> {
    Ok(engine.write(Arc::new(Caller::system())).await?)
}

async fn domain(engine: &Arc<Engine>, name: &str) -> Result<Uuid> {
    let mut cx = begin(engine).await?;
    let folder = Folder {
        id: cx.new_id(),
        name: name.to_owned(),
        description: None,
        content_type: FolderKind::Domain,
        parent_folder: Some(Ref::new(cx.root_folder())),
        is_published: true,
        builtin: false,
        create_iam_groups: false,
        filtering_labels: cairn_model::Many::default(),
    };
    let id = folder.id.uuid();
    cx.create(folder).await?;
    cx.commit().await?;
    Ok(id)
}

/// An object with only what must be given.
fn plain<T: Record>(cx: &Cx, given: &[(&str, cairn_model::Value)]) -> Result<T> {
    let mut object = decode::defaults(cx.resource::<T>());
    for (field, value) in given {
        object.set(field, value.clone());
    }
    Ok(object.decode()?)
}

async fn make_controls(engine: &Arc<Engine>, folder: Uuid, round: usize, together: bool) -> Result<Duration> {
    let mut cx = begin(engine).await?;
    let mut records = Vec::with_capacity(MADE);
    for at in 0..MADE {
        let id: Id<AppliedControl> = cx.new_id();
        let name = format!("Control {round} {at} {together}");
        let given = [("id", id.uuid().into()), ("folder", folder.into()), ("name", name.as_str().into())];
        records.push(plain::<AppliedControl>(&cx, &given)?);
    }
    let begun = Instant::now();
    if together {
        cx.create_many(records).await?;
    } else {
        for record in records {
            cx.create(record).await?;
        }
    }
    ensure!(cx.changes.len() == MADE, "each has its entry in the journal");
    cx.commit().await?;
    Ok(begun.elapsed())
}

async fn make_review(engine: &Arc<Engine>, folder: Uuid, round: usize) -> Result<Uuid> {
    let mut cx = begin(engine).await?;
    let id: Id<FindingsAssessment> = cx.new_id();
    let name = format!("Review {round}");
    let given = [("id", id.uuid().into()), ("folder", folder.into()), ("name", name.as_str().into())];
    let review = plain::<FindingsAssessment>(&cx, &given)?;
    cx.create(review).await?;
    let mut findings = Vec::with_capacity(PARTS);
    for at in 0..PARTS {
        let own: Id<Finding> = cx.new_id();
        let name = format!("Finding {at}");
        let whole = ("findings_assessment", id.uuid().into());
        let given = [("id", own.uuid().into()), ("name", name.as_str().into()), whole];
        findings.push(plain::<Finding>(&cx, &given)?);
    }
    cx.create_many(findings).await?;
    cx.commit().await?;
    Ok(id.uuid())
}

async fn move_review(engine: &Arc<Engine>, review: Uuid, folder: Uuid) -> Result<Duration> {
    let mut cx = begin(engine).await?;
    let resource = cx.resource::<FindingsAssessment>();
    let begun = Instant::now();
    write::update(&mut cx, resource, review, &json!({ "folder": folder }), Mode::Patch, None).await?;
    ensure!(cx.changes.len() == PARTS + 1, "all of it has moved");
    cx.commit().await?;
    Ok(begun.elapsed())
}

async fn delete_review(engine: &Arc<Engine>, review: Uuid) -> Result<(Duration, Duration)> {
    let mut cx = begin(engine).await?;
    let resource = cx.resource::<FindingsAssessment>();
    let begun = Instant::now();
    let info = cascade::info(&mut cx, resource, review).await?;
    let told = begun.elapsed();
    ensure!(info.deleted.count == PARTS, "all findings go along");
    let begun = Instant::now();
    write::delete(&mut cx, resource, review, None).await.context("a delete")?;
    cx.commit().await?;
    Ok((told, begun.elapsed()))
}
