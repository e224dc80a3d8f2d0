//! Threats: those of libraries, and an organisation's own.

use cairn_engine::{Entry, Module};
use cairn_resources::library::Threat;

pub const ENTRY: Entry = Entry::of::<Threat>()
    .module(Module::Risk, "zap")
    .rank(50)
    .roles("vacd vacd vacd v v - - -")
    .by_urn()
    .adjustable(&["filtering_labels"]);
