//! The order in which rows are locked: by the rank of their resource, then by id.
//!
//! PostgreSQL allows concurrent writers. Two that lock some of the same rows in opposite orders would wait for each
//! other until one is aborted. So code that needs more than one row declares them first, and all are locked in one
//! order, each as strongly as it will be needed. With a single writer (SQLite) there is nothing to do.

use std::collections::BTreeMap;

use cairn_model::Type;
use cairn_model::kind::Kind;
use cairn_store::{Dialect, Sql};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::contained;
use crate::cx::Cx;
use crate::error::Result;
use crate::query::{self, Lock};
use crate::registry::Resource;
use crate::write;

/// So many runs of rows are locked by one statement.
const RUNS: usize = 8;

/// Rows to be locked together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Locks {
    rows: BTreeMap<(usize, &'static str, Uuid), Lock>,
}

impl Locks {
    /// Adds a row; the strongest requested lock counts.
    pub fn add(&mut self, resource: &Resource, id: Uuid, lock: Lock) {
        // Nobody deletes rows of a log, and a view has no rows of its own.
        if resource.entry.log || resource.entry.view {
            return;
        }
        let known = self.rows.entry((resource.rank, resource.def.table, id)).or_insert(lock);
        *known = (*known).max(lock);
    }

    /// Adds what a request refers to by id, and the objects that own the relations it edits from the other side.
    pub async fn add_mentioned(
        &mut self,
        cx: &mut Cx,
        resource: &'static Resource,
        id: Option<Uuid>,
        body: &Json,
    ) -> Result<()> {
        let Json::Object(body) = body else { return Ok(()) };
        if cx.conn.dialect() == Dialect::Sqlite {
            return Ok(());
        }
        for (name, value) in body {
            let Some(position) = resource.def.position(name) else { continue };
            let registry = cx.registry();
            let targets = registry.targets(&resource.field(position).kind);
            let is_owner = matches!(&resource.field(position).kind, Kind::Many(kind) if kind.reverse.is_some());
            let is_whole = resource.parents.contains(&position);
            let lock = match is_owner {
                true => Lock::Change,
                false if is_whole && resource.entry.takes_turns => Lock::Change,
                false if is_whole => Lock::Hold,
                false => Lock::Refer,
            };
            // It may be of any resource: missing rows do not matter.
            for target in &targets {
                ids(value).for_each(|id| self.add(registry.get(target), id, lock));
            }
            if is_whole && resource.entry.takes_turns {
                let ids: Vec<Uuid> = ids(value).collect();
                for target in &targets {
                    self.add_above(cx, registry.get(target), &ids).await?;
                }
            }
            if let (true, Some(id), Some(relation)) = (is_owner, id, resource.relation(name)) {
                let target = registry.get(relation.target);
                // Nobody can add a link to it meanwhile.
                self.add(resource, id, Lock::Delete);
                write::linked(cx, relation, id).await?.into_iter().for_each(|owner| self.add(target, owner, lock));
            }
        }
        Ok(())
    }

    /// Adds what some objects are parts of, if their writers take turns. Objects never move to another whole then.
    pub async fn add_wholes(&mut self, cx: &mut Cx, resource: &'static Resource, ids: &[Uuid]) -> Result<()> {
        if resource.entry.takes_turns { self.add_above(cx, resource, ids).await } else { Ok(()) }
    }

    async fn add_above(&mut self, cx: &mut Cx, resource: &'static Resource, ids: &[Uuid]) -> Result<()> {
        if ids.is_empty() || resource.parents.is_empty() || cx.conn.dialect() == Dialect::Sqlite {
            return Ok(());
        }
        let objects = query::load(cx, resource, ids, None).await?;
        for (above, id) in contained::all_above(cx, resource, &objects).await? {
            self.add(above, id, Lock::Change);
        }
        Ok(())
    }

    /// Adds objects that a request changes, and what it refers to.
    async fn add_changed(&mut self, cx: &mut Cx, resource: &'static Resource, ids: &[Uuid], body: &Json) -> Result<()> {
        self.add_wholes(cx, resource, ids).await?;
        self.add_mentioned(cx, resource, None, body).await?;
        for id in ids {
            self.add(resource, *id, Lock::Change);
            self.add_mentioned(cx, resource, Some(*id), body).await?;
        }
        Ok(())
    }

    /// Locks the rows. Missing ones are ignored: code that needs them will notice.
    pub async fn take(&self, cx: &mut Cx) -> Result<()> {
        self.lock_now(cx, "").await
    }

    /// Locks the rows in the same round trip as the next statement, before it.
    fn take_with_next(&self, cx: &mut Cx) {
        self.statements("").into_iter().for_each(|sql| cx.conn.run_with_next(sql));
    }

    /// Locks the rows that are not locked yet. Their turn in the order has passed, so this does not wait: if someone
    /// else holds one of them, the whole write is rolled back and starts again.
    pub async fn take_more(&self, cx: &mut Cx, than: &Locks) -> Result<()> {
        let is_new =
            |(key, lock): &(&(usize, &'static str, Uuid), &Lock)| than.rows.get(key).is_none_or(|had| had < lock);
        let new = Self { rows: self.rows.iter().filter(is_new).map(|(key, lock)| (*key, *lock)).collect() };
        new.lock_now(cx, " nowait").await
    }

    async fn lock_now(&self, cx: &mut Cx, waiting: &str) -> Result<()> {
        if cx.conn.dialect() == Dialect::Postgres {
            let queries: Vec<_> = self.statements(waiting).into_iter().map(|sql| (sql, vec![Type::Uuid])).collect();
            cx.conn.query_all(&queries).await?;
        }
        Ok(())
    }

    /// Consecutive rows of a table with the same lock are locked together. A few such runs share a statement: the
    /// server goes through the parts of a union one after another. With more, statements would hardly ever repeat,
    /// and each would have to be planned.
    fn statements(&self, waiting: &str) -> Vec<Sql> {
        let rows: Vec<(&str, Uuid, Lock)> =
            self.rows.iter().map(|((_, table, id), lock)| (*table, *id, *lock)).collect();
        let runs = rows.chunk_by(|a, b| (a.0, a.2) == (b.0, b.2)).map(|run| {
            let ids: Vec<Uuid> = run.iter().map(|(_, id, _)| *id).collect();
            let mut sql = run[0].2.all(run[0].0, &ids);
            sql.push(waiting);
            sql
        });
        let runs: Vec<Sql> = runs.collect();
        if runs.len() < 2 || runs.len() > RUNS {
            return runs;
        }
        let mut all = Sql::new();
        for (at, run) in runs.into_iter().enumerate() {
            all.push(if at > 0 { " union all select id from (" } else { "select id from (" });
            all.append(run).push(&format!(") l{at}"));
        }
        vec![all]
    }
}

/// Locks what a request changes and refers to. The owners of links to it may have changed while it waited.
pub async fn lock_mentioned(cx: &mut Cx, resource: &'static Resource, ids: &[Uuid], body: &Json) -> Result<()> {
    if cx.conn.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let mut known = Locks::default();
    known.add_changed(cx, resource, ids, body).await?;
    let is_reverse = |name: &String| resource.relation(name).is_some_and(|relation| relation.owner_field.is_some());
    if !body.as_object().is_some_and(|body| body.keys().any(is_reverse)) {
        // A single row is locked when it is read.
        if known.rows.len() > 1 {
            known.take_with_next(cx);
        }
        return Ok(());
    }
    known.take(cx).await?;
    let mut now = known.clone();
    now.add_changed(cx, resource, ids, body).await?;
    now.take_more(cx, &known).await
}

/// Locks objects that will change, and what they are parts of if writers of parts take turns. Objects that do not exist
/// are ignored: code that needs them will notice.
pub async fn lock(cx: &mut Cx, resource: &'static Resource, ids: &[Uuid]) -> Result<()> {
    if cx.conn.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let mut locks = Locks::default();
    locks.add_wholes(cx, resource, ids).await?;
    for id in ids {
        locks.add(resource, *id, Lock::Change);
    }
    locks.take(cx).await
}

/// The ids in a value of a request, one or several.
fn ids(value: &Json) -> impl Iterator<Item = Uuid> {
    let several = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    several.iter().filter_map(|one| one.as_str()).filter_map(|text| Uuid::try_parse(text).ok())
}
