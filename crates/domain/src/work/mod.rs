//! What the organisation has, does, shows and finds.

pub mod applied_control;
pub mod approval;
pub mod asset;
pub mod attachment;
pub mod comment;
pub mod evidence;
pub mod evidence_file;
pub mod evidence_revision;
pub(crate) mod files;
pub mod finding;
pub mod findings_assessment;
pub mod incident;
pub mod organisation_issue;
pub mod organisation_objective;
pub mod policy;
mod sankey;
pub mod security_exception;
pub(crate) mod sight;
pub mod task;
pub mod timeline_entry;
pub(crate) mod told;
pub mod upload;
pub mod validation_flow;
pub mod vulnerability;

/// A word at the beginning of a line.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
