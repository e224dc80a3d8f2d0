//! Questions about requirements. They come with their library.

use cairn_engine::{Entry, Module};
use cairn_resources::library::Question;

pub const ENTRY: Entry = Entry::of::<Question>()
    .module(Module::Compliance, "circle-question-mark")
    .unlisted()
    .roles("v v v v v - - -")
    .visible_by_assignment("ADE TPR");
