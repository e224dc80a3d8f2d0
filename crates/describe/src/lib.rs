//! From the registry to the documents that people and programs read: OpenAPI, the model that the
//! web draws its lists and forms from, and the table of roles.
//!
//! Everything here is a pure function of the registry, so that a document cannot drift from what
//! the server does, and so that the committed copies show in review what a change means outside.

pub mod example;
pub mod model;
pub mod openapi;
pub mod roles;
mod shape;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;

pub use model::{Part, model_document, model_part};
pub use openapi::{Content, Info, Method, Operation, openapi};
pub use roles::role_table;
