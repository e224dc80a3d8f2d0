//! Requirements of frameworks. They come with their library.

use cairn_engine::{Entry, Module};
use cairn_resources::library::RequirementNode;

pub const ENTRY: Entry = Entry::of::<RequirementNode>()
    .module(Module::Compliance, "list-tree")
    .unlisted()
    .roles("v v v v v - - v")
    .visible_by_assignment("ADE TPR")
    .by_urn();
