//! Notifications that time brings: what is due soon or late, and what expires.
//!
//! Every resource declares its dates ([`cairn_engine::watch::Due`]), so a new one needs nothing here.

use std::collections::HashMap;

use cairn_engine::query::{ListParams, column};
use cairn_engine::{Cx, Resource, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Date, Record, Type, Value};
use cairn_notify::{Kind, SHORT, Stage, USUAL};
use cairn_resources::iam::AuthToken;
use cairn_resources::risk::RiskAcceptance;
use cairn_resources::work::{Evidence, SecurityException};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::make::{Told, make};
use super::{people, send};
use crate::platform::mail_settings::Mail;
use crate::platform::settings::{self, FeatureFlags};

/// How long notifications stay, in days: those that were read, and all.
const READ_DAYS: i64 = 90;
const DAYS: i64 = 365;

/// Notifies people of what is due or expires, and removes old notifications.
#[derive(Serialize, Deserialize)]
pub struct NotifyOfDates {}

/// The result.
#[derive(Serialize)]
struct Notified {
    notifications: usize,
    removed: u64,
}

impl Job for NotifyOfDates {
    const KIND: &'static str = "notify-of-dates";
    const NAME: &'static str = "Notify people of what is due or expires";
    /// Before people begin to work, in the time zone of the instance.
    const SCHEDULE: Option<&'static str> = Some("30 6 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        // Read first: on SQLite nobody else can write while this does.
        let mut reading = work.read().await?;
        let mut told = of_objects(&mut reading).await?;
        told.extend(of_accounts(&mut reading).await?);
        told.extend(of_tokens(&mut reading).await?);
        drop(reading);
        let mut cx = work.write().await?;
        let notifications = make(&mut cx, told).await?;
        let removed = remove_old(&mut cx).await?;
        send::remove_old(&mut cx).await?;
        let mail: Mail = settings::get(&mut cx).await?;
        if mail.enabled {
            // In case that a job which would have sent it was given up.
            send::send_soon(&mut cx).await?;
        }
        work.finish(cx, Notified { notifications, removed }).await
    }
}

async fn of_objects(cx: &mut Cx) -> Result<Vec<Told>> {
    let flags: FeatureFlags = settings::get(cx).await?;
    let has_dates = |resource: &&Resource| !resource.entry.due.is_empty() && resource.entry.part.is_none();
    let resources: Vec<&'static Resource> = cx.registry().routed().filter(has_dates).collect();
    let mut told = Vec::new();
    for resource in resources.into_iter().filter(|resource| flags.is_on(resource.entry.flag)) {
        for due in resource.entry.due {
            let dates = dates(cx, resource, due).await?;
            let ids: Vec<Uuid> = dates.keys().copied().collect();
            let responsible = people::responsible(cx, resource, &ids).await?;
            for (object, people) in responsible {
                let Some(date) = dates.get(&object).copied() else { continue };
                let Some(stage) = Stage::of(date, cx.today(), USUAL) else { continue };
                let kind = kind_of(resource, stage);
                let key = format!("{}:{}:{date}:{stage}", object.simple(), due.field);
                told.extend(people.into_iter().map(|person| Told {
                    about: Some((resource, object)),
                    date: Some(date),
                    field: Some(due.field),
                    ..Told::to(person, kind, key.clone())
                }));
            }
        }
    }
    Ok(told)
}

fn kind_of(resource: &Resource, stage: Stage) -> Kind {
    match resource.def.path {
        Evidence::PATH => Kind::ExpiringEvidence,
        SecurityException::PATH => Kind::ExpiringException,
        RiskAcceptance::PATH => Kind::ExpiringAcceptance,
        _ if stage.is_late() => Kind::Overdue,
        _ => Kind::Due,
    }
}

/// The dates of the open objects that are near or past.
async fn dates(
    cx: &mut Cx,
    resource: &'static Resource,
    due: &cairn_engine::watch::Due,
) -> Result<HashMap<Uuid, Date>> {
    let (first, last) = Stage::span(cx.today());
    let mut params: Vec<(String, String)> =
        due.query.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    params.push((format!("{}__gte", due.field), first.to_string()));
    params.push((format!("{}__lte", due.field), last.to_string()));
    let select = ListParams(params).select(cx, resource)?;
    let sql = select.project(&format!("t.id, {}", column("t", due.field)));
    let mut dates = HashMap::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Date]).await? {
        if let (Some(id), Value::Date(date)) = (row[0].as_uuid(), &row[1]) {
            dates.insert(id, *date);
        }
    }
    Ok(dates)
}

/// Accounts that stop working soon.
async fn of_accounts(cx: &mut Cx) -> Result<Vec<Told>> {
    let (today, (_, last)) = (cx.today(), Stage::span(cx.today()));
    let mut sql =
        Sql::raw("select id, expiry_date from users where is_active and not is_service_account and expiry_date > ");
    sql.bind(today).push(" and expiry_date <= ").bind(last);
    let mut told = Vec::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Date]).await? {
        let (Some(person), Value::Date(date)) = (row[0].as_uuid(), &row[1]) else { continue };
        if let Some(stage) = Stage::of(*date, today, USUAL) {
            let key = format!("{date}:{stage}");
            told.push(Told { date: Some(*date), ..Told::new(person, Kind::ExpiringAccount, key) });
        }
    }
    Ok(told)
}

/// Access tokens that stop working soon.
async fn of_tokens(cx: &mut Cx) -> Result<Vec<Told>> {
    let (now, today, zone) = (cx.now, cx.today(), cx.time_zone());
    let mut soon = Sql::raw("t.expiry > ");
    soon.bind(now).push(" and t.expiry < ").bind(now.plus_days(SHORT[0] + 2));
    let tokens: Vec<AuthToken> = cx
        .list_all(|select| {
            select.condition(soon);
        })
        .await?;
    let mut told = Vec::new();
    for token in tokens {
        let Some(date) = token.expiry.map(|expiry| expiry.date_in(zone)) else { continue };
        if let Some(stage) = Stage::of(date, today, SHORT) {
            let key = format!("{}:{stage}", token.id.uuid().simple());
            let label = Some(token.name);
            told.push(Told { date: Some(date), label, ..Told::new(token.user.uuid(), Kind::ExpiringToken, key) });
        }
    }
    Ok(told)
}

async fn remove_old(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw("delete from notifications where created_at < ");
    sql.bind(cx.now.plus_days(-DAYS)).push(" or (read_at is not null and created_at < ");
    sql.bind(cx.now.plus_days(-READ_DAYS)).push(")");
    Ok(cx.conn.execute(&sql).await?)
}
