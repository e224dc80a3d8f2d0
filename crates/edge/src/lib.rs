//! Where requests come in.
//!
//! A server on the open internet meets clients that are slow, broken or hostile, and it must not matter to the others.
//! This crate owns the connections: how many one address may hold, how long a header, a body, an answer and a pause may take,
//! what happens to a body that nobody read, and how answers are compressed. It knows nothing of what the router does.

mod answer;
mod arriving;
mod compress;
mod connection;
mod encoding;
mod listen;
mod places;
mod pulse;
mod settings;

pub use listen::serve;
pub use settings::Settings;
