//! The same questions answered a second time, slowly and plainly: by recursion from the definitions, with exact fractions,
//! and without a line of the crate's own arithmetic.

pub mod audit;
pub mod budget;
pub mod mapping;
pub mod questionnaire;
pub mod ratio;
