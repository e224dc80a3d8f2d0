//! Audits: frameworks, assessed requirement by requirement. The arithmetic is in `cairn-assess`.

pub mod answer;
pub mod audit;
mod questionnaire;
pub mod requirement_assessment;
