//! What is measured: metrics that people collect, numbers that Cairn records every day, and dashboards that show them.

pub mod builtin;
pub mod dashboard;
pub mod included;
pub mod instance;
mod range;
pub mod sample;
mod show;
pub mod staleness;
pub mod widget;

use cairn_model::choice::{ChoiceDef, ChoiceOption};

/// What a choice is called.
fn label(choices: &ChoiceDef, key: &str) -> String {
    let option = choices.options.iter().find(|option| option.key.to_string() == key);
    option.map(ChoiceOption::label).unwrap_or_default()
}
