//! The API as its users meet it, on both databases.

mod objects;
