//! Decisions of people, which hold where they were made and not where a file is imported.

use cairn_change_sets::ChangeSet;
use cairn_model::Record;
use cairn_resources::work::{ExceptionStatus, SecurityException};
use serde_json::json;

/// Puts what was decided elsewhere back into review: whoever approves it here has to do so here.
pub fn reopen(set: &mut ChangeSet) {
    let decided = [ExceptionStatus::Approved, ExceptionStatus::Rejected].map(|status| json!(status.key()));
    for change in set.changes.iter_mut().filter(|change| change.resource == SecurityException::PATH) {
        if let Some(status) = change.fields.get_mut("status").filter(|status| decided.contains(status)) {
            *status = json!(ExceptionStatus::InReview.key());
        }
    }
}
