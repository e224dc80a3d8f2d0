//! Rights held against a second, slow way to work them out: made-up worlds of domains, roles, groups and people, and for
//! each question the answer that follows from the words of the rule.

mod grants;
mod holding;
mod limits;
mod sets;
mod tree;
mod world;
