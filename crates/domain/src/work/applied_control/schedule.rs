//! A control's status against its dates, and what is due soon.

use cairn_engine::filter::{FilterCx, boolean};
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Date, Describe};
use cairn_resources::work::{AppliedControl, Status};
use cairn_store::{Dialect, Sql};
use serde::Serialize;
use serde_json::Value as Json;

use super::Place;
use crate::shown::shown;

/// Anything due within this many days counts as current work.
const SOON: usize = 30;

/// More than anyone works through at once; the list itself has pages.
const MAX_LISTED: i64 = 1000;

/// A word and a colour for it.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct State {
    /// `expired`, `etaMissed`, `today` or `incoming`.
    pub name: &'static str,
    pub hexcolor: &'static str,
}

pub async fn state(cx: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<Option<State>>> {
    let today = cx.today();
    Ok(rows.iter().map(|control| state_of(control, today)).collect())
}

/// Nothing is shown for a deprecated control, or for an active one that has not expired.
fn state_of(control: &AppliedControl, today: Date) -> Option<State> {
    if control.status == Status::Deprecated {
        return None;
    }
    if control.expiry_date.is_some_and(|date| date < today) {
        return Some(State { name: "expired", hexcolor: "#b91c1c" });
    }
    let eta = control.eta.filter(|_| control.status != Status::Active)?;
    Some(match eta.cmp(&today) {
        std::cmp::Ordering::Less => State { name: "etaMissed", hexcolor: "#ef4444" },
        std::cmp::Ordering::Equal => State { name: "today", hexcolor: "#fbbf24" },
        std::cmp::Ordering::Greater => State { name: "incoming", hexcolor: "#93c5fd" },
    })
}

/// The last day that counts as soon.
fn soon(today: Date) -> Date {
    today.iter_days().nth(SOON).unwrap_or(today)
}

/// Whether a control's implementation is due soon. Never null, so that it can be negated.
fn is_todo(today: Date) -> Sql {
    let mut sql = Sql::raw("(t.status not in (");
    sql.bind(Status::Active.key()).push(", ").bind(Status::Deprecated.key());
    sql.push(") and t.eta is not null and t.eta <= ").bind(soon(today)).push(")");
    sql
}

/// Whether a control's review is due soon. Never null, so that it can be negated.
fn is_to_review(today: Date) -> Sql {
    let mut sql = Sql::raw("(t.expiry_date is not null and t.expiry_date <= ");
    sql.bind(soon(today)).push(")");
    sql
}

fn yes_or_no(condition: Sql, text: &str) -> Result<Sql, String> {
    if boolean(text)? {
        return Ok(condition);
    }
    let mut sql = Sql::raw("not ");
    sql.append(condition);
    Ok(sql)
}

pub fn filter_todo(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    yes_or_no(is_todo(cx.today), text)
}

pub fn filter_to_review(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    yes_or_no(is_to_review(cx.today), text)
}

pub fn filter_eta_month(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let month = text.trim().parse::<i64>().ok().filter(|month| (1..=12).contains(month));
    let month = month.ok_or("Must be a month from 1 to 12.")?;
    let mut sql = Sql::raw(match cx.dialect {
        Dialect::Sqlite => "cast(strftime('%m', t.eta) as integer) = ",
        Dialect::Postgres => "cast(extract(month from t.eta) as bigint) = ",
    });
    sql.bind(month);
    Ok(sql)
}

/// A range and not a function of the date, so that an index can be used.
pub fn filter_eta_year(_: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let year = text.trim().parse::<i32>().ok().filter(|year| (1..=9998).contains(year));
    let first_day = |year: i32| Date::from_ymd_opt(year, 1, 1);
    let range = year.and_then(|year| Some((first_day(year)?, first_day(year + 1)?)));
    let (from, to) = range.ok_or("Must be a year such as 2026.")?;
    let mut sql = Sql::raw("t.eta >= ");
    sql.bind(from).push(" and t.eta < ").bind(to);
    Ok(sql)
}

/// Controls, as in the list.
#[derive(Debug, Serialize, Describe)]
pub struct Listed {
    pub results: Vec<Json>,
}

pub async fn todo<P: Place>(cx: &mut Cx, _: Nothing) -> Result<Listed> {
    let condition = is_todo(cx.today());
    listed::<P>(cx, condition, "eta").await
}

pub async fn to_review<P: Place>(cx: &mut Cx, _: Nothing) -> Result<Listed> {
    let condition = is_to_review(cx.today());
    listed::<P>(cx, condition, "expiry_date").await
}

async fn listed<P: Place>(cx: &mut Cx, condition: Sql, date: &str) -> Result<Listed> {
    let resource = P::resource(cx);
    let results = shown(cx, resource, MAX_LISTED, |select| {
        select.condition(condition).order_by(format!("t.{date}")).order_by("t.id");
    })
    .await?;
    Ok(Listed { results })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::applied_control::tests::control;

    fn day(text: &str) -> Option<Date> {
        text.parse().ok()
    }

    fn name(control: &AppliedControl) -> Option<&'static str> {
        state_of(control, day("2026-03-10").unwrap()).map(|state| state.name)
    }

    #[test]
    fn an_eta_is_ahead_today_or_missed() {
        let mut control = control();
        assert_eq!(name(&control), None);
        for (eta, expected) in [("2026-03-11", "incoming"), ("2026-03-10", "today"), ("2026-03-09", "etaMissed")] {
            control.eta = day(eta);
            assert_eq!(name(&control), Some(expected));
        }
        control.status = Status::Active;
        assert_eq!(name(&control), None, "what is in force is not late");
    }

    #[test]
    fn what_has_expired_says_so_unless_it_was_given_up() {
        let mut control = control();
        control.status = Status::Active;
        control.expiry_date = day("2026-03-09");
        assert_eq!(name(&control), Some("expired"));
        control.expiry_date = day("2026-03-10");
        assert_eq!(name(&control), None);
        control.expiry_date = day("2020-01-01");
        control.status = Status::Deprecated;
        assert_eq!(name(&control), None);
    }

    #[test]
    fn soon_is_thirty_days_ahead() {
        assert_eq!(soon(day("2026-01-31").unwrap()), day("2026-03-02").unwrap());
    }
}
