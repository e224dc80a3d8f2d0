//! Audits: frameworks, assessed requirement by requirement. The arithmetic is in `cairn-assess`.

pub mod answer;
pub mod assignment;
pub mod audit;
mod questionnaire;
pub mod report;
pub mod requirement_assessment;
mod stale_filter;
pub mod visibility;
