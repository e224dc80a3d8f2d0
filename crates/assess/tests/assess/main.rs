//! Answers of an established product, our differences from it, and a second implementation that has to agree with ours.

mod framework;
mod oracle;
mod properties;
mod questionnaires;
mod scoring;
