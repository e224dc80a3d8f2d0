//! The proof side of the journal: what makes it evident when someone changes it afterwards.
//!
//! Writing an entry costs nothing more than before. A [`Sealer`] comes along behind, a second or
//! so later, and puts what was committed into a Merkle tree whose root it signs; `cairn_journal`
//! knows the format, this module knows the tables. [`prove`] answers from the tree, [`walk`] reads
//! all of it, for export and verification, [`retention`] removes what has become too old and
//! [`erasure`] what it says of a person, without breaking it.

pub mod erasure;
mod export;
mod packed;
pub mod prove;
mod prune_job;
pub mod retention;
mod rows;
mod sealer;
pub mod stored;
pub mod walk;

pub use export::export;
pub use prune_job::{PruneJournal, Retention};
pub use retention::prune;
pub use sealer::Sealer;
