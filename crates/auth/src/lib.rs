//! What proves who someone is: passwords, tokens, signed assertions, cookies and sign-in limits.
//!
//! Everything here is a plain function over text, without HTTP or a database, so that the security-critical parts can
//! be read and tested on their own. The only state in memory is the count of failed sign-ins.

pub mod cookie;
pub mod device;
pub mod header;
pub mod jwt;
pub mod password;
mod random;
pub mod seal;
pub mod throttle;
pub mod token;
