//! The API as its users meet it, on both databases.

mod batch;
mod compat;
mod deleting;
mod description;
mod journal;
mod lists;
mod objects;
mod paths;
mod registry;
mod schema;
mod settings;
mod support;
mod wizard;
mod work;
mod writing;
