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
pub mod policy;
mod sankey;
pub mod security_exception;
pub(crate) mod sight;
pub mod upload;
pub mod vulnerability;
