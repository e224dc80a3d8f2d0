//! The proof side of the journal: what makes tampering evident.
//!
//! Writing an entry costs nothing extra. A [`Sealer`] follows a second or so later, adds what was
//! committed to a Merkle tree and signs its root; `cairn_journal` knows the format, this crate the
//! tables. [`prove`] answers from the tree, [`walk`] reads all of it for export and verification,
//! [`retention`] removes content past its retention period, and [`erasure`] removes what it says
//! about a person, both without breaking the proof.

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
