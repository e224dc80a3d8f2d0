//! Checks what has changed. Changes wait in a table of their own, written in their transaction, until the job has settled
//! them; what they were about is then read as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cairn_engine::clock::new_id;
use cairn_engine::query::column;
use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Record, Type, Value};
use cairn_resources::platform::Rule;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::condition::Condition;
use super::judge::judge;
use super::load::{PAGE, Which};
use super::matches::{Span, Tally, differing, known, settle};
use super::run::{Progress, run_whole, writing};
use super::standing::{Ready, Standing, standing, writer};
use super::words::LANGUAGES;

/// Changes that are settled together.
const AT_ONCE: i64 = 500;
/// If a change concerns more objects than this, the whole rule runs.
const MOST_CONCERNED: usize = 5000;
/// Rows of one statement.
const CHUNK: usize = 100;

/// Something that changed: the path of its resource, and its id.
pub type Changed = (&'static str, Uuid);

/// Remembers what has changed, and makes sure that someone looks.
pub async fn remember(cx: &mut Cx, changes: &BTreeSet<Changed>) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let changes: Vec<&Changed> = changes.iter().collect();
    for chunk in changes.chunks(CHUNK) {
        let mut sql = Sql::raw("insert into rule_changes (id, resource, object) values ");
        for (at, (path, id)) in chunk.iter().enumerate() {
            sql.push(if at > 0 { ", (" } else { "(" }).bind(new_id(cx.engine.clock.now()));
            sql.push(", ").bind(*path).push(", ").bind(*id).push(")");
        }
        cx.conn.execute(&sql).await?;
    }
    // Soon, but not at once: whoever changes one thing often changes the next.
    let due = cx.now.plus_seconds(1);
    cairn_jobs::ensure(cx, &CheckChanges {}, due).await
}

/// Checks objects that have changed against the rules that look at them.
#[derive(Serialize, Deserialize)]
pub struct CheckChanges {}

impl Job for CheckChanges {
    const KIND: &'static str = "check-rules";
    const NAME: &'static str = "Check what has changed against the rules";

    async fn run(self, work: Work) -> Result<Done> {
        let mut progress: Progress = work.checkpoint().unwrap_or_default();
        let mut tally = Tally::default();
        loop {
            let mut cx = work.engine().read(Arc::new(writer())).await?;
            let waiting = waiting(&mut cx).await?;
            let rules: Vec<Rule> = cx
                .list_all(|select| {
                    select.order_by("t.id");
                })
                .await?;
            drop(cx);
            if waiting.is_empty() {
                let cx = work.write().await?;
                return work.finish(cx, progress.into_total(&tally)).await;
            }
            for rule in &rules {
                if !check(&work, rule, &waiting, &progress, &mut tally).await? {
                    run_whole(&work, rule, &mut progress).await?;
                }
            }
            let mut cx = work.write().await?;
            let mut sql = Sql::raw("delete from rule_changes where id");
            sql.any(cx.conn.dialect(), Value::Uuids(waiting.into_iter().map(|one| one.id).collect()));
            cx.conn.execute(&sql).await?;
            work.keep(cx, &progress).await?;
        }
    }
}

struct Waiting {
    id: Uuid,
    path: String,
    object: Uuid,
}

async fn waiting(cx: &mut Cx) -> Result<Vec<Waiting>> {
    let mut sql = Sql::raw("select id, resource, object from rule_changes order by id limit ");
    sql.bind(AT_ONCE);
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Uuid]).await?;
    let read = |row: &cairn_store::Row| {
        let (id, path, object) = (row[0].as_uuid()?, row[1].as_str()?.to_owned(), row[2].as_uuid()?);
        Some(Waiting { id, path, object })
    };
    Ok(rows.iter().filter_map(read).collect())
}

/// Checks what the changes mean for a rule. False if the whole rule has to run.
async fn check(work: &Work, rule: &Rule, waiting: &[Waiting], progress: &Progress, tally: &mut Tally) -> Result<bool> {
    if waiting.iter().any(|one| one.path == Rule::PATH && one.object == rule.id.uuid()) {
        return Ok(false);
    }
    let mut cx = work.engine().read(Arc::new(writer())).await?;
    let Standing::Ready(ready) = standing(&cx, rule) else { return Ok(true) };
    let concerned: Vec<Uuid> = concerned(&mut cx, &ready.condition, waiting).await?.into_iter().collect();
    drop(cx);
    if concerned.len() > MOST_CONCERNED {
        return Ok(false);
    }
    for ids in concerned.chunks(PAGE as usize) {
        let differing = look_at(work, rule, &ready, ids).await?;
        if differing.is_empty() {
            continue;
        }
        let mut cx = writing(work).await?;
        settle(&mut cx, rule, &differing, tally).await?;
        work.keep(cx, progress).await?;
    }
    Ok(true)
}

async fn look_at(work: &Work, rule: &Rule, ready: &Ready, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    let mut cx = work.engine().read(ready.reader.clone()).await?;
    let judged = judge(&mut cx, &ready.condition, rule.folder.uuid(), Which::These(ids), &LANGUAGES).await?;
    let known = known(&mut cx, rule.id.uuid(), Span::These(ids)).await?;
    Ok(differing(rule, &judged, &known))
}

/// The objects of a rule that the changes are about: those that changed themselves, and those with a link to something
/// that did.
async fn concerned(cx: &mut Cx, condition: &Condition, waiting: &[Waiting]) -> Result<BTreeSet<Uuid>> {
    let mut by_path: BTreeMap<&str, Vec<Uuid>> = BTreeMap::new();
    for one in waiting {
        by_path.entry(&one.path).or_default().push(one.object);
    }
    let resource = condition.resource;
    let mut concerned: BTreeSet<Uuid> = by_path.get(resource.def.path).into_iter().flatten().copied().collect();
    for link in &condition.links {
        let Some(ids) = by_path.get(link.target.def.path) else { continue };
        let relation = resource.relations.iter().find(|relation| relation.position == link.position);
        let mut sql = match relation {
            Some(relation) => {
                Sql::raw(format!("select l.{} from {} l where l.{}", relation.own, relation.table, relation.other))
            }
            None => {
                Sql::raw(format!("select t.id from {} t where {}", resource.def.table, column("t", link.field.name)))
            }
        };
        sql.any(cx.conn.dialect(), Value::Uuids(ids.clone())).push(" limit ").bind(MOST_CONCERNED as i64 + 1);
        let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
        concerned.extend(rows.iter().filter_map(|row| row[0].as_uuid()));
    }
    Ok(concerned)
}
