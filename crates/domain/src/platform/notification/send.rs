//! Sends the mail that is due.
//!
//! **Guarantees.** Each mail is sent once. If the process dies after the server took a mail and before that was recorded,
//! it is sent once more, with the same Message-ID. What it tells is decided at that time: nothing about objects that the
//! recipient may no longer see, and nothing that they no longer want. A mail that the server rejects, or does not take
//! now, delays no other.
//!
//! One transaction records how the last mail went and takes the next. Nothing is sent while one is open.

use cairn_access::Verb;
use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Error, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_mail::{Connection, Failure, Letter, Server, Tape, check_address};
use cairn_model::{Describe, Type};
use cairn_outbound::Policy;
use cairn_resources::platform::Settings;
use cairn_store::{Dialect, Sql};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{account, compose};
use crate::platform::instance::Instance;
use crate::platform::mail_settings::{self, Mail};
use crate::platform::settings;

/// How long a mail waits after each failure, in seconds; after the last it is given up.
const DELAYS: [i64; 8] = [60, 300, 900, 3600, 3600, 7200, 14_400, 28_800];
/// A mail that could not be sent for so long, because sending was turned off, is not news any more.
const STALE_DAYS: i64 = 7;
/// How long records of sent mail stay.
const KEPT_DAYS: i64 = 90;

/// Sends due mail.
#[derive(Serialize, Deserialize)]
pub struct SendMail {}

/// The result, so far.
#[derive(Default, Clone, Serialize, Deserialize)]
struct Tally {
    sent: u64,
    failed: u64,
    deferred: u64,
}

impl Job for SendMail {
    const KIND: &'static str = "send-mail";
    const NAME: &'static str = "Send emails";

    async fn run(self, work: Work) -> Result<Done> {
        let mut tally: Tally = work.checkpoint().unwrap_or_default();
        let mut ended: Option<Ended> = None;
        let mut line: Option<Connection> = None;
        loop {
            let mut cx = work.write().await?;
            let is_down = match ended.take() {
                Some(ended) => record(&mut cx, &ended, &mut tally).await?,
                None => false,
            };
            let mail: Mail = settings::get(&mut cx).await?;
            let next = if mail.enabled && !is_down { take(&mut cx, work.job(), &mail).await? } else { None };
            let Some(taken) = next else {
                if mail.enabled {
                    come_again(&mut cx, is_down).await?;
                }
                let done = work.finish(cx, tally).await?;
                if let Some(line) = line {
                    line.close().await;
                }
                return Ok(done);
            };
            let server = mail_settings::server(&mut cx, &mail).await?;
            work.keep(cx, &tally).await?;
            let instance = Instance::of_engine(work.engine())?;
            let outcome = deliver(&mut line, &server, &instance.outbound, &taken.letter).await;
            ended = Some(Ended { mail: taken.mail, attempts: taken.attempts, outcome });
        }
    }
}

/// A mail that is on its way.
struct Taken {
    mail: Uuid,
    attempts: i64,
    letter: Letter,
}

struct Ended {
    mail: Uuid,
    attempts: i64,
    outcome: std::result::Result<(), Failure>,
}

/// Sends a mail on the open connection, or on a new one. Servers close connections that were idle, so a failure on an
/// old one says nothing.
async fn deliver(
    line: &mut Option<Connection>,
    server: &Server,
    policy: &Policy,
    letter: &Letter,
) -> std::result::Result<(), Failure> {
    let is_new = line.is_none();
    let mut connection = match line.take() {
        Some(connection) => connection,
        None => Connection::open(server, policy, &Tape::default()).await?,
    };
    let sent = match connection.send(letter).await {
        // It was closed meanwhile, most likely. The Message-ID is the same, should the server have taken it after all.
        Err(Failure::Deferred(_)) if !is_new => {
            connection = Connection::open(server, policy, &Tape::default()).await?;
            connection.send(letter).await
        }
        sent => sent,
    };
    if sent.is_ok() {
        *line = Some(connection);
    }
    sent
}

/// Records how a mail went. True if the server cannot be used for now.
async fn record(cx: &mut Cx, ended: &Ended, tally: &mut Tally) -> Result<bool> {
    let (state, error, due) = match &ended.outcome {
        Ok(()) => ("sent", None, None),
        Err(Failure::Rejected(why)) => ("failed", Some(why), None),
        Err(Failure::Deferred(why) | Failure::Unavailable(why)) => {
            let delay = usize::try_from(ended.attempts - 1).ok().and_then(|at| DELAYS.get(at));
            match delay {
                Some(delay) => ("pending", Some(why), Some(cx.now.plus_seconds(*delay))),
                None => ("failed", Some(why), None),
            }
        }
    };
    match state {
        "sent" => tally.sent += 1,
        "failed" => tally.failed += 1,
        _ => tally.deferred += 1,
    }
    if let Some(why) = error {
        tracing::info!(mail = %ended.mail, %why, state, "a mail was not sent");
    }
    let mut sql = Sql::raw("update mails set job = null, state = ");
    sql.bind(state).push(", error = ").bind(error.map(|why| why.chars().take(1000).collect::<String>()));
    match due {
        Some(due) => sql.push(", due_at = ").bind(due),
        None => sql.push(", ended_at = ").bind(cx.now),
    };
    sql.push(" where id = ").bind(ended.mail);
    cx.conn.execute(&sql).await?;
    Ok(matches!(ended.outcome, Err(Failure::Unavailable(_))))
}

/// Takes the next mail that has something to tell: first the one that an earlier run of this job left in the middle, and
/// those of jobs that are no more.
async fn take(cx: &mut Cx, job: Uuid, mail: &Mail) -> Result<Option<Taken>> {
    loop {
        let lock = if cx.conn.dialect() == Dialect::Postgres { " for update skip locked" } else { "" };
        let mut sql = Sql::raw("update mails set state = 'sending', attempts = attempts + 1, job = ");
        sql.bind(job).push(" where id in (select m.id from mails m where (m.state = 'pending' and m.due_at <= ");
        sql.bind(cx.now).push(") or (m.state = 'sending' and (m.job = ").bind(job);
        sql.push(" or not exists (select 1 from jobs j where j.id = m.job and j.state in ('queued', 'running')))) ");
        sql.push("order by m.state desc, m.due_at, m.id limit 1").push(lock);
        sql.push(") returning id, recipient, attempts, created_at, detail");
        let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Int, Type::Time, Type::Text]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (Some(id), Some(recipient)) = (row[0].as_uuid(), row[1].as_uuid()) else { return Ok(None) };
        let attempts = row[2].as_int().unwrap_or(1);
        let created = row[3].as_time().unwrap_or(cx.now);
        let is_stale = created < cx.now.plus_days(-STALE_DAYS);
        let letter = match row[4].as_str() {
            _ if is_stale => None,
            Some(detail) => account::letter(cx, mail, (id, attempts), recipient, created, detail).await?,
            None => compose::letter(cx, mail, id, recipient, created).await?,
        };
        if let Some(letter) = letter {
            return Ok(Some(Taken { mail: id, attempts, letter }));
        }
        let mut dropped = Sql::raw("update mails set job = null, state = 'dropped', ended_at = ");
        dropped.bind(cx.now).push(" where id = ").bind(id);
        cx.conn.execute(&dropped).await?;
    }
}

/// Makes sure that what waits is sent when it is due, and no sooner than a minute from now if the server is down.
async fn come_again(cx: &mut Cx, is_down: bool) -> Result<()> {
    let rows = cx.conn.query(&Sql::raw("select min(due_at) from mails where state = 'pending'"), &[Type::Time]).await?;
    let Some(due) = rows.first().and_then(|row| row[0].as_time()) else { return Ok(()) };
    let soonest = if is_down { cx.now.plus_seconds(DELAYS[0]) } else { cx.now };
    cairn_jobs::ensure(cx, &SendMail {}, due.max(soonest)).await
}

/// Sends what waits, because mail was turned on or someone may have forgotten.
pub async fn send_soon(cx: &mut Cx) -> Result<()> {
    come_again(cx, false).await
}

/// Removes the records of mail that was sent long ago.
pub async fn remove_old(cx: &mut Cx) -> Result<()> {
    let mut sql = Sql::raw("delete from mails where ended_at < ");
    sql.bind(cx.now.plus_days(-KEPT_DAYS));
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// A mail that shows whether the settings work, with everything that was said.
#[derive(Serialize, Describe)]
pub struct Tried {
    pub is_sent: bool,
    /// Where it was sent to.
    pub to: String,
    /// Why it was not sent.
    pub error: Option<String>,
    /// What was said: `C:` by Cairn, `S:` by the server, without credentials.
    pub exchange: Vec<String>,
}

/// What a test needs, read before anything is sent.
pub struct Trial {
    server: Server,
    letter: Letter,
    policy: Policy,
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// Where to send it. Defaults to your own address.
    #[serde(default)]
    pub to: Option<String>,
}

pub async fn prepare_trial(cx: &mut Cx, wanted: Try) -> Result<Trial> {
    let resource = cx.resource::<Settings>();
    cx.require(resource, Verb::Change, cx.root_folder())?;
    if cx.authority.caller.limits.is_limited() {
        return Err(Error::Forbidden("A restricted token cannot send a test email.".into()));
    }
    let mail: Mail = settings::get(cx).await?;
    let to = wanted.to.unwrap_or_else(|| cx.authority.caller.label.clone());
    check_address(&to).map_err(|message| Error::field("to", message))?;
    let server = mail_settings::server(cx, &mail).await?;
    let words = "This is a test. Cairn can send email.";
    let letter = Letter {
        from: mail.from.clone(),
        to,
        subject: "Cairn: test".to_owned(),
        text: format!("{words}\n"),
        html: format!("<p>{words}</p>\n"),
        id: format!("test-{}", new_id(cx.now).simple()),
        written: cx.now.seconds(),
        unsubscribe: None,
    };
    Ok(Trial { server, letter, policy: Instance::of(cx)?.outbound.clone() })
}

impl Trial {
    pub async fn run(self) -> Tried {
        let tape = Tape::default();
        let sent = async {
            if self.server.host.is_empty() || self.letter.from.is_empty() {
                let words = "Set the host and the sender in the mail settings first.";
                return Err(Failure::Unavailable(words.to_owned()));
            }
            let mut connection = Connection::open(&self.server, &self.policy, &tape).await?;
            connection.send(&self.letter).await?;
            connection.close().await;
            Ok::<_, Failure>(())
        };
        let error = sent.await.err().map(|failure| failure.to_string());
        Tried { is_sent: error.is_none(), to: self.letter.to, error, exchange: tape.lines() }
    }
}
