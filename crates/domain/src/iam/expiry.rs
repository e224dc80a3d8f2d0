//! What ends by itself: accounts on their last day, sessions, tokens.
//!
//! None of them works after its end, whether this job has run or not: sign-ins are checked against the clock. The job
//! makes the end visible in lists and in the journal, and removes what is no longer needed.

use cairn_engine::{Cx, Error, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_resources::iam::{AuthToken, ServiceAccount, User};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{auth_token, password_link, service_account, session};

/// How long an expired token stays in its owner's list.
const TOKEN_DAYS: i64 = 90;

/// Disables accounts whose last day has come, and removes ended sessions and tokens.
#[derive(Serialize, Deserialize)]
pub struct EndExpired {}

/// The result.
#[derive(Serialize)]
struct Ended {
    users: usize,
    service_accounts: usize,
    sessions: u64,
    tokens: usize,
}

impl Job for EndExpired {
    const KIND: &'static str = "end-expired";
    const NAME: &'static str = "End accounts, sessions and tokens that have expired";
    /// Soon after the start of each day, and at noon for anything that was missed.
    const SCHEDULE: Option<&'static str> = Some("5 0,12 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        password_link::remove_old(&mut cx).await?;
        let ended = Ended {
            users: end_users(&mut cx).await?,
            service_accounts: end_service_accounts(&mut cx).await?,
            sessions: end_sessions(&mut cx).await?,
            tokens: remove_tokens(&mut cx).await?,
        };
        work.finish(cx, ended).await
    }
}

async fn end_users(cx: &mut Cx) -> Result<usize> {
    let mut due = Sql::raw("t.expiry_date <= ");
    due.bind(cx.today());
    let users: Vec<User> = cx
        .list_all(|select| {
            select.equals("is_active", true).equals("is_service_account", false).condition(due);
        })
        .await?;
    let mut ended = 0;
    for user in users {
        let id = user.id.uuid();
        let ended_now = cx.modify::<User>(id, |user| {
            user.is_active = false;
            Ok(())
        });
        match ended_now.await {
            Ok(_) => {
                session::end_all(cx, id, None).await?;
                ended += 1;
            }
            // The last administrator's account stays, but cannot be used.
            Err(error @ (Error::Conflict(_) | Error::Invalid(_) | Error::Forbidden(_))) => {
                tracing::warn!(user = %id, %error, "an expired account could not be disabled");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(ended)
}

/// The account behind a service account follows it.
async fn end_service_accounts(cx: &mut Cx) -> Result<usize> {
    service_account::token::clean(cx).await?;
    let mut due = Sql::raw("t.expiry_date <= ");
    due.bind(cx.today());
    let accounts: Vec<ServiceAccount> = cx
        .list_all(|select| {
            select.equals("is_active", true).condition(due);
        })
        .await?;
    for account in &accounts {
        let end = |account: &mut ServiceAccount| {
            account.is_active = false;
            Ok(())
        };
        cx.modify(account.id.uuid(), end).await?;
    }
    Ok(accounts.len())
}

async fn end_sessions(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw("delete from sessions where expires_at < ");
    sql.bind(cx.now);
    Ok(cx.conn.execute(&sql).await?)
}

async fn remove_tokens(cx: &mut Cx) -> Result<usize> {
    let mut over = Sql::raw("t.expiry < ");
    over.bind(cx.now.plus_days(-TOKEN_DAYS));
    let tokens: Vec<AuthToken> = cx
        .list_all(|select| {
            select.condition(over);
        })
        .await?;
    let ids: Vec<Uuid> = tokens.iter().map(|token| token.id.uuid()).collect();
    for id in &ids {
        auth_token::remove(cx, *id).await?;
    }
    Ok(ids.len())
}
