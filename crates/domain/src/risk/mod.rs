//! Risks: assessments, their scenarios, and who accepts them. The arithmetic is in `cairn-risk`; here it meets rows.

pub mod acceptance;
pub mod assessment;
pub mod levels;
mod rating;
pub mod scenario;

pub use assessment::follow_matrix;
