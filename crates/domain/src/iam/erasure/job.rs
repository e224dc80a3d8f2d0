//! The part of erasing that takes longer than the request.
//!
//! In this order: texts of objects, queued messages, the journal. The entries about the account itself come last,
//! because they say what to look for; so a run that starts again knows as much as the one before, and nothing personal
//! has to be stored for it.
//!
//! The journal is processed a few hundred entries at a time. In one transaction the replacement is announced, and the
//! salts are stored together with the point from which the next run continues. Once that is sealed, another
//! transaction replaces the content and advances the point. A run that was interrupted in between uses the same salts
//! for what was announced.

use std::collections::BTreeSet;
use std::sync::Arc;

use cairn_engine::error::{Error, Result};
use cairn_engine::journal::{self, About};
use cairn_engine::mentions;
use cairn_jobs::{Done, Job, Work};
use cairn_journal::{Content, Hash, Salt, Sealed};
use cairn_model::LogKind;
use cairn_proof::{Sealer, erasure};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::PATH;
use super::outgoing;
use super::person::{Nobody, Person};

/// Objects that are rewritten in one transaction.
const OBJECTS: i64 = 100;
/// Entries that one announcement covers.
const ENTRIES: usize = 500;

/// Removes what objects, messages and the journal say about someone whose account was anonymised.
#[derive(Serialize, Deserialize)]
pub struct EraseUser {
    pub user: Uuid,
}

/// Where the next run continues.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Progress {
    stage: Stage,
    /// The resource being processed, and its last processed object.
    resource: usize,
    after: Uuid,
    /// The next leaf of the journal; the largest number if there is none.
    next: u64,
    told: Option<Told>,
    objects: usize,
    /// Objects whose rules refused a change to their texts.
    left: usize,
    messages: u64,
    entries: usize,
}

/// The steps, in order.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Objects,
    Outgoing,
    Others,
    Own,
    /// What was in progress when the account was anonymised and was committed since.
    Late,
}

/// What was announced in the journal and has not been replaced yet.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    /// The entry that announces it.
    entry: i64,
    contents: Vec<Replacement>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Replacement {
    seq: i64,
    salt: String,
    hash: Hash,
}

impl Job for EraseUser {
    const KIND: &'static str = "erase-user";
    const NAME: &'static str = "Erase a user from records and the audit log";
    const RETRIES: i64 = 20;

    async fn run(self, work: Work) -> Result<Done> {
        let engine = work.engine().clone();
        let sealer = work.tool::<Sealer>()?;
        let progress = work.checkpoint().unwrap_or_default();
        let mut erasing = Erasing { work: &work, sealer, user: self.user, progress };
        erasing.run().await?;
        let Progress { objects, left, messages, entries, .. } = erasing.progress;
        let detail = json!({ "entries": entries, "objects": objects, "left": left, "messages": messages });
        let mut cx = work.write().await?;
        let nobody = Nobody::of(self.user);
        let about = About::object(PATH, self.user, &nobody.email);
        journal::note(&mut cx, LogKind::Erased, Some(about), detail.clone()).await?;
        let done = work.finish(cx, detail).await?;
        // Other processes notice on their own.
        engine.forget_erased().await?;
        Ok(done)
    }
}

struct Erasing<'a> {
    work: &'a Work,
    sealer: Arc<Sealer>,
    user: Uuid,
    progress: Progress,
}

impl Erasing<'_> {
    async fn run(&mut self) -> Result<()> {
        // The entries that say who it was may be recent.
        self.settle().await?;
        let person = Person::load(&mut self.work.read().await?, self.user).await?;
        if self.progress.stage == Stage::Objects {
            self.work.progress(1, "Searching records").await?;
            self.rewrite_objects(&person).await?;
            self.progress.stage = Stage::Outgoing;
        }
        if self.progress.stage == Stage::Outgoing {
            let mut cx = self.work.write().await?;
            self.progress.messages += outgoing::rewrite(&mut cx, &person).await?;
            self.progress.stage = Stage::Others;
            self.work.keep(cx, &self.progress).await?;
        }
        // Including what was written here, which still shows the previous values.
        self.settle().await?;
        let dialect = self.work.engine().db.dialect();
        if self.progress.stage == Stage::Others {
            self.work.progress(20, "Searching the audit log").await?;
            self.sweep(&person, || person.others(dialect)).await?;
            (self.progress.stage, self.progress.next) = (Stage::Own, 0);
        }
        let size = erasure::size(&mut self.work.read().await?.conn).await?;
        if self.progress.stage == Stage::Own {
            self.work.progress(80, "Erasing the account’s own entries").await?;
            self.sweep(&person, || person.own(dialect)).await?;
            (self.progress.stage, self.progress.next) = (Stage::Late, size);
        }
        self.settle().await?;
        let late = || {
            let mut sql = Sql::raw("(");
            sql.append(person.own(dialect)).push(" or ").append(person.others(dialect)).push(")");
            sql
        };
        self.sweep(&person, late).await
    }

    /// Waits until everything that is committed is sealed.
    async fn settle(&self) -> Result<()> {
        let last = journal::last(&mut self.work.read().await?.conn).await?;
        erasure::until_sealed(&self.sealer, last).await
    }

    async fn rewrite_objects(&mut self, person: &Person) -> Result<()> {
        let (words, resources) = (person.words(), mentions::resources(self.work.engine().registry));
        let mut most = OBJECTS;
        while let Some(resource) = resources.get(self.progress.resource) {
            let mut cx = self.work.read().await?;
            let found = mentions::find(&mut cx, resource, &words, self.progress.after, most).await?;
            drop(cx);
            let Some(last) = found.last() else {
                (self.progress.resource, self.progress.after, most) =
                    (self.progress.resource + 1, Uuid::nil(), OBJECTS);
                continue;
            };
            let mut cx = self.work.write().await?;
            let change = |object: &_, value: &_| person.value(object, value);
            match mentions::rewrite(&mut cx, resource, &found, change).await {
                Ok(changed) => self.progress.objects += changed,
                Err(error) if !is_refusal(&error) => return Err(error),
                // One of them has a rule against it, so they are processed one by one.
                Err(_) if most > 1 => {
                    most = 1;
                    continue;
                }
                Err(error) => {
                    tracing::warn!(resource = resource.path, id = %last, %error, "a text that mentions an erased person could not be changed");
                    drop(cx);
                    cx = self.work.write().await?;
                    self.progress.left += 1;
                }
            }
            self.progress.after = *last;
            self.work.keep(cx, &self.progress).await?;
        }
        Ok(())
    }

    /// Processes the sealed entries that meet a condition, from the next leaf on.
    async fn sweep(&mut self, person: &Person, condition: impl Fn() -> Sql) -> Result<()> {
        self.replace(person).await?;
        while self.progress.next < u64::MAX {
            let mut cx = self.work.read().await?;
            let found = erasure::find(&mut cx.conn, self.progress.next, condition(), ENTRIES).await?;
            let told = if found.entries.iter().any(|entry| entry.body.replaced().is_some()) {
                erasure::told(&mut cx.conn).await?
            } else {
                BTreeSet::new()
            };
            drop(cx);
            let contents: Vec<Replacement> =
                found.entries.iter().filter_map(|entry| replacement(person, entry, &told)).collect();
            self.progress.next = found.next.unwrap_or(u64::MAX);
            if !contents.is_empty() {
                self.tell(contents).await?;
                self.replace(person).await?;
            }
        }
        Ok(())
    }

    /// Announces the replacements in the journal, and stores what is needed to make them.
    async fn tell(&mut self, contents: Vec<Replacement>) -> Result<()> {
        let mut cx = self.work.write().await?;
        let list: Vec<(i64, Hash)> = contents.iter().map(|one| (one.seq, one.hash)).collect();
        let entry = erasure::announce(&mut cx, self.user, &list).await?;
        self.progress.told = Some(Told { entry, contents });
        self.work.keep(cx, &self.progress).await
    }

    /// Makes the announced replacements.
    async fn replace(&mut self, person: &Person) -> Result<()> {
        let Some(told) = &self.progress.told else { return Ok(()) };
        erasure::until_sealed(&self.sealer, told.entry).await?;
        let mut cx = self.work.write().await?;
        erasure::hold(&mut cx.conn).await?;
        let numbers: Vec<i64> = told.contents.iter().map(|one| one.seq).collect();
        let entries = erasure::with_numbers(&mut cx.conn, &numbers).await?;
        let all: Vec<(Sealed, Content)> = entries.into_iter().filter_map(|entry| told.content(person, entry)).collect();
        erasure::replace(&mut cx.conn, &all).await?;
        self.progress.entries += all.len();
        self.progress.told = None;
        self.work.keep(cx, &self.progress).await
    }
}

/// Whether trying again would end the same way.
fn is_refusal(error: &Error) -> bool {
    !matches!(error, Error::Collision(_) | Error::Unavailable(_) | Error::Full | Error::Internal(_))
}

impl Told {
    /// The announced replacement of an entry. An entry that someone else has replaced or removed meanwhile is left to
    /// the next pass.
    fn content(&self, person: &Person, entry: Sealed) -> Option<(Sealed, Content)> {
        let one = self.contents.iter().find(|one| one.seq == entry.frame.seq)?;
        let content = person.redact(&entry.frame, entry.body.content()?, Salt::parse(&one.salt)?)?;
        (content.hash() == one.hash).then_some((entry, content))
    }
}

/// The replacement of an entry's content, with a new salt; none if it says nothing about the person.
fn replacement(person: &Person, entry: &Sealed, told: &BTreeSet<(i64, Hash)>) -> Option<Replacement> {
    let salt = Salt(rand::random());
    let content = person.redact(&entry.frame, entry.body.content()?, salt)?;
    if !erasure::is_genuine(entry, told) {
        tracing::error!(seq = entry.frame.seq, "a journal entry was changed after it was sealed; it is not replaced");
        return None;
    }
    Some(Replacement { seq: entry.frame.seq, salt: salt.to_string(), hash: content.hash() })
}
