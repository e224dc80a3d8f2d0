//! Random input: both implementations agree, and nothing panics.

mod acceptances;
mod dates;
mod graphs;
mod matrices;
mod sync;
