//! The command line against a real server: what people type, what they read, and how it ends.

mod closed;
mod completion;
mod declare;
mod desk;
mod editing;
mod errors;
mod fake;
mod files;
mod import;
mod manual;
mod objects;
mod output;
mod past;
mod proposing;
mod signing_in;
