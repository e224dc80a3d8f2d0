//! How a service account proves who it is: by its secret, by a signature with its own key, or by a token of an issuer
//! that it trusts.

use cairn_auth::{jwt, token};
use cairn_engine::{Cx, Result};
use cairn_model::Timestamp;
use cairn_outbound::{Policy, Target};
use cairn_resources::iam::{ServiceAccount, WorkloadIdentity};
use cairn_store::Sql;

use crate::platform::instance::Instance;

/// The account with a client id, whether it works or not.
pub async fn find(cx: &mut Cx, client_id: &str) -> Result<Option<ServiceAccount>> {
    let found: Vec<ServiceAccount> = cx
        .list_all(|select| {
            select.equals("client_id", client_id);
        })
        .await?;
    Ok(found.into_iter().next())
}

/// Which of its secrets an account has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Current,
    /// The one before the last rotation, which works until then.
    Previous(Timestamp),
}

/// Whether a secret is one of the account's.
pub fn verify_secret(account: &ServiceAccount, secret: &str, now: Timestamp) -> Option<Shown> {
    let digest = token::digest(secret);
    let is = |stored: Option<&String>| stored.is_some_and(|stored| token::same(stored, &digest));
    if is(account.secret_digest.as_ref()) {
        return Some(Shown::Current);
    }
    let end = account.previous_secret_expires_at.filter(|end| now < *end)?;
    is(account.previous_secret_digest.as_ref()).then_some(Shown::Previous(end))
}

/// The workload identities of an account that trust an issuer.
pub async fn trusting(cx: &mut Cx, account: &ServiceAccount, issuer: &str) -> Result<Vec<WorkloadIdentity>> {
    cx.list_all(|select| {
        select.equals("service_account", account.id).equals("issuer", issuer).equals("is_active", true);
    })
    .await
}

/// Whether a verified token is about whom a workload identity trusts.
pub fn accepts(identity: &WorkloadIdentity, claims: &jwt::Claims) -> bool {
    let subject = claims.text("sub").is_some_and(|subject| jwt::matches(&identity.subject, subject));
    subject && identity.claims.0.iter().all(|(name, pattern)| claims.has(name, pattern))
}

/// Notes that an assertion was used; false if it was used before. An assertion counts once.
pub async fn use_once(cx: &mut Cx, client_id: &str, id: &str, expires: Timestamp) -> Result<bool> {
    let mut sql = Sql::raw("delete from used_assertions where expires_at <= ");
    sql.bind(cx.now);
    cx.conn.execute(&sql).await?;
    let mut sql = Sql::raw("insert into used_assertions (digest, expires_at) values (");
    sql.bind(token::digest(&format!("{client_id} {id}"))).push(", ").bind(expires);
    sql.push(") on conflict (digest) do nothing");
    Ok(cx.conn.execute(&sql).await? > 0)
}

/// Checks where keys are fetched from: an address that the operator allows, over https. Plain http is for addresses that
/// the operator has listed, since nobody else is between them and this server.
pub fn check_url(instance: &Instance, url: &str) -> Result<Target, String> {
    let target = Target::parse(url, &instance.outbound)?;
    let is_listed = || Target::parse(url, &Policy::default()).is_err();
    if target.is_https() || is_listed() {
        return Ok(target);
    }
    Err("The URL must begin with https://.".to_owned())
}
