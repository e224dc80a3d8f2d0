//! Pairs of related requirements. They come with their mapping set.

use cairn_engine::{Entry, Module};
use cairn_resources::library::RequirementMapping;

pub const ENTRY: Entry =
    Entry::of::<RequirementMapping>().module(Module::Compliance, "git-compare").unlisted().roles("v v v v v - - -");
