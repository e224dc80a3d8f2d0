//! What proves who someone is: passwords, tokens, cookies and sign-in limits.
//!
//! Everything here is a plain function over text, free of HTTP and of the database, so that the parts an attacker
//! leans on can be read and tested alone. The one thing that is kept in memory is the count of failed sign-ins.

pub mod cookie;
pub mod device;
pub mod header;
pub mod password;
mod random;
pub mod seal;
pub mod throttle;
pub mod token;
