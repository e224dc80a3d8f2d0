//! Random audits: both implementations agree, and nothing panics.

mod audits;
mod questionnaires;
mod weird_numbers;
