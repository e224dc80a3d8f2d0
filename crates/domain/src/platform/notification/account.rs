//! Mail about an account: a link to set its password, or a sign-in from a new browser. Nobody turns it off.

use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Error, Result};
use cairn_mail::Letter;
use cairn_model::{Timestamp, Type};
use cairn_notify::{AccountLetter, Language, browser_name};
use cairn_resources::iam::User;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::send::SendMail;
use crate::iam::password_link::{self, Purpose};
use crate::iam::user;
use crate::platform::mail_settings::Mail;
use crate::platform::settings;

/// The most mails of a kind for one account within an hour: nobody's inbox is filled by strangers.
const MOST_AN_HOUR: i64 = 5;

/// What a mail about an account tells.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Account {
    /// A link to set the password. It is made when the mail is sent.
    PasswordLink,
    /// Someone signed in from a browser that the account has not been used with before.
    NewDevice { address: Option<String>, agent: Option<String>, at: Timestamp },
}

impl Account {
    const fn kind(&self) -> &'static str {
        match self {
            Self::PasswordLink => "password_link",
            Self::NewDevice { .. } => "new_device",
        }
    }
}

/// Queues a mail about someone's account, unless they have had many of the kind, or no mail is sent. True if it is queued.
pub async fn queue_account_mail(cx: &mut Cx, person: Uuid, account: &Account) -> Result<bool> {
    let mail: Mail = settings::get(cx).await?;
    if !mail.enabled {
        return Ok(false);
    }
    let mut sql = Sql::raw("select count(*) from mails where kind is not null and recipient = ");
    sql.bind(person).push(" and kind = ").bind(account.kind());
    sql.push(" and created_at > ").bind(cx.now.plus_seconds(-3600));
    let recent = cx.conn.query(&sql, &[Type::Int]).await?;
    if recent.first().and_then(|row| row[0].as_int()).unwrap_or_default() >= MOST_AN_HOUR {
        return Ok(false);
    }
    let detail = serde_json::to_string(account).map_err(|error| Error::internal(error.to_string()))?;
    let mut sql =
        Sql::raw("insert into mails (id, created_at, recipient, state, due_at, attempts, kind, detail) values (");
    sql.bind(new_id(cx.engine.clock.now())).push(", ").bind(cx.now).push(", ").bind(person);
    sql.push(", 'pending', ").bind(cx.now).push(", 0, ").bind(account.kind()).push(", ").bind(detail).push(")");
    cx.conn.execute(&sql).await?;
    cairn_jobs::ensure(cx, &SendMail {}, cx.now).await?;
    Ok(true)
}

/// Writes a mail about an account; none if there is nobody to read it any more.
pub(super) async fn letter(
    cx: &mut Cx,
    settings: &Mail,
    (id, attempts): (Uuid, i64),
    recipient: Uuid,
    created: Timestamp,
    detail: &str,
) -> Result<Option<Letter>> {
    let Ok(account) = serde_json::from_str::<Account>(detail) else { return Ok(None) };
    let user: Option<User> = cx.find(recipient).await?;
    let Some(user) = user.filter(|user| user::is_open(cx, user)) else { return Ok(None) };
    let preferences = &user.preferences.0;
    let zone = preferences.notifications.zone(cx.time_zone());
    let language =
        preferences.lang.clone().or_else(|| cx.setting("default_language").map(str::to_owned)).unwrap_or_default();
    let written = match account {
        Account::PasswordLink => {
            let link = password_link::make(cx, &user).await?;
            let url = settings.page(&link.path);
            AccountLetter::Link {
                is_invitation: link.purpose == Purpose::Invitation,
                url,
                until: link.expires_at,
                zone,
            }
        }
        Account::NewDevice { address, agent, at } => AccountLetter::NewDevice {
            address,
            browser: agent.as_deref().and_then(browser_name),
            at,
            zone,
            sessions: settings.page("profile?tab=security"),
        },
    }
    .write(Language::of(&language), &settings.page(""));
    Ok(Some(Letter {
        from: settings.from.clone(),
        to: user.email,
        subject: written.subject,
        text: written.text,
        html: written.html,
        // A second attempt has another link, so it is another mail.
        id: format!("{}-{attempts}", id.simple()),
        written: created.seconds(),
        unsubscribe: None,
    }))
}
