//! Audits: frameworks, assessed requirement by requirement. The arithmetic is in `cairn-assess`.

mod action_plan;
pub mod answer;
pub mod assignment;
pub mod audit;
pub mod campaign;
mod coverage;
pub mod overview;
mod questionnaire;
pub mod report;
pub mod requirement_assessment;
mod requirement_checks;
mod requirement_filters;
mod requirements_list;
mod stale_filter;
mod suggestions;
pub mod visibility;
