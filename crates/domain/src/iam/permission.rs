//! Permissions: one row for each that the registry knows, synchronised at every start.

use cairn_engine::{Entry, Module};
use cairn_resources::iam::Permission;

pub const ENTRY: Entry =
    Entry::of::<Permission>().module(Module::Access, "lock-keyhole").unlisted().roles("v - - - - - - -");
