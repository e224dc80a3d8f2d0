//! When scheduled jobs are due: cron patterns, in the instance's time zone.
//!
//! A time that is skipped when clocks go forward is due right after the gap, and one that occurs twice when they go
//! back is due once: whoever wrote `30 2 * * *` wants one run a day.

use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Error, Result};
use cairn_model::zone::Zone;
use cairn_model::{Timestamp, Type};
use cairn_store::Sql;
use croner::Cron;
use serde_json::json;

use crate::enqueue::New;
use crate::job::Kind;

/// The first time after an instant that matches a pattern.
pub fn next(pattern: &str, zone: Zone, after: Timestamp) -> Result<Timestamp> {
    let wrong = |error: &dyn std::fmt::Display| Error::internal(format!("the schedule “{pattern}”: {error}"));
    let cron: Cron = pattern.parse().map_err(|error| wrong(&error))?;
    // Patterns are in whole minutes; fractions of a second would stay forever.
    let after = Timestamp::from_micros(after.seconds() * 1_000_000);
    let next = cron.find_next_occurrence(&after.utc().with_timezone(&zone), false).map_err(|error| wrong(&error))?;
    Ok(Timestamp::of_utc(next.to_utc()))
}

/// Stores when each scheduled job is due next, if it is new or its pattern or zone has changed.
pub(crate) async fn prepare(cx: &mut Cx, kinds: &[Kind]) -> Result<()> {
    let zone = cx.time_zone();
    for kind in kinds {
        let Some(pattern) = kind.schedule else { continue };
        let at = next(pattern, zone, cx.now)?;
        let mut sql = Sql::raw("insert into job_schedules (kind, pattern, zone, next_at) values (");
        sql.bind(kind.kind).push(", ").bind(pattern).push(", ").bind(zone.name()).push(", ").bind(at);
        sql.push(") on conflict (kind) do update set pattern = excluded.pattern, zone = excluded.zone, ");
        sql.push("next_at = excluded.next_at where job_schedules.pattern <> excluded.pattern ");
        sql.push("or job_schedules.zone <> excluded.zone");
        cx.conn.execute(&sql).await?;
    }
    Ok(())
}

/// Creates the scheduled jobs that are due, and returns how many.
pub(crate) async fn fire(cx: &mut Cx, kinds: &[Kind]) -> Result<usize> {
    let mut sql = Sql::raw("select kind, next_at from job_schedules where next_at <= ");
    sql.bind(cx.now).push(" order by kind");
    let due = cx.conn.query(&sql, &[Type::Text, Type::Time]).await?;
    let mut made = 0;
    for row in due {
        let (Some(name), Some(at)) = (row[0].as_str(), row[1].as_time()) else { continue };
        let Some(kind) = kinds.iter().find(|kind| kind.kind == name) else { continue };
        let Some(pattern) = kind.schedule else { continue };
        let mut next_at = next(pattern, cx.time_zone(), at)?;
        if next_at <= cx.now {
            // Nothing ran for a while. Missed runs happen once, now.
            next_at = next(pattern, cx.time_zone(), cx.now)?;
        }
        // Whoever advances the time creates the job; a second process finds it advanced.
        let mut moved = Sql::raw("update job_schedules set next_at = ");
        moved.bind(next_at).push(" where kind = ").bind(name).push(" and next_at = ").bind(at);
        if cx.conn.execute(&moved).await? == 0 {
            continue;
        }
        let mut unfinished = Sql::raw("select 1 from jobs where state in ('queued', 'running') and kind = ");
        unfinished.bind(name).push(" limit 1");
        if !cx.conn.query(&unfinished, &[Type::Int]).await?.is_empty() {
            continue;
        }
        let id = new_id(cx.engine.clock.now());
        let insert = New { id, kind: kind.kind, name: kind.name, input: json!({}), due: at }.statement(cx);
        cx.conn.execute(&insert).await?;
        made += 1;
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some times of a pattern in Paris, one after the other, in UTC.
    fn times(pattern: &str, from: &str, count: usize) -> Vec<String> {
        let paris = cairn_model::zone::zone("Europe/Paris").expect("a zone");
        let mut at = Timestamp::parse(from).expect("a time");
        let mut all = Vec::new();
        for _ in 0..count {
            at = next(pattern, paris, at).expect("a time follows");
            all.push(at.to_string().replace(".000000", ""));
        }
        all
    }

    #[test]
    fn a_time_is_the_same_on_the_clock_all_year() {
        assert_eq!(
            times("0 6 * * *", "2026-03-28T00:00:00Z", 3),
            ["2026-03-28T05:00:00Z", "2026-03-29T04:00:00Z", "2026-03-30T04:00:00Z"]
        );
        assert_eq!(times("0 6 * * *", "2026-10-24T05:00:00.25Z", 2), ["2026-10-25T05:00:00Z", "2026-10-26T05:00:00Z"]);
    }

    #[test]
    fn a_time_that_clocks_skip_comes_up_right_after_the_gap() {
        // On 29 March clocks go from 2:00 to 3:00.
        assert_eq!(times("30 2 * * *", "2026-03-28T12:00:00Z", 2), ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]);
    }

    #[test]
    fn a_time_that_clocks_show_twice_comes_up_once() {
        // On 25 October clocks go from 3:00 back to 2:00.
        assert_eq!(times("30 2 * * *", "2026-10-24T12:00:00Z", 2), ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]);
    }
}
