//! Cairn from the outside: everything here goes through the public API and knows nothing of the store.
//!
//! The command line is built on it, and whatever else speaks for a person to an instance. [`Client`] sends requests and
//! turns problem bodies into [`Error`]; [`Model`] is the model document, by which a program learns at run time which
//! resources there are; [`Names`] finds the object that somebody means by a name.

mod address;
mod body;
mod cache;
mod client;
mod error;
mod model;
mod names;
mod secret;
mod session;
mod tls;
mod transport;
mod values;

pub use address::Address;
pub use body::Watch;
pub use cache::ModelCache;
pub use client::{Client, Item, Page, Query, SentFile, query_text};
pub use error::{Candidate, Error, Problem, Result};
pub use model::{
    Action, Check, Choice, Computed, Due, Field, FilePart, Filter, Incoming, Kind, Model, Module, Permissions,
    Resource, kebab,
};
pub use names::Names;
pub use secret::Secret;
pub use session::{NewToken, Session};
pub use transport::{Carried, Carrier, Reply, Sending, Sink};
