//! Lists given out as files: tables for spreadsheets, or lines of JSON.
//!
//! [`Export`] has the rows, [`Reader`] makes a file of them piece by piece. Whoever waits for the file reads it while it is
//! made; for a very long list there is a job ([`ListExport`]), which every resource can be asked for ([`PREPARE_EXPORT`]).

mod format;
mod job;
mod reader;
mod rows;

pub use format::Format;
pub use job::{ListExport, PREPARE_EXPORT};
pub use reader::Reader;
pub use rows::{Book, Export, MAX_ROWS};
