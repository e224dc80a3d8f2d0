//! What happens later or regularly: one durable table of jobs, which workers of any number of processes share.
//!
//! **Guarantees.** A job exists if and only if the transaction that asked for it was committed. What a job writes is
//! committed together with its completion, or with the point from which it goes on ([`Work::finish`], [`Work::keep`]),
//! and only by whoever holds its lease. So a process may die at any instant: the job runs again, and nothing is done
//! twice. The schedule of a regular job is moved on in the transaction that makes the job: each time comes up once,
//! however many processes look.
//!
//! A lease keeps two workers from doing the same work at the same time. It is not what keeps the work from being done
//! twice: a worker that was only slow, and whose job someone else has taken meanwhile, finds at its commit that the
//! lease is no longer its own, and everything it did is undone. To cancel a job is to take its lease away.
//!
//! What leaves the database, such as a mail, cannot be undone. A job does that last, or in a way that may happen twice. A file
//! that a job makes ([`Work::finish_with_file`]) gets its place while the job's row is held, under the job's id: a run that
//! was given up leaves none, and one that is repeated puts its own in the same place.
//!
//! - [`Job`] is what a kind of job implements; [`Kind`] is the same without its type, for lists.
//! - [`enqueue`] asks for one, inside of a transaction. It keeps who asked, and the limits of their token.
//! - [`Worker`] claims what is due, runs it, and records how it went ([`claim`], [`record`]).
//! - [`schedule`] knows when regular jobs are due. [`ENTRY`] shows jobs to people.

mod claim;
mod enqueue;
mod entry;
mod forget;
mod job;
mod record;
pub mod schedule;
mod unused_files;
mod work;
mod worker;

pub use enqueue::{MOST_UNFINISHED, enqueue, ensure};
pub use entry::ENTRY;
pub use forget::ForgetJobs;
pub use job::{Job, Kind};
pub use unused_files::RemoveUnusedFiles;
pub use work::{Done, Output, Work};
pub use worker::{Jobs, Worker, WorkerSettings};

/// The kind of work that transactions leave for workers.
pub(crate) const WORK: &str = "jobs";
/// The channel on which workers of other processes are notified.
pub(crate) const CHANNEL: &str = "cairn_jobs";
