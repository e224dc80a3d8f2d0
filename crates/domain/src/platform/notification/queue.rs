//! Mail that waits to be sent: one for each person and time, with everything that is to be told then.
//!
//! A mail exists if and only if the notifications in it were committed. The daily digest of a person is one mail, found
//! by its day.

use std::collections::HashMap;

use cairn_engine::clock::new_id;
use cairn_engine::{Cx, Result};
use cairn_model::zone::day_after;
use cairn_model::{Date, Timestamp, Type};
use cairn_notify::when::Sending;
use cairn_store::Sql;
use uuid::Uuid;

use super::send::SendMail;

/// The mails that a transaction has put something into.
#[derive(Default)]
pub struct Queue {
    mails: HashMap<(Uuid, Option<Date>, Timestamp), Uuid>,
    earliest: Option<Timestamp>,
}

impl Queue {
    /// The mail in which someone is told something.
    pub async fn mail_for(&mut self, cx: &mut Cx, person: Uuid, sending: Sending) -> Result<Uuid> {
        let (day, at) = match sending {
            Sending::At(at) => (None, at),
            Sending::Digest(day, at) => (Some(day), at),
        };
        if let Some(mail) = self.mails.get(&(person, day, at)) {
            return Ok(*mail);
        }
        let mail = match day {
            None => insert(cx, person, None, at).await?.unwrap_or_default(),
            Some(first) => digest(cx, person, first, at).await?,
        };
        self.mails.insert((person, day, at), mail);
        self.earliest = Some(self.earliest.map_or(at, |known| known.min(at)));
        Ok(mail)
    }

    /// Makes sure that someone sends them.
    pub async fn send(self, cx: &mut Cx) -> Result<()> {
        match self.earliest {
            Some(at) => cairn_jobs::ensure(cx, &SendMail {}, at.max(cx.now)).await,
            None => Ok(()),
        }
    }
}

/// The digest of a day; or of the next, if this one is already on its way.
async fn digest(cx: &mut Cx, person: Uuid, first: Date, at: Timestamp) -> Result<Uuid> {
    let (mut day, mut at) = (first, at);
    loop {
        if let Some(mail) = insert(cx, person, Some(day), at).await? {
            return Ok(mail);
        }
        (day, at) = (day_after(day), at.plus_days(1));
    }
}

/// A new mail, or the digest that waits for its day already. None if that digest does not wait any more.
async fn insert(cx: &mut Cx, person: Uuid, day: Option<Date>, at: Timestamp) -> Result<Option<Uuid>> {
    let mut sql =
        Sql::raw("insert into mails (id, created_at, recipient, digest_day, state, due_at, attempts) values (");
    sql.bind(new_id(cx.engine.clock.now())).push(", ").bind(cx.now).push(", ").bind(person).push(", ").bind(day);
    sql.push(", 'pending', ").bind(at).push(", 0) on conflict (recipient, digest_day) do update set attempts = 0 ");
    // Whoever holds the row while adding to it keeps the sender from taking it meanwhile.
    sql.push("where mails.state = 'pending' returning id");
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.first().and_then(|row| row[0].as_uuid()))
}
