//! How the instance itself is set up.

mod settings;

pub use settings::Settings;
