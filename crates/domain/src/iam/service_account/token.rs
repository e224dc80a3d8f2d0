//! Short-lived access tokens of service accounts. They are not objects that people look at: what they are given for, and
//! when, is in the journal.

use cairn_access::Limits;
use cairn_auth::token;
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Error, Result};
use cairn_model::{LogKind, Record, Timestamp, Type};
use cairn_resources::iam::{ServiceAccount, WorkloadIdentity};
use cairn_store::Sql;
use serde_json::json;
use uuid::Uuid;

use super::works;

/// What a token was given for: the secret, a signature with the account's own key, or the id of a workload identity.
pub const SECRET: &str = "secret";
pub const KEY: &str = "key";

/// More live tokens than any number of machines behind one account needs; a runaway script stops here.
const MAX_LIVE: i64 = 1000;

/// What a token is asked for.
#[derive(Debug, Clone)]
pub struct Grant {
    /// [`SECRET`], [`KEY`] or the id of a workload identity.
    pub credential: String,
    /// The account as it was when it proved who it is, and the workload identity that accepted it, if one did.
    pub account: ServiceAccount,
    pub identity: Option<WorkloadIdentity>,
    pub limits: Limits,
    /// When what proved the account ends, and the token with it.
    pub until: Option<Timestamp>,
}

#[derive(Debug)]
pub struct Issued {
    pub token: String,
    pub seconds: i64,
}

/// Gives an account a token. The caller is the account itself.
pub async fn issue(cx: &mut Cx, grant: &Grant) -> Result<Issued> {
    let id = grant.account.id.uuid();
    let account = proved(cx, grant).await?;
    let mut sql = Sql::raw("delete from service_account_tokens where service_account = ");
    sql.bind(id).push(" and expires_at <= ").bind(cx.now);
    cx.conn.execute(&sql).await?;
    if live(cx, id).await? >= MAX_LIVE {
        return Err(Error::Conflict("The service account has too many access tokens. Use those it has.".into()));
    }
    let last_day = account.expiry_date.map(|day| Timestamp::start_of(day, cx.time_zone()));
    let end = cx.now.plus_seconds(account.token_minutes * 60);
    let end = [last_day, grant.until].into_iter().flatten().fold(end, Timestamp::min);
    let (shown, digest) = token::generate_access_token();
    let mut sql = Sql::raw(
        "insert into service_account_tokens \
         (digest, service_account, credential, created_at, expires_at, read_only, propose_only, domain) values (",
    );
    sql.bind(digest).push(", ").bind(id).push(", ").bind(grant.credential.as_str()).push(", ").bind(cx.now);
    sql.push(", ").bind(end).push(", ").bind(grant.limits.read_only).push(", ").bind(grant.limits.propose_only);
    sql.push(", ").bind(grant.limits.folder).push(")");
    cx.conn.execute(&sql).await?;
    let about = About::object(ServiceAccount::PATH, id, &account.name);
    let detail = json!({ "credential": grant.credential, "expires_at": end });
    journal::note(cx, LogKind::SignedIn, Some(about), detail).await?;
    Ok(Issued { token: shown, seconds: end.seconds() - cx.now.seconds() })
}

/// The account, which may have been disabled or given another secret since it proved who it is. From here on, whoever does
/// that waits, and then ends this token too.
async fn proved(cx: &mut Cx, grant: &Grant) -> Result<ServiceAccount> {
    let id = grant.account.id.uuid();
    cx.lock::<ServiceAccount>(&[id]).await?;
    let account: Option<ServiceAccount> = cx.find(id).await?;
    let account = account.filter(|account| works(cx, account));
    let account = account.ok_or_else(|| Error::Forbidden("The service account is disabled.".into()))?;
    let credentials = |account: &ServiceAccount| {
        let secrets = (account.secret_digest.clone(), account.previous_secret_digest.clone());
        (secrets, account.jwks.as_ref().map(|jwks| jwks.0.clone()), account.jwks_url.clone())
    };
    let is_trusted = match &grant.identity {
        Some(identity) => {
            let now: Option<WorkloadIdentity> = cx.find(identity.id.uuid()).await?;
            now.is_some_and(|now| is_same(&now, identity))
        }
        None => credentials(&account) == credentials(&grant.account),
    };
    if is_trusted { Ok(account) } else { Err(Error::Forbidden("The credentials have just changed. Try again.".into())) }
}

fn is_same(now: &WorkloadIdentity, then: &WorkloadIdentity) -> bool {
    let parts = |one: &WorkloadIdentity| {
        let pinned = (one.subject.clone(), one.claims.0.clone());
        (one.is_active, one.service_account.uuid(), one.issuer.clone(), one.audience.clone(), pinned)
    };
    parts(now) == parts(then)
}

async fn live(cx: &mut Cx, id: Uuid) -> Result<i64> {
    let mut sql = Sql::raw("select count(*) from service_account_tokens where service_account = ");
    sql.bind(id);
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(rows.first().and_then(|row| row[0].as_int()).unwrap_or_default())
}

/// Ends all tokens of an account; returns how many there were.
pub async fn end_all(cx: &mut Cx, id: Uuid) -> Result<u64> {
    let mut sql = Sql::raw("delete from service_account_tokens where service_account = ");
    sql.bind(id);
    Ok(cx.conn.execute(&sql).await?)
}

/// Lets the tokens that a credential gave work no longer than until then.
pub async fn end_those_of(cx: &mut Cx, id: Uuid, credential: &str, until: Timestamp) -> Result<()> {
    let mut sql = Sql::raw("update service_account_tokens set expires_at = ");
    sql.bind(until).push(" where service_account = ").bind(id).push(" and credential = ").bind(credential);
    sql.push(" and expires_at > ").bind(until);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Removes what has expired.
pub async fn clean(cx: &mut Cx) -> Result<u64> {
    let mut sql = Sql::raw("delete from used_assertions where expires_at <= ");
    sql.bind(cx.now);
    cx.conn.execute(&sql).await?;
    let mut sql = Sql::raw("delete from service_account_tokens where expires_at <= ");
    sql.bind(cx.now);
    Ok(cx.conn.execute(&sql).await?)
}

pub(super) async fn note_revoked(cx: &mut Cx, account: &ServiceAccount, revoked: u64) -> Result<()> {
    let about = About::object(ServiceAccount::PATH, account.id.uuid(), &account.name);
    journal::note(cx, LogKind::SignedOut, Some(about), json!({ "tokens": revoked })).await
}
