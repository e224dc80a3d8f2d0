//! Controls as catalogues describe them: those of libraries, and an organisation's own.

use cairn_engine::{Entry, Module};
use cairn_resources::library::ReferenceControl;

pub const ENTRY: Entry = Entry::of::<ReferenceControl>()
    .module(Module::Controls, "shield-plus")
    .rank(30)
    .roles("vacd vacd vacd v v - - -")
    .by_urn()
    .adjustable(&["filtering_labels"]);
