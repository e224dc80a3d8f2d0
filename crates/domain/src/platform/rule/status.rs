//! How the last run of each rule went. It is kept beside the rules: a run must not count as a change to the rule.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_model::{Type, Value};
use cairn_resources::platform::{Rule, RuleMatch};
use cairn_store::Sql;
use uuid::Uuid;

use super::trouble::Trouble;
use super::words::of_reader;

/// Records a run.
pub async fn record(cx: &mut Cx, rule: Uuid, failures: u64, trouble: Option<&Trouble>) -> Result<()> {
    let trouble = trouble.and_then(|trouble| serde_json::to_string(trouble).ok());
    let mut sql = Sql::raw("insert into rule_runs (rule, last_run_at, failures, trouble) values (");
    sql.bind(rule).push(", ").bind(cx.now).push(", ").bind(failures as i64).push(", ");
    sql.bind(trouble.map_or(Value::Null, Value::Json));
    sql.push(
        ") on conflict (rule) do update set last_run_at = excluded.last_run_at, failures = excluded.failures, \
         trouble = excluded.trouble",
    );
    cx.conn.execute(&sql).await?;
    Ok(())
}

pub async fn forget(cx: &mut Cx, rule: Uuid) -> Result<()> {
    let mut sql = Sql::raw("delete from rule_runs where rule = ");
    sql.bind(rule);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// The number of open matches that the caller may see.
pub fn matches(cx: &Cx) -> Sql {
    let resource = cx.resource::<RuleMatch>();
    let mut sql =
        Sql::raw(format!("(select count(*) from {} m where m.rule = t.id and m.state = 'open'", resource.def.table));
    if let Some(seen) = cx.sight(resource, "m") {
        sql.push(" and ").append(seen);
    }
    sql.push(")");
    sql
}

pub fn last_run_at(_: &Cx) -> Sql {
    Sql::raw("(select s.last_run_at from rule_runs s where s.rule = t.id)")
}

pub fn failures(_: &Cx) -> Sql {
    Sql::raw("coalesce((select s.failures from rule_runs s where s.rule = t.id), 0)")
}

pub async fn last_error(cx: &mut Cx, rules: &[Rule]) -> Result<Vec<Option<String>>> {
    let ids: Vec<Uuid> = rules.iter().map(|rule| rule.id.uuid()).collect();
    let mut sql = Sql::raw("select rule, trouble from rule_runs where trouble is not null and rule");
    sql.any(cx.conn.dialect(), Value::Uuids(ids.clone()));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Json]).await?;
    let language = of_reader(cx);
    let words = |json: &Value| Some(serde_json::from_value::<Trouble>(json.to_json()).ok()?.words(language));
    let known: HashMap<Uuid, String> =
        rows.iter().filter_map(|row| Some((row[0].as_uuid()?, words(&row[1])?))).collect();
    Ok(ids.iter().map(|id| known.get(id).cloned()).collect())
}
