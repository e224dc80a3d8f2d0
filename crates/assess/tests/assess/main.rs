//! Answers of an established product, our differences from it, and a second implementation that has to agree with ours.

mod budget;
mod controls;
mod framework;
mod mapping;
mod oracle;
mod properties;
mod questionnaires;
mod rescaling;
mod rules;
mod scoring;
