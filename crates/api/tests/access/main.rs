//! Who may do what, over HTTP and on both databases: every operation for every role, nothing
//! hidden in any answer, tokens, sign-in, and rights that cannot be had by tricks.

mod accounts;
mod assertions;
mod assigned;
mod grants;
mod insight;
mod issuer;
mod leaks;
mod operations;
mod past;
#[path = "../webhooks/receiver.rs"]
#[expect(dead_code, reason = "the tests of webhooks need more of it")]
mod receiver;
mod scim;
mod service_accounts;
mod sign_in;
mod third_party;
mod tokens;
mod world;
