//! The arithmetic of risk: everything that is computed from ratings, controls, states and dates.
//!
//! All functions are pure: no database, no files, no clock. A score that is not given is `None` here and −1 in the API
//! ([`rating::stored`]). No input makes them panic, however odd its numbers are.
//!
//! | module | question |
//! |---|---|
//! | [`matrix`] | Is a risk matrix sound, and what level does it give a rating? |
//! | [`rating`] | How is a scenario rated: inherent, current and residual? |
//! | [`tolerance`] | Is a risk within the tolerance of its assessment? |
//! | [`matrix_change`] | What does another matrix change in an assessment? |
//! | [`controls`] | Which controls does a rating take into account? |
//! | [`antecedents`] | Do scenarios lead to each other in a circle? |
//! | [`ref_id`] | What is the next scenario called? |
//! | [`sync`] | What does a scenario become once its planned controls are active? |
//! | [`acceptance`], [`treatment`] | Who may accept a risk, and what happens to its treatment? |
//! | [`exception`] | Who may approve a security exception, and when does it expire? |
//! | [`sla`] | When is a vulnerability due? |
//! | [`counts`], [`heat_map`] | How many scenarios are where, and where do they move? |

pub mod acceptance;
pub mod antecedents;
pub mod controls;
pub mod counts;
pub mod exception;
pub mod heat_map;
pub mod matrix;
pub mod matrix_change;
pub mod rating;
pub mod ref_id;
pub mod sla;
pub mod sync;
pub mod tolerance;
pub mod treatment;
pub mod words;

pub use matrix::Matrix;
pub use rating::{Rating, Scenario, Stage};
pub use words::{AcceptanceState, ExceptionStatus, Treatment, VulnerabilityStatus};
