//! Counts of earlier days. A domain has a row for a day only if a count differs from the previous row, so a quiet
//! domain costs nothing.

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_access::Scope;
use cairn_engine::query::{ListParams, Select, column};
use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Date, Type, Value};
use cairn_store::Sql;
use chrono::Days;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Point, all};

/// Records the counts of each domain.
#[derive(Serialize, Deserialize)]
pub struct MeasureDomains {}

/// The result.
#[derive(Serialize)]
struct Recorded {
    domains: usize,
}

impl Job for MeasureDomains {
    const KIND: &'static str = "measure-domains";
    const NAME: &'static str = "Record the numbers of each domain for trends";
    /// Several times a day: the last before midnight stays, and a machine that is off at night still has some.
    const SCHEDULE: Option<&'static str> = Some("50 5,11,17,23 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        // Counting takes time, and nobody should wait for it.
        let mut cx = work.read().await?;
        let today = cx.today();
        let counted = count_all(&mut cx, today).await?;
        drop(cx);
        let mut cx = work.write().await?;
        let domains = record(&mut cx, today, &counted).await?;
        work.finish(cx, Recorded { domains }).await
    }
}

/// The counts of a domain without its subdomains, by measure. Zeros are left out.
type Numbers = BTreeMap<String, i64>;

async fn count_all(cx: &mut Cx, today: Date) -> Result<HashMap<Uuid, Numbers>> {
    let mut counted: HashMap<Uuid, Numbers> = HashMap::new();
    for (resource, measure) in all(cx) {
        let mut select = Select::new(cx, resource, &Scope::system());
        ListParams(measure.params(today)).apply(cx, &mut select)?;
        let place = column("t", resource.scope_column());
        let mut sql = select.project(&format!("{place}, count(*)"));
        sql.push(" group by ").push(&place);
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Int]).await? {
            if let (Some(folder), Some(count)) = (row[0].as_uuid(), row[1].as_int()) {
                counted.entry(folder).or_default().insert(measure.name.to_owned(), count);
            }
        }
    }
    Ok(counted)
}

/// Writes today's counts where they differ from the last row. Returns how many domains have new ones.
async fn record(cx: &mut Cx, today: Date, counted: &HashMap<Uuid, Numbers>) -> Result<usize> {
    let last = lines(cx, Sql::raw("select folder, max(day) from domain_measures group by folder")).await?;
    let mut recorded = 0;
    // Deleted domains no longer belong here, and new ones may have no counts yet.
    let folders: Vec<Uuid> = cx.tree().iter().map(|node| node.id).collect();
    for folder in folders {
        let numbers = counted.get(&folder).cloned().unwrap_or_default();
        let before = last.get(&folder).and_then(|days| days.values().next_back());
        if before == Some(&numbers) {
            continue;
        }
        let mut sql = Sql::raw("insert into domain_measures (folder, day, counts) values (");
        sql.bind(folder).push(", ").bind(today).push(", ").bind(Value::Json(text(&numbers)));
        sql.push(") on conflict (folder, day) do update set counts = excluded.counts");
        cx.conn.execute(&sql).await?;
        recorded += 1;
    }
    Ok(recorded)
}

fn text(numbers: &Numbers) -> String {
    serde_json::to_string(numbers).unwrap_or_default()
}

/// What is known of each domain, by day.
pub(super) type Known = HashMap<Uuid, BTreeMap<Date, Numbers>>;

/// The first of the last days.
pub(super) fn first(today: Date, days: i64) -> Date {
    today.checked_sub_days(Days::new(days.unsigned_abs())).unwrap_or(today)
}

/// What was recorded since a day, with the row before it, which still applied at its start.
pub(super) async fn recorded(cx: &mut Cx, from: Date) -> Result<Known> {
    // A rebuilt past has only what is in the journal, and these rows are not.
    if !cx.is_present() {
        return Ok(Known::new());
    }
    let mut newest = Sql::raw("select folder, max(day) from domain_measures where day <= ");
    newest.bind(from).push(" group by folder");
    let mut known = lines(cx, newest).await?;
    let mut sql = Sql::raw("select folder, day, counts from domain_measures where day > ");
    sql.bind(from);
    read(cx, &sql, &mut known).await?;
    Ok(known)
}

/// The rows whose domain and day a query returns.
async fn lines(cx: &mut Cx, which: Sql) -> Result<Known> {
    let mut known = Known::new();
    let mut sql = Sql::raw("select folder, day, counts from domain_measures where (folder, day) in (");
    sql.append(which).push(")");
    read(cx, &sql, &mut known).await?;
    Ok(known)
}

async fn read(cx: &mut Cx, sql: &Sql, into: &mut Known) -> Result<()> {
    for row in cx.conn.query(sql, &[Type::Uuid, Type::Date, Type::Json]).await? {
        if let (Some(folder), Value::Date(day), Some(counts)) = (row[0].as_uuid(), &row[1], row[2].as_str()) {
            into.entry(folder).or_default().insert(*day, serde_json::from_str(counts).unwrap_or_default());
        }
    }
    Ok(())
}

/// A measure summed over some domains: a point for each day from the first known one, and one for now.
pub(super) fn trend(
    known: &Known,
    measure: &str,
    among: &HashSet<Uuid>,
    (from, today): (Date, Date),
    now: i64,
) -> Vec<Point> {
    let days: Vec<&BTreeMap<Date, Numbers>> =
        known.iter().filter(|(folder, _)| among.contains(folder)).map(|(_, days)| days).collect();
    let mut points = Vec::new();
    let mut day = days.iter().filter_map(|days| days.keys().next().copied()).min().unwrap_or(today).max(from);
    while day < today {
        let of = |days: &&BTreeMap<Date, Numbers>| {
            let (_, numbers) = days.range(..=day).next_back()?;
            numbers.get(measure).copied()
        };
        points.push(Point { date: day, value: days.iter().filter_map(of).sum() });
        let Some(next) = day.checked_add_days(Days::new(1)) else { break };
        day = next;
    }
    points.push(Point { date: today, value: now });
    points
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::{Date, Known, Numbers, Uuid, trend};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn numbers(count: i64) -> Numbers {
        BTreeMap::from([("late".to_owned(), count)])
    }

    #[test]
    fn a_day_without_a_line_has_the_numbers_of_the_one_before() {
        let (one, other, hidden) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        let known = Known::from([
            (one, BTreeMap::from([(day("2026-03-01"), numbers(2)), (day("2026-03-03"), Numbers::new())])),
            (other, BTreeMap::from([(day("2026-03-02"), numbers(5))])),
            (hidden, BTreeMap::from([(day("2026-02-01"), numbers(100))])),
        ]);
        let points = trend(&known, "late", &HashSet::from([one, other]), (day("2026-01-01"), day("2026-03-05")), 4);
        let read: Vec<(String, i64)> = points.iter().map(|point| (point.date.to_string(), point.value)).collect();
        let expected = [("2026-03-01", 2), ("2026-03-02", 7), ("2026-03-03", 5), ("2026-03-04", 5), ("2026-03-05", 4)];
        assert_eq!(read, expected.map(|(date, value)| (date.to_owned(), value)));
        let short = trend(&known, "late", &HashSet::from([one, other]), (day("2026-03-04"), day("2026-03-05")), 4);
        assert_eq!(short.iter().map(|point| point.value).collect::<Vec<_>>(), [5, 4]);
    }

    #[test]
    fn without_a_line_there_is_only_now() {
        let points = trend(&Known::new(), "late", &HashSet::new(), (day("2026-02-05"), day("2026-03-05")), 0);
        assert_eq!(points.len(), 1);
    }
}
