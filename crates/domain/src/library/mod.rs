//! Libraries: files of catalogue content that are kept ([`stored_library`]), loaded ([`load`]) and used.
//!
//! The file itself stays in the file store and is read again when its content is wanted; the database has what people
//! choose from: frameworks with their requirements, reference controls, threats, matrices and mappings. All of that lies
//! in the root domain, for everyone to see, and nobody changes it but the library.

pub mod draft;
pub(crate) mod file;
pub mod framework;
mod label;
pub mod library_version;
mod listing;
pub(crate) mod load;
pub mod loaded_library;
pub mod mapping_set;
pub mod metric_definition;
pub mod question;
pub mod question_choice;
pub mod reference_control;
pub mod requirement_mapping;
pub mod requirement_node;
pub mod risk_matrix;
pub mod stock;
mod store;
pub mod stored_library;
mod sync_controls;
pub mod threat;
mod tree;
pub(crate) mod update;

pub use label::ENTRY as LABELS;
