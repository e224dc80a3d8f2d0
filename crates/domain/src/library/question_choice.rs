//! Answers to choose from. They come with their library.

use cairn_engine::{Entry, Module};
use cairn_resources::library::QuestionChoice;

pub const ENTRY: Entry = Entry::of::<QuestionChoice>()
    .module(Module::Compliance, "circle-dot")
    .unlisted()
    .roles("v v v v v - - -")
    .visible_by_assignment("ADE TPR");
