//! The one connection that writes, and group commit.
//!
//! A durable commit waits for the disk, typically much longer than the statements before it
//! take. With one commit for each write, that wait would be the speed limit of the whole server.
//! So writes that come at the same time share one: while others wait for their turn, a member
//! that is done leaves its work in the open transaction and the next one continues in it.
//!
//! **The guarantee**
//! - A write is acknowledged only after the COMMIT that contains it has succeeded. If that COMMIT
//!   fails, every member of the group is told so, and none of their work is kept.
//! - A member that is refused, dropped, cancelled or panics undoes its own work and nobody
//!   else's: from the second on, each works in a savepoint of its own.
//! - Nobody waits for ever: a group takes at most [`GROUP_SIZE`] members or [`GROUP_TIME`],
//!   and the first member that leaves its work behind also leaves a task behind, which queues for
//!   the connection and commits whatever is still pending when its turn comes. Whether the
//!   writers that were expected to follow finish, fail or vanish makes no difference.
//! - Members see the work of those before them in the group. That is sound, because they can only
//!   be committed together.
//!
//! **What the schema must not do**: a foreign key that is `deferrable initially deferred` is
//! checked at COMMIT, when it is too late to tell whose fault it is, and all members would be
//! refused. Migrations may defer checks (`pragma defer_foreign_keys`), as they run alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use cairn_model::value::Type;
use rusqlite::{Connection, ErrorCode};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::{convert, errors, on_blocking_thread};
use crate::{Row, Sql, StoreError};

/// How many writes share one commit at most.
const GROUP_SIZE: usize = 64;
/// How long a group stays open at most. Little compared to what a commit takes on a disk.
const GROUP_TIME: Duration = Duration::from_millis(5);

type Outcome = Result<(), StoreError>;

pub(super) struct Writer {
    shared: Arc<Shared>,
    patience: Duration,
}

struct Shared {
    /// The turn to write. Fair: whoever asks first is served first, which is what lets the
    /// flushing task rely on its turn coming after those of the writers already waiting.
    turn: Arc<Mutex<State>>,
    /// How many writers wait for their turn and may join a group.
    waiting: AtomicUsize,
    commits: Arc<AtomicU64>,
}

struct State {
    /// `None` once the database is closed.
    connection: Option<Connection>,
    /// Those whose work is in the open transaction and who wait for its commit. While this is
    /// not empty, a flushing task for this group is queued.
    pending: Vec<oneshot::Sender<Outcome>>,
    /// When the open transaction began.
    began: Instant,
    /// Counts groups, so that a flushing task knows whether its own is still open.
    group: u64,
    commits: Arc<AtomicU64>,
}

impl Writer {
    pub(super) fn new(connection: Connection, patience: Duration) -> Self {
        let commits = Arc::new(AtomicU64::new(0));
        let state = State {
            connection: Some(connection),
            pending: Vec::new(),
            began: Instant::now(),
            group: 0,
            commits: Arc::clone(&commits),
        };
        let shared = Shared { turn: Arc::new(Mutex::new(state)), waiting: AtomicUsize::new(0), commits };
        Self { shared: Arc::new(shared), patience }
    }

    pub(super) fn commits(&self) -> u64 {
        self.shared.commits.load(Ordering::Relaxed)
    }

    /// Waits for a turn and begins, in the open transaction if there is one.
    pub(super) async fn begin_shared(&self) -> Result<WriteConn, StoreError> {
        let waiting = Waiting::enter(&self.shared);
        let mut state = self.turn().await?;
        drop(waiting);
        let in_group = !state.pending.is_empty();
        if in_group {
            state.run("savepoint cairn_member")?;
        } else {
            begin(&mut state, self.patience).await?;
        }
        Ok(WriteConn { state: Some(state), shared: Arc::clone(&self.shared), in_group, broken: false })
    }

    /// Waits for a turn, commits what is pending, and begins a transaction of its own. It is not
    /// counted as waiting, so that nobody before it holds back a commit for it.
    pub(super) async fn begin_alone(&self) -> Result<WriteConn, StoreError> {
        let mut state = self.turn().await?;
        if !state.pending.is_empty() {
            state = on_blocking_thread(move || {
                state.flush();
                state
            })
            .await?;
        }
        begin(&mut state, self.patience).await?;
        Ok(WriteConn { state: Some(state), shared: Arc::clone(&self.shared), in_group: false, broken: false })
    }

    async fn turn(&self) -> Result<OwnedMutexGuard<State>, StoreError> {
        timeout(self.patience, Arc::clone(&self.shared.turn).lock_owned())
            .await
            .map_err(|_| StoreError::unavailable("other writes are taking too long"))
    }

    pub(super) async fn close(&self) {
        let mut state = Arc::clone(&self.shared.turn).lock_owned().await;
        let closed = on_blocking_thread(move || {
            state.flush();
            state.connection = None;
        });
        if let Err(error) = closed.await {
            tracing::warn!(%error, "closing the database did not finish");
        }
    }
}

/// Counts a writer as waiting, for as long as it does and also if it gives up.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(shared: &'a Shared) -> Self {
        shared.waiting.fetch_add(1, Ordering::AcqRel);
        Self(&shared.waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Begins the outer transaction. Within this process it is always free; another one (a command
/// of the operator, a backup tool) may be writing, and is waited for without blocking a thread.
async fn begin(state: &mut State, patience: Duration) -> Result<(), StoreError> {
    let deadline = Instant::now() + patience;
    let mut pause = Duration::from_millis(1);
    loop {
        if state.try_begin()? {
            return Ok(());
        }
        if Instant::now() >= deadline {
            return Err(StoreError::unavailable("another process is writing to the database"));
        }
        sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

impl State {
    fn connection(&self) -> Result<&Connection, StoreError> {
        self.connection.as_ref().ok_or_else(|| StoreError::unavailable("the database is closed"))
    }

    fn run(&self, text: &str) -> Result<(), StoreError> {
        convert::run(self.connection()?, text)
    }

    /// Begins the outer transaction, or says that another process has one.
    fn try_begin(&mut self) -> Result<bool, StoreError> {
        let connection = self.connection()?;
        if !connection.is_autocommit() {
            // A transaction without members can only be left over from a thread that died in the
            // middle of a commit. Nobody was told that it succeeded.
            convert::run(connection, "rollback")?;
        }
        match connection.execute_batch("begin immediate") {
            Ok(()) => {
                self.began = Instant::now();
                Ok(true)
            }
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
            Err(error) => Err(errors::translate(&error)),
        }
    }

    /// Commits the pending group and tells its members.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        self.commits.fetch_add(1, Ordering::Relaxed);
        let outcome = self.run("commit");
        if let Err(error) = &outcome {
            tracing::warn!(%error, members = self.pending.len(), "commit failed");
            self.roll_back();
        }
        self.answer(&outcome);
    }

    fn roll_back(&self) {
        if self.connection.as_ref().is_some_and(|connection| !connection.is_autocommit())
            && let Err(error) = self.run("rollback")
        {
            tracing::warn!(%error, "rollback failed");
        }
    }

    /// Ends the group. A member that no longer listens, because its client hung up, is skipped.
    fn answer(&mut self, outcome: &Outcome) {
        self.group += 1;
        for member in self.pending.drain(..) {
            let _ = member.send(outcome.clone());
        }
    }

    /// Undoes the work of the current member only.
    fn abandon(&mut self, in_group: bool) {
        if !in_group {
            return self.roll_back();
        }
        let undone =
            self.run("rollback to savepoint cairn_member").and_then(|()| self.run("release savepoint cairn_member"));
        if let Err(error) = undone {
            // The transaction now holds work that must not be committed, so all of it has to go.
            tracing::warn!(%error, "rolling back one write failed; rolling back its group");
            self.roll_back();
            self.answer(&Err(error));
        }
    }
}

/// A write transaction, or a member's part of a shared one.
pub(crate) struct WriteConn {
    /// The turn; present until it is handed over.
    state: Option<OwnedMutexGuard<State>>,
    shared: Arc<Shared>,
    /// Whether there are members before this one, so that it works in a savepoint. The first
    /// does without: it can roll back everything, and a large import need not keep old pages.
    in_group: bool,
    /// Whether the transaction is gone.
    broken: bool,
}

impl WriteConn {
    pub(crate) fn query(&mut self, sql: &Sql, types: &[Type]) -> Result<Vec<Row>, StoreError> {
        self.work(|connection| convert::query(connection, sql, types))
    }

    pub(crate) fn execute(&mut self, sql: &Sql) -> Result<u64, StoreError> {
        self.work(|connection| convert::execute(connection, sql))
    }

    pub(crate) fn execute_batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.work(|connection| connection.execute_batch(text).map_err(|error| errors::translate(&error)))
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        let outcome = self.hand_over()?;
        outcome
            .await
            .unwrap_or_else(|_| Err(StoreError::unavailable("the server stopped before the commit was confirmed")))
    }

    /// Runs a statement, and notices when the transaction did not survive it. SQLite ends it by
    /// itself after some errors (disk full, for one). Going on would then run each statement in a
    /// transaction of its own, and the members before this one would never hear of their loss.
    fn work<T>(&mut self, statement: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let gone = || StoreError::other("the transaction has ended");
        let state = self.state.as_mut().filter(|_| !self.broken).ok_or_else(gone)?;
        let connection = state.connection()?;
        let outcome = statement(connection);
        if !connection.is_autocommit() {
            return outcome;
        }
        self.broken = true;
        let error = outcome.err().unwrap_or_else(gone);
        state.answer(&Err(error.clone()));
        Err(error)
    }

    /// Leaves the work in the open transaction and sees to its commit. Nothing in here waits, so
    /// there is no point at which a cancelled request could leave the group without a committer.
    fn hand_over(mut self) -> Result<oneshot::Receiver<Outcome>, StoreError> {
        if self.in_group {
            self.work(|connection| convert::run(connection, "release savepoint cairn_member"))?;
        } else {
            self.work(|_| Ok(()))?;
        }
        let (sender, receiver) = oneshot::channel();
        let Some(mut state) = self.state.take() else {
            return Err(StoreError::other("the transaction has ended"));
        };
        state.pending.push(sender);
        let others_follow = self.shared.waiting.load(Ordering::Acquire) > 0;
        if others_follow && state.pending.len() < GROUP_SIZE && state.began.elapsed() < GROUP_TIME {
            if state.pending.len() == 1 {
                tokio::spawn(flush_later(Arc::clone(&self.shared.turn), state.group));
            }
        } else {
            tokio::task::spawn_blocking(move || state.flush());
        }
        Ok(receiver)
    }
}

impl Drop for WriteConn {
    fn drop(&mut self) {
        if let Some(mut state) = self.state.take()
            && !self.broken
        {
            state.abandon(self.in_group);
        }
    }
}

/// Commits a group if nobody else has done so when the turn comes.
async fn flush_later(turn: Arc<Mutex<State>>, group: u64) {
    let mut state = turn.lock_owned().await;
    if state.group == group {
        tokio::task::spawn_blocking(move || state.flush());
    }
}
