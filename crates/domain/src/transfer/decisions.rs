//! Decisions of people, which hold where they were made and not where a file is imported.

use cairn_change_sets::ChangeSet;
use cairn_model::Record;
use cairn_resources::risk::{RiskScenario, Treatment};
use cairn_resources::work::{ExceptionStatus, SecurityException};
use serde_json::json;

/// Puts what was decided elsewhere back into review: whoever approves it here has to do so here. An acceptance is at
/// most a draft here, so nobody has accepted the risks that come.
pub fn reopen(set: &mut ChangeSet) {
    let decided = [ExceptionStatus::Approved, ExceptionStatus::Rejected].map(|status| json!(status.key()));
    let accepted = json!(Treatment::Accept.key());
    for change in &mut set.changes {
        let (field, is_decided, open) = match change.resource.as_str() {
            SecurityException::PATH => ("status", decided.as_slice(), ExceptionStatus::InReview.key()),
            RiskScenario::PATH => ("treatment", std::slice::from_ref(&accepted), Treatment::Open.key()),
            _ => continue,
        };
        if let Some(value) = change.fields.get_mut(field).filter(|value| is_decided.contains(value)) {
            *value = json!(open);
        }
    }
}
