//! Links with which people set their password: invitations, and resets of a forgotten one.
//!
//! **Guarantees.** A link works once, for a short time, and only the newest of an account works. It dies when the
//! password or the address changes, or the account is disabled. Only its hash is stored, and it is made when it is sent:
//! a mail that waits contains none. Asking for one takes the same steps and gets the same answer whether there is such
//! an account or not: a job looks.

use cairn_auth::token;
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_model::{Describe, LogKind, Record, Timestamp, Type};
use cairn_resources::iam::User;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::user;
use crate::platform::mail_settings::Mail;
use crate::platform::notification::{Account, queue_account_mail};
use crate::platform::settings::{self, SignIn};
use crate::setup;

/// Where people set their password, below the URL of the instance. What follows `#` is not sent to servers and stays out
/// of their logs.
const PAGE: &str = "reset-password#";

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Someone who has no password yet.
    Invitation,
    /// Someone who has forgotten theirs.
    PasswordReset,
}

impl Describe for Purpose {
    fn schema() -> serde_json::Value {
        json!({ "type": "string", "enum": ["invitation", "password_reset"] })
    }
}

impl Purpose {
    const fn key(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::PasswordReset => "password_reset",
        }
    }

    /// What someone needs a link for.
    fn of(user: &User) -> Self {
        if user.password.is_some() { Self::PasswordReset } else { Self::Invitation }
    }
}

/// A link that was made.
pub struct Link {
    pub purpose: Purpose,
    /// Below the URL of the instance.
    pub path: String,
    pub expires_at: Timestamp,
}

/// Makes a link for an account; the one before is no longer valid.
pub async fn make(cx: &mut Cx, user: &User) -> Result<Link> {
    let policy: SignIn = settings::get(cx).await?;
    let purpose = Purpose::of(user);
    let expires_at = match purpose {
        Purpose::Invitation => cx.now.plus_days(policy.invitation_days),
        Purpose::PasswordReset => cx.now.plus_seconds(policy.reset_minutes * 60),
    };
    let (shown, digest) = token::generate_link();
    let mut sql = Sql::raw("insert into password_links (\"user\", digest, purpose, created_at, expires_at) values (");
    sql.bind(user.id.uuid()).push(", ").bind(digest).push(", ").bind(purpose.key()).push(", ");
    sql.bind(cx.now)
        .push(", ")
        .bind(expires_at)
        .push(") on conflict (\"user\") do update set digest = excluded.digest, ");
    sql.push("purpose = excluded.purpose, created_at = excluded.created_at, expires_at = excluded.expires_at");
    cx.conn.execute(&sql).await?;
    Ok(Link { purpose, path: format!("{PAGE}{shown}"), expires_at })
}

/// Ends the link of an account.
pub async fn end(cx: &mut Cx, user: Uuid) -> Result<()> {
    let mut sql = Sql::raw("delete from password_links where \"user\" = ");
    sql.bind(user);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Removes links that are no longer valid.
pub async fn remove_old(cx: &mut Cx) -> Result<()> {
    let mut sql = Sql::raw("delete from password_links where expires_at <= ");
    sql.bind(cx.now);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// The account that a link is for, and what for. The link stays valid.
pub async fn find(cx: &mut Cx, shown: &str) -> Result<(User, Purpose)> {
    let mut sql = Sql::raw("select \"user\", purpose from password_links where digest = ");
    sql.bind(token::digest(shown)).push(" and expires_at > ").bind(cx.now);
    owner(cx, &sql).await
}

/// The same, and the link is used up: of two requests with it, one gets it.
pub async fn take(cx: &mut Cx, shown: &str) -> Result<(User, Purpose)> {
    let mut sql = Sql::raw("delete from password_links where digest = ");
    sql.bind(token::digest(shown)).push(" and expires_at > ").bind(cx.now).push(" returning \"user\", purpose");
    owner(cx, &sql).await
}

async fn owner(cx: &mut Cx, sql: &Sql) -> Result<(User, Purpose)> {
    let gone = || Error::NotFound("This link is no longer valid. Ask for a new one.".into());
    let rows = cx.conn.query(sql, &[Type::Uuid, Type::Text]).await?;
    let row = rows.first().ok_or_else(gone)?;
    let user: Option<User> = cx.find(row[0].as_uuid().unwrap_or_default()).await?;
    let user = user.filter(|user| user::is_open(cx, user)).ok_or_else(gone)?;
    let is_invitation = row[1].as_str() == Some(Purpose::Invitation.key());
    Ok((user, if is_invitation { Purpose::Invitation } else { Purpose::PasswordReset }))
}

/// Looks whether there is an account, and sends it a link.
#[derive(Serialize, Deserialize)]
pub struct SendPasswordReset {
    pub email: String,
}

impl Job for SendPasswordReset {
    const KIND: &'static str = "send-password-reset";
    const NAME: &'static str = "Send a password reset link";

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let user = setup::find_user(&mut cx, &self.email).await?;
        if let Some(user) = user.filter(|user| user::is_open(&cx, user)) {
            queue_account_mail(&mut cx, user.id.uuid(), &Account::PasswordLink).await?;
        }
        // Who reads the list of jobs must not learn from it which accounts there are, nor whose address was typed.
        work.forget_input(&mut cx).await?;
        work.finish(cx, json!({})).await
    }
}

/// Asks for a link, whoever has the address. The journal has the request, not its outcome.
pub async fn request(cx: &mut Cx, email: &str) -> Result<()> {
    let tried: String = email.trim().chars().take(200).collect();
    let about = About::resource(User::PATH, &tried);
    journal::note(cx, LogKind::PasswordResetRequested, Some(about), json!({ "email": tried })).await?;
    cairn_jobs::enqueue(cx, &SendPasswordReset { email: tried }).await?;
    Ok(())
}

/// Whether mail can be sent.
pub async fn can_be_sent(cx: &mut Cx) -> Result<bool> {
    let mail: Mail = settings::get(cx).await?;
    Ok(mail.enabled)
}

/// A link is on its way.
#[derive(Serialize, Describe)]
pub struct SentLink {
    pub purpose: Purpose,
    /// Where it is sent to.
    pub to: String,
}

/// Sends someone the link with which they set their password.
pub async fn send(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<SentLink> {
    let user = someone_else(cx, id).await?;
    if !can_be_sent(cx).await? {
        return Err(Error::Conflict(
            "This instance does not send email. Create a link and share it through a secure channel.".into(),
        ));
    }
    if !queue_account_mail(cx, id, &Account::PasswordLink).await? {
        return Err(Error::Conflict(
            "This person has had many such emails within the last hour. Try again later.".into(),
        ));
    }
    note(cx, &user, "email").await?;
    Ok(SentLink { purpose: Purpose::of(&user), to: user.email })
}

/// A link to share.
#[derive(Serialize, Describe)]
pub struct ShownLink {
    pub purpose: Purpose,
    /// The end of the link, below the URL of the instance. Shown only in this response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

/// Makes a link for someone and shows it, once.
pub async fn show(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<ShownLink> {
    let user = someone_else(cx, id).await?;
    let Link { purpose, path, expires_at } = make(cx, &user).await?;
    note(cx, &user, "shown").await?;
    cx.revealed.insert("path".into(), format!("/{path}").into());
    Ok(ShownLink { purpose, path: None, expires_at })
}

/// Who gets a link of an account can act as that person: only those who may do all that they may.
async fn someone_else(cx: &mut Cx, id: Uuid) -> Result<User> {
    let caller = cx.authority.caller.clone();
    if caller.limits.is_limited() {
        return Err(Error::Forbidden("A restricted token cannot create password links.".into()));
    }
    cx.lock_access("access").await?;
    let user = user::covered(cx, id).await?;
    if caller.user == Some(id) {
        return Err(Error::Forbidden("To change your own password, enter your current one.".into()));
    }
    if user.is_service_account {
        return Err(user::belongs_to_service_account());
    }
    if !user::is_open(cx, &user) {
        return Err(Error::Conflict("This account is disabled. Enable it first.".into()));
    }
    Ok(user)
}

async fn note(cx: &mut Cx, user: &User, how: &str) -> Result<()> {
    let about = About::object(User::PATH, user.id.uuid(), &user.email);
    let detail = json!({ "purpose": Purpose::of(user).key(), "via": how });
    journal::note(cx, LogKind::PasswordLinkCreated, Some(about), detail).await
}
