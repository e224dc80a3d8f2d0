//! Decisions of people, which hold where they were made and not where a file is imported.

use cairn_change_sets::ChangeSet;
use cairn_model::Record;
use cairn_resources::risk::{RiskAcceptance, RiskScenario, Treatment};
use cairn_resources::work::{ExceptionStatus, SecurityException};
use serde_json::json;

/// Puts what was decided elsewhere back into review: whoever approves it here has to do so here. An acceptance comes as a
/// draft without an approver, since nobody has accepted the risks that come, and the approver may have no say here.
pub fn reopen(set: &mut ChangeSet) {
    let decided = [ExceptionStatus::Approved, ExceptionStatus::Rejected].map(|status| json!(status.key()));
    let accepted = json!(Treatment::Accept.key());
    for change in &mut set.changes {
        let (field, is_decided, open) = match change.resource.as_str() {
            SecurityException::PATH => ("status", decided.as_slice(), ExceptionStatus::InReview.key()),
            RiskScenario::PATH => ("treatment", std::slice::from_ref(&accepted), Treatment::Open.key()),
            RiskAcceptance::PATH => {
                change.fields.remove("approver");
                continue;
            }
            _ => continue,
        };
        if let Some(value) = change.fields.get_mut(field).filter(|value| is_decided.contains(value)) {
            *value = json!(open);
        }
    }
}
