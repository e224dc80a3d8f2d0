//! The vocabulary of Cairn: what a field can hold and what a resource is.
//!
//! Nothing here does I/O. A resource is one documented struct in the crate `resources`; its table,
//! endpoints, filters, forms and documentation all follow from the definition that
//! `#[derive(Record)]` generates.

// The derives refer to this crate by its external name, also inside it.
extern crate self as cairn_model;

pub mod choice;
pub mod def;
pub mod describe;
pub mod field;
pub mod kind;
mod log_kind;
pub mod text;
pub mod value;
mod value_from;
pub mod zone;

pub use cairn_model_derive::{Describe, Record, choice};
pub use def::{FieldDef, Published, Record, ResourceDef, ScopeRule};
pub use describe::Describe;
pub use field::{AnyRef, FieldType, File, Id, Json, Many, Markdown, Ref, Translations};
pub use kind::{Kind, Lookup};
pub use log_kind::LogKind;
pub use value::{Date, Decimal, Timestamp, Type, Value};
pub use zone::Zone;
