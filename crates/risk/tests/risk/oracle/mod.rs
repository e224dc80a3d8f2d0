//! The same questions answered a second time, slowly and plainly: with −1 for what is not given, by trying every possibility,
//! and without a line of the crate's own arithmetic.

pub mod acceptance;
pub mod dates;
pub mod graph;
pub mod matrix;
pub mod treatment;
