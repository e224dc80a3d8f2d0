//! The pipelines of Cairn: query, validate, write, journal, batch, export.
//!
//! The engine is not generic over resources: it interprets their definitions. Every change goes through [`write`], in
//! one transaction, whoever makes it and through whichever interface.

pub mod access;
pub mod action;
pub mod apart;
pub mod batch;
pub mod caller;
pub mod cascade;
mod circles;
pub mod clock;
pub mod computed;
mod contained;
pub mod cx;
pub mod decode;
pub mod diff;
pub mod engine;
pub mod entry;
pub mod error;
pub mod filter;
mod given;
pub mod identity;
mod input;
pub mod journal;
pub mod language;
pub mod locks;
pub mod log;
pub mod mentions;
pub mod merge;
pub mod module;
pub mod named;
pub mod object;
pub mod order;
pub mod past;
pub mod place;
pub mod query;
pub mod redaction;
pub mod registry;
pub mod render;
pub mod restore;
mod rows;
pub mod rules;
pub mod schema;
pub mod search;
pub mod unused_files;
pub mod watch;
pub mod what_if;
pub mod write;

pub use action::{Action, Nothing};
pub use caller::{Authority, Caller, Origin};
pub use cx::Cx;
pub use engine::{Engine, Listener};
pub use entry::{Entry, Part};
pub use error::{Error, FieldErrors, Result};
pub use language::Language;
pub use module::Module;
pub use object::Object;
pub use registry::{Registry, Resource};
pub use rules::Rules;
