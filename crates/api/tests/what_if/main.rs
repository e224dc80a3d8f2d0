//! What-if drafts: changes that are tried out on top of the present, then applied together or discarded.

mod access;
mod applying;
mod random;
mod reading;
mod steps;
mod support;
